package io.acord.lab.data;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.GraphKind;
import io.acord.lab.source.GraphSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code graph: {kind: csv, file: …}}: lines {@code round,i,j[,weight]}; an empty round means all rounds. With the
 * columns {@code first} and {@code last} instead of {@code round} an edge is there from one round to another, both
 * included; empty, from the beginning or to the end.
 */
public final class CsvGraph extends GraphKind {

    public CsvGraph() {
        super("csv", "rows round,i,j[,weight]; an empty round means all rounds", "file: edges.csv");
    }

    @Override
    public GraphSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.table(options, declared);
        EdgeLines edges =
                new EdgeLines(file.map(DataFile::name).orElse(""), options.complaints(), declared).tolerating(options);
        file.ifPresent(found -> found.read(lines -> read(found, lines, edges, declared.horizon())));
        return edges.source();
    }

    private static void read(DataFile file, LineReader lines, EdgeLines edges, OptionalInt horizon) throws IOException {
        CsvTable csv = CsvTable.open(
                file,
                lines,
                List.of("i", "j"),
                name -> List.of("round", "first", "last", "weight").contains(name),
                "round,i,j,weight");
        if (csv == null) {
            return;
        }
        boolean spans = csv.column("first") >= 0 || csv.column("last") >= 0;
        if (spans && csv.column("round") >= 0) {
            file.complain(
                    csv.headerPlace(),
                    "has both round and first or last",
                    "one of the two, to tell when an edge is there",
                    "drop the column round");
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
            if (spans && i >= 0 && j >= 0 && !Double.isNaN(weight)) {
                span(file, csv, edges, horizon, new Ends(i, j, weight));
            } else if (!spans && (every || round > 0) && i >= 0 && j >= 0 && !Double.isNaN(weight)) {
                edges.add(csv.line(), csv::linePlace, round, i, j, weight);
            }
        }
    }

    private record Ends(int i, int j, double weight) {}

    /** Adds an edge in every round from one to another; once for all rounds if both are left empty. */
    private static void span(DataFile file, CsvTable csv, EdgeLines edges, OptionalInt horizon, Ends ends) {
        int firstColumn = csv.column("first");
        int lastColumn = csv.column("last");
        boolean fromBeginning = firstColumn < 0 || csv.fields().isEmpty(firstColumn);
        boolean toEnd = lastColumn < 0 || csv.fields().isEmpty(lastColumn);
        if (fromBeginning && toEnd) {
            edges.add(csv.line(), csv::linePlace, 0, ends.i(), ends.j(), ends.weight());
            return;
        }
        int first = fromBeginning ? 1 : csv.round(firstColumn, "first");
        int last = toEnd ? horizon.orElse(0) : csv.round(lastColumn, "last");
        if (toEnd && horizon.isEmpty()) {
            file.complain(
                    csv.linePlace() + ": last",
                    "is empty, and the scenario does not say its horizon",
                    "the last round of the edge",
                    "write horizon into the scenario, or the round into the line");
        } else if (first > 0 && last > 0 && first > last && !toEnd) {
            file.complain(csv.linePlace(), "goes from round " + first + " to " + last, "first ≤ last", "swap the two");
        }
        for (int t = first; first > 0 && t <= Math.min(last, horizon.orElse(last)); t++) {
            if (edges.add(csv.line(), csv::linePlace, t, ends.i(), ends.j(), ends.weight()) < 0) {
                return; // complained about once is enough
            }
        }
    }

    private static int agent(DataFile file, CsvTable csv, EdgeLines edges, int column, String name) {
        CsvFields fields = csv.fields();
        if (fields.isEmpty(column)) {
            file.complain(csv.place(column) + ": " + name, "is empty", "the name of an agent", "name the agent");
            return -1;
        }
        return edges.agent(fields.bytes(), fields.from(column), fields.to(column), csv.line());
    }
}
