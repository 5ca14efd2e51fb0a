package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.lab.options.KindContract;
import io.acord.lab.options.Options;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What every policy keeps to. */
public abstract class PolicyContract extends KindContract<PolicyKind, Policy> {

    protected PolicyContract(PolicyKind kind) {
        super(kind);
    }

    @Override
    protected Policy create(Options options) {
        return kind().create("somebody", options);
    }

    /** Whether it plays two rounds of 6000 agents in a few seconds. */
    protected boolean isForThousands(String sample) {
        return true;
    }

    @TestFactory
    Stream<DynamicTest> itIsCalledWhatTheScenarioCallsIt() {
        return withEverySample(sample -> {
            assertThat(made(sample).name()).isEqualTo("somebody");
        });
    }

    /**
     * The runs that it can play. Quadratic costs are played by everybody; whoever cannot play others refuses them, and
     * says what to do.
     */
    private static List<RandomRun> runs(Policy policy) {
        List<RandomRun> played = new ArrayList<>();
        for (RandomRun run : runs()) {
            try {
                Plays.play(policy, run);
                played.add(run);
            } catch (BadInputException refused) {
                assertThat(isQuadratic(run)).as("%s", refused.getMessage()).isFalse();
                assertThat(refused.complaints()).allSatisfy(complaint -> {
                    assertThat(complaint.where()).contains(policy.name());
                    assertThat(complaint.fix()).isNotBlank();
                });
            }
        }
        return played;
    }

    private static boolean isQuadratic(RandomRun run) {
        for (int t = 1; t <= run.horizon(); t++) {
            for (int i = 0; i < run.agents(); i++) {
                if (!(run.round(t).cost(i) instanceof Quadratic)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static List<RandomRun> runs() {
        List<RandomRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 4; seed++) {
            runs.add(new RandomRun(seed, 6, 1, 5, Costs.QUADRATIC, false).foreseen());
            runs.add(new RandomRun(seed, 5, 1, 4, Costs.ANY, true).foreseen());
            runs.add(new RandomRun(seed, 4, 3, 3, Costs.QUADRATIC, true).foreseen());
            runs.add(new RandomRun(seed, 4, 2, 3, Costs.ANY, false).foreseen());
        }
        return runs;
    }

    @TestFactory
    Stream<DynamicTest> everyActionIsFiniteAndOfTheRightShape() {
        return withEverySample(sample -> {
            Policy policy = made(sample);
            for (RandomRun run : runs(policy)) {
                for (Move move : Plays.play(policy, run)) {
                    assertThat(move.actions().agents()).isEqualTo(run.agents());
                    assertThat(move.actions().dimension()).isEqualTo(run.dimension());
                    assertThat(move.actions().toArray()).doesNotContain(Double.NaN);
                    for (double x : move.actions().toArray()) {
                        assertThat(x).isFinite();
                    }
                    assertThat(move.iterations()).isNotNegative();
                    assertThat(move.traffic().bytes()).isNotNegative();
                }
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> theSameRunIsPlayedTheSameAgain() {
        return withEverySample(sample -> {
            Policy policy = made(sample);
            for (RandomRun run : runs(policy)) {
                assertThat(Plays.play(policy, run)).isEqualTo(Plays.play(policy, run));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nobodyPaysLessThanTheHindsightOptimum() {
        return withEverySample(sample -> {
            Policy policy = made(sample);
            for (RandomRun run : runs(policy)) {
                HindsightOptimum optimum = Hindsight.solve(run, 1).optimum();
                double paid = run.cost(Plays.actions(Plays.play(policy, run)));
                assertThat(paid).isGreaterThanOrEqualTo(optimum.lowerBound() * (1 - 1e-12));
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nobodyAsksForARoundBeyondItsWindow() {
        return withEverySample(sample -> {
            Policy policy = made(sample);
            for (RandomRun run : runs(policy)) {
                Watched watched = new Watched(run);
                int window = window(policy.sight());
                Contestant contestant = Contestant.of(policy, watched, Plays.setting(run, 1));
                Actions at = run.start();
                for (int t = 1; t <= run.horizon() && !(policy.sight() instanceof Sight.Hindsight); t++) {
                    watched.latest = 0;
                    at = contestant.decide(t, at).actions();
                    assertThat(watched.latest).isLessThanOrEqualTo(t + window - 1);
                }
            }
        });
    }

    /** Rounds in sight, this one included. */
    private static int window(Sight sight) {
        return sight instanceof Sight.Within within
                ? within.window()
                : sight instanceof Sight.Ahead ahead ? ahead.beyond() + 1 : 1;
    }

    /** Notes the latest round that was asked for. */
    private static final class Watched implements Instance {
        private final RandomRun run;
        private int latest;

        Watched(RandomRun run) {
            this.run = run;
        }

        @Override
        public int agents() {
            return run.agents();
        }

        @Override
        public String name(int agent) {
            return run.name(agent);
        }

        @Override
        public int dimension() {
            return run.dimension();
        }

        @Override
        public int horizon() {
            return run.horizon();
        }

        @Override
        public Actions start() {
            return run.start();
        }

        @Override
        public Round round(int t) {
            latest = Math.max(latest, t);
            return run.round(t);
        }
    }

    @TestFactory
    Stream<DynamicTest> informationTravelsAHopAnExchange() {
        return withEverySample(sample -> {
            Policy policy = made(sample);
            assumeTrue(
                    policy.sight() instanceof Sight.Own
                            || policy.sight() instanceof Sight.Polled
                            || policy.sight() instanceof Sight.Within,
                    "it knows the whole round");
            assertTravelsAHopAnExchange(policy);
        });
    }

    /**
     * On a path, what is far away is changed: nobody nearer to the start than its sight and its exchanges reach may act
     * otherwise. So nothing crosses the graph that was not told hop by hop.
     */
    static void assertTravelsAHopAnExchange(Policy policy) {
        int n = 60;
        int hops = policy.sight() instanceof Sight.Within within ? within.hops() : 0;
        RandomRun run = path(n, 0);
        RandomRun other = path(n, 10);
        Move move = Contestant.of(policy, run, Plays.setting(run, 1)).decide(1, run.start());
        Move then = Contestant.of(policy, other, Plays.setting(run, 1)).decide(1, run.start());
        boolean crawled = move.traffic().crawlMessages() > 0; // through everybody
        int reach = crawled ? n : Math.max(hops, move.iterations());
        for (int i = 0; i < n - 1 - reach; i++) {
            assertThat(then.actions().of(i))
                    .as("agent %d, reach %d", i, reach)
                    .isEqualTo(move.actions().of(i));
        }
    }

    /** A round on a path whose last agent wants something else. */
    static RandomRun path(int n, double wish) {
        Round.Builder round = Round.builder(n, 1).beta(3);
        for (int i = 0; i < n; i++) {
            round.cost(i, Quadratic.alpha(1 + i % 3, i == n - 1 ? 5 + wish : i % 5));
            if (i > 0) {
                round.edge(i - 1, i);
            }
        }
        return new RandomRun(Actions.zero(n, 1), List.of(round.build()));
    }

    /** Large enough for every policy to use its threads. */
    private static RandomRun large() {
        int n = 6000;
        Coupling.Builder edges = Coupling.builder(n, 1);
        for (int i = 0; i < n; i++) {
            edges.edge(i, (i + 1) % n);
            edges.edge(i, (i + 17) % n, 0.5);
        }
        Coupling coupling = edges.build();
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < 2; t++) {
            Round.Builder round = Round.builder(n, 1).coupling(coupling).beta(5);
            for (int i = 0; i < n; i++) {
                round.cost(i, Quadratic.alpha(0.2 + (i * 31 + t) % 7, (i * 17 + t * 5) % 23 - 11));
            }
            rounds.add(round.build());
        }
        return new RandomRun(Actions.zero(n, 1), rounds);
    }

    @TestFactory
    Stream<DynamicTest> threadsDoNotChangeABit() {
        return withEverySample(sample -> {
            assumeTrue(isForThousands(sample), "not for fleets of thousands");
            RandomRun run = large();
            Policy policy = made(sample);
            List<Move> alone = Plays.play(policy, run, Plays.setting(run, 1));
            assertThat(Plays.play(policy, run, Plays.setting(run, 3))).isEqualTo(alone);
        });
    }
}
