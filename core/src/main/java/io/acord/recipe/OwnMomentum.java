package io.acord.recipe;

import java.util.Arrays;
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
            state; // per row: iterations since its start, whether that was a fresh one, steps uphill in a row; 0:
    // steady
    private boolean isWritten; // whether any state may not be 0

    OwnMomentum(int rows, int d) {
        this.d = d;
        this.state = new int[rows];
    }

    /** Another round begins: nobody has started afresh. */
    public final void begin() {
        if (isWritten) {
            Arrays.fill(state, 0);
            isWritten = false;
        }
    }

    public final int dimension() {
        return d;
    }

    /**
     * Writes what a row shows after an iteration. What is left over from another round is not read where k = 0.
     *
     * @param k how many iterations of the round the row has behind it
     * @param x x^{k+1}, d numbers
     * @param before x^k of all rows
     * @param shown y^k of all columns
     * @param next receives y^{k+1}
     */
    public abstract void show(int row, int k, double[] x, double[] before, double[] shown, double[] next);

    /**
     * The same for rows of one coordinate.
     *
     * @param k how many iterations of the round they have behind them
     * @param x holds x^k of the rows and receives x^{k+1}
     * @param shown y^k of all columns
     * @param next holds x^{k+1} of the rows and receives y^{k+1}
     * @param isAsked whether anybody asks for x^{k+1} in x; weights that need it themselves write it in any case
     */
    public abstract void show(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked);

    /**
     * The same for coordinates of rows of any length while all rows are of one age and each coordinate goes its way.
     *
     * @return whether that is so; otherwise nothing was done
     */
    public final boolean showSteadily(int from, int to, int k, double[] x, double[] shown, double[] next) {
        if (!isSteady(k)) {
            return false;
        }
        show(from, to, k, x, shown, next, true);
        return true;
    }

    /**
     * Whether all rows are of one age, k, and nobody need look which steps led uphill: only the last {@value #PATIENCE}
     * before a fresh start matter.
     */
    static boolean isSteady(int k) {
        return k <= STEADY - PATIENCE;
    }

    /**
     * How many iterations ago the row started afresh.
     *
     * @param k how many iterations of the round it has behind it
     * @param slope positive if the last step led uphill
     */
    final int pace(int row, int k, double slope) {
        if (isSteady(k)) {
            return k;
        }
        isWritten = true; // several threads may write it, all the same
        int before = state[row];
        int since = age(row, k);
        int started = before & STARTED;
        int steps = slope > 0 ? Math.min(PATIENCE, (before & (STARTED - 1)) + 1) : 0;
        if (steps == PATIENCE && (started != 0 || since >= STEADY)) {
            state[row] = 1 << AGE | STARTED;
            return 0;
        }
        state[row] = (since + 1) << AGE | started | steps;
        return since;
    }

    /**
     * Iterations since the row last started afresh.
     *
     * @param k how many it has behind it in this round
     */
    public final int age(int row, int k) {
        return state[row] == 0 ? k : state[row] >>> AGE;
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
