package io.acord.foresight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Ties;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ForesightAgentTest {

    private static final int N = 4; // in a circle
    private static final int ROUNDS = 6;
    private static final int ITERATIONS = 5;

    /** Agents in a circle that carry each other's messages; some of what they played at last may get lost. */
    private static final class Circle {
        final Random random;
        final Recipe recipe;
        final Trust trust;
        final int window;
        final HittingCost[][] costs = new HittingCost[ROUNDS][N];
        final ForesightAgent[] agents = new ForesightAgent[N];
        final double beta = 3;
        final double b = 2;

        Circle(long seed) {
            this.random = new Random(seed);
            From from = random.nextBoolean() ? From.PREVIOUS : From.ZERO;
            Variant variant = random.nextBoolean() ? Variant.AUTO : Variant.PLAIN;
            this.recipe = Recipe.of(variant, from, IterationRule.fixed(ITERATIONS));
            this.trust = new Trust(Math.exp(random.nextGaussian()), Trust.Account.OWN);
            this.window = random.nextInt(3);
            for (HittingCost[] round : costs) {
                Arrays.setAll(
                        round,
                        i -> random.nextInt(4) == 0
                                ? AbsoluteDeviation.of(1, new double[] {random.nextGaussian()}, 0.5)
                                : Quadratic.alpha(0.5 + random.nextDouble(), 5 * random.nextGaussian()));
            }
            Arrays.setAll(agents, this::born);
        }

        ForesightAgent.Builder described(int i) {
            return ForesightAgent.builder(i, i).recipe(recipe).window(window).trust(trust);
        }

        ForesightAgent born(int i) {
            return described(i).build();
        }

        List<HittingCost> believed(int t, int i) {
            List<HittingCost> believed = new ArrayList<>();
            for (int later = t + 1; later < Math.min(ROUNDS, t + 1 + window); later++) {
                believed.add(costs[later][i % 2 == 0 ? i : (i + 1) % N]); // odd ones are wrong
            }
            return believed;
        }

        /** Plays a round; what is played over an edge is told with this probability. */
        void play(int t, double told) {
            double[][] shown = new double[N][];
            for (int i = 0; i < N; i++) {
                Ties ties = agents[i].ties().with((i + 1) % N).with((i + N - 1) % N);
                if (t + window >= ROUNDS - 1) {
                    agents[i].openNearEnd(costs[t][i], believed(t, i), beta, ties, b);
                } else {
                    agents[i].open(costs[t][i], believed(t, i), beta, ties, b);
                }
                shown[i] = agents[i].opening();
            }
            if (recipe.from() == From.PREVIOUS) {
                exchange(shown);
            }
            for (int k = 1; k <= ITERATIONS; k++) {
                for (int i = 0; i < N; i++) {
                    shown[i] = agents[i].iterate();
                }
                if (k < ITERATIONS) {
                    exchange(shown);
                }
            }
            double[][] played = new double[N][];
            Arrays.setAll(played, i -> agents[i].play());
            for (int i = 0; i < N; i++) {
                for (int j : new int[] {(i + 1) % N, (i + N - 1) % N}) {
                    if (random.nextDouble() < told) {
                        agents[i].hearPlayed(j, played[j]);
                    }
                }
                agents[i].close();
            }
        }

        private void exchange(double[][] shown) {
            for (int i = 0; i < N; i++) {
                agents[i].hear((i + 1) % N, shown[(i + 1) % N]);
                agents[i].hear((i + N - 1) % N, shown[(i + N - 1) % N]);
            }
        }

        Round round(int t) {
            Round.Builder round = Round.builder(N, 1).costs(costs[t]).beta(beta).switchingWeights(b, b, b, b);
            for (int i = 0; i < N; i++) {
                round.edge(i, (i + 1) % N);
            }
            return round.build();
        }

        Actions of(java.util.function.Function<ForesightAgent, double[]> what) {
            return Actions.flat(
                    1,
                    Arrays.stream(agents)
                            .mapToDouble(agent -> what.apply(agent)[0])
                            .toArray());
        }
    }

    @Test
    void agentsThatTellEachOtherPlayAndBookWhatAFleetInMemoryDoes() {
        for (long seed = 1; seed <= 60; seed++) {
            Circle circle = new Circle(seed);
            Foresight fleet = Foresight.builder(N)
                    .start(Actions.scalars(0, 1, 2, 3))
                    .recipe(circle.recipe)
                    .window(circle.window)
                    .trust(circle.trust)
                    .build();
            for (int t = 0; t < ROUNDS; t++) {
                Forecasts.Builder believed = Forecasts.builder(N);
                for (int i = 0; i < N; i++) {
                    List<HittingCost> mine = circle.believed(t, i);
                    for (int s = 1; s <= mine.size(); s++) {
                        believed.cost(i, s, mine.get(s - 1));
                    }
                }
                if (t + circle.window >= ROUNDS - 1) {
                    believed.end();
                }
                ForesightDecision decision = fleet.decide(circle.round(t), believed.build());
                circle.play(t, 1);
                int again = circle.random.nextInt(N); // dies, and goes on from what it remembers
                circle.agents[again] = circle.described(again)
                        .memory(circle.agents[again].memory())
                        .build();
                for (int i = 0; i < N; i++) {
                    String where = "seed " + seed + ", round " + t + ", agent " + i;
                    ForesightAgent agent = circle.agents[i];
                    assertThat(agent.action())
                            .as(where)
                            .isEqualTo(decision.actions().of(i));
                    assertThat(agent.expert())
                            .as(where)
                            .isEqualTo(decision.expert().actions().of(i));
                    assertThat(agent.planned())
                            .as(where)
                            .isEqualTo(decision.planned().of(i));
                    assertThat(agent.gamma()).as(where).isEqualTo(decision.gamma(i));
                    assertThat(agent.account()).as(where).isEqualTo(decision.account(i));
                    assertThat(agent.optimumAtLeast())
                            .as(where)
                            .isEqualTo(fleet.books().atLeast(i));
                    assertThat(agent.whyNotPromised()).isEmpty();
                }
            }
        }
    }

    /** Theory 14.1. */
    @Test
    void whatANeighbourDoesNotTellIsChargedSoThatThePromiseHolds() {
        boolean hasStrayed = false;
        for (long seed = 1; seed <= 60; seed++) {
            Circle circle = new Circle(seed);
            Actions x = Actions.scalars(0, 1, 2, 3);
            Actions e = x;
            double left = 0;
            for (int t = 0; t < ROUNDS; t++) {
                circle.play(t, 0.5);
                Actions nextX = circle.of(ForesightAgent::action);
                Actions nextE = circle.of(ForesightAgent::expert);
                hasStrayed |= !nextX.equals(nextE);
                double expertPaid = circle.round(t).cost(nextE, e).total();
                left += (1 + circle.trust.epsilon()) * expertPaid
                        - circle.round(t).cost(nextX, x).total();
                double sum = 0;
                for (ForesightAgent agent : circle.agents) {
                    assertThat(agent.account()).as("seed %d", seed).isGreaterThanOrEqualTo(-1e-9);
                    sum += agent.account();
                }
                assertThat(sum).as("seed %d, round %d", seed, t).isLessThanOrEqualTo(left + 1e-9 * (1 + expertPaid));
                x = nextX;
                e = nextE;
            }
        }
        assertThat(hasStrayed).isTrue();
    }

    @Test
    void itSaysWhatIsWrong() {
        assertThatThrownBy(() -> ForesightAgent.builder(0, 0)
                        .window(-1)
                        .trust(new Trust(1, Trust.Account.COMMON))
                        .build())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("window is -1")
                .hasMessageContaining("trust.account is common");
        ForesightAgent agent = ForesightAgent.builder(0, 0).window(2).build();
        agent.open(Quadratic.alpha(1, 1), List.of(), 1, agent.ties().with(1), 1);
        assertThatThrownBy(() -> agent.hear(1, new double[3]))
                .hasMessageContaining("has 3 numbers")
                .hasMessageContaining("needed: 4");
        assertThatThrownBy(agent::memory).hasMessageContaining("has a round open");
        assertThatThrownBy(agent::close).hasMessageContaining("has not played");
    }
}
