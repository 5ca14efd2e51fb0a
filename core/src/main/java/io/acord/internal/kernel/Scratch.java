package io.acord.internal.kernel;

import io.acord.cost.QuadraticPull;
import io.acord.theory.Books;
import org.jspecify.annotations.Nullable;

/** What one thread needs to solve one row at a time. */
public final class Scratch {
    final double[] point;
    final double[] sum;
    private double[] lanes = {};
    private @Nullable QuadraticPull pull;
    private @Nullable LookedAt look;
    private @Nullable Folded folded;
    private @Nullable StripLook strip;
    private BandSums.@Nullable Room bands;
    double rounding; // of the last residual
    double differences; // Σ ‖A_e(x_i − x_j − o_e)‖² of the row of the last residual

    /** Room for actions of d coordinates. */
    public Scratch(int d) {
        point = new double[d];
        sum = new double[d];
    }

    /** Room for a local problem, made when first asked for: quadratic ones, and long plans of them, do not need it. */
    QuadraticPull pull() {
        QuadraticPull known = pull;
        if (known == null) {
            known = new QuadraticPull(point.length);
            pull = known;
        }
        return known;
    }

    /** Room for this many numbers, made when first asked for: few graphs need it. */
    double[] lanes(int numbers) {
        if (lanes.length < numbers) {
            lanes = new double[numbers];
        }
        return lanes;
    }

    /** Room for what {@link Rows#look} finds, made when first asked for: single agents do not look at many rows. */
    LookedAt look() {
        LookedAt known = look;
        if (known == null) {
            known = new LookedAt(sum.length);
            look = known;
        }
        return known;
    }

    /** Room for rows that are opened, made when first asked for. */
    Folded folded() {
        Folded known = folded;
        if (known == null) {
            known = new Folded();
            folded = known;
        }
        return known;
    }

    /** Room for a strip that is looked at, made when first asked for: few graphs are cut. */
    StripLook strip() {
        StripLook known = strip;
        if (known == null) {
            known = new StripLook();
            strip = known;
        }
        return known;
    }

    /** Room for sums of rows with neighbours at the same distances, made when first asked for. */
    BandSums.Room bands() {
        BandSums.Room known = bands;
        if (known == null) {
            known = new BandSums.Room();
            bands = known;
        }
        return known;
    }

    /** So many rows are computed at a time from arrays of their own, which stay in a cache near the processor. */
    static final int WINDOW = 512;

    /** Where the window of a row ends. */
    static int windowEnd(int row) {
        return (row / WINDOW + 1) * WINDOW;
    }

    /**
     * A window of rows, looked at together; live arrays, the first row's numbers at 0. What is needed of all rows is
     * copied here first: the compiler computes several rows at a time only where all arrays are read at one index.
     */
    static final class LookedAt {
        final double[] residuals; // d a row
        final double[] roundings; // bounds on what rounding may have added to them
        final double[] differences; // Σ ‖A_e(x_i − x_j − o_e)‖²
        final double[] near = new double[WINDOW]; // x of a neighbour of each, then Σ w
        final double[] targets = new double[WINDOW]; // v, of rows in columns
        final double[] regularization = new double[WINDOW]; // λ_i b_i, of rows in columns
        final double[] certificates = new double[WINDOW];
        final Books.Window books = new Books.Window(WINDOW); // of rows in columns also x, x_{t−1} and μ, then h

        LookedAt(int d) {
            residuals = new double[WINDOW * d];
            roundings = new double[WINDOW];
            differences = new double[WINDOW];
        }
    }

    /** A window of rows whose constants are folded together; live arrays, the first row's numbers at 0. */
    static final class Folded {

        /** Fewer rows: their arrays are written over and over. */
        private static final int WINDOW = 256;

        final double[] curvatures = new double[WINDOW];
        final double[] targets = new double[WINDOW];
        final double[] regularization = new double[WINDOW]; // λ_i b_i
        final double[] previous = new double[WINDOW]; // x_{t−1}
        final double[] weightSum = new double[WINDOW];
        final double[] own = new double[WINDOW];
        final double[] gain = new double[WINDOW];
        final double[] total = new double[WINDOW];
        final double[] sizes = new double[WINDOW]; // of the terms of own
        final double[] extents = new double[WINDOW]; // how far numbers are from being tame

        /** Where the window of a row ends. */
        static int windowEnd(int row) {
            return (row / WINDOW + 1) * WINDOW;
        }
    }
}
