package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.foresight.ForesightDecision;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Forecasts, plans and accounts on the page are those of a run. */
class ForesightDocumentTest {

    private static final String TEXT = """
            agents: 5
            horizon: 6
            costs: {kind: spikes}
            graph: {kind: ring}
            forecasts: {kind: noise, sd: 3}
            algorithms:
              - foresight: {iterations: 6, window: 2, trust: 0.2}
              - acord
            """;

    @TempDir
    private Path folder;

    @Test
    void anAgentThatLooksAheadShowsWhatItBelievesAndHowFarItMayFollow() throws Exception {
        Map<Integer, ForesightDecision> decisions = new ConcurrentHashMap<>();
        Scenario scenario = ScenarioReader.readText(TEXT, "scenario.yaml", Path.of(""), List.of());
        Experiment.of(
                        scenario,
                        new Watcher() {
                            @Override
                            public void foresaw(
                                    int a, int repeat, int round, Instance instance, ForesightDecision decision) {
                                decisions.put(round, decision);
                            }
                        },
                        "",
                        "")
                .play();
        try (TestStudio studio = new TestStudio(folder, null)) {
            String id = studio.play(TEXT);
            studio.finish(id);
            for (int t : new int[] {1, 3, 6}) {
                ForesightDecision decision = Objects.requireNonNull(decisions.get(t));
                JsonNode shown = studio.read("/api/plays/" + id + "/rounds/" + t + "/agents/2/foresight");
                assertThat(shown.get("gamma").doubleValue()).isEqualTo(decision.gamma(2));
                assertThat(shown.get("account").doubleValue()).isEqualTo(decision.account(2));
                assertThat(shown.get("why").stringValue()).isEqualTo(decision.why(2));
                assertThat(shown.get("planned").get(0).doubleValue())
                        .isEqualTo(decision.planned().get(2, 0));
                assertThat(shown.get("expert").get(0).doubleValue())
                        .isEqualTo(decision.expert().actions().get(2, 0));
                assertThat(shown.get("history").get("gamma")).hasSize(t);
                JsonNode window = shown.get("window");
                assertThat(window).hasSize(Math.min(3, 6 - t + 1));
                double least = scenario.instance(scenario.seed())
                        .round(t)
                        .cost(2)
                        .at(new double[] {window.get(0).get("believed").get(0).doubleValue()});
                assertThat(least).as("this round's cost is known").isZero();
            }
            assertThat(studio.get("/api/plays/" + id + "/rounds/1/agents/0/foresight?algorithm=acord")
                            .statusCode())
                    .isEqualTo(404);
        }
    }
}
