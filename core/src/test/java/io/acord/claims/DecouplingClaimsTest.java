package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Splitting every edge at its midpoint changes no minimiser, and an iteration of ACORD is three things at once. */
class DecouplingClaimsTest {

    /** Theorem no_bias (L531), theory 1: the x-part of argmin FF is argmin F_t, for non-smooth costs and every A_e. */
    @Test
    void theLiftedObjectiveHasTheSameMinimizer() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Actions from = given.feasible(objective.round(), 3);
            Actions lifted = new Lifted(objective).minimizer(from, given.random());
            Play.assertSame(lifted, Exact.minimizer(objective), 1e-9, "argmin FF", seed);
        }
    }

    /** Theorem no_bias (L531) for quadratics, by the normal equations of FF in x and z. */
    @Test
    void theLiftedNormalEquationsHaveTheSameSolution() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.quadraticRound(), given.actions(3));
            Play.assertSame(
                    Dense.liftedMinimizer(objective), Exact.minimizer(objective), 1e-8, "normal equations", seed);
        }
    }

    /**
     * Theory 1: min_z FF(x, z) = F_t(x), attained at the midpoints; away from them FF is larger by 2β Σ ‖z −
     * midpoint‖²_W.
     */
    @Test
    void minimizingOverTheEdgesGivesBackTheObjective() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions x = given.feasible(objective.round(), 3);
            double value = objective.at(x);
            double[][] middle = lifted.midpoints(x);
            assertThat(lifted.at(x, middle)).as("seed %d", seed).isCloseTo(value, within(1e-12 * (1 + value)));
            double[][] z = somewhere(given, middle, 2);
            double excess = lifted.squaredH(z, middle) / 2;
            assertThat(excess).as("seed %d", seed).isNotNegative();
            assertThat(lifted.at(x, z))
                    .as("FF away from the midpoints, seed %d", seed)
                    .isCloseTo(value + excess, within(1e-12 * (1 + value + excess)));
        }
    }

    /** Theory 2.1 and 5.8: who starts an iteration of ACORD or ACORD-J at argmin F_t stays there. */
    @Test
    void theMinimizerIsTheFixedPoint() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Actions minimizer = Exact.minimizer(objective);
            for (Variant variant : List.of(Variant.PLAIN, Variant.JACOBI)) {
                Actions next = Play.step(objective, variant, minimizer);
                Play.assertSame(next, minimizer, 1e-10, "step of " + variant, seed);
            }
            Actions elsewhere = given.feasible(objective.round(), 3);
            assertThat(Play.distance(Play.step(objective, Variant.PLAIN, elsewhere), elsewhere))
                    .as("a step from elsewhere moves, seed %d", seed)
                    .isGreaterThan(1e-6);
        }
    }

    /** Theory 2.1 (a): an iteration is alternating minimisation of FF. */
    @Test
    void anIterationMinimizesTheLiftedObjectiveInTurn() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            for (From start : From.values()) {
                double[][] z = lifted.start(start);
                for (Actions played : Play.iterates(objective, Variant.PLAIN, start, 5)) {
                    Actions x = lifted.argmin(z);
                    Play.assertSame(played, x, 1e-9, "from " + start, seed);
                    z = lifted.midpoints(x);
                }
            }
        }
    }

    /** Theory 2.1 (b): for quadratics, z⁺ = z − H⁻¹ grad g(z) with H = blockdiag(4β W_e) and g(z) = min_x FF(x, z). */
    @Test
    void anIterationIsAGradientStepOnTheEdges() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.quadraticRound(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Coupling coupling = objective.round().coupling();
            double[][] z = lifted.start(From.PREVIOUS);
            for (Actions x : Play.iterates(objective, Variant.PLAIN, From.PREVIOUS, 3)) {
                double[][] next = lifted.midpoints(x);
                double size = 1 + lifted.g(z);
                for (int e = 0; e < z.length; e++) {
                    for (int c = 0; c < given.d; c++) {
                        double step = 0;
                        for (int k = 0; k < given.d; k++) {
                            step += 4 * objective.round().beta() * coupling.gram(e, c, k) * (next[e][k] - z[e][k]);
                        }
                        assertThat(-step)
                                .as("H (z - z+) at edge %d, seed %d", e, seed)
                                .isCloseTo(slope(lifted, z, e, c), within(1e-11 * size));
                    }
                }
                z = next;
            }
        }
    }

    /** dg/dz_ec by a central difference, which is exact for the quadratic g. */
    private static double slope(Lifted lifted, double[][] z, int e, int c) {
        double kept = z[e][c];
        z[e][c] = kept + 0.5;
        double above = lifted.g(z);
        z[e][c] = kept - 0.5;
        double below = lifted.g(z);
        z[e][c] = kept;
        return above - below;
    }

    /**
     * Theory 2.1 (c): an iteration is a proximal gradient step on F_t, x⁺ = argmin φ(x) + ⟨grad coupling(x), ·⟩ + β ‖x⁺
     * − x‖²_{D_W}.
     */
    @Test
    void anIterationIsAProximalGradientStepOnTheActions() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Actions x = given.actions(3);
            Play.assertSame(
                    Play.step(objective, Variant.PLAIN, x), proximalStep(objective, x), 1e-9, "proximal step", seed);
        }
    }

    private static Actions proximalStep(RoundObjective objective, Actions x) {
        Round round = objective.round();
        Graph graph = round.graph();
        int n = round.agents();
        int d = round.dimension();
        double[] next = objective.previous().toArray();
        for (int i = 0; i < n; i++) {
            QuadraticPull pull = new QuadraticPull(d);
            pull.add(objective.regularization(i), objective.previous().of(i));
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                double[] gram = round.coupling().gram(e);
                pull.add(2 * round.beta(), gram, x.of(i)); // β ‖· − x_i‖²_W
                double[] apart = Lifted.minus(
                        Lifted.minus(x.of(i), x.of(graph.neighbor(arc))), Play.offset(round.coupling(), i, e));
                for (int r = 0; r < d; r++) {
                    for (int c = 0; c < d; c++) {
                        pull.linear()[r] -= round.beta() * gram[r * d + c] * apart[c];
                    }
                }
            }
            double[] point = x.of(i);
            round.cost(i).argmin(pull, point);
            System.arraycopy(point, 0, next, i * d, d);
        }
        return Actions.flat(d, next);
    }

    private static double[][] somewhere(Instances given, double[][] around, double scale) {
        double[][] z = new double[around.length][];
        for (int e = 0; e < z.length; e++) {
            z[e] = Lifted.minus(around[e], given.point(scale));
        }
        return z;
    }
}
