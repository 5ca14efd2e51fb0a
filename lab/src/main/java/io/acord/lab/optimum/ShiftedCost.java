package io.acord.lab.optimum;

import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import java.util.Arrays;
import java.util.OptionalInt;

/** f(x − s). Immutable. */
public final class ShiftedCost implements HittingCost {

    private final HittingCost cost;
    private final double[] shift;

    /** A cost whose minimiser lies elsewhere, by {@code shift}; a quadratic one stays quadratic, a boxed one boxed. */
    public static HittingCost of(HittingCost cost, double[] shift) {
        if (cost instanceof Boxed boxed) {
            // The box itself is moved: x − s of an action at its end may be outside by the last digit.
            double[] low = new double[shift.length];
            double[] high = new double[shift.length];
            Arrays.setAll(low, c -> boxed.low(c) + shift[c]);
            Arrays.setAll(high, c -> boxed.high(c) + shift[c]);
            return Boxed.of(of(boxed.inside(), shift), low, high);
        }
        if (!(cost instanceof Quadratic quadratic)) {
            return new ShiftedCost(cost, shift, 0);
        }
        int d = shift.length;
        double[] v = new double[d];
        double[][] q = new double[d][d];
        for (int r = 0; r < d; r++) {
            v[r] = quadratic.target(r) + shift[r];
            for (int c = 0; c < d; c++) {
                q[r][c] = quadratic.curvature(r, c);
            }
        }
        return Quadratic.matrix(q, v);
    }

    /** Takes s from {@code shifts}, beginning at {@code offset}. */
    ShiftedCost(HittingCost cost, double[] shifts, int offset) {
        this.cost = cost;
        this.shift = Arrays.copyOfRange(shifts, offset, offset + cost.dimension());
    }

    @Override
    public int dimension() {
        return shift.length;
    }

    @Override
    public double at(double[] x) {
        double[] u = x.clone();
        for (int c = 0; c < u.length; c++) {
            u[c] -= shift[c];
        }
        return cost.at(u);
    }

    @Override
    public double mu() {
        return cost.mu();
    }

    /** With u = x − s, ½ xᵀHx − bᵀx is ½ uᵀHu − (b − Hs)ᵀu up to a constant. */
    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        int d = shift.length;
        QuadraticPull moved = new QuadraticPull(d);
        for (int r = 0; r < d; r++) {
            double product = 0;
            for (int c = 0; c < d; c++) {
                moved.curvature()[r * d + c] = pull.curvature()[r * d + c];
                product += pull.curvature()[r * d + c] * shift[c];
            }
            moved.linear()[r] = pull.linear()[r] - product;
            x[r] -= shift[r];
        }
        double suboptimality = cost.argmin(moved, x);
        double[] u = x.clone();
        for (int c = 0; c < d; c++) {
            x[c] = shifted(u, c);
        }
        return suboptimality;
    }

    /** u + s of a coordinate, or the number next to it, where rounding would take it across the edge of a box. */
    private double shifted(double[] u, int c) {
        double sum = u[c] + shift[c];
        double[] back = u.clone();
        for (double near : new double[] {sum, Math.nextUp(sum), Math.nextDown(sum)}) {
            back[c] = near - shift[c];
            if (cost.at(back) < Double.POSITIVE_INFINITY) {
                return near;
            }
        }
        return sum;
    }

    @Override
    public OptionalInt numbers() {
        return cost.numbers();
    }

    @Override
    public String toString() {
        return cost + " shifted by " + Arrays.toString(shift);
    }
}
