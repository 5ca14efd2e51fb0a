package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.ejml.simple.SimpleMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpaceTimeTest {

    private static List<Round> rounds(RandomRun run) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= run.horizon(); t++) {
            rounds.add(run.round(t));
        }
        return rounds;
    }

    private static FlatRound[] flat(List<Round> rounds) {
        FlatRound[] flat = rounds.stream().map(FlatRound::of).toArray(FlatRound[]::new);
        Arrays.stream(flat).forEach(FlatRound::findMinimizers);
        return flat;
    }

    private static Coupling[] couplings(List<Round> rounds) {
        return rounds.stream().map(Round::coupling).toArray(Coupling[]::new);
    }

    private static int[] array(Set<Integer> set) {
        return set.stream().mapToInt(i -> i).toArray();
    }

    private static void assertClose(double[] x, double[] expected, double accuracy) {
        assertThat(x).hasSameSizeAs(expected);
        double size = Arrays.stream(expected).map(Math::abs).max().orElse(0);
        for (int c = 0; c < x.length; c++) {
            assertThat(x[c]).as("number %d", c).isCloseTo(expected[c], within(accuracy * Math.max(size, 1e-3)));
        }
    }

    /** One scratch for all problems, as LPC uses it. */
    private static final SpaceTime PROBLEM = new SpaceTime(1);

    @ParameterizedTest(name = "d = {0}, {1}, changing {2}")
    @CsvSource({
        "1, QUADRATIC, false",
        "1, QUADRATIC, true",
        "3, QUADRATIC, false",
        "3, QUADRATIC, true",
        "1, ANY, false",
        "1, ANY, true",
        "3, ANY, true"
    })
    void somePeopleOverSomeRoundsAreSolvedAsTheObviousSolverSolvesThem(int d, Costs costs, boolean changing) {
        for (int seed = 1; seed <= 25; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(7);
            RandomRun run = new RandomRun(seed, n, d, 1 + random.nextInt(4), costs, changing);
            List<Round> rounds = rounds(run);
            Set<Integer> free = new TreeSet<>(Set.of(random.nextInt(n)));
            Set<Integer> pinned = new TreeSet<>();
            Set<Integer> unwatched = new TreeSet<>();
            for (int i = 0; i < n; i++) {
                int fate = random.nextInt(6);
                if (free.contains(i) || fate < 3) {
                    free.add(i);
                    if (fate == 1) {
                        unwatched.add(i);
                    }
                } else if (fate == 3) {
                    pinned.add(i);
                }
            }
            double[] lambda = random.doubles(n, 0.3, 1).toArray();
            boolean[] without = new boolean[free.size()];
            int at = 0;
            for (int i : free) {
                without[at++] = unwatched.contains(i);
            }
            Patch patch = new Patch.Maker(n).make(array(free), without, array(pinned), couplings(rounds));
            PROBLEM.pose(flat(rounds), patch, run.start().toArray(), lambda);
            double[] x = new double[PROBLEM.unknowns()];
            PROBLEM.guess(x);
            PROBLEM.solve(x);

            List<Map<Integer, double[]>> expected = new ObviousSolver(rounds, run.start())
                    .lambda(lambda)
                    .among(free, unwatched, pinned)
                    .minimizer();
            double[] flat = expected.stream()
                    .flatMap(round -> round.values().stream())
                    .flatMapToDouble(Arrays::stream)
                    .toArray();
            assertClose(x, flat, costs == Costs.QUADRATIC ? 1e-11 : 1e-9);

            int place = random.nextInt(free.size());
            double[] one = new double[d];
            PROBLEM.solveFor(place, one, 0);
            assertClose(one, Arrays.copyOfRange(x, place * d, (place + 1) * d), 1e-12);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, QUADRATIC", "2, QUADRATIC", "1, ANY", "2, ANY"})
    void theValueIsWhatTheRoundsCharge(int d, Costs costs) {
        for (int seed = 1; seed <= 20; seed++) {
            RandomRun run = new RandomRun(seed, 5, d, 3, costs, true);
            SpaceTime problem = new SpaceTime(1);
            List<Round> rounds = rounds(run);
            problem.pose(
                    flat(rounds), Patch.whole(couplings(rounds)), run.start().toArray(), null);
            double[] x = new double[problem.unknowns()];
            problem.guess(x);
            problem.solve(x);
            List<Actions> actions = new ArrayList<>();
            for (int t = 0; t < 3; t++) {
                actions.add(Actions.flat(d, Arrays.copyOfRange(x, t * 5 * d, (t + 1) * 5 * d)));
            }
            double paid = run.cost(actions);
            assertThat(problem.value(x)).isCloseTo(paid, within(1e-12 * paid));
            assertThat(problem.certificate(x)).isBetween(0.0, 1e-12 * paid);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void theCertificateBoundsTheGapOfAnyPointOfAQuadraticProblem(int d) {
        for (int seed = 1; seed <= 20; seed++) {
            RandomRun run = new RandomRun(seed, 6, d, 3, Costs.QUADRATIC, false);
            List<Round> rounds = rounds(run);
            SpaceTime problem = new SpaceTime(1);
            problem.pose(
                    flat(rounds), Patch.whole(couplings(rounds)), run.start().toArray(), null);
            double[] best = new double[problem.unknowns()];
            problem.solve(best);
            double[] x = best.clone();
            Random random = new Random(seed);
            for (int c = 0; c < x.length; c++) {
                x[c] += random.nextGaussian();
            }
            double gap = problem.value(x) - problem.value(best);
            assertThat(gap).isPositive();
            assertThat(problem.certificate(x)).isGreaterThanOrEqualTo(gap);
        }
    }

    /** Nearly everybody knows somebody far away, so that for large n a direct solve is too long. */
    private static Coupling wide(int n, int d, Random random, boolean matrices) {
        Coupling.Builder builder = Coupling.builder(n, d);
        for (int i = 0; i < n; i++) {
            builder.edge(i, (i + 1) % n, matrices ? random.nextDouble() + 0.5 : 1);
        }
        for (int i = 0; i < n / 2 - 1; i++) {
            if (matrices) {
                builder.edge(i, i + n / 2, new double[][] {random.doubles(d).toArray()});
            } else {
                builder.edge(i, i + n / 2);
            }
        }
        return builder.build();
    }

    /** Steep costs now and then, as the paper draws them. */
    private static List<Round> spiky(int n, int d, int horizon, Coupling coupling, Random random) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= horizon; t++) {
            Round.Builder round = Round.builder(n, d).coupling(coupling).beta(50);
            for (int i = 0; i < n; i++) {
                double alpha = random.nextDouble() + 0.01 + (random.nextDouble() < 0.3 ? Math.pow(2, t + 10) : 0);
                round.cost(i, Quadratic.alpha(alpha, random.doubles(d, -10, 10).toArray()));
            }
            rounds.add(round.build());
        }
        return rounds;
    }

    @ParameterizedTest
    @CsvSource({"1, 300, 2, false", "1, 200, 3, true", "3, 120, 1, false", "3, 60, 2, true"})
    void conjugateGradientsAgreeWithADenseSolver(int d, int n, int horizon, boolean matrices) {
        Random random = new Random(n);
        Coupling coupling = wide(n, d, random, matrices);
        List<Round> rounds = spiky(n, d, horizon, coupling, random);
        Actions start = Actions.zero(n, d);
        SpaceTime problem = new SpaceTime(1);
        problem.pose(flat(rounds), Patch.whole(couplings(rounds)), start.toArray(), null);
        double[] x = new double[problem.unknowns()];
        ConjugateGradients gradients = new ConjugateGradients(problem, x);
        gradients.run(1);
        assertClose(x, dense(problem), 1e-11);
        assertThat(problem.certificate(x)).isLessThan(1e-14 * problem.value(x));
        assertThat(problem.isStopped()).isFalse();
    }

    /** The whole matrix, column by column from residuals: A e_c = r(0) − r(e_c). */
    private static double[] dense(SpaceTime problem) {
        int n = problem.unknowns();
        int d = problem.d;
        SimpleMatrix a = new SimpleMatrix(n, n);
        double[] zero = new double[n];
        double[] r0 = new double[d];
        double[] r = new double[d];
        double[] b = new double[n];
        for (int node = 0; node < problem.nodes; node++) {
            problem.residual(zero, node / problem.m, node % problem.m, r0);
            System.arraycopy(r0, 0, b, node * d, d);
        }
        for (int c = 0; c < n; c++) {
            double[] unit = new double[n];
            unit[c] = 1;
            int column = c / d;
            for (int node : touching(problem, column)) {
                problem.residual(unit, node / problem.m, node % problem.m, r);
                for (int k = 0; k < d; k++) {
                    a.set(node * d + k, c, b[node * d + k] - r[k]);
                }
            }
        }
        return a.solve(new SimpleMatrix(n, 1, true, b)).getDDRM().getData();
    }

    private static Set<Integer> touching(SpaceTime problem, int node) {
        Set<Integer> touching = new TreeSet<>(Set.of(node));
        int tau = node / problem.m;
        int a = node % problem.m;
        Graph graph = problem.rounds[tau].coupling.graph();
        for (int arc = graph.firstArc(a); arc < graph.endArc(a); arc++) {
            touching.add(tau * problem.m + graph.neighbor(arc));
        }
        if (tau > 0) {
            touching.add(node - problem.m);
        }
        if (tau + 1 < problem.k) {
            touching.add(node + problem.m);
        }
        return touching;
    }

    @ParameterizedTest
    @CsvSource({"1, QUADRATIC", "3, QUADRATIC", "1, ANY", "2, ANY"})
    void threadsDoNotChangeABit(int d, Costs costs) {
        int n = 9000;
        Random random = new Random(5);
        Coupling coupling = wide(n, d, random, d > 1);
        List<Round> rounds = new ArrayList<>();
        for (Round round : spiky(n, d, 2, coupling, random)) {
            Round.Builder builder = Round.builder(n, d).coupling(coupling).beta(3);
            for (int i = 0; i < n; i++) {
                HittingCost cost = round.cost(i);
                builder.cost(i, costs == Costs.ANY && i % 3 == 0 ? new DisguisedCost(cost) : cost);
            }
            rounds.add(builder.build());
        }
        double[] first = null;
        for (int threads : new int[] {1, 2, 3}) {
            SpaceTime problem = new SpaceTime(threads);
            problem.pose(flat(rounds), Patch.whole(couplings(rounds)), new double[n * d], null);
            double[] x = new double[problem.unknowns()];
            problem.solve(x);
            assertThat(problem.certificate(x)).isLessThan(1e-9 * problem.value(x));
            assertThat(problem.isStopped()).isFalse();
            assertThat(problem.iterations()).isPositive();
            first = first == null ? x : first;
            assertThat(x).isEqualTo(first);
        }
    }

    @ParameterizedTest
    @CsvSource({"QUADRATIC, 1000", "ANY, 3000"})
    void strongCouplingTakesTheRootOfTheConditionNumberInIterations(Costs costs, int most) {
        int n = 2000;
        Random random = new Random(2);
        Round.Builder ring = Round.builder(n, 1).beta(1000);
        for (int i = 0; i < n; i++) {
            HittingCost cost = Quadratic.alpha(0.05, 10 * random.nextGaussian());
            ring.cost(i, costs == Costs.ANY ? new DisguisedCost(cost) : cost).edge(i, (i + 1) % n);
        }
        for (int i = 0; i < n / 2 - 1; i++) {
            ring.edge(i, i + n / 2, 0.001);
        }
        Round round = ring.build();
        SpaceTime problem = new SpaceTime(1);
        problem.pose(new FlatRound[] {FlatRound.of(round)}, Patch.whole(round.coupling()), new double[n], null);
        problem.solve(new double[n]);
        assertThat(problem.isStopped()).isFalse();
        assertThat(problem.iterations()).isBetween(1, most);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void quadraticsInDisguiseAreSolvedLikeQuadratics(int d) {
        RandomRun run = new RandomRun(11, 30, d, 4, Costs.QUADRATIC, true);
        List<Round> rounds = rounds(run);
        List<Round> disguised = new ArrayList<>();
        for (Round round : rounds) {
            double[] b = new double[30];
            Arrays.setAll(b, round::switchingWeight);
            Round.Builder builder = Round.builder(30, d)
                    .coupling(round.coupling())
                    .beta(round.beta())
                    .switchingWeights(b);
            for (int i = 0; i < 30; i++) {
                builder.cost(i, new DisguisedCost(round.cost(i)));
            }
            disguised.add(builder.build());
        }
        Patch patch = Patch.whole(couplings(rounds));
        SpaceTime problem = new SpaceTime(1);
        problem.pose(flat(rounds), patch, run.start().toArray(), null);
        double[] x = new double[problem.unknowns()];
        problem.solve(x);
        problem.pose(flat(disguised), patch, run.start().toArray(), null);
        double[] y = new double[problem.unknowns()];
        problem.guess(y);
        problem.solve(y);
        assertClose(y, x, 1e-11);
    }

    @Test
    void anAgentThatNothingHoldsStaysWhereItIs() {
        Round round = Round.builder(2, 1)
                .cost(0, Quadratic.alpha(1, 4))
                .cost(1, Quadratic.alpha(1, -4))
                .switchingWeights(1, 0)
                .build();
        Patch patch =
                new Patch.Maker(2).make(new int[] {0, 1}, new boolean[] {false, true}, new int[0], round.coupling());
        SpaceTime problem = new SpaceTime(1);
        problem.pose(new FlatRound[] {FlatRound.of(round)}, patch, new double[] {1, 7}, null);
        double[] x = new double[2];
        problem.solve(x);
        assertClose(x, new double[] {3, 7}, 1e-12);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whatACostThrowsReachesTheCaller(int threads) {
        int n = 3000;
        HittingCost broken = new HittingCost() {
            @Override
            public int dimension() {
                return 1;
            }

            @Override
            public double at(double[] x) {
                return 0;
            }

            @Override
            public double mu() {
                return 1;
            }

            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                throw new IllegalStateException("no idea");
            }
        };
        Round.Builder withBroken = Round.builder(n, 1);
        for (int i = 0; i < n; i++) {
            withBroken.cost(i, i == n - 1 ? broken : Quadratic.alpha(1, 0));
        }
        Round round = withBroken.build();
        SpaceTime problem = new SpaceTime(threads);
        problem.pose(new FlatRound[] {FlatRound.of(round)}, Patch.whole(round.coupling()), new double[n], null);
        assertThatThrownBy(() -> problem.solve(new double[n])).hasMessage("no idea");
    }
}
