package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.spark.store.Storage;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The hitting costs of one block in one round, made where its rows are. Immutable.
 *
 * @param curvature d numbers a row; 0 where a text tells the cost
 * @param target d numbers a row
 * @param texts the cost of each row as JSON, null for those that the numbers tell; empty: they tell all
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record CostFile(
        int t,
        double[] curvature,
        double[] target,
        @Nullable String[] texts) {

    private static final long MARK = 0x0001_7374736f63L; // "costs", version 1

    /** Writes the file; returns its checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            write(out);
            return out.finish();
        }
    }

    void write(NumberFile.Writer out) throws IOException {
        out.number(t);
        out.numbers(curvature);
        out.numbers(target);
        out.texts(texts);
    }

    static CostFile read(NumberFile.Reader in) throws IOException {
        return new CostFile((int) in.number(), in.reals(), in.reals(), in.texts());
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static CostFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            CostFile read = read(in);
            in.end();
            return read;
        }
    }

    /** The costs of the rows. */
    public HittingCosts costs(int dimension) {
        if (texts.length == 0) {
            return HittingCosts.quadratics(dimension, curvature, target);
        }
        @Nullable HittingCost[] each = each(dimension);
        HittingCost[] costs = new HittingCost[each.length];
        for (int row = 0; row < costs.length; row++) {
            costs[row] = Objects.requireNonNull(each[row]);
        }
        return HittingCosts.of(dimension, costs);
    }

    /** The cost of each row; null for one of whom neither numbers nor a text tell it. */
    @Nullable
    HittingCost[] each(int dimension) {
        @Nullable HittingCost[] costs = new HittingCost[curvature.length / dimension];
        Complaints complaints = new Complaints();
        for (int row = 0; row < costs.length; row++) {
            String text = texts.length == 0 ? null : texts[row];
            if (text != null) {
                costs[row] = JsonCosts.read(text, complaints);
            } else if (curvature[row * dimension] > 0) {
                costs[row] = Quadratic.diagonal(part(curvature, row, dimension), part(target, row, dimension));
            }
        }
        complaints.throwIfAny(); // looked at before anything was played
        return costs;
    }

    private static double[] part(double[] numbers, int row, int d) {
        return Arrays.copyOfRange(numbers, row * d, (row + 1) * d);
    }
}
