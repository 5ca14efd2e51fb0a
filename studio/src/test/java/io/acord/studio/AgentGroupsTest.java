package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A large fleet is shown in groups, and nothing gets lost. */
class AgentGroupsTest {

    @TempDir
    Path folder;

    private static final String LARGE = """
            name: large
            seed: 2
            horizon: 4
            agents: 2600
            dimension: 2
            beta: 3
            costs: {kind: drift}
            graph: {kind: small-world, degree: 4, rewire: 0.1, every: 2}
            algorithms:
              - acord: {iterations: 6}
              - local
            """;

    @Test
    void sumsOverGroupsAreSumsOverAgents() throws Exception {
        try (TestStudio studio = new TestStudio(folder, null)) {
            String play = "/api/plays/" + studio.play(LARGE);
            studio.finish(play.substring("/api/plays/".length()));
            JsonNode meta = studio.read(play);
            assertThat(meta.has("names")).isFalse();
            assertThat(meta.get("algorithms").get(0).get("hasIterations").booleanValue())
                    .isFalse();
            JsonNode sizes = meta.get("groups").get("sizes");
            int agents = 0;
            for (JsonNode size : sizes) {
                agents += size.intValue();
            }
            assertThat(agents).isEqualTo(2600);
            var scenario = io.acord.lab.scenario.ScenarioReader.readText(
                    LARGE, "scenario.yaml", Path.of(""), java.util.List.of());
            var repeat = io.acord.lab.run.Repeat.open(scenario.once(), 0, 1);
            for (int t = 1; t <= 4; t++) {
                var turn = repeat.next().get(0);
                JsonNode round = studio.read(play + "/rounds/" + t);
                double shown = 0;
                double all = 0;
                for (int g = 0; g < sizes.size(); g++) {
                    shown += sizes.get(g).intValue()
                            * round.get("actions").get(g).get(1).doubleValue();
                }
                for (int i = 0; i < 2600; i++) {
                    all += turn.actions().get(i, 1);
                }
                assertThat(shown).isCloseTo(all, Percentage.withPercentage(1e-7));
                double differences = 0;
                for (JsonNode share : round.get("differences")) {
                    differences += share.doubleValue();
                }
                for (JsonNode share : round.get("within")) {
                    differences += share.doubleValue();
                }
                assertThat(differences).isCloseTo(turn.cost().dissimilarity(), Percentage.withPercentage(1e-7));
                JsonNode graph =
                        studio.read(play + "/graphs/" + round.get("graph").stringValue());
                long edges = 0;
                for (JsonNode weight : graph.get("weights")) {
                    edges += weight.intValue();
                }
                assertThat(graph.get("edges")).hasSameSizeAs(round.get("differences"));
                assertThat(edges)
                        .as("some edges stay within groups")
                        .isPositive()
                        .isLessThan(repeat.instance().round(t).graph().edges());
            }
            assertThat(studio.get(play + "/rounds/1/iterations").statusCode()).isEqualTo(404);
        }
    }
}
