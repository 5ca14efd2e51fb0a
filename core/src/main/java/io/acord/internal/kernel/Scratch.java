package io.acord.internal.kernel;

import io.acord.cost.QuadraticPull;
import org.jspecify.annotations.Nullable;

/** What one thread needs to solve one row at a time. */
public final class Scratch {
    final double[] point;
    final double[] sum;
    private double[] lanes = {};
    private @Nullable QuadraticPull pull;
    private @Nullable LookedAt look;
    private @Nullable StripLook strip;
    double rounding; // of the last residual
    double differences; // Σ ‖A_e(x_i − x_j − o_e)‖² of the row of the last residual

    Scratch(int d) {
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

    /** Room for a strip that is looked at, made when first asked for: few graphs are cut. */
    StripLook strip() {
        StripLook known = strip;
        if (known == null) {
            known = new StripLook();
            strip = known;
        }
        return known;
    }

    /** A window of rows, looked at together; live arrays. */
    static final class LookedAt {
        final double[] residuals; // d a row
        final double[] roundings; // bounds on what rounding may have added to them
        final double[] mu; // room for μ of these rows
        final double[] strange; // NaN where something is not finite, else 0
        final double[] differences; // Σ ‖A_e(x_i − x_j − o_e)‖²
        final double[] own; // room for x of these rows
        final double[] near; // room for x of a neighbour of each
        final double[] nearShown; // room for what it has shown

        LookedAt(int d) {
            residuals = new double[Runs.WINDOW * d];
            roundings = new double[Runs.WINDOW];
            differences = new double[Runs.WINDOW];
            mu = new double[Runs.WINDOW];
            strange = new double[Runs.WINDOW];
            own = new double[Runs.WINDOW];
            near = new double[Runs.WINDOW];
            nearShown = new double[Runs.WINDOW];
        }
    }
}
