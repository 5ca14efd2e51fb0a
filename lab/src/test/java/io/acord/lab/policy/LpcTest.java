package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.DisguisedCost;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.ObviousSolver;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.optimum.SpaceTime;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LpcTest {

    /** Hops between all pairs, by relaxing until nothing changes. */
    private static int[][] distances(Graph graph) {
        int n = graph.agents();
        int[][] hops = new int[n][n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                hops[i][j] = i == j ? 0 : graph.edgeBetween(i, j) >= 0 ? 1 : 1_000_000;
            }
        }
        for (int via = 0; via < n; via++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    hops[i][j] = Math.min(hops[i][j], hops[i][via] + hops[via][j]);
                }
            }
        }
        return hops;
    }

    /** What agent i does by the definition (theory 9.4). */
    private static double[] byDefinition(List<Round> window, Actions before, int i, int radius, LpcBoundary boundary) {
        int[] hops = distances(window.get(0).graph())[i];
        Set<Integer> inner = new TreeSet<>();
        Set<Integer> outer = new TreeSet<>();
        for (int j = 0; j < hops.length; j++) {
            if (hops[j] < radius) {
                inner.add(j);
            } else if (hops[j] == radius) {
                outer.add(j);
            }
        }
        Set<Integer> all = new TreeSet<>(inner);
        all.addAll(outer);
        ObviousSolver problem = new ObviousSolver(window, before);
        switch (boundary) {
            case FULL -> problem.among(all, Set.of(), Set.of());
            case LITERAL -> problem.among(all, outer, Set.of());
            case PINNED -> problem.among(inner, Set.of(), outer);
        }
        double[] x = problem.minimizer().get(0).get(i);
        assertThat(x).isNotNull();
        return x == null ? new double[0] : x;
    }

    @ParameterizedTest(name = "r = {0}, k = {1}, {2}, {3}")
    @CsvSource({
        "1, 1, FULL, QUADRATIC",
        "2, 1, FULL, QUADRATIC",
        "1, 3, FULL, QUADRATIC",
        "2, 2, FULL, QUADRATIC",
        "1, 1, LITERAL, QUADRATIC",
        "2, 1, LITERAL, QUADRATIC",
        "1, 3, LITERAL, QUADRATIC",
        "3, 2, LITERAL, QUADRATIC",
        "1, 1, PINNED, QUADRATIC",
        "2, 1, PINNED, QUADRATIC",
        "1, 3, PINNED, QUADRATIC",
        "2, 2, PINNED, QUADRATIC",
        "1, 1, FULL, ANY",
        "2, 2, FULL, ANY",
        "1, 2, LITERAL, ANY",
        "2, 2, LITERAL, ANY",
        "1, 2, PINNED, ANY",
        "2, 1, PINNED, ANY",
        "9, 9, FULL, QUADRATIC",
        "9, 2, LITERAL, QUADRATIC",
        "9, 2, PINNED, ANY"
    })
    void everyAgentPlaysWhatTheDefinitionSays(int radius, int window, LpcBoundary boundary, Costs costs) {
        for (int seed = 1; seed <= (costs == Costs.ANY ? 6 : 14); seed++) {
            int d = seed % 3 == 0 ? 3 : 1;
            RandomRun run = new RandomRun(seed, d == 1 ? 8 : 5, d, 4, costs, seed % 2 == 0);
            List<Move> moves = Plays.play(new Lpc("lpc", radius, window, boundary, 0), run);
            for (int t = 1; t <= 4; t++) {
                Actions before = Plays.before(run, moves, t);
                for (int i = 0; i < run.agents(); i++) {
                    double[] expected = byDefinition(Plays.rounds(run, t, t + window - 1), before, i, radius, boundary);
                    Plays.assertClose(
                            "seed " + seed + ", round " + t + ", agent " + i,
                            moves.get(t - 1).actions().of(i),
                            expected,
                            costs == Costs.ANY ? 1e-8 : 1e-11);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void lpcThatSeesEverybodyIsTheMyopicOptimum(int d) {
        for (int seed = 1; seed <= 10; seed++) {
            RandomRun run = new RandomRun(seed, 6, d, 3, Costs.QUADRATIC, seed % 2 == 0);
            List<Actions> lpc = Plays.actions(Plays.play(new Lpc("lpc", 6, 1, LpcBoundary.FULL, 0), run));
            List<Actions> myopic = Plays.actions(Plays.play(new Myopic("myopic"), run));
            for (int t = 0; t < 3; t++) {
                Plays.assertClose(
                        "round " + t, lpc.get(t).toArray(), myopic.get(t).toArray(), 1e-12);
            }
        }
    }

    @Test
    void lpcThatSeesEverybodyAndEverythingIsTheHindsightOptimum() {
        for (int seed = 1; seed <= 10; seed++) {
            RandomRun run = new RandomRun(seed, 5, 2, 4, Costs.QUADRATIC, false);
            List<Actions> lpc = Plays.actions(Plays.play(new Lpc("lpc", 5, 4, LpcBoundary.FULL, 0), run));
            List<Actions> opt = Plays.actions(Plays.play(new Opt("opt"), run));
            for (int t = 0; t < 4; t++) {
                Plays.assertClose("round " + t, lpc.get(t).toArray(), opt.get(t).toArray(), 1e-11);
            }
        }
    }

    /** Two cliques and a ring: some see their whole component. */
    private static RandomRun cliques() {
        Coupling.Builder edges = Coupling.builder(16, 1);
        for (int i = 0; i < 4; i++) {
            for (int j = i + 1; j < 4; j++) {
                edges.edge(i, j).edge(4 + i, 4 + j);
            }
        }
        for (int i = 0; i < 8; i++) {
            edges.edge(8 + i, 8 + (i + 1) % 8);
        }
        Coupling coupling = edges.build();
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            Round.Builder round = Round.builder(16, 1).coupling(coupling).beta(7);
            for (int i = 0; i < 16; i++) {
                round.cost(i, Quadratic.alpha(0.1 + (i * 5 + t) % 9, (i * 11 + t * 3) % 13 - 6));
            }
            rounds.add(round.build());
        }
        return new RandomRun(Actions.zero(16, 1), rounds);
    }

    @Test
    void sharingASolveGivesTheBitsOfSolvingAlone() {
        RandomRun run = cliques();
        Coupling coupling = run.round(1).coupling();
        int[][] hops = distances(coupling.graph());
        for (int radius : new int[] {1, 2, 4}) {
            Move move = Plays.play(new Lpc("lpc", radius, 1, LpcBoundary.FULL, 0), run)
                    .get(0);
            for (int i = 0; i < 16; i++) {
                int[] hopsOfI = hops[i];
                int r = radius;
                int[] members =
                        IntStream.range(0, 16).filter(j -> hopsOfI[j] <= r).toArray();
                Patch patch = new Patch.Maker(16).make(members, null, new int[0], coupling);
                SpaceTime problem = new SpaceTime(1);
                problem.pose(new FlatRound[] {FlatRound.of(run.round(1))}, patch, new double[16], null);
                double[] alone = new double[1];
                problem.solveFor(patch.placeOf(i), alone, 0);
                assertThat(move.actions().get(i)).isEqualTo(alone[0]);
            }
        }
    }

    @Test
    void noiseConcernsLaterRoundsOnly() {
        RandomRun run = new RandomRun(4, 6, 1, 4, Costs.ANY, false);
        assertThat(Plays.play(new Lpc("lpc", 1, 1, LpcBoundary.FULL, 3), run))
                .isEqualTo(Plays.play(new Lpc("lpc", 1, 1, LpcBoundary.FULL, 0), run));
        List<Actions> noisy = Plays.actions(Plays.play(new Lpc("lpc", 1, 2, LpcBoundary.FULL, 3), run));
        List<Actions> exact = Plays.actions(Plays.play(new Lpc("lpc", 1, 2, LpcBoundary.FULL, 0), run));
        assertThat(noisy.get(0)).isNotEqualTo(exact.get(0));
        List<Actions> hardly = Plays.actions(Plays.play(new Lpc("lpc", 1, 2, LpcBoundary.FULL, 1e-9), run));
        for (int t = 0; t < 4; t++) {
            Plays.assertClose(
                    "round " + t, hardly.get(t).toArray(), exact.get(t).toArray(), 1e-7);
        }
    }

    @ParameterizedTest
    @EnumSource(Costs.class)
    void aRoundThatHasComeIsKnownAsItIs(Costs costs) {
        for (int seed = 1; seed <= 5; seed++) {
            RandomRun run = new RandomRun(seed, 6, 1, 4, costs, false);
            List<Move> moves = Plays.play(new Lpc("lpc", 1, 3, LpcBoundary.FULL, 2), run);
            Actions before = Plays.before(run, moves, 4); // in the last round there is nothing left to predict
            for (int i = 0; i < 6; i++) {
                double[] expected = byDefinition(Plays.rounds(run, 4, 4), before, i, 1, LpcBoundary.FULL);
                Plays.assertClose("agent " + i, moves.get(3).actions().of(i), expected, 1e-8);
            }
        }
    }

    @Test
    void anotherSeedBringsOtherNoise() {
        RandomRun run = new RandomRun(4, 6, 1, 3, Costs.QUADRATIC, false);
        Setting setting = Plays.setting(run, 1);
        Setting other = new Setting(6, 1, 3, setting.lambdaRule(), setting.seed() + 1, 1);
        Lpc lpc = new Lpc("lpc", 1, 3, LpcBoundary.FULL, 0.5);
        assertThat(Plays.play(lpc, run, setting)).isNotEqualTo(Plays.play(lpc, run, other));
    }

    private static RandomRun disguised(RandomRun run) {
        List<Round> rounds = new ArrayList<>();
        for (Round round : Plays.rounds(run, 1, run.horizon())) {
            double[] b = new double[run.agents()];
            Arrays.setAll(b, round::switchingWeight);
            Round.Builder builder = Round.builder(run.agents(), run.dimension())
                    .coupling(round.coupling())
                    .beta(round.beta())
                    .switchingWeights(b);
            for (int i = 0; i < run.agents(); i++) {
                builder.cost(i, new DisguisedCost(round.cost(i)));
            }
            rounds.add(builder.build());
        }
        return new RandomRun(run.start(), rounds);
    }

    @ParameterizedTest
    @CsvSource({"1, FULL", "3, FULL", "1, PINNED", "3, PINNED"})
    void everyKindOfCostIsMistakenAlike(int d, LpcBoundary boundary) {
        for (int seed = 1; seed <= 5; seed++) {
            RandomRun run = new RandomRun(seed, 5, d, 3, Costs.QUADRATIC, false);
            Lpc lpc = new Lpc("lpc", 1, 3, boundary, 0.7);
            List<Actions> quadratic = Plays.actions(Plays.play(lpc, run));
            List<Actions> general = Plays.actions(Plays.play(lpc, disguised(run)));
            for (int t = 0; t < 3; t++) {
                Plays.assertClose(
                        "round " + t, general.get(t).toArray(), quadratic.get(t).toArray(), 1e-9);
            }
        }
    }

    /** The same count agent by agent: what i has to be told about each j of its neighbourhood. */
    private static long[] countedOneByOne(
            RandomRun run, int t, int radius, int window, LpcBoundary boundary, double noise, boolean newGraph) {
        int d = run.dimension();
        int[][] hops = distances(run.round(t).graph());
        int last = Math.min(t + window - 1, run.horizon());
        boolean newRound = t + window - 1 <= run.horizon();
        long messages = 0;
        long numbers = 0;
        for (int i = 0; i < run.agents(); i++) {
            for (int j = 0; j < run.agents(); j++) {
                if (i == j || hops[i][j] > radius) {
                    continue;
                }
                long costs = 0;
                long rounds = 0;
                for (int tau = t; tau <= last; tau++) {
                    if (newGraph || (newRound && tau == last) || (noise > 0 && tau == t)) {
                        costs += run.round(tau).cost(j).numbers().orElse(0);
                        rounds++;
                    }
                }
                boolean rim = hops[i][j] == radius;
                long content = costs + d;
                if (rim && boundary == LpcBoundary.LITERAL) {
                    content = d;
                } else if (rim && boundary == LpcBoundary.PINNED) {
                    content = rounds * d;
                }
                numbers += content;
                messages += content > 0 ? 1 : 0;
            }
            Coupling before = null;
            for (int tau = t; tau <= last; tau++) {
                Coupling coupling = run.round(tau).coupling();
                boolean heard = newGraph || (newRound && tau == last && tau > t);
                for (int e = 0;
                        heard && coupling != before && e < coupling.graph().edges();
                        e++) {
                    int a = coupling.graph().tail(e);
                    int b = coupling.graph().head(e);
                    boolean within = hops[i][a] <= radius && hops[i][b] <= radius && a != i && b != i;
                    boolean bothPinned = boundary == LpcBoundary.PINNED && hops[i][a] == radius && hops[i][b] == radius;
                    if (within && !bothPinned) {
                        numbers += (coupling.isIsotropic(e) ? 1 : d * d) + (coupling.hasOffsets() ? d : 0);
                    }
                }
                before = coupling;
            }
        }
        return new long[] {messages, 8 * numbers};
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, FULL, 0",
        "2, 1, FULL, 0",
        "1, 3, FULL, 0",
        "2, 2, LITERAL, 0",
        "2, 2, PINNED, 0",
        "1, 1, PINNED, 0",
        "9, 2, FULL, 0",
        "1, 3, FULL, 0.1",
        "9, 3, PINNED, 0.1"
    })
    void trafficIsOneMessageForEveryOtherAgentOfEveryNeighbourhood(
            int radius, int window, LpcBoundary boundary, double noise) {
        for (int seed = 1; seed <= 12; seed++) {
            RandomRun run = disguised(new RandomRun(seed, 7, 1 + seed % 2, 5, Costs.QUADRATIC, seed % 3 == 0));
            List<Move> moves = Plays.play(new Lpc("lpc", radius, window, boundary, noise), run);
            for (int t = 1; t <= 5; t++) {
                boolean newGraph =
                        t == 1 || run.round(t).coupling() != run.round(t - 1).coupling();
                long[] expected = countedOneByOne(run, t, radius, window, boundary, noise, newGraph);
                assertThat(moves.get(t - 1).traffic().messages()).isEqualTo(expected[0]);
                assertThat(moves.get(t - 1).traffic().bytes()).isEqualTo(expected[1]);
                assertThat(moves.get(t - 1).iterations()).isZero();
            }
        }
    }

    @Test
    void farSeeingAgentsDoNotSlowALongPathDown() {
        // 400 agents that see 30 hops: a direct solve whose rows stay short
        int n = 400;
        List<Round> rounds = new ArrayList<>();
        Round.Builder path = Round.builder(n, 1).beta(50);
        for (int i = 0; i < n; i++) {
            path.cost(i, Quadratic.alpha(0.5 + i % 3, i % 7));
            if (i > 0) {
                path.edge(i - 1, i);
            }
        }
        rounds.add(path.build());
        RandomRun run = new RandomRun(Actions.zero(n, 1), rounds);
        Actions far = Plays.play(new Lpc("lpc", 60, 1, LpcBoundary.FULL, 0), run)
                .get(0)
                .actions();
        Actions myopic = Plays.play(new Myopic("myopic"), run).get(0).actions();
        Plays.assertClose("path", far.toArray(), myopic.toArray(), 1e-3); // influence decays with distance
    }
}
