package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.airlift.compress.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files as other programs write them are read, or named as what they are. */
class FilesOfOthersTest {

    private static final String PLAIN = "round,agent,alpha,v\n1,a,1.5,2\n1,b,2,0.5\n2,a,1,1\n2,b,1,5\n";

    @TempDir
    private Path folder;

    private Scenario read(String costs, String graph) {
        return ScenarioReader.readText(
                "{costs: " + costs + ", graph: " + graph + ", algorithms: [acord]}", "own.yaml", folder, List.of());
    }

    private Scenario costs(String text, String options) throws IOException {
        Files.writeString(folder.resolve("costs.csv"), text);
        return read("{kind: csv, file: costs.csv" + options + "}", "{kind: path}");
    }

    private Scenario graph(String kind, String text, String options) throws IOException {
        Files.writeString(
                folder.resolve("costs.csv"), PLAIN.replace(",a,", ",0,").replace(",b,", ",1,"));
        Files.writeString(folder.resolve("graph"), text);
        return read("{kind: csv, file: costs.csv}", "{kind: " + kind + ", file: graph" + options + "}");
    }

    private static double target(Scenario scenario, int t, int agent) {
        double[] x = new double[1];
        scenario.instance(1).round(t).cost(agent).argmin(new QuadraticPull(1), x);
        return x[0];
    }

    private static String edges(Scenario scenario, int t) {
        Coupling coupling = scenario.instance(1).round(t).coupling();
        StringBuilder text = new StringBuilder();
        for (int e = 0; e < coupling.graph().edges(); e++) {
            text.append(coupling.graph().tail(e))
                    .append('-')
                    .append(coupling.graph().head(e))
                    .append(' ')
                    .append(coupling.weight(e))
                    .append(' ');
        }
        return text.toString().strip();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "semicolons and decimal commas | round;agent;alpha;v@1;a;1,5;2@1;b;2;0,5@2;a;1;1@2;b;1;5@",
                "tabs | round\\tagent\\talpha\\tv@1\\ta\\t1.5\\t2@1\\tb\\t2\\t0.5@2\\ta\\t1\\t1@2\\tb\\t1\\t5@",
                "comments above the header | # written by hand@#@round,agent,alpha,v@1,a,1.5,2@1,b,2,0.5@2,a,1,1@2,b,1,5@",
                "capital letters | Round,AGENT,Alpha,V@1,a,1.5,2@1,b,2,0.5@2,a,1,1@2,b,1,5@",
                "quoted semicolons | round;\"agent\";alpha;v@1;\"a\";1.5;2@1;b;2;0.5@2;a;1;1@2;b;1;5@"
            })
    void separatorsAndHeadersAreSeenInTheHeader(String what, String text) throws IOException {
        Scenario plain = costs(PLAIN, "");
        Scenario other = costs(text.replace("@", "\n").replace("\\t", "\t"), "");
        assertThat(other.names()).as(what).isEqualTo(plain.names());
        for (int t = 1; t <= 2; t++) {
            for (int i = 0; i < 2; i++) {
                assertThat(target(other, t, i)).as(what).isEqualTo(target(plain, t, i));
            }
        }
    }

    @Test
    void gzipIsUnpackedWhateverItsName() throws IOException {
        for (String name : List.of("costs.csv.gz", "costs.csv")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
                out.write(PLAIN.getBytes(StandardCharsets.UTF_8));
            }
            assertThat(read("{kind: csv, file: " + name + "}", "{kind: path}").horizon())
                    .isEqualTo(2);
        }
        byte[] whole = Files.readAllBytes(folder.resolve("costs.csv.gz"));
        Files.write(folder.resolve("torn.gz"), Arrays.copyOf(whole, whole.length - 12));
        assertThatThrownBy(() -> read("{kind: csv, file: torn.gz}", "{kind: path}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("torn.gz");
    }

    @Test
    void zstdIsUnpackedAndItsDamageIsSaid() throws IOException {
        try (OutputStream out = new ZstdOutputStream(Files.newOutputStream(folder.resolve("costs.csv.zst")))) {
            out.write(PLAIN.getBytes(StandardCharsets.UTF_8));
        }
        assertThat(read("{kind: csv, file: costs.csv.zst}", "{kind: path}").horizon())
                .isEqualTo(2);
        byte[] whole = Files.readAllBytes(folder.resolve("costs.csv.zst"));
        for (int cut = 5; cut < whole.length; cut++) {
            byte[] torn = Arrays.copyOf(whole, cut);
            Files.write(folder.resolve("torn.zst"), torn);
            assertThatThrownBy(() -> read("{kind: csv, file: torn.zst}", "{kind: path}"))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("torn.zst");
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("twice.gz")))) {
            out.write(whole);
        }
        assertThatThrownBy(() -> read("{kind: csv, file: twice.gz}", "{kind: path}"))
                .hasMessageContaining("is packed twice");
    }

    @Test
    void linesMayStandInTheScenarioItself() throws IOException {
        String yaml = """
                agents: [a, b]
                costs:
                  kind: csv
                  data: |
                    round,agent,alpha,v
                    1,a,1,2
                    1,b,1,4
                graph:
                  kind: jsonl
                  data: |
                    {"i": "a", "j": "b", "weight": 3}
                algorithms: [acord]
                """;
        Scenario scenario = ScenarioReader.readText(yaml, "own.yaml", folder, List.of());
        assertThat(target(scenario, 1, 1)).isEqualTo(4);
        Scenario again = ScenarioReader.readText(scenario.canonical(), "again.yaml", folder, List.of());
        assertThat(target(again, 1, 1)).isEqualTo(4);
        StringBuilder many = new StringBuilder(yaml.substring(0, yaml.indexOf("    1,a")));
        for (int t = 1; t <= 200; t++) {
            many.append("    ").append(t).append(",a,1,2\n    ").append(t).append(",b,1,4\n");
        }
        many.append(yaml.substring(yaml.indexOf("graph:")));
        Scenario large = ScenarioReader.readText(many.toString(), "own.yaml", folder, List.of());
        Scenario resolved = ScenarioReader.readText(large.canonical(), "again.yaml", folder, List.of());
        assertThat(resolved.horizon()).isEqualTo(200);
        assertThatThrownBy(() ->
                        ScenarioReader.readText(yaml.replace("1,b,1,4", "1,b,-1,4"), "own.yaml", folder, List.of()))
                .hasMessageContaining("own.yaml:4:9: data:3")
                .hasMessageContaining("alpha");
        assertThatThrownBy(() -> ScenarioReader.readText(
                        yaml.replace("  kind: csv\n", "  kind: csv\n  file: f.csv\n"), "own.yaml", folder, List.of()))
                .hasMessageContaining("either file or data");
    }

    @Test
    void gapsAreInterpolatedOnRequestAndEndsAreNot() throws IOException {
        String gaps = "round,agent,alpha,v\n1,a,1,0\n4,a,4,6\n1,b,2,1\n2,b,2,2\n3,b,2,3\n4,b,2,4\n";
        Scenario scenario = costs(gaps, ", missing: interpolate");
        assertThat(target(scenario, 2, 0)).isEqualTo(2);
        assertThat(target(scenario, 3, 0)).isEqualTo(4);
        assertThat(target(scenario, 3, 1)).isEqualTo(3);
        assertThatThrownBy(() -> costs(gaps.replace("4,a,4,6\n", ""), ", missing: interpolate"))
                .hasMessageContaining("has no line of agent a in round 2");
        assertThatThrownBy(() -> costs(gaps.replace("4,a,4,6\n", "2000000000,a,4,6\n"), ", missing: interpolate"))
                .hasMessageContaining("is 1999999998 rounds after the line of a before it");
        Files.writeString(folder.resolve("abs.jsonl"), """
                {"round":1,"agent":"a","cost":{"type":"abs","weight":3,"v":[1],"mu":0.5}}
                {"round":3,"agent":"a","cost":{"type":"abs","weight":3,"v":[1],"mu":0.5}}
                """);
        assertThatThrownBy(() -> read("{kind: jsonl, file: abs.jsonl, missing: interpolate}", "{kind: path}"))
                .hasMessageContaining("no others can be interpolated");
    }

    @Test
    void columnsAreNamedByTheScenarioAndOthersPassedOverOnRequest() throws IOException {
        String text = "Hour,Site,comment,weight (kW),set point\n1,a,x,1.5,2\n1,b,,2,0.5\n2,a,,1,1\n2,b,\"y, z\",1,5\n";
        String columns = ", columns: {round: Hour, agent: Site, alpha: weight (kW), v: set point}";
        assertThat(target(costs(text, columns + ", extra: ignore"), 1, 0)).isEqualTo(2);
        assertThatThrownBy(() -> costs(text, columns))
                .hasMessageContaining("column \"comment\" is not known")
                .hasMessageContaining("extra: ignore");
        assertThatThrownBy(() -> costs(PLAIN, ", columns: {round: Hour}"))
                .hasMessageContaining("column \"Hour\" is not there");
        assertThatThrownBy(() -> costs(PLAIN, ", columns: [a]")).hasMessageContaining("columns");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PK\u0003\u0004xxxx | is a zip archive",
                "BZh91AY | is packed by bzip2",
                "PAR1xxxx | is a Parquet file",
                "<?xml version='1.0'?><graphml/> | is XML",
                "<!DOCTYPE html><html> | is a page of the web",
                "{\"round\": 1} | is JSON",
                "%%MatrixMarket matrix coordinate | is a MatrixMarket file",
                "round agent alpha v | has blanks between values",
                "round,agent,alpha,gr\u00F6\u00DFe | is not UTF-8; it may be Latin-1"
            })
    void whatIsNoTableIsNamedAsWhatItIs(String begins, String found) throws IOException {
        Files.write(folder.resolve("costs.csv"), (begins + "\n1,2,3,4\n").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> read("{kind: csv, file: costs.csv}", "{kind: path}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining(found);
    }

    @Test
    void numbersWithPointsAndWithCommasAreRefusedTogether() {
        assertThatThrownBy(() -> costs("round;agent;alpha;v\n1;a;1,5;2.5\n1;b;1,234;0\n", ""))
                .hasMessageContaining("numbers with points and with commas")
                .satisfies(e -> assertThat(((BadInputException) e).complaints()).hasSize(1));
    }

    @Test
    void aCommentBelowTheHeaderIsNoDataThatIsLost() {
        assertThatThrownBy(() -> costs("round,agent,alpha,v\n# here it begins\n1,a,1,2\n", ""))
                .hasMessageContaining("put comments above the header");
    }

    @Test
    void nothingOfAFileSteersTheTerminal() {
        assertThatThrownBy(() -> costs("round,agent,alpha,\u001B[2J\u0007v\n1,a,1,2\n", ""))
                .hasMessageContaining("\\u001B[2J\\u0007v")
                .satisfies(e -> assertThat(String.valueOf(e.getMessage())
                                .replace("\n", "")
                                .chars()
                                .noneMatch(Character::isISOControl))
                        .isTrue());
    }

    @Test
    void networksAreReadAsTheyArePublished() throws IOException {
        assertThat(edges(graph("edge-list", "# Nodes: 2 Edges: 1\n# FromNodeId\tToNodeId\n0\t1\n", ""), 1))
                .isEqualTo("0-1 1.0");
        assertThat(edges(graph("edge-list", "0 1 2.5\n", ""), 2)).isEqualTo("0-1 2.5");
        String matrix = "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n2 2 2\n1 1 7\n2 1 0.25\n";
        assertThat(edges(graph("matrix-market", matrix, ", self-loops: drop"), 1))
                .isEqualTo("0-1 0.25");
        assertThatThrownBy(() -> graph("matrix-market", matrix, ""))
                .hasMessageContaining("joins agent 0 with itself")
                .hasMessageContaining("self-loops: drop");
        assertThatThrownBy(() -> graph("matrix-market", matrix.replace("2 2 2", "2 2 3"), ", self-loops: drop"))
                .hasMessageContaining("is the last of 2 entries");
        assertThatThrownBy(() -> graph("edge-list", "0 1 2 3\n0 x7 \n0 1 wide\n", ""))
                .hasMessageContaining("graph:1 has 4 words")
                .hasMessageContaining("graph:3: weight is \"wide\"");
    }

    /** Two circuits between buses 0 and 1, an open branch, names, comments and rows on one line. */
    @Test
    void branchesOfAMatpowerCaseAreEdges() throws IOException {
        String text = """
                function mpc = tiny
                mpc.bus = [0 1 0; 1 1 0;
                  2 1 0 ]; %% three
                mpc.gen = [ 1 2 ];
                mpc.branch = [
                  0 1 0.1 0.5 0 0 0 0 0 0 1;
                  1 0 0.1 0.25 0 0 0 0 0 0 1; %% again
                  1 2 0.1 0.5 0 0 0 0 0 0 %d
                ];
                mpc.bus_name = {'0'; '1'; 'it''s ]'};
                """;
        assertThat(edges(graph("matpower", text.formatted(0), ""), 1)).isEqualTo("0-1 2.0");
        assertThat(edges(graph("matpower", text.formatted(0), ", weight: susceptance"), 1))
                .isEqualTo("0-1 6.0");
        assertThat(edges(graph("matpower", text.formatted(0), ", names: bus_name"), 1))
                .isEqualTo("0-1 2.0");
        assertThatThrownBy(() -> graph("matpower", text.formatted(1), ", names: bus_name"))
                .hasMessageContaining("it's ]")
                .hasMessageContaining("graph:8");
        assertThatThrownBy(() -> graph("matpower", text.formatted(0).replace("2 1 0 ]", "]"), ", names: bus_name"))
                .hasMessageContaining("3 names for 2 buses");
        assertThatThrownBy(() -> graph("matpower", text.formatted(1).replace("2 1 0 ]", "]"), ""))
                .hasMessageContaining("a branch at bus 2");
        assertThatThrownBy(() -> graph(
                        "matpower", text.formatted(0).replace("0 1 0.1 0.5", "0 1 0.1 -0.5"), ", weight: susceptance"))
                .hasMessageContaining("graph:6 has a reactance of -0.5");
        assertThatThrownBy(() -> graph("matpower", "mpc.branch = [1 2 3];\n", ""))
                .hasMessageContaining("has 3 columns")
                .hasMessageContaining("ends without mpc.bus");
    }

    @Test
    void edgesThatComeTwiceAreRefusedAddedOrPassedOver() throws IOException {
        String twice = "0 1 2\n1 0 3\n";
        assertThatThrownBy(() -> graph("edge-list", twice, ""))
                .hasMessageContaining("couples 1 and 0 again")
                .hasMessageContaining("duplicates: sum");
        assertThat(edges(graph("edge-list", twice, ", duplicates: sum"), 1)).isEqualTo("0-1 5.0");
        assertThat(edges(graph("edge-list", twice, ", duplicates: first"), 1)).isEqualTo("0-1 2.0");
        String rounds = "round,i,j,weight\n1,0,1,2\n1,1,0,3\n2,0,1,4\n";
        assertThat(edges(graph("csv", rounds, ", duplicates: sum"), 1)).isEqualTo("0-1 5.0");
        assertThat(edges(graph("csv", rounds, ", duplicates: sum"), 2)).isEqualTo("0-1 4.0");
        assertThatThrownBy(() -> graph("csv", rounds + ",0,1,1\n", ", duplicates: sum"))
                .hasMessageContaining("only edges of the same round");
    }

    @Test
    void anEdgeIsThereFromOneRoundToAnother() throws IOException {
        assertThat(edges(graph("csv", "first,last,i,j\n2,2,0,1\n", ""), 1)).isEmpty();
        assertThat(edges(graph("csv", "first,last,i,j\n2,2,0,1\n", ""), 2)).isEqualTo("0-1 1.0");
        assertThat(edges(graph("csv", "first,last,i,j,weight\n,1,0,1,3\n", ""), 1))
                .isEqualTo("0-1 3.0");
        assertThat(edges(graph("csv", "first,last,i,j\n,,0,1\n", ""), 2)).isEqualTo("0-1 1.0");
        assertThatThrownBy(() -> graph("csv", "first,last,i,j\n2,1,0,1\n", ""))
                .hasMessageContaining("goes from round 2 to 1");
        assertThatThrownBy(() -> graph("csv", "first,last,i,j\n2,,0,1\n", "")).hasMessageContaining("horizon");
        assertThatThrownBy(() -> graph("csv", "round,first,last,i,j\n1,2,2,0,1\n", ""))
                .hasMessageContaining("has both round and first or last");
    }
}
