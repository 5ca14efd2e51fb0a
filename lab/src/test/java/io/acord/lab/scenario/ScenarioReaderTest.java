package io.acord.lab.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.source.NumberedNames;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioReaderTest {

    private static final String RING = """
            agents: 6
            horizon: 5
            costs: {kind: spikes, p: 0.7, q: 0.9}
            graph: {kind: ring}
            algorithms: [local]
            """;

    @TempDir
    private Path folder;

    private Scenario read(String text, String... sets) {
        return ScenarioReader.readText(text, "built-in.yaml", folder, List.of(sets));
    }

    @Test
    void whatAFileLeavesOutHasItsUsualValue() {
        Scenario scenario = read(RING);
        assertThat(scenario.name()).isEqualTo("built-in");
        assertThat(scenario.seed()).isEqualTo(1);
        assertThat(scenario.repeats()).isEqualTo(1);
        assertThat(scenario.dimension()).isEqualTo(1);
        assertThat(scenario.start()).isEqualTo(Actions.zero(6, 1));
        assertThat(scenario.betas()).containsExactly(1.0, 1.0, 1.0, 1.0, 1.0);
        assertThat(scenario.mu().kind()).isEqualTo(MuRule.Kind.HORIZON);
        assertThat(scenario.threads()).isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(scenario.output().actions()).isEqualTo(Scenario.ActionsFile.CSV);
        assertThat(scenario.names()).containsExactly("0", "1", "2", "3", "4", "5");
    }

    @Test
    void everyKeyIsRead() {
        Scenario scenario = read("""
                name: six in a ring
                seed: -9223372036854775808
                repeats: 20
                horizon: 3
                agents: [north, "south", 3]
                dimension: 2
                start: [1, -0.5]
                beta: [1, 2.5, 0]
                mu: running
                threads: 2
                output: {actions: none}
                costs: {kind: spikes}
                graph: {kind: path}
                algorithms:
                  - acord: {iterations: 3}
                  - acord:
                      iterations: 4
                      name: acord-4
                  - local:
                  - opt
                """);
        assertThat(scenario.name()).isEqualTo("six in a ring");
        assertThat(scenario.seed()).isEqualTo(Long.MIN_VALUE);
        assertThat(scenario.repeats()).isEqualTo(20);
        assertThat(scenario.horizon()).isEqualTo(3);
        assertThat(scenario.names()).containsExactly("north", "south", "3");
        assertThat(scenario.start()).isEqualTo(Actions.everybodyAt(3, 1, -0.5));
        assertThat(scenario.beta(2)).isEqualTo(2.5);
        assertThat(scenario.mu().kind()).isEqualTo(MuRule.Kind.RUNNING);
        assertThat(scenario.threads()).isEqualTo(2);
        assertThat(scenario.output().actions()).isEqualTo(Scenario.ActionsFile.NONE);
        assertThat(scenario.algorithms())
                .extracting(Scenario.Algorithm::name)
                .containsExactly("acord", "acord-4", "local", "opt");
        assertThat(scenario.algorithms())
                .extracting(Scenario.Algorithm::kind)
                .containsExactly("acord", "acord", "local", "opt");
        Instance instance = scenario.instance(4);
        assertThat(instance.name(1)).isEqualTo("south");
        assertThat(instance.dimension()).isEqualTo(2);
        assertThat(instance.start()).isEqualTo(scenario.start());
        assertThat(instance.round(2).beta()).isEqualTo(2.5);
    }

    @Test
    void setPutsValuesWhereThePathPoints() {
        Scenario scenario = read(
                RING,
                "horizon=2",
                "horizon=3",
                "output.actions=none",
                "costs.p=0.5",
                "algorithms=[{acord: {iterations: 12}}, opt]",
                "algorithms.0.acord.iterations=6",
                "algorithms.0.acord.name=six",
                "beta=[1, 2, 3]",
                "name=another = name");
        assertThat(scenario.horizon()).isEqualTo(3);
        assertThat(scenario.output().actions()).isEqualTo(Scenario.ActionsFile.NONE);
        assertThat(scenario.algorithms()).extracting(Scenario.Algorithm::name).containsExactly("six", "opt");
        assertThat(scenario.betas()).containsExactly(1.0, 2.0, 3.0);
        assertThat(scenario.name()).isEqualTo("another = name");
        assertThat(scenario.text()).isEqualTo(RING);
        assertThat(scenario.sets()).hasSize(9);
        assertThat(scenario.canonical()).contains("iterations: 6", "p: 0.5", "horizon: 3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name=1",
                "name=null and void",
                "name=\"say \\\"x\\\"\"",
                "beta=[0.1, 1e-3, 3, 4, 5]",
                "start=-2.5",
                "mu=round",
                "mu=1e-12",
                "dimension=3",
                "agents=[a, \"null\", \"c, d\", é, \"~\", \"e: f\"]",
                "threads=1",
                "output={actions: none}",
                "algorithms=[{acord: {iterations: 3, name: \"? x\"}}, {local: }]"
            })
    void theCanonicalTextReadsAsTheSameScenario(String set) {
        Scenario scenario = read(RING, set);
        Scenario again = read(scenario.canonical());
        assertThat(again.canonical()).isEqualTo(scenario.canonical());
        assertThat(again.name()).isEqualTo(scenario.name());
        assertThat(again.names()).isEqualTo(scenario.names());
        assertThat(again.betas()).isEqualTo(scenario.betas());
        assertThat(again.start()).isEqualTo(scenario.start());
        assertThat(again.algorithms())
                .extracting(Scenario.Algorithm::name)
                .isEqualTo(scenario.algorithms().stream()
                        .map(Scenario.Algorithm::name)
                        .toList());
        assertThat(costs(again.instance(3))).isEqualTo(costs(scenario.instance(3)));
    }

    private static List<String> costs(Instance instance) {
        return IntStream.rangeClosed(1, instance.horizon())
                .mapToObj(t -> IntStream.range(0, instance.agents())
                        .mapToObj(i -> instance.round(t).cost(i).toString())
                        .toList()
                        .toString())
                .toList();
    }

    @Test
    void theSameSeedGivesTheSameRoundsAndAnotherGivesOthers() {
        Scenario scenario = read(RING);
        assertThat(costs(scenario.instance(5))).isEqualTo(costs(scenario.instance(5)));
        assertThat(costs(scenario.instance(5))).isNotEqualTo(costs(scenario.instance(6)));
    }

    @Test
    void askingAgainIsCheapAndRoundsShareTheirCoupling() {
        Instance instance = read(RING).instance(1);
        Round first = instance.round(1);
        assertThat(instance.round(1)).isSameAs(first);
        assertThat(instance.round(5).coupling()).isSameAs(first.coupling());
    }

    @Test
    void aLongRunIsNotKeptWhole() {
        Instance instance =
                read(RING, "horizon=500", "costs.cap=10", "costs.q=1").instance(1);
        Round first = instance.round(1);
        for (int t = 2; t <= 500; t++) {
            instance.round(t);
        }
        assertThat(instance.round(1)).isNotSameAs(first);
        assertThat(instance.round(1).cost(0).toString()).isEqualTo(first.cost(0).toString());
    }

    @Test
    void leastMuIsTheSmallestOfAllRounds() {
        Instance instance = read(RING).instance(1);
        double[] least = instance.leastMu();
        for (int i = 0; i < 6; i++) {
            double smallest = Double.POSITIVE_INFINITY;
            for (int t = 1; t <= 5; t++) {
                smallest = Math.min(smallest, instance.round(t).cost(i).mu());
            }
            assertThat(least[i]).isEqualTo(smallest);
        }
    }

    @Test
    void everyRuleForMuLeadsToItsLambdas() {
        Scenario scenario = read(RING, "mu=round");
        assertThat(scenario.lambdaRule(scenario.instance(1)).whyNotGuaranteed()).isPresent();
        for (String rule : List.of("horizon", "running", "1e-9")) {
            Scenario other = read(RING, "mu=" + rule);
            assertThat(other.lambdaRule(other.instance(1)).whyNotGuaranteed())
                    .as(rule)
                    .isEmpty();
        }
        Scenario declared = read(RING, "mu=1e-9");
        assertThat(declared.mu().number()).isEqualTo(1e-9);
    }

    @Test
    void repeatsMayBePlayedAtTheSameTime() throws Exception {
        Scenario scenario = read(RING, "horizon=40", "costs.cap=10");
        List<String> alone = costs(scenario.instance(8));
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Instance shared = scenario.instance(8);
            List<Future<List<String>>> played = IntStream.range(0, 8)
                    .mapToObj(r -> threads.submit(() -> costs(r % 2 == 0 ? shared : scenario.instance(8))))
                    .toList();
            for (Future<List<String>> one : played) {
                assertThat(one.get()).isEqualTo(alone);
            }
        } finally {
            threads.shutdown();
        }
    }

    @Test
    void filesAreLookedForNextToTheScenario() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.writeString(inner.resolve("c.csv"), "round,agent,alpha,v\n1,a,1,2\n");
        Files.writeString(inner.resolve("e.csv"), "round,i,j\n");
        Path file = Files.writeString(
                inner.resolve("my.scenario.yaml"),
                "\uFEFFcosts: {kind: csv, file: c.csv}\r\ngraph: {kind: csv, file: e.csv}\r\nalgorithms: [local]\r\n");
        Scenario scenario = ScenarioReader.read(file, List.of());
        assertThat(scenario.name()).isEqualTo("my.scenario");
        assertThat(scenario.names()).containsExactly("a");
        assertThat(scenario.horizon()).isEqualTo(1);
    }

    @Test
    void filesThatAreNoTextAreRefusedWithTheirPlace() throws IOException {
        Path latin = folder.resolve("latin.yaml");
        Files.write(latin, "name: x\nbeta: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
        assertThatThrownBy(() -> ScenarioReader.read(latin, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("latin.yaml:2:10 is not UTF-8");
        assertThatThrownBy(() -> ScenarioReader.read(folder, List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is not a file");
        assertThatThrownBy(() -> ScenarioReader.read(folder.resolve("nowhere.yaml"), List.of()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> read("name: x\u0007y"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("built-in.yaml:1:8 has the character U+0007");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# nothing", "---\n", "null", "ring", "[1, 2]"})
    void whatIsNoScenarioIsRefused(String text) {
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("a scenario: keys such as costs, graph and algorithms");
    }

    @Test
    void deepAndHugeFilesAreRefused() {
        assertThatThrownBy(() -> read("beta: " + "[".repeat(100_000)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("nested more than 32 deep");
        assertThatThrownBy(() -> read("beta: " + "{a: ".repeat(100_000)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("nested more than 32 deep");
        assertThatThrownBy(() -> read("beta: " + "1".repeat(100_000)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has 100000 characters");
        assertThatThrownBy(() -> read("# " + "x".repeat(10_000_001)))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("has 10000003 bytes");
        assertThatThrownBy(() -> read("{a: &x [b], c: [*x, *x]}"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is an alias");
    }

    @Test
    void aScenarioThatDoesNotSayHowLargeItIsIsRefused() {
        assertThatThrownBy(() -> read(RING.replace("agents: 6\n", "").replace("horizon: 5\n", "")))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("agents is missing")
                .hasMessageContaining("horizon is missing");
    }

    @Test
    void movingIsPricedByRoundByAgentOrForAll() {
        assertThat(read(RING).instance(1).round(1).switchingWeight(3)).isEqualTo(1);
        Scenario all = read(RING + "switching: 10\n");
        assertThat(all.instance(1).round(5).switchingWeight(0)).isEqualTo(10);
        assertThat(all.instance(1).leastSwitchingWeights()).containsOnly(10);
        Scenario rounds = read(RING + "switching: [1, 2, 3, 4, 0]\n");
        assertThat(rounds.instance(1).round(3).switchingWeight(5)).isEqualTo(3);
        assertThat(rounds.instance(1).mostSwitchingWeights()).containsOnly(4);
        Scenario agents = read(RING + "switching: {2: 0.5, 5: 7}\n");
        assertThat(agents.instance(1).leastSwitchingWeights()).containsExactly(1, 1, 0.5, 1, 1, 7);
        for (Scenario each : List.of(all, rounds, agents)) {
            assertThat(read(each.canonical()).switching()).isEqualTo(each.switching());
        }
    }

    @Test
    void aPriceOfMovingThatCannotBeIsRefusedWithItsPlace() {
        assertThatThrownBy(() -> read(RING + "switching: [1, -2, 3]\n"))
                .hasMessageContaining("switching[1] is \"-2\"")
                .hasMessageContaining("is a list of 3");
        assertThatThrownBy(() -> read(RING + "switching: {2: fast, 17: 1}\n"))
                .hasMessageContaining("switching.2 is")
                .hasMessageContaining("switching.17 is not an agent");
    }

    @Test
    void numberedNamesAreNotStored() {
        List<String> names = NumberedNames.of(2_000_000_000);
        assertThat(names.get(1_999_999_999)).isEqualTo("1999999999");
        assertThat(NumberedNames.of(3)).isEqualTo(List.of("0", "1", "2")).hasSameHashCodeAs(List.of("0", "1", "2"));
        assertThatThrownBy(() -> names.get(2_000_000_000)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
