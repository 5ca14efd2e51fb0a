package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlayedElsewhereTest {

    private static final Scenario SCENARIO = ScenarioReader.readText(
            "{seed: 5, repeats: 3, horizon: 4, agents: 6, beta: 10, costs: {kind: spikes}, graph: {kind: ring},"
                    + " algorithms: [local, acord: {iterations: 5, name: five}]}",
            "s.yaml",
            Path.of(""),
            List.of());

    @Test
    void itIsJudgedLikeTheFirstRepeatOfARunWithTheEffortOfThoseWhoPlayed() {
        List<Actions> actions = new ArrayList<>();
        Watcher writer = new Watcher() {
            @Override
            public void acted(int algorithm, int repeat, int round, Instance instance, Actions played) {
                actions.add(played);
            }
        };
        Scenario alone = SCENARIO.with(SCENARIO.algorithms().subList(1, 2));
        RunResult run =
                Experiment.of(alone.once(), writer, "command", "version").play();

        RunResult judged = new PlayedElsewhere(
                        SCENARIO, SCENARIO.algorithms().get(1), actions, List.of(), new Effort(4.5, 77, 616, 0.25))
                .judge(Watcher.NOBODY, "command", "version");
        assertThat(judged.repeats()).isEqualTo(1);
        assertThat(judged.verdict()).isEqualTo(run.verdict());
        assertThat(judged.algorithms()).singleElement().satisfies(five -> {
            AlgorithmResult there = run.algorithms().get(0);
            assertThat(five.name()).isEqualTo("five");
            assertThat(five.kind()).isEqualTo("acord");
            assertThat(five.costs()).isEqualTo(there.costs());
            assertThat(five.certificates()).isEqualTo(there.certificates());
            assertThat(five.bound()).isEqualTo(there.bound());
            assertThat(five.effort().iterationsPerRound()).isEqualTo(4.5);
            assertThat(five.effort().messagesPerRound()).isEqualTo(77);
            assertThat(five.effort().bytesPerRound()).isEqualTo(616);
            assertThat(five.effort().secondsPerRound()).isEqualTo(0.25);
        });
    }

    /** Where neighbours were lost, experts paid something else than those in memory would have. */
    @Test
    void whatForecastsCostIsHeldAgainstTheExpertsOfThoseWhoPlayed() {
        Scenario scenario = ScenarioReader.readText(
                "{seed: 5, horizon: 4, agents: 6, beta: 10, costs: {kind: spikes}, graph: {kind: ring},"
                        + " forecasts: {kind: exact}, algorithms: [foresight: {window: 1, trust: 0.5}]}",
                "s.yaml",
                Path.of(""),
                List.of());
        List<Actions> actions = new ArrayList<>();
        List<Watcher.FollowedPlan> told = new ArrayList<>();
        Watcher writer = new Watcher() {
            @Override
            public void acted(int algorithm, int repeat, int round, Instance instance, Actions played) {
                actions.add(played);
            }

            @Override
            public void foresaw(int algorithm, int repeat, int round, Instance instance, ForesightDecision decision) {
                told.add(FollowedPlan.of(decision));
            }
        };
        RunResult run = Experiment.of(scenario, writer, "", "").play();
        RunResult same = judge(scenario, actions, told, Optional.empty());
        assertThat(same.verdict()).isEqualTo(run.verdict());
        assertThat(words(same)).contains("Forecasts stayed harmless");

        // Experts that stay at x_0 pay nothing for moving, and much for being where they are.
        Actions x0 = Actions.zero(6, 1);
        List<Watcher.FollowedPlan> others = new ArrayList<>();
        told.forEach(plan -> others.add(new Watcher.FollowedPlan(plan.planned(), x0, plan.gammas(), plan.accounts())));
        double expertPaid = 0;
        Instance instance = scenario.instance(scenario.seed());
        for (int t = 1; t <= 4; t++) {
            expertPaid += instance.round(t).cost(x0, x0).total();
        }
        double paid = run.algorithms().get(0).costs().get(0).stream()
                .mapToDouble(Cost::total)
                .sum();
        Matcher said = Pattern.compile("harmless: at most (\\S+) times")
                .matcher(words(judge(scenario, actions, others, Optional.empty())));
        assertThat(said.find()).isTrue();
        assertThat(Double.parseDouble(said.group(1))).isCloseTo(paid / expertPaid, within(1e-3));
        assertThat(words(judge(scenario, actions, told, Optional.of("a journal was lost"))))
                .contains("a journal was lost");
    }

    private static RunResult judge(
            Scenario scenario, List<Actions> actions, List<Watcher.FollowedPlan> told, Optional<String> why) {
        return new PlayedElsewhere(
                        scenario,
                        scenario.algorithms().get(0),
                        actions,
                        List.of(),
                        new Effort(12, 1, 1, 1),
                        Optional.of(new PlayedElsewhere.Foreseen(told, why)))
                .judge(Watcher.NOBODY, "", "");
    }

    private static String words(RunResult result) {
        return result.verdict().checks().stream().map(Verdict.Check::words).collect(Collectors.joining("\n"));
    }
}
