package io.acord.recipe;

import java.util.function.BiConsumer;

/**
 * Momentum of which every row has its own: weights that grow with the iterations since the row last started afresh,
 * which it does after two steps in a row that led uphill, but not in the first {@value #STEADY} iterations of a round:
 * in iteration k a fresh start changes y^k, so whatever is proved of the weights holds for x^1 to x^13 as they are
 * played. Mutable, for the length of one round; rows are independent of each other.
 */
public abstract class OwnMomentum {

    /** Steps uphill in a row after which one starts afresh. */
    static final int PATIENCE = 2;

    /** The first iterations of a round, in which nobody starts afresh. */
    static final int STEADY = 12;

    private static final int STEPS = 2; // bits
    private static final int STARTED = 1 << STEPS; // a bit
    private static final int AGE = STEPS + 1; // where the iterations begin

    final int d;
    private final int[]
            state; // per row: iterations since its start, whether that was a fresh one, steps uphill in a row

    OwnMomentum(int rows, int d) {
        this.d = d;
        this.state = new int[rows];
    }

    /**
     * Writes y^k of a row.
     *
     * @param x x^k, d numbers
     * @param before x^{k−1} of all rows
     * @param shown y^{k−1} of all columns
     */
    public abstract void show(int row, double[] x, double[] before, double[] shown, double[] next);

    /**
     * Writes y^k of rows of one coordinate.
     *
     * @param x holds x^{k−1} of the rows and receives x^k
     * @param shown y^{k−1} of all columns
     * @param next holds x^k of the rows and receives y^k
     */
    public abstract void show(int from, int to, double[] x, double[] shown, double[] next);

    /**
     * How many iterations ago the row started afresh.
     *
     * @param slope positive if the last step led uphill
     */
    final int pace(int row, double slope) {
        int before = state[row];
        int since = before >>> AGE;
        int started = before & STARTED;
        int steps = slope > 0 ? Math.min(PATIENCE, (before & (STARTED - 1)) + 1) : 0;
        if (steps == PATIENCE && (started != 0 || since >= STEADY)) {
            state[row] = 1 << AGE | STARTED;
            return 0;
        }
        state[row] = (since + 1) << AGE | started | steps;
        return since;
    }

    /** Iterations since the row last started afresh. */
    public final int age(int row) {
        return state[row] >>> AGE;
    }

    /** The two weights of the first iterations after a start. Immutable. */
    static final class Weights {
        final double[] inertia;
        final double[] pull;

        Weights(int count, BiConsumer<double[], double[]> fill) {
            this.inertia = new double[count];
            this.pull = new double[count];
            fill.accept(inertia, pull);
        }
    }

    /** Weights as far as somebody has gone. For several threads, who may make the same numbers twice. */
    static final class WeightTable {
        private final BiConsumer<double[], double[]> fill;
        private volatile Weights known;

        WeightTable(BiConsumer<double[], double[]> fill) {
            this.fill = fill;
            this.known = new Weights(256, fill);
        }

        /** Weights of at least the iterations 0 to {@code now} since a start. */
        Weights upTo(int now) {
            Weights weights = known;
            if (now >= weights.inertia.length) {
                weights = new Weights(2 * now, fill);
                known = weights;
            }
            return weights;
        }
    }
}
