package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.foresight.Forecasts;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.machine.BlockMachine;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that look ahead and talk give the same bits as the fleet that has everybody in memory. */
class ForesightLockStepTest {

    private static final int SEEDS = 40;
    private static final int ROUNDS = 5;

    /** What a run is made of. */
    private static final class Run {
        final long seed;
        final Random random;
        final int n;
        final int d;
        final int window;
        final Trust trust;
        final Recipe recipe;
        final Actions start;
        final List<Round> rounds = new ArrayList<>();

        Run(long seed, Variant variant) {
            this.seed = seed;
            this.random = new Random(seed);
            this.n = 2 + random.nextInt(7);
            this.d = 1 + random.nextInt(2);
            this.window = random.nextInt(4);
            this.trust = new Trust(Math.exp(2 * random.nextGaussian()), Trust.Account.OWN);
            From from = random.nextBoolean() ? From.ZERO : From.PREVIOUS;
            this.recipe = Recipe.of(variant, from, IterationRule.fixed(1 + random.nextInt(12)));
            this.start = Actions.flat(d, random.doubles((long) n * d, -1, 1).toArray());
            for (int t = 0; t < ROUNDS; t++) {
                rounds.add(MachineFleet.round(random, n, d, true));
            }
        }

        Rules rules() {
            return Rules.builder().recipe(recipe).foresight(window, trust).build();
        }

        /** Some right, some of another agent, and at last it is known that nothing follows. */
        HittingCost believed(int agent, int t, int ahead) {
            int then = Math.min(ROUNDS, t + ahead);
            return rounds.get(then - 1).cost((seed + agent) % 3 == 0 ? (agent + 1) % n : agent);
        }

        Forecasts forecasts(int t, int... agents) {
            Forecasts.Builder believed = Forecasts.builder(agents.length);
            int last = Math.min(ROUNDS, t + window);
            for (int later = t + 1; later <= last; later++) {
                for (int row = 0; row < agents.length; row++) {
                    believed.cost(row, later - t, believed(agents[row], t, later - t));
                }
            }
            return last == ROUNDS ? believed.end().build() : believed.build();
        }

        int[] everybody() {
            int[] all = new int[n];
            Arrays.setAll(all, i -> i);
            return all;
        }

        void open(MachineFleet fleet, int b, int t) {
            LocalRound local = fleet.localBuilder(b, rounds.get(t - 1), recipe.iterations(), Double.NaN)
                    .forecasts(forecasts(t, fleet.agentsOf[b]))
                    .build();
            fleet.tell(b, new Event.RoundOpened(t, local));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant, and a plan has another
    void blocksThatTalkPlayAndBookWhatTheFleetInMemoryDoes(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, variant);
            int[][] blocks = run.random.nextBoolean()
                    ? MachineFleet.ones(run.n)
                    : MachineFleet.blocks(run.n, 1 + run.random.nextInt(Math.min(run.n, 4)), run.random);
            MachineFleet fleet = new MachineFleet(run.rules(), run.start, blocks);
            Foresight memory = inMemory(run);
            for (int t = 1; t <= ROUNDS; t++) {
                ForesightDecision decision = memory.decide(run.rounds.get(t - 1), run.forecasts(t, run.everybody()));
                for (int b = 0; b < blocks.length; b++) {
                    run.open(fleet, b, t);
                }
                fleet.settle(run.random);
                compare(run, fleet, t, decision, memory);
            }
        }
    }

    /** Killed when its actions were written down, and before it had heard what its neighbours play. */
    @Test
    void aBlockThatDiesAndComesBackPlaysAndBooksTheSame() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed, Variant.AUTO);
            MachineFleet fleet = new MachineFleet(run.rules(), run.start, MachineFleet.ones(run.n));
            Foresight memory = inMemory(run);
            for (int t = 1; t <= ROUNDS; t++) {
                ForesightDecision decision = memory.decide(run.rounds.get(t - 1), run.forecasts(t, run.everybody()));
                for (int b = 0; b < run.n; b++) {
                    run.open(fleet, b, t);
                }
                fleet.settle(run.random);
                restart(run, fleet, run.random.nextInt(run.n), t);
                String where = "seed " + seed + ", round " + t;
                assertThat(fleet.played(t, run.n, run.d)).as(where).isEqualTo(decision.actions());
                for (int b = 0; b < run.n; b++) {
                    int round = t;
                    List<Effect.Accounted> told = fleet.of(b, Effect.Accounted.class, a -> a.round() == round);
                    assertThat(told.get(told.size() - 1).accounts().get(0))
                            .as(where)
                            .isEqualTo(decision.account(b));
                }
            }
        }
    }

    /** A new life from the journal of the last round; its driver knows what that round was. */
    private static void restart(Run run, MachineFleet fleet, int b, int t) {
        List<Effect.Persist> written = fleet.of(b, Effect.Persist.class);
        Journal.Recovered recovered =
                Journal.recover(Journal.encode(written.get(written.size() - 1).snapshot()));
        fleet.machines[b] = new BlockMachine(
                run.rules(), fleet.agentsOf[b], recovered.snapshot().orElseThrow(), recovered.inDoubt());
        fleet.perform(b, fleet.machines[b].start());
        assertThat(fleet.of(b, Effect.Recall.class, recall -> recall.round() == t))
                .hasSize(1);
        LocalRound was = fleet.local(b, run.rounds.get(t - 1), run.recipe.iterations(), Double.NaN);
        fleet.tell(b, new Event.Recalled(t, was));
        fleet.tell(b, new Event.Nudge());
        fleet.settle(run.random);
    }

    private static Foresight inMemory(Run run) {
        return Foresight.builder(run.n)
                .start(run.start)
                .recipe(run.recipe)
                .window(run.window)
                .trust(run.trust)
                .build();
    }

    private static void compare(Run run, MachineFleet fleet, int t, ForesightDecision decision, Foresight memory) {
        String where = "seed " + run.seed + ", round " + t + ", " + Arrays.deepToString(fleet.agentsOf);
        assertThat(fleet.played(t, run.n, run.d)).as(where).isEqualTo(decision.actions());
        for (int b = 0; b < fleet.machines.length; b++) {
            Effect.Publish publish =
                    fleet.of(b, Effect.Publish.class, p -> p.round() == t).get(0);
            Effect.Accounted accounted =
                    fleet.of(b, Effect.Accounted.class, a -> a.round() == t).get(0);
            for (int row = 0; row < fleet.agentsOf[b].length; row++) {
                int i = fleet.agentsOf[b][row];
                Effect.Followed followed = Objects.requireNonNull(publish.followed());
                assertThat(followed.expert().of(row))
                        .as(where)
                        .isEqualTo(decision.expert().actions().of(i));
                assertThat(followed.planned().of(row))
                        .as(where)
                        .isEqualTo(decision.planned().of(i));
                assertThat(followed.gammas().get(row)).as(where).isEqualTo(decision.gamma(i));
                assertThat(accounted.accounts().get(row)).as(where).isEqualTo(decision.account(i));
                assertThat(followed.accounts().get(row))
                        .as(where)
                        .isLessThanOrEqualTo(decision.account(i) + 1e-9 * (1 + Math.abs(decision.account(i))));
            }
            assertThat(fleet.rejections(b)).as(where).isEmpty();
        }
        assertThat(fleet.booked(t, run.n, run.d))
                .as(where)
                .isEqualTo(memory.books().toArray());
    }

    /** An arc carries k + 2 actions an iteration, and what is played and the expert's action after the last. */
    @Test
    void planAndExpertTravelInOneMessage() {
        Rules rules = Rules.builder()
                .recipe(Recipe.standard(IterationRule.fixed(3)))
                .foresight(2, Trust.STANDARD)
                .build();
        MachineFleet fleet = new MachineFleet(rules, Actions.zero(2, 2), MachineFleet.ones(2));
        Round round = Round.builder(2, 2)
                .cost(0, Quadratic.alpha(1, 1, 2))
                .cost(1, Quadratic.alpha(1, 3, 4))
                .edge(0, 1)
                .build();
        fleet.open(1, round, IterationRule.fixed(3), Double.NaN);
        fleet.settle();
        assertThat(fleet.of(0, Effect.Tell.class).stream()
                        .map(tell -> tell.message().kind() + " "
                                + tell.message().numbers().size()))
                .containsExactly("OPENING 8", "SHOWN 8", "SHOWN 8", "PLAYED 4");
    }

    @Test
    void whoBelievesNothingPlaysWhatItsExpertDoes() {
        Run run = new Run(7, Variant.AUTO);
        MachineFleet ahead = new MachineFleet(run.rules(), run.start, MachineFleet.ones(run.n));
        MachineFleet plain =
                new MachineFleet(Rules.builder().recipe(run.recipe).build(), run.start, MachineFleet.ones(run.n));
        for (int t = 1; t <= ROUNDS; t++) {
            ahead.open(t, run.rounds.get(t - 1), run.recipe.iterations(), Double.NaN);
            plain.open(t, run.rounds.get(t - 1), run.recipe.iterations(), Double.NaN);
            ahead.settle();
            plain.settle();
            assertThat(ahead.played(t, run.n, run.d)).isEqualTo(plain.played(t, run.n, run.d));
        }
    }

    /** Forecasts come from anywhere: from a program that fails, or in another unit. */
    @Test
    void aForecastThatCannotBePlannedWithCostsNeitherTheExpertNorTheEdge() {
        HittingCost failing = new HittingCost() {
            @Override
            public int dimension() {
                return 1;
            }

            @Override
            public double at(double[] x) {
                return x[0] * x[0];
            }

            @Override
            public double mu() {
                return 2;
            }

            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                throw new IllegalStateException("the model is not there");
            }
        };
        for (HittingCost forecast : new HittingCost[] {failing, Quadratic.alpha(1e6, 1e30)}) {
            Recipe recipe = Recipe.standard(IterationRule.fixed(5));
            Rules rules =
                    Rules.builder().recipe(recipe).foresight(1, Trust.STANDARD).build();
            MachineFleet ahead = new MachineFleet(rules, Actions.zero(2, 1), MachineFleet.ones(2));
            MachineFleet plain =
                    new MachineFleet(Rules.builder().recipe(recipe).build(), Actions.zero(2, 1), MachineFleet.ones(2));
            for (int t = 1; t <= 2; t++) {
                Round round = Round.builder(2, 1)
                        .costs(Quadratic.alpha(1, t), Quadratic.alpha(1, 3))
                        .edge(0, 1)
                        .build();
                plain.open(t, round, recipe.iterations(), Double.NaN);
                plain.settle();
                for (int b = 0; b < 2; b++) {
                    Forecasts believed = Forecasts.builder(1)
                            .cost(0, 1, b == 0 ? forecast : round.cost(1))
                            .build();
                    ahead.tell(
                            b,
                            new Event.RoundOpened(
                                    t,
                                    ahead.localBuilder(b, round, recipe.iterations(), Double.NaN)
                                            .forecasts(believed)
                                            .build()));
                }
                ahead.settle();
                int now = t;
                assertThat(ahead.of(0, Effect.ForecastsFailed.class, failed -> failed.round() == now))
                        .hasSize(1);
                assertThat(ahead.played(t, 2, 1).of(0))
                        .isEqualTo(plain.played(t, 2, 1).of(0));
                for (int b = 0; b < 2; b++) {
                    assertThat(ahead.rejections(b)).isEmpty();
                    assertThat(ahead.of(b, Effect.RoundDone.class, done -> done.round() == now))
                            .containsExactly(new Effect.RoundDone(t, false));
                }
            }
        }
    }

    @Test
    void bothEndsOfAnEdgePlanTheSameRoundsWithTheSameTrust() {
        Run run = new Run(3, Variant.AUTO);
        MachineFleet fleet = new MachineFleet(run.rules(), run.start, MachineFleet.ones(run.n));
        Rules other = Rules.builder()
                .recipe(run.recipe)
                .foresight(run.window, new Trust(2 * run.trust.epsilon(), Trust.Account.OWN))
                .build();
        fleet.machines[0] = new BlockMachine(
                other, new int[] {0}, Snapshot.initial(MachineFleet.part(run.start, new int[] {0})), false);
        fleet.perform(0, fleet.machines[0].start());
        Round round = Round.builder(run.n, run.d)
                .costs(run.rounds.get(0).costs())
                .edge(0, 1)
                .build();
        fleet.open(1, round, run.recipe.iterations(), Double.NaN);
        fleet.settle();
        assertThat(fleet.of(0, Effect.EdgeRefused.class))
                .extracting(Effect.EdgeRefused::cause)
                .containsExactly(Disagreement.FORESIGHT);
        assertThat(fleet.of(1, Effect.EdgeRefused.class)).hasSize(1);
    }

    @Test
    void whatOnlyOnePlaceCanDoIsRefused() {
        assertThatThrownBy(() -> Rules.builder()
                        .recipe(Recipe.standard(IterationRule.accuracy(1e-3)))
                        .foresight(2, new Trust(0.5, Trust.Account.COMMON))
                        .build())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("account is common")
                .hasMessageContaining("iterations is");
    }
}
