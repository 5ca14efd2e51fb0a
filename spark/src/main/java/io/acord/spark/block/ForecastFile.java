package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.lab.block.NumberFile;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of one block believe of their next costs when a round is decided. Immutable.
 *
 * @param t the round
 * @param ahead of the next round, the one after it, and so on; who has no cost there believes in this round's
 */
public record ForecastFile(int t, List<CostFile> ahead) {

    private static final long MARK = 0x0001_6461656861L; // "ahead", version 1

    /** Writes the file; returns its checksum. */
    public long write(Storage.Sink sink) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(sink, MARK)) {
            out.number(t);
            out.number(ahead.size());
            for (CostFile one : ahead) {
                one.write(out);
            }
            return out.finish();
        }
    }

    /**
     * How far the rows of a source see: as far as all blocks do, whoever believes what.
     *
     * @param name what complaints call the source
     */
    public static RoundOutlook readOutlook(Storage.Source source, String name, int rows, int dimension)
            throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            in.number(); // the round
            int count = (int) in.number();
            List<CostFile.Rows> read = new ArrayList<>();
            for (int s = 1; s <= count; s++) {
                read.add(CostFile.Rows.read(in, dimension));
            }
            in.end();
            Forecasts.Builder believed = Forecasts.builder(rows);
            for (int s = 1; s <= count; s++) {
                @Nullable HittingCost[] each = read.get(s - 1).each();
                for (int row = 0; row < rows; row++) {
                    HittingCost cost = each[row];
                    if (cost != null) {
                        believed.cost(row, s, cost);
                    }
                }
            }
            return new RoundOutlook(1 + count, true, believed.build());
        }
    }
}
