package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.lab.block.NumberFile;
import io.acord.lab.data.JsonCosts;
import io.acord.lab.store.Storage;
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

    /** Reads a source; {@code name} is what complaints call it. */
    public static CostFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            CostFile read = new CostFile((int) in.number(), in.reals(), in.reals(), in.texts());
            in.end();
            return read;
        }
    }

    /**
     * The costs of the rows of a source, each made when its text goes by: no more is held than they need themselves.
     *
     * @param name what complaints call the source
     */
    public static HittingCosts readCosts(Storage.Source source, String name, int dimension) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            Rows rows = Rows.read(in, dimension);
            in.end();
            return rows.costs();
        }
    }

    /**
     * Rows on their way from numbers and texts to costs, which count once the file has been read to its end. Scratch.
     */
    static final class Rows {
        private final int d;
        private final double[] curvature;
        private final double[] target;
        private final @Nullable HittingCost[] told; // by texts
        private final Complaints complaints = new Complaints();
        private boolean hasTexts;

        private Rows(int d, double[] curvature, double[] target) {
            this.d = d;
            this.curvature = curvature;
            this.target = target;
            this.told = new HittingCost[curvature.length / d];
        }

        static Rows read(NumberFile.Reader in, int d) throws IOException {
            in.number(); // the round
            Rows rows = new Rows(d, in.reals(), in.reals());
            rows.hasTexts = in.texts(rows::take) > 0;
            return rows;
        }

        private void take(int row, String text) {
            if (row < told.length) { // of a file that was changed there may be more
                told[row] = JsonCosts.read(text, complaints);
            }
        }

        private HittingCosts costs() {
            if (!hasTexts) {
                return HittingCosts.ofFrozen(d, curvature, target);
            }
            @Nullable HittingCost[] each = each();
            HittingCost[] costs = new HittingCost[each.length];
            for (int row = 0; row < costs.length; row++) {
                costs[row] = Objects.requireNonNull(each[row]);
            }
            return HittingCosts.of(d, costs);
        }

        /** The cost of each; null for one of whom neither numbers nor a text tell it. */
        @Nullable
        HittingCost[] each() {
            complaints.throwIfAny(); // looked at before anything was played
            for (int row = 0; row < told.length; row++) {
                if (told[row] == null && curvature[row * d] > 0) {
                    told[row] = Quadratic.diagonal(
                            Arrays.copyOfRange(curvature, row * d, (row + 1) * d),
                            Arrays.copyOfRange(target, row * d, (row + 1) * d));
                }
            }
            return told;
        }
    }
}
