package io.acord.constraint;

import java.util.OptionalInt;

/**
 * A closed convex set, not empty, known by its projection: what an agent can do. Implementations are immutable and safe
 * for use by several threads.
 */
public interface ConvexSet {

    /** d, the number of coordinates. */
    int dimension();

    /** Moves x to the point of the set that is nearest to it. */
    void project(double[] x);

    /** Whether x lies in the set, up to what rounding leaves of a projection. */
    default boolean contains(double[] x) {
        double[] nearest = x.clone();
        project(nearest);
        double far = 0;
        double size = 0;
        for (int c = 0; c < x.length; c++) {
            far = Math.max(far, Math.abs(x[c] - nearest[c]));
            size = Math.max(size, Math.max(Math.abs(x[c]), Math.abs(nearest[c])));
        }
        return far <= 64 * Math.ulp(size);
    }

    /** How many numbers describe the set to somebody else; empty if no finite number does. */
    default OptionalInt numbers() {
        return OptionalInt.empty();
    }
}
