package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Blocks that talk give the same bits as the engine that has everybody in memory. */
class LockStepTest {

    private static final int SEEDS = 60;
    private static final int ROUNDS = 3;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void blocksThatTalkPlayTheEnginesActionsCertificatesAndBooks(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(9);
            Rules rules = rules(variant, random);
            int[][] blocks = random.nextBoolean()
                    ? MachineFleet.ones(n)
                    : MachineFleet.blocks(n, 1 + random.nextInt(Math.min(n, 4)), random);
            compare(seed, random, n, rules, IterationRule.fixed(1 + random.nextInt(12)), blocks);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"PLAIN", "CERTIFIED"})
    void aCrawlOverTheNetworkFindsTheEnginesNumberOfIterations(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(9);
            compare(seed, random, n, rules(variant, random), new IterationRule.Crawl(1e-3), MachineFleet.ones(n));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void anAccuracyEndsAtTheEnginesIteration(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            int n = 2 + random.nextInt(6);
            compare(
                    seed,
                    random,
                    n,
                    rules(variant, random),
                    new IterationRule.Accuracy(1e-2, 200),
                    MachineFleet.ones(n));
        }
    }

    @Test
    void budgetsThatComponentsAgreeOnAlsoHoldForBlocksOfConnectedAgents() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Random random = new Random(seed);
            int n = 4 + random.nextInt(6);
            int[] low = new int[n / 2];
            int[] high = new int[n - n / 2];
            Arrays.setAll(low, i -> i);
            Arrays.setAll(high, i -> n / 2 + i);
            Round round = path(random, n);
            for (IterationRule budget :
                    new IterationRule[] {new IterationRule.Crawl(1e-3), new IterationRule.Accuracy(1e-2, 300)}) {
                Rules rules = Rules.builder()
                        .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                        .build();
                MachineFleet fleet = new MachineFleet(rules, Actions.zero(n, 1), low, high);
                fleet.open(1, round, budget, Double.NaN);
                fleet.settle(random);
                Lambdas lambdas = new Lambdas(LambdaRule.riccati(), n);
                Decision decision = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, budget))
                        .decide(new RoundObjective(round, Actions.zero(n, 1), lambdas.of(round)));
                assertThat(fleet.played(1, n, 1))
                        .as("seed %d, %s", seed, budget)
                        .isEqualTo(decision.actions());
            }
        }
    }

    private static Round path(Random random, int n) {
        Round.Builder builder = Round.builder(n, 1).beta(1 + random.nextDouble());
        for (int i = 0; i < n; i++) {
            builder.cost(i, io.acord.cost.Quadratic.alpha(0.2 + random.nextDouble(), random.nextGaussian()));
            if (i > 0) {
                builder.edge(i - 1, i);
            }
        }
        return builder.build();
    }

    private static Rules rules(Variant variant, Random random) {
        return Rules.builder()
                .recipe(Recipe.of(variant, random.nextBoolean() ? From.ZERO : From.PREVIOUS, IterationRule.fixed(12)))
                .build();
    }

    private static void compare(long seed, Random random, int n, Rules rules, IterationRule budget, int[][] blocks) {
        int d = 1 + random.nextInt(2);
        Actions previous = Actions.flat(d, random.doubles((long) n * d, -1, 1).toArray());
        MachineFleet fleet = new MachineFleet(rules, previous, blocks);
        Lambdas lambdas = new Lambdas(LambdaRule.riccati(), n);
        Books books = new Books(d, previous.toArray());
        Acord engine =
                Acord.of(Recipe.of(rules.recipe().variant(), rules.recipe().from(), budget));
        for (int t = 1; t <= ROUNDS; t++) {
            Round round = MachineFleet.round(random, n, d, true);
            double[] lambda = lambdas.of(round);
            Decision decision = engine.decide(new RoundObjective(round, previous, lambda));
            lambdas.remember(round, lambda);
            fleet.open(t, round, budget, Double.NaN);
            if (seed % 2 == 0) {
                fleet.settle();
            } else {
                fleet.settle(random);
            }
            String where = "seed " + seed + ", round " + t + ", " + budget + ", " + Arrays.deepToString(blocks);
            assertThat(fleet.played(t, n, d)).as(where).isEqualTo(decision.actions());
            if (round.isCoupled()) {
                double[] shares = new double[n];
                Arrays.setAll(shares, decision::certificate);
                assertThat(fleet.shares(t, n)).as(where).isEqualTo(shares);
            }
            decision.entries().close(round, decision.actions(), books);
            assertThat(fleet.booked(t, n, d)).as(where).isEqualTo(books.toArray());
            for (int b = 0; b < blocks.length; b++) {
                assertThat(fleet.rejections(b)).as(where).isEmpty();
                assertThat(fleet.machines[b].largestInbox()).as(where).isZero();
            }
            previous = decision.actions();
        }
    }
}
