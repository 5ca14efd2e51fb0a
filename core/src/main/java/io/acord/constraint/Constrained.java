package io.acord.constraint;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import java.util.OptionalInt;

/**
 * A cost that is +∞ outside a convex set: the actions an agent can take. Of the cost nothing is asked but its argmin.
 * For boxes there is {@link io.acord.cost.Boxed}. Immutable.
 *
 * <p>A {@link Ball}, a {@link HalfSpace} and a {@link Simplex} are solved as exactly as the cost itself. Any other set
 * is approached by its projection, as far as {@link ProjectionSplitting} gets; what that leaves open is told by argmin,
 * and the certificate of a round accounts for it.
 */
public final class Constrained implements HittingCost {

    private final HittingCost cost;
    private final HittingCost inner; // what is minimised beside a multiplier
    private final ConvexSet set;

    private Constrained(HittingCost cost, HittingCost inner, ConvexSet set) {
        this.cost = cost;
        this.inner = inner;
        this.set = set;
    }

    public static Constrained of(HittingCost cost, ConvexSet set) {
        if (cost.dimension() != set.dimension()) {
            throw Complaints.refuse(
                    "set",
                    "has " + set.dimension() + " coordinates",
                    cost.dimension() + ", as the cost has",
                    "give both the same number of coordinates");
        }
        Constrained constrained = new Constrained(cost, within(cost, set), set);
        double[] x = new double[cost.dimension()];
        double left = constrained.argmin(new QuadraticPull(x.length), x);
        if (!Double.isFinite(left) || !Double.isFinite(constrained.at(x))) {
            throw Complaints.refuse(
                    "set",
                    "has no point, as far as can be found, at which the cost is finite",
                    "a set that meets the domain of the cost, because the agent has to act somewhere",
                    "enlarge one of them");
        }
        return constrained;
    }

    private static HittingCost within(HittingCost cost, ConvexSet set) {
        if (!(set instanceof SingleConstraint single)) {
            return cost;
        }
        try {
            return single.within(cost);
        } catch (BadInputException refused) {
            Complaints complaints = new Complaints();
            for (Complaint complaint : refused.complaints()) {
                complaints.add(
                        "cost in " + set + ", " + complaint.where(),
                        complaint.found(),
                        complaint.needed(),
                        complaint.fix());
            }
            complaints.throwIfAny();
            throw refused;
        }
    }

    /** What it costs inside the set. */
    public HittingCost inside() {
        return cost;
    }

    public ConvexSet set() {
        return set;
    }

    @Override
    public int dimension() {
        return cost.dimension();
    }

    @Override
    public double at(double[] x) {
        return set.contains(x) ? cost.at(x) : Double.POSITIVE_INFINITY;
    }

    @Override
    public double mu() {
        return cost.mu();
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        return set instanceof SingleConstraint single
                ? new MultiplierSearch(inner, single, pull).run(x)
                : new ProjectionSplitting(cost, set, pull).run(x);
    }

    @Override
    public OptionalInt numbers() {
        OptionalInt own = cost.numbers();
        OptionalInt more = set.numbers();
        return own.isPresent() && more.isPresent()
                ? OptionalInt.of(own.getAsInt() + more.getAsInt())
                : OptionalInt.empty();
    }

    @Override
    public String toString() {
        return "Constrained[" + cost + ", " + set + "]";
    }
}
