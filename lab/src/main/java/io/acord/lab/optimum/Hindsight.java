package io.acord.lab.optimum;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What would have been best, had the future been known.
 *
 * @param optimum Cost_OPT[1, T]
 * @param actions of the rounds 1 .. T, paying {@code optimum.upperBound()}
 */
public record Hindsight(HindsightOptimum optimum, List<Actions> actions) {

    /** A bracket within this, relative to the cost, is a solution. */
    private static final double SOLVED = 1e-9;

    /** Sums of squares this small, relative to those of the actions, are rounding. */
    private static final double ROUNDING = 1e-26;

    public Hindsight {
        actions = List.copyOf(actions);
    }

    /**
     * Solves a whole run.
     *
     * @throws io.acord.input.BadInputException if the heap cannot hold it
     */
    public static Hindsight solve(Instance instance, int threads) {
        OptimumSize.of(instance).checkFits(Runtime.getRuntime().maxMemory());
        return solve(instance.start(), instance.horizon(), instance::round, threads);
    }

    /**
     * Solves the rounds 1 .. horizon.
     *
     * @param start x_0
     * @param rounds asked for 1, 2, … in turn
     */
    public static Hindsight solve(Actions start, int horizon, IntFunction<Round> rounds, int threads) {
        FlatRound[] window = new FlatRound[horizon];
        for (int t = 1; t <= horizon; t++) {
            window[t - 1] = FlatRound.of(rounds.apply(t));
        }
        Coupling[] couplings = Arrays.stream(window).map(FlatRound::coupling).toArray(Coupling[]::new);
        SpaceTime problem = new SpaceTime(threads);
        problem.pose(window, Patch.whole(couplings), start.toArray(), null);
        double[] x = new double[problem.unknowns()];
        problem.guess(x);
        problem.solve(x);
        return new Hindsight(optimum(problem, x), actions(start, horizon, x));
    }

    private static HindsightOptimum optimum(SpaceTime problem, double[] x) {
        double cost = problem.value(x);
        double certificate = problem.certificate(x);
        if (certificate <= SOLVED * Math.abs(cost) + ROUNDING * energy(problem, x)) {
            return new HindsightOptimum.Solved(cost);
        }
        double atLeast = Math.max(cost - certificate, leastHitting(problem.rounds));
        String why = problem.isStopped()
                ? problem.iterations() + " iterations came no nearer than a certificate of " + certificate
                : "local solves are only good for a certificate of " + certificate;
        return new HindsightOptimum.Bracketed(Math.min(atLeast, cost), cost, why);
    }

    /** Σ curvature · x². */
    private static double energy(SpaceTime problem, double[] x) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            sum += problem.largestCurvature(c / problem.d) * x[c] * x[c];
        }
        return sum;
    }

    /** Σ min f, which nobody undercuts. */
    private static double leastHitting(FlatRound[] rounds) {
        double sum = 0;
        for (FlatRound round : rounds) {
            for (int i = 0; i < round.n; i++) {
                HittingCost cost = round.general(i);
                sum += cost == null ? 0 : cost.minimum();
            }
        }
        return sum;
    }

    private static List<Actions> actions(Actions start, int horizon, double[] x) {
        int numbers = x.length / horizon;
        List<Actions> actions = IntStream.range(0, horizon)
                .mapToObj(t -> Actions.flat(start.dimension(), Arrays.copyOfRange(x, t * numbers, (t + 1) * numbers)))
                .toList();
        return actions;
    }
}
