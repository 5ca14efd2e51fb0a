package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataFilesTest {

    private static final String COSTS = """
            round,agent,alpha,v
            1,c,2,5
            1,a,1,-1
            1,b,0.5,3
            2,c,2.5,4
            2,a,1.5,0
            2,b,0.25,2
            """;

    @TempDir
    private Path folder;

    private Scenario csv(String costs, String edges, String... sets) throws IOException {
        Files.writeString(folder.resolve("c.csv"), costs);
        Files.writeString(folder.resolve("e.csv"), edges);
        return ScenarioReader.readText(
                "costs: {kind: csv, file: c.csv}\ngraph: {kind: csv, file: e.csv}\nalgorithms: [local]\n",
                "s.yaml",
                folder,
                List.of(sets));
    }

    private Scenario jsonl(String costs, String edges, String... sets) throws IOException {
        Files.writeString(folder.resolve("c.jsonl"), costs);
        Files.writeString(folder.resolve("e.jsonl"), edges);
        return ScenarioReader.readText(
                "costs: {kind: jsonl, file: c.jsonl}\ngraph: {kind: jsonl, file: e.jsonl}\nalgorithms: [local]\n",
                "s.yaml",
                folder,
                List.of(sets));
    }

    /** Everything that can be seen of an instance. */
    private static String seen(Scenario scenario) {
        Instance instance = scenario.instance(scenario.seed());
        StringBuilder text = new StringBuilder();
        for (int t = 1; t <= instance.horizon(); t++) {
            Round round = instance.round(t);
            for (int i = 0; i < round.agents(); i++) {
                text.append(instance.name(i)).append(' ').append(round.cost(i)).append('\n');
            }
            Coupling coupling = round.coupling();
            for (int e = 0; e < coupling.graph().edges(); e++) {
                text.append(instance.name(coupling.graph().tail(e)))
                        .append('-')
                        .append(instance.name(coupling.graph().head(e)))
                        .append(' ');
                for (int c = 0; c < instance.dimension() * instance.dimension(); c++) {
                    text.append(coupling.gram(e, c / instance.dimension(), c % instance.dimension()))
                            .append(' ');
                }
                for (int c = 0; c < instance.dimension(); c++) {
                    text.append(coupling.offset(e, c)).append(' ');
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    @Test
    void agentsWhomNobodyListsAreNumberedByTheBytesOfTheirNames() throws IOException {
        Scenario scenario = csv(COSTS, "round,i,j\n");
        assertThat(scenario.names()).containsExactly("a", "b", "c");
        assertThat(scenario.horizon()).isEqualTo(2);
        Quadratic cost = (Quadratic) scenario.instance(1).round(2).cost(0);
        assertThat(cost.curvature(0, 0)).isEqualTo(3);
        assertThat(cost.target(0)).isZero();
        assertThat(scenario.instance(1).leastMu()).containsExactly(2, 0.5, 4);
        String names = COSTS.replace(",a,", ",10,").replace(",b,", ",9,").replace(",c,", ",Ä,");
        assertThat(csv(names, "round,i,j\n").names()).containsExactly("10", "9", "Ä");
    }

    @Test
    void theScenariosListDecidesWhoIsWho() throws IOException {
        Scenario scenario = csv(COSTS, "round,i,j\n,b,a\n", "agents=[a, b, c]");
        assertThat(scenario.names()).containsExactly("a", "b", "c");
        assertThat(((Quadratic) scenario.instance(1).round(1).cost(2)).target(0))
                .isEqualTo(5);
        assertThat(scenario.instance(1).round(1).graph().edgeBetween(0, 1)).isZero();
    }

    @Test
    void numbersAreIdsIfTheScenarioSaysHowMany() throws IOException {
        String numbers = COSTS.replace(",a,", ",0,").replace(",b,", ",1,").replace(",c,", ",2,");
        assertThat(csv(numbers, "round,i,j\n").names()).containsExactly("0", "1", "2");
        Scenario scenario = csv(numbers, "round,i,j\n", "agents=3");
        assertThat(scenario.names()).containsExactly("0", "1", "2");
        assertThat(((Quadratic) scenario.instance(1).round(1).cost(2)).target(0))
                .isEqualTo(5);
        assertThat(csv(COSTS, "round,i,j\n", "agents=3").names()).containsExactly("a", "b", "c");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void theOrderOfLinesDoesNotMatter(long seed) throws IOException {
        String edges = "round,i,j,weight\n,a,b,2\n1,b,c,0.5\n2,c,a,3\n2,b,c,1\n";
        for (String missing : List.of("refuse", "hold")) {
            String[] sets = {"agents=[a, b, c]", "costs.missing=" + missing};
            assertThat(seen(csv(shuffled(COSTS, seed), shuffled(edges, seed), sets)))
                    .isEqualTo(seen(csv(COSTS, edges, sets)));
        }
    }

    private static String shuffled(String csv, long seed) {
        List<String> lines = new ArrayList<>(csv.lines().toList());
        Collections.shuffle(lines.subList(1, lines.size()), new Random(seed));
        return String.join("\n", lines);
    }

    @Test
    void theOrderOfColumnsDoesNotMatter() throws IOException {
        String turned = "v,alpha,agent,round\n5,2,c,1\n-1,1,a,1\n3,0.5,b,1\n4,2.5,c,2\n0,1.5,a,2\n2,0.25,b,2\n";
        assertThat(seen(csv(turned, "j,i\nb,a\n"))).isEqualTo(seen(csv(COSTS, "round,i,j,weight\n,a,b,\n")));
    }

    @Test
    void lineEndsMarksQuotesAndBlanksAreUnderstood() throws IOException {
        String plain = seen(csv(COSTS, "round,i,j\n,a,b\n"));
        assertThat(seen(csv(COSTS.replace("\n", "\r\n"), "round,i,j\r\n,a,b\r\n")))
                .isEqualTo(plain);
        assertThat(seen(csv("\uFEFF" + COSTS, "\uFEFFround,i,j\n,a,b\n"))).isEqualTo(plain);
        assertThat(seen(csv(COSTS + "\n\n  \n\r\n", "\nround,i,j\n\n,a,b"))).isEqualTo(plain);
        assertThat(seen(csv(COSTS.replace("1,c,2,5", "\"1\", \"c\" ,\"2\",5"), "round,i,j\n, \"a\",b \n")))
                .isEqualTo(plain);
        String odd = "\"x, \"\"y\"\"\"";
        Scenario quoted = csv(COSTS.replace(",a,", "," + odd + ","), "round,i,j\n," + odd + ",b\n");
        assertThat(quoted.names()).containsExactly("b", "c", "x, \"y\"");
        assertThat(quoted.instance(1).round(1).graph().edgeBetween(0, 2)).isZero();
        assertThat(csv(COSTS.replace(",a,", ",Zürich,"), "round,i,j\n").names()).containsExactly("Zürich", "b", "c");
    }

    @Test
    void columnsCountCharacters() {
        assertThatThrownBy(() -> csv(COSTS.replace("1,a,1,", "1,Zürich,x,"), "round,i,j\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("c.csv:3:10: alpha is \"x\"");
    }

    @Test
    void vectorsHaveAColumnForEveryCoordinate() throws IOException {
        Scenario scenario = csv("round,agent,alpha,v1,v0\n1,a,2,10,20\n1,b,1,30,40\n", "round,i,j,weight\n,a,b,0.5\n");
        assertThat(scenario.dimension()).isEqualTo(2);
        Quadratic cost = (Quadratic) scenario.instance(1).round(1).cost(1);
        assertThat(cost.target(0)).isEqualTo(40);
        assertThat(cost.target(1)).isEqualTo(30);
        assertThat(cost.curvature(1, 1)).isEqualTo(2);
    }

    @Test
    void aShorterHorizonPlaysTheFirstRounds() throws IOException {
        Scenario scenario = csv(COSTS, "round,i,j\n2,a,b\n", "horizon=1");
        assertThat(scenario.horizon()).isEqualTo(1);
        assertThat(scenario.instance(1).round(1).graph().edges()).isZero();
        assertThatThrownBy(() -> csv(COSTS, "round,i,j\n3,a,b\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("e.csv:2: round is 3");
    }

    @Test
    void whoHasNoLineKeepsTheLastCostIfTheScenarioSaysSo() throws IOException {
        String sparse = "round,agent,alpha,v\n5,a,3,30\n1,a,1,10\n1,b,2,20\n3,b,4,40\n";
        Instance instance =
                csv(sparse, "round,i,j\n", "costs.missing=hold", "horizon=7").instance(1);
        double[] ofA = {10, 10, 10, 10, 30, 30, 30};
        double[] ofB = {20, 20, 40, 40, 40, 40, 40};
        for (int t : new int[] {7, 1, 2, 3, 4, 5, 6}) {
            assertThat(((Quadratic) instance.round(t).cost(0)).target(0)).isEqualTo(ofA[t - 1]);
            assertThat(((Quadratic) instance.round(t).cost(1)).target(0)).isEqualTo(ofB[t - 1]);
        }
        assertThat(csv(sparse, "round,i,j\n", "costs.missing=hold").horizon()).isEqualTo(5);
        assertThatThrownBy(() -> csv(sparse.replace("1,b,2,20\n", ""), "round,i,j\n", "costs.missing=hold"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has no line of agent b in round 1");
    }

    @Test
    void roundsFarApartNeedNoMemoryAndFewComplaints() {
        String far = "round,agent,alpha,v\n1,a,1,1\n1,b,1,1\n2000000000,a,1,1\n";
        assertThatThrownBy(() -> csv(far, "round,i,j\n"))
                .isInstanceOfSatisfying(
                        BadInputException.class,
                        refused -> assertThat(refused.complaints()).hasSize(2))
                .hasMessageContaining("no line in the rounds 2 to 1999999999")
                .hasMessageContaining("no line of agent b in round 2000000000");
        StringBuilder gaps = new StringBuilder("round,agent,alpha,v\n1,b,1,1\n");
        for (int t = 1; t <= 1000; t++) {
            gaps.append(t).append(",a,1,1\n");
        }
        assertThatThrownBy(() -> csv(gaps.toString(), "round,i,j\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("lacks lines in 979 more places");
    }

    @Test
    void roundsWithTheSameEdgesShareTheirCoupling() throws IOException {
        Instance instance = csv(
                        COSTS
                                + COSTS.lines()
                                        .skip(1)
                                        .map(line -> (line.charAt(0) - '0' + 2) + line.substring(1) + "\n")
                                        .reduce("", String::concat),
                        "round,i,j,weight\n1,a,b,1\n1,b,c,2\n3,b,c,2\n3,a,b,1\n4,b,c,2\n")
                .instance(1);
        assertThat(instance.horizon()).isEqualTo(4);
        assertThat(instance.round(3).coupling()).isSameAs(instance.round(1).coupling());
        assertThat(instance.round(2).graph().edges()).isZero();
        assertThat(instance.round(4).graph().edges()).isEqualTo(1);
        Instance constant = csv(COSTS, "round,i,j\n,a,b\n").instance(1);
        assertThat(constant.round(1).coupling()).isSameAs(constant.round(2).coupling());
    }

    @Test
    void everyTypeOfCostIsRead() throws IOException {
        Scenario scenario =
                jsonl("""
                {"round":1,"agent":"q","cost":{"type":"quadratic","Q":[[3]],"v":[1]}}
                {"round":1,"agent":"alpha","cost":{"v":2,"alpha":0.5,"type":"quadratic"}}
                {"cost":{"type":"abs","weight":3,"v":[1],"mu":0.5},"agent":"abs","round":1}
                {"round":1,"agent":"band","cost":{"type":"band","low":[35],"high":[75],"weight":4,"mu":0.1}}
                {"round":1,"agent":7,"cost":{"type":"huber","weight":2,"threshold":1,"v":[0],"mu":0.1}}
                {"round":1,"agent":"sum","cost":{"type":"sum","parts":[{"type":"abs","weight":1,"v":[0],"mu":1},{"type":"quadratic","Q":[[2]],"v":[4]}]}}
                {"round":1,"agent":"box","cost":{"type":"quadratic","Q":[[2]],"v":[4],"box":{"low":[null],"high":[3]}}}
                """, "{\"i\":\"q\",\"j\":7}\n{\"round\":null,\"i\":\"q\",\"j\":\"abs\",\"weight\":0}\n");
        assertThat(scenario.names()).containsExactly("7", "abs", "alpha", "band", "box", "q", "sum");
        Round round = scenario.instance(1).round(1);
        double[] at = {6};
        assertThat(round.cost(5).at(at)).isEqualTo(1.5 * 25);
        assertThat(round.cost(2).at(at)).isEqualTo(0.5 * 16);
        assertThat(round.cost(1).at(at)).isEqualTo(3 * 5 + 0.25 * 25);
        assertThat(round.cost(3).at(at)).isEqualTo(2.0 * 29 * 29 + 0.05 * 49 * 49);
        assertThat(round.cost(0).at(at)).isEqualTo(2 * 5.5 + 0.05 * 36);
        assertThat(round.cost(6).at(at)).isEqualTo(6 + 18 + 4);
        assertThat(round.cost(4).at(at)).isInfinite();
        assertThat(round.cost(4).at(new double[] {-100})).isEqualTo(104 * 104);
        assertThat(round.graph().edges()).isEqualTo(1); // a weight of 0 couples nobody
    }

    @Test
    void costsOfJsonLinesMayBeKeptInBallsHalfSpacesAndSimplices() throws IOException {
        Scenario scenario = jsonl("""
                {"round":1,"agent":"ball","cost":{"type":"quadratic","alpha":1,"v":[3,4],"ball":{"center":[0,0],"radius":1}}}
                {"round":1,"agent":"half","cost":{"type":"abs","weight":1,"v":[2,2],"mu":1,"half-space":{"normal":[1,1],"most":2}}}
                {"round":1,"agent":"shared","cost":{"type":"quadratic","alpha":1,"v":[5,1],"box":{"low":[0,0],"high":[2,9]},"simplex":{"total":3}}}
                """, "{\"i\":\"ball\",\"j\":\"half\"}\n");
        Round round = scenario.instance(1).round(1);
        assertThat(round.cost(0).at(new double[] {1, 1})).isInfinite();
        assertThat(round.cost(0).at(new double[] {0, 1})).isEqualTo(18);
        assertThat(round.cost(1).at(new double[] {1.5, 1})).isInfinite();
        Actions best = Hindsight.solve(scenario.instance(1), 1).actions().get(0);
        assertThat(best.of(0)).satisfies(x -> assertThat(round.cost(0).at(x)).isFinite());
        assertThat(best.of(2)).containsExactly(new double[] {2, 1}, within(1e-6));
        assertThatThrownBy(() -> jsonl("""
                {"round":1,"agent":"a","cost":{"type":"quadratic","alpha":1,"v":[3,4],"ball":{"center":[0],"radius":-1,"r":2}}}
                """, ""))
                .hasMessageContaining("radius is -1")
                .hasMessageContaining("ball.r is not known");
    }

    @Test
    void edgesOfJsonLinesMayHaveMatricesWeightsAndOffsets() throws IOException {
        Scenario scenario = jsonl("""
                {"round":1,"agent":"a","cost":{"type":"quadratic","alpha":1,"v":[0,0]}}
                {"round":1,"agent":"b","cost":{"type":"quadratic","alpha":1,"v":[0,0]}}
                {"round":1,"agent":"c","cost":{"type":"quadratic","alpha":1,"v":[0,0]}}
                """, """
                {"i":"b","j":"a","A":[[1,2]],"weight":3,"offset":[5,7]}
                {"i":"b","j":"c","offset":[1,2],"weight":0.5}
                {"i":"a","j":"c","A":[[2,0],[0,2]]}
                """);
        Coupling coupling = scenario.instance(1).round(1).coupling();
        int e = coupling.graph().edgeBetween(0, 1);
        assertThat(coupling.gram(e, 0, 1)).isEqualTo(6);
        assertThat(coupling.offset(e, 0)).isEqualTo(-5); // from the smaller id to the larger
        assertThat(coupling.offset(coupling.graph().edgeBetween(1, 2), 1)).isEqualTo(2);
        assertThat(coupling.weight(coupling.graph().edgeBetween(0, 2))).isEqualTo(4);
    }

    @Test
    void graphmlIsRead() throws IOException {
        Files.writeString(folder.resolve("g.graphml"), """
                <?xml version="1.0" encoding="UTF-8"?>
                <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
                  <key id="d0" for="node" attr.name="colour" attr.type="string"><default>red</default></key>
                  <key id="d1" for="edge" attr.name="weight" attr.type="double"><default>1.5</default></key>
                  <graph id="G" edgedefault="undirected">
                    <node id="0"><data key="d0">green</data></node>
                    <node id="1"/><node id="2"/>
                    <edge id="e0" source="0" target="2"><data key="d1">2.5</data></edge>
                    <edge source="1" target="2"/>
                  </graph>
                </graphml>
                """);
        Scenario scenario = ScenarioReader.readText(
                "agents: 3\nhorizon: 4\ncosts: {kind: spikes}\ngraph: {kind: graphml, file: g.graphml}\nalgorithms: [local]\n",
                "s.yaml",
                folder,
                List.of());
        Coupling coupling = scenario.instance(1).round(4).coupling();
        assertThat(coupling.graph().edges()).isEqualTo(2);
        assertThat(coupling.weight(coupling.graph().edgeBetween(0, 2))).isEqualTo(2.5);
        assertThat(coupling.weight(coupling.graph().edgeBetween(1, 2))).isEqualTo(1.5);
    }

    @Test
    void graphmlInAnotherEncodingIsRefusedAndAMarkIsNot() throws IOException {
        String graph = "<graphml>\n<graph edgedefault=\"undirected\">\n<desc>é</desc>\n</graph></graphml>";
        String scenario =
                "agents: 3\nhorizon: 4\ncosts: {kind: spikes}\ngraph: {kind: graphml, file: g.xml}\nalgorithms: [local]\n";
        Files.writeString(folder.resolve("g.xml"), "\uFEFF" + graph);
        assertThat(ScenarioReader.readText(scenario, "s.yaml", folder, List.of())
                        .agents())
                .isEqualTo(3);
        Files.write(folder.resolve("g.xml"), graph.getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ScenarioReader.readText(scenario, "s.yaml", folder, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is no XML: it is not UTF-8");
    }

    @Test
    void filesInAnotherEncodingAreRefused() throws IOException {
        Files.writeString(folder.resolve("e.csv"), "round,i,j\n");
        String scenario = "costs: {kind: csv, file: c.csv}\ngraph: {kind: csv, file: e.csv}\nalgorithms: [local]\n";
        Files.write(folder.resolve("c.csv"), COSTS.getBytes(StandardCharsets.UTF_16));
        assertThatThrownBy(() -> ScenarioReader.readText(scenario, "s.yaml", folder, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("c.csv:1 is not UTF-8 but UTF-16");
        Files.write(folder.resolve("c.csv"), COSTS.replace(",a,", ",\u00e9,").getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ScenarioReader.readText(scenario, "s.yaml", folder, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("c.csv:3:3: agent is not UTF-8");
    }

    @Test
    void aFileWithoutLineEndsIsRefusedAndNotSwallowed() {
        assertThatThrownBy(() -> csv(COSTS + "1,".repeat(10_000_000) + "\n3,a,1,1\n", "round,i,j\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("c.csv:8 is longer than 16777216 bytes");
    }

    @Test
    void emptyFilesAreRefused() {
        assertThatThrownBy(() -> csv("", "round,i,j\n")).hasMessageContaining("c.csv is empty");
        assertThatThrownBy(() -> csv("round,agent,alpha,v\n", "round,i,j\n"))
                .hasMessageContaining("c.csv has no line of data");
        assertThatThrownBy(() -> jsonl("", "")).hasMessageContaining("c.jsonl has no line of data");
    }

    /** Flat arrays: 28 bytes a line, and a round's objects only when it is asked for. */
    @Test
    void twoMillionLinesNeedLittleMemory() throws IOException {
        int agents = 2000;
        int horizon = 1000;
        Path file = folder.resolve("c.csv");
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            out.write("round,agent,alpha,v\n");
            StringBuilder line = new StringBuilder();
            for (int t = 1; t <= horizon; t++) {
                for (int i = 0; i < agents; i++) {
                    line.setLength(0);
                    out.append(line.append(t)
                            .append(",agent-")
                            .append(i)
                            .append(',')
                            .append(1 + i % 7)
                            .append(".25,")
                            .append(t - i)
                            .append('\n'));
                }
            }
        }
        Files.writeString(folder.resolve("e.csv"), "round,i,j\n,agent-0,agent-1999\n");
        System.gc();
        long before = used();
        Scenario scenario = ScenarioReader.readText(
                "costs: {kind: csv, file: c.csv}\ngraph: {kind: csv, file: e.csv}\nalgorithms: [local]\n",
                "s.yaml",
                folder,
                List.of());
        System.gc();
        assertThat(used() - before).isLessThan(120_000_000);
        assertThat(scenario.horizon()).isEqualTo(horizon);
        assertThat(scenario.agents()).isEqualTo(agents);
        int id = scenario.names().indexOf("agent-" + (agents - 1));
        Quadratic last = (Quadratic) scenario.instance(1).round(horizon).cost(id);
        assertThat(last.target(0)).isEqualTo(horizon - agents + 1);
        assertThat(last.mu()).isEqualTo(2 * (1.25 + (agents - 1) % 7));
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
