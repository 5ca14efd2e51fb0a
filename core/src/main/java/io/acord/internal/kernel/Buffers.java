package io.acord.internal.kernel;

import io.acord.recipe.OwnMomentum;
import io.acord.recipe.Variant;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Arrays that whoever plays one round after the other keeps from one to the next: large ones take longer to make, and
 * to be written zeros into, than to use. What is in them is left over from before, so that who takes one writes all of
 * it. Mutable; of one round at a time.
 */
public final class Buffers {

    private double[][] kept = new double[8][];
    private int taken;
    private @Nullable OwnMomentum momentum;
    private @Nullable Variant momentumOf;
    private int momentumRows;
    private @Nullable Scratch scratch;

    /** A round begins: what the one before took may be taken again. */
    public void begin() {
        taken = 0;
    }

    /** An array of this length, with anything in it. */
    double[] take(int length) {
        if (taken == kept.length) {
            kept = Arrays.copyOf(kept, 2 * taken);
        }
        double[] known = kept[taken];
        if (known == null || known.length != length) {
            known = new double[length];
            kept[taken] = known;
        }
        taken++;
        return known;
    }

    /** What the thread that plays the rounds needs to solve rows. */
    Scratch scratch(int d) {
        Scratch known = scratch;
        if (known == null || known.point.length != d) {
            known = new Scratch(d);
            scratch = known;
        }
        return known;
    }

    /** {@link Variant#ownMomentum} at the beginning of a round. */
    @Nullable
    OwnMomentum momentum(Variant variant, int rows, int d) {
        OwnMomentum known = momentum;
        if (known != null && momentumOf == variant && momentumRows == rows && known.dimension() == d) {
            return known;
        }
        momentum = variant.ownMomentum(rows, d);
        momentumOf = variant;
        momentumRows = rows;
        return momentum;
    }
}
