package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.acord.Exact;
import io.acord.Instances;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.Parabola;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fast engine against the obvious one, and its promises about bits, threads and memory. */
class EngineTest {

    private static final int SEEDS = 200;

    private static Actions engine(RoundObjective objective, Variant variant, From start, int k, int threads) {
        return Acord.of(Recipe.of(variant, start, IterationRule.fixed(k)), threads)
                .decide(objective)
                .actions();
    }

    @Test
    void theEngineFollowsAlgorithm1() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances instances = new Instances(seed);
            RoundObjective objective = Instances.objective(instances.round(), instances.actions(3));
            int k = objective.round().isCoupled() ? 1 + (int) seed % 10 : 1;
            double[] fast = Acord.of(Recipe.paper().with(IterationRule.fixed(k)))
                    .decide(objective)
                    .actions()
                    .toArray();
            assertThat(fast)
                    .as("seed %d", seed)
                    .containsExactly(Algorithm1.playRound(objective, k).toArray(), Offset.offset(1e-9));
        }
    }

    @ParameterizedTest
    @EnumSource
    void scalarQuadraticsAgreeWithTheObviousImplementationBitForBit(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances instances = new Instances(seed, 2 + (int) seed % 9, 1);
            Round round = instances.quadraticRound();
            RoundObjective objective = Instances.objective(round, instances.actions(3));
            From start = seed % 2 == 0 ? From.ZERO : From.PREVIOUS;
            int k = 1 + (int) seed % 20;
            assertThat(engine(objective, variant, start, k, 1))
                    .as("seed %d", seed)
                    .isEqualTo(ObviousAcord.play(objective, variant, start, k));
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyCostAgreesWithTheObviousImplementationToTwelveDigits(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances instances = new Instances(seed);
            Round round = instances.round();
            RoundObjective objective = Instances.objective(round, instances.actions(3));
            From start = seed % 2 == 0 ? From.ZERO : From.PREVIOUS;
            int k = 1 + (int) seed % 20;
            double[] fast = engine(objective, variant, start, k, 1).toArray();
            double[] slow = ObviousAcord.play(objective, variant, start, k).toArray();
            double size = Arrays.stream(slow).map(Math::abs).max().orElseThrow();
            assertThat(fast).as("seed %d", seed).containsExactly(slow, within(1e-12 * size));
        }
    }

    @Test
    void oneAndSeveralThreadsGiveTheSameBits() {
        for (long seed = 1; seed <= 2; seed++) {
            int n = 9_000;
            int d = seed % 2 == 0 ? 1 : 2;
            RoundObjective objective = large(seed, n, d);
            for (Variant variant : Variant.all()) {
                for (IterationRule budget :
                        new IterationRule[] {IterationRule.fixed(7), IterationRule.accuracy(1e-3)}) {
                    Decision alone = decide(objective, variant, budget, 1);
                    Decision together = decide(objective, variant, budget, 2);
                    Decision crowd = decide(objective, variant, budget, 4);
                    assertThat(together.actions()).as("seed %d", seed).isEqualTo(alone.actions());
                    assertThat(crowd.actions()).as("seed %d", seed).isEqualTo(alone.actions());
                    assertThat(shares(together, n))
                            .as("seed %d %s %s", seed, variant, budget)
                            .isEqualTo(shares(alone, n));
                    assertThat(crowd.iterations()).isEqualTo(alone.iterations());
                }
            }
        }
    }

    private static Decision decide(RoundObjective objective, Variant variant, IterationRule budget, int threads) {
        return Acord.of(Recipe.of(variant, From.ZERO, budget), threads).decide(objective);
    }

    /** A random graph of mean degree 4 with costs of all kinds. */
    private static RoundObjective large(long seed, int n, int d) {
        Instances instances = new Instances(seed, n, d);
        Random random = instances.random();
        Graph.Builder graph = Graph.builder(n);
        for (int i = 0; i < n - 2; i++) {
            graph.edge(i, i + 1);
            if (random.nextInt(3) > 0) {
                graph.edge(i, i + 2);
            }
        }
        Round.Builder builder =
                Round.builder(n, d).coupling(Coupling.unit(graph.build(), d)).beta(5);
        for (int i = 0; i < n; i++) {
            builder.cost(i, random.nextInt(10) == 0 ? instances.cost() : instances.quadratic());
        }
        return Instances.objective(builder.build(), instances.actions(1));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CERTIFIED") // it needs a constant; see the crawl
    void blocksThatExchangeTheirHalosGiveTheSameBitsAsTheWholeFleet(Variant variant) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances instances = new Instances(seed);
            Round round = instances.round();
            RoundObjective objective = Instances.objective(round, instances.actions(3));
            int k = 1 + (int) seed % 10;
            From start = seed % 2 == 0 ? From.ZERO : From.PREVIOUS;
            Decision whole =
                    Acord.of(Recipe.of(variant, start, IterationRule.fixed(k))).decide(objective);
            SplitFleet split = new SplitFleet(objective, variant, start, instances.random(), 1 + (int) seed % 4);
            if (!round.isCoupled()) {
                k = 1;
            }
            Momentum momentum = variant.momentum(Double.NaN);
            for (int iteration = 1; iteration <= k; iteration++) {
                split.iterate(momentum.next());
            }
            assertThat(split.actions()).as("seed %d", seed).isEqualTo(whole.actions());
            assertThat(split.certificates()).as("seed %d", seed).isEqualTo(shares(whole, instances.n));
        }
    }

    private static double[] shares(Decision decision, int n) {
        double[] shares = new double[n];
        Arrays.setAll(shares, decision::certificate);
        return shares;
    }

    @Test
    void anIterationOfTheFlatKernelAllocatesNothing() {
        ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int n = 20_000;
        Graph.Builder graph = Graph.builder(n);
        for (int i = 0; i < n; i++) {
            graph.edge(i, (i + 1) % n);
        }
        Round.Builder builder =
                Round.builder(n, 1).coupling(Coupling.unit(graph.build(), 1)).beta(50);
        for (int i = 0; i < n; i++) {
            builder.cost(i, Quadratic.alpha(0.1 + i % 7, i % 5));
        }
        RoundObjective objective = Instances.objective(builder.build(), Actions.zero(n, 1));
        for (Variant variant : Variant.all()) {
            BlockRound round =
                    BlockRound.open(Block.whole(objective.round().coupling()), objective, variant, From.ZERO);
            iterate(round, 20); // so that everything is loaded and compiled
            long ofMeasuring = allocated(bean, round, 0);
            long least = Long.MAX_VALUE; // Java itself may take something while it compiles
            for (int attempt = 0; attempt < 5 && least > ofMeasuring; attempt++) {
                least = Math.min(least, allocated(bean, round, 50));
            }
            assertThat(least).as("bytes in 50 iterations, %s", variant).isLessThanOrEqualTo(ofMeasuring);
        }
    }

    private static long allocated(ThreadMXBean bean, BlockRound round, int iterations) {
        long before = bean.getCurrentThreadAllocatedBytes();
        iterate(round, iterations);
        return bean.getCurrentThreadAllocatedBytes() - before;
    }

    private static void iterate(BlockRound round, int times) {
        for (int k = 0; k < times; k++) {
            round.iterate(0.5);
        }
    }

    @Test
    void withoutEdgesOrBetaEverybodySolvesOnceAndSaysNothing() {
        Instances instances = new Instances(3, 5, 2);
        for (Coupling coupling : new Coupling[] {Coupling.none(5, 2), instances.coupling(true)}) {
            Round.Builder builder =
                    Round.builder(5, 2).coupling(coupling).beta(coupling.graph().edges() == 0 ? 7 : 0);
            for (int i = 0; i < 5; i++) {
                builder.cost(i, instances.cost());
            }
            RoundObjective objective = Instances.objective(builder.build(), instances.actions(2));
            for (IterationRule budget : new IterationRule[] {
                IterationRule.fixed(9),
                IterationRule.accuracy(1e-9),
                new IterationRule.Crawl(1e-9),
                new IterationRule.Bounded(1, 1, 1e-9)
            }) {
                Decision decision = decide(objective, Variant.PLAIN, budget, 1);
                assertThat(decision.traffic()).isEqualTo(Traffic.NONE);
                assertThat(decision.iterations()).isEqualTo(1);
                assertThat(decision.certificate()).isLessThan(1e-20);
                assertThat(objective.at(decision.actions()))
                        .isCloseTo(objective.at(Exact.minimizer(objective)), within(1e-12));
            }
        }
    }

    @Test
    void messagesAndBytesAreThoseOfTheExchangesThatAreNeeded() {
        // Four agents on a path: six arcs. K = 5 from a constant start: four exchanges between iterations, one for the
        // certificate.
        Round.Builder builder = Round.builder(4, 3).beta(2);
        for (int i = 0; i < 4; i++) {
            builder.cost(i, Quadratic.alpha(1, 1, 2, i));
            if (i > 0) {
                builder.edge(i - 1, i);
            }
        }
        RoundObjective objective = Instances.objective(builder.build(), Actions.zero(4, 3));
        Traffic cold =
                decide(objective, Variant.PLAIN, IterationRule.fixed(5), 1).traffic();
        assertThat(cold).isEqualTo(new Traffic(5 * 6, 5 * 6 * 3 * 8, 0, 0));
        Traffic warm = Acord.of(Recipe.of(Variant.PLAIN, From.PREVIOUS, IterationRule.fixed(5)))
                .decide(objective)
                .traffic();
        assertThat(warm).isEqualTo(new Traffic(6 * 6, 6 * 6 * 3 * 8, 0, 0));
        Decision accurate = decide(objective, Variant.OPTIMIZED, IterationRule.accuracy(1e-3), 1);
        assertThat(accurate.traffic().messages())
                .as("y and x, because the weights are an agent's own")
                .isEqualTo(2L * 6 * accurate.iterations());
    }

    @Test
    void polynomialWeightsServeCostsOfAllKinds() {
        double log = 0;
        double worst = 0;
        int seeds = 100;
        for (long seed = 1; seed <= seeds; seed++) {
            Instances instances = new Instances(seed);
            RoundObjective objective = Instances.objective(instances.round(), instances.actions(3));
            Decision polynomial = decide(objective, Variant.AUTO, IterationRule.accuracy(1e-9), 1);
            Decision optimized = decide(objective, Variant.OPTIMIZED, IterationRule.accuracy(1e-9), 1);
            assertThat(polynomial.ending()).as("seed " + seed).isEqualTo(optimized.ending());
            double ratio = (double) polynomial.iterations() / optimized.iterations();
            log += Math.log(ratio) / seeds;
            worst = Math.max(worst, ratio);
        }
        assertThat(Math.exp(log)).isLessThan(0.85); // 0.80: rounds of few agents pay for the steady first iterations
        assertThat(worst).isLessThan(3);
    }

    @Test
    void accuracyIsReachedInEveryComponentOnItsOwn() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances instances = new Instances(seed);
            Round round = instances.round();
            RoundObjective objective = Instances.objective(round, instances.actions(3));
            for (Variant variant : Variant.all()) {
                Decision decision = decide(objective, variant, IterationRule.accuracy(1e-7), 1);
                double gap = objective.at(decision.actions()) - objective.at(Exact.minimizer(objective));
                assertThat(decision.isAccurate())
                        .as("seed %d, %s", seed, variant)
                        .isTrue();
                assertThat(gap).as("seed %d, %s", seed, variant).isLessThanOrEqualTo(1e-7 + 1e-12);
            }
        }
    }

    @Test
    void aComponentPlaysAsIfItWereAlone() {
        for (long seed = 1; seed <= SEEDS; seed++) {
            Instances one = new Instances(seed, 3 + (int) seed % 3, 1);
            Instances other = new Instances(-seed, 4, 1);
            RoundObjective first = pathOf(one, 0.5);
            RoundObjective second = pathOf(other, 2);
            RoundObjective both = sideBySide(first, second);
            for (From start : From.values()) {
                for (IterationRule budget : new IterationRule[] {
                    IterationRule.fixed(3),
                    new IterationRule.Accuracy(1e-9, 4),
                    IterationRule.accuracy(1e-4),
                    new IterationRule.Crawl(1e-2)
                }) {
                    Variant variant = budget instanceof IterationRule.Crawl ? Variant.PLAIN : Variant.ACCELERATED;
                    double share = (double) one.n / (one.n + other.n);
                    Actions together = decide(both, variant, start, budget);
                    assertThat(Arrays.copyOfRange(together.toArray(), 0, one.n))
                            .as("seed %d, %s, %s", seed, start, budget)
                            .isEqualTo(decide(first, variant, start, scaled(budget, share))
                                    .toArray());
                    assertThat(Arrays.copyOfRange(together.toArray(), one.n, one.n + other.n))
                            .as("seed %d, %s, %s", seed, start, budget)
                            .isEqualTo(decide(second, variant, start, scaled(budget, 1 - share))
                                    .toArray());
                }
            }
        }
    }

    private static Actions decide(RoundObjective objective, Variant variant, From start, IterationRule budget) {
        return Acord.of(Recipe.of(variant, start, budget)).decide(objective).actions();
    }

    /** A component may use its share of the gap. */
    private static IterationRule scaled(IterationRule budget, double share) {
        if (budget instanceof IterationRule.Accuracy accuracy) {
            return new IterationRule.Accuracy(accuracy.epsilon() * share, accuracy.limit());
        }
        if (budget instanceof IterationRule.Crawl crawl) {
            return new IterationRule.Crawl(crawl.epsilon() * share);
        }
        return budget;
    }

    private static RoundObjective pathOf(Instances instances, double beta) {
        Round.Builder builder = Round.builder(instances.n, 1).beta(2);
        for (int i = 0; i < instances.n; i++) {
            builder.cost(i, instances.cost());
            if (i > 0) {
                builder.edge(i - 1, i, beta);
            }
        }
        return Instances.objective(builder.build(), instances.actions(5));
    }

    private static RoundObjective sideBySide(RoundObjective first, RoundObjective second) {
        int n = first.round().agents();
        int m = second.round().agents();
        Round.Builder builder = Round.builder(n + m, 1).beta(2);
        double[] previous = new double[n + m];
        for (int i = 0; i < n + m; i++) {
            RoundObjective part = i < n ? first : second;
            int own = i < n ? i : i - n;
            builder.cost(i, part.round().cost(own));
            previous[i] = part.previous().get(own);
            if (own > 0) {
                builder.edge(i - 1, i, part.round().coupling().weight(own - 1));
            }
        }
        return Instances.objective(builder.build(), Actions.scalars(previous));
    }

    @Test
    void aCertificateIsNotSmallerThanRoundingLetsItBe() {
        // Coordinates of a map: steps below the last digit of 5e6 look like none.
        for (int d = 1; d <= 3; d++) {
            for (double beta : new double[] {1e6, 1e8, 1e10, 1e14}) {
                HittingCost f = Quadratic.alpha(0.5, everywhere(d, 5e6 - 1));
                Round round =
                        Round.builder(2, d).costs(f, f).edge(0, 1).beta(beta).build();
                RoundObjective objective = Instances.objective(round, Actions.everybodyAt(2, everywhere(d, 5e6)));
                // Both want the same, so the optimum is that of one agent alone.
                double lambda = objective.lambda(0);
                double best = (5e6 - 1 + lambda * 5e6) / (1 + lambda);
                double least = objective.at(Actions.everybodyAt(2, everywhere(d, best)));
                for (Variant variant : Variant.all()) {
                    Decision decision = Acord.of(
                                    Recipe.of(variant, From.PREVIOUS, new IterationRule.Accuracy(1e-12, 5_000)))
                            .decide(objective);
                    double gap = objective.at(decision.actions()) - least;
                    assertThat(decision.certificate())
                            .as("%s, d = %d, beta %s", variant, d, beta)
                            .isGreaterThanOrEqualTo(gap);
                    assertThat(decision.isAccurate())
                            .as("%s, d = %d, beta %s", variant, d, beta)
                            .isEqualTo(decision.certificate() <= 1e-12);
                }
            }
        }
    }

    private static double[] everywhere(int d, double value) {
        double[] point = new double[d];
        Arrays.fill(point, value);
        return point;
    }

    @Test
    void oneStiffAgentDoesNotStopItsNeighborsShort() {
        for (double alpha : new double[] {1e20, 1e24}) {
            Round round = Round.builder(2, 1)
                    .costs(Quadratic.alpha(alpha, 1e6), Quadratic.alpha(.5, 1e6 + 1))
                    .edge(0, 1)
                    .beta(10)
                    .build();
            RoundObjective objective = Instances.objective(round, Actions.scalars(1e6, 1e6));
            Decision decision = decide(objective, Variant.ACCELERATED, IterationRule.accuracy(1e-6), 1);
            double a = 1 + objective.lambda(1) + 10;
            double exact = (1e6 + 1 + objective.lambda(1) * 1e6 + 10 * 1e6) / a;
            assertThat(decision.actions().get(1)).isCloseTo(exact, within(1e-6));
        }
    }

    @Test
    void aCheckedExceptionOfACostIsNotLostInAThread() {
        RoundObjective fine = large(2, 9_000, 1);
        Round.Builder builder =
                Round.builder(9_000, 1).coupling(fine.round().coupling()).beta(1);
        for (int i = 0; i < 9_000; i++) {
            builder.cost(i, i == 10 ? new Sneaky() : fine.round().cost(i));
        }
        RoundObjective objective = Instances.objective(builder.build(), Actions.zero(9_000, 1));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(5), 2))
                .hasRootCauseInstanceOf(IOException.class);
    }

    private static final class Sneaky extends Failing {
        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            throw sneaky(new IOException("disk"));
        }

        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
            throw (T) thrown;
        }
    }

    @Test
    void costsThatAreNotFiniteAreRefusedWithTheAgent() {
        HittingCost nonsense = new Failing() {
            @Override
            public double at(double[] x) {
                return Double.NaN;
            }

            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                x[0] = 1;
                return 0;
            }
        };
        Round round = Round.builder(2, 1).costs(Quadratic.alpha(1, 1), nonsense).build();
        RoundObjective objective = Instances.objective(round, Actions.zero(2, 1));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(5), 1))
                .hasMessageContaining("agents[1].cost at [1.0] is NaN");
    }

    @Test
    void capsThatDoNotHoldAreRefused() {
        Round round = Round.builder(2, 1)
                .costs(Quadratic.alpha(1, 100), Quadratic.alpha(1, 0))
                .edge(0, 1)
                .build();
        RoundObjective objective = Instances.objective(round, Actions.scalars(0, 7));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, new IterationRule.Bounded(1, 5, 1e-3), 1))
                .hasMessageContaining("agents[0].cost at 0 is 10000.0")
                .hasMessageContaining("previous action of agent 1 lies 7.0 from 0");
    }

    @Test
    void anIllConditionedLocalProblemIsRefusedAsSuch() {
        Round round = Round.builder(2, 3)
                .costs(Quadratic.matrix(identity(), 1, 2, 3), Quadratic.matrix(identity(), 1, 2, 3))
                .edge(0, 1, new double[][] {{1 / 3.0, 1 / 7.0, .9}})
                .beta(1e17)
                .build();
        RoundObjective objective = Instances.objective(round, Actions.zero(2, 3));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(5), 1))
                .hasMessageContaining("agents[0] has a local problem too ill-conditioned");
    }

    private static double[][] identity() {
        return new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    }

    @Test
    void anAccuracyBelowRoundingEndsAndSaysSo() {
        RoundObjective objective = large(3, 30, 1);
        Decision decision = decide(objective, Variant.ACCELERATED, IterationRule.accuracy(1e-300), 1);
        assertThat(decision.ending()).isEqualTo(Decision.Ending.ROUNDING);
        assertThat(decision.iterations()).isLessThan(5_000);
        assertThat(decision.certificate()).isLessThan(1e-15);
    }

    /**
     * A thousand iterations without a smaller certificate are no standstill where a swing takes several thousand: these
     * rounds used to end with certificates of 5e-4 to 13, "as small as doubles allow".
     */
    @Test
    void stiffCouplingReachesItsAccuracyOrSaysWhyNot() {
        for (long seed : new long[] {6, 10, 16, 25, 76}) {
            RoundObjective objective = stiff(seed);
            Decision auto = decide(objective, Variant.AUTO, IterationRule.accuracy(1e-6), 1);
            assertThat(auto.ending()).as("auto, seed " + seed).isEqualTo(Decision.Ending.ACCURATE);
            Decision fista = decide(objective, Variant.ACCELERATED, IterationRule.accuracy(1e-6), 1);
            String as = "accelerated, seed " + seed + ": " + fista;
            assertThat(fista.ending()).as(as).isIn(Decision.Ending.ACCURATE, Decision.Ending.STALLED);
            assertThat(fista.isAccurate()).as(as).isEqualTo(fista.certificate() <= 1e-6);
            assertThat(fista.ending().inWords())
                    .as(as)
                    .contains(fista.isAccurate() ? "as small as was asked for" : "the accuracy was not reached");
        }
    }

    /** A random tree that a β of 1e6 holds together; every third seed has quadratic costs, the others kinks. */
    private static RoundObjective stiff(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 4 + random.nextInt(20);
        Round.Builder builder = Round.builder(n, 1).beta(1e6);
        for (int i = 0; i < n; i++) {
            double target = 10 * random.nextDouble() - 5;
            double mu = 0.05 + random.nextDouble();
            builder.cost(
                    i,
                    seed % 3 == 0
                            ? Quadratic.alpha(mu / 2, target)
                            : AbsoluteDeviation.of(1 + 9 * random.nextDouble(), target, mu));
            if (i > 0) {
                builder.edge(i - 1 - random.nextInt(Math.min(i, 3)), i);
            }
        }
        double[] lambda = new double[n];
        Arrays.fill(lambda, 0.6);
        return new RoundObjective(builder.build(), Actions.zero(n, 1), lambda);
    }

    @Test
    void numbersThatOverflowAreRefusedWithTheAgent() {
        for (int d = 1; d <= 2; d++) {
            Round.Builder builder = Round.builder(3, d).beta(1e308).edge(0, 1).edge(1, 2);
            for (int i = 0; i < 3; i++) {
                builder.cost(i, Quadratic.alpha(1, new double[d]));
            }
            RoundObjective objective = Instances.objective(builder.build(), Actions.zero(3, d));
            assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(2), 1))
                    .hasMessageContaining("agents[0] has a local problem of curvature Infinity");
        }
    }

    @Test
    void aLimitThatIsTooSmallForTheAccuracyIsSaid() {
        RoundObjective objective = large(1, 50, 1);
        Decision decision = decide(objective, Variant.PLAIN, new IterationRule.Accuracy(1e-12, 2), 1);
        assertThat(decision.isAccurate()).isFalse();
        assertThat(decision.iterations()).isEqualTo(2);
        assertThat(decision.certificate()).isGreaterThan(1e-12);
    }

    @Test
    void aCostThatThrowsInOneThreadEndsTheRoundInAll() {
        RoundObjective fine = large(2, 9_000, 1);
        Round.Builder builder =
                Round.builder(9_000, 1).coupling(fine.round().coupling()).beta(1);
        for (int i = 0; i < 9_000; i++) {
            builder.cost(i, i == 8_000 ? new Failing() : fine.round().cost(i));
        }
        RoundObjective objective = Instances.objective(builder.build(), Actions.zero(9_000, 1));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(5), 4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("sensor lost");
    }

    private static class Failing extends Parabola {
        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            throw new IllegalStateException("sensor lost");
        }
    }

    @Test
    void actionsOfNobodyAreNotFiniteAndAFleetDoesNotActOnThem() {
        HittingCost nonsense = new Failing() {
            @Override
            public double argmin(QuadraticPull pull, double[] x) {
                x[0] = Double.NaN;
                return 0;
            }
        };
        Round round = Round.builder(2, 1).costs(nonsense, Quadratic.alpha(1, 1)).build();
        RoundObjective objective = Instances.objective(round, Actions.zero(2, 1));
        assertThatThrownBy(() -> decide(objective, Variant.PLAIN, IterationRule.fixed(5), 1))
                .hasMessageContaining("agents[0].action is NaN")
                .hasMessageContaining("fix: check the argmin");
    }
}
