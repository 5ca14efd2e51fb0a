package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Agent;
import io.acord.Exact;
import io.acord.Instances;
import io.acord.cost.Boxed;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.ClippedInfluence;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Late messages and compromised neighbours, for isotropic edges (theory 7). */
class FaultClaimsTest {

    private static RoundObjective isotropic(Instances given) {
        return Instances.objective(given.round(given.coupling(false), given::cost), given.actions(3));
    }

    /**
     * Theory 7.1: with stale values, repetitions, reordering and agents that rest, the largest error of an agent
     * shrinks by max q_i in every macro-round. Here nobody rests for more than four steps and no message is later than
     * that, so nine steps are one.
     */
    @Test
    void lateMessagesOnlyDelayTheWayToTheMinimizer() {
        int late = 4;
        int arrived = 0;
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = isotropic(given);
            From start = seed % 2 == 0 ? From.ZERO : From.PREVIOUS;
            Actions minimizer = Exact.minimizer(objective);
            double q = Play.contraction(objective).maxNorm();
            assertThat(Play.contraction(objective).allowsAsynchrony())
                    .as("seed %d", seed)
                    .isTrue();
            LateCrowd crowd = new LateCrowd(objective, start, late, given.random());
            double first = largestError(crowd.now(), minimizer);
            double bound = first;
            for (int steps = 1; steps <= 1_000 && bound > 1e-10; steps++) {
                crowd.step();
                bound *= steps % (2 * late + 1) == 0 ? q : 1;
                double error = largestError(crowd.now(), minimizer);
                Play.assertAtMost(error, bound, first, "error after " + steps + " steps", seed);
                tightest = Math.max(tightest, bound < first / 2 && bound > 1e-6 ? error / bound : 0);
            }
            arrived += largestError(crowd.now(), minimizer) <= 1e-9 ? 1 : 0;
        }
        assertThat(arrived).as("runs that were seen to arrive").isGreaterThan(100);
        assertThat(tightest).as("the bound is not idle").isGreaterThan(0.05);
    }

    private static double largestError(Actions x, Actions minimizer) {
        double largest = 0;
        for (int i = 0; i < x.agents(); i++) {
            double[] error = Lifted.minus(x.of(i), minimizer.of(i));
            largest = Math.max(largest, Math.sqrt(Lifted.dot(error, error)));
        }
        return largest;
    }

    /** Agents who rest at times, and hear of their neighbours late, twice, or in another order. */
    private static final class LateCrowd {
        private final Graph graph;
        private final Crowd crowd;
        private final int late;
        private final Random random;
        private final int[] rested;
        private final Actions start;
        private final List<Actions> history = new ArrayList<>();

        LateCrowd(RoundObjective objective, From start, int late, Random random) {
            this.graph = objective.round().graph();
            this.crowd = new Crowd(objective, Variant.PLAIN, start, (i, e) -> true);
            this.late = late;
            this.random = random;
            this.rested = new int[graph.agents()];
            this.start = start == From.PREVIOUS
                    ? objective.previous()
                    : Actions.zero(graph.agents(), objective.round().dimension());
            history.add(this.start);
        }

        /** Where everybody is; who has not iterated yet is at the start. */
        Actions now() {
            return history.get(history.size() - 1);
        }

        void step() {
            int k = history.size();
            int d = start.dimension();
            double[] flat = now().toArray();
            for (int i = 0; i < graph.agents(); i++) {
                if (random.nextInt(3) == 0 && rested[i] < late) {
                    rested[i]++;
                    continue;
                }
                rested[i] = 0;
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    int j = graph.neighbor(arc);
                    int when = Math.max(0, k - 1 - random.nextInt(late + 1));
                    crowd.tell(i, j, history.get(when).of(j));
                }
                crowd.iterate(i);
                System.arraycopy(crowd.shownBy(i), 0, flat, i * d, d);
            }
            history.add(Actions.flat(d, flat));
        }
    }

    /** Theory 7.1, hold-last: an agent that hears nothing new goes on with the last it heard. */
    @Test
    void aNeighborWhoFallsSilentIsHeldAtItsLastWord() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            Variant variant = Play.variant(seed % 3); // those that need no constant
            double beta = given.uniform(0.1, 2);
            Quadratic cost = given.quadratic();
            Agent told = Agent.builder(0, given.point(1))
                    .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                    .build();
            Agent untold = Agent.builder(0, told.action())
                    .recipe(Recipe.of(variant, From.ZERO, IterationRule.fixed(12)))
                    .build();
            told.open(cost, beta, told.ties().with(1));
            untold.open(cost, beta, untold.ties().with(1));
            double[] word = given.point(3);
            for (int k = 1; k <= 6; k++) {
                told.iterate();
                untold.iterate();
                if (k <= 2) {
                    word = given.point(3);
                    untold.hear(1, word);
                }
                told.hear(1, word);
                assertThat(untold.action())
                        .as("iteration %d of %s, seed %d", k, variant, seed)
                        .isEqualTo(told.action());
            }
        }
    }

    /**
     * Theory 7.5: if what compromised neighbours say is clipped to a ball of radius R, no two of their stories differ
     * by more than max β b_i/(a_i + β b_i) · 2R in any honest agent's action.
     */
    @Test
    void clippingLimitsWhatCompromisedNeighborsCanDo() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = isotropic(given);
            boolean[] bad = new boolean[given.n];
            for (int i = 0; i < given.n; i++) {
                bad[i] = i == given.n - 1 || given.random().nextInt(3) == 0;
            }
            bad[0] = false;
            double radius = given.uniform(0.1, 5);
            double[] centre = given.point(2);
            Actions story = story(given, centre, radius);
            Actions other = seed % 2 == 0 ? story(given, centre, radius) : opposite(story, centre);
            Actions one = Exact.minimizer(told(objective, bad, story));
            Actions two = Exact.minimizer(told(objective, bad, other));
            double[] badWeight = new double[given.n];
            double[] a = new double[given.n];
            for (int i = 0; i < given.n; i++) {
                a[i] = objective.modulus(i);
                badWeight[i] = bad[i] ? 0 : badWeight(objective.round().coupling(), i, bad);
            }
            double most = ClippedInfluence.most(objective.round().beta(), badWeight, a, radius);
            for (int i = 0; i < given.n; i++) {
                if (!bad[i]) {
                    double[] moved = Lifted.minus(one.of(i), two.of(i));
                    double distance = Math.sqrt(Lifted.dot(moved, moved));
                    Play.assertAtMost(distance, most, most, "honest agent " + i, seed);
                    tightest = Math.max(tightest, most > 1e-3 ? distance / most : 0);
                }
            }
        }
        assertThat(tightest).as("the bound is nearly attained").isBetween(0.8, 1.0 + 1e-9);
    }

    /** Anything at all, clipped. */
    private static Actions story(Instances given, double[] centre, double radius) {
        double[] flat = given.actions(100).toArray();
        int d = given.d;
        for (int i = 0; i < given.n; i++) {
            double squared = 0;
            for (int c = 0; c < d; c++) {
                squared += Math.pow(flat[i * d + c] - centre[c], 2);
            }
            double scale = Math.min(1, radius / Math.sqrt(squared));
            for (int c = 0; c < d; c++) {
                flat[i * d + c] = centre[c] + scale * (flat[i * d + c] - centre[c]);
            }
        }
        return Actions.flat(d, flat);
    }

    private static Actions opposite(Actions story, double[] centre) {
        double[] flat = story.toArray();
        for (int k = 0; k < flat.length; k++) {
            flat[k] = 2 * centre[k % centre.length] - flat[k];
        }
        return Actions.flat(centre.length, flat);
    }

    /** The round as honest agents come to see it: the compromised stay at their story. */
    private static RoundObjective told(RoundObjective objective, boolean[] bad, Actions story) {
        Round round = objective.round();
        int n = round.agents();
        Round.Builder builder =
                Round.builder(n, round.dimension()).coupling(round.coupling()).beta(round.beta());
        double[] lambda = new double[n];
        double[] b = new double[n];
        for (int i = 0; i < n; i++) {
            lambda[i] = objective.lambda(i);
            b[i] = round.switchingWeight(i);
            builder.cost(
                    i, bad[i] ? Boxed.of(Quadratic.alpha(1, story.of(i)), story.of(i), story.of(i)) : round.cost(i));
        }
        return new RoundObjective(builder.switchingWeights(b).build(), objective.previous(), lambda);
    }

    private static double badWeight(Coupling coupling, int i, boolean[] bad) {
        Graph graph = coupling.graph();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += bad[graph.neighbor(arc)] ? coupling.weight(graph.edge(arc)) : 0;
        }
        return sum;
    }
}
