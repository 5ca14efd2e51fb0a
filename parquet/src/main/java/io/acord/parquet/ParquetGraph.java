package io.acord.parquet;

import io.acord.lab.data.DataFile;
import io.acord.lab.data.EdgeLines;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * {@code graph: {kind: parquet, file: …}}: columns {@code round, i, j[, weight]}; no round means all rounds, no weight
 * 1.
 */
public final class ParquetGraph extends GraphKind {

    public ParquetGraph() {
        super("parquet", "columns as csv", "file: edges.parquet");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.orFolder(options, declared, ".parquet");
        EdgeLines edges = new EdgeLines(file.map(DataFile::name).orElse(""), "row", options.complaints(), declared)
                .tolerating(options);
        file.ifPresent(found -> Rows.read(found, rows -> read(rows, edges)));
        return edges.source();
    }

    private static void read(Rows rows, EdgeLines edges) throws SQLException {
        boolean fine = rows.hasColumns(
                List.of("i", "j"), name -> name.equals("round") || name.equals("weight"), "round,i,j,weight");
        if (!fine || !rows.hasTypes(List.of("round", "weight"), List.of("i", "j"))) {
            return;
        }
        int roundColumn = rows.column("round");
        int iColumn = rows.column("i");
        int jColumn = rows.column("j");
        int weightColumn = rows.column("weight");
        while (rows.next()) {
            boolean every = roundColumn == 0 || rows.isNull(roundColumn);
            int round = every ? 0 : rows.round(roundColumn);
            boolean plain = weightColumn == 0 || rows.isNull(weightColumn);
            double weight = plain ? 1 : rows.number(weightColumn, "weight");
            int i = agent(rows, edges, iColumn, "i");
            int j = agent(rows, edges, jColumn, "j");
            if ((every || round > 0) && i >= 0 && j >= 0 && !Double.isNaN(weight)) {
                edges.add(rows.number(), rows::place, round, i, j, weight);
            }
        }
    }

    private static int agent(Rows rows, EdgeLines edges, int column, String what) throws SQLException {
        String name = rows.name(column, what);
        if (name == null) {
            return -1;
        }
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        return edges.agent(bytes, 0, bytes.length, rows.number());
    }
}
