package io.acord.lab.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.RandomRun;
import io.acord.lab.optimum.RandomRun.Costs;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every policy keeps to. */
class PolicyContractTest {

    /** Options with which kinds are played besides, or instead of, none. A kind that needs some has to be here. */
    private static final Map<String, List<Map<String, ?>>> OPTIONS = Map.of(
            "acord",
            List.of(
                    Map.of(),
                    Map.of("from", "zero", "lambda", 1),
                    Map.of("accuracy", "1e-8"),
                    Map.of("budget", "crawl", "variant", "accelerated", "theta", "certified"),
                    Map.of("budget", "bounded", "cost-cap", 2000, "diameter-cap", 30, "epsilon", "1e-3")),
            "lpc",
            List.of(
                    Map.of("radius", 1),
                    Map.of("radius", 2, "window", 3),
                    Map.of("radius", 1, "window", 2, "boundary", "literal"),
                    Map.of("radius", 2, "window", 2, "boundary", "pinned"),
                    Map.of("radius", 1, "window", 3, "noise", 0.5)));

    /** Every kind that there is, ACORD in every variant. */
    static Stream<Arguments> policies() {
        Stream<Arguments> kinds = ServiceLoader.load(PolicyKind.class).stream()
                .map(provider -> provider.get().key())
                .flatMap(key -> OPTIONS.getOrDefault(key, List.of(Map.of())).stream()
                        .map(options -> Arguments.of(key, options)));
        Stream<Arguments> variants =
                Variant.all().stream().map(variant -> Arguments.of("acord", Map.of("variant", variant.word())));
        return Stream.concat(kinds, variants);
    }

    private static List<RandomRun> runs() {
        List<RandomRun> runs = new ArrayList<>();
        for (int seed = 1; seed <= 4; seed++) {
            runs.add(new RandomRun(seed, 6, 1, 5, Costs.QUADRATIC, false));
            runs.add(new RandomRun(seed, 5, 1, 4, Costs.ANY, true));
            runs.add(new RandomRun(seed, 4, 3, 3, Costs.QUADRATIC, true));
            runs.add(new RandomRun(seed, 4, 2, 3, Costs.ANY, false));
        }
        return runs;
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void everyActionIsFiniteAndOfTheRightShape(String key, Map<String, ?> options) {
        Policy policy = Plays.policy(key, options);
        for (RandomRun run : runs()) {
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
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void theSameRunIsPlayedTheSameAgain(String key, Map<String, ?> options) {
        Policy policy = Plays.policy(key, options);
        for (RandomRun run : runs()) {
            assertThat(Plays.play(policy, run)).isEqualTo(Plays.play(policy, run));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void nobodyPaysLessThanTheHindsightOptimum(String key, Map<String, ?> options) {
        Policy policy = Plays.policy(key, options);
        for (RandomRun run : runs()) {
            HindsightOptimum optimum = Hindsight.solve(run, 1).optimum();
            double paid = run.cost(Plays.actions(Plays.play(policy, run)));
            assertThat(paid).isGreaterThanOrEqualTo(optimum.lowerBound() * (1 - 1e-12));
        }
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void nobodyAsksForARoundBeyondItsWindow(String key, Map<String, ?> options) {
        Policy policy = Plays.policy(key, options);
        for (RandomRun run : runs()) {
            Watched watched = new Watched(run);
            Player player = policy.start(Plays.setting(run, 1));
            Actions at = run.start();
            for (int t = 1; t <= run.horizon(); t++) {
                int window = policy.window(run.horizon());
                at = player.decide(new Outlook(watched, t, window), at).actions();
                assertThat(watched.latest).isLessThanOrEqualTo(t + window - 1);
            }
        }
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

    @Test
    void whoLooksBeyondItsWindowIsCaught() {
        RandomRun run = new RandomRun(1, 3, 1, 5, Costs.QUADRATIC, false);
        Outlook outlook = new Outlook(run, 2, 2);
        assertThat(outlook.ahead(1)).isSameAs(run.round(3));
        assertThatThrownBy(() -> outlook.ahead(2)).isInstanceOf(AssertionError.class);
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

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void threadsDoNotChangeABit(String key, Map<String, ?> options) {
        if (options.containsValue("crawl") || options.containsValue("paper")) {
            return; // not for fleets of thousands
        }
        RandomRun run = large();
        Policy policy = Plays.policy(key, options);
        List<Move> alone = Plays.play(policy, run, Plays.setting(run, 1));
        assertThat(Plays.play(policy, run, Plays.setting(run, 3))).isEqualTo(alone);
    }
}
