package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.input.BadInputException;
import io.acord.lab.policy.Move;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.Test;

/** Data frames with forecasts play what files with forecasts play in memory. */
class FrameForesightTest extends FrameCase {

    /** Forecasts that are replaced later, made long before, of some agents and rounds only, and beyond the end. */
    private static List<String> forecastLines() {
        Random random = new Random(5);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < AGENTS; i++) {
            for (int round = 2; round <= HORIZON + 1; round++) {
                for (int made = 1; made < round; made++) {
                    if (random.nextInt(3) > 0) {
                        lines.add(made + "," + round + "," + name(i) + "," + (0.1 + random.nextDouble()) + ","
                                + 10 * random.nextGaussian());
                    }
                }
            }
        }
        Collections.shuffle(lines, random);
        return lines;
    }

    private Scenario lookingAhead(String foresight) throws IOException {
        Path file = Files.writeString(folder.resolve("ahead.yaml"), """
                name: frame
                seed: 7
                beta: 5
                switching: 2
                costs: {kind: csv, file: costs.csv}
                graph: {kind: csv, file: edges.csv}
                forecasts: {kind: csv, file: forecasts.csv}
                algorithms:
                  - foresight: %s
                """.formatted(foresight));
        return ScenarioReader.read(file, List.of());
    }

    private static void assertFollowedAsInMemory(PlayedFrame played, Scenario scenario) {
        Map<String, List<Double>> expected = new TreeMap<>();
        double paid = 0;
        List<Move> moves = Fleets.moves(scenario, scenario.instance(scenario.seed()));
        for (int t = 1; t <= moves.size(); t++) {
            ForesightDecision decision = moves.get(t - 1).foresight().orElseThrow();
            paid += decision.expert().cost().total();
            for (int i = 0; i < scenario.agents(); i++) {
                expected.put(
                        t + " " + scenario.names().get(i),
                        List.of(
                                decision.gamma(i),
                                decision.account(i),
                                decision.planned().get(i, 0),
                                decision.expert().actions().get(i, 0)));
            }
        }
        Map<String, List<Double>> found = new TreeMap<>();
        for (Row row : played.followed().collectAsList()) {
            found.put(
                    row.getInt(0) + " " + row.getString(1),
                    List.of(row.getDouble(2), row.getDouble(3), row.getDouble(4), row.getDouble(5)));
        }
        assertThat(found).isEqualTo(expected);
        assertThat(played.expertCost().orElseThrow().total()).isCloseTo(paid, within(1e-12 * paid));
        assertThat(played.cost().total()).isLessThan(1.5 * paid);
        assertThat(played.whyNotPromised()).isEmpty();
    }

    @Test
    void framesWithForecastsPlayTheBitsOfFilesAndGoOnWithTheirAccounts() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, true)));
        Dataset<Row> forecasts = rows(write("forecasts.csv", "made,round,agent,alpha,v", forecastLines()))
                .selectExpr(
                        "made",
                        "round",
                        "agent",
                        "if(made % 2 = 0, null, alpha) as alpha",
                        "if(made % 2 = 0, null, v) as v",
                        "if(made % 2 = 0, concat('{\"alpha\": ', alpha, ', \"v\": [', v, ']}'), null) as cost");
        Scenario scenario = lookingAhead("{window: 2, trust: 0.5, iterations: 6}");
        AcordFrame frame = frame(costs, edges)
                .switching(2)
                .forecasts(forecasts)
                .foresight(2, Trust.STANDARD)
                .iterations(6)
                .blocks(3);
        PlayedFrame first = frame.roundsAtATime(3).play();
        assertThat(played(first)).isEqualTo(expected(scenario));
        assertFollowedAsInMemory(first, scenario);
        Files.delete(folder.resolve("checkpoint/state/5/b00000"));
        Files.write(folder.resolve("checkpoint/state/5/b00001"), new byte[] {1, 2, 3});
        PlayedFrame again = frame.play();
        assertThat(again.resumedAfter()).isEqualTo(4);
        assertThat(played(again)).isEqualTo(expected(scenario));
        assertFollowedAsInMemory(again, scenario);
        assertThatThrownBy(() -> frame.foresight(3, Trust.STANDARD).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("checkpoint");
    }

    @Test
    void forecastsThatAreWrongAreComplainedAboutBeforeAnythingIsPlayed() throws IOException {
        Dataset<Row> costs = rows(write("costs.csv", "round,agent,alpha,v", costLines(1)));
        Dataset<Row> edges = rows(write("edges.csv", "round,i,j,weight", edgeLines(2, false)));
        Dataset<Row> forecasts = rows(write(
                "forecasts.csv",
                "made,round,agent,alpha,v",
                List.of(
                        "2,2,z1,1,3",
                        "1,3,nobody,1,3",
                        "1,3," + name(3) + ",-1,3",
                        "1,4,z1,1,3",
                        "1,4,z1,1,4",
                        ",4,z1,1,4")));
        assertThatThrownBy(
                        () -> frame(costs, edges).forecasts(forecasts).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("forecasts: made 2, round 2, agent \"z1\" is not made before the round")
                .hasMessageContaining("forecasts: made 1, round 3, agent \"nobody\" is of somebody unknown")
                .hasMessageContaining("forecasts: made 1, round 3, agent \"Ü3\": alpha is -1.0")
                .hasMessageContaining("forecasts: made 1, round 4, agent \"z1\" is there twice")
                .hasMessageContaining("forecasts: made unknown, round 4, agent \"z1\" is not made before");
        assertThatThrownBy(() -> frame(costs, edges)
                        .forecasts(costs)
                        .foresight(2, new Trust(0.5, Trust.Account.COMMON))
                        .blocks(2)
                        .play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("account is common");
        assertThatThrownBy(() -> frame(costs, edges).forecasts(costs).blocks(2).play())
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("forecasts: column \"made\" is missing");
        assertThatThrownBy(() -> frame(costs, edges)
                        .forecasts(forecasts)
                        .blocks(2)
                        .onBatches(played -> {})
                        .call(costs, 1L))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("forecasts are given to a stream");
    }
}
