package io.acord.parquet;

import io.acord.lab.data.CostLines;
import io.acord.lab.data.DataFile;
import io.acord.lab.options.Options;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * {@code costs: {kind: parquet, file: …}}: columns {@code round, agent, alpha, v} or {@code round, agent, alpha, v0,
 * v1, …}, each row α‖x − v‖².
 */
public final class ParquetCosts extends CostKind {

    public ParquetCosts() {
        super("parquet", "columns as csv: α‖x − v‖²", "file: costs.parquet");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        Optional<DataFile> file = DataFile.orFolder(options, declared, ".parquet");
        CostLines costs = new CostLines(file.map(DataFile::name).orElse(""), "row", options, declared);
        if (file.isEmpty() || !Rows.read(file.get(), rows -> read(file.get(), rows, costs, declared))) {
            costs.leftOut();
        }
        return costs.source();
    }

    private static void read(DataFile file, Rows rows, CostLines costs, DeclaredSize declared) throws SQLException {
        String example = declared.dimension().orElse(1) == 1 ? "round,agent,alpha,v" : "round,agent,alpha,v0,v1";
        List<String> targets = List.of();
        if (rows.hasColumns(List.of("round", "agent", "alpha"), name -> name.matches("v|v\\d{1,4}"), example)) {
            targets = targets(file, rows, declared.dimension());
        }
        List<String> numbers = new ArrayList<>(List.of("round", "alpha"));
        numbers.addAll(targets);
        if (targets.isEmpty() || !rows.hasTypes(numbers, List.of("agent"))) {
            costs.leftOut();
            return;
        }
        int d = targets.size();
        costs.dimension(d);
        int roundColumn = rows.column("round");
        int agentColumn = rows.column("agent");
        int alphaColumn = rows.column("alpha");
        int[] columns = targets.stream().mapToInt(rows::column).toArray();
        double[] v = new double[d];
        while (rows.next()) {
            int round = rows.round(roundColumn);
            String name = rows.name(agentColumn, "agent");
            double alpha = rows.number(alphaColumn, "alpha");
            for (int c = 0; c < d; c++) {
                double target = rows.number(columns[c], targets.get(c));
                v[c] = Double.isNaN(target) ? 0 : target; // complained about; alpha can still be looked at
            }
            if (!Double.isNaN(alpha)) {
                costs.needSound(rows::place, alpha, v);
            }
            if (name == null) {
                costs.leftOut();
                continue;
            }
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            int agent = costs.agent(bytes, 0, bytes.length, rows::place);
            if (round > 0) {
                costs.add(rows.number(), round, agent, alpha, v);
            } else {
                costs.leftOut();
            }
        }
    }

    /** The columns of v in order; none if they will not do. */
    private static List<String> targets(DataFile file, Rows rows, OptionalInt dimension) {
        List<String> columns = rows.columns();
        columns.removeAll(List.of("round", "agent", "alpha"));
        int d = columns.size();
        List<String> targets = IntStream.range(0, d)
                .mapToObj(c -> d == 1 && rows.has("v") ? "v" : "v" + c)
                .toList();
        if (d == 0 || !columns.containsAll(targets)) {
            file.complain(
                    file.name(),
                    columns.isEmpty() ? "has no column v" : "has the columns " + String.join(", ", columns),
                    "v, or v0, v1, … one for every coordinate",
                    "name the coordinates of the target v0, v1, …");
            return List.of();
        }
        if (dimension.isPresent() && dimension.getAsInt() != d) {
            file.complain(
                    file.name(),
                    "has " + d + (d == 1 ? " coordinate" : " coordinates") + " of v",
                    dimension.getAsInt() + ", the scenario's dimension",
                    "add the others, or correct dimension");
        }
        return targets;
    }
}
