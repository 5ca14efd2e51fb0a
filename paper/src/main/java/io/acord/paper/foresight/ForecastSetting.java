package io.acord.paper.foresight;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.paper.experiment.PaperSetting;
import java.nio.file.Path;
import java.util.List;

/**
 * A ring of 20 agents over 20 rounds on which policies with forecasts meet.
 *
 * @param costs the kind: {@code spikes} or {@code drift}
 * @param beta price of differing
 * @param b price of moving
 */
record ForecastSetting(String costs, double beta, double b) {

    /** Those of theory 14. */
    static final List<ForecastSetting> ALL = List.of(
            new ForecastSetting("spikes", 50, 1),
            new ForecastSetting("spikes", 50, 10),
            new ForecastSetting("spikes", 1, 10),
            new ForecastSetting("drift", 1, 10));

    String words() {
        return costs + ", β = " + PaperSetting.plain(beta) + ", b = " + PaperSetting.plain(b);
    }

    /**
     * As a scenario, which the lab can play by itself too.
     *
     * @param forecasts a kind with its options, as scenarios have it
     */
    Scenario scenario(String forecasts, List<String> algorithms) {
        String text = "name: foresight\nhorizon: 20\nagents: 20\nbeta: " + beta + "\nswitching: " + b
                + "\ncosts: {kind: " + costs + "}\ngraph: {kind: ring}\nforecasts: {kind: " + forecasts
                + "}\nalgorithms: [" + String.join(", ", algorithms) + "]\n";
        return ScenarioReader.readText(text, "foresight.yaml", Path.of(""), List.of());
    }
}
