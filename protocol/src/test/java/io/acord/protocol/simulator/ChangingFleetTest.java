package io.acord.protocol.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.NamedFleet;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.simulator.MemberSimulation.Changes;
import io.acord.recipe.Recipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Members that join, leave and are replaced while the others play on, on simulated time. */
class ChangingFleetTest {

    private static final int ROUNDS = 45;
    private static final int MEMBERS = 6;

    private static Setting setting() {
        return RoundClockSimulationTest.setting(MEMBERS).withRounds(ROUNDS);
    }

    /** Two come, one after the other, and two of the first ones go; when, is for the seed to say. */
    private static Changes changes(long seed, long lag) {
        SplittableRandom random = new SplittableRandom(seed);
        long period = setting().period();
        long first = 5 * period + random.nextLong(10 * period);
        return new Changes(
                Map.of(4, first, 5, first + 5 * period + random.nextLong(10 * period)),
                Map.of(0, 12 * period + random.nextLong(20 * period), 2, 12 * period + random.nextLong(20 * period)),
                lag);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whereNothingIsLostTheActionsAreThoseOfAFleetInMemory(long seed) {
        List<MembershipRecord> members = MemberSimulation.run(seed, setting(), new Faults(), changes(seed, 1));
        for (MembershipRecord member : members) {
            assertThat(member.degradedRounds())
                    .as("seed %d, member of agent %d", seed, member.agents()[0])
                    .isZero();
        }
        assertThat(members.get(4).first()).isGreaterThan(3);
        assertThat(members.get(0).last()).isLessThan(ROUNDS);
        NamedFleet fleet = inMemory(seed, members);
        assertThat(atLeast(members, ROUNDS))
                .isEqualTo(((io.acord.Guarantee.Proven) fleet.guarantee()).optimumAtLeast(), within(1e-9));
    }

    private static org.assertj.core.data.Offset<Double> within(double share) {
        return org.assertj.core.data.Offset.offset(share);
    }

    /** Plays the same rounds in one place, and compares as it goes. */
    private static NamedFleet inMemory(long seed, List<MembershipRecord> members) {
        Setting setting = setting();
        NamedFleet.Builder builder = NamedFleet.builder(setting.dimension())
                .recipe(Recipe.of(
                        setting.rules().recipe().variant(),
                        setting.rules().recipe().from(),
                        setting.budget()));
        each(members, 1, agent -> builder.agent(Integer.toString(agent), new double[setting.dimension()]));
        NamedFleet fleet = builder.build();
        List<Round> rounds = MemberSimulation.rounds(seed, setting);
        for (int t = 1; t <= ROUNDS; t++) {
            for (MembershipRecord member : members) {
                for (int agent : member.agents()) {
                    if (t > 1 && member.isIn(t) && !member.isIn(t - 1)) {
                        fleet.join(Integer.toString(agent), new double[setting.dimension()]);
                    } else if (t > 1 && !member.isIn(t) && member.isIn(t - 1)) {
                        fleet.leave(Integer.toString(agent));
                    }
                }
            }
            Round round = rounds.get(t - 1);
            NamedFleet.NamedRound told = fleet.round().beta(round.beta());
            each(members, t, agent -> told.cost(Integer.toString(agent), round.cost(agent)));
            Graph graph = round.graph();
            for (int e = 0; e < graph.edges(); e++) {
                if (isIn(members, graph.tail(e), t) && isIn(members, graph.head(e), t)) {
                    told.edge(
                            Integer.toString(graph.tail(e)),
                            Integer.toString(graph.head(e)),
                            round.coupling().gram(e, 0, 0));
                }
            }
            told.decide();
            for (MembershipRecord member : members) {
                for (int row = 0; member.isIn(t) && row < member.agents().length; row++) {
                    assertThat(member.played(t).of(row))
                            .as("seed %d, round %d, agent %d", seed, t, member.agents()[row])
                            .containsExactly(fleet.action(Integer.toString(member.agents()[row])));
                }
            }
        }
        return fleet;
    }

    private static void each(List<MembershipRecord> members, int round, java.util.function.IntConsumer agents) {
        for (MembershipRecord member : members) {
            for (int k = 0; member.isIn(round) && k < member.agents().length; k++) {
                agents.accept(member.agents()[k]);
            }
        }
    }

    private static boolean isIn(List<MembershipRecord> members, int agent, int round) {
        return members.stream()
                .anyMatch(member -> member.isIn(round)
                        && java.util.Arrays.stream(member.agents()).anyMatch(one -> one == agent));
    }

    private static double atLeast(List<MembershipRecord> members, int round) {
        return members.stream().mapToDouble(member -> member.atLeast(round)).sum();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void whateverGoesWrongTheBooksProveNoMoreThanTheOptimumOfWhatWasCharged(long seed) {
        Faults faults = new Faults();
        faults.dropData = 0.1;
        faults.dropControl = 0.1;
        faults.duplicate = 0.1;
        faults.crash = seed % 2 == 0 ? 0.02 : 0;
        faults.torn = seed % 4 == 0;
        faults.cut = seed % 3 == 0 ? Faults.Cut.ONE : Faults.Cut.NONE;
        faults.cutFrom = 15;
        faults.cutRounds = seed % 3 == 0 ? 6 : 0;
        faults.lastRound = ROUNDS - 15;
        List<MembershipRecord> members = MemberSimulation.run(
                seed, setting(), faults, changes(seed, 3 * setting().period()));
        int closed = Math.min(
                ROUNDS,
                members.stream().mapToInt(MembershipRecord::closed).min().orElse(0));
        double optimum = Hindsight.cost(charged(seed, members, closed), played(members, closed), 100);
        assertThat(atLeast(members, closed))
                .as("seed %d, after round %d", seed, closed)
                .isLessThanOrEqualTo(optimum * (1 + 1e-9));
    }

    @Test
    void booksOfAQuietFleetThatChangesAreClosedToTheEnd() {
        List<MembershipRecord> members = MemberSimulation.run(7, setting(), new Faults(), changes(7, 1));
        assertThat(members).allMatch(member -> member.closed() == Integer.MAX_VALUE);
        double optimum = Hindsight.cost(charged(7, members, ROUNDS), played(members, ROUNDS), 300);
        assertThat(atLeast(members, ROUNDS)).isPositive().isLessThanOrEqualTo(optimum * (1 + 1e-9));
    }

    /**
     * The rounds with those who were there. Who has not come yet is nailed to where it will begin, who has gone pays
     * nothing: what is paid is what those pay who are there.
     */
    private static List<Round> charged(long seed, List<MembershipRecord> members, int until) {
        Setting setting = setting();
        int d = setting.dimension();
        List<Round> all = MemberSimulation.rounds(seed, setting);
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= until; t++) {
            Round whole = all.get(t - 1);
            Coupling.Builder coupling = Coupling.builder(setting.agents(), d);
            Graph graph = whole.graph();
            for (int e = 0; e < graph.edges(); e++) {
                if (isIn(members, graph.tail(e), t) && isIn(members, graph.head(e), t)) {
                    coupling.edge(graph.tail(e), graph.head(e), whole.coupling().gram(e, 0, 0));
                }
            }
            Round.Builder round = Round.builder(setting.agents(), d)
                    .coupling(coupling.build())
                    .beta(whole.beta());
            double[] b = new double[setting.agents()];
            for (MembershipRecord member : members) {
                for (int agent : member.agents()) {
                    boolean isYetToCome = !member.hasPlayed() || t < member.first();
                    b[agent] = isYetToCome || member.isIn(t) ? 1 : 0;
                    round.cost(
                            agent,
                            member.isIn(t)
                                    ? whole.cost(agent)
                                    : Quadratic.alpha(isYetToCome ? 1e12 : 1e-12, new double[d]));
                }
            }
            rounds.add(round.switchingWeights(b).build());
        }
        return rounds;
    }

    private static List<Actions> played(List<MembershipRecord> members, int until) {
        int d = setting().dimension();
        List<Actions> all = new ArrayList<>();
        for (int t = 1; t <= until; t++) {
            double[] flat = new double[setting().agents() * d];
            for (MembershipRecord member : members) {
                for (int row = 0; member.isIn(t) && row < member.agents().length; row++) {
                    member.played(t).copyTo(row, flat, member.agents()[row] * d);
                }
            }
            all.add(Actions.flat(d, flat));
        }
        return all;
    }
}
