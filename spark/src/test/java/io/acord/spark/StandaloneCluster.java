package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A master and workers of two cores each, as processes on loopback, from the jars of {@code target/spark-home}; and
 * {@code spark-submit} without its script, which Maven's jars lack.
 */
final class StandaloneCluster implements AutoCloseable {

    private static final Path MADE = Path.of("target").toAbsolutePath();
    private static final Path SUBMIT_JAR = MADE.resolve("acord-spark-submit.jar");
    private static final Pattern ADDRESS = Pattern.compile("Starting Spark master at (spark://\\S+)");

    private static final int PATIENCE = 6; // minutes, of whoever waits for processes of a busy machine

    private final Path folder;
    private final List<Process> workers = new ArrayList<>();
    private final List<Process> submitted = new ArrayList<>();
    private int started; // workers, also those that were killed
    private final Process master;
    private final String address;

    /** A cluster without workers, whose logs and work go to a folder. */
    StandaloneCluster(Path folder) throws IOException {
        this.folder = folder;
        this.master = start("master", "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", "0");
        try {
            await("the master's address", () -> address().isPresent());
        } catch (AssertionError | RuntimeException e) {
            master.destroyForcibly();
            throw e;
        }
        this.address = address().orElseThrow();
    }

    private Optional<String> address() {
        Matcher found = ADDRESS.matcher(said("master"));
        return found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    /** What a process has said so far. */
    String said(String name) {
        try {
            return Files.readString(folder.resolve(name + ".log"));
        } catch (IOException e) {
            return "";
        }
    }

    /** Waits for something that processes do. */
    static void await(String what, BooleanSupplier isThere) {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(PATIENCE);
        while (!isThere.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited in vain for " + what).isLessThan(end);
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    /** Starts more workers, all of them at once. */
    void addWorkers(int count) throws IOException {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            String name = "worker-" + ++started;
            names.add(name);
            workers.add(start(
                    name,
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    "127.0.0.1",
                    "--port",
                    "0",
                    "--cores",
                    "2",
                    "--memory",
                    "4g",
                    "--work-dir",
                    folder.resolve(name).toString(),
                    address));
        }
        for (String name : names) {
            await(name, () -> said(name).contains("Successfully registered with master"));
        }
    }

    private Process start(String name, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@" + MADE.resolveSibling("java-options"),
                "-Xmx1g"));
        command.addAll(SparkArchive.options());
        command.addAll(List.of("-cp", SparkArchive.classPath(), main));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("SPARK_HOME", MADE.resolve("spark-home").toString());
        builder.environment().put("SPARK_SCALA_VERSION", "2.13");
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("SPARK_MASTER_WEBUI_PORT", "0");
        builder.environment().put("SPARK_WORKER_WEBUI_PORT", "0");
        return builder.start();
    }

    /**
     * Submits a program of two executors, a core each.
     *
     * @param mode {@code client}, and the process is the driver; or {@code cluster}, and it waits for it
     * @param program its main class, what it is in, and its arguments
     */
    Process submit(String name, String mode, List<String> program) throws IOException {
        return submit(name, address, mode, program);
    }

    /** The same to another master. */
    Process submit(String name, String master, String mode, List<String> program) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("--master", master, "--deploy-mode", mode));
        for (String setting : List.of(
                "spark.executor.cores=1",
                "spark.cores.max=2",
                "spark.executor.memory=512m",
                "spark.driver.memory=512m",
                "spark.ui.enabled=false",
                "spark.log.level=WARN",
                "spark.standalone.submit.waitAppCompletion=true",
                "spark.stage.maxConsecutiveAttempts=10",
                "spark.scheduler.barrier.maxConcurrentTasksCheck.interval=1s",
                "spark.executor.extraJavaOptions=" + String.join(" ", SparkArchive.options()))) {
            arguments.add("--conf");
            arguments.add(setting);
        }
        arguments.add("--driver-java-options");
        arguments.add(String.join(" ", SparkArchive.options()));
        arguments.addAll(program);
        Process process = start(name, "org.apache.spark.deploy.SparkSubmit", arguments.toArray(String[]::new));
        submitted.add(process);
        return process;
    }

    static Path submitJar() {
        return SUBMIT_JAR;
    }

    /** Waits for the end of a program; its exit code. */
    static int end(Process process) throws InterruptedException {
        assertThat(process.waitFor(PATIENCE, TimeUnit.MINUTES)).as("it ends").isTrue();
        return process.exitValue();
    }

    void killAWorker() {
        workers.remove(0).destroyForcibly();
    }

    void killAnExecutor() {
        await("an executor to kill", () -> executor().isPresent());
        executor().orElseThrow().destroyForcibly();
    }

    /** Waits until those of a driver that was lost have seen that. */
    void awaitNoExecutor() {
        await("the end of executors", () -> executor().isEmpty());
    }

    private Optional<ProcessHandle> executor() {
        return workers.stream()
                .flatMap(worker -> worker.toHandle().children())
                .filter(child -> child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .findFirst();
    }

    @Override
    public void close() {
        List<Process> all = new ArrayList<>(submitted);
        all.addAll(workers);
        all.add(master);
        for (Process process : all) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
