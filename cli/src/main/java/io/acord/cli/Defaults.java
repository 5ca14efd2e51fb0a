package io.acord.cli;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Scenarios that come with the command. */
final class Defaults {

    private Defaults() {}

    /** The paper's Figure 1. */
    static Scenario figure1(List<String> sets) {
        return ScenarioReader.readText(text("figure-1"), "figure-1.yaml", Path.of(""), sets);
    }

    /** The text of a scenario by its name. */
    static String text(String name) {
        try (InputStream in = Defaults.class.getResourceAsStream("scenarios/" + name + ".yaml")) {
            if (in == null) {
                throw new AssertionError("no scenario " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
