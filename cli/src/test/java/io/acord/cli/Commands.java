package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.internal.system.FolderTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The packaged command as processes, in a folder of their own. What they print is in {@code out.txt}. */
final class Commands implements AutoCloseable {

    private static final Path JAR = Path.of("target", "acord.jar").toAbsolutePath();
    private static final Path ARCHIVE = Path.of("target", "fleet-test.jsa").toAbsolutePath();

    /**
     * Of tests that compare bits: they may share the machine, with each other. Others, whose deadlines are short, lock
     * it.
     */
    static final String MACHINE = "machine";

    private static boolean archiveIsMade;

    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    Commands(Path folder) {
        this.folder = folder;
    }

    Process start(String... arguments) throws IOException {
        return startPrintingTo("out.txt", arguments);
    }

    Process startPrintingTo(String file, String... arguments) throws IOException {
        Process process = process(folder, file, java(), arguments);
        started.add(process);
        return process;
    }

    /** The same by a shell that has set limits before, and with options of Java. */
    Process startWithin(String limits, List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("bash", "-c", limits + "; exec \"$0\" \"$@\""));
        command.addAll(java());
        command.addAll(command.indexOf("-jar"), options);
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        started.add(process);
        return process;
    }

    /** A process by all the words that start it. */
    Process startAs(List<String> command, String file) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve(file).toFile()))
                .start();
        started.add(process);
        return process;
    }

    /** The words that begin the packaged command, where many processes are to start cheaply. */
    static List<String> java() throws IOException {
        makeArchive();
        return words(List.of("-XX:SharedArchiveFile=" + ARCHIVE, "-Xshare:auto"));
    }

    private static List<String> words(List<String> options) {
        List<String> words = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileThresholdScaling=2", // most of what starts a process is not called often again
                "-XX:-UsePerfData", // a file, which limits might forbid
                "-Xlog:disable",
                "-Xlog:all=off",
                "-Dacord.fleet.archive=" + ARCHIVE));
        words.addAll(options);
        words.addAll(List.of("-jar", JAR.toString()));
        return List.copyOf(words);
    }

    private static Process process(Path folder, String file, List<String> java, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(java);
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve(file).toFile()))
                .start();
    }

    /**
     * A third of what a process costs is loading classes: a small swarm leaves an archive of them for all that follow.
     */
    private static synchronized void makeArchive() throws IOException {
        if (archiveIsMade) {
            return;
        }
        archiveIsMade = true; // or cannot be: then processes start without
        Files.deleteIfExists(ARCHIVE);
        Path folder = Files.createTempDirectory("acord-archive-");
        Path scenario = Files.writeString(
                folder.resolve("small.yaml"),
                "{horizon: 3, agents: 2, beta: 4, costs: {kind: drift}, graph: {kind: path}, algorithms: [acord]}");
        process(folder, "out.txt", words(List.of()), "swarm", scenario.toString(), "--out", "out")
                .onExit()
                .join();
        FolderTree.delete(folder);
    }

    /** Waits until it is done, and done well. */
    void finish(Process process) throws IOException, InterruptedException {
        assertThat(exit(process)).as(printed()).isZero();
    }

    int exit(Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(15, TimeUnit.MINUTES)).as(printed()).isTrue();
        return process.exitValue();
    }

    String printed() throws IOException {
        return Files.readString(folder.resolve("out.txt"));
    }

    JsonNode json(String file) throws IOException {
        return new ObjectMapper().readTree(Files.readString(folder.resolve(file)));
    }

    static void signal(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }

    /** Ends what is still running; the children of a swarm end with it. */
    @Override
    public void close() {
        for (Process process : started) {
            process.destroyForcibly();
        }
    }
}
