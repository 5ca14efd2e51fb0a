package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.acord.Decision;
import io.acord.acord.PlayedCertificate;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Variant;
import io.acord.theory.Certificate;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The certificate of a round bounds F_t(x) − min F_t, whatever went wrong (theory 5.6). */
class CertificateClaimsTest {

    private static RoundObjective objective(Instances given) {
        return Instances.objective(given.round(), given.actions(3));
    }

    private static From start(long seed) {
        return seed / 4 % 2 == 0 ? From.ZERO : From.PREVIOUS;
    }

    private static double sum(double[] shares) {
        return Arrays.stream(shares).sum();
    }

    /** Theory 5.6, clean runs: Σ ‖r_i‖²/(2a_i) bounds the gap for every variant, start and number of iterations. */
    @Test
    void theCertificateBoundsTheGapOfCleanRuns() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            double least = objective.at(Exact.minimizer(objective));
            for (Variant variant : Variant.all()) {
                for (int k : new int[] {1, 2, 5, 20}) {
                    Decision decision = Play.decide(objective, variant, start(seed), IterationRule.fixed(k));
                    double gap = objective.at(decision.actions()) - least;
                    Play.assertAtMost(gap, decision.certificate(), least, variant + " for K = " + k, seed);
                    tightest = Math.max(tightest, gap > 1e-6 * (1 + least) ? gap / decision.certificate() : 0);
                }
            }
        }
        assertThat(tightest).as("the certificate is nearly attained").isBetween(0.9, 1.0 + 1e-9);
    }

    /** Theory 5.6, second certificate: ρ/(2κ) ‖z^K − y^{K−1}‖²_H bounds the gap of clean runs. */
    @Test
    void theLastStepOfTheEdgesBoundsTheGapOfCleanRuns() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Lifted lifted = new Lifted(objective);
            double least = objective.at(Exact.minimizer(objective));
            double kappa = 1 - lifted.rho();
            double[][] y = lifted.start(start(seed));
            for (Actions x : Play.iterates(objective, Variant.PLAIN, start(seed), 8)) {
                double[][] z = lifted.midpoints(x);
                double bound = Certificate.ofLastStep(lifted.squaredH(z, y), kappa);
                Play.assertAtMost(objective.at(x) - least, bound, least, "last step", seed);
                Play.assertAtMost(
                        objective.at(x) - least, lifted.certificate(y, z), least, "certificate by its formula", seed);
                y = z;
            }
        }
    }

    /**
     * Theory 5.6, lost messages: a third of the messages is lost, the last ones are held; agents work the certificate
     * out alone.
     */
    @Test
    void theCertificateBoundsTheGapWhenMessagesAreLost() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Crowd crowd = new Crowd(objective, Play.variant(seed), start(seed), (i, e) -> true);
            converse(crowd, objective.round().graph(), 1 + given.random().nextInt(20), 0.3, given.random());
            assertCertified(crowd, objective, "30 % lost", seed);
        }
    }

    /** Theory 5.6, unequal K: some agents stop early and are held at their last word. */
    @Test
    void theCertificateBoundsTheGapWhenAgentsStopEarly() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Graph graph = objective.round().graph();
            Crowd crowd = new Crowd(objective, Play.variant(seed), start(seed), (i, e) -> true);
            int[] limits = given.random().ints(given.n, 1, 12).toArray();
            for (int k = 1; k <= 12; k++) {
                for (int i = 0; i < given.n; i++) {
                    if (k <= limits[i]) {
                        crowd.iterate(i);
                    }
                }
                exchange(crowd, graph, 0, given.random());
            }
            assertCertified(crowd, objective, "unequal K", seed);
        }
    }

    /**
     * Theory 5.6, edges that are charged although neither end, or only one, knows of them; and lost messages besides.
     */
    @Test
    void theCertificateBoundsTheGapWhenEdgesAreLostOrOneSided() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Graph graph = objective.round().graph();
            boolean[][] knows = new boolean[given.n][graph.edges()];
            for (int e = 0; e < graph.edges(); e++) {
                boolean lost = given.random().nextInt(5) == 0;
                knows[graph.tail(e)][e] = !lost && given.random().nextInt(5) != 0;
                knows[graph.head(e)][e] = !lost && given.random().nextInt(5) != 0;
            }
            Crowd crowd = new Crowd(objective, Play.variant(seed), start(seed), (i, e) -> knows[i][e]);
            converse(crowd, graph, 1 + given.random().nextInt(20), 0.3, given.random());
            assertCertified(crowd, objective, "lost and one-sided edges", seed);
        }
    }

    /**
     * Theory 5.6, special case: if one edge is charged but nobody heard of it, the round misses by at most β/2 ‖A_e(x_i
     * − x_j)‖².
     */
    @Test
    void aLostEdgeCostsAtMostWhatIsChargedForIt() {
        int met = 0;
        for (long seed = 1; met < Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            int edges = objective.round().graph().edges();
            if (!objective.round().isCoupled()) {
                continue;
            }
            met++;
            int lost = given.random().nextInt(edges);
            Actions x = Exact.equilibrium(objective, (i, e) -> e != lost);
            Actions same = Exact.minimizer(
                    Play.with(objective, Play.only(objective.round().coupling(), e -> e != lost)));
            Play.assertSame(x, same, 1e-9, "minimiser without the edge", seed);
            double least = objective.at(Exact.minimizer(objective));
            double bound = Certificate.ofLostEdge(
                    objective.round().coupling(), objective.round().beta(), lost, x.toArray());
            Play.assertAtMost(objective.at(x) - least, bound, objective.at(x), "lost edge", seed);
        }
    }

    /** Theory 5.6, special case: if j ignores edge e, the round misses by at most β² ‖W_e(x_i − x_j)‖²/(2a_j). */
    @Test
    void aOneSidedEdgeCostsAtMostWhatTheIgnorantEndOwes() {
        int met = 0;
        for (long seed = 1; met < Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Graph graph = objective.round().graph();
            if (!objective.round().isCoupled()) {
                continue;
            }
            met++;
            int edge = given.random().nextInt(graph.edges());
            int ignorant = given.random().nextBoolean() ? graph.tail(edge) : graph.head(edge);
            Actions x = Exact.equilibrium(objective, (i, e) -> e != edge || i != ignorant);
            double least = objective.at(Exact.minimizer(objective));
            double bound = Certificate.ofOneSidedEdge(
                    objective.round().coupling(),
                    objective.round().beta(),
                    edge,
                    x.toArray(),
                    objective.modulus(ignorant));
            Play.assertAtMost(objective.at(x) - least, bound, objective.at(x), "one-sided edge", seed);
        }
    }

    /**
     * Theory 5.6 for actions that nobody computed: gap(x) ≤ F(x) − F(x⁺) + certificate(x⁺), x⁺ one iteration after x.
     */
    @Test
    void oneIterationCertifiesWhateverWasPlayed() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = objective(given);
            Lifted lifted = new Lifted(objective);
            double least = objective.at(Exact.minimizer(objective));
            for (double scale : new double[] {0.1, 3}) {
                Actions x = given.feasible(objective.round(), scale);
                Actions next = lifted.argmin(lifted.midpoints(x));
                double certificate = lifted.certificate(lifted.midpoints(x), lifted.midpoints(next));
                double gap = objective.at(x) - least;
                double bound = objective.at(x) - objective.at(next) + certificate;
                Play.assertAtMost(gap, bound, objective.at(x), "arbitrary actions", seed);
                Play.assertAtMost(objective.at(next) - least, gap, objective.at(x), "an iteration never loses", seed);
                assertThat(PlayedCertificate.of(objective, x))
                        .as("the library's certificate, seed %d", seed)
                        .isCloseTo(bound, within(1e-9 * (1 + objective.at(x) + bound)));
            }
        }
    }

    private static void assertCertified(Crowd crowd, RoundObjective objective, String what, long seed) {
        double least = objective.at(Exact.minimizer(objective));
        double[] shares = crowd.sharesByFormula();
        Play.assertAtMost(objective.at(crowd.actions()) - least, sum(shares), least, what, seed);
        assertThat(crowd.sharesByAgents())
                .as("%s: shares as the agents work them out, seed %d", what, seed)
                .containsExactly(shares, within(1e-9 * (1 + sum(shares))));
    }

    /** Everybody iterates K times; after each, every message is lost with some probability. */
    private static void converse(Crowd crowd, Graph graph, int iterations, double loss, Random random) {
        for (int k = 1; k <= iterations; k++) {
            for (int i = 0; i < graph.agents(); i++) {
                crowd.iterate(i);
            }
            exchange(crowd, graph, loss, random);
        }
    }

    private static void exchange(Crowd crowd, Graph graph, double loss, Random random) {
        for (int i = 0; i < graph.agents(); i++) {
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                if (random.nextDouble() >= loss) {
                    crowd.tell(i, graph.neighbor(arc), crowd.shownBy(graph.neighbor(arc)));
                }
            }
        }
    }
}
