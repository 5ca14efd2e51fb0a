package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
}
