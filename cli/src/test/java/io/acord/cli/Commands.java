package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    Commands(Path folder) {
        this.folder = folder;
    }

    Process start(String... arguments) throws IOException {
        return startPrintingTo("out.txt", arguments);
    }

    Process startPrintingTo(String file, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dacord.fleet.archive=" + Path.of("target", "fleet-test.jsa").toAbsolutePath(),
                "-jar",
                JAR.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve(file).toFile()))
                .start();
        started.add(process);
        return process;
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
