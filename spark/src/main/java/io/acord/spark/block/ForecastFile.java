package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.spark.store.Storage;
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

    /** Reads a source; {@code name} is what complaints call it. */
    public static ForecastFile read(Storage.Source source, String name) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(source, name, MARK)) {
            int t = (int) in.number();
            long count = in.number();
            List<CostFile> ahead = new ArrayList<>();
            for (long s = 0; s < count; s++) {
                ahead.add(CostFile.read(in));
            }
            in.end();
            return new ForecastFile(t, ahead);
        }
    }

    /** How far the rows see: as far as all blocks do, whoever believes what. */
    public RoundOutlook outlook(int rows, int dimension) {
        Forecasts.Builder believed = Forecasts.builder(rows);
        for (int s = 1; s <= ahead.size(); s++) {
            @Nullable HittingCost[] each = ahead.get(s - 1).each(dimension);
            for (int row = 0; row < rows; row++) {
                HittingCost cost = each[row];
                if (cost != null) {
                    believed.cost(row, s, cost);
                }
            }
        }
        return new RoundOutlook(1 + ahead.size(), true, believed.build());
    }
}
