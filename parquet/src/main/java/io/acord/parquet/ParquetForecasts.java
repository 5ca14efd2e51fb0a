package io.acord.parquet;

import io.acord.lab.data.ForecastFile;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.ForecastKind;
import io.acord.lab.source.ForecastSource;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** {@code forecasts: {kind: parquet, file: …}}: the columns of the CSV file, {@code made,round,agent,alpha,v}. */
public final class ParquetForecasts extends ForecastKind {

    public ParquetForecasts() {
        super("parquet", "columns made, round, agent, alpha, v", "file: forecasts.parquet");
    }

    @Override
    public ForecastSource create(Options options, DeclaredSize known) {
        int d = known.dimension().orElse(1);
        return ForecastFile.read(options, known, (file, into) -> Rows.read(file, rows -> read(rows, into, d)));
    }

    private static void read(Rows rows, ForecastFile into, int d) throws SQLException {
        List<String> targets =
                IntStream.range(0, d).mapToObj(c -> d == 1 ? "v" : "v" + c).toList();
        List<String> numbers = new ArrayList<>(List.of("made", "round", "alpha"));
        numbers.addAll(targets);
        List<String> columns = new ArrayList<>(List.of("made", "round", "agent", "alpha"));
        columns.addAll(targets);
        if (!rows.hasColumns(columns, targets::contains, String.join(",", columns))
                || !rows.hasTypes(numbers, List.of("agent"))) {
            return;
        }
        double[] v = new double[d];
        while (rows.next()) {
            int made = rows.round(rows.column("made"));
            int round = rows.round(rows.column("round"));
            String agent = rows.name(rows.column("agent"), "agent");
            double alpha = rows.number(rows.column("alpha"), "alpha");
            boolean isSound = made > 0 && round > 0 && agent != null && !Double.isNaN(alpha);
            for (int c = 0; c < d; c++) {
                v[c] = rows.number(rows.column(targets.get(c)), targets.get(c));
                isSound &= !Double.isNaN(v[c]);
            }
            if (isSound && agent != null) {
                into.quadratic(rows::place, alpha, v)
                        .ifPresent(cost -> into.add(rows::place, made, round, agent, cost));
            }
        }
    }
}
