package io.acord.cli;

import io.acord.input.Complaints;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code acord new}. */
@Command(
        name = "new",
        description = "Writes a commented scenario that runs, to start from.",
        mixinStandardHelpOptions = true)
final class NewCommand extends TerminalCommand {

    @Parameters(paramLabel = "FILE", description = "The scenario to write; it must not exist yet.")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path file;

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            defaultValue = "starter",
            description = "starter (default), figure-1, or an application: ${COMPLETION-CANDIDATES}.",
            completionCandidates = Applications.class)
    @SuppressWarnings("NullAway.Init")
    private String kind;

    @Option(
            names = "--files",
            description =
                    "Of an application: with data of its own to edit, in CSV files beside FILE, instead of data made up from the seed.")
    private boolean withFiles;

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
        List.of("starter", "figure-1").forEach(known -> kinds.put(known, ScenarioArgument.packaged(known)));
        kinds.putAll(ScenarioReader.examples());
        String text = kinds.get(kind);
        if (text == null) {
            throw Complaints.refuse(
                    "--kind", "is " + kind, "one of " + String.join(", ", kinds.keySet()), "choose one of them");
        }
        if (file.toString().isBlank()) {
            throw Complaints.refuse("FILE", "is empty", "the name of a file", "write for instance my.yaml");
        }
        Map<Path, String> all = new LinkedHashMap<>(Map.of(file, text));
        if (withFiles) {
            Map<String, String> found = ScenarioReader.exampleFiles(kind);
            if (found.isEmpty()) {
                throw Complaints.refuse(
                        "--files",
                        "is given, and " + kind + " has none",
                        "the --kind of an application",
                        "omit --files, or choose one of "
                                + String.join(", ", ScenarioReader.examples().keySet()));
            }
            all.clear();
            found.forEach((name, each) -> all.put(all.isEmpty() ? file : file.resolveSibling(name), each));
        }
        write(all);
        String names =
                String.join(", ", all.keySet().stream().map(Path::toString).toList());
        out().println("Wrote " + names + ". Run it with: ./acord run " + file);
        return 0;
    }

    /** All of them, or none. */
    private static void write(Map<Path, String> all) throws IOException {
        Complaints complaints = new Complaints();
        for (Path each : all.keySet()) {
            Path folder = each.toAbsolutePath().getParent();
            if (folder != null && !Files.isDirectory(folder)) {
                complaints.add(
                        each.toString(),
                        "lies in a folder that does not exist",
                        "an existing folder",
                        "make the folder first");
            } else if (Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
                complaints.add(
                        each.toString(),
                        "exists already",
                        "a name that is free",
                        "give another name, or remove the file");
            }
        }
        complaints.throwIfAny();
        for (Map.Entry<Path, String> each : all.entrySet()) {
            try {
                Files.writeString(each.getKey(), each.getValue(), StandardOpenOption.CREATE_NEW);
            } catch (FileAlreadyExistsException e) {
                throw Complaints.refuse(
                        each.getKey().toString(),
                        "exists already",
                        "a name that is free",
                        "give another name, or remove the file");
            }
        }
    }
}
