package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Round;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sparse factor against the envelope, conjugate gradients and elimination by hand. */
class SparseFactorTest {

    private static final long ANY = Long.MAX_VALUE / 4;

    /** A tree with some more edges between agents that are near each other, numbered at random. */
    private static Graph sparse(int n, int more, long seed) {
        Random random = new Random(seed);
        List<Integer> ids = IntStream.range(0, n).boxed().collect(Collectors.toList());
        Collections.shuffle(ids, random);
        Set<List<Integer>> edges = new LinkedHashSet<>();
        for (int i = 1; i < n; i++) {
            edges.add(List.of(Math.max(0, i - 1 - random.nextInt(30)), i));
        }
        while (edges.size() < n - 1 + more) {
            int i = random.nextInt(n - 1);
            edges.add(List.of(i, Math.min(n - 1, i + 1 + random.nextInt(30))));
        }
        Graph.Builder builder = Graph.builder(n);
        edges.forEach(edge -> builder.edge(ids.get(edge.get(0)), ids.get(edge.get(1))));
        return builder.build();
    }

    private static Patch.Arcs arcs(Graph graph) {
        return Patch.whole(Coupling.unit(graph, 1)).arcs[0];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void columnsAreThoseOfEliminationByHand(long seed) {
        Graph graph = sparse(60, 40, seed);
        EliminationOrder found = Objects.requireNonNull(EliminationOrder.of(arcs(graph), 1, ANY));
        assertThat(Arrays.stream(found.order).sorted())
                .containsExactlyElementsOf(IntStream.range(0, 60).boxed().toList());
        List<Set<Integer>> left = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            left.add(new TreeSet<>());
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                left.get(i).add(graph.neighbor(arc));
            }
        }
        for (int p = 0; p < 60; p++) {
            int pivot = found.order[p];
            assertThat(found.position[pivot]).isEqualTo(p);
            Set<Integer> clique = left.get(pivot);
            assertThat(Arrays.stream(found.below[pivot]).boxed()).containsExactlyInAnyOrderElementsOf(clique);
            for (int i : clique) {
                left.get(i).addAll(clique);
                left.get(i).remove(i);
                left.get(i).remove(pivot);
            }
        }
    }

    @Test
    void aTreeIsFactoredWithoutFill() {
        SparseFactor factor = Objects.requireNonNull(SparseFactor.of(arcs(sparse(5000, 0, 3)), 1, ANY));
        assertThat(factor.entries()).isEqualTo(2 * 5000 - 1);
    }

    @Test
    void theOrderFillsLessThanTheNumbersOfAgentsWould() {
        Graph graph = sparse(2000, 900, 5);
        SparseFactor factor = Objects.requireNonNull(SparseFactor.of(arcs(graph), 1, ANY));
        assertThat(factor.entries()).isLessThan(5 * (2000 + graph.edges()));
    }

    @Test
    void aFactorThatWouldBeTooLargeIsNotMade() {
        Patch.Arcs arcs = arcs(Graph.builder(3).edge(0, 1).edge(1, 2).edge(0, 2).build());
        assertThat(SparseFactor.of(arcs, 1, 5)).isNull(); // columns of 3, 2, 1: 4 + 2 + 0 multiply-adds
        assertThat(SparseFactor.of(arcs, 1, 6)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({"1, 9", "2, 7", "3, 6", "5, 4"})
    void itSolvesWhatTheEnvelopeSolves(int d, int agents) {
        for (int seed = 1; seed <= 20; seed++) {
            RandomRun run = new RandomRun(seed, agents, d, 3, Costs.QUADRATIC, false);
            SpaceTime problem = new SpaceTime(1);
            Patch patch = Patch.whole(run.round(1).coupling());
            SparseFactor factor = Objects.requireNonNull(SparseFactor.of(patch.arcs[0], d, ANY));
            for (int t = 1; t <= 3; t++) { // one order, other numbers
                FlatRound[] window = {FlatRound.of(run.round(t))};
                problem.pose(window, patch, run.start().toArray(), null);
                double[] expected = new double[agents * d];
                problem.solve(expected);
                double[] x = new double[agents * d];
                assertThat(factor.factor(problem.own, problem.tied, window[0].beta))
                        .isTrue();
                factor.solve(problem.linear, x);
                for (int twice = 0; twice < 2; twice++) {
                    for (int c = 0; c < x.length; c++) {
                        assertThat(x[c]).isCloseTo(expected[c], within(1e-11 * (1 + Math.abs(expected[c]))));
                    }
                    Arrays.fill(x, Double.NaN);
                    factor.factor(problem.own, problem.tied, window[0].beta); // known already
                    factor.solve(problem.linear, x);
                }
            }
        }
    }

    @Test
    void aMatrixThatIsNotPositiveDefiniteIsRefusedAndTheNextOneIsNot() {
        Patch.Arcs arcs = arcs(Graph.builder(3).edge(0, 1).edge(1, 2).build());
        SparseFactor factor = Objects.requireNonNull(SparseFactor.of(arcs, 1, ANY));
        double[] tied = {1, 2, 1};
        assertThat(factor.factor(new double[] {0, -0.5, 0}, tied, 1)).isFalse();
        assertThat(factor.factor(new double[] {1, 1, 1}, tied, 1)).isTrue();
        double[] x = new double[3];
        factor.solve(new double[] {1, 1, 1}, x);
        assertThat(x).containsExactly(new double[] {1, 1, 1}, within(1e-14));
    }

    @Test
    void graphsThatDoNotStayOrFillUpAreLeftToConjugateGradients() {
        int agents = 2000;
        SpaceTime problem = new SpaceTime(1);
        for (int t = 1; t <= 3; t++) {
            assertThat(iterations(problem, agents, Coupling.unit(sparse(agents, 600, t), 1)))
                    .as("another graph every round")
                    .isPositive();
        }
        Coupling stays = Coupling.unit(sparse(agents, 600, 9), 1);
        Patch patch = Patch.whole(stays);
        assertThat(iterations(problem, agents, stays, patch)).isPositive();
        assertThat(iterations(problem, agents, stays, patch)).isZero();
        Set<List<Integer>> edges = new LinkedHashSet<>();
        Random random = new Random(1);
        while (edges.size() < 4 * agents) {
            int i = random.nextInt(agents - 1);
            edges.add(List.of(i, i + 1 + random.nextInt(agents - 1 - i)));
        }
        Graph.Builder builder = Graph.builder(agents);
        edges.forEach(edge -> builder.edge(edge.get(0), edge.get(1)));
        Coupling full = Coupling.unit(builder.build(), 1);
        Patch fills = Patch.whole(full);
        SpaceTime other = new SpaceTime(1);
        for (int t = 1; t <= 3; t++) {
            assertThat(iterations(other, agents, full, fills))
                    .as("too much fill")
                    .isPositive();
        }
    }

    private static int iterations(SpaceTime problem, int agents, Coupling coupling) {
        return iterations(problem, agents, coupling, Patch.whole(coupling));
    }

    private static int iterations(SpaceTime problem, int agents, Coupling coupling, Patch patch) {
        Round.Builder builder = Round.builder(agents, 1).coupling(coupling).beta(3);
        for (int i = 0; i < agents; i++) {
            builder.cost(i, Quadratic.alpha(1, i % 7));
        }
        problem.pose(new FlatRound[] {FlatRound.of(builder.build())}, patch, new double[agents], null);
        problem.solve(new double[agents]);
        return problem.iterations();
    }

    /** A patch of everybody that is not called the whole fleet is solved as before there was a sparse factor. */
    @ParameterizedTest
    @CsvSource({"1, 3000, 1000", "2, 1200, 300"})
    void aLargeFleetIsSolvedAsWithoutIt(int d, int agents, int more) {
        Coupling coupling = Coupling.unit(sparse(agents, more, 8), d);
        Round made = ScenarioReader.readText(
                        "{agents: " + agents + ", dimension: " + d
                                + ", horizon: 2, costs: {kind: drift}, graph: {kind: ring}, algorithms: [local]}",
                        "s.yaml",
                        Path.of(""),
                        List.of())
                .instance(4)
                .round(2);
        Round.Builder builder = Round.builder(agents, d).coupling(coupling).beta(20);
        for (int i = 0; i < agents; i++) {
            builder.cost(i, made.cost(i));
        }
        FlatRound[] window = {FlatRound.of(builder.build())};
        double[] start = new double[agents * d];
        SpaceTime problem = new SpaceTime(1);
        Patch patch = Patch.whole(coupling);
        double[] x = new double[agents * d];
        for (int round = 1; round <= 2; round++) { // an order is worth finding for a graph that stays
            problem.pose(window, patch, start, null);
            problem.solve(x);
        }
        assertThat(problem.iterations()).as("solved by a factor").isZero();
        double certificate = problem.certificate(x);
        SpaceTime before = new SpaceTime(1);
        int[] all = IntStream.range(0, agents).toArray();
        before.pose(window, new Patch.Maker(agents).make(all, null, new int[0], coupling), start, null);
        double[] expected = new double[agents * d];
        before.solve(expected);
        for (int c = 0; c < x.length; c++) {
            assertThat(x[c]).isCloseTo(expected[c], within(1e-9));
        }
        assertThat(certificate).isLessThanOrEqualTo(1e-20 * problem.value(x) + before.certificate(expected));
    }
}
