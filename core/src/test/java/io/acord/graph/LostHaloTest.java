package io.acord.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Instances;
import io.acord.internal.kernel.Block;
import io.acord.theory.Contraction;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A block that loses neighbours is the block of a graph without the edges to them, bit for bit. */
class LostHaloTest {

    @Test
    void aBlockWithoutSomeNeighborsIsThatOfAGraphWithoutTheirEdges() {
        for (long seed = 1; seed <= 200; seed++) {
            Instances given = new Instances(seed);
            Coupling coupling = given.coupling(true);
            int[] locals = new int[1 + given.random().nextInt(given.n)];
            Arrays.setAll(locals, i -> i);
            Block whole = Block.of(coupling, locals);
            boolean[] lost = new boolean[whole.columns()];
            for (int c = whole.rows(); c < lost.length; c++) {
                lost[c] = given.random().nextBoolean();
            }
            Block left = whole.without(lost);
            Block expected = Block.of(withoutEdges(coupling, whole, lost), locals);
            String where = "seed " + seed;
            assertThat(left.columns()).as(where).isEqualTo(expected.columns());
            assertThat(left.firstArc()).as(where).isEqualTo(expected.firstArc());
            assertThat(left.column()).as(where).isEqualTo(expected.column());
            assertThat(left.weightSum()).as(where).isEqualTo(expected.weightSum());
            for (int row = 0; row < left.rows(); row++) {
                assertThat(left.strength(row)).as(where).isEqualTo(expected.strength(row));
                for (int arc = left.firstArc()[row]; arc < left.firstArc()[row + 1]; arc++) {
                    for (int k = 0; k < given.d * given.d; k++) {
                        assertThat(left.gram(arc, k / given.d, k % given.d))
                                .as(where)
                                .isEqualTo(expected.gram(arc, k / given.d, k % given.d));
                    }
                    for (int c = 0; c < given.d; c++) {
                        assertThat(left.offset(arc, c)).as(where).isEqualTo(expected.offset(arc, c));
                    }
                }
            }
        }
    }

    private static Coupling withoutEdges(Coupling coupling, Block whole, boolean[] lost) {
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        Coupling.Builder builder = Coupling.builder(coupling.agents(), d);
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e);
            int j = graph.head(e);
            boolean crosses = i < whole.rows() != j < whole.rows();
            if (crosses && lost[whole.columnOf(Math.max(i, j))]) {
                continue;
            }
            double[] gram = new double[d * d];
            double[] offset = new double[d];
            for (int k = 0; k < d * d; k++) {
                gram[k] = coupling.gram(e, k / d, k % d);
            }
            for (int c = 0; c < d; c++) {
                offset[c] = coupling.offset(e, c);
            }
            builder.gram(i, j, gram, offset);
        }
        return builder.build();
    }

    @Test
    void anAgentKnowsItsStrengthFromItsOwnBlock() {
        for (long seed = 1; seed <= 200; seed++) {
            Instances given = new Instances(seed);
            Coupling coupling = given.coupling(true);
            double[] a = new double[given.n];
            Arrays.fill(a, 1);
            Contraction contraction = Contraction.of(coupling, 1, a);
            for (int i = 0; i < given.n; i++) {
                assertThat(Block.of(coupling, i).strength(0))
                        .as("agent %d, seed %d", i, seed)
                        .isEqualTo(contraction.strength(i));
            }
        }
    }
}
