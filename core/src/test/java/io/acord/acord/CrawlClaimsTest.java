package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.claims.Lifted;
import io.acord.claims.Play;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * NETWORK CRAWL, corrected (E17, theory 5.5): what agents learn, how long it takes, and that the K from it suffices.
 */
class CrawlClaimsTest {

    /** Theory 5.5: E_0 = g(z⁰) − F* ≤ Σ v_i, with v_i = min[φ_i + β Σ ‖x − z_e⁰‖²_W] − min φ_i. */
    @Test
    void theStartGapsOfTheAgentsBoundThatOfTheRound() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            double least = objective.at(Exact.minimizer(objective));
            double alone = 0;
            for (int i = 0; i < given.n; i++) {
                alone += leastOwnPart(objective, i);
            }
            for (From start : From.values()) {
                double sum = 0;
                for (int i = 0; i < given.n; i++) {
                    sum += NetworkCrawl.startGap(objective, i, start);
                }
                double value = lifted.g(lifted.start(start));
                Play.assertAtMost(value - least, sum, value, "E_0 <= sum of v, " + start, seed);
                assertThat(sum).as("sum of v, seed %d", seed).isCloseTo(value - alone, within(1e-11 * (1 + value)));
            }
        }
    }

    private static double leastOwnPart(RoundObjective objective, int i) {
        QuadraticPull pull = new QuadraticPull(objective.round().dimension());
        double[] x = objective.previous().of(i);
        pull.add(objective.regularization(i), x.clone());
        objective.round().cost(i).argmin(pull, x);
        return objective.ownPart(i, x);
    }

    /**
     * Theory 5.5: every agent comes to know exactly its component, in the same order, and falls silent after at most
     * ecc + 2 steps: ecc to hear of the farthest, one that brings nobody new, one to say so. The exchange of q_i before
     * is not counted.
     */
    @Test
    void everyAgentLearnsItsComponentWithinItsEccentricityAndTwo() {
        int latest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed, 2 + (int) (seed % 12), 1);
            Graph graph = given.coupling(false).graph();
            int n = graph.agents();
            List<Crawler> crawlers = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                crawlers.add(new Crawler(new Crawler.Entry(i, given.uniform(0, 1), given.uniform(0, 1))));
            }
            int[] silentAfter = new int[n];
            for (int step = 1; step <= n + 2; step++) {
                step(crawlers, graph);
                for (int i = 0; i < n; i++) {
                    silentAfter[i] = silentAfter[i] == 0 && crawlers.get(i).isSilent() ? step : silentAfter[i];
                }
            }
            for (int i = 0; i < n; i++) {
                int[] distance = distances(graph, i);
                int eccentricity = Arrays.stream(distance).max().orElseThrow();
                int[] component =
                        IntStream.range(0, n).filter(j -> distance[j] >= 0).toArray();
                assertThat(crawlers.get(i).everything())
                        .as("what agent %d knows, seed %d", i, seed)
                        .isEqualTo(crawlers.get(component[0]).everything())
                        .extracting(Crawler.Entry::agent)
                        .containsExactly(Arrays.stream(component).boxed().toArray(Integer[]::new));
                assertThat(silentAfter[i])
                        .as("steps of agent %d with eccentricity %d, seed %d", i, eccentricity, seed)
                        .isBetween(1, eccentricity + 2);
                latest = Math.max(latest, silentAfter[i] - eccentricity);
            }
        }
        assertThat(latest).as("ecc + 2 is attained").isEqualTo(2);
    }

    private static void step(List<Crawler> crawlers, Graph graph) {
        List<Crawler.Message> spoken = new ArrayList<>();
        for (Crawler crawler : crawlers) {
            spoken.add(crawler.speak());
        }
        for (int i = 0; i < crawlers.size(); i++) {
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                Crawler.Message message = spoken.get(graph.neighbor(arc));
                if (message != null) {
                    crawlers.get(i).hear(message);
                }
            }
            crawlers.get(i).endStep();
        }
    }

    /** Edges to every agent, −1 to those in other components. */
    private static int[] distances(Graph graph, int from) {
        int[] distance = new int[graph.agents()];
        Arrays.fill(distance, -1);
        distance[from] = 0;
        Deque<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int i = queue.remove();
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int j = graph.neighbor(arc);
                if (distance[j] < 0) {
                    distance[j] = distance[i] + 1;
                    queue.add(j);
                }
            }
        }
        return distance;
    }

    /** Theory 5.5: a component's crawl ends with Σ v, 1 − q_E and its size, within diameter + 2 steps. */
    @Test
    void aComponentAgreesOnWhatItsIterationsNeed() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Coupling coupling = objective.round().coupling();
            Graph graph = coupling.graph();
            Components components = graph.components();
            Contraction contraction = contraction(objective);
            Block block = Block.byComponent(coupling);
            for (int c = 0; c < components.count(); c++) {
                NetworkCrawl.Result result = NetworkCrawl.run(objective, contraction, block, c, From.PREVIOUS);
                IterationRule.Crawl.Found found = result.found();
                double gap = 0;
                int diameter = 0;
                for (int k = 0; k < components.size(c); k++) {
                    int i = components.agent(c, k);
                    gap += NetworkCrawl.startGap(objective, i, From.PREVIOUS);
                    diameter = Math.max(
                            diameter, Arrays.stream(distances(graph, i)).max().orElseThrow());
                }
                assertThat(found.agents()).as("seed %d", seed).isEqualTo(components.size(c));
                assertThat(found.startGap()).as("seed %d", seed).isCloseTo(gap, within(1e-12 * (1 + gap)));
                assertThat(found.kappa()).as("seed %d", seed).isEqualTo(contraction.edgeKappa(c));
                assertThat(result.steps()).as("seed %d", seed).isBetween(diameter, diameter + 2);
            }
        }
    }

    private static Contraction contraction(RoundObjective objective) {
        return Contraction.of(
                objective.round().coupling(),
                objective.round().beta(),
                IntStream.range(0, objective.round().agents())
                        .mapToDouble(objective::modulus)
                        .toArray());
    }

    /**
     * Theory 5.5: the K that each component works out from its crawl keeps the budget of the round, from every start.
     */
    @Test
    void theIterationsFromTheCrawlKeepTheBudget() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            double least = objective.at(Exact.minimizer(objective));
            double epsilon = Math.pow(10, given.uniform(-6, 0));
            for (From start : From.values()) {
                for (Variant variant : List.of(Variant.PLAIN, Variant.CERTIFIED)) {
                    Decision decision = Play.decide(objective, variant, start, new IterationRule.Crawl(epsilon));
                    Play.assertAtMost(
                            objective.at(decision.actions()) - least,
                            epsilon,
                            least,
                            variant + " from " + start + " for K = " + decision.iterations(),
                            seed);
                    assertLeastK(objective, variant, start, epsilon, decision.iterations(), seed);
                }
            }
        }
    }

    /** The K of a connected fleet is the least for which the bound of theory 5.2, or Theorem B, is at most ε. */
    private static void assertLeastK(
            RoundObjective objective, Variant variant, From start, double epsilon, int k, long seed) {
        int n = objective.round().agents();
        if (objective.round().graph().components().count() > 1) {
            return;
        }
        double startGap = IntStream.range(0, n)
                .mapToDouble(i -> NetworkCrawl.startGap(objective, i, start))
                .sum();
        double kappa = contraction(objective).edgeKappa();
        assertThat(bound(variant, startGap, kappa, k))
                .as("bound for K = %d, seed %d", k, seed)
                .isLessThanOrEqualTo(epsilon * (1 + 1e-9));
        if (k > 1) {
            assertThat(bound(variant, startGap, kappa, k - 1))
                    .as("bound for K - 1 = %d, seed %d", k - 1, seed)
                    .isGreaterThan(epsilon * (1 - 1e-9));
        }
    }

    private static double bound(Variant variant, double startGap, double kappa, int k) {
        double rho = 1 - kappa;
        return variant == Variant.PLAIN
                ? Math.min(Math.pow(rho, k), Math.pow(rho, 2.0 * k - 1) / kappa) * startGap
                : 2 * Math.pow(1 - Math.sqrt(kappa), k) * startGap;
    }
}
