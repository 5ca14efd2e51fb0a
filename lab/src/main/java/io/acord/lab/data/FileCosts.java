package io.acord.lab.data;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.lab.source.ColumnCosts;
import io.acord.lab.source.CostSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The costs of a file; every repeat has the same. Immutable.
 *
 * @param agents none if the file numbers them
 * @param d 0 if the file does not say
 * @param rounds 0 if there is no end
 * @param round of a line
 * @param first hold: lines of agent i are the ordered ones from first[i] to first[i + 1] − 1
 * @param order lines by round and agent; hold: by agent and round. null: as they stand
 * @param flat α and v of a line
 * @param times none if the file counts rounds
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record FileCosts(
        List<String> agents,
        int d,
        int rounds,
        boolean hold,
        int[] round,
        int[] first,
        int @Nullable [] order,
        double[] flat,
        @Nullable HittingCost[] others,
        List<String> times)
        implements CostSource {

    @Override
    public Optional<List<String>> names() {
        return agents.isEmpty() ? Optional.empty() : Optional.of(agents);
    }

    @Override
    public OptionalInt dimension() {
        return d == 0 ? OptionalInt.empty() : OptionalInt.of(d);
    }

    @Override
    public OptionalInt horizon() {
        return rounds == 0 ? OptionalInt.empty() : OptionalInt.of(rounds);
    }

    @Override
    public boolean holdsMissing() {
        return hold;
    }

    @Override
    public Costs costs(Size size, long seed) {
        if (others.length == 0) {
            ColumnCosts columns = this::columns;
            return columns;
        }
        return this::round;
    }

    private HittingCosts columns(int t) {
        int n = agents.size();
        double[] curvatures = new double[n * d];
        double[] v = new double[curvatures.length];
        for (int i = 0; i < n; i++) {
            int at = line(i, t) * (1 + d);
            Arrays.fill(curvatures, i * d, (i + 1) * d, 2 * flat[at]);
            System.arraycopy(flat, at + 1, v, i * d, d);
        }
        return HittingCosts.ofFrozen(d, curvatures, v);
    }

    private HittingCost[] round(int t) {
        int n = agents.size();
        HittingCost[] costs = new HittingCost[n];
        Arrays.setAll(costs, i -> cost(line(i, t)));
        return costs;
    }

    /** The line of an agent that holds in round t. */
    private int line(int i, int t) {
        return hold ? held(i, t) : line((t - 1) * agents.size() + i);
    }

    private int line(int k) {
        return order == null ? k : order[k];
    }

    /** The last line of an agent up to round t. */
    private int held(int i, int t) {
        int low = first[i]; // has round 1
        int high = first[i + 1];
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (round[line(middle)] <= t) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return line(low);
    }

    private HittingCost cost(int line) {
        HittingCost other = line < others.length ? others[line] : null;
        if (other != null) {
            return other;
        }
        int at = line * (1 + d);
        return Quadratic.alpha(flat[at], Arrays.copyOfRange(flat, at + 1, at + 1 + d));
    }
}
