package io.acord.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every row of the table is a sound scenario with one thing made wrong, and where the complaint about it stands.
 * {@code docs/bad-input.md} is this table with the answers.
 */
class BadInputTest {

    private static final Path DOCUMENT = Path.of("..", "docs", "bad-input.md");
    private static final String WRITE = "acord.documents.write";
    private static final String COMMAND =
            "mvn -pl lab -am test -Dtest=BadInputTest -Dsurefire.failIfNoSpecifiedTests=false -D" + WRITE + "=true";

    /** Files that are sound together. */
    private static final Map<String, Map<String, String>> SOUND = new LinkedHashMap<>();

    static {
        SOUND.put("CSV", Map.of("scenario.yaml", """
                        name: demo
                        seed: 7
                        horizon: 2
                        beta: 3
                        mu: horizon
                        costs: {kind: csv, file: costs.csv}
                        graph: {kind: csv, file: edges.csv}
                        algorithms:
                          - acord: {iterations: 12}
                          - opt
                        """, "costs.csv", """
                        round,agent,alpha,v
                        1,a,2,5
                        1,b,1,-1
                        1,c,0.5,3
                        2,a,2,4
                        2,b,1,0
                        2,c,0.5,2
                        """, "edges.csv", """
                        round,i,j,weight
                        ,a,b,1
                        2,b,c,0.5
                        """));
        SOUND.put("JSON lines", Map.of("scenario.yaml", """
                        costs: {kind: jsonl, file: costs.jsonl}
                        graph: {kind: jsonl, file: edges.jsonl}
                        algorithms: [local]
                        """, "costs.jsonl", """
                        {"round": 1, "agent": "a", "cost": {"type": "quadratic", "Q": [[2, 0], [0, 1]], "v": [1, 0]}}
                        {"round": 1, "agent": "b", "cost": {"type": "abs", "weight": 3, "v": [1, 2], "mu": 0.5}}
                        {"round": 2, "agent": "a", "cost": {"type": "band", "low": [3, 3], "high": [7, 7], "weight": 4, "mu": 0.1}}
                        {"round": 2, "agent": "b", "cost": {"type": "huber", "weight": 1, "threshold": 2, "v": [0, 0], "mu": 0.2, "box": {"low": [0, 0], "high": [1, 1]}}}
                        """, "edges.jsonl", """
                        {"round": 1, "i": "a", "j": "b", "A": [[1, 0], [0, 2]]}
                        {"round": 2, "i": "a", "j": "b", "weight": 2, "offset": [1, 0]}
                        """));
        SOUND.put("GraphML", Map.of("scenario.yaml", """
                        agents: [a, b, c]
                        horizon: 3
                        costs: {kind: spikes}
                        graph: {kind: graphml, file: graph.xml}
                        algorithms: [local]
                        """, "graph.xml", """
                        <graphml>
                          <key id="w" for="edge" attr.name="weight"/>
                          <graph edgedefault="undirected">
                            <edge source="a" target="b"><data key="w">2</data></edge>
                            <edge source="b" target="c"/>
                          </graph>
                        </graphml>
                        """));
    }

    /**
     * One thing made wrong.
     *
     * @param base whose files
     * @param file in which {@code old} becomes {@code wrong}, or "--set"
     * @param where the place that the complaint names
     * @param words that it has
     */
    private record Row(String base, String file, String old, String wrong, String where, String words) {}

    private static Row yaml(String old, String wrong, String where, String words) {
        return new Row("CSV", "scenario.yaml", old, wrong, where, words);
    }

    private static Row set(String set, String where, String words) {
        return new Row("CSV", "--set", "", set, where, words);
    }

    private static Row costs(String old, String wrong, String where, String words) {
        return new Row("CSV", "costs.csv", old, wrong, where, words);
    }

    private static Row edges(String old, String wrong, String where, String words) {
        return new Row("CSV", "edges.csv", old, wrong, where, words);
    }

    private static Row json(String old, String wrong, String where, String words) {
        return new Row("JSON lines", "costs.jsonl", old, wrong, where, words);
    }

    private static Row jsonEdges(String old, String wrong, String where, String words) {
        return new Row("JSON lines", "edges.jsonl", old, wrong, where, words);
    }

    private static Row graphml(String old, String wrong, String where, String words) {
        return new Row("GraphML", "graph.xml", old, wrong, where, words);
    }

    private static final List<Row> ROWS = List.of(
            // the scenario
            yaml("beta: 3", "betta: 3", "scenario.yaml:4:1: betta", "did you mean beta?"),
            yaml("beta: 3", "beta: -3", "scenario.yaml:4:7: beta", "reward differing"),
            yaml("beta: 3", "beta: [3]", "scenario.yaml:4:7: beta", "one for each of the 2"),
            yaml("beta: 3", "beta: [3, x]", "scenario.yaml:4:11: beta", "finite numbers"),
            yaml("beta: 3", "beta: .inf", "scenario.yaml:4:7: beta", "finite numbers"),
            yaml("beta: 3", "beta: 3\nbeta: 4", "scenario.yaml:5:1: beta", "given twice, first at scenario.yaml:4:1"),
            yaml("beta: 3", "beta: [3", "scenario.yaml:5:3", "is not YAML"),
            yaml("beta: 3", "\tbeta: 3", "scenario.yaml:4:1", "is not YAML"),
            yaml("beta: 3", "beta: &b 3", "scenario.yaml:4:7", "has an anchor"),
            yaml("beta: 3", "beta: *b", "scenario.yaml:4:7", "is an alias"),
            yaml("beta: 3", "beta: !!float 3", "scenario.yaml:4:7", "has a tag"),
            yaml("beta: 3", "beta: 3\n---\nbeta: 4", "scenario.yaml:5:1", "second document"),
            yaml("beta: 3", "[a, b]: 3", "scenario.yaml:4:1", "as a key"),
            yaml("seed: 7", "seed: lucky", "scenario.yaml:2:7: seed", "whole number"),
            yaml("seed: 7", "repeats: 0", "scenario.yaml:2:10: repeats", "from 1 to"),
            yaml("seed: 7", "threads: 1.5", "scenario.yaml:2:10: threads", "a whole number"),
            yaml("seed: 7", "start: [0, 0]", "scenario.yaml:2:8: start", "one for each of the 1"),
            yaml(
                    "seed: 7",
                    "output: {actions: exel}",
                    "scenario.yaml:2:19: output.actions",
                    "one of csv, parquet, none"),
            yaml("seed: 7", "dimension: 2", "costs.csv:1", "the scenario's dimension"),
            yaml("seed: 7", "agents: 4", "costs.csv", "speaks of 3 agents"),
            yaml("seed: 7", "agents: [a, b]", "costs.csv:4:3: agent", "add it to agents"),
            yaml("seed: 7", "agents: [a, b, c, a]", "scenario.yaml:2:19: agents[3]", "again, as at scenario.yaml:2:10"),
            yaml("seed: 7", "agents: [a, b, =1+1]", "scenario.yaml:2:16: agents[2]", "take it for a formula"),
            yaml(
                    "- opt",
                    "- opt: {name: \"@SUM(A1)\"}",
                    "scenario.yaml:10:17: algorithms[1].name",
                    "take it for a formula"),
            costs("2,c,0.5,2", "2,=1+1,0.5,2", "costs.csv:7:3: agent", "take for a formula"),
            yaml("name: demo", "name: ../demo", "scenario.yaml:1:7: name", "a folder is named by it"),
            yaml("horizon: 2", "horizon: 3", "scenario.yaml:3:10: horizon", "missing: hold"),
            yaml("mu: horizon", "mu: horizont", "scenario.yaml:5:5: mu", "did you mean horizon?"),
            yaml("mu: horizon", "mu: 0", "scenario.yaml:5:5: mu", "strong convexity"),
            yaml("mu: horizon", "mu: 1.5", "scenario.yaml:5:5: mu", "the mu of agent c"),
            yaml(
                    "kind: csv, file: costs",
                    "kind: cvs, file: costs",
                    "scenario.yaml:6:15: costs.kind",
                    "did you mean csv?"),
            yaml(
                    "kind: csv, file: costs",
                    "kind: parquet, file: costs",
                    "scenario.yaml:6:15: costs.kind",
                    "acord-parquet"),
            yaml("kind: csv, file: costs", "file: costs", "scenario.yaml:6:8: costs.kind", "is missing"),
            yaml("file: costs.csv", "file: cost.csv", "scenario.yaml:6:26: costs.file", "did you mean costs.csv?"),
            yaml("file: costs.csv", "flie: costs.csv", "scenario.yaml:6:20: costs.flie", "did you mean file?"),
            yaml("costs: {kind: csv, file: costs.csv}", "costs: csv", "scenario.yaml:6:8: costs", "a mapping"),
            yaml("graph: {kind: csv, file: edges.csv}\n", "", "scenario.yaml:1:1: graph", "is missing"),
            yaml("- opt", "- op", "scenario.yaml:10:5: algorithms[1]", "did you mean opt?"),
            yaml("- opt", "- acord", "scenario.yaml:10:5: algorithms[1]", "is called acord, as is algorithms[0]"),
            yaml("- opt", "- opt: 3", "scenario.yaml:10:10: algorithms[1].opt", "a mapping of options"),
            yaml("- opt", "- {opt: {}, local: {}}", "scenario.yaml:10:5: algorithms[1]", "with the keys [opt, local]"),
            yaml(
                    "iterations: 12",
                    "itertions: 12",
                    "scenario.yaml:9:13: algorithms[0].acord.itertions",
                    "did you mean iterations?"),
            // overrides
            set("costs", "--set costs", "has no ="),
            set("=3", "--set =3", "no key"),
            set("costs.kind.p=3", "--set costs.kind.p=3", "goes through costs.kind, which is \"csv\""),
            set("algorithms.2=local", "--set algorithms.2=local", "from 0 to 1"),
            set("algorithms.first=local", "--set algorithms.first=local", "count from 0"),
            set("beta=[1, 2", "--set beta=[1, 2", "is not YAML"),
            set("beta=-1", "--set beta=-1: beta", "reward differing"),
            set("costs.fill=a.csv", "--set costs.fill=a.csv: costs.fill", "did you mean file?"),
            // costs in CSV
            costs("round,agent,alpha,v\n", "", "costs.csv:1", "is no header but data"),
            costs(
                    "round,agent,alpha,v\n",
                    "round,agent,alpa,v\n",
                    "costs.csv:1:13: column \"alpa\"",
                    "did you mean alpha?"),
            costs("round,agent,alpha,v\n", "round,agent,alpha,v1\n", "costs.csv:1", "has the columns v1"),
            costs("1,a,2,5", "1,a,-2,5", "costs.csv:2:5: alpha", "mu = 2 alpha > 0"),
            costs("1,a,2,5", "1,a,NaN,5", "costs.csv:2:5: alpha", "a finite number"),
            costs("1,a,2,5", "1,a,2,1e999", "costs.csv:2:7: v", "a finite number"),
            costs("1,a,2,5", "1,a,2,0x5", "costs.csv:2:7: v", "a finite number"),
            costs("1,a,2,5", "1,a,1e300,1e300", "costs.csv:2:5: v[0]", "overflows"),
            costs("1,a,2,5", "1,a,2", "costs.csv:2", "has 3 fields"),
            costs("1,a,2,5", "1,a,2,5,7", "costs.csv:2", "has 5 fields"),
            costs("1,a,2,5", "0,a,2,5", "costs.csv:2:1: round", "count rounds from 1"),
            costs("1,a,2,5", "1,,2,5", "costs.csv:2:3: agent", "is empty"),
            costs("1,a,2,5", "1,\"a,2,5", "costs.csv:2:3", "does not end on its line"),
            costs("2,c,0.5,2\n", "", "costs.csv", "has no line of agent c in round 2"),
            costs(
                    "2,a,2,4\n2,b,1,0\n2,c,0.5,2\n",
                    "3,a,2,4\n3,b,1,0\n3,c,0.5,2\n",
                    "costs.csv",
                    "has no line in round 2"),
            costs("2,c,0.5,2\n", "2,c,0.5,2\n1,b,3,3\n", "costs.csv:8", "after line 3"),
            // graphs in CSV
            edges("round,i,j,weight", "round,from,to,weight", "edges.csv:1:7: column \"from\"", "is not known"),
            edges(",a,b,1", ",a,d,1", "edges.csv:2", "couples \"d\""),
            edges(",a,b,1", ",a,a,1", "edges.csv:2", "joins agent a with itself"),
            edges(",a,b,1", ",a,b,-1", "edges.csv:2: weight", "reward differing"),
            edges(",a,b,1", ",a,b,1\n,b,a,2", "edges.csv:3", "again, after line 2 in all rounds"),
            edges("2,b,c,0.5", "2,b,c,0.5\n2,b,a,1", "edges.csv:4", "again, after line 2 in round 2"),
            edges(",a,b,1", ",a,,1", "edges.csv:2:4: j", "is empty"),
            edges(",a,b,1", "-1,a,b,1", "edges.csv:2:1: round", "count rounds from 1"),
            // JSON lines
            json(
                    "{\"round\": 1, \"agent\": \"a\"",
                    "{\"round\": 1 \"agent\": \"a\"",
                    "costs.jsonl:1:13",
                    "is not JSON"),
            json(
                    "{\"round\": 1, \"agent\": \"a\"",
                    "{\"round\": 0, \"agent\": \"a\"",
                    "costs.jsonl:1:11: round",
                    "count rounds from 1"),
            json(
                    "{\"round\": 1, \"agent\": \"a\"",
                    "{\"rond\": 1, \"agent\": \"a\"",
                    "costs.jsonl:1:1: round",
                    "is missing"),
            json("\"type\": \"abs\"", "\"type\": \"absolute\"", "costs.jsonl:2:45: cost.type", "did you mean abs?"),
            json("[[2, 0], [0, 1]]", "[[2, 0], [0]]", "costs.jsonl:1:72: cost.Q[1]", "rows of equal length"),
            json("[[2, 0], [0, 1]]", "[[2, 3], [3, 1]]", "costs.jsonl:1:36: cost.Q", "eigenvalues above 0"),
            json("[[2, 0], [0, 1]]", "[[2, 3], [0, 1]]", "costs.jsonl:1:36: cost.Q[1][0]", "a symmetric matrix"),
            json("\"weight\": 3, ", "", "costs.jsonl:2:36: cost.weight", "is missing"),
            json(
                    "\"weight\": 3, ",
                    "\"weight\": 3, \"wait\": 1, ",
                    "costs.jsonl:2:73: cost.wait",
                    "did you mean weight?"),
            json("\"v\": [1, 2]", "\"v\": [1, \"2\"]", "costs.jsonl:2:74: cost.v", "finite numbers"),
            json("\"v\": [1, 2]", "\"v\": [1]", "costs.jsonl:2:1: cost", "has dimension 1"),
            json("\"low\": [3, 3]", "\"low\": [8, 3]", "costs.jsonl:3:36: cost.low[0]", "low <= high"),
            json("\"high\": [1, 1]", "\"high\": [1]", "costs.jsonl:4:114: cost.box.high", "has length 1"),
            jsonEdges("[[1, 0], [0, 2]]", "[[1, 0, 0]]", "edges.jsonl:1:1: A", "a row of 3 numbers"),
            jsonEdges("\"offset\": [1, 0]", "\"offset\": [1]", "edges.jsonl:2:1: offset", "one a coordinate"),
            jsonEdges("{\"round\": 2, ", "{\"round\": 5, ", "edges.jsonl:2: round", "because the costs end there"),
            // GraphML
            graphml("undirected", "directed", "graph.xml:3: edgedefault", "is not undirected"),
            graphml(">2<", ">two<", "graph.xml:4: weight", "a finite number"),
            graphml("target=\"c\"", "target=\"d\"", "graph.xml:5", "couples \"d\""),
            graphml("</graph>", "</grph>", "graph.xml:6:5", "is no XML"),
            graphml(
                    "<graphml>",
                    "<!DOCTYPE g [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><graphml>",
                    "graph.xml:1",
                    "DOCTYPE"));

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> everyMistakeIsAnsweredWithItsPlace() {
        return ROWS.stream()
                .map(row ->
                        DynamicTest.dynamicTest(row.file() + ": " + row.wrong().replace("\n", "⏎"), () -> {
                            List<Complaint> answer = answer(row);
                            assertThat(answer).anySatisfy(complaint -> {
                                assertThat(complaint.where()).isEqualTo(row.where());
                                assertThat(complaint.toString()).contains(row.words());
                            });
                        }));
    }

    @Test
    void theFilesAreSoundBeforeAnythingIsMadeWrong() throws IOException {
        for (Map<String, String> files : SOUND.values()) {
            assertThat(complaints(files, List.of())).isEmpty();
        }
    }

    @Test
    void everythingIsAnsweredAtOnce() throws IOException {
        Map<String, String> files = new LinkedHashMap<>(sound("CSV"));
        files.computeIfPresent(
                "scenario.yaml",
                (name, text) -> text.replace("beta: 3", "betta: 3").replace("- opt", "- op"));
        files.computeIfPresent(
                "costs.csv", (name, text) -> text.replace("1,a,2,5", "1,a,-2,x").replace("2,b,1,0", "2,b,,0"));
        files.computeIfPresent(
                "edges.csv", (name, text) -> text.replace(",a,b,1", ",a,d,1").replace("2,b,c,0.5", "2,b,b,0.5"));
        List<Complaint> answer = complaints(files, List.of("repeats=none", "seed"));
        assertThat(answer)
                .extracting(Complaint::where)
                .containsExactlyInAnyOrder(
                        "--set seed",
                        "--set repeats=none: repeats",
                        "scenario.yaml:4:1: betta",
                        "scenario.yaml:10:5: algorithms[1]",
                        "costs.csv:2:5: alpha",
                        "costs.csv:2:8: v",
                        "costs.csv:6:5: alpha",
                        "edges.csv:2",
                        "edges.csv:3");
    }

    @Test
    void aMillionMistakesAreNotAllKept() throws IOException {
        Map<String, String> files = new LinkedHashMap<>(sound("CSV"));
        files.put("costs.csv", "round,agent,alpha,v\n" + "1,a,x,y\n".repeat(1000));
        List<Complaint> answer = complaints(files, List.of());
        assertThat(answer).hasSize(101);
        assertThat(answer.get(100).where()).matches("and \\d+ more");
    }

    @Test
    void theDocumentShowsTheseAnswers() throws IOException {
        String document = document();
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(DOCUMENT, document);
        }
        assertThat(Files.exists(DOCUMENT) ? Files.readString(DOCUMENT) : "")
                .as("docs/bad-input.md is out of date; write it anew with%n%s", COMMAND)
                .isEqualTo(document);
    }

    private String document() throws IOException {
        StringBuilder text = new StringBuilder("# What Acord answers to bad input\n\n"
                + "Every complaint says where something is wrong, what was found, what is needed, and how to repair it. All complaints come at once, before the first round; then nothing has been written\n"
                + "and the exit code is 2. This page is written and checked by `BadInputTest`; `" + COMMAND
                + "` writes it anew.\n");
        for (Map.Entry<String, Map<String, String>> base : SOUND.entrySet()) {
            text.append("\n## ").append(base.getKey()).append("\n\nThese files are sound:\n");
            for (String file : base.getValue().keySet().stream().sorted().toList()) {
                text.append("\n`")
                        .append(file)
                        .append("`\n\n```\n")
                        .append(base.getValue().get(file))
                        .append("```\n");
            }
            text.append(
                    "\nWith one thing made wrong:\n\n| in | written | where | found | needed | fix |\n|---|---|---|---|---|---|\n");
            for (Row row : ROWS) {
                if (row.base().equals(base.getKey())) {
                    Complaint complaint = answer(row).stream()
                            .filter(one -> one.where().equals(row.where())
                                    && one.toString().contains(row.words()))
                            .findFirst()
                            .orElseThrow(() -> new AssertionError("no answer to " + row));
                    text.append("| ")
                            .append(String.join(
                                    " | ",
                                    List.of(
                                            row.file(),
                                            row.wrong().isEmpty()
                                                    ? "nothing instead of " + code(row.old())
                                                    : code(row.wrong()),
                                            code(complaint.where()),
                                            cell(complaint.found()),
                                            cell(shortened(complaint.needed())),
                                            cell(complaint.fix()))))
                            .append(" |\n");
                }
            }
        }
        return text.toString();
    }

    private static String code(String text) {
        return "`" + cell(text.replaceFirst("\n$", "").replace("\n", " ⏎ ").replace("\t", "⇥")) + "`";
    }

    /** Long lists end in …: who adds a word need not write the page anew. */
    private static String shortened(String needed) {
        return needed.replaceFirst("^one of ((?:[\\w-]+, ){3})[\\w-]+, .*$", "one of $1…");
    }

    private static String cell(String text) {
        return text.replace("|", "\\|");
    }

    private List<Complaint> answer(Row row) throws IOException {
        Map<String, String> files = new LinkedHashMap<>(sound(row.base()));
        if (row.file().equals("--set")) {
            return complaints(files, List.of(row.wrong()));
        }
        String text = Objects.requireNonNull(files.get(row.file()));
        assertThat(text.split(Pattern.quote(row.old()), -1))
                .as("%s once in %s", row.old(), row.file())
                .hasSize(2);
        files.put(row.file(), text.replace(row.old(), row.wrong()));
        return complaints(files, List.of());
    }

    private static Map<String, String> sound(String base) {
        return Objects.requireNonNull(SOUND.get(base));
    }

    /** What is complained about. */
    private List<Complaint> complaints(Map<String, String> files, List<String> sets) throws IOException {
        try (Stream<Path> old = Files.list(folder)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        for (Map.Entry<String, String> file : files.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue(), StandardCharsets.UTF_8);
        }
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> ScenarioReader.read(folder.resolve("scenario.yaml"), sets));
        List<Complaint> complaints = new ArrayList<>();
        if (refused != null) {
            for (Complaint one : refused.complaints()) {
                complaints.add(
                        new Complaint(local(one.where()), local(one.found()), local(one.needed()), local(one.fix())));
            }
        }
        return complaints;
    }

    /** Without the folder, and without the names of all kinds: a new one is no new answer. */
    private String local(String text) {
        KnownKinds kinds = KnownKinds.get();
        String local = text.replace(folder + "/", "");
        for (Map<String, ?> named : List.of(kinds.costs(), kinds.graphs(), kinds.policies())) {
            local = local.replace(String.join(", ", named.keySet()), "those that ./acord kinds lists");
        }
        return local;
    }
}
