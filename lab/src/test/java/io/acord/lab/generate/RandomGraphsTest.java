package io.acord.lab.generate;

import static io.acord.lab.generate.FixedGraphsTest.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Graph;
import io.acord.lab.source.SeededRandom;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Graphs that the seed decides on. That they are simple is what {@code Graph} insists on. */
class RandomGraphsTest {

    /** A kind with options. */
    record Kind(String key, Map<String, ?> options) {

        Kind every(int rounds) {
            Map<String, Object> more = new HashMap<>(options);
            more.put("every", rounds);
            return new Kind(key, more);
        }

        @Override
        public String toString() {
            return key;
        }
    }

    static Kind[] kinds() {
        return new Kind[] {
            new Kind("random-regular", Map.of("degree", 4)),
            new Kind("erdos-renyi", Map.of("p", 0.1)),
            new Kind("small-world", Map.of("degree", 4, "rewire", 0.3)),
            new Kind("barabasi-albert", Map.of("m", 2)),
            new Kind("geometric", Map.of("radius", 0.2))
        };
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void theSeedDecidesOnTheGraph(Kind kind) {
        String once = KindFixtures.edges(KindFixtures.graph(kind.key(), kind.options(), 50, 7));
        assertThat(KindFixtures.edges(KindFixtures.graph(kind.key(), kind.options(), 50, 7)))
                .isEqualTo(once);
        assertThat(KindFixtures.edges(KindFixtures.graph(kind.key(), kind.options(), 50, 8)))
                .isNotEqualTo(once);
    }

    /** Computed once: another machine or Java version must draw the same. */
    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "random-regular, degree, 3, 0-1 0-6 0-7 1-2 1-6 2-5 2-6 3-4 3-5 3-7 4-5 4-7",
        "erdos-renyi, p, 0.3, 0-5 0-7 1-4 2-4 3-6 3-7",
        "small-world, rewire, 0.5, 0-1 0-3 0-4 1-4 1-6 2-3 2-4 2-7 3-4 3-7 4-5 4-6 4-7 5-6 5-7 6-7",
        "barabasi-albert, m, 1, 0-1 0-2 0-4 2-3 2-6 3-5 3-7",
        "geometric, radius, 0.4, 0-1 1-6 3-4 3-5 4-5 5-7"
    })
    void theSameSeedGivesTheSameGraphOnEveryMachine(String kind, String key, String value, String edges) {
        assertThat(KindFixtures.edges(KindFixtures.graph(kind, Map.of(key, value), 8, 2024)))
                .isEqualTo(edges);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void oneGraphServesAllRoundsUnlessItIsToBeDrawnAnew(Kind kind) {
        var graphs = KindFixtures.graphs(kind.key(), kind.options(), 50, 7);
        assertThat(graphs.round(1)).isSameAs(graphs.round(2)).isSameAs(graphs.round(100));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everySoManyRoundsTheGraphIsDrawnAnew(Kind kind) {
        Kind redrawn = kind.every(3);
        var graphs = KindFixtures.graphs(redrawn.key(), redrawn.options(), 50, 7);
        assertThat(graphs.round(1)).isSameAs(graphs.round(2)).isSameAs(graphs.round(3));
        assertThat(graphs.round(4)).isSameAs(graphs.round(6));
        assertThat(KindFixtures.edges(graphs.round(4))).isNotEqualTo(KindFixtures.edges(graphs.round(3)));
        assertThat(KindFixtures.edges(graphs.round(7))).isNotEqualTo(KindFixtures.edges(graphs.round(6)));
        assertThat(graphs.round(1)).isSameAs(graphs.round(3));
        // The first graph is the one that never redrawing would have kept.
        assertThat(KindFixtures.edges(graphs.round(1)))
                .isEqualTo(KindFixtures.edges(KindFixtures.graph(kind.key(), kind.options(), 50, 7)));
    }

    @ParameterizedTest(name = "{0} agents of degree {1}")
    @CsvSource({
        "1, 0",
        "2, 0",
        "2, 1",
        "3, 2",
        "4, 1",
        "4, 2",
        "4, 3",
        "5, 2",
        "5, 4",
        "6, 3",
        "6, 4",
        "7, 2",
        "10, 3",
        "10, 7",
        "11, 4",
        "60, 29",
        "60, 30",
        "101, 50",
        "301, 150"
    })
    void randomRegularGraphsAreExactlyRegular(int agents, int degree) {
        for (long seed = 0; seed < (agents < 20 ? 300 : 5); seed++) {
            Graph graph = KindFixtures.graph("random-regular", Map.of("degree", degree), agents, seed);
            for (int i = 0; i < agents; i++) {
                assertThat(graph.degree(i)).as("seed %d", seed).isEqualTo(degree);
            }
        }
    }

    /** On six agents 60 rings and 10 pairs of triangles have degree 2. */
    @Test
    void smallRandomRegularGraphsAreEquallyLikely() {
        Map<String, Integer> seen = new HashMap<>();
        int rings = 0;
        int draws = 14_000;
        for (long seed = 0; seed < draws; seed++) {
            Graph graph = KindFixtures.graph("random-regular", Map.of("degree", 2), 6, seed);
            seen.merge(KindFixtures.edges(graph), 1, Integer::sum);
            rings += KindFixtures.isConnected(graph) ? 1 : 0;
        }
        assertThat(seen).hasSize(70);
        assertThat(seen.values()).allSatisfy(count -> assertThat(count).isBetween(130, 270)); // 200, ±5 deviations
        assertThat(rings / (double) draws).isCloseTo(60 / 70.0, within(5 * Math.sqrt(6 / 49.0 / draws)));
    }

    @Test
    void randomRegularGraphsOfAtLeastThreeNeighboursAreNearlyAlwaysConnected() {
        assertThat(KindFixtures.isConnected(KindFixtures.graph("random-regular", Map.of("degree", 4), 10_000)))
                .isTrue();
    }

    @Test
    void aRandomRegularGraphMustBePossible() {
        refuses("random-regular", Map.of("degree", 3), 7, "graph.degree is 3", "even");
        refuses("random-regular", Map.of("degree", 7), 7, "at most 6");
        refuses("random-regular", Map.of(), 7, "degree is missing", "number of neighbours");
        refuses("random-regular", Map.of("degree", 1.5), 8, "degree is \"1.5\"", "whole number");
        refuses("random-regular", Map.of("degree", 5000), 1_000_000, "about 2500000000 edges");
    }

    /**
     * Every pair is an edge in a share p of the graphs, the first and the last pair too; the number of edges varies as
     * that of independent ones does.
     */
    @Test
    void erdosRenyiEdgesAreIndependentAndEquallyLikely() {
        int agents = 12;
        int pairs = 66;
        int draws = 10_000;
        double p = 0.3;
        int[][] seen = new int[agents][agents];
        double squares = 0;
        for (long seed = 0; seed < draws; seed++) {
            Graph graph = KindFixtures.graph("erdos-renyi", Map.of("p", p), agents, seed);
            for (int e = 0; e < graph.edges(); e++) {
                seen[graph.tail(e)][graph.head(e)]++;
            }
            squares += Math.pow(graph.edges() - pairs * p, 2);
        }
        for (int i = 0; i < agents; i++) {
            for (int j = i + 1; j < agents; j++) {
                assertThat(seen[i][j] / (double) draws).isCloseTo(p, within(5 * Math.sqrt(p * (1 - p) / draws)));
            }
        }
        // The variance of a sample variance is nearly 2 σ⁴ / draws.
        double variance = pairs * p * (1 - p);
        assertThat(squares / draws).isCloseTo(variance, within(5 * variance * Math.sqrt(2.0 / draws)));
    }

    @Test
    void erdosRenyiGraphsHaveAboutAsManyEdgesAsExpectedWhateverThePossibility() {
        for (double p : new double[] {1e-6, 1e-4, 0.01, 0.9}) {
            int agents = p > 0.5 ? 500 : 3_000;
            double pairs = agents * (agents - 1) / 2.0;
            assertThat((double) KindFixtures.graph("erdos-renyi", Map.of("p", p), agents)
                            .edges())
                    .isCloseTo(pairs * p, within(1 + 6 * Math.sqrt(pairs * p * (1 - p))));
        }
        assertThat(KindFixtures.graph("erdos-renyi", Map.of("p", 0), 100).edges())
                .isZero();
        assertThat(KindFixtures.graph("erdos-renyi", Map.of("p", 1), 100).edges())
                .isEqualTo(4950);
        assertThat(KindFixtures.graph("erdos-renyi", Map.of("p", 1e-300), 100).edges())
                .isZero();
        assertThat(KindFixtures.graph("erdos-renyi", Map.of("p", 1), 1).edges()).isZero();
        assertThat(KindFixtures.graph("erdos-renyi", Map.of("p", 1), 2).edges()).isEqualTo(1);
        refuses("erdos-renyi", Map.of("p", 1.5), 5, "p is \"1.5\"", "from 0.0 to 1.0");
        refuses("erdos-renyi", Map.of(), 5, "p is missing");
        refuses("erdos-renyi", Map.of("p", 0.9), 1_000_000, "edges", "sparser");
    }

    @Test
    void aSmallWorldWithoutRewiringIsCirculant() {
        assertThat(KindFixtures.edges(KindFixtures.graph("small-world", Map.of("degree", 6, "rewire", 0), 20)))
                .isEqualTo(KindFixtures.edges(KindFixtures.graph("circulant", Map.of("degree", 6), 20)));
    }

    @Test
    void aSmallWorldKeepsItsEdgesExceptForARewiredShare() {
        int agents = 20_000;
        double rewire = 0.3;
        Graph graph = KindFixtures.graph("small-world", Map.of("degree", 10, "rewire", rewire), agents);
        assertThat(graph.edges()).isEqualTo(5 * agents);
        int kept = 0;
        for (int i = 0; i < agents; i++) {
            assertThat(graph.degree(i)).isGreaterThanOrEqualTo(5);
            for (int apart = 1; apart <= 5; apart++) {
                kept += graph.edgeBetween(i, (i + apart) % agents) >= 0 ? 1 : 0;
            }
        }
        // A rewired edge rarely happens to join near agents again.
        assertThat(kept / (5.0 * agents))
                .isCloseTo(1 - rewire, within(5 * Math.sqrt(rewire * (1 - rewire) / (5 * agents)) + 20.0 / agents));
    }

    @ParameterizedTest(name = "{0} agents of degree {1}")
    @CsvSource({"1, 0", "3, 2", "5, 4", "6, 4", "7, 6", "9, 4"})
    void aSmallWorldMayBeTinyOrDense(int agents, int degree) {
        for (long seed = 0; seed < 100; seed++) {
            assertThat(KindFixtures.graph("small-world", Map.of("degree", degree, "rewire", 1), agents, seed)
                            .edges())
                    .isEqualTo(agents * degree / 2);
        }
    }

    @Test
    void aSmallWorldMustBePossible() {
        refuses("small-world", Map.of("degree", 3), 10, "degree is \"3\"", "even", "take 2 or 4");
        refuses("small-world", Map.of(), 4, "graph.degree is 4", "at most 3");
        refuses("small-world", Map.of("rewire", 2), 10, "rewire is \"2\"");
    }

    @ParameterizedTest(name = "{0} agents, m = {1}")
    @CsvSource({"2, 1", "3, 2", "10, 1", "10, 3", "50, 49", "1000, 4"})
    void everyoneButTheFirstJoinsMOfThoseBefore(int agents, int m) {
        Graph graph = KindFixtures.graph("barabasi-albert", Map.of("m", m), agents);
        assertThat(graph.edges()).isEqualTo(m * (agents - m));
        assertThat(KindFixtures.isConnected(graph)).isTrue();
        for (int i = m; i < agents; i++) {
            int before = 0;
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                before += graph.neighbor(arc) < i ? 1 : 0;
            }
            assertThat(before).isEqualTo(m);
        }
    }

    /**
     * With m = 1 the newcomer joins an agent of degree k with probability k / Σ degrees: agent 3 meets a path 0-1-2 or
     * its like.
     */
    @Test
    void newcomersPreferThoseWithManyNeighbours() {
        int draws = 20_000;
        int joinedTheMiddle = 0;
        for (long seed = 0; seed < draws; seed++) {
            Graph graph = KindFixtures.graph("barabasi-albert", Map.of("m", 1), 4, seed);
            int joined = graph.neighbor(graph.firstArc(3));
            joinedTheMiddle += graph.degree(joined) == 3 ? 1 : 0;
        }
        assertThat(joinedTheMiddle / (double) draws).isCloseTo(0.5, within(5 * Math.sqrt(0.25 / draws)));
    }

    @Test
    void aFewAgentsOfABarabasiAlbertGraphHaveVeryManyNeighbours() {
        Graph graph = KindFixtures.graph("barabasi-albert", Map.of("m", 2), 20_000);
        int most = 0;
        for (int i = 0; i < graph.agents(); i++) {
            most = Math.max(most, graph.degree(i));
        }
        assertThat(most).isGreaterThan(100); // √N times m, about; everybody has 4 on average
        refuses("barabasi-albert", Map.of("m", 5), 5, "graph.m is 5", "less than the 5 agents");
        refuses("barabasi-albert", Map.of("m", 1), 1, "graph.m is 1", "more agents");
        refuses("barabasi-albert", Map.of("m", 0), 5, "m is \"0\"");
    }

    @ParameterizedTest(name = "{0} agents, radius {1}")
    @CsvSource({
        "1, 0.5",
        "2, 2",
        "300, 0",
        "300, 0.01",
        "300, 0.1",
        "300, 0.3334",
        "300, 0.5",
        "300, 1",
        "300, 1.5",
        "2000, 0.03"
    })
    void aGeometricGraphJoinsExactlyTheNear(int agents, double radius) {
        Graph graph = KindFixtures.graph("geometric", Map.of("radius", radius), agents, 5);
        SeededRandom random = new SeededRandom(5, "geometric".hashCode(), 0);
        double[][] place = new double[agents][];
        for (int i = 0; i < agents; i++) {
            place[i] = new double[] {random.uniform(), random.uniform()};
        }
        int near = 0;
        for (int i = 0; i < agents; i++) {
            for (int j = i + 1; j < agents; j++) {
                if (Math.hypot(place[i][0] - place[j][0], place[i][1] - place[j][1]) <= radius) {
                    near++;
                    assertThat(graph.edgeBetween(i, j)).isNotNegative();
                }
            }
        }
        assertThat(graph.edges()).isEqualTo(near);
    }

    @Test
    void aGeometricGraphNeedsARadius() {
        refuses("geometric", Map.of(), 5, "radius is missing", "unit square");
        refuses("geometric", Map.of("radius", -1), 5, "radius is \"-1\"");
    }

    @ParameterizedTest
    @MethodSource("large")
    void largeGraphsAreNoTrouble(Kind kind) {
        int agents = 100_000;
        Graph graph = KindFixtures.graph(kind.key(), kind.options(), agents);
        assertThat(graph.edges() / (double) agents).isBetween(4.9, 5.2);
    }

    static Kind[] large() {
        return new Kind[] {
            new Kind("circulant", Map.of("degree", 10)),
            new Kind("random-regular", Map.of("degree", 10)),
            new Kind("erdos-renyi", Map.of("p", 1e-4)),
            new Kind("small-world", Map.of("degree", 10)),
            new Kind("barabasi-albert", Map.of("m", 5)),
            new Kind("geometric", Map.of("radius", 0.00564))
        };
    }

    @Test
    void aLargeRandomRegularGraphIsExactlyRegular() {
        Graph graph = KindFixtures.graph("random-regular", Map.of("degree", 10), 300_000);
        for (int i = 0; i < graph.agents(); i++) {
            if (graph.degree(i) != 10) {
                assertThat(graph.degree(i)).as("agent %d", i).isEqualTo(10);
            }
        }
    }
}
