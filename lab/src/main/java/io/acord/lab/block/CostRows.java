package io.acord.lab.block;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The hitting costs of some rows as numbers: a task makes those of its own rows of them, and no others. Immutable.
 *
 * @param curvature of diagonal quadratics, d numbers a row; 0 for costs of other kinds
 * @param target of diagonal quadratics, d numbers a row
 * @param first where the numbers of each row begin, and where the last ends; empty if all are diagonal quadratics
 * @param others {@link CostNumbers} of the rows that are not
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record CostRows(double[] curvature, double[] target, int[] first, double[] others) {

    /**
     * The costs of some rows, of whom one may have none; null if some cost cannot be told by numbers, because it is
     * somebody's code.
     */
    public static @Nullable CostRows of(int d, @Nullable HittingCost[] costs) {
        double[] curvature = new double[Math.multiplyExact(costs.length, d)];
        double[] target = new double[curvature.length];
        int[] first = new int[costs.length + 1];
        CostNumbers others = new CostNumbers(d);
        boolean areColumns = true;
        for (int row = 0; row < costs.length; row++) {
            HittingCost cost = costs[row];
            first[row] = others.count();
            if (cost instanceof Quadratic f && f.isDiagonal()) {
                for (int c = 0; c < d; c++) {
                    curvature[row * d + c] = f.curvature(c, c);
                    target[row * d + c] = f.target(c);
                }
                continue;
            }
            areColumns = false;
            if (cost != null && !others.write(cost)) {
                return null;
            }
        }
        first[costs.length] = others.count();
        return new CostRows(curvature, target, areColumns ? new int[0] : first, others.toArray());
    }

    public void write(NumberFile.Writer out) throws IOException {
        out.numbers(curvature);
        out.numbers(target);
        out.numbers(first);
        out.numbers(others);
    }

    public static CostRows read(NumberFile.Reader in) throws IOException {
        return new CostRows(in.reals(), in.reals(), in.wholes(), in.reals());
    }

    /** The costs of the rows, all of whom have one. */
    public HittingCosts costs(int d) {
        if (first.length == 0) {
            return HittingCosts.ofFrozen(d, curvature, target);
        }
        HittingCost[] all = new HittingCost[first.length - 1];
        CostNumbers numbers = new CostNumbers(d, others);
        for (int row = 0; row < all.length; row++) {
            all[row] = isColumn(row, d) ? column(row, d) : numbers.read();
        }
        return HittingCosts.of(d, all);
    }

    private boolean isColumn(int row, int d) {
        return curvature[row * d] > 0;
    }

    private HittingCost column(int row, int d) {
        return Quadratic.diagonal(
                Arrays.copyOfRange(curvature, row * d, (row + 1) * d),
                Arrays.copyOfRange(target, row * d, (row + 1) * d));
    }

    /** What the rows have, each; null for one that has no cost here. */
    public @Nullable HittingCost[] each(int d) {
        @Nullable HittingCost[] all = new HittingCost[curvature.length / d];
        CostNumbers numbers = new CostNumbers(d, others);
        for (int row = 0; row < all.length; row++) {
            boolean isOther = first.length > 0 && first[row + 1] > first[row];
            all[row] = isColumn(row, d) ? column(row, d) : isOther ? numbers.read() : null;
        }
        return all;
    }
}
