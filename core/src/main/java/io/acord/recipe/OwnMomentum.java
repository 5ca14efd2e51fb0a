package io.acord.recipe;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

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

    final int d;
    private final int rows;
    private final AtomicReference<double @Nullable []> states =
            new AtomicReference<>(); // per row; made when first asked for

    OwnMomentum(int rows, int d) {
        this.rows = rows;
        this.d = d;
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
    public final void show(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked) {
        int looked = STEADY - PATIENCE + 1;
        if (k < looked) {
            stepTogether(from * d, to * d, k, x, shown, next, isAsked);
            return;
        }
        double[] own = states();
        if (k == looked) {
            Arrays.fill(own, from, to, k);
        }
        stepEach(from, to, own, x, shown, next, isAsked);
    }

    private double[] states() {
        double[] known = states.get();
        if (known != null) {
            return known;
        }
        double[] made = new double[rows];
        double[] others = states.compareAndExchange(null, made);
        return others == null ? made : others;
    }

    /** Whether {@link #show} needs x^k of the rows; otherwise x may be any array, and receives what is asked for. */
    public boolean needsActions() {
        return true;
    }

    /** {@link #show} of numbers from .. to − 1 while all rows are of one age, k: each goes its way. */
    abstract void stepTogether(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked);

    /**
     * {@link #show} of rows, each of its own age.
     *
     * @param states of all rows, to be {@link #turned}
     */
    abstract void stepEach(
            int from, int to, double[] states, double[] x, double[] shown, double[] next, boolean isAsked);

    /**
     * The state of a row after an iteration: the iterations since its start, this one included, and a half if the step
     * led uphill. Whether it did is as good as a coin, which no processor foresees, so it is not asked but counted
     * with, and in doubles, of which the compiler takes several at a time.
     *
     * @param before its state before
     * @param slope more than 0 if the step led uphill
     */
    static double turned(double before, double slope) {
        double isUphill = Math.min(1, Math.max(0, slope * LARGE * LARGE));
        double age = age(before);
        double isFresh = isUphill * (2 * (before - age));
        return age * (1 - isFresh) + 1 + (isUphill - isFresh) / 2;
    }

    /** The iterations since a start, of a state. */
    static double age(double state) {
        return Math.floor(state);
    }

    private static final double LARGE = 0x1p600; // twice, it makes the smallest number that there is larger than 1

    /**
     * Iterations since the row last started afresh.
     *
     * @param k how many it has behind it in this round
     */
    public final int age(int row, int k) {
        double[] known = states.get();
        return known == null || k <= STEADY ? k : (int) age(known[row]);
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
