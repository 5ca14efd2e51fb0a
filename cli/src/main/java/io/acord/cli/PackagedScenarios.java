package io.acord.cli;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.PackagedText;
import java.nio.file.Path;
import java.util.List;

/** Scenarios that come with the command. */
final class PackagedScenarios {

    private PackagedScenarios() {}

    /** The paper's Figure 1. */
    static Scenario figure1(List<String> sets) {
        return ScenarioReader.readText(text("figure-1"), "figure-1.yaml", Path.of(""), sets);
    }

    /** The text of a scenario by its name. */
    static String text(String name) {
        return PackagedText.of(PackagedScenarios.class, "scenarios/" + name + ".yaml");
    }
}
