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

/** The costs of a file; every repeat has the same. Immutable. */
final class FileCosts implements CostSource {

    private final List<String> names;
    private final int d;
    private final int horizon;
    private final boolean hold;
    private final int[] round; // of a line
    private final int[] first; // hold: lines of agent i are the ordered ones from first[i] to first[i + 1] − 1
    private final int @Nullable [] order; // lines by round and agent; hold: by agent and round. null: as they stand
    private final double[] flat; // α and v of a line
    private final @Nullable HittingCost[] others;
    private final List<String> times; // none if the file counts rounds

    FileCosts(
            List<String> names,
            int d,
            int horizon,
            boolean hold,
            int[] round,
            int[] first,
            int @Nullable [] order,
            double[] flat,
            @Nullable HittingCost[] others,
            List<String> times) {
        this.names = names;
        this.d = d;
        this.horizon = horizon;
        this.hold = hold;
        this.round = round;
        this.first = first;
        this.order = order;
        this.flat = flat;
        this.others = others;
        this.times = times;
    }

    @Override
    public List<String> times() {
        return times;
    }

    @Override
    public Optional<List<String>> names() {
        return names.isEmpty() ? Optional.empty() : Optional.of(names);
    }

    @Override
    public OptionalInt dimension() {
        return d == 0 ? OptionalInt.empty() : OptionalInt.of(d);
    }

    @Override
    public OptionalInt horizon() {
        return horizon == 0 ? OptionalInt.empty() : OptionalInt.of(horizon);
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
        int n = names.size();
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
        int n = names.size();
        HittingCost[] costs = new HittingCost[n];
        for (int i = 0; i < n; i++) {
            costs[i] = cost(line(i, t));
        }
        return costs;
    }

    /** The line of an agent that holds in round t. */
    private int line(int i, int t) {
        return hold ? held(i, t) : line((t - 1) * names.size() + i);
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
