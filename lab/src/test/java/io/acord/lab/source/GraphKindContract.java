package io.acord.lab.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.lab.options.KindContract;
import io.acord.lab.options.Options;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every kind of graph keeps to. Its samples must have graphs of 50 agents. */
public abstract class GraphKindContract extends KindContract<GraphKind, GraphSource> {

    private static final int AGENTS = 50;
    private static final int HORIZON = 12;

    protected GraphKindContract(GraphKind kind) {
        super(kind);
    }

    @Override
    protected GraphSource create(Options options) {
        return kind().create(
                        options,
                        new DeclaredSize(
                                Path.of("."),
                                Optional.empty(),
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                OptionalInt.empty()));
    }

    private GraphSource.Graphs graphs(String sample, int agents, int dimension, long seed) {
        return made(sample)
                .graphs(
                        new CostSource.Size(
                                IntStream.range(0, agents)
                                        .mapToObj(String::valueOf)
                                        .toList(),
                                dimension,
                                HORIZON),
                        seed);
    }

    private static String edges(Coupling coupling) {
        Graph graph = coupling.graph();
        StringBuilder text = new StringBuilder();
        for (int e = 0; e < graph.edges(); e++) {
            text.append(graph.tail(e))
                    .append('-')
                    .append(graph.head(e))
                    .append(' ')
                    .append(coupling.weight(e));
        }
        return text.toString();
    }

    @TestFactory
    Stream<DynamicTest> theSameSeedGivesTheSameGraphsInWhateverOrderTheyAreAskedFor() {
        return withEverySample(sample -> {
            GraphSource.Graphs forwards = graphs(sample, AGENTS, 1, 7);
            GraphSource.Graphs backwards = graphs(sample, AGENTS, 1, 7);
            String[] seen = new String[HORIZON];
            for (int t = 1; t <= HORIZON; t++) {
                seen[t - 1] = edges(forwards.round(t));
            }
            for (int t = HORIZON; t >= 1; t--) {
                assertThat(edges(backwards.round(t))).isEqualTo(seen[t - 1]);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> graphsHaveTheSizeOfTheRun() {
        return withEverySample(sample -> {
            for (int dimension : new int[] {1, 3}) {
                Coupling coupling = graphs(sample, AGENTS, dimension, 7).round(1);
                assertThat(coupling.graph().agents()).isEqualTo(AGENTS);
                assertThat(coupling.dimension()).isEqualTo(dimension);
            }
        });
    }

    /** Laying out a graph takes time, and the identity of the object says whether it has to be done again. */
    @TestFactory
    Stream<DynamicTest> aGraphThatDoesNotChangeStaysTheSameObject() {
        return withEverySample(sample -> {
            GraphSource.Graphs graphs = graphs(sample, AGENTS, 1, 7);
            for (int t = 2; t <= HORIZON; t++) {
                Coupling before = graphs.round(t - 1);
                Coupling now = graphs.round(t);
                assertThat(now == before).as("round %d", t).isEqualTo(edges(now).equals(edges(before)));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> aNumberOfAgentsIsPlayedOrRefused() {
        return withEverySample(sample -> {
            for (int agents : new int[] {1, 2, 3, 4, 5, 7, 10}) {
                try {
                    assertThat(graphs(sample, agents, 1, 7).round(1).graph().agents())
                            .isEqualTo(agents);
                } catch (BadInputException refused) {
                    assertThat(refused).hasMessageContaining("graph");
                }
            }
        });
    }
}
