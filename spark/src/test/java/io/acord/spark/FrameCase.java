package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.io.TempDir;

/** Data frames to play, and what the engine in memory makes of the same files. */
abstract class FrameCase {

    static final int AGENTS = 40;
    static final int HORIZON = 5;

    final SparkSession spark = LocalSpark.session();

    @TempDir
    Path folder;

    /** Names whose order as text is not that of their numbers, and not that of lines. */
    static String name(int i) {
        return (i % 3 == 0 ? "Ü" : i % 3 == 1 ? "z" : "") + i;
    }

    static List<String> costLines(long seed) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int t = 1; t <= HORIZON; t++) {
            for (int i = 0; i < AGENTS; i++) {
                lines.add(t + "," + name(i) + "," + (0.1 + random.nextDouble()) + "," + 10 * random.nextGaussian());
            }
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    static List<String> edgeLines(long seed, boolean changing) {
        Random random = new Random(seed);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            lines.add("," + name(i) + "," + name((i + 1) % AGENTS) + "," + random.nextDouble());
            lines.add("," + name((i + 7) % AGENTS) + "," + name(i) + ",1");
        }
        for (int t = 2; changing && t <= HORIZON; t += 2) {
            for (int i = 0; i < 10; i++) {
                lines.add(t + "," + name(i) + "," + name(i + 20) + ",0.5");
            }
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    Path write(String file, String header, List<String> lines) throws IOException {
        return Files.writeString(folder.resolve(file), header + "\n" + String.join("\n", lines) + "\n");
    }

    Scenario scenario(String costs, String graph, String acord) throws IOException {
        Path file = folder.resolve("scenario.yaml");
        Files.writeString(file, """
                name: frame
                seed: 7
                beta: 5
                costs: %s
                graph: %s
                algorithms:
                  - acord: %s
                """.formatted(costs, graph, acord));
        return ScenarioReader.read(file, List.of());
    }

    /** As Spark reads it: it looks at the lines to find out their types. */
    Dataset<Row> csv(Path file) {
        return spark.read().option("header", true).option("inferSchema", true).csv(file.toString());
    }

    /** The same without a job of Spark, which finds the types out for nobody's good. */
    Dataset<Row> rows(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] names = lines.get(0).split(",", -1);
        List<Row> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split(",", -1);
            Object[] cells = new Object[words.length];
            for (int c = 0; c < cells.length; c++) {
                cells[c] = words[c].isEmpty()
                        ? null
                        : switch (names[c]) {
                            case "made", "round" -> Integer.valueOf(words[c]);
                            case "agent", "i", "j" -> words[c];
                            default -> Double.valueOf(words[c]);
                        };
            }
            rows.add(RowFactory.create(cells));
        }
        StructType schema = new StructType();
        for (String name : names) {
            schema = schema.add(
                    name,
                    switch (name) {
                        case "made", "round" -> DataTypes.IntegerType;
                        case "agent", "i", "j" -> DataTypes.StringType;
                        default -> DataTypes.DoubleType;
                    });
        }
        return spark.createDataFrame(rows, schema);
    }

    AcordFrame frame(Dataset<Row> costs, Dataset<Row> edges) {
        return AcordFrame.on(spark)
                .costs(costs)
                .edges(edges)
                .beta(5)
                .checkpoint(folder.resolve("checkpoint").toUri().toString());
    }

    /** x of everybody by round and name, as a text of all bits. */
    static Map<String, List<Double>> played(PlayedFrame played) {
        Map<String, List<Double>> all = new TreeMap<>();
        for (Row row : played.actions().collectAsList()) {
            List<Double> x = new ArrayList<>();
            for (int c = 2; c < row.size(); c++) {
                x.add(row.getDouble(c));
            }
            assertThat(all.put(row.getInt(0) + " " + row.getString(1), x)).isNull();
        }
        return all;
    }

    static Map<String, List<Double>> expected(Scenario scenario) {
        Map<String, List<Double>> all = new TreeMap<>();
        List<Actions> rounds = Fleets.expected(scenario);
        for (int t = 1; t <= rounds.size(); t++) {
            for (int i = 0; i < scenario.agents(); i++) {
                List<Double> x = new ArrayList<>();
                for (double c : rounds.get(t - 1).of(i)) {
                    x.add(c);
                }
                all.put(t + " " + scenario.names().get(i), x);
            }
        }
        return all;
    }

    /** Every file in a folder and what is in it. */
    static Map<String, String> files(Path folder) throws IOException {
        Map<String, String> all = new TreeMap<>();
        try (Stream<Path> found = Files.walk(folder)) {
            for (Path file : found.filter(Files::isRegularFile).toList()) {
                all.put(folder.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
        }
        return all;
    }
}
