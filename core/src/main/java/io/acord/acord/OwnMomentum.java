package io.acord.acord;

/**
 * Momentum of which every row has its own: weights that grow with the iterations since the row last started afresh, which it does after two steps in a row that led uphill. Mutable, for the length of
 * one round; rows are independent of each other.
 */
abstract class OwnMomentum {

    /** Steps uphill in a row after which one starts afresh. */
    static final int PATIENCE = 2;

    final int d;
    private final int patience;
    private final int[] age; // iterations since the row started afresh
    private final byte[] uphill; // how many steps in a row

    OwnMomentum(int rows, int d, int patience) {
        this.d = d;
        this.patience = patience;
        this.age = new int[rows];
        this.uphill = new byte[rows];
    }

    /**
     * Writes y^k of a row.
     *
     * @param x x^k, d numbers
     * @param before x^{k−1} of all rows
     * @param shown y^{k−1} of all columns
     */
    abstract void show(int row, double[] x, double[] before, double[] shown, double[] next);

    /**
     * Writes y^k of rows of one coordinate.
     *
     * @param x holds x^{k−1} of the rows and receives x^k
     * @param shown y^{k−1} of all columns
     * @param next holds x^k of the rows and receives y^k
     */
    abstract void show(int from, int to, double[] x, double[] shown, double[] next);

    /**
     * How many iterations ago the row started afresh.
     *
     * @param slope positive if the last step led uphill
     */
    final int pace(int row, double slope) {
        int steps = slope > 0 ? uphill[row] + 1 : 0;
        int now = age[row];
        if (steps == patience) {
            steps = 0;
            now = 0;
        }
        uphill[row] = (byte) steps;
        age[row] = now + 1;
        return now;
    }

    /** The two weights of the first iterations after a start. Immutable. */
    static final class Weights {
        final double[] inertia;
        final double[] pull;

        Weights(double[] inertia, double[] pull) {
            this.inertia = inertia;
            this.pull = pull;
        }
    }
}
