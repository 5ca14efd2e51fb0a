package io.acord.lab.data;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** {@code graph: {kind: csv, file: …}}: lines {@code round,i,j[,weight]}; an empty round means all rounds. */
public final class CsvGraph extends GraphKind {

    public CsvGraph() {
        super("csv", "rows round,i,j[,weight]; an empty round means all rounds", "file: edges.csv");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.of(options, declared);
        EdgeLines edges = new EdgeLines(file.map(DataFile::name).orElse(""), options.complaints(), declared);
        file.ifPresent(found -> found.read(lines -> read(found, lines, edges)));
        return edges.source();
    }

    private static void read(DataFile file, LineReader lines, EdgeLines edges) throws IOException {
        CsvTable csv = CsvTable.open(
                file,
                lines,
                List.of("i", "j"),
                name -> name.equals("round") || name.equals("weight"),
                "round,i,j,weight");
        if (csv == null) {
            return;
        }
        int roundColumn = csv.column("round");
        int iColumn = csv.column("i");
        int jColumn = csv.column("j");
        int weightColumn = csv.column("weight");
        CsvFields fields = csv.fields();
        while (csv.next(() -> {})) {
            boolean every = roundColumn < 0 || fields.isEmpty(roundColumn);
            int round = every ? 0 : csv.round(roundColumn);
            double weight = weightColumn < 0 || fields.isEmpty(weightColumn) ? 1 : csv.number(weightColumn, "weight");
            int i = agent(file, csv, edges, iColumn, "i");
            int j = agent(file, csv, edges, jColumn, "j");
            if ((every || round > 0) && i >= 0 && j >= 0 && !Double.isNaN(weight)) {
                edges.add(csv.line(), csv::linePlace, round, i, j, weight);
            }
        }
    }

    private static int agent(DataFile file, CsvTable csv, EdgeLines edges, int column, String name) {
        CsvFields fields = csv.fields();
        if (fields.isEmpty(column)) {
            file.complaints()
                    .add(csv.place(column) + ": " + name, "is empty", "the name of an agent", "name the agent");
            return -1;
        }
        return edges.agent(fields.bytes(), fields.from(column), fields.to(column), csv.line());
    }
}
