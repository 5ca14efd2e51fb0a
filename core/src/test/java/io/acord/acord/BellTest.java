package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Fleet;
import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds that have to be decided before all iterations are done. */
@Timeout(120)
class BellTest {

    private static final IterationRule ENDLESS = IterationRule.fixed(2_000_000_000);

    @AfterEach
    void forgetTheInterrupt() {
        Thread.interrupted();
    }

    private static Round path(int agents, HittingCost first) {
        Round.Builder round = Round.builder(agents, 1).beta(50).cost(0, first);
        for (int i = 1; i < agents; i++) {
            round.cost(i, Quadratic.alpha(0.5 + i % 3, i % 7)).edge(i - 1, i);
        }
        return round.build();
    }

    private static Fleet fleet(int agents, IterationRule rule, int threads) {
        return Fleet.builder(agents)
                .recipe(Recipe.standard(rule))
                .threads(threads)
                .build();
    }

    /** A cost during whose {@code count}-th solve somebody interrupts a thread. */
    private static final class InterruptingCost implements HittingCost {
        private final HittingCost cost = Quadratic.alpha(1, 3);
        private final Thread waiting = Thread.currentThread();
        private int count;

        InterruptingCost(int count) {
            this.count = count;
        }

        @Override
        public int dimension() {
            return 1;
        }

        @Override
        public double at(double[] x) {
            return cost.at(x);
        }

        @Override
        public double mu() {
            return cost.mu();
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            if (--count == 0) {
                waiting.interrupt();
            }
            return cost.argmin(pull, x);
        }

        @Override
        public double minimum() {
            return cost.minimum();
        }
    }

    @ParameterizedTest(name = "{0} threads")
    @ValueSource(ints = {1, 2})
    void anInterruptedRoundIsOneOfFewerIterations(int threads) {
        int agents = 5_000;
        Fleet interrupted = fleet(agents, ENDLESS, threads);
        Decision early = interrupted.decide(path(agents, new InterruptingCost(3)));
        assertThat(Thread.interrupted()).as("the thread stays interrupted").isTrue();
        assertThat(early.ending()).isEqualTo(Decision.Ending.BELL);
        // one more after the third; two if another thread was interrupting
        assertThat(early.iterations()).isBetween(4, 3 + threads);
        assertThat(early.isAccurate()).isFalse();
        Fleet asked = fleet(agents, IterationRule.fixed(early.iterations()), threads);
        Decision fewer = asked.decide(path(agents, new InterruptingCost(-1)));
        assertThat(early.actions()).isEqualTo(fewer.actions());
        assertThat(early.certificate()).isEqualTo(fewer.certificate());
        assertThat(interrupted.guarantee().inWords())
                .isEqualTo(asked.guarantee().inWords());
    }

    /** Graphs with enough rows for an iteration to be broken off in its midst, wherever the interrupt comes. */
    private enum LargeGraph {
        RING(200_000) {
            @Override
            void addEdges(Graph.Builder graph) {
                for (int i = 0; i < agents; i++) {
                    graph.edge(i, (i + 1) % agents);
                }
            }
        },
        /** Neighbours lie anywhere, and the actions of the last whole iteration are kept. */
        SCATTERED(270_000) {
            @Override
            void addEdges(Graph.Builder graph) {
                Random random = new Random(7);
                Set<Integer> met = new HashSet<>();
                for (int i = 1; i < agents; i++) {
                    met.clear();
                    for (int k = 0; k < 3; k++) {
                        int j = random.nextInt(i);
                        if (met.add(j)) {
                            graph.edge(i, j);
                        }
                    }
                }
            }
        };

        final int agents;

        LargeGraph(int agents) {
            this.agents = agents;
        }

        abstract void addEdges(Graph.Builder graph);

        Coupling coupling() {
            Graph.Builder graph = Graph.builder(agents);
            addEdges(graph);
            return Coupling.unit(graph.build(), 1);
        }
    }

    @Test
    void actionsAreKeptOnlyOfAGraphWithoutOrder() {
        assertThat(Block.nearby(LargeGraph.RING.coupling()).tiles().isNone()).isTrue();
        Block scattered = Block.nearby(LargeGraph.SCATTERED.coupling());
        assertThat(scattered.tiles().isNone()).isFalse();
        assertThat(scattered.order()).isNull();
    }

    @ParameterizedTest(name = "{0}, {1} threads")
    @CsvSource({"RING, 1", "RING, 2", "SCATTERED, 1", "SCATTERED, 2"})
    void anIterationThatIsBrokenOffLeavesNoTrace(LargeGraph graph, int threads) throws InterruptedException {
        int agents = graph.agents;
        double[] curvatures = new double[agents];
        double[] targets = new double[agents];
        for (int i = 0; i < agents; i++) {
            curvatures[i] = 1 + i % 3;
            targets[i] = i % 7;
        }
        Round round = Round.builder(agents, 1)
                .coupling(graph.coupling())
                .beta(50)
                .costs(HittingCosts.quadratics(1, curvatures, targets))
                .build();
        Thread waiting = Thread.currentThread();
        for (int time = 1; time <= 8; time++) {
            int millis = (graph == LargeGraph.RING ? 5 : 25) * time;
            Fleet interrupted = fleet(agents, ENDLESS, threads);
            Thread ringing = new Thread(() -> {
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                waiting.interrupt();
            });
            ringing.start();
            Decision early = interrupted.decide(round);
            assertThat(Thread.interrupted()).isTrue();
            ringing.join();
            assertThat(early.ending()).isEqualTo(Decision.Ending.BELL);
            Fleet asked = fleet(agents, IterationRule.fixed(early.iterations()), threads);
            Decision fewer = asked.decide(round);
            assertThat(early.actions()).isEqualTo(fewer.actions());
            assertThat(early.certificate()).isEqualTo(fewer.certificate());
            assertThat(interrupted.save()).isEqualTo(asked.save());
        }
    }

    @Test
    void theCertificateOfAnEarlyEndHolds() {
        Round round = path(60, Quadratic.alpha(1, 40));
        Fleet fleet = fleet(60, ENDLESS, 1);
        double best = fleet(60, IterationRule.accuracy(1e-10), 1)
                .objective(round)
                .at(fleet(60, IterationRule.accuracy(1e-10), 1).decide(round).actions());
        Decision early = fleet.decide(round, Duration.ofMillis(1));
        double gap = Fleet.of(60).objective(round).at(early.actions()) - best;
        assertThat(early.ending()).isEqualTo(Decision.Ending.BELL);
        assertThat(early.certificate()).isBetween(gap - 1e-9, Double.MAX_VALUE);
    }

    @Test
    void withoutTimeThereIsOneIteration() {
        Round round = path(5, Quadratic.alpha(1, 40));
        Decision none = Fleet.of(5).decide(round, Duration.ZERO);
        assertThat(none.iterations()).isEqualTo(1);
        assertThat(none.actions())
                .isEqualTo(fleet(5, IterationRule.fixed(1), 1).decide(round).actions());
        assertThat(Fleet.of(5).decide(round, Duration.ofDays(100_000)))
                .isEqualTo(Fleet.of(5).decide(round));
    }

    @Test
    void anAccuracyThatIsNotReachedInTimeIsSaidNotToBe() {
        Round round = path(200, new InterruptingCost(2));
        Decision early = fleet(200, IterationRule.accuracy(1e-9), 1).decide(round);
        assertThat(early.ending()).isEqualTo(Decision.Ending.BELL);
        assertThat(early.iterations()).isEqualTo(3);
        assertThat(early.ending().inWords()).contains("were not done");
    }

    @Test
    void whoMustComeToTheSameBitsIsNotInterrupted() {
        Round round = path(5, Quadratic.alpha(1, 40));
        Decision whole = Fleet.of(5).decide(round);
        Thread.currentThread().interrupt();
        assertThat(Fleet.of(5).decideUninterruptibly(round)).isEqualTo(whole);
    }

    @Test
    void aPreviewMovesNobody() {
        Fleet fleet = Fleet.of(5);
        Round round = path(5, Quadratic.alpha(1, 40));
        Decision seen = fleet.preview(round);
        assertThat(fleet.actions()).isEqualTo(Actions.zero(5, 1));
        assertThat(fleet.rounds()).isZero();
        assertThat(fleet.decide(round)).isEqualTo(seen);
    }

    @Test
    void aBellWithATimeRingsAnIterationAndAnEndEarly() {
        AtomicLong now = new AtomicLong(Long.MAX_VALUE - 100); // clocks may turn over
        Bell bell = new Bell(now::get, null, 1_000, 300);
        now.addAndGet(50); // the round is opened
        bell.begin();
        assertThat(bell.rings()).isFalse();
        now.addAndGet(200); // the longest iteration
        assertThat(bell.rings()).isFalse();
        now.addAndGet(150);
        assertThat(bell.rings()).isFalse(); // 400: one more and the end are done by 900
        now.addAndGet(100);
        assertThat(bell.rings()).isTrue(); // 500: they are done by 1,000
        now.addAndGet(200);
        bell.end();
        now.addAndGet(290);
        assertThat(bell.afterIterations()).isEqualTo(290);
    }

    @Test
    void aStrideOfABellWithATimeIsAsLongAsThereIsTimeFor() {
        AtomicLong now = new AtomicLong();
        Bell bell = new Bell(now::get, null, 1_000, 300);
        bell.begin();
        assertThat(bell.rings()).isFalse();
        assertThat(bell.begin(12))
                .as("as long as nobody knows how long an iteration is")
                .isEqualTo(1);
        now.addAndGet(100);
        assertThat(bell.rings()).isFalse();
        assertThat(bell.begin(12)).as("100 to 600, the last one and the end").isEqualTo(5);
        now.addAndGet(250);
        assertThat(bell.rings())
                .as("an iteration took 50, and the longest one 100")
                .isFalse();
        assertThat(bell.begin(2)).as("what is left of the round").isEqualTo(2);
        now.addAndGet(200);
        assertThat(bell.rings()).isFalse(); // 550: an iteration and the end are done by 950
        assertThat(bell.begin(12)).isEqualTo(1);
        now.addAndGet(100);
        assertThat(bell.rings()).isTrue(); // 650: they would not be by 1,000 after another
        Bell never = Bell.never();
        assertThat(never.mayRing()).isFalse();
        assertThat(never.begin(12)).isEqualTo(12);
        assertThat(Bell.whenInterrupted().mayRing()).isTrue();
        assertThat(bell.mayRing()).isTrue();
    }

    @Test
    void anEndThatNobodyHasSeenIsTakenToLastFourIterations() {
        AtomicLong now = new AtomicLong();
        Bell bell = new Bell(now::get, null, 1_000, -1);
        bell.begin();
        now.addAndGet(160);
        assertThat(bell.rings()).isFalse();
        now.addAndGet(40);
        assertThat(bell.rings()).isTrue(); // 200 + 160 + 4 · 160
    }
}
