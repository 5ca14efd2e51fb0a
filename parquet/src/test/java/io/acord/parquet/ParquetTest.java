package io.acord.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acord.cost.Quadratic;
import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.report.Report;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunFiles;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.io.NumberOutput;

class ParquetTest {

    private static final String COSTS = "(VALUES (1, 'a', 2, 5), (1, 'b', 1, -1), (2, 'a', 2.5, 4), (2, 'b', 1.5, 0))"
            + " AS costs(round, agent, alpha, v)";
    private static final String EDGES = "(VALUES (NULL, 'a', 'b', 1.5)) AS edges(round, i, j, weight)";

    @TempDir
    private Path folder;

    private void write(String query, String file) throws IOException, SQLException {
        try (Connection connection = DuckDb.open();
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + query + ") TO '"
                    + folder.resolve(file).toString().replace("'", "''") + "' (FORMAT parquet)");
        }
    }

    private Scenario scenario(String kind, String ending, String... sets) {
        String text = """
                name: demo
                agents: [a, b, c, d]
                costs: {kind: KIND, file: c.END}
                graph: {kind: KIND, file: e.END}
                algorithms: [acord, robd]
                """;
        return ScenarioReader.readText(
                text.replace("KIND", kind).replace("END", ending), "s.yaml", folder, List.of(sets));
    }

    private Path play(Scenario scenario, String name) throws IOException {
        Path out = folder.resolve(name);
        List<String> names =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        try (RunFiles files = new RunFiles(out, names, scenario.output().actions())) {
            RunResult result = Experiment.of(scenario, files, "test", "test").play();
            files.finish(result, Report.html(result));
        }
        return out;
    }

    /** Two files of four agents, five rounds and two coordinates, as CSV and as Parquet. */
    private void writeBoth(boolean shuffled) throws IOException, SQLException {
        Random random = new Random(7);
        List<String> costs = new ArrayList<>();
        List<String> edges = new ArrayList<>(List.of(",a,b,0.25", ",b,c,"));
        for (int t = 1; t <= 5; t++) {
            for (String agent : List.of("a", "b", "c", "d")) {
                costs.add(t + "," + agent + "," + (0.1 + random.nextDouble()) + "," + random.nextGaussian() + ","
                        + 1e-300 * random.nextGaussian());
            }
            edges.add(t + ",c,d," + random.nextDouble());
        }
        if (shuffled) {
            Collections.shuffle(costs, random);
            Collections.shuffle(edges, random);
        }
        Files.writeString(folder.resolve("c.csv"), "round,agent,alpha,v0,v1\n" + String.join("\n", costs) + "\n");
        Files.writeString(folder.resolve("e.csv"), "round,i,j,weight\n" + String.join("\n", edges) + "\n");
        String read = "SELECT * FROM read_csv('" + folder + "/";
        write(
                read + "c.csv', types = {'round': 'UTINYINT', 'alpha': 'DOUBLE', 'v0': 'DOUBLE', 'v1': 'DOUBLE'})",
                "c.parquet");
        write(read + "e.csv', types = {'round': 'DOUBLE', 'weight': 'DOUBLE'})", "e.parquet");
    }

    @Test
    void aParquetFileIsPlayedAsTheEqualCsvFile() throws IOException, SQLException {
        writeBoth(false);
        Path csv = play(scenario("csv", "csv"), "of-csv");
        Path parquet = play(scenario("parquet", "parquet"), "of-parquet");
        for (String file : List.of("actions.csv", "costs.csv")) {
            assertThat(parquet.resolve(file)).hasSameBinaryContentAs(csv.resolve(file));
        }
    }

    @Test
    void forecastsAreReadAsThoseOfACsvFile() throws IOException, SQLException {
        write(
                "SELECT * FROM (VALUES (1, 'a', 2, 5), (1, 'b', 1, -1), (2, 'a', 2, 4), (2, 'b', 1, 0))"
                        + " AS costs(round, agent, alpha, v)",
                "costs.parquet");
        write(
                "SELECT * FROM (VALUES (1, 2, 'b', 1.5, 7), (1, 2, 'a', 2.5, 8))"
                        + " AS believed(made, round, agent, alpha, v)",
                "believed.parquet");
        String text = """
                costs: {kind: parquet, file: costs.parquet}
                graph: {kind: path}
                forecasts: {kind: parquet, file: believed.parquet}
                algorithms: [foresight]
                """;
        Instance instance =
                ScenarioReader.readText(text, "s.yaml", folder, List.of()).instance(1);
        assertThat(instance.believed(1, 2).cost(0).at(new double[] {8})).isZero();
        assertThat(instance.believed(1, 2).cost(1).at(new double[] {8})).isEqualTo(1.5);
        write("SELECT 2 AS made, 2 AS round, 'b' AS agent, 1.5 AS alpha, 7 AS v", "believed.parquet");
        assertThatThrownBy(() -> ScenarioReader.readText(text, "s.yaml", folder, List.of()))
                .hasMessageContaining("made is 2 for round 2");
    }

    @Test
    void theOrderOfRowsDoesNotMatter() throws IOException, SQLException {
        writeBoth(false);
        Path ordered = play(scenario("parquet", "parquet"), "ordered");
        writeBoth(true);
        Path shuffled = play(scenario("parquet", "parquet"), "shuffled");
        assertThat(shuffled.resolve("actions.csv")).hasSameBinaryContentAs(ordered.resolve("actions.csv"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TINYINT | INTEGER | FLOAT | SMALLINT",
                "UBIGINT | VARCHAR | DECIMAL(38,10) | HUGEINT",
                "DOUBLE | BIGINT | DOUBLE | DECIMAL(4,1)",
                "HUGEINT | UTINYINT | UINTEGER | FLOAT"
            })
    void numbersMayHaveAnyWidth(String round, String agent, String alpha, String v) throws IOException, SQLException {
        write(
                "SELECT 1::" + round + " AS round, 0::" + agent + " AS agent, 2::" + alpha + " AS alpha, 5::" + v
                        + " AS v",
                "c.parquet");
        Scenario scenario = ScenarioReader.readText(
                "{agents: 1, costs: {kind: parquet, file: c.parquet}, graph: {kind: ring}, algorithms: [local]}",
                "s.yaml",
                folder,
                List.of("agents=[\"0\"]", "graph.kind=path"));
        assertThat(scenario.instance(1).round(1).cost(0))
                .hasToString(Quadratic.alpha(2, 5).toString());
    }

    @Test
    void aNameIsAFileAndNeverAPattern() throws IOException, SQLException {
        Files.createDirectories(folder.resolve("round=9"));
        write("SELECT * FROM " + EDGES, "e.parquet");
        for (String name : List.of("it's.parquet", "c*.parquet", "c[1].parquet", "c?.parquet", "round=9/c.parquet")) {
            write("SELECT * FROM " + COSTS, name);
            write("SELECT 1 AS other", name.replaceAll("[*?\\[\\]]", "1")); // what the pattern would match
            write("SELECT * FROM " + COSTS, name);
            Scenario scenario = scenario("parquet", "parquet", "agents=[a, b]", "costs.file=\"" + name + "\"");
            assertThat(scenario.horizon()).as(name).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // what the costs are | where | what is said
                "SELECT round, agent, v FROM COSTS | c.parquet: column \"alpha\" | is missing",
                "SELECT round, agent, alpha FROM COSTS | c.parquet | has no column v",
                "SELECT round, agent, alpha, v AS v0, v AS v2 FROM COSTS | c.parquet | has the columns v0, v2",
                "SELECT *, 1 AS alfa FROM COSTS | c.parquet: column \"alfa\" | did you mean alpha?",
                "SELECT round, agent, alpha::VARCHAR AS alpha, v FROM COSTS | c.parquet: column \"alpha\" | has the type VARCHAR",
                "SELECT round, agent, alpha, [v] AS v FROM COSTS | c.parquet: column \"v\" | has the type",
                "SELECT round, alpha AS agent, alpha, v FROM COSTS | c.parquet: column \"agent\" | has the type DECIMAL",
                "SELECT round, agent, alpha, nullif(v, -1) AS v FROM COSTS | c.parquet:row 2: v | is null",
                "SELECT nullif(round, 2) AS round, agent, alpha, v FROM COSTS | c.parquet:row 3: round | is null",
                "SELECT round, nullif(agent, 'b') AS agent, alpha, v FROM COSTS | c.parquet:row 2: agent | is null",
                "SELECT round, agent, alpha, if(v = 4, 'nan', '1')::DOUBLE AS v FROM COSTS | c.parquet:row 3: v | is NaN",
                "SELECT round, agent, if(v = 4, 'inf', '1')::FLOAT AS alpha, v FROM COSTS | c.parquet:row 3: alpha | is Infinity",
                "SELECT round, agent, alpha - 1 AS alpha, v FROM COSTS | c.parquet:row 2: alpha | is 0.0",
                "SELECT round, agent, 1.5 - alpha AS alpha, v FROM COSTS | c.parquet:row 1: alpha | is -0.5",
                "SELECT round - 1 AS round, agent, alpha, v FROM COSTS | c.parquet:row 1: round | a whole number from 1",
                "SELECT round + 0.5 AS round, agent, alpha, v FROM COSTS | c.parquet:row 1: round | is 1.5",
                "SELECT round + 5000000000 AS round, agent, alpha, v FROM COSTS | c.parquet:row 1: round | is 5000000001",
                "SELECT * FROM COSTS UNION ALL SELECT 2, 'a', 1, 1 | c.parquet:row 5 | second line of agent a in round 2, after row 3",
                "SELECT * FROM COSTS UNION ALL SELECT 2, 'x', 1, 1 | c.parquet:row 5: agent | is \"x\"",
                "SELECT * FROM COSTS WHERE v <> 0 | c.parquet | has no line of agent b in round 2",
                "SELECT * FROM COSTS WHERE v > 1000 | c.parquet | has no line of data",
            })
    void badCostsAreAnsweredWithTheirPlace(String query, String where, String said) throws IOException, SQLException {
        write(query.replace("COSTS", COSTS), "c.parquet");
        write("SELECT * FROM " + EDGES, "e.parquet");
        refused(where, said);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT round, i FROM EDGES | e.parquet: column \"j\" | is missing",
                "SELECT round, i, j, weight AS weigth FROM EDGES | e.parquet: column \"weigth\" | did you mean weight?",
                "SELECT round, i, j, 'x' AS weight FROM EDGES | e.parquet: column \"weight\" | has the type VARCHAR",
                "SELECT true AS round, i, j, weight FROM EDGES | e.parquet: column \"round\" | has the type BOOLEAN",
                "SELECT 1 AS round, i, NULL::VARCHAR AS j, weight FROM EDGES | e.parquet:row 1: j | is null",
                "SELECT 1 AS round, i, i AS j, weight FROM EDGES | e.parquet:row 1 | joins agent a with itself",
                "SELECT 1 AS round, i, j, -weight AS weight FROM EDGES | e.parquet:row 1: weight | is -1.5",
                "SELECT 1 AS round, i, j, 'nan'::DOUBLE AS weight FROM EDGES | e.parquet:row 1: weight | is NaN",
                "SELECT 0 AS round, i, j, weight FROM EDGES | e.parquet:row 1: round | is 0",
                "SELECT 1 AS round, i, 'x' AS j, weight FROM EDGES | e.parquet:row 1 | couples \"x\"",
                "SELECT 3 AS round, i, j, weight FROM EDGES | e.parquet:row 1: round | at most 2",
                "SELECT * FROM EDGES UNION ALL SELECT NULL, 'b', 'a', 1 | e.parquet:row 2 | again, after row 1",
            })
    void badEdgesAreAnsweredWithTheirPlace(String query, String where, String said) throws IOException, SQLException {
        write("SELECT * FROM " + COSTS, "c.parquet");
        write(query.replace("EDGES", EDGES), "e.parquet");
        refused(where, said);
    }

    /** The first complaint is this one, all are about the same file, and nothing was written. */
    private void refused(String where, String said, String... sets) throws IOException {
        List<Path> before = files();
        List<String> all = new ArrayList<>(List.of("agents=[a, b]"));
        all.addAll(Arrays.asList(sets));
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> scenario("parquet", "parquet", all.toArray(String[]::new)));
        assertThat(refused).isNotNull();
        String file = where.replaceFirst("\\.parquet.*", ".parquet");
        assertThat(refused.complaints()).allMatch(complaint -> complaint.where().contains(file));
        assertThat(refused.complaints().get(0).where()).endsWith(where);
        assertThat(refused.complaints().get(0).toString()).contains(said);
        assertThat(files()).isEqualTo(before);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void whatIsNoParquetFileIsRefused() throws IOException, SQLException {
        write("SELECT * FROM " + COSTS, "c.parquet");
        write("SELECT * FROM " + EDGES, "e.parquet");
        Files.createDirectories(folder.resolve("folder.parquet"));
        refused("costs.file", "did you mean c.parquet?", "costs.file=cc.parquet");
        refused("costs.file", "name a file in this folder", "costs.file=folder.parquet");
        byte[] whole = Files.readAllBytes(folder.resolve("c.parquet"));
        for (byte[] bytes : List.of(
                new byte[0],
                "round,agent,alpha,v\n1,a,1,1\n".getBytes(StandardCharsets.UTF_8),
                Arrays.copyOf(whole, whole.length - 5),
                Arrays.copyOfRange(whole, 100, whole.length))) {
            Files.write(folder.resolve("bad.parquet"), bytes);
            refused("bad.parquet", "cannot be read as Parquet", "costs.file=bad.parquet");
            Files.write(folder.resolve("bad.parquet"), bytes);
            refused("bad.parquet", "cannot be read as Parquet", "graph.file=bad.parquet");
        }
    }

    @Test
    void aDamagedFileIsRefusedOrReadButNeverBreaksTheReader() throws IOException, SQLException {
        write("SELECT * FROM " + COSTS, "c.parquet");
        write("SELECT * FROM " + EDGES, "e.parquet");
        byte[] whole = Files.readAllBytes(folder.resolve("c.parquet"));
        Random random = new Random(3);
        int refusals = 0;
        for (int k = 0; k < 40; k++) {
            byte[] damaged = whole.clone();
            for (int n = 0; n < 4; n++) {
                damaged[4 + random.nextInt(whole.length - 8)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(folder.resolve("c.parquet"), damaged);
            try {
                scenario("parquet", "parquet", "agents=[a, b]");
            } catch (BadInputException refused) {
                refusals++;
            }
        }
        assertThat(refusals).isPositive();
    }

    @Test
    void actionsInParquetAreThoseInCsvBitForBit() throws IOException, SQLException {
        writeBoth(false);
        String[] sets = {"repeats=2", "algorithms=[acord, {robd: {name: 'a \"b\", it''s c'}}, local]"};
        Path csv = play(scenario("csv", "csv", sets), "csv");
        String[] more = Arrays.copyOf(sets, 3);
        more[2] = "output.actions=parquet";
        Path parquet = play(scenario("csv", "csv", more), "it's [a] parquet*");
        assertThat(parquet.resolve("actions.csv")).doesNotExist();
        assertThat(parquet.resolve("costs.csv")).hasSameBinaryContentAs(csv.resolve("costs.csv"));
        assertThat(text(parquet.resolve("actions.parquet"))).isEqualTo(Files.readString(csv.resolve("actions.csv")));
        play(scenario("csv", "csv", sets), "it's [a] parquet*");
        assertThat(parquet.resolve("actions.parquet")).doesNotExist();
        assertThat(parquet.resolve("actions.csv")).hasSameBinaryContentAs(csv.resolve("actions.csv"));
    }

    @Test
    void everyDoubleSurvives() throws IOException, SQLException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("algorithm,repeat,round,agent,x0,x1\n");
        List<Double> special = List.of(0.0, -0.0, Double.MIN_VALUE, -Double.MAX_VALUE, Double.MIN_NORMAL, 0.1, 1e22);
        for (int k = 0; k < 20_000; k++) {
            double x = Double.longBitsToDouble(random.nextLong());
            double y = k < special.size() ? special.get(k) : random.nextGaussian();
            text.append("acord,0,").append(k + 1).append(",\"agent, ä\",");
            text.append(field(Double.isFinite(x) ? x : 1.0))
                    .append(',')
                    .append(field(y))
                    .append('\n');
        }
        Path csv = Files.writeString(folder.resolve("actions.csv"), text);
        new ParquetActions().convert(csv, folder.resolve("actions.parquet"));
        assertThat(text(folder.resolve("actions.parquet"))).isEqualTo(text.toString());
    }

    @Test
    void anUnfinishedConversionIsAnErrorOfReadingAndWriting() {
        IOException refused = catchThrowableOfType(
                IOException.class,
                () -> new ParquetActions()
                        .convert(
                                Files.writeString(
                                        folder.resolve("a.csv"), "algorithm,repeat,round,agent,x0\na,b,c,d,e\n"),
                                folder.resolve("a.parquet")));
        assertThat(refused).hasMessageContaining("cannot be written as Parquet");
    }

    /** A Parquet file of actions as the CSV file would say it. */
    private static String text(Path file) throws IOException, SQLException {
        StringBuilder text = new StringBuilder();
        try (Connection connection = DuckDb.open();
                PreparedStatement query = connection.prepareStatement("SELECT * FROM read_parquet(?)")) {
            query.setString(1, file.toString());
            try (ResultSet rows = query.executeQuery()) {
                ResultSetMetaData header = rows.getMetaData();
                List<String> types = new ArrayList<>();
                for (int c = 1; c <= header.getColumnCount(); c++) {
                    text.append(c == 1 ? "" : ",").append(header.getColumnName(c));
                    types.add(header.getColumnTypeName(c));
                }
                assertThat(types).containsExactly("VARCHAR", "INTEGER", "INTEGER", "VARCHAR", "DOUBLE", "DOUBLE");
                text.append('\n');
                while (rows.next()) {
                    for (int c = 1; c <= header.getColumnCount(); c++) {
                        text.append(c == 1 ? "" : ",").append(field(rows.getObject(c)));
                    }
                    text.append('\n');
                }
            }
        }
        return text.toString();
    }

    private static String field(Object value) {
        String text = value instanceof Double number ? NumberOutput.toString(number, true) : String.valueOf(value);
        return text.matches("(?s).*[,\"\n].*") ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }

    @Test
    void aFolderAsSparkWritesItIsReadAsOneFile() throws IOException, SQLException {
        Files.createDirectories(folder.resolve("costs"));
        write("SELECT * FROM " + COSTS + " WHERE agent = 'b'", "costs/part-00000.parquet");
        write("SELECT * FROM " + COSTS + " WHERE agent = 'a'", "costs/part-00001.parquet");
        Files.writeString(folder.resolve("costs/_SUCCESS"), "");
        write("SELECT * FROM " + EDGES, "e.parquet");
        String text = """
                costs: {kind: parquet, file: costs}
                graph: {kind: parquet, file: e.parquet}
                algorithms: [acord]
                """;
        Scenario scenario = ScenarioReader.readText(text, "s.yaml", folder, List.of());
        assertThat(scenario.names()).containsExactly("a", "b");
        assertThat(((Quadratic) scenario.instance(1).round(2).cost(0)).target(0))
                .isEqualTo(4);
        Files.createDirectories(folder.resolve("empty"));
        assertThatThrownBy(() -> ScenarioReader.readText(
                        text.replace("file: costs", "file: empty"), "s.yaml", folder, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("name a file in this folder");
    }
}
