package io.acord.internal.kernel;

import io.acord.cost.HittingCosts;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.OwnMomentum;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.List;
import java.util.Objects;

/**
 * Hindsight sweeps (theory 12.2) over rounds of scalar quadratics, in flat arrays. A sweep is an iteration of
 * {@link Variant#AUTO} in which every agent solves all rounds together: its local problem is tridiagonal in time, and
 * is factored once for all sweeps. Graph, β and weights may change from round to round. Mutable; one thread.
 */
public final class ScalarWindow {

    private final List<Stage> stages;
    private final int n;
    private final double[][] constant; // what a right hand side has whatever neighbours show
    private final double[][] inverse; // of the pivots
    private final double[][] carried; // b of a round over the pivot of the round before
    private final double[] beta;

    /**
     * One round, as it lies in a window.
     *
     * @param block of its coupling, in the order of agents
     */
    public record Stage(Round round, Block block, Actions played) {

        /** Whether a window can have this round: actions are numbers, and all costs are c/2 (x − v)². */
        public static boolean fits(Round round) {
            return round.dimension() == 1 && round.costs().areColumns();
        }

        /** Closes the round in books, with these actions instead of what was played. */
        public void close(double[] x, Books books) {
            HittingCosts costs = round.costs();
            int[] firstArc = block.firstArc();
            int[] column = block.column();
            double[] weight = block.weight();
            double[] offset = block.offset();
            double beta = round.beta();
            for (int i = 0; i < x.length; i++) {
                double pull = 0;
                double squared = 0;
                for (int arc = firstArc[i]; arc < firstArc[i + 1]; arc++) {
                    double apart = x[i] - x[column[arc]] - (offset == null ? 0 : offset[arc]);
                    double weighted = weight == null ? apart : weight[arc] * apart;
                    pull += weighted;
                    squared += weighted * apart;
                }
                double c = costs.curvature(i, 0);
                double off = x[i] - costs.target(i, 0);
                double paid = 0.5 * c * off * off + beta / 4 * squared;
                books.close(i, round.switchingWeight(i), c, paid, x[i], c * off + beta * pull);
            }
        }
    }

    /**
     * Makes a window ready for sweeps.
     *
     * @param before books that were closed up to the round before the first of these
     */
    public ScalarWindow(Books before, List<Stage> stages) {
        this.stages = List.copyOf(stages);
        this.n = stages.get(0).round().agents();
        int count = stages.size();
        this.constant = new double[count][n];
        this.inverse = new double[count][n];
        this.carried = new double[count][n];
        this.beta = new double[count];
        for (int t = 0; t < count; t++) {
            prepare(t, before);
        }
    }

    private void prepare(int t, Books before) {
        Stage stage = stages.get(t);
        Round round = stage.round();
        HittingCosts costs = round.costs();
        beta[t] = round.beta();
        double[] weightSum = stage.block().weightSum();
        double[] offsetPull = stage.block().offsetPull();
        Round next = t + 1 < stages.size() ? stages.get(t + 1).round() : null;
        for (int i = 0; i < n; i++) {
            double b = round.switchingWeight(i);
            double c = costs.curvature(i, 0);
            double pull = c * costs.target(i, 0) + (offsetPull == null ? 0 : beta[t] * offsetPull[i]);
            double whole = c + 2 * beta[t] * weightSum[i] + (next == null ? 0 : next.switchingWeight(i));
            if (t == 0) {
                double hold = before.hold(i, b);
                pull += hold * before.centre(i, 0);
                whole += hold;
            } else {
                carried[t][i] = b * inverse[t - 1][i];
                whole += b - b * carried[t][i];
            }
            constant[t][i] = pull;
            inverse[t][i] = 1 / whole;
        }
    }

    /**
     * Improves what was played in all rounds together.
     *
     * @return the actions of every round, one number an agent
     */
    public double[][] sweep(int sweeps) {
        int count = stages.size();
        double[][] shown = new double[count][];
        double[][] next = new double[count][n];
        NeighborSums[] sums = new NeighborSums[count];
        OwnMomentum[] paces = new OwnMomentum[count];
        for (int t = 0; t < count; t++) {
            Stage stage = stages.get(t);
            boolean isKnown = t > 0 && stages.get(t - 1).block() == stage.block();
            sums[t] = isKnown ? sums[t - 1] : new NeighborSums(stage.block());
            paces[t] = Objects.requireNonNull(Variant.AUTO.ownMomentum(n, 1), "auto has a momentum of its own");
            shown[t] = stage.played().toArray();
        }
        Scratch scratch = new Scratch(1);
        for (int k = 0; k < sweeps; k++) {
            for (int t = 0; t < count; t++) {
                sums[t].write(0, n, shown[t], next[t], scratch);
                double[] self = stages.get(t).block().weightSum();
                addUp(n, beta[t], constant[t], self, shown[t], next[t]);
                if (t > 0) {
                    carry(n, carried[t], next[t - 1], next[t]);
                }
            }
            for (int t = count - 1; t >= 0; t--) {
                if (t + 1 < count) {
                    solve(n, inverse[t], carried[t + 1], next[t + 1], next[t]);
                } else {
                    solve(n, inverse[t], next[t]);
                }
            }
            if (k + 1 == sweeps) {
                return next;
            }
            for (int t = 0; t < count; t++) {
                paces[t].show(0, n, k, next[t], shown[t], next[t], false);
            }
            double[][] last = shown;
            shown = next;
            next = last;
        }
        return shown;
    }

    /** Σ_j w_ij y_j becomes what the local problem is pulled by. */
    private static void addUp(int n, double beta, double[] constant, double[] self, double[] shown, double[] next) {
        for (int i = 0; i < n; i++) {
            next[i] = constant[i] + beta * (self[i] * shown[i] + next[i]);
        }
    }

    private static void carry(int n, double[] carried, double[] before, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] += carried[i] * before[i];
        }
    }

    private static void solve(int n, double[] inverse, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] *= inverse[i];
        }
    }

    private static void solve(int n, double[] inverse, double[] carried, double[] after, double[] into) {
        for (int i = 0; i < n; i++) {
            into[i] = inverse[i] * into[i] + carried[i] * after[i];
        }
    }
}
