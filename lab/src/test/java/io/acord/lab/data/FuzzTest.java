package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is in a file, it is read or refused: no other exception, and no endless loop. */
class FuzzTest {

    private static final int CASES = Integer.getInteger("acord.fuzz.cases", 700);
    private static final long FIRST_SEED = Long.getLong("acord.fuzz.seed", 1);

    private static final String YAML = """
            name: fuzz
            seed: 3
            repeats: 2
            horizon: 2
            agents: [a, b]
            dimension: 2
            start: [0, 1]
            beta: [1, 2]
            mu: horizon
            output: {actions: none}
            costs: {kind: KIND, file: costs, missing: hold}
            graph: {kind: GRAPH, file: edges}
            algorithms:
              - acord: {iterations: 2, name: "x y"}
              - opt
            """;

    private static final Map<String, String> COSTS = new TreeMap<>(Map.of(
            "csv", "round,agent,alpha,v0,v1\n1,a,2,5,1e3\n1,\"b\",1,-1,0.25\n2,a,2,4,1\r\n\n2,b,1,0,0", "jsonl", """
            {"round":1,"agent":"a","cost":{"type":"quadratic","Q":[[2,0.5],[0.5,1]],"v":[1,0]}}
            {"round":1,"agent":"b","cost":{"type":"abs","weight":3,"v":[1,2],"mu":0.5,"box":{"low":[0,null],"high":[1,1]}}}
            {"round":2,"agent":"a","cost":{"type":"band","low":[3,3],"high":[7,7],"weight":4,"mu":0.1}}
            {"round":2,"agent":"b","cost":{"type":"sum","parts":[{"type":"huber","weight":1,"threshold":2,"v":[0,0],"mu":0.2},{"type":"quadratic","alpha":2,"v":[0,3]}]}}
            """));

    private static final Map<String, String> EDGES =
            new TreeMap<>(Map.of("csv", "round,i,j,weight\n,a,b,2\n", "jsonl", """
            {"round":1,"i":"a","j":"b","A":[[1,0],[0,2]],"weight":2}
            {"round":2,"i":"a","j":"b","offset":[1,2]}
            """, "graphml", """
            <?xml version="1.0" encoding="UTF-8"?>
            <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
              <key id="w" for="edge" attr.name="weight"><default>1</default></key>
              <graph edgedefault="undirected"><!-- two -->
                <node id="a"/><node id="b"/>
                <edge source="a" target="b"><data key="w">2</data></edge>
              </graph>
            </graphml>
            """));

    /** Bytes and words that readers care about. */
    private static final List<String> TOKENS = List.of(
            "\"",
            "'",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "-",
            "\n",
            "\r",
            "\t",
            "\0",
            "&a ",
            "*a",
            "!!x ",
            "---\n",
            "%YAML 9.9\n",
            "? ",
            "| ",
            "> ",
            "#",
            "~",
            "null",
            "NaN",
            "1e999",
            "-1",
            "0",
            "99999999999999999999",
            "2147483647",
            "1e308",
            "1e-320",
            "\uFEFF",
            "\u0085",
            "\u2028",
            "é",
            "\\",
            "\\u0000",
            "\\UFFFFFFFF",
            "<",
            ">",
            "&lt;",
            "&x;",
            "<!DOCTYPE x [<!ENTITY x \"y\">]>",
            "<![CDATA[",
            "]]>",
            "<?",
            "true",
            "\"round\":1",
            "{\"a\":",
            "[[",
            "a: {",
            "\n  - ",
            "<<: ",
            "=");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "csv costs", "jsonl costs", "csv edges", "jsonl edges", "graphml edges", "set"})
    void whateverIsInAFileItIsReadOrRefused(String what) throws IOException {
        int refused = 0;
        for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES; seed++) {
            Random random = new Random(31 * seed + what.hashCode());
            long begin = System.nanoTime();
            try {
                play(what, random);
            } catch (BadInputException fine) {
                refused++;
                assertThat(fine.complaints()).as("seed %d of %s", seed, what).isNotEmpty();
            } catch (RuntimeException | StackOverflowError wrong) {
                throw new AssertionError(
                        "seed " + seed + " of " + what + "; again with -Dacord.fuzz.seed=" + seed
                                + " -Dacord.fuzz.cases=1",
                        wrong);
            }
            assertThat(System.nanoTime() - begin)
                    .as("nanoseconds of seed %d of %s", seed, what)
                    .isLessThan(20_000_000_000L);
        }
        assertThat(refused).as("refusals among %d", CASES).isBetween(CASES / 20, CASES);
    }

    private void play(String what, Random random) throws IOException {
        String costKind = what.endsWith("costs") ? what.split(" ", -1)[0] : "csv";
        String edgeKind = what.endsWith("edges") ? what.split(" ", -1)[0] : "csv";
        byte[] yaml = bytes(YAML.replace("KIND", costKind).replace("GRAPH", edgeKind));
        byte[] costs = bytes(String.valueOf(COSTS.get(costKind)));
        byte[] edges = bytes(String.valueOf(EDGES.get(edgeKind)));
        List<String> sets = new ArrayList<>();
        switch (what) {
            case "yaml" -> yaml = mutated(yaml, random);
            case "set" -> {
                List<String> sound = List.of(
                        "algorithms.0.acord.iterations=3",
                        "beta=[1, 2]",
                        "costs={kind: spikes, p: 0.5}",
                        "output.actions=none");
                sets.add(new String(
                        mutated(bytes(sound.get(random.nextInt(sound.size()))), random), StandardCharsets.UTF_8));
            }
            default -> {
                if (what.endsWith("costs")) {
                    costs = mutated(costs, random);
                } else {
                    edges = mutated(edges, random);
                }
            }
        }
        Files.write(folder.resolve("costs"), costs);
        Files.write(folder.resolve("edges"), edges);
        Path file = Files.write(folder.resolve("s.yaml"), yaml);
        Scenario scenario = ScenarioReader.read(file, sets);
        if ((long) scenario.horizon() * scenario.agents() < 10_000) {
            Instance instance = scenario.instance(scenario.seed());
            for (int t = 1; t <= instance.horizon(); t++) {
                instance.round(t);
            }
            assertThat(ScenarioReader.readText(scenario.canonical(), "again.yaml", folder, List.of())
                            .canonical())
                    .isEqualTo(scenario.canonical());
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] mutated(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        int changes = 1 + random.nextInt(3);
        for (int k = 0; k < changes && bytes.length > 0; k++) {
            int at = random.nextInt(bytes.length);
            int end = Math.min(bytes.length, at + 1 + random.nextInt(8));
            byte[] token = bytes(TOKENS.get(random.nextInt(TOKENS.size())));
            switch (random.nextInt(8)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt(256);
                case 2 -> bytes = Arrays.copyOf(bytes, at);
                case 3 -> bytes = replaced(bytes, at, end, new byte[0]);
                case 4 -> bytes = replaced(bytes, at, at, Arrays.copyOfRange(bytes, at, end));
                case 5 -> bytes = replaced(bytes, at, end, token);
                case 6 -> {
                    String one = String.valueOf("[{<\"1".charAt(random.nextInt(5)));
                    bytes = replaced(bytes, at, at, bytes(one.repeat(random.nextInt(300))));
                }
                default -> bytes = replaced(bytes, at, at, token);
            }
        }
        return bytes;
    }

    private static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
        byte[] result = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
        return result;
    }
}
