package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.lab.data.JsonCosts;
import io.acord.spark.store.Storage;
import java.io.IOException;
import java.util.Arrays;
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
            out.number(t);
            out.numbers(curvature);
            out.numbers(target);
            out.texts(texts);
            return out.finish();
        }
    }

    /** Reads a source; {@code name} is what complaints call it. */
    public static CostFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            CostFile read = new CostFile((int) in.number(), in.reals(), in.reals(), in.texts());
            in.end();
            return read;
        }
    }

    /** The costs of the rows. */
    public HittingCosts costs(int dimension) {
        if (texts.length == 0) {
            return HittingCosts.quadratics(dimension, curvature, target);
        }
        HittingCost[] costs = new HittingCost[texts.length];
        Complaints complaints = new Complaints();
        for (int row = 0; row < costs.length; row++) {
            String text = texts[row];
            HittingCost cost = text == null
                    ? Quadratic.diagonal(part(curvature, row, dimension), part(target, row, dimension))
                    : JsonCosts.read(text, complaints);
            if (cost != null) {
                costs[row] = cost;
            }
        }
        complaints.throwIfAny(); // looked at before anything was played
        return HittingCosts.of(dimension, costs);
    }

    private static double[] part(double[] numbers, int row, int d) {
        return Arrays.copyOfRange(numbers, row * d, (row + 1) * d);
    }
}
