package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.cost.HittingCosts;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.Cascade;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Iterations piece by piece, against the same round played before the eyes of somebody who sees every iteration. */
class CascadeTest {

    /** Graphs whose agents have their neighbours near. */
    private enum NearGraph {
        RING(8_193, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                circulant(1, graph);
            }
        },
        CIRCULANT(50_001, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                circulant(5, graph);
            }
        },
        /** Neighbours so far that a piece is shorter than what the iterations move it back. */
        FAR(20_003, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                for (int i = 0; i < agents; i++) {
                    graph.edge(i, (i + 1) % agents);
                    graph.edge(i, (i + 700) % agents);
                }
            }
        },
        PATH(9_001, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                for (int i = 1; i < agents; i++) {
                    graph.edge(i - 1, i);
                }
            }
        },
        /** Degrees that differ, so that rows are listed window by window. */
        RAGGED(12_345, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                Random random = new Random(5);
                for (int i = 1; i < agents; i++) {
                    int agent = i;
                    graph.edge(i - 1, i);
                    random.ints(2, 40)
                            .distinct()
                            .limit(random.nextInt(20))
                            .filter(away -> away <= agent)
                            .forEach(away -> graph.edge(agent - away, agent));
                }
            }
        },
        WEIGHTED(9_002, 1) {
            @Override
            void addEdges(Graph.Builder graph) {
                circulant(2, graph);
            }

            @Override
            Coupling coupling(Graph graph) {
                Coupling.Builder coupling = Coupling.builder(agents, 1);
                for (int e = 0; e < graph.edges(); e++) {
                    coupling.edge(graph.tail(e), graph.head(e), 0.5 + e % 7);
                }
                return coupling.build();
            }
        },
        IN_THE_PLANE(8_201, 2) {
            @Override
            void addEdges(Graph.Builder graph) {
                circulant(3, graph);
            }
        },
        MATRICES(8_202, 2) {
            @Override
            void addEdges(Graph.Builder graph) {
                circulant(1, graph);
            }

            @Override
            Coupling coupling(Graph graph) {
                Coupling.Builder coupling = Coupling.builder(agents, 2);
                for (int e = 0; e < graph.edges(); e++) {
                    coupling.edge(graph.tail(e), graph.head(e), new double[][] {{1, 0.25 * (e % 3)}, {0, 2}});
                }
                return coupling.build();
            }
        };

        final int agents;
        final int dimension;

        NearGraph(int agents, int dimension) {
            this.agents = agents;
            this.dimension = dimension;
        }

        abstract void addEdges(Graph.Builder graph);

        void circulant(int each, Graph.Builder graph) {
            for (int i = 0; i < agents; i++) {
                for (int away = 1; away <= each; away++) {
                    graph.edge(i, (i + away) % agents);
                }
            }
        }

        Coupling coupling(Graph graph) {
            return Coupling.unit(graph, dimension);
        }

        RoundObjective objective() {
            Graph.Builder graph = Graph.builder(agents);
            addEdges(graph);
            Random random = new Random(11);
            int numbers = agents * dimension;
            double[] curvatures = random.doubles(numbers, 0.1, 2).toArray();
            double[] targets = random.doubles(numbers, -10, 10).toArray();
            Round round = Round.builder(agents, dimension)
                    .costs(HittingCosts.quadratics(dimension, curvatures, targets))
                    .coupling(coupling(graph.build()))
                    .beta(50)
                    .build();
            Actions previous =
                    Actions.flat(dimension, random.doubles(numbers, -10, 10).toArray());
            return new RoundObjective(
                    round, previous, random.doubles(agents, 0.1, 1).toArray());
        }
    }

    private static Recipe recipe(Variant variant, From from, int iterations) {
        return Recipe.of(variant, from, IterationRule.fixed(iterations));
    }

    private static void assertSameBits(RoundObjective objective, Recipe recipe) {
        Decision seen = Acord.of(recipe).decide(objective, (k, iterate) -> {});
        for (int threads = 1; threads <= 3; threads++) {
            Acord acord = Acord.of(recipe, threads);
            for (int time = 0; time < 2; time++) { // what is left over from a round does not matter
                Decision decision = acord.decide(objective);
                assertThat(decision.actions()).as("%d threads", threads).isEqualTo(seen.actions());
                assertThat(decision.certificate()).isEqualTo(seen.certificate());
                assertThat(decision.iterations()).isEqualTo(seen.iterations());
            }
        }
    }

    private static BlockRound opened(RoundObjective objective) {
        Block block = Block.whole(objective.round().coupling());
        return BlockRound.open(block, objective, Variant.AUTO, From.ZERO);
    }

    @ParameterizedTest
    @EnumSource
    void everyGraphHasTheBitsOfOneIterationAfterTheOther(NearGraph graph) {
        RoundObjective objective = graph.objective();
        assertThat(Cascade.of(opened(objective))).isNotNull();
        for (int iterations : new int[] {1, 2, 3, 12, 13, 14, 31}) {
            assertSameBits(objective, recipe(Variant.AUTO, From.PREVIOUS, iterations));
        }
    }

    private static Iterable<Variant> variants() {
        return Variant.all();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void everyVariantHasTheBitsOfOneIterationAfterTheOther(Variant variant) {
        for (NearGraph graph : new NearGraph[] {NearGraph.RAGGED, NearGraph.IN_THE_PLANE}) {
            RoundObjective objective = graph.objective();
            for (From from : From.values()) {
                assertSameBits(objective, recipe(variant, from, 23));
            }
        }
    }

    /** Each row's iterations of a stride, however the rows are shared out, are done once and in their order. */
    @ParameterizedTest(name = "{0} members")
    @ValueSource(ints = {1, 2, 3, 7})
    void everyRowIsAdvancedOnceAnIterationAfterAllThatItListensTo(int members) {
        for (NearGraph graph : NearGraph.values()) {
            BlockRound round = opened(graph.objective());
            Block block = round.block();
            Cascade cascade = Objects.requireNonNull(Cascade.of(round));
            int rows = block.rows();
            int iterations = cascade.iterations(12, rows / members - 1);
            int[] done = new int[rows];
            Cascade.Step step = (from, to, ahead) -> {
                int wrong = 0;
                for (int row = from; row < to; row++) {
                    wrong += done[row] == ahead ? 0 : 1;
                    for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
                        int lead = done[block.column()[arc]] - ahead;
                        // what it reads has been written, and nothing has been written over it
                        wrong += lead == 0 || lead == 1 ? 0 : 1;
                    }
                }
                assertThat(wrong)
                        .as("rows %d to %d of %s in iteration %d", from, to, graph, ahead)
                        .isZero();
                for (int row = from; row < to; row++) {
                    done[row]++;
                }
            };
            for (int member = members - 1; member >= 0; member--) {
                cascade.descend(start(rows, member, members), start(rows, member + 1, members), iterations, step);
            }
            for (int member = 0; member < members; member++) {
                cascade.fill(start(rows, member, members), iterations, step);
            }
            assertThat(done).as("%s", graph).containsOnly(iterations);
        }
    }

    private static int start(int rows, int member, int members) {
        return (int) ((long) rows * member / members);
    }

    @Test
    void roundsThatHaveNoNearNeighborsOrNeedEveryIterationGoOneByOne() {
        Graph.Builder star = Graph.builder(20_000);
        for (int i = 1; i < 20_000; i++) {
            star.edge(0, i);
        }
        assertThat(Block.whole(Coupling.unit(star.build(), 1)).reach()).isEqualTo(Block.ANYWHERE);
        Block ring = Block.whole(NearGraph.RING.objective().round().coupling());
        assertThat(ring.reach()).isEqualTo(1);
        int[] everySecond = new int[4_000];
        Arrays.setAll(everySecond, i -> 2 * i);
        Block part = Block.of(NearGraph.RING.objective().round().coupling(), everySecond);
        assertThat(part.reach()).as("with a halo everywhere").isEqualTo(Block.ANYWHERE);
    }

    /** The same of a part of a fleet, whose halo shows one iteration after the other once the rest is done. */
    @ParameterizedTest
    @EnumSource
    void everyRowOfAPartListensToAHaloThatHasShownWhatItNeeds(NearGraph graph) {
        RoundObjective objective = graph.objective();
        int left = Math.min(1_000, graph.agents - 8_192); // out of it, at both ends
        int[] agents = new int[graph.agents - left];
        Arrays.setAll(agents, i -> left / 2 + i);
        Block block = Block.of(objective.round().coupling(), agents);
        assertThat(block.reach()).isBetween(1, 700);
        int rows = block.rows();
        Cascade cascade = Objects.requireNonNull(cascade(block, objective));
        int iterations = cascade.iterations(12, rows);
        int[] done = new int[block.columns()];
        Cascade.Step step = (from, to, ahead) -> {
            for (int row = from; row < to; row++) {
                assertThat(done[row]).isEqualTo(ahead);
                for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
                    assertThat(done[block.column()[arc]] - ahead).isBetween(0, 1);
                }
            }
            for (int row = from; row < to; row++) {
                done[row]++;
            }
        };
        cascade.descend(0, rows, iterations, step);
        for (int ahead = 1; ahead < iterations; ahead++) {
            Arrays.fill(done, rows, done.length, ahead);
            cascade.fillOne(0, ahead, step);
        }
        assertThat(Arrays.copyOf(done, rows)).containsOnly(iterations);
    }

    private static @Nullable Cascade cascade(Block block, RoundObjective objective) {
        int numbers = block.rows() * block.dimension();
        double[] ones = new double[numbers];
        Arrays.fill(ones, 1);
        HittingCosts costs = HittingCosts.quadratics(block.dimension(), ones, ones);
        return Cascade.of(BlockRound.open(
                block,
                costs,
                objective.round().beta(),
                Arrays.copyOf(ones, block.rows()),
                ones,
                Variant.AUTO,
                From.ZERO));
    }
}
