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
    private static final int FRESH = 1 << AGE | STARTED; // after the iteration in which a row started afresh

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
     * Writes what the rows from .. to − 1 show after an iteration. What is left over from another round is not read
     * where k = 0. Several threads may share rows out among them.
     *
     * @param k how many iterations of the round they have behind them
     * @param x holds x^k of the rows and receives x^{k+1}
     * @param shown y^k of all columns
     * @param next holds x^{k+1} of the rows and receives y^{k+1}
     * @param isAsked whether anybody asks for x^{k+1} in x; weights that need it themselves write it in any case
     */
    public final void show(
            int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked, Paces paces) {
        if (isSteady(k)) {
            stepTogether(from * d, to * d, k, x, shown, next, isAsked);
            return;
        }
        isWritten = true; // several threads may write it, all the same
        int end;
        for (int start = from; start < to; start = end) {
            end = Math.min(to, start + Paces.WINDOW);
            writeSlopes(start, end, x, shown, next, paces.slopes);
            pace(start, end, k, paces);
            stepEach(start, end, paces.ages, x, shown, next, isAsked);
        }
    }

    /** Whether {@link #show} needs x^k of the rows; otherwise x may be any array, and receives what is asked for. */
    public boolean needsActions() {
        return true;
    }

    /** {@link #show} of numbers from .. to − 1 while all rows are of one age, k: each goes its way. */
    abstract void stepTogether(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked);

    /** {@link #show} of rows, each of its own age: the first of them has the first. */
    abstract void stepEach(int from, int to, int[] ages, double[] x, double[] shown, double[] next, boolean isAsked);

    /** Writes of each row what is positive if its last step led uphill, the first row's first. */
    abstract void writeSlopes(int from, int to, double[] x, double[] shown, double[] next, double[] slopes);

    /**
     * Whether all rows are of one age, k, and nobody need look which steps led uphill: only the last {@value #PATIENCE}
     * before a fresh start matter.
     */
    static boolean isSteady(int k) {
        return k <= STEADY - PATIENCE;
    }

    /** The largest of the first n numbers, 0 or more. */
    static int largest(int[] ages, int n) {
        int largest = 0;
        for (int i = 0; i < n; i++) {
            largest = Math.max(largest, ages[i]);
        }
        return largest;
    }

    /** How many iterations ago each of some rows started afresh, by the slopes of their last steps. */
    final void pace(int from, int to, int k, Paces paces) {
        int n = to - from;
        System.arraycopy(state, from, paces.states, 0, n);
        paces.turn(n, k);
        System.arraycopy(paces.states, 0, state, from, n);
    }

    /**
     * What one thread needs to tell the ages of many rows; live arrays, the first row's numbers at 0. Whether a step
     * led uphill is as good as a coin, which no processor foresees, so it is not asked but counted with.
     */
    public static final class Paces {

        /** So many rows at a time, in arrays that stay in the first-level cache. */
        static final int WINDOW = 256;

        final double[] slopes = new double[WINDOW];
        final int[] ages = new int[WINDOW];
        private final int[] states = new int[WINDOW];

        /** Slopes and states become ages and the states after them. */
        private void turn(int n, int k) {
            turn(n, k, slopes, states, ages);
        }

        private static void turn(int n, int k, double[] slopes, int[] states, int[] ages) {
            for (int i = 0; i < n; i++) {
                int before = states[i];
                int started = before & STARTED;
                int isSteady = (before - 1) >> 31; // all bits or none, as are all that follow
                int isUphill = (int) (Double.doubleToRawLongBits(0.0 - slopes[i]) >> 63);
                int since = (k & isSteady) | ((before >>> AGE) & ~isSteady);
                int steps = Math.min(PATIENCE, (before & (STARTED - 1)) + 1) & isUphill;
                int mayStart = ((STEADY - 1 - since) >> 31) | (-started >> 31);
                int isFresh = ((PATIENCE - 1 - steps) >> 31) & mayStart;
                ages[i] = since & ~isFresh;
                states[i] = (FRESH & isFresh) | (((since + 1) << AGE | started | steps) & ~isFresh);
            }
        }
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
