package io.acord.lab.policy;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.cost.Sum;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.List;

/**
 * One action for everybody, so that nobody ever differs: argmin over a common x of Σ_i { f_i(x) + λ_i b_i/2 ‖x −
 * x_{i,t−1}‖² }. Its ratio has no bound (the paper's other naive approach).
 */
public record Consensus(String name) implements Policy {

    /** ADMM that is not done by then will not be. */
    private static final int MOST_SPLITS = 10_000;

    @Override
    public Sight sight() {
        return Sight.center();
    }

    @Override
    public Player start(Setting setting) {
        return outlook -> {
            double[] x = common(outlook.whole(), outlook.previous(), outlook.lambda(), outlook.round());
            return Actions.everybodyAt(outlook.agents(), x);
        };
    }

    /** Quadratic costs are part of the pull; the others are summed up. */
    private static double[] common(Round round, Actions previous, double[] lambda, int t) {
        int d = round.dimension();
        QuadraticPull pull = new QuadraticPull(d);
        List<HittingCost> others = new ArrayList<>();
        double[] mean = new double[d];
        for (int i = 0; i < round.agents(); i++) {
            pull.add(lambda[i] * round.switchingWeight(i), previous.of(i));
            if (round.cost(i) instanceof Quadratic quadratic) {
                quadratic.addCurvatureTo(pull.curvature(), 0);
                quadratic.addLinearTo(pull.linear(), 0);
            } else {
                others.add(round.cost(i));
            }
            for (int c = 0; c < d; c++) {
                mean[c] += previous.get(i, c) / round.agents();
            }
        }
        if (others.isEmpty()) {
            return minimizer(pull);
        }
        double[] x = mean;
        try {
            summedUp(others).argmin(pull, x);
        } catch (BadInputException unsupported) {
            if (d == 1) {
                throw nothingInCommon(t); // scalar costs of any kind can be summed up if they have a point in common
            }
            return splitting(others, pull, mean, t);
        }
        return x;
    }

    /** argmin of a positive definite pull alone. */
    private static double[] minimizer(QuadraticPull pull) {
        double[] h = pull.curvature().clone();
        double[] x = pull.linear().clone();
        if (!Symmetric.factor(h, 0, x.length)) {
            throw new AssertionError("a sum of positive definite quadratics is not positive definite");
        }
        Symmetric.solve(h, 0, x.length, x, 0);
        return x;
    }

    /** Pairs of pairs: adding one at a time would merge all breakpoints again and again. */
    private static HittingCost summedUp(List<HittingCost> costs) {
        List<HittingCost> left = costs;
        while (left.size() > 1) {
            List<HittingCost> pairs = new ArrayList<>();
            for (int k = 0; k + 1 < left.size(); k += 2) {
                pairs.add(Sum.of(left.get(k), left.get(k + 1)));
            }
            if (left.size() % 2 == 1) {
                pairs.add(left.get(left.size() - 1));
            }
            left = pairs;
        }
        return left.get(0);
    }

    /**
     * For costs that cannot be summed up: ADMM, x_i = argmin f_i + ρ/2 ‖x − z + u_i‖², z = argmin pull + Σ ρ/2 ‖x_i − z
     * + u_i‖², u_i += x_i − z, until everybody stands at z and z stands still.
     *
     * @throws BadInputException if that does not come to an end, as when no action is possible for all
     */
    private static double[] splitting(List<HittingCost> costs, QuadraticPull pull, double[] start, int t) {
        int d = start.length;
        double rho = 0;
        for (HittingCost cost : costs) {
            rho += cost.mu() / costs.size();
        }
        double[] z = start.clone();
        double[][] x = new double[costs.size()][];
        double[][] u = new double[costs.size()][d];
        for (int i = 0; i < x.length; i++) {
            x[i] = start.clone();
        }
        QuadraticPull one = new QuadraticPull(d);
        QuadraticPull all = new QuadraticPull(d);
        double[] target = new double[d];
        for (int k = 0; k < MOST_SPLITS; k++) {
            all.clear();
            System.arraycopy(pull.curvature(), 0, all.curvature(), 0, d * d);
            System.arraycopy(pull.linear(), 0, all.linear(), 0, d);
            for (int i = 0; i < x.length; i++) {
                one.clear();
                for (int c = 0; c < d; c++) {
                    target[c] = z[c] - u[i][c];
                }
                one.add(rho, target);
                costs.get(i).argmin(one, x[i]);
                for (int c = 0; c < d; c++) {
                    target[c] = x[i][c] + u[i][c];
                }
                all.add(rho, target);
            }
            double[] after = minimizer(all);
            double off = 0;
            double size = 0;
            for (int c = 0; c < d; c++) {
                off = Math.max(off, Math.abs(after[c] - z[c]));
                size = Math.max(size, Math.abs(after[c]));
                for (int i = 0; i < x.length; i++) {
                    off = Math.max(off, Math.abs(x[i][c] - after[c]));
                    u[i][c] += x[i][c] - after[c];
                }
            }
            z = after;
            if (off <= 1e-12 * size || off == 0) {
                return z;
            }
        }
        throw nothingInCommon(t);
    }

    private static BadInputException nothingInCommon(int t) {
        return Complaints.refuse(
                "consensus in round " + t,
                "finds no action for all",
                "hitting costs with a common finite point, because consensus plays one action for everybody",
                "drop consensus from the algorithms, or widen the boxes so that they overlap");
    }

    /** {@code consensus}. */
    public static final class Kind extends PolicyKind.Optionless {
        public Kind() {
            super("consensus", "one action for all: all costs of this round", Consensus::new);
        }
    }
}
