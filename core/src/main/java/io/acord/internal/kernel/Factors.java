package io.acord.internal.kernel;

import io.acord.cost.HittingCost;

/**
 * The matrices of local problems of several coordinates: of quadratic costs factored once a round, then only solved.
 */
abstract class Factors {

    /** So many rows are computed at a time, from a multiple of it on. */
    static final int TOGETHER = 64;

    /**
     * Replaces the linear terms of rows of one {@link #TOGETHER} by the solutions.
     *
     * @param x d numbers a row, of all rows
     */
    abstract void solve(int from, int to, double[] x, Scratch scratch);

    /**
     * Takes the matrix of a row: its cost's curvature, if that is quadratic, and everything that pulls.
     *
     * @param isotropic the multiple of the identity in it
     * @param doubled β or 2β: how much the matrices of the edges count
     * @return the largest sum of the sizes in a row of the matrix
     */
    abstract double take(int row, HittingCost cost, double isotropic, double doubled);

    /** Factors the matrix of a row; false if it is not positive definite. */
    abstract boolean factor(int row);

    /**
     * The same for one row.
     *
     * @param x its d numbers
     */
    abstract void solve(int row, double[] x, Scratch scratch);

    /** Writes the curvature of what pulls at a row whose cost is not quadratic. */
    abstract void copyPull(int row, double[] into);
}
