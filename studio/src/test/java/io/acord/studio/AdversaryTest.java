package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.theory.CompetitiveRatio;
import io.acord.theory.LowerBound;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The game of the lower bound (theory 9.3). */
class AdversaryTest {

    @TempDir
    Path folder;

    @Test
    void theRatioThatIsForcedIsTheLeastThatCanBePromised() throws Exception {
        try (TestStudio studio = new TestStudio(folder, null)) {
            JsonNode curves = studio.read("/api/adversary?mu=0.05&rounds=40");
            assertThat(curves.get("bestRatio").doubleValue()).isEqualTo(CompetitiveRatio.overRounds(0.05, 1, 1, 41));
            double before = 0;
            for (int n = 0; n < 40; n++) {
                double forced = curves.get("leastOfAnybody").get(n).doubleValue();
                double acord = curves.get("ratios").get(n).doubleValue();
                assertThat(forced).isGreaterThan(before).isLessThanOrEqualTo(acord);
                assertThat(acord).isLessThanOrEqualTo(CompetitiveRatio.overRounds(0.05, 1, 1, n + 2));
                before = forced;
            }
            assertThat(before).isCloseTo(curves.get("bestRatio").doubleValue(), Offset.offset(1e-4));
        }
    }

    @Test
    void theOptimumsPathCostsWhatTheTheorySays() {
        LowerBound bound = LowerBound.ofEqualAgents(1, 0.3, 12, 1e6);
        double[] x = Adversary.path(bound);
        double cost = 0;
        double at = 0;
        for (int t = 1; t <= 13; t++) {
            double off = x[t - 1] - bound.target(t);
            cost += bound.curvature(t) / 2 * off * off + (x[t - 1] - at) * (x[t - 1] - at) / 2;
            at = x[t - 1];
        }
        assertThat(cost).isCloseTo(bound.opt(), Offset.offset(1e-12));
    }

    @Test
    void acordPaysWhatTheTheorySaysAndWhoMovesEarlyIsCaught() throws Exception {
        try (TestStudio studio = new TestStudio(folder, null)) {
            String id = open(studio);
            JsonNode at = studio.read("/api/adversary/games/" + id);
            for (int move = 1; move <= 6; move++) {
                at = TestStudio.JSON.readTree(
                        studio.post("/api/adversary/games/" + id + "/move", "{\"action\":\"acord\"}")
                                .body());
                assertThat(at.get("over").booleanValue()).isEqualTo(move == 6);
            }
            LowerBound bound = LowerBound.ofEqualAgents(1, 1, 5, 1e6);
            assertThat(at.get("ratio").doubleValue()).isCloseTo(Adversary.acordRatio(bound), Offset.offset(1e-9));
            String digits = "1".repeat(400);
            assertThat(studio.post("/api/adversary/games", "{\"mu\":" + digits + "}")
                            .statusCode())
                    .as("a number that no double holds")
                    .isEqualTo(400);
            assertThat(studio.post("/api/adversary/games/" + id + "/move", "{\"action\":0}")
                            .statusCode())
                    .isEqualTo(409);
            String other = open(studio);
            JsonNode caught =
                    TestStudio.JSON.readTree(studio.post("/api/adversary/games/" + other + "/move", "{\"action\":0.2}")
                            .body());
            assertThat(caught.get("caught").booleanValue()).isTrue();
            assertThat(caught.get("over").booleanValue()).isTrue();
            assertThat(caught.get("ratio").isNull()).isTrue();
        }
    }

    private static String open(TestStudio studio) throws Exception {
        return TestStudio.JSON
                .readTree(studio.post("/api/adversary/games", "{\"mu\":1,\"rounds\":5}")
                        .body())
                .get("id")
                .stringValue();
    }
}
