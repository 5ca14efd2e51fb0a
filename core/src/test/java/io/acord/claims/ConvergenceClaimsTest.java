package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Exact;
import io.acord.Instances;
import io.acord.acord.Decision;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import io.acord.theory.ContractionFactor;
import io.acord.theory.GapBound;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How fast the iterations of a round approach the minimiser of F_t, for non-smooth costs and every A_e. */
class ConvergenceClaimsTest {

    /** The iterations for which Theorems C and D hold of what is played. */
    private static final int PROVED = 13;

    /** Lemma of strong convexity (L670): F_t(y) ≥ F_t(x~) + Σ a_i/2 ‖y_i − x~_i‖². */
    @Test
    void theObjectiveGrowsAtLeastQuadraticallyFromItsMinimizer() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double least = objective.at(minimizer);
            for (double scale : new double[] {0.3, 3, 30}) {
                Actions y = given.feasible(objective.round(), scale);
                double growth = lifted.potential(y, minimizer);
                Play.assertAtMost(least + growth, objective.at(y), least + growth, "growth at scale " + scale, seed);
                tightest = Math.max(tightest, growth / (objective.at(y) - least));
            }
        }
        assertThat(tightest).as("the lemma is nearly attained").isBetween(0.9, 1.0 + 1e-9);
    }

    /** Theorem 5.1 (1): ‖x^{k+1} − x~‖_M ≤ ρ ‖x^k − x~‖_M. */
    @Test
    void anIterationContractsTheEnergyNormByRho() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double rho = lifted.rho();
            double size = Math.sqrt(lifted.squaredNorm(minimizer, Actions.zero(given.n, given.d), 2));
            for (From start : From.values()) {
                List<Actions> iterates = Play.iterates(objective, Variant.PLAIN, start, 8);
                for (int k = 1; k < iterates.size(); k++) {
                    double before = Math.sqrt(lifted.squaredNorm(iterates.get(k - 1), minimizer, 2));
                    double after = Math.sqrt(lifted.squaredNorm(iterates.get(k), minimizer, 2));
                    Play.assertAtMost(after, rho * before, size, "M-norm from " + start, seed);
                    tightest = Math.max(tightest, rho * before > 1e-3 ? after / (rho * before) : 0);
                }
            }
        }
        assertThat(tightest).as("rho is nearly attained").isBetween(0.99, 1.0 + 1e-9);
    }

    /** Theorem 5.1 (2): ρ ≤ q_E ≤ max q_i < 1; and the library's ρ is between its estimate and its bound. */
    @Test
    void rhoIsBoundedByWhatTheEndsOfAnEdgeKnow() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            double rho = new Lifted(objective).rho();
            Contraction contraction = Play.contraction(objective);
            double most = 0;
            for (int i = 0; i < given.n; i++) {
                most = Math.max(most, contraction.q(i));
            }
            Play.assertAtMost(rho, contraction.qEdge(), 0, "rho <= q_E", seed);
            Play.assertAtMost(contraction.qEdge(), most, 0, "q_E <= max q", seed);
            assertThat(1 - contraction.edgeKappa())
                    .as("1 - kappa_E, seed %d", seed)
                    .isCloseTo(contraction.qEdge(), within(1e-14));
            assertThat(most).as("seed %d", seed).isLessThan(1);
            ContractionFactor found = contraction.rho(2_000);
            assertBrackets(found, rho, seed);
        }
    }

    private static void assertBrackets(ContractionFactor found, double rho, long seed) {
        Play.assertAtMost(found.rho(), rho, 0, "estimate <= rho", seed);
        Play.assertAtMost(rho, found.rhoAtMost(), 0, "rho <= bound", seed);
        if (found instanceof ContractionFactor.Converged) {
            assertThat(found.rho()).as("%s, seed %d", found, seed).isCloseTo(rho, within(1e-8));
        }
    }

    /** Theorem 5.1 (3): ‖z^{k+1} − z*‖_H ≤ ρ ‖z^k − z*‖_H, from the first iteration on. */
    @Test
    void anIterationContractsTheEdgesByRho() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            double[][] target = lifted.midpoints(Exact.minimizer(objective));
            double rho = lifted.rho();
            double size = Math.sqrt(lifted.squaredH(target, lifted.start(From.ZERO)));
            for (From start : From.values()) {
                double before = Math.sqrt(lifted.squaredH(lifted.start(start), target));
                for (Actions x : Play.iterates(objective, Variant.PLAIN, start, 8)) {
                    double after = Math.sqrt(lifted.squaredH(lifted.midpoints(x), target));
                    Play.assertAtMost(after, rho * before, size, "H-norm from " + start, seed);
                    before = after;
                }
            }
        }
    }

    /** Theorem 5.1 (3), Lemma of smoothness (L613): g is 1-smooth and (1 − ρ)-strongly convex in the norm of H. */
    @Test
    void theEdgeObjectiveIsSmoothAndStronglyConvex() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            double[][] z = lifted.midpoints(given.actions(3));
            double[][] w = lifted.midpoints(given.actions(seed % 2 == 0 ? 3 : 0.1));
            double[][] gradient = lifted.gradient(z);
            double linear = lifted.g(z);
            for (int e = 0; e < z.length; e++) {
                linear += Lifted.dot(gradient[e], Lifted.minus(w[e], z[e]));
            }
            double half = lifted.squaredH(z, w) / 2;
            double value = lifted.g(w);
            double size = lifted.g(z) + half + value;
            Play.assertAtMost(value, linear + half, size, "1-smooth", seed);
            Play.assertAtMost(linear + (1 - lifted.rho()) * half, value, size, "strongly convex", seed);
        }
    }

    /**
     * Theory 5.2, Prop. alt_min (L599) with exponent K: F(x^K) − F* ≤ min{ρ^K, ρ^{2K−1}/(1 − ρ)} E_0, and it never goes
     * up.
     */
    @Test
    void theGapOfAcordFallsAsFastAsClaimed() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            double least = objective.at(Exact.minimizer(objective));
            double rho = lifted.rho();
            for (From start : From.values()) {
                double startGap = Math.max(0, lifted.g(lifted.start(start)) - least);
                double before = startGap;
                List<Actions> iterates = Play.iterates(objective, Variant.PLAIN, start, 10);
                for (int k = 1; k <= iterates.size(); k++) {
                    double gap = objective.at(iterates.get(k - 1)) - least;
                    double bound = Math.min(Math.pow(rho, k), Math.pow(rho, 2 * k - 1) / (1 - rho)) * startGap;
                    Play.assertAtMost(gap, bound, least + startGap, "gap for K = " + k + " from " + start, seed);
                    Play.assertAtMost(gap, before, least, "descent", seed);
                    if (bound > 1e-6 * (1 + least)) {
                        tightest = Math.max(tightest, gap / bound);
                        assertThat(GapBound.plain(startGap, 1 - rho, k))
                                .as("the library's bound, seed %d", seed)
                                .isCloseTo(bound, within(1e-9 * bound));
                    }
                    before = gap;
                }
            }
        }
        assertThat(tightest).as("the bound is nearly attained").isBetween(0.8, 1.0 + 1e-9);
    }

    /**
     * Theorem B (theory 6), both forms, with θ from κ = 1 − q_E: (1 − √κ)^K [E_0 + κ/2 ‖z⁰ − z*‖²_H] ≤ 2 (1 − √κ)^K
     * E_0.
     */
    @Test
    void theGapOfAcceleratedAcordFallsAsFastAsTheoremB() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double least = objective.at(minimizer);
            double kappa = Play.contraction(objective).edgeKappa();
            for (From start : From.values()) {
                double[][] z = lifted.start(start);
                double startGap = Math.max(0, lifted.g(z) - least);
                double distance = kappa / 2 * lifted.squaredH(z, lifted.midpoints(minimizer));
                Play.assertAtMost(distance, startGap, least + startGap, "kappa/2 |z0 - z*|^2 <= E_0", seed);
                List<Actions> iterates = Play.iterates(objective, Variant.CERTIFIED, start, 40);
                for (int k = 1; k <= iterates.size(); k++) {
                    double gap = objective.at(iterates.get(k - 1)) - least;
                    double bound = Math.pow(1 - Math.sqrt(kappa), k) * (startGap + distance);
                    Play.assertAtMost(gap, bound, least + startGap, "Theorem B for K = " + k, seed);
                    double looser = GapBound.accelerated(startGap, kappa, k);
                    Play.assertAtMost(bound, looser, least + startGap, "second form", seed);
                    tightest = Math.max(tightest, bound > 1e-6 * (1 + least) ? gap / bound : 0);
                }
            }
        }
        assertThat(tightest).as("the bound is nearly attained").isBetween(0.4, 1.0 + 1e-9);
    }

    /** Theorem B through the fleet's own loop, which takes κ component by component. */
    @Test
    void acceleratedDecisionsKeepTheoremB() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            double least = objective.at(Exact.minimizer(objective));
            double startGap = Math.max(0, lifted.g(lifted.start(From.ZERO)) - least);
            double kappa = Play.contraction(objective).edgeKappa();
            for (int k : new int[] {1, 4, 16, 64}) {
                Decision decision = Play.decide(objective, Variant.CERTIFIED, From.ZERO, IterationRule.fixed(k));
                double bound = 2 * Math.pow(1 - Math.sqrt(kappa), k) * startGap;
                Play.assertAtMost(objective.at(decision.actions()) - least, bound, least + startGap, "K = " + k, seed);
            }
        }
    }

    /**
     * Theorem C (docs/acceleration.md): with the weights of OPTIMIZED and any γ in [0, 1], F_t(x^K) − F* ≤ ‖z⁰ − z*‖²_H
     * / (2 (1 + γ) θ_K²) ≤ 2 ‖z⁰ − z*‖²_H / ((1 + γ)(K + 1)²). OPTIMIZED plays these iterates with γ = 0.8 for K ≤ 13,
     * because nobody starts afresh before its 13th iteration, which first shows in the 14th.
     */
    @Test
    void theGapOfOptimizedAcordFallsAsFastAsTheoremC() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            for (From start : From.values()) {
                List<Actions> played = Play.iterates(objective, Variant.OPTIMIZED, start, PROVED);
                for (double gamma : new double[] {0, 0.8, 1}) {
                    List<Actions> same = gamma == 0.8 ? played : List.of();
                    tightest = Math.max(tightest, checkTheoremC(objective, start, gamma, same, seed));
                }
            }
        }
        assertThat(tightest).as("the bound is nearly attained").isBetween(0.4, 1.0 + 1e-9);
    }

    /** The largest share of the bound that was used; the first iterates must be those that were played. */
    private static double checkTheoremC(
            RoundObjective objective, From start, double gamma, List<Actions> played, long seed) {
        Lifted lifted = new Lifted(objective);
        Actions minimizer = Exact.minimizer(objective);
        double least = objective.at(minimizer);
        double[][] before = lifted.start(start);
        double[][] y = before;
        double scale = least + Math.max(0, lifted.g(y) - least);
        double distance = lifted.squaredH(y, lifted.midpoints(minimizer));
        double theta = 1;
        double tightest = 0;
        for (int k = 1; k <= 30; k++) {
            Actions x = lifted.argmin(y);
            if (k <= played.size()) {
                Play.assertSame(played.get(k - 1), x, 1e-8, "iterate " + k, seed);
            }
            double gap = objective.at(x) - least;
            double bound = GapBound.optimized(distance, gamma, k);
            assertThat(bound).isCloseTo(distance / (2 * (1 + gamma) * theta * theta), within(1e-12 * distance));
            Play.assertAtMost(gap, bound, scale, "Theorem C for K = " + k, seed);
            Play.assertAtMost(bound, 2 * distance / ((1 + gamma) * (k + 1) * (k + 1)), distance, "second form", seed);
            tightest = Math.max(tightest, bound > 1e-6 * (1 + least) ? gap / bound : 0);
            double after = (1 + Math.sqrt(1 + 4 * theta * theta)) / 2;
            double[][] z = lifted.midpoints(x);
            double[][] next = new double[z.length][];
            for (int e = 0; e < z.length; e++) {
                next[e] = z[e].clone();
                for (int c = 0; c < z[e].length; c++) {
                    next[e][c] += (theta - 1) / after * (z[e][c] - before[e][c])
                            + gamma * theta / after * (z[e][c] - y[e][c]);
                }
            }
            before = z;
            y = next;
            theta = after;
        }
        return tightest;
    }

    /**
     * Theorem D (docs/acceleration.md): with the weights of AUTO and quadratic costs F_t(x^K) − F* ≤ 0.6088 ‖z⁰ −
     * z*‖²_H / (2 (K + ½)²), and without any fresh start the error of the midpoints is C_{2k}(√(1 − T)) of the first
     * one, C the Gegenbauer polynomial of order 3 that is 1 at 1. AUTO plays these iterates for K ≤ 13, because nobody
     * starts afresh before its 13th iteration, which first shows in the 14th.
     */
    @Test
    void theGapOfPolynomialAcordFallsAsFastAsTheoremD() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.quadraticRound(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double least = objective.at(minimizer);
            for (From start : From.values()) {
                List<Actions> played = Play.iterates(objective, Variant.AUTO, start, PROVED);
                double[][] y = lifted.start(start);
                double[][] step = new double[y.length][given.d];
                double scale = least + Math.max(0, lifted.g(y) - least);
                double distance = lifted.squaredH(y, lifted.midpoints(minimizer));
                for (int k = 1; k <= 30; k++) {
                    Actions x = lifted.argmin(y);
                    if (k <= played.size()) {
                        Play.assertSame(played.get(k - 1), x, 1e-8, "iterate " + k, seed);
                    }
                    double gap = objective.at(x) - least;
                    double bound = GapBound.polynomial(distance, k);
                    Play.assertAtMost(gap, bound, scale, "Theorem D for K = " + k, seed);
                    tightest = Math.max(tightest, bound > 1e-6 * (1 + least) ? gap / bound : 0);
                    double[][] z = lifted.midpoints(x);
                    double inertia = (k - 1.0) * (k + 1) * (2 * k - 3) / (k * (k + 2.0) * (2 * k + 5));
                    double pull = 4 * (k + 1.0) * (2 * k + 1) / ((k + 2.0) * (2 * k + 5));
                    double[][] next = new double[y.length][given.d];
                    for (int e = 0; e < y.length; e++) {
                        for (int c = 0; c < given.d; c++) {
                            step[e][c] = inertia * step[e][c] + pull * (z[e][c] - y[e][c]);
                            next[e][c] = y[e][c] + step[e][c];
                        }
                    }
                    y = next;
                }
            }
        }
        assertThat(tightest).as("the bound is nearly attained").isBetween(0.4, 1.0 + 1e-9);
    }

    /**
     * Theory 6: the actions that agents extrapolate on their own are those of y_e^k = z_e^k + weight (z_e^k −
     * z_e^{k−1}) on the edges, with θ = (1 − √κ)/(1 + √κ) or the FISTA weight (t_k − 1)/t_{k+1}.
     */
    @Test
    void momentumOfTheActionsIsMomentumOfTheEdges() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            double root = Math.sqrt(Play.contraction(objective).edgeKappa());
            for (Variant variant : List.of(Variant.ACCELERATED, Variant.CERTIFIED)) {
                Lifted lifted = new Lifted(objective);
                double[][] before = lifted.start(From.PREVIOUS);
                double[][] y = before;
                double t = 1;
                for (Actions x : Play.iterates(objective, variant, From.PREVIOUS, 6)) {
                    Play.assertSame(x, lifted.argmin(y), 1e-8, "iterate of " + variant, seed);
                    double after = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
                    double weight = variant == Variant.ACCELERATED ? (t - 1) / after : (1 - root) / (1 + root);
                    double[][] z = lifted.midpoints(x);
                    y = new double[z.length][given.d];
                    for (int e = 0; e < z.length; e++) {
                        for (int c = 0; c < given.d; c++) {
                            y[e][c] = z[e][c] + weight * (z[e][c] - before[e][c]);
                        }
                    }
                    before = z;
                    t = after;
                }
            }
        }
    }

    /** Theory 6, FISTA weights: F(x^K) − F* ≤ 2 ‖z⁰ − z*‖²_H / (K + 1)², without any constant of the graph. */
    @Test
    void fistaWeightsBringTheGapDownWithTheSquareOfTheIterations() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double least = objective.at(minimizer);
            double distance = lifted.squaredH(lifted.start(From.ZERO), lifted.midpoints(minimizer));
            List<Actions> iterates = Play.iterates(objective, Variant.ACCELERATED, From.ZERO, 40);
            for (int k = 1; k <= iterates.size(); k++) {
                double gap = objective.at(iterates.get(k - 1)) - least;
                Play.assertAtMost(gap, 2 * distance / ((k + 1.0) * (k + 1.0)), least, "FISTA for K = " + k, seed);
            }
        }
    }

    /** Theory 5.8: ACORD-J contracts ‖·‖_{D_a + β D_W} by ρ_J ≤ max β s_i/(a_i + β s_i), towards the same point. */
    @Test
    void aJacobiIterationContractsItsEnergyNormByRhoJ() {
        double tightest = 0;
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double rho = lifted.rhoJacobi();
            Contraction contraction = Play.contraction(objective);
            Play.assertAtMost(rho, 1 - contraction.jacobiKappa(), 0, "rho_J <= max q_J", seed);
            ContractionFactor found = contraction.rhoJacobi(2_000);
            assertBrackets(found, rho, seed);
            double size = Math.sqrt(lifted.squaredNorm(minimizer, Actions.zero(given.n, given.d), 1));
            for (From start : From.values()) {
                Actions from = start == From.ZERO ? Actions.zero(given.n, given.d) : objective.previous();
                double before = Math.sqrt(lifted.squaredNorm(from, minimizer, 1));
                for (Actions x : Play.iterates(objective, Variant.JACOBI, start, 8)) {
                    double after = Math.sqrt(lifted.squaredNorm(x, minimizer, 1));
                    Play.assertAtMost(after, rho * before, size, "Jacobi norm from " + start, seed);
                    tightest = Math.max(tightest, rho * before > 1e-3 ? after / (rho * before) : 0);
                    before = after;
                }
            }
        }
        assertThat(tightest).as("rho_J is nearly attained").isBetween(0.99, 1.0 + 1e-9);
    }

    /** Theory 5.1, 5.8, 6: every variant ends at argmin F_t, within the iterations that its rate promises. */
    @Test
    void everyVariantConvergesToTheMinimizer() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed);
            RoundObjective objective = Instances.objective(given.round(), given.actions(3));
            Lifted lifted = new Lifted(objective);
            Actions minimizer = Exact.minimizer(objective);
            double kappa = Play.contraction(objective).edgeKappa();
            assertReached(objective, Variant.PLAIN, iterations(1 - lifted.rho(), 1e-13), minimizer, seed);
            assertReached(objective, Variant.JACOBI, iterations(1 - lifted.rhoJacobi(), 1e-13), minimizer, seed);
            assertReached(
                    objective,
                    Variant.CERTIFIED,
                    iterations(Math.sqrt(kappa), 1e-26), // of the gap, a square of the distance
                    minimizer,
                    seed);
        }
    }

    private static int iterations(double kappa, double precision) {
        return kappa >= 1 ? 1 : (int) Math.ceil(Math.log(precision) / Math.log1p(-kappa)) + 1;
    }

    private static void assertReached(
            RoundObjective objective, Variant variant, int iterations, Actions minimizer, long seed) {
        From start = seed % 2 == 0 ? From.ZERO : From.PREVIOUS;
        Actions x = Play.decide(objective, variant, start, IterationRule.fixed(iterations))
                .actions();
        Play.assertSame(x, minimizer, 1e-9, variant + " after " + iterations, seed);
    }
}
