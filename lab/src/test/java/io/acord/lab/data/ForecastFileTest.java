package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forecasts of files and of every kind that needs none. */
class ForecastFileTest {

    @TempDir
    private Path folder;

    private Scenario read(String forecasts) throws IOException {
        Files.writeString(
                folder.resolve("costs.csv"),
                "round,agent,alpha,v\n1,a,1,1\n1,b,1,2\n2,a,1,3\n2,b,1,4\n3,a,1,5\n3,b,1,6\n");
        return ScenarioReader.readText(
                "costs: {kind: csv, file: costs.csv}\ngraph: {kind: path}\nforecasts: " + forecasts
                        + "\nalgorithms: [foresight: {window: 2}]",
                "believed.yaml",
                folder,
                List.of());
    }

    private static double target(@Nullable HittingCost cost) {
        return cost instanceof Quadratic f ? f.target(0) : Double.NaN;
    }

    private static double[] targets(Instance instance, int now, int later) {
        Forecaster forecaster = instance.forecaster().orElseThrow();
        @Nullable HittingCost[] costs = forecaster.forecast(now, later);
        return new double[] {target(costs[0]), target(costs[1])};
    }

    @ParameterizedTest
    @CsvSource({"csv", "jsonl"})
    void theNewestForecastThatWasMadeCounts(String kind) throws IOException {
        Files.writeString(
                folder.resolve("believed.csv"), "made,round,agent,alpha,v\n1,3,a,2,30\n2,3,a,2,31\n1,2,b,2,40\n");
        Files.writeString(folder.resolve("believed.jsonl"), """
                {"made": 1, "round": 3, "agent": "a", "cost": {"type": "quadratic", "alpha": 2, "v": [30]}}
                {"made": 2, "round": 3, "agent": "a", "cost": {"type": "quadratic", "alpha": 2, "v": [31]}}
                {"made": 1, "round": 2, "agent": "b", "cost": {"type": "quadratic", "alpha": 2, "v": [40]}}
                """);
        Instance instance =
                read("{kind: " + kind + ", file: believed." + kind + "}").instance(1);
        assertThat(targets(instance, 1, 3)).containsExactly(30, Double.NaN);
        assertThat(targets(instance, 2, 3)).containsExactly(31, Double.NaN);
        assertThat(targets(instance, 1, 2)).containsExactly(Double.NaN, 40);
    }

    @Test
    void whatIsWrongInAFileIsSaidAllAtOnceAndWhere() throws IOException {
        Files.writeString(
                folder.resolve("believed.csv"),
                "made,round,agent,alpha,v\n3,3,a,2,30\n1,3,z,2,31\n1,2,b,-2,40\n1,2,a,1,x\n1,2,a,1,1\n1,2,a,1,2\n0,2,a,1,2\n");
        assertThatThrownBy(() -> read("{kind: csv, file: believed.csv}"))
                .hasMessageContaining("believed.csv:2:5: made is 3 for round 3")
                .hasMessageContaining("believed.csv:3:5: agent is z")
                .hasMessageContaining("believed.csv:4:5")
                .hasMessageContaining("believed.csv:5:9: v")
                .hasMessageContaining("is the second forecast of a for round 2 made in 1")
                .hasMessageContaining("believed.csv:8:1");
        assertThatThrownBy(() -> read("{kind: csv, file: belived.csv}"))
                .hasMessageContaining("did you mean believed.csv?");
        assertThatThrownBy(() -> read("{kind: exakt}")).hasMessageContaining("did you mean exact?");
    }

    @Test
    void foresightWithoutForecastsIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> ScenarioReader.readText(
                        "{agents: 2, horizon: 2, costs: {kind: drift}, graph: {kind: path}, algorithms: [foresight]}",
                        "x.yaml",
                        folder,
                        List.of()))
                .hasMessageContaining("forecasts is missing")
                .hasMessageContaining("{kind: persistence} needs no file");
    }

    @Test
    void kindsThatNeedNoFileSayWhatTheyPromise() throws IOException {
        assertThat(targets(read("{kind: exact}").instance(1), 1, 3)).containsExactly(5, 6);
        assertThat(targets(read("{kind: persistence}").instance(1), 2, 3)).containsExactly(3, 4);
        assertThat(targets(read("{kind: persistence}").instance(1), 1, 3)).containsExactly(1, 2);
        Instance weekly = read("{kind: persistence, period: 2}").instance(1);
        assertThat(targets(weekly, 2, 3)).containsExactly(1, 2);
        assertThat(targets(weekly, 1, 2)).containsExactly(Double.NaN, Double.NaN);
        Instance noisy = read("{kind: noise, sd: 0.5, bias: 100}").instance(1);
        assertThat(targets(noisy, 1, 3)[0]).isBetween(100.0, 110.0).isNotEqualTo(targets(noisy, 2, 3)[0]);
        assertThat(targets(noisy, 1, 3)).isEqualTo(targets(noisy, 1, 3));
        Instance garbage = read("{kind: garbage}").instance(1);
        assertThat(targets(garbage, 1, 3)).isEqualTo(targets(garbage, 1, 3));
        assertThat(targets(garbage, 1, 3))
                .isNotEqualTo(targets(read("{kind: garbage}").instance(2), 1, 3));
    }

    @Test
    void aScenarioWrittenOutInFullReadsTheSame() throws IOException {
        Scenario scenario = read("{kind: noise, sd: 2}");
        Scenario again = ScenarioReader.readText(scenario.canonical(), "again.yaml", folder, List.of());
        assertThat(targets(again.instance(4), 1, 2)).isEqualTo(targets(scenario.instance(4), 1, 2));
    }
}
