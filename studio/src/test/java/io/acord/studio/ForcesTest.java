package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.graph.Graph;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.IterationRecord;
import io.acord.lab.run.Repeat;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.recipe.Recipe;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What pulls at an agent cancels, whatever it is made of. */
class ForcesTest {

    private static final String VARIANTS = """
            - acord: {iterations: 7}
            - acord: {iterations: 7, from: previous, name: warm}
            - acord: {iterations: 7, variant: jacobi, name: jacobi}
            - acord: {iterations: 7, variant: accelerated, name: fista}
            - acord: {iterations: 7, variant: accelerated, theta: certified, name: certified}
            - acord: {iterations: 9, variant: auto, name: auto}
            - acord: {accuracy: 1.0e-6, variant: auto, name: accurate}
            - acord: {budget: crawl, variant: accelerated, theta: certified, name: crawl}
            - acord: {iterations: 5, lambda: 1, name: myopic-weight}
            """;

    private static Scenario scenario(String top) {
        return ScenarioReader.readText(top + "algorithms:\n" + VARIANTS, "scenario.yaml", Path.of(""), List.of());
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "agents: 12, dimension: 1, beta: 3, costs: {kind: mixed}, graph: {kind: erdos-renyi, p: 0.2}",
                "agents: 10, dimension: 3, beta: 0.5, costs: {kind: mixed}, graph: {kind: small-world, degree: 4, rewire: 0.3, every: 2}",
                "agents: 9, dimension: 2, beta: 20, costs: {kind: drift}, graph: {kind: grid}",
                "agents: 20, dimension: 1, beta: 50, costs: {kind: spikes, p: 0.7, q: 0.9}, graph: {kind: circulant, degree: 2}",
                "agents: 7, dimension: 2, beta: 1, costs: {kind: drones}",
                "agents: 12, dimension: 1, beta: 0.5, costs: {kind: batteries}, graph: {kind: ring}",
                "agents: 6, beta: 0.5, costs: {kind: load-balancing}",
                "agents: 12, dimension: 1, costs: {kind: pricing}",
            })
    void theForcesOnEveryAgentSumToZero(String top) {
        Scenario scenario = scenario("name: forces\nseed: 4\nhorizon: 4\n" + lines(top));
        Repeat repeat = Repeat.open(scenario.once(), 0, 1);
        int kinks = 0;
        int smooth = 0;
        for (int t = 1; t <= 4; t++) {
            List<Repeat.Turn> turns = repeat.next();
            for (int a = 0; a < turns.size(); a++) {
                Policy policy = scenario.algorithms().get(a).policy();
                Recipe recipe = policy.engineRecipe(repeat.rule()).orElseThrow();
                IterationRecord record =
                        IterationRecord.of(recipe, repeat.setting(), repeat.instance(), t, turns.get(a));
                long told = 0;
                Graph graph = record.objective().round().graph();
                for (int i = 0; i < scenario.agents(); i++) {
                    for (int k : new int[] {1, Math.min(3, record.iterations()), record.iterations()}) {
                        Explanation explanation = new Explanation(record, i, k);
                        String where = policy.name() + ", round " + t + ", agent " + i + ", iteration " + k + ", "
                                + record.objective().round().cost(i);
                        assertThat(explanation.forces()).as(where).hasSize(2 + graph.degree(i));
                        for (double sum : explanation.sum()) {
                            assertThat(Math.abs(sum))
                                    .as(where)
                                    .isLessThanOrEqualTo(2e-6 * explanation.largest() + 1e-9);
                        }
                        assertThat(explanation.own().isSubgradient()).as(where).isTrue();
                        smooth += explanation.own().isSmooth() ? 1 : 0;
                        kinks += explanation.own().isSmooth() ? 0 : 1;
                    }
                    told += (long) record.messagesPerArc(i) * record.bytesPerMessage() * graph.degree(i);
                }
                assertThat(told)
                        .as(policy.name() + ": what agents told is what the run counts")
                        .isEqualTo(turns.get(a).move().traffic().actionBytes());
            }
        }
        assertThat(smooth).as("checked against the cost itself").isGreaterThan(kinks);
    }

    private static String lines(String top) {
        StringBuilder yaml = new StringBuilder();
        int depth = 0;
        for (int at = 0; at < top.length(); at++) {
            char c = top.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            yaml.append(c == ',' && depth == 0 ? '\n' : c);
        }
        return yaml.append('\n').toString().replace("\n ", "\n");
    }

    @Test
    void slopesAreThoseOfTheCostAndNotThoseThatWouldFit() {
        double[] any = {123};
        assertThat(Subgradient.of(Quadratic.alpha(3, 1), new double[] {2}, any).gradient())
                .containsExactly(6);
        Subgradient huber = Subgradient.of(Huber.of(2, 1, 0, 0.5), new double[] {3}, any);
        assertThat(huber.isSmooth()).isTrue();
        assertThat(huber.gradient()[0]).isCloseTo(2 * 1 + 0.5 * 3, org.assertj.core.data.Offset.offset(1e-8));
        Subgradient band = Subgradient.of(Band.of(-1, 1, 4, 0.1), new double[] {1}, any);
        assertThat(band.isSmooth())
                .as("the curvature jumps, the slope does not")
                .isTrue();
        assertThat(band.gradient()[0]).isCloseTo(0.1, org.assertj.core.data.Offset.offset(1e-6));
    }

    @Test
    void atAKinkOnlyASubgradientBalances() {
        AbsoluteDeviation kink = AbsoluteDeviation.of(3, 1, 0.5);
        Subgradient held = Subgradient.of(kink, new double[] {1}, new double[] {2.5});
        assertThat(held.isSmooth()).isFalse();
        assertThat(held.isSubgradient()).isTrue();
        assertThat(held.gradient()[0]).isEqualTo(2.5);
        Subgradient torn = Subgradient.of(kink, new double[] {1}, new double[] {4});
        assertThat(torn.gradient()[0])
                .as("more than the kink can hold")
                .isCloseTo(3, org.assertj.core.data.Offset.offset(1e-3));
        Subgradient wall = Subgradient.of(Boxed.of(Quadratic.alpha(1, 0), -1, 1), new double[] {1}, new double[] {50});
        assertThat(wall.gradient()[0]).as("a wall holds anything from inside").isEqualTo(50);
        assertThat(wall.isSubgradient()).isTrue();
        Subgradient pulled =
                Subgradient.of(Boxed.of(Quadratic.alpha(1, 0), -1, 1), new double[] {1}, new double[] {-50});
        assertThat(pulled.gradient()[0])
                .as("and nothing inwards")
                .isCloseTo(2, org.assertj.core.data.Offset.offset(1e-3));
    }

    @Test
    void anAgentThatIsNotWhereItsProblemIsSolvedIsFoundOut() {
        Scenario scenario =
                scenario("name: x\nhorizon: 2\nagents: 4\nbeta: 3\ncosts: {kind: mixed}\ngraph: {kind: ring}\n");
        Repeat repeat = Repeat.open(scenario.once(), 0, 1);
        Repeat.Turn turn = repeat.next().get(0);
        IterationRecord record = IterationRecord.of(
                scenario.acord().recipe(repeat.rule()), repeat.setting(), repeat.instance(), 1, turn);
        List<Double> off = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            double[] x = turn.actions().of(i);
            double[] elsewhere = {x[0] + 0.5};
            Subgradient here = Subgradient.of(record.objective().round().cost(i), x, new double[1]);
            Subgradient there = Subgradient.of(record.objective().round().cost(i), elsewhere, new double[1]);
            off.add(Math.abs(here.gradient()[0] - there.gradient()[0]));
        }
        assertThat(off).as(Arrays.toString(off.toArray())).allMatch(d -> d > 1e-3);
    }
}
