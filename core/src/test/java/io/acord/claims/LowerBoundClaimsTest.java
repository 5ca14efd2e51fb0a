package io.acord.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.Exact;
import io.acord.Fleet;
import io.acord.Instances;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.CompetitiveRatio;
import io.acord.theory.LowerBound;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The instances on which no online algorithm beats CR*, played (Thm lower bound L210, theory 9.3). */
class LowerBoundClaimsTest {

    private static final String[] SHAPES = {"path", "ring", "star", "complete", "sparse", "clusters", "empty"};

    /**
     * L1361, theory 9.3: all agents alike, on any graph. ACORD's ratio is the exact finite one, between R(T, μ') and
     * CR*.
     */
    @Test
    void equalAgentsReachTheExactRatio() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed, 1 + (int) (seed % 5), 1);
            double mu = Math.pow(10, given.uniform(-1.3, 1));
            LowerBound instance = LowerBound.ofEqualAgents(
                    given.n, mu, given.random().nextInt(20), mu * Math.pow(10, given.uniform(0, 6)));
            Graph graph = Graph.of(
                    given.n, given.edges(SHAPES[(int) (seed % SHAPES.length)]).toArray(int[][]::new));
            double beta = given.uniform(0, 3);
            double[] everybody = new double[given.n];
            Arrays.fill(everybody, mu);
            List<Round> rounds = rounds(instance, everybody, Coupling.unit(graph, 1), beta);
            assertRatio(instance, rounds, everybody, seed);
        }
    }

    /** L1417, theory 9.3 and E23: agents that differ, without edges; only the least convex one is moved. */
    @Test
    void unequalAgentsReachTheExactRatio() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed, 1 + (int) (seed % 6), 1);
            double[] mu = new double[given.n];
            Arrays.setAll(mu, i -> Math.pow(10, given.uniform(-1.3, 1)));
            double least = Arrays.stream(mu).min().orElseThrow();
            LowerBound instance = LowerBound.ofUnequalAgents(
                    mu, given.random().nextInt(20), least * Math.pow(10, given.uniform(0, 6)));
            assertRatio(instance, rounds(instance, mu, Coupling.none(given.n, 1), 1), mu, seed);
        }
    }

    /** Thm lower bound (L210): as T and μ' grow, even the best online ratio on the instance tends to CR*. */
    @Test
    void theRatioTendsToTheCompetitiveRatio() {
        for (long seed = 1; seed <= Play.SEEDS; seed++) {
            Instances given = new Instances(seed, 1 + (int) (seed % 3), 1);
            double mu = Math.pow(10, given.uniform(-1.3, 1));
            double ratio = CompetitiveRatio.optimal(mu);
            LowerBound instance = LowerBound.ofEqualAgents(given.n, mu, 100, 1e9);
            assertThat(instance.ratio())
                    .as("R(T, mu') of mu = %s, seed %d", mu, seed)
                    .isBetween(ratio * (1 - 1e-6), ratio);
            double[] everybody = new double[given.n];
            Arrays.fill(everybody, mu);
            List<Round> rounds = rounds(instance, everybody, Coupling.none(given.n, 1), 1);
            Actions start = Actions.zero(given.n, 1);
            double opt = Exact.cost(rounds, start, Dense.hindsight(rounds, start));
            double best = given.n * 0.5 * 1e9 / (1 + 1e9); // stays at 0, then pays the least that is left
            assertThat(best / opt).as("seed %d", seed).isCloseTo(ratio, within(1e-6 * ratio));
        }
    }

    private static List<Round> rounds(LowerBound instance, double[] mu, Coupling coupling, double beta) {
        int mover = 0;
        for (int i = 0; i < mu.length; i++) {
            mover = mu[i] < mu[mover] ? i : mover;
        }
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= instance.rounds() + 1; t++) {
            HittingCost[] costs = new HittingCost[mu.length];
            for (int i = 0; i < mu.length; i++) {
                boolean moves = instance.movers() > 1 || i == mover;
                costs[i] = moves
                        ? Quadratic.alpha(instance.curvature(t) / 2, instance.target(t))
                        : Quadratic.alpha(mu[i] / 2, 0);
            }
            rounds.add(Round.builder(mu.length, 1)
                    .costs(costs)
                    .coupling(coupling)
                    .beta(beta)
                    .build());
        }
        return rounds;
    }

    private static void assertRatio(LowerBound instance, List<Round> rounds, double[] mu, long seed) {
        Actions start = Actions.zero(mu.length, 1);
        double opt = Exact.cost(rounds, start, Dense.hindsight(rounds, start));
        assertThat(instance.opt()).as("OPT, seed %d", seed).isCloseTo(opt, within(1e-9 * opt));
        double exact = Exact.cost(rounds, start, exactPlay(rounds, mu)) / opt;
        assertThat(instance.acordRatio()).as("exact ROBD, seed %d", seed).isCloseTo(exact, within(1e-9 * exact));
        Fleet fleet = Fleet.builder(mu.length)
                .recipe(Recipe.of(Variant.CERTIFIED, From.ZERO, IterationRule.fixed(1_500))
                        .with(LambdaRule.declared(mu)))
                .build();
        rounds.forEach(fleet::decide);
        assertThat(fleet.cost().total() / opt).as("ACORD, seed %d", seed).isCloseTo(exact, within(1e-9 * exact));
        double ratio = 1 / CompetitiveRatio.lambda1(instance.mu());
        Play.assertAtMost(instance.ratio(), exact, ratio, "no online algorithm does better", seed);
        Play.assertAtMost(exact, ratio, ratio, "ACORD keeps CR*", seed);
    }

    private static List<Actions> exactPlay(List<Round> rounds, double[] mu) {
        double[] lambda = new double[mu.length];
        Arrays.setAll(lambda, i -> CompetitiveRatio.lambda1(mu[i]));
        Actions previous = Actions.zero(mu.length, 1);
        List<Actions> played = new ArrayList<>();
        for (Round round : rounds) {
            previous = Exact.minimizer(new RoundObjective(round, previous, lambda));
            played.add(previous);
        }
        return played;
    }
}
