package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code acord new}. */
@Command(
        name = "new",
        description = "Writes a commented scenario that runs, to start from.",
        mixinStandardHelpOptions = true)
final class NewCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The scenario to write; it must not exist yet.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "starter",
            description = "starter (default), figure-1, or an application: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Applications.class)
    @SuppressWarnings("NullAway.Init")
    private String kind;

    /** Kinds of costs that come with a scenario to start from. */
    static final class Applications implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ScenarioReader.examples().keySet().iterator();
        }
    }

    @Override
    public Integer call() throws IOException {
        Map<String, String> kinds = new LinkedHashMap<>();
        List.of("starter", "figure-1").forEach(known -> kinds.put(known, PackagedScenarios.text(known)));
        kinds.putAll(ScenarioReader.examples());
        String text = kinds.get(kind);
        if (text == null) {
            throw Complaints.refuse(
                    "--kind", "is " + kind, "one of " + String.join(", ", kinds.keySet()), "choose one of them");
        }
        if (file.toString().isBlank()) {
            throw Complaints.refuse("FILE", "is empty", "the name of a file", "write for instance my.yaml");
        }
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            throw Complaints.refuse(
                    file.toString(), "exists already", "a name that is free", "give another name, or remove the file");
        } catch (NoSuchFileException e) {
            throw Complaints.refuse(
                    file.toString(),
                    "lies in a folder that does not exist",
                    "an existing folder",
                    "make the folder first");
        }
        spec.commandLine().getOut().println("Wrote " + file + ". Run it with: ./acord run " + file);
        return 0;
    }
}
