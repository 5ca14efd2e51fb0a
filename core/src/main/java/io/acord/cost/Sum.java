package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * The sum of some costs; its μ is the sum of theirs. Immutable.
 *
 * <p>Any costs of this package can be summed. Of a {@link HittingCost} of the user's only argmin is known: in one
 * dimension that and its values suffice; in more it can be summed with quadratics only, and is refused otherwise.
 */
public final class Sum extends Structured {

    private final HittingCost[] costs;
    private final Composite composite;

    private Sum(List<? extends HittingCost> costs) {
        this.costs = costs.toArray(new HittingCost[0]);
        this.composite =
                costs.stream().map(Composite::of).reduce(Composite::plus).orElseThrow();
    }

    public static Sum of(HittingCost... costs) {
        return of(Arrays.asList(costs));
    }

    public static Sum of(List<? extends HittingCost> costs) {
        Complaints complaints = new Complaints();
        if (costs.isEmpty()) {
            complaints.add(
                    "costs",
                    "is empty",
                    "at least one cost, because lambda1 needs mu > 0 and the sum of none has none",
                    "add a cost, or drop the agent if it has no preference");
        }
        for (int k = 1; k < costs.size(); k++) {
            Checks.needLength(
                    complaints,
                    "costs[" + k + "]",
                    costs.get(k).dimension(),
                    "costs[0]",
                    costs.get(0).dimension());
        }
        for (int k = 0; k < costs.size(); k++) {
            Checks.needSound(complaints, "costs[" + k + "]", costs.get(k));
        }
        complaints.throwIfAny();
        Sum sum = new Sum(costs);
        sum.composite.needSolvable(complaints);
        complaints.throwIfAny();
        sum.composite.needDomain(complaints, sum);
        complaints.throwIfAny();
        return sum;
    }

    /** What is summed, in its order. */
    public List<HittingCost> parts() {
        return List.of(costs);
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (HittingCost cost : costs) {
            sum += cost.at(x);
        }
        return sum;
    }

    @Override
    Composite composite() {
        return composite;
    }

    @Override
    public OptionalInt numbers() {
        int sum = 0;
        for (HittingCost cost : costs) {
            if (cost.numbers().isEmpty()) {
                return OptionalInt.empty();
            }
            sum += cost.numbers().getAsInt();
        }
        return OptionalInt.of(sum);
    }

    @Override
    public String toString() {
        return "Sum" + Arrays.toString(costs);
    }
}
