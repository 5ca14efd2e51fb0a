package io.acord.lab.advice;

import io.acord.input.Complaints;
import io.acord.internal.system.WholeFile;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.text.FileTrouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The files of an advice: {@code advice.json}, {@code advice.md} and {@code advised.yaml}. What is there already is
 * never replaced: somebody may have gone on with it.
 *
 * @param folder where they go
 */
public record AdviceFiles(Path folder) {

    private static final String JSON = "advice.json";
    private static final String WORDS = "advice.md";
    private static final String SCENARIO = "advised.yaml";

    /** Refuses a folder that cannot be used, before anything is played. */
    public void check() {
        Complaints complaints = new Complaints();
        if (folder.toString().isBlank()) {
            complaints.add("--out", "is empty", "the name of a folder", "give a name, or omit --out");
        } else if (Files.exists(folder) && !Files.isDirectory(folder)) {
            complaints.add(
                    "--out " + folder, "is not a folder", "a folder, or a name that is free", "give another --out");
        }
        for (String name : List.of(JSON, WORDS, SCENARIO)) {
            Path file = folder.resolve(name);
            if (Files.exists(file)) {
                complaints.add(
                        file.toString(),
                        "exists already",
                        "a folder without it",
                        "give another --out, or remove the file");
            }
        }
        complaints.throwIfAny();
    }

    /**
     * Writes them.
     *
     * @param command that gives the same advice again
     * @return what {@code advice.json} says
     */
    public String write(Advice advice, String command, String version) throws IOException {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--out " + folder,
                    "cannot be made (" + FileTrouble.words(e) + ")",
                    "a folder in a place that can be written to",
                    "give another --out");
        }
        String json = AdviceJson.of(advice, command, version);
        WholeFile.write(folder.resolve(SCENARIO), advised(advice));
        WholeFile.write(folder.resolve(WORDS), AdviceWords.markdown(advice, command));
        WholeFile.write(folder.resolve(JSON), json);
        return json;
    }

    /** The advice in a few lines, for a terminal. */
    public static List<String> summary(Advice advice) {
        return AdviceWords.summary(advice);
    }

    /** The scenario with what is advised before its own policies, so that a run of it compares them. */
    private String advised(Advice advice) {
        String canonical = advice.scenario().canonicalIn(folder);
        if (advice.isToStay()) {
            return canonical;
        }
        Candidate candidate = advice.recommended().candidate();
        boolean needsForecasts =
                candidate.ahead().isPresent() && advice.period().isPresent();
        String forecasts = needsForecasts
                ? "forecasts: {kind: persistence, period: " + advice.period().getAsInt() + "}\n"
                : "";
        String policies = "\nalgorithms:\n";
        int at = canonical.lastIndexOf(policies) + 1;
        return canonical.substring(0, at)
                + forecasts
                + policies.substring(1)
                + "  - " + candidate.yaml(freeName(advice.scenario())) + "\n"
                + canonical.substring(at + policies.length() - 1);
    }

    private static String freeName(Scenario scenario) {
        List<String> taken =
                scenario.algorithms().stream().map(Scenario.Algorithm::name).toList();
        String name = "advised";
        for (int k = 2; taken.contains(name); k++) {
            name = "advised-" + k;
        }
        return name;
    }
}
