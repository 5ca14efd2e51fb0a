package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * A cost that is +∞ outside a box: the actions an agent can take. An end may be infinite; low = high fixes a
 * coordinate. Immutable.
 *
 * <p>Any cost of this package can be boxed, and so can sums of them. Of a {@link HittingCost} of the user's only argmin
 * is known, which suffices in one dimension; in more it is refused.
 */
public final class Boxed extends Structured {

    private final HittingCost cost;
    private final double[] low;
    private final double[] high;
    private final Composite composite;

    private Boxed(HittingCost cost, double[] low, double[] high) {
        this.cost = cost;
        this.low = low;
        this.high = high;
        this.composite = Composite.of(cost).plus(Composite.box(low, high));
    }

    /** One dimension. */
    public static Boxed of(HittingCost cost, double low, double high) {
        return of(cost, new double[] {low}, new double[] {high});
    }

    /** As many dimensions as the cost has. */
    public static Boxed of(HittingCost cost, double[] low, double[] high) {
        Complaints complaints = new Complaints();
        Checks.needLength(complaints, "low", low.length, "cost", cost.dimension());
        Checks.needLength(complaints, "high", high.length, "cost", cost.dimension());
        needEnds(complaints, "low", low, Double.POSITIVE_INFINITY);
        needEnds(complaints, "high", high, Double.NEGATIVE_INFINITY);
        Checks.needOrder(complaints, low, high);
        Checks.needSound(complaints, "cost", cost);
        complaints.throwIfAny();
        Boxed boxed = new Boxed(cost, low.clone(), high.clone());
        boxed.composite.needSolvable(complaints);
        complaints.throwIfAny();
        boxed.composite.needDomain(complaints, boxed);
        complaints.throwIfAny();
        return boxed;
    }

    private static void needEnds(Complaints complaints, String where, double[] ends, double wrongInfinity) {
        for (int c = 0; c < ends.length; c++) {
            if (Double.isNaN(ends[c]) || ends[c] == wrongInfinity) {
                complaints.add(
                        where + "[" + c + "]",
                        "is " + ends[c],
                        "a number, or " + -wrongInfinity + " for no limit",
                        "give the limit of this coordinate");
            }
        }
    }

    /** What it costs inside the box. */
    public HittingCost inside() {
        return cost;
    }

    /** The lower end of a coordinate. */
    public double low(int coordinate) {
        return low[coordinate];
    }

    /** The upper end of a coordinate. */
    public double high(int coordinate) {
        return high[coordinate];
    }

    @Override
    public double at(double[] x) {
        for (int c = 0; c < low.length; c++) {
            if (!(x[c] >= low[c] && x[c] <= high[c])) {
                return Double.POSITIVE_INFINITY;
            }
        }
        return cost.at(x);
    }

    @Override
    Composite composite() {
        return composite;
    }

    @Override
    public OptionalInt numbers() {
        OptionalInt inner = cost.numbers();
        return inner.isPresent() ? OptionalInt.of(inner.getAsInt() + 2 * low.length) : inner;
    }

    @Override
    public String toString() {
        return "Boxed[" + cost + ", low=" + Arrays.toString(low) + ", high=" + Arrays.toString(high) + "]";
    }
}
