package io.acord.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.internal.kernel.Block;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class GraphTest {

    @Test
    void arcsOfAnAgentAreInTheOrderOfIdsWhateverTheOrderOfEdges() {
        for (long seed = 1; seed <= 200; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(12);
            List<int[]> edges = new ArrayList<>();
            List<TreeSet<Integer>> neighbors = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                neighbors.add(new TreeSet<>());
            }
            for (int i = 0; i < n; i++) {
                for (int j = i + 1; j < n; j++) {
                    if (random.nextInt(3) == 0) {
                        edges.add(random.nextBoolean() ? new int[] {i, j} : new int[] {j, i});
                        neighbors.get(i).add(j);
                        neighbors.get(j).add(i);
                    }
                }
            }
            Collections.shuffle(edges, random);
            Graph graph = Graph.of(n, edges.toArray(new int[0][]));
            assertThat(graph.edges()).isEqualTo(edges.size());
            assertThat(graph.arcs()).isEqualTo(2 * edges.size());
            for (int i = 0; i < n; i++) {
                List<Integer> walked = new ArrayList<>();
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int e = graph.edge(arc);
                    walked.add(graph.neighbor(arc));
                    assertThat(graph.tail(e)).isEqualTo(Math.min(i, graph.neighbor(arc)));
                    assertThat(graph.head(e)).isEqualTo(Math.max(i, graph.neighbor(arc)));
                    assertThat(graph.edgeBetween(graph.neighbor(arc), i)).isEqualTo(e);
                }
                assertThat(walked).as("seed %d", seed).containsExactlyElementsOf(neighbors.get(i));
                assertThat(graph.degree(i)).isEqualTo(walked.size());
            }
        }
    }

    @Test
    void componentsAreWhatCanBeReached() {
        Graph graph = Graph.of(7, new int[][] {{5, 2}, {2, 0}, {6, 3}});
        Components components = graph.components();
        assertThat(components.count()).isEqualTo(4);
        assertThat(components.size(0)).isEqualTo(3);
        assertThat(components.componentOf(5)).isZero();
        assertThat(components.componentOf(3)).isEqualTo(components.componentOf(6));
        assertThat(components.agent(0, 2)).isEqualTo(5);
        assertThat(components.size(components.componentOf(1))).isEqualTo(1);
        assertThat(graph.edgeBetween(0, 5)).isEqualTo(-1);
    }

    @Test
    void everyBadEdgeIsNamedAtOnce() {
        assertThatThrownBy(() -> Graph.of(3, new int[][] {{0, 0}, {1, 3}, {-1, 2}}))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("edge (0, 0) joins agent 0 with itself")
                .hasMessageContaining("edge (1, 3) names an agent that there is not")
                .hasMessageContaining("edge (-1, 2) names an agent that there is not")
                .hasMessageContaining("needed: agents 0 to 2")
                .satisfies(thrown ->
                        assertThat(((BadInputException) thrown).complaints()).hasSize(3));
        assertThatThrownBy(() -> Graph.of(3, new int[][] {{0, 1}, {2, 1}, {1, 0}}))
                .hasMessageContaining("edge (0, 1) is named twice")
                .hasMessageContaining("fix: drop one of them");
        assertThatThrownBy(() -> Graph.builder(0)).hasMessageContaining("graph.agents is 0");
    }

    @Test
    void blocksKeepTheOrderOfIdsAndKnowTheirHalo() {
        Coupling coupling = Coupling.builder(6, 1)
                .edge(3, 0, 2)
                .edge(3, 5, 4)
                .edge(1, 3)
                .edge(5, 4)
                .build();
        Block block = Block.of(coupling, 5, 3);
        assertThat(block.rows()).isEqualTo(2);
        assertThat(block.columns()).isEqualTo(5);
        assertThat(new int[] {block.agent(2), block.agent(3), block.agent(4)}).containsExactly(0, 1, 4);
        // agent 3's neighbours are 0, 1 and 5, in columns 2, 3 and 0
        assertThat(block.column()).containsExactly(0 + 1, 4, 2, 3, 0);
        assertThat(block.weight()).containsExactly(4, 1, 2, 1, 4);
        assertThat(block.weightSum()).containsExactly(5, 7);
        assertThat(block.columnOf(4)).isEqualTo(4);
        assertThat(block.columnOf(2)).isEqualTo(-1);
        Block byComponent = Block.byComponent(coupling);
        assertThat(byComponent.segments()).isEqualTo(2);
        assertThat(byComponent.agent(byComponent.firstRow(1))).isEqualTo(2);
        assertThat(byComponent.arcs(0, byComponent.endRow(0))).isEqualTo(8);
    }
}
