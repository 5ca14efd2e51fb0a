package io.acord.lab.data;

import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.text.RoundTimes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code costs: {kind: csv, file: …}}: lines {@code round,agent,alpha,v} or {@code round,agent,alpha,v0,v1,…}, each α‖x
 * − v‖². With {@code time} instead of {@code round} the first time is round 1, and times ascend by the same step.
 */
public final class CsvCosts extends CostKind {

    public CsvCosts() {
        super("csv", "rows round,agent,alpha,v: α‖x − v‖²", "file: costs.csv");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.table(options, declared);
        CostLines costs = new CostLines(file.map(DataFile::name).orElse(""), options, declared);
        if (file.isEmpty()) {
            costs.leftOut();
        } else {
            file.get().read(lines -> read(file.get(), lines, costs, declared));
        }
        return costs.source();
    }

    private static void read(DataFile file, LineReader lines, CostLines costs, DeclaredSize declared)
            throws IOException {
        String example = declared.dimension().orElse(1) == 1 ? "round,agent,alpha,v" : "round,agent,alpha,v0,v1";
        CsvTable csv = CsvTable.open(
                file, lines, List.of("agent", "alpha"), name -> name.matches("round|time|v|v\\d{1,4}"), example);
        int[] targets = csv == null ? new int[0] : targets(file, csv, declared.dimension());
        if (csv == null || targets.length == 0 || !tellsWhen(file, csv, example)) {
            costs.leftOut();
            return;
        }
        int timeColumn = csv.column("time");
        RoundTimes times = new RoundTimes(file.complaints());
        costs.dimension(targets.length);
        int roundColumn = csv.column("round");
        int agentColumn = csv.column("agent");
        int alphaColumn = csv.column("alpha");
        double[] v = new double[targets.length];
        CsvFields fields = csv.fields();
        while (csv.next(costs::leftOut)) {
            int round = timeColumn < 0
                    ? csv.round(roundColumn)
                    : times.round(fields.text(timeColumn), csv.place(timeColumn) + ": time");
            int agent = costs.agent(
                    fields.bytes(), fields.from(agentColumn), fields.to(agentColumn), () -> csv.place(agentColumn));
            double alpha = csv.number(alphaColumn, "alpha");
            for (int c = 0; c < v.length; c++) {
                double target = csv.number(targets[c], v.length == 1 ? "v" : "v" + c);
                v[c] = Double.isNaN(target) ? 0 : target; // complained about; alpha can still be looked at
            }
            if (!Double.isNaN(alpha)) {
                costs.needSound(() -> csv.place(alphaColumn), alpha, v);
            }
            if (round > 0) {
                costs.add(csv.line(), round, agent, alpha, v);
            } else {
                costs.leftOut();
            }
        }
        if (timeColumn >= 0) {
            costs.times(times.written());
        }
    }

    /** Whether there is one column that says when; complained about otherwise. */
    private static boolean tellsWhen(DataFile file, CsvTable csv, String example) {
        boolean counts = csv.column("round") >= 0;
        if (counts != csv.column("time") >= 0) {
            return true;
        }
        file.complain(
                csv.headerPlace() + (counts ? "" : ": column \"round\""),
                counts ? "has both time and round" : "is missing",
                counts ? "one of the two" : "columns as in " + example + ", or time instead of round",
                counts ? "drop one of them" : "begin the file with the line " + example);
        return false;
    }

    /** The columns of v; none if they will not do. */
    private static int[] targets(DataFile file, CsvTable csv, OptionalInt dimension) {
        List<String> columns = csv.columns();
        columns.removeAll(List.of("round", "time", "agent", "alpha"));
        int d = columns.size();
        String where = csv.headerPlace();
        if (d == 1 && columns.get(0).equals("v")) {
            d = 1;
        } else {
            for (int c = 0; c < d; c++) {
                if (csv.column("v" + c) < 0) {
                    d = 0;
                }
            }
        }
        if (d == 0) {
            file.complain(
                    where,
                    columns.isEmpty() ? "has no column v" : "has the columns " + String.join(", ", columns),
                    "v, or v0, v1, … one for every coordinate",
                    "name the coordinates of the target v0, v1, …");
            return new int[0];
        }
        if (dimension.isPresent() && dimension.getAsInt() != d) {
            file.complain(
                    where,
                    "has " + d + (d == 1 ? " coordinate" : " coordinates") + " of v",
                    dimension.getAsInt() + ", the scenario's dimension",
                    "add the others, or correct dimension");
        }
        int[] targets = new int[d];
        for (int c = 0; c < d; c++) {
            targets[c] = csv.column(d == 1 && csv.column("v") >= 0 ? "v" : "v" + c);
        }
        return targets;
    }
}
