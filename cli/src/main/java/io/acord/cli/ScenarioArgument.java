package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.PackagedText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A scenario as commands name it: a file, {@code -} for what comes in on standard input, or one that is packaged. */
final class ScenarioArgument {

    private static final String STANDARD_INPUT = "standard-input.yaml";

    private ScenarioArgument() {}

    /** The paper's Figure 1. */
    static Scenario figure1(List<String> sets) {
        return ScenarioReader.readText(packaged("figure-1"), "figure-1.yaml", Path.of(""), sets);
    }

    /** The text of a scenario that comes with the command. */
    static String packaged(String name) {
        return PackagedText.of(ScenarioArgument.class, "scenarios/" + name + ".yaml");
    }

    static Scenario read(Path file, List<String> sets) throws IOException {
        return read(file, sets, System.in);
    }

    /** Names of files in what comes in are taken from the folder that the command was started in. */
    static Scenario read(Path file, List<String> sets, InputStream in) throws IOException {
        if (!file.toString().equals("-")) {
            return ScenarioReader.read(file, sets);
        }
        byte[] bytes = in.readAllBytes();
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Complaints.refuse("standard input", "is not UTF-8", "a scenario as text", "save it as UTF-8");
        }
        return ScenarioReader.readText(text, STANDARD_INPUT, Path.of(""), sets);
    }
}
