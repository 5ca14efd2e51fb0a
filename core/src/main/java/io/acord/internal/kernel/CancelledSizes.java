package io.acord.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * The size of numbers that nearly cancelled when the constants of a row were folded together, per row: what rounding
 * took of them cannot be seen in their sum any more. Takes memory only where that happened.
 */
final class CancelledSizes {

    /** A sum that is smaller than its terms by less has lost nothing that the constant of the bound does not cover. */
    static final double SLACK = 1.25;

    private final int rows;
    private double @Nullable [] sizes;

    CancelledSizes(int rows) {
        this.rows = rows;
    }

    /**
     * Takes note of a row.
     *
     * @param size of the terms, added up without their signs
     * @param sum what they added up to, without its sign
     */
    void note(int row, double size, double sum) {
        if (!isLost(size, sum)) {
            return;
        }
        double[] known = sizes;
        if (known == null) {
            known = new double[rows];
            sizes = known;
        }
        known[row] = size;
    }

    /** Whether terms of this size that add up to this little have lost what cannot be seen any more. */
    static boolean isLost(double size, double sum) {
        return size > SLACK * sum;
    }

    double of(int row) {
        double[] known = sizes;
        return known == null ? 0 : known[row];
    }
}
