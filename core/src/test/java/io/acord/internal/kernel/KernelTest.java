package io.acord.internal.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Instances;
import io.acord.acord.Acord;
import io.acord.acord.Bell;
import io.acord.acord.BookClosing;
import io.acord.acord.Decision;
import io.acord.acord.ObviousAcord;
import io.acord.acord.SplitFleet;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.cost.Sum;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every path of the flat kernel, on graphs that take it, against the obvious implementation: bit for bit. */
class KernelTest {

    private static final int N = 1_301; // several strips, and a rest

    /** Bands of every degree, equal degrees without a band, and no two rows alike. */
    private static Map<String, Graph> graphs() {
        Map<String, Graph> graphs = new LinkedHashMap<>();
        for (int degree : new int[] {2, 4, 6, 8, 10, 12, 14, 16, 18, 22, 50}) {
            graphs.put("circulant of degree " + degree, circulant(degree));
        }
        for (int degree : new int[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 17, 19, 33}) {
            graphs.put("scattered, degree " + degree, scattered(degree));
        }
        graphs.put("grid", grid(30, 43));
        graphs.put("star", star());
        graphs.put("ragged", ragged());
        return graphs;
    }

    private static Graph circulant(int degree) {
        Graph.Builder graph = Graph.builder(N);
        for (int i = 0; i < N; i++) {
            for (int apart = 1; apart <= degree / 2; apart++) {
                graph.edge(i, (i + apart) % N);
            }
        }
        return graph.build();
    }

    /** Groups of degree + 1 agents that lie anywhere, each joined with all others of its group. */
    private static Graph scattered(int degree) {
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < N; i++) {
            agents.add(i);
        }
        Collections.shuffle(agents, new Random(degree));
        Graph.Builder graph = Graph.builder(N);
        for (int first = 0; first + degree < N; first += degree + 1) {
            for (int i = first; i <= first + degree; i++) {
                for (int j = first; j < i; j++) {
                    graph.edge(agents.get(i), agents.get(j));
                }
            }
        }
        return graph.build();
    }

    private static Graph grid(int rows, int columns) {
        Graph.Builder graph = Graph.builder(rows * columns);
        for (int i = 0; i < rows * columns; i++) {
            if (i % columns + 1 < columns) {
                graph.edge(i, i + 1);
            }
            if (i + columns < rows * columns) {
                graph.edge(i, i + columns);
            }
        }
        return graph.build();
    }

    private static Graph star() {
        Graph.Builder graph = Graph.builder(N);
        for (int i = 1; i < N; i++) {
            graph.edge(0, i);
        }
        return graph.build();
    }

    private static Graph ragged() {
        Random random = new Random(7);
        Graph.Builder graph = Graph.builder(N);
        for (int i = 1; i < N; i++) {
            int agent = i;
            int others = Math.min(i, i % 97 == 0 ? 40 : 1 + random.nextInt(3));
            random.ints(0, i).distinct().limit(others).forEach(j -> graph.edge(agent, j));
        }
        return graph.build();
    }

    private static Coupling weighted(Graph graph) {
        Coupling.Builder coupling = Coupling.builder(graph.agents(), 1);
        for (int e = 0; e < graph.edges(); e++) {
            coupling.edge(graph.tail(e), graph.head(e), 0.5 + e % 7);
        }
        return coupling.build();
    }

    private static RoundObjective objective(Coupling coupling, boolean kinks) {
        Random random = new Random(3);
        int n = coupling.agents();
        Round.Builder round = Round.builder(n, 1).coupling(coupling).beta(7);
        double[] previous = new double[n];
        for (int i = 0; i < n; i++) {
            Quadratic quadratic = Quadratic.alpha(0.1 + random.nextDouble(), random.nextGaussian());
            HittingCost kinked = Sum.of(quadratic, AbsoluteDeviation.of(1, random.nextGaussian(), 0.1));
            round.cost(i, kinks && i % 11 == 0 ? kinked : quadratic);
            previous[i] = random.nextGaussian();
        }
        return Instances.objective(round.build(), Actions.scalars(previous));
    }

    private static Actions play(RoundObjective objective, Variant variant, int iterations, int threads) {
        return Acord.of(Recipe.of(variant, From.PREVIOUS, IterationRule.fixed(iterations)), threads)
                .decide(objective)
                .actions();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void everyPathOfTheKernelHasTheBitsOfTheObviousImplementation(Variant variant) {
        graphs().forEach((name, graph) -> {
            for (Coupling coupling : new Coupling[] {Coupling.unit(graph, 1), weighted(graph)}) {
                RoundObjective objective = objective(coupling, false);
                Actions expected = ObviousAcord.play(objective, variant, From.PREVIOUS, 5);
                for (int threads : new int[] {1, 3}) {
                    Actions actual = play(objective, variant, 5, threads);
                    assertThat(actual).as(name).isEqualTo(expected);
                }
            }
        });
    }

    /**
     * Neighbours anywhere, too many agents for a nearby cache: circles through everybody in random orders, and every
     * now and then somebody with many neighbours.
     */
    private static Graph largeAndScattered() {
        int n = 300_007;
        Random random = new Random(11);
        int[] agents = new int[n];
        Arrays.setAll(agents, i -> i);
        Graph.Builder graph = Graph.builder(n);
        Set<Long> drawn = new HashSet<>();
        for (int circle = 0; circle < 2; circle++) {
            for (int i = n - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int kept = agents[i];
                agents[i] = agents[j];
                agents[j] = kept;
            }
            for (int i = 0; i < n; i++) {
                draw(agents[i], agents[(i + 1) % n], graph, drawn);
            }
        }
        for (int hub = 0; hub < n; hub += 10_007) {
            for (int k = 0; k < 13 + hub % 20; k++) {
                draw(hub, random.nextInt(n), graph, drawn);
            }
        }
        return graph.build();
    }

    private static void draw(int i, int j, Graph.Builder graph, Set<Long> drawn) {
        if (i != j && drawn.add((long) Math.min(i, j) << 32 | Math.max(i, j))) {
            graph.edge(i, j);
        }
    }

    @Test
    void largeScatteredFleetsAreCutIntoTilesWithoutAChangeOfBits() {
        RoundObjective objective = objective(Coupling.unit(largeAndScattered(), 1), false);
        Block block = Block.whole(objective.round().coupling());
        assertThat(block.tiles().strips()).isEqualTo(5);
        assertThat(block.tiles().across()).isEqualTo(5);
        for (Variant variant : new Variant[] {Variant.PLAIN, Variant.AUTO}) {
            Actions expected = ObviousAcord.play(objective, variant, From.PREVIOUS, 3);
            for (int threads : new int[] {1, 3}) { // three begin and end in the middle of strips
                Actions actual = play(objective, variant, 3, threads);
                assertThat(actual.equals(expected))
                        .as("%s, %d threads", variant, threads)
                        .isTrue();
            }
        }
    }

    /** The same graph, in which one edge in so many leads elsewhere, and another is gone. */
    private static Graph changed(Graph graph, int oneIn, long seed) {
        Random random = new Random(seed);
        Graph.Builder other = Graph.builder(graph.agents());
        Set<Long> drawn = new HashSet<>();
        for (int e = 0; e < graph.edges(); e++) {
            int what = random.nextInt(2 * oneIn);
            if (what > 1) {
                draw(graph.tail(e), graph.head(e), other, drawn);
            } else if (what == 1) {
                draw(graph.tail(e), random.nextInt(graph.agents()), other, drawn);
            }
        }
        return other.build();
    }

    @ParameterizedTest(name = "one edge in {0}")
    @ValueSource(ints = {1_000_000, 1_000, 100, 2}) // the last is more than is followed
    void tilesThatFollowAChangeAreThoseOfTheNewGraph(int oneIn) {
        Graph graph = largeAndScattered();
        Block before = Block.whole(Coupling.unit(graph, 1));
        Tiles old = before.tiles();
        Coupling after = Coupling.unit(changed(graph, oneIn, 5), 1);
        Block anew = Block.whole(after);
        Tiles expected = anew.tiles();
        Tiles actual = Block.nearby(after, before).tiles();
        assertThat(actual.strips()).isEqualTo(expected.strips());
        for (int strip = 0; strip < expected.strips(); strip++) {
            assertThat(actual.endRow(strip)).isEqualTo(expected.endRow(strip));
            for (int tile = 0; tile < expected.across(); tile++) {
                assertThat(actual.firstArc(strip, tile)).isEqualTo(expected.firstArc(strip, tile));
                assertThat(actual.endArc(strip, tile)).isEqualTo(expected.endArc(strip, tile));
            }
        }
        assertThat(Arrays.equals(actual.arcs(), expected.arcs())).isTrue();
        boolean isFollowed =
                old.changed(before.firstArc(), before.column(), anew.firstArc(), anew.column(), Block.MANY_ARCS)
                        != null;
        assertThat(isFollowed).isEqualTo(oneIn >= 100);
    }

    @Test
    void anEngineWhoseGraphChangesPlaysWhatANewOnePlays() {
        Graph graph = largeAndScattered();
        Recipe recipe = Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(3));
        Acord acord = Acord.of(recipe);
        for (Graph each : new Graph[] {graph, changed(graph, 1_000, 5), graph, changed(graph, 500, 6)}) {
            RoundObjective objective = objective(Coupling.unit(each, 1), false);
            assertThat(acord.decide(objective).equals(Acord.of(recipe).decide(objective)))
                    .isTrue();
        }
    }

    @Test
    void theLastLookAtTilesHasTheBitsOfOneRowByRow() {
        RoundObjective objective = objective(Coupling.unit(largeAndScattered(), 1), false);
        Coupling coupling = objective.round().coupling();
        int n = coupling.agents();
        int[] backwards = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
        RoundEnd byRows = lookedAt(Block.of(coupling, backwards), objective, 1);
        for (int parts : new int[] {1, 3}) { // three begin and end in the middle of strips
            RoundEnd byStrips = lookedAt(Block.whole(coupling), objective, parts);
            assertThat(Arrays.equals(byStrips.subgradients, byRows.subgradients))
                    .isTrue();
            assertThat(Arrays.equals(byStrips.certificates, byRows.certificates))
                    .isTrue();
            assertThat(Arrays.equals(byStrips.halfEdges, byRows.halfEdges)).isTrue();
            assertThat(Arrays.equals(byStrips.hitting, byRows.hitting)).isTrue();
        }
    }

    /** Windows lie across bands, equal degrees and the rest, and parts begin within them. */
    @Test
    void theLastLookAtWindowsHasTheBitsOfOneRowByRow() {
        graphs().forEach((name, graph) -> {
            for (Coupling coupling : new Coupling[] {Coupling.unit(graph, 1), weighted(graph)}) {
                RoundObjective objective = objective(coupling, false);
                Block block = Block.whole(coupling);
                BlockRound round = played(block, objective);
                Scratch scratch = new Scratch(1);
                for (int parts : new int[] {1, 3}) {
                    RoundEnd end = lookedAt(block, objective, parts);
                    double[] h = new double[1];
                    for (int row = 0; row < block.rows(); row++) {
                        assertThat(end.certificates[row]).as(name).isEqualTo(round.certificate(row, scratch));
                        assertThat(end.halfEdges[row]).as(name).isEqualTo(round.halfOfEdges(scratch));
                        round.subgradient(row, scratch, h, 0);
                        assertThat(end.subgradients[row]).as(name).isEqualTo(h[0]);
                    }
                }
            }
        });
    }

    /**
     * Agents from .. to − 1 and what they border on, called by their numbers, as a place that has only them knows it.
     */
    private static Block piece(Coupling coupling, int from, int to) {
        Block block = Block.of(coupling, IntStream.range(from, to).toArray());
        int[] numbers = IntStream.range(0, block.columns()).toArray();
        return Block.restored(
                block.rows(),
                numbers,
                block.firstArc(),
                block.column(),
                new Block.Edges(1, null, null, new double[0], null));
    }

    @Test
    void piecesOfALargeScatteredFleetPlayAndLookBackWithTheBitsOfTheWhole() {
        RoundObjective objective = objective(Coupling.unit(largeAndScattered(), 1), false);
        Coupling coupling = objective.round().coupling();
        RoundEnd whole = lookedAt(Block.whole(coupling), objective, 1);
        int n = coupling.agents();
        int[] ends = {0, 60_000, 240_000, n}; // the second has neighbours before and after it, and is large
        int pieces = ends.length - 1;
        Block[] named = new Block[pieces]; // by the ids of agents
        BlockRound[] rounds = new BlockRound[pieces];
        for (int p = 0; p < pieces; p++) {
            int from = ends[p];
            int to = ends[p + 1];
            named[p] = Block.of(coupling, IntStream.range(from, to).toArray());
            Block block = piece(coupling, from, to);
            assertThat(block.tiles().isNone()).isEqualTo(p != 1);
            int rows = to - from;
            double[] weights = new double[rows];
            double[] switching = new double[rows];
            double[] previous = new double[rows];
            HittingCost[] costs = new HittingCost[rows];
            for (int row = 0; row < rows; row++) {
                weights[row] = objective.regularization(from + row);
                switching[row] = objective.round().switchingWeight(from + row);
                previous[row] = objective.previous().get(from + row, 0);
                costs[row] = objective.round().cost(from + row);
            }
            rounds[p] = BlockRound.open(
                    block,
                    HittingCosts.of(1, costs),
                    objective.round().beta(),
                    weights,
                    switching,
                    previous,
                    Variant.PLAIN,
                    From.PREVIOUS,
                    new Buffers());
        }
        exchange(named, rounds);
        for (int k = 0; k < 3; k++) {
            for (BlockRound round : rounds) {
                round.iterate(0);
            }
            exchange(named, rounds);
        }
        Scratch scratch = new Scratch(1);
        for (int p = 0; p < pieces; p++) {
            RoundEnd end = new RoundEnd(named[p].rows(), 1, true);
            assertThat(rounds[p].look(0, named[p].rows(), end, scratch)).isTrue();
            int from = ends[p];
            int to = ends[p + 1];
            assertThat(Arrays.equals(end.subgradients, Arrays.copyOfRange(whole.subgradients, from, to)))
                    .isTrue();
            assertThat(Arrays.equals(end.certificates, Arrays.copyOfRange(whole.certificates, from, to)))
                    .isTrue();
            assertThat(Arrays.equals(end.halfEdges, Arrays.copyOfRange(whole.halfEdges, from, to)))
                    .isTrue();
            assertThat(Arrays.equals(end.hitting, Arrays.copyOfRange(whole.hitting, from, to)))
                    .isTrue();
            assertThat(end.sums.agents).isEqualTo(to - from);
        }
    }

    private static void exchange(Block[] named, BlockRound[] rounds) {
        int n = Arrays.stream(named).mapToInt(Block::rows).sum();
        double[] shown = new double[n];
        for (int p = 0; p < named.length; p++) {
            int[] rows = IntStream.range(0, named[p].rows()).toArray();
            double[] mine = new double[rows.length];
            rounds[p].copyShown(rows, mine);
            System.arraycopy(mine, 0, shown, named[p].agent(0), mine.length);
        }
        for (int p = 0; p < named.length; p++) {
            Block block = named[p];
            int[] halo = IntStream.range(block.rows(), block.columns()).toArray();
            rounds[p].hear(
                    halo,
                    IntStream.of(halo).mapToDouble(c -> shown[block.agent(c)]).toArray());
        }
    }

    private static BlockRound played(Block block, RoundObjective objective) {
        BlockRound round = BlockRound.open(block, objective, Variant.PLAIN, From.PREVIOUS);
        for (int k = 0; k < 3; k++) {
            round.iterate(0);
        }
        return round;
    }

    private static RoundEnd lookedAt(Block block, RoundObjective objective, int parts) {
        BlockRound round = played(block, objective);
        RoundEnd end = new RoundEnd(block.rows(), 1, true);
        Scratch scratch = new Scratch(1);
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) block.rows() * part / parts);
            assertThat(round.look(from, (int) ((long) block.rows() * (part + 1) / parts), end, scratch))
                    .isTrue();
        }
        return end;
    }

    @Test
    void blocksThatHaveAnOrderOrAreSmallAreNotCut() {
        assertThat(Block.whole(Coupling.unit(ragged(), 1)).tiles().isNone())
                .as("small")
                .isTrue();
        assertThat(Block.whole(Coupling.unit(grid(600, 600), 1)).tiles().isNone())
                .as("ordered")
                .isTrue();
        Graph large = largeAndScattered();
        int[] backwards = IntStream.range(0, large.agents())
                .map(i -> large.agents() - 1 - i)
                .toArray();
        assertThat(Block.of(Coupling.unit(large, 1), backwards).tiles().isNone())
                .as("columns against the order of ids")
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"OPTIMIZED", "AUTO"})
    void whereARowLiesDoesNotChangeItsBits(Variant variant) {
        graphs().forEach((name, graph) -> {
            RoundObjective objective = objective(Coupling.unit(graph, 1), true);
            Actions whole = Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(4)))
                    .decide(objective)
                    .actions();
            SplitFleet split = new SplitFleet(objective, variant, From.ZERO, new Random(5), 3);
            for (int k = 0; k < 4; k++) {
                split.iterate(0);
            }
            assertThat(split.actions()).as(name).isEqualTo(whole);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"OPTIMIZED", "AUTO"})
    void momentumGoesOnForLongerThanItsWeightsWereMadeFor(Variant variant) {
        RoundObjective objective = objective(Coupling.unit(grid(3, 4), 1), false);
        Actions expected = ObviousAcord.play(objective, variant, From.ZERO, 700);
        Actions actual = Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(700)))
                .decide(objective)
                .actions();
        assertThat(actual).isEqualTo(expected);
    }

    @Test
    void runsAreBandsEqualDegreesAndTheRest() {
        Runs ring = runs(circulant(2));
        assertThat(ring.count()).as("the first row, the band, the last row").isEqualTo(3);
        assertThat(ring.isBand(1)).isTrue();
        assertThat(ring.degree(1)).isEqualTo(2);
        assertThat(ring.degree(0)).as("too short to choose code for").isEqualTo(-1);
        assertThat(ring.runOf(0)).isZero();
        assertThat(ring.runOf(1)).isEqualTo(1);
        assertThat(ring.runOf(N - 2)).isEqualTo(1);
        assertThat(ring.runOf(N - 1)).isEqualTo(2);
        assertThat(ring.end(2)).isEqualTo(N);

        Runs leaves = runs(star());
        assertThat(leaves.count()).isEqualTo(2);
        assertThat(leaves.degree(1)).isEqualTo(1);
        assertThat(leaves.isBand(1))
                .as("all see agent 0, which does not move along")
                .isFalse();

        Runs nobody = runs(Graph.builder(40).build());
        assertThat(nobody.count()).isEqualTo(1);
        assertThat(nobody.degree(0)).isZero();
        assertThat(nobody.isBand(0)).isFalse();

        assertThat(ring.byDegree()).as("two rows are not worth it").isEmpty();
        assertThat(ring.isListed(0)).isFalse();
        assertThat(nobody.byDegree()).isEmpty();

        Runs any = runs(ragged());
        assertThat(any.isListed(any.count() - 1)).isTrue();
        for (int row = 1; row < N; row++) {
            int before = any.byDegree()[row - 1];
            int here = any.byDegree()[row];
            assertThat(here / Runs.WINDOW).isEqualTo(row / Runs.WINDOW);
            if (row % Runs.WINDOW != 0 && any.isListed(any.runOf(row)) && any.runOf(row) == any.runOf(row - 1)) {
                assertThat(ragged().degree(here)).isGreaterThanOrEqualTo(ragged().degree(before));
            }
        }
        for (int run = 0; run < any.count(); run++) {
            int from = run == 0 ? 0 : any.end(run - 1);
            for (int row = from; row < any.end(run); row++) {
                assertThat(any.runOf(row)).isEqualTo(run);
                if (any.degree(run) >= 0) {
                    assertThat(ragged().degree(row)).isEqualTo(any.degree(run));
                }
            }
        }
    }

    private static Runs runs(Graph graph) {
        return Block.whole(Coupling.unit(graph, 1)).runs();
    }

    @Test
    void threadsShareArcsNotRows() {
        Block block = Block.whole(Coupling.unit(star(), 1));
        assertThat(block.shareStart(0, N, 0, 2)).isZero();
        assertThat(block.shareStart(0, N, 2, 2)).isEqualTo(N);
        assertThat(block.shareStart(0, N, 1, 2))
                .as("the hub has half of all arcs")
                .isLessThan(N / 2);
        for (int members = 1; members <= 5; members++) {
            for (int m = 0; m < members; m++) {
                assertThat(block.shareStart(10, 900, m, members))
                        .isBetween(10, 900)
                        .isLessThanOrEqualTo(block.shareStart(10, 900, m + 1, members));
            }
        }
    }

    @Test
    void agentsWhoseIdsHideAGridAreLaidOutAsOneAndPlayTheSame() {
        int side = 260;
        int n = side * side;
        Graph hidden = relabeled(grid(side, side), 4);
        Block laidOut = Block.nearby(Coupling.unit(hidden, 1));
        assertThat(span(laidOut)).isLessThan(span(Block.whole(Coupling.unit(hidden, 1))) / 50);

        RoundObjective objective = objective(Coupling.unit(hidden, 1), false);
        BlockRound inOrderOfIds =
                BlockRound.open(Block.whole(objective.round().coupling()), objective, Variant.OPTIMIZED, From.PREVIOUS);
        for (int k = 0; k < 6; k++) {
            inOrderOfIds.iterate(0);
        }
        Decision decision = Acord.of(Recipe.of(Variant.OPTIMIZED, From.PREVIOUS, IterationRule.fixed(6)), 2)
                .decide(objective);
        for (int i = 0; i < n; i++) {
            assertThat(decision.actions().get(i)).isEqualTo(inOrderOfIds.action(i, 0));
            assertThat(decision.certificate(i)).isEqualTo(inOrderOfIds.certificate(i));
        }
    }

    /** The end of a round is looked at in the order of ids, whatever the order that it was played in. */
    @Test
    void booksOfAgentsThatAreLaidOutOtherwiseAreClosedOnTheWay() {
        Coupling hidden = Coupling.unit(relabeled(grid(257, 256), 4), 1);
        assertThat(Block.nearby(hidden).order()).isNotNull();
        RoundObjective objective = objective(hidden, false);
        Round round = objective.round();
        Acord acord = Acord.of(Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(6)), 2);
        Books onTheWay = new Books(1, objective.previous().toArray());
        Books oneByOne = new Books(1, objective.previous().toArray());
        for (int t = 1; t <= 2; t++) {
            BookClosing closing = new BookClosing(onTheWay, t > 1);
            Decision decision = acord.decide(objective, Bell.never(), closing);
            assertThat(closing.isDone()).isEqualTo(t > 1);
            if (t == 1) {
                decision.entries().close(round, decision.actions(), onTheWay);
            }
            BlockRound inOrderOfIds = BlockRound.open(Block.whole(hidden), objective, Variant.AUTO, From.PREVIOUS);
            for (int k = 0; k < 6; k++) {
                inOrderOfIds.iterate(0);
            }
            for (int i = 0; i < round.agents(); i++) {
                assertThat(inOrderOfIds.close(i, round.switchingWeight(i), round.mu(i), oneByOne))
                        .isTrue();
            }
            assertThat(onTheWay.toArray()).isEqualTo(oneByOne.toArray());
            assertThat(decision.cost()).isEqualTo(round.cost(decision.actions(), objective.previous()));
            double[] lambda = new double[round.agents()];
            Arrays.fill(lambda, 0.4);
            objective = new RoundObjective(round, decision.actions(), lambda);
        }
    }

    @Test
    void idsStayWhereThereIsNothingToGain() {
        int n = 1 << 16;
        Graph.Builder anybody = Graph.builder(n);
        new Random(2)
                .longs(4L * n, 0, (long) n * n)
                .filter(pair -> pair / n < pair % n)
                .distinct()
                .forEach(pair -> anybody.edge((int) (pair / n), (int) (pair % n)));
        Coupling random = Coupling.unit(anybody.build(), 1);
        assertThat(span(Block.nearby(random))).as("no order would help").isEqualTo(span(Block.whole(random)));
        assertThat(span(Block.nearby(Coupling.unit(grid(256, 256), 1))))
                .as("near each other already")
                .isEqualTo(span(Block.whole(Coupling.unit(grid(256, 256), 1))));
    }

    private static Graph relabeled(Graph graph, long seed) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 0; i < graph.agents(); i++) {
            ids.add(i);
        }
        Collections.shuffle(ids, new Random(seed));
        Graph.Builder other = Graph.builder(graph.agents());
        for (int e = 0; e < graph.edges(); e++) {
            other.edge(ids.get(graph.tail(e)), ids.get(graph.head(e)));
        }
        return other.build();
    }

    /** How far apart neighbours lie, on average. */
    private static double span(Block block) {
        double sum = 0;
        for (int row = 0; row < block.rows(); row++) {
            for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
                sum += Math.abs(block.column()[arc] - row);
            }
        }
        return sum / block.column().length;
    }
}
