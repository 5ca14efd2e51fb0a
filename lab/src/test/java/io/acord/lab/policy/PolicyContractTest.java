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
            int window = policy.sight() instanceof Sight.Within within ? within.window() : 1;
            Contestant contestant = Contestant.of(policy, watched, Plays.setting(run, 1));
            Actions at = run.start();
            for (int t = 1; t <= run.horizon() && !(policy.sight() instanceof Sight.Hindsight); t++) {
                watched.latest = 0;
                at = contestant.decide(t, at).actions();
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

    /**
     * On a path, what is far away is changed: nobody nearer to the start than its sight and its exchanges reach may act
     * otherwise. So nothing crosses the graph that was not told hop by hop.
     */
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("policies")
    void informationTravelsAHopAnExchange(String key, Map<String, ?> options) {
        Policy policy = Plays.policy(key, options);
        int n = 60;
        if (policy.sight() instanceof Sight.Centre || policy.sight() instanceof Sight.Hindsight) {
            return;
        }
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
        assertThat(then.actions().of(n - 1))
                .as("the one whose cost changed")
                .isNotEqualTo(move.actions().of(n - 1));
    }

    /** A round on a path whose last agent wants something else. */
    private static RandomRun path(int n, double wish) {
        Round.Builder round = Round.builder(n, 1).beta(3);
        for (int i = 0; i < n; i++) {
            round.cost(i, Quadratic.alpha(1 + i % 3, i == n - 1 ? 5 + wish : i % 5));
            if (i > 0) {
                round.edge(i - 1, i);
            }
        }
        return new RandomRun(Actions.zero(n, 1), List.of(round.build()));
    }

    @Test
    void whoAsksForMoreThanItsSightAllowsIsCaught() {
        RandomRun run = new RandomRun(1, 3, 1, 5, Costs.QUADRATIC, false);
        List<Player> nosy = List.of(
                outlook -> Actions.zero(outlook.whole().agents(), 1),
                Outlook::previous,
                outlook -> outlook.hindsight().get(0),
                outlook -> Actions.zero(outlook.surroundings().rounds(), 1),
                outlook -> Actions.zero(outlook.lambda().length, 1),
                outlook -> outlook.each((me, x) -> x[0] = me.heard(0)[0]));
        for (Player player : nosy) {
            assertThatThrownBy(() -> Contestant.of(new Lookout(player), run, Plays.setting(run, 1))
                            .decide(1, run.start()))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    /** What neighbours tell each other is counted by the lab, not by who sends it. */
    @Test
    void everyExchangeIsCounted() {
        RandomRun run = path(10, 0);
        Move move = Contestant.of(
                        new Lookout(outlook -> {
                            outlook.each((me, x) -> me.solve(1, x));
                            outlook.exchange();
                            outlook.exchange();
                            return outlook.each((me, x) -> x[0] = (x[0] + me.heard(0)[0]) / 2);
                        }),
                        run,
                        Plays.setting(run, 1))
                .decide(1, run.start());
        assertThat(move.traffic().messages()).isEqualTo(2 * 2 * 9);
        assertThat(move.traffic().bytes()).isEqualTo(2 * 2 * 9 * 8);
        assertThat(move.iterations()).isEqualTo(3);
    }

    private record Lookout(Player player) implements Policy {
        @Override
        public String name() {
            return "lookout";
        }

        @Override
        public Player start(Setting setting) {
            return player;
        }
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
