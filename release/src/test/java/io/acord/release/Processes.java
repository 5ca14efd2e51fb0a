package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** The packaged command as processes that are stopped as a supervisor stops them. What they print is in files. */
final class Processes implements AutoCloseable {

    static final Path JAR = Path.of("..", "cli", "target", "acord.jar").toAbsolutePath();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    Processes(Path folder) {
        this.folder = folder;
    }

    /** Starts {@code acord} with arguments; prints to {@code NAME.out} and {@code NAME.err}. */
    Process start(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-jar",
                JAR.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(name + ".err").toFile()))
                .start();
        started.add(process);
        return process;
    }

    /** Runs {@code acord} to its end, and returns what it printed. */
    String run(String... arguments) throws IOException, InterruptedException {
        Process process = start("run", arguments);
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(read("run.err")).isZero();
        return read("run.out");
    }

    String read(String file) throws IOException {
        Path path = folder.resolve(file);
        return Files.exists(path) ? Files.readString(path) : "";
    }

    /** Ends a process as systemd does, and returns its exit code. */
    static int terminate(Process process) throws InterruptedException {
        process.destroy(); // SIGTERM
        assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    static void await(String what, Process process, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!holds.call()) {
            assertThat(process.isAlive()).as("alive until: %s", what).isTrue();
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            Thread.sleep(20);
        }
    }

    static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString());
    }

    static HttpResponse<String> post(String address, String body) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(address))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        started.forEach(Process::destroyForcibly);
    }
}
