package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs without randomness. */
class FixedGraphsTest {

    @ParameterizedTest(name = "{0} agents of degree {1}")
    @CsvSource({"20, 2", "40, 10", "40, 39", "20, 5", "8, 3", "7, 4", "7, 6", "8, 6", "8, 7", "2, 1", "2, 0", "1, 0"})
    void aCirculantGraphJoinsTheNearestOnEitherSideAndForAnOddDegreeTheOpposite(int agents, int degree) {
        Graph graph = KindFixtures.graph("circulant", Map.of("degree", degree), agents);
        for (int i = 0; i < agents; i++) {
            assertThat(graph.degree(i)).isEqualTo(degree);
            for (int j = 0; j < agents; j++) {
                int apart = Math.min(Math.floorMod(i - j, agents), Math.floorMod(j - i, agents));
                boolean near = i != j && apart <= degree / 2;
                boolean opposite = degree % 2 == 1 && 2 * apart == agents;
                assertThat(graph.edgeBetween(i, j) >= 0).isEqualTo(near || opposite);
            }
        }
        assertThat(graph.edges()).isEqualTo(agents * degree / 2);
        assertThat(KindFixtures.isConnected(graph)).isEqualTo(degree > 1 || (agents <= 2 && degree == agents - 1));
    }

    @Test
    void aCirculantGraphIsARingUnlessSaid() {
        assertThat(KindFixtures.edges(KindFixtures.graph("circulant", Map.of(), 6)))
                .isEqualTo(KindFixtures.edges(KindFixtures.graph("ring", Map.of(), 6)));
    }

    @ParameterizedTest(name = "{0} of {1}: {2}")
    @CsvSource({
        "ring, 1, ''",
        "ring, 2, 0-1",
        "ring, 3, 0-1 0-2 1-2",
        "ring, 4, 0-1 0-3 1-2 2-3",
        "path, 1, ''",
        "path, 2, 0-1",
        "path, 4, 0-1 1-2 2-3",
        "star, 1, ''",
        "star, 2, 0-1",
        "star, 4, 0-1 0-2 0-3",
        "complete, 1, ''",
        "complete, 2, 0-1",
        "complete, 4, 0-1 0-2 0-3 1-2 1-3 2-3",
        "grid, 1, ''",
        "grid, 2, 0-1",
        "grid, 5, 0-1 1-2 2-3 3-4",
        "grid, 6, 0-1 0-3 1-2 1-4 2-5 3-4 4-5"
    })
    void smallGraphsAreWhatTheirNamesSay(String kind, int agents, String edges) {
        assertThat(KindFixtures.edges(KindFixtures.graph(kind, Map.of(), agents)))
                .isEqualTo(edges);
    }

    @Test
    void aGridTakesTheRowsItIsGiven() {
        assertThat(KindFixtures.edges(KindFixtures.graph("grid", Map.of("rows", 3), 6)))
                .isEqualTo("0-1 0-2 1-3 2-3 2-4 3-5 4-5");
        assertThat(KindFixtures.edges(KindFixtures.graph("grid", Map.of("rows", 6), 6)))
                .isEqualTo(KindFixtures.edges(KindFixtures.graph("path", Map.of(), 6)));
    }

    @ParameterizedTest(name = "{0} rows of {1}")
    @CsvSource({"3, 3", "4, 5", "2, 6", "6, 2", "2, 2", "1, 5", "5, 1", "1, 2", "1, 1", "3, 2"})
    void aTorusHasNoEnds(int rows, int columns) {
        Graph graph = KindFixtures.graph("grid", Map.of("rows", rows, "torus", true), rows * columns);
        int expected = Math.min(2, rows - 1) + Math.min(2, columns - 1);
        for (int i = 0; i < graph.agents(); i++) {
            assertThat(graph.degree(i)).isEqualTo(expected);
        }
        assertThat(KindFixtures.isConnected(graph)).isTrue();
    }

    @Test
    void aGridIsAsSquareAsTheNumberOfAgentsAllows() {
        Graph graph = KindFixtures.graph("grid", Map.of(), 10_000);
        assertThat(graph.edges()).isEqualTo(2 * 100 * 99);
        assertThat(KindFixtures.graph("grid", Map.of(), 24).edges()).isEqualTo(4 * 5 + 6 * 3);
    }

    @Test
    void aDegreeThatNoGraphHasIsRefused() {
        refuses("circulant", Map.of("degree", 5), 5, "graph.degree is 5", "at most 4");
        refuses("circulant", Map.of("degree", 3), 5, "graph.degree is 3", "even", "degree 2 or 4");
        refuses("circulant", Map.of(), 1, "graph.degree is 2", "write degree: 0");
        refuses("circulant", Map.of("degree", -1), 5, "degree is \"-1\"", "whole number from 0");
        refuses("circulant", Map.of("degre", 2), 5, "did you mean degree?");
    }

    @Test
    void rowsThatDoNotDivideAreRefused() {
        refuses("grid", Map.of("rows", 3), 20, "graph.rows is 3", "divides the 20 agents", "rows: 4 for 4 x 5");
        refuses("grid", Map.of("rows", 0), 20, "rows is \"0\"");
        refuses("grid", Map.of("torus", "yes"), 20, "torus is \"yes\"", "one of false, true");
    }

    @Test
    void whatDoesNotFitIsRefusedAlsoIfTheSizeWasUnknownWhenTheScenarioWasRead() {
        var source = KindFixtures.graphSource("circulant", Map.of("degree", 3), KindFixtures.nothing());
        assertThatThrownBy(() -> source.graphs(KindFixtures.size(5, 1, 10), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("graph.degree is 3");
        assertThat(source.graphs(KindFixtures.size(6, 1, 10), 1)
                        .round(1)
                        .graph()
                        .edges())
                .isEqualTo(9);
    }

    @Test
    void aGraphThatFitsNoMemoryIsRefused() {
        refuses("complete", Map.of(), 100_000, "about 4999950000 edges", "sparser");
    }

    @ParameterizedTest
    @ValueSource(strings = {"circulant", "ring", "path", "star", "complete", "grid"})
    void aGraphWithoutRandomnessStaysTheSameObjectEvenIfAskedForAnew(String kind) {
        var graphs = KindFixtures.graphs(kind, Map.of("every", 2), 6, 1);
        assertThat(graphs.round(50)).isSameAs(graphs.round(1)).isSameAs(graphs.round(3));
    }

    @Test
    void allEdgesHaveTheWeight() {
        var coupling = KindFixtures.graphs("ring", Map.of("weight", 2.5), 5, 1).round(1);
        assertThat(coupling.graph().edges()).isEqualTo(5);
        for (int e = 0; e < 5; e++) {
            assertThat(coupling.weight(e)).isEqualTo(2.5);
        }
        assertThat(KindFixtures.graphs("ring", Map.of(), 5, 1).round(1).weight(0))
                .isEqualTo(1);
        assertThat(KindFixtures.graph("ring", Map.of("weight", 0), 5).edges()).isZero();
        refuses("ring", Map.of("weight", -1), 5, "weight is \"-1\"", "reward differing");
        refuses("ring", Map.of("every", 0), 5, "every is \"0\"");
    }

    @Test
    void theCouplingHasTheDimensionOfTheRun() {
        var size = KindFixtures.size(5, 3, 10);
        assertThat(KindFixtures.graphSource("ring", Map.of(), KindFixtures.declaredSize(size))
                        .graphs(size, 1)
                        .round(1)
                        .dimension())
                .isEqualTo(3);
    }

    static void refuses(String kind, Map<String, ?> options, int agents, String... fragments) {
        assertThatThrownBy(() -> KindFixtures.graph(kind, options, agents))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(fragments);
    }
}
