package io.acord.lab.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Graph;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionerTest {

    /** Agents that an order of the ids hides: agent i of the graph is called {@code name[i]}. */
    private static int[] shuffled(int n, long seed) {
        int[] name = new int[n];
        Arrays.setAll(name, i -> i);
        Random random = new Random(seed);
        for (int k = n - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            int kept = name[k];
            name[k] = name[other];
            name[other] = kept;
        }
        return name;
    }

    private static Graph ring(int n) {
        Graph.Builder ring = Graph.builder(n);
        for (int i = 0; i < n; i++) {
            ring.edge(i, (i + 1) % n);
        }
        return ring.build();
    }

    private static Graph shuffledGrid(int side, long seed) {
        int[] name = shuffled(side * side, seed);
        Graph.Builder grid = Graph.builder(side * side);
        for (int r = 0; r < side; r++) {
            for (int c = 0; c < side; c++) {
                if (c + 1 < side) {
                    grid.edge(name[r * side + c], name[r * side + c + 1]);
                }
                if (r + 1 < side) {
                    grid.edge(name[r * side + c], name[(r + 1) * side + c]);
                }
            }
        }
        return grid.build();
    }

    /** About {@code degree} random neighbours each. */
    private static Graph random(int n, int degree, long seed) {
        Random random = new Random(seed);
        Graph.Builder graph = Graph.builder(n);
        java.util.Set<Long> known = new java.util.HashSet<>();
        for (int e = 0; e < n * degree / 2; e++) {
            int i = random.nextInt(n);
            int j = random.nextInt(n);
            if (i != j && known.add((long) Math.min(i, j) * n + Math.max(i, j))) {
                graph.edge(i, j);
            }
        }
        return graph.build();
    }

    /** Everybody new joins two who are met by following random edges: a few have very many neighbours. */
    private static Graph powerLaw(int n, long seed) {
        Random random = new Random(seed);
        Graph.Builder graph = Graph.builder(n);
        int[] ends = new int[4 * n];
        int count = 0;
        for (int i = 1; i < n; i++) {
            int first = count == 0 ? 0 : ends[random.nextInt(count)];
            int second = count == 0 ? 0 : ends[random.nextInt(count)];
            for (int j : first == second ? new int[] {first} : new int[] {first, second}) {
                graph.edge(i, j);
                ends[count++] = i;
                ends[count++] = j;
            }
        }
        return graph.build();
    }

    private static void assertSound(Partition partition, Graph graph) {
        boolean[] seen = new boolean[graph.agents()];
        for (int b = 0; b < partition.blocks(); b++) {
            assertThat(partition.agents(b)).isNotEmpty();
            for (int agent : partition.agents(b)) {
                assertThat(seen[agent]).isFalse();
                assertThat(partition.blockOf(agent)).isEqualTo(b);
                seen[agent] = true;
            }
        }
        assertThat(seen).doesNotContain(false);
        long cut = 0;
        for (int e = 0; e < graph.edges(); e++) {
            cut += partition.blockOf(graph.tail(e)) == partition.blockOf(graph.head(e)) ? 0 : 1;
        }
        assertThat(partition.cut()).isEqualTo(cut);
    }

    @ParameterizedTest(name = "{0} blocks")
    @ValueSource(ints = {1, 2, 3, 4, 16, 100})
    void aRingIsCutOncePerBlock(int blocks) {
        Graph graph = ring(1000);
        Partition partition = Partitioner.of(graph, blocks);
        assertSound(partition, graph);
        assertThat(partition.cut()).isEqualTo(blocks == 1 ? 0 : blocks);
        assertThat(partition.imbalance()).isLessThan(1.11);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void aGridWhoseIdsHideItIsCutAlongItsWidth(long seed) {
        Graph graph = shuffledGrid(100, seed);
        Partition partition = Partitioner.of(graph, 4);
        assertSound(partition, graph);
        assertThat(partition.hashCutShare()).isBetween(0.7, 0.8);
        assertThat(partition.cut()).isLessThan(800); // 19 800 edges; three straight lines would cut 300
        assertThat(partition.imbalance()).isLessThanOrEqualTo(1.04);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void aRandomGraphIsCutLessThanByHash(long seed) {
        Graph graph = random(5000, 10, seed);
        Partition partition = Partitioner.of(graph, 2);
        assertSound(partition, graph);
        assertThat(partition.hashCutShare()).isBetween(0.45, 0.55);
        assertThat(partition.cutShare()).isLessThan(0.36);
        assertThat(partition.imbalance()).isLessThanOrEqualTo(1.04);
    }

    @Test
    void theHubsOfAPowerLawAreNotAllInOneBlock() {
        Graph graph = powerLaw(5000, 7);
        Partition partition = Partitioner.of(graph, 4);
        assertSound(partition, graph);
        assertThat(partition.cutShare()).isLessThan(0.9 * partition.hashCutShare());
        assertThat(partition.imbalance()).isLessThanOrEqualTo(1.04);
    }

    @ParameterizedTest(name = "{0} blocks")
    @ValueSource(ints = {1, 2, 4, 16})
    void streamingCutsMuchLessThanAHashWhatsoeverTheIdsAre(int blocks) {
        for (Graph graph : new Graph[] {shuffledGrid(100, 1), random(5000, 10, 2), powerLaw(5000, 7)}) {
            Partition partition = Partitioner.streaming(graph, blocks);
            assertSound(partition, graph);
            assertThat(partition.cutShare()).isLessThanOrEqualTo(0.85 * partition.hashCutShare());
            assertThat(partition.imbalance()).isLessThanOrEqualTo(1.04);
        }
    }

    /** Chunks tell each other between two passes: what one believes of another's agents is where they are. */
    @Test
    void chunksKnowWhereTheirNeighboursAre() {
        Graph graph = random(500, 6, 3);
        Partition partition = Partitioner.streaming(graph, 5);
        long arcs = 0;
        for (PartitionChunk chunk : Partitioner.streamed(graph, 5)) {
            arcs += chunk.cut();
            for (int row = 0; row < chunk.blocks().length; row++) {
                assertThat(chunk.blocks()[row]).isEqualTo(partition.blockOf(chunk.first() + row));
                assertThat(PartitionChunk.chunkOf(chunk.first() + row, 500, 5)).isEqualTo(chunk.first() / 100);
            }
        }
        assertThat(arcs).isEqualTo(2 * partition.cut());
    }

    @Test
    void theSameGraphGivesTheSameBlocks() {
        Graph graph = random(2000, 6, 5);
        Partition first = Partitioner.of(graph, 7);
        Partition second = Partitioner.of(graph, 7);
        for (int b = 0; b < 7; b++) {
            assertThat(second.agents(b)).isEqualTo(first.agents(b));
        }
    }

    @Test
    void everyBlockGetsAnAgentHoweverFewThereAre() {
        Graph star =
                Graph.builder(5).edge(0, 1).edge(0, 2).edge(0, 3).edge(0, 4).build();
        Graph lonely = Graph.builder(5).build();
        for (int blocks = 1; blocks <= 5; blocks++) {
            assertSound(Partitioner.of(star, blocks), star);
            assertSound(Partitioner.of(lonely, blocks), lonely);
            assertSound(Partitioner.streaming(star, blocks), star);
            assertSound(Partitioner.streaming(lonely, blocks), lonely);
        }
    }
}
