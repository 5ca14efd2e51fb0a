package io.acord.lab.data;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
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
        return this::round;
    }

    private HittingCost[] round(int t) {
        int n = names.size();
        HittingCost[] costs = new HittingCost[n];
        for (int i = 0; i < n; i++) {
            costs[i] = cost(hold ? held(i, t) : line((t - 1) * n + i));
        }
        return costs;
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
