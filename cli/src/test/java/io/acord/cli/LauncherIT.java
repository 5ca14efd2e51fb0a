package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The README's command as a person runs it, on the jar that was just packaged. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherIT {

    private static final Path ACORD = Path.of("..", "acord").toAbsolutePath().normalize();

    @TempDir
    private Path folder;

    private String plugins = ""; // what the environment says

    private record Answer(int code, String out, String err) {}

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(ACORD.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("ACORD_PLUGINS", plugins);
        builder.environment().put("ACORD_TERMINAL", "1"); // without one, short runs say nothing of their progress
        return builder.redirectOutput(folder.resolve("out.txt").toFile())
                .redirectError(folder.resolve("err.txt").toFile())
                .start();
    }

    private Answer acord(String... arguments) throws IOException, InterruptedException {
        Process process = start(arguments);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        return new Answer(
                process.exitValue(),
                Files.readString(folder.resolve("out.txt"), StandardCharsets.UTF_8),
                Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8));
    }

    @Test
    void runPlaysFigure1AndWritesWhereItSays() throws IOException, InterruptedException {
        Answer answer = acord("run");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("Verdict: every promise that was checked was kept.", "Wrote runs/figure-1-1");
        for (String file : List.of("actions.csv", "costs.csv", "summary.json", "report.html")) {
            assertThat(folder.resolve("runs/figure-1-1").resolve(file)).isNotEmptyFile();
        }
    }

    /** The pages of the applications say how to run the programs in {@code examples/}; this is that command. */
    @Test
    void theCommandOnThePagesRunsTheExamples() throws IOException, InterruptedException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        for (String application : InThisProcess.applications()) {
            Matcher command = Pattern.compile("java -cp cli/target/acord.jar examples/(\\w+).java")
                    .matcher(Files.readString(root.resolve("docs/applications/" + application + ".md")));
            assertThat(command.find()).as(application).isTrue();
            List<String> words = new ArrayList<>(List.of(command.group().split(" ", -1)));
            words.set(0, Path.of(System.getProperty("java.home"), "bin", "java").toString());
            words.add(1, "-XX:TieredStopAtLevel=1"); // over before another compiler has earned its keep
            Process process = new ProcessBuilder(words)
                    .directory(root.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("out.txt").toFile())
                    .start();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(Files.readString(folder.resolve("out.txt")))
                    .isEqualToNormalizingNewlines(
                            Files.readString(root.resolve("examples/" + command.group(1) + ".txt")));
        }
    }

    @Test
    void pluginsAreFoundInFrontOfTheCommandAndInTheEnvironment() throws IOException, InterruptedException {
        String jar = new ExtendingGuide(folder).jar().toString();
        plugins = jar;
        assertThat(acord("kinds").out()).contains("fading");
        assertThat(acord("--plugins=" + jar, "kinds").out()).contains("fading");
        plugins = "";
        assertThat(acord("kinds").out()).doesNotContain("fading");
        assertThat(acord("--plugins", "target/demo-1.jar", "kinds").out()).contains("fading");
        assertThat(acord("--plugins", "nowhere.jar", "kinds").err()).contains("--plugins nowhere.jar does not exist");
    }

    @Test
    void badInputEndsWithTwo() throws IOException, InterruptedException {
        Answer answer = acord("run", "--set", "horizon=-3");
        assertThat(answer.code()).isEqualTo(2);
        assertThat(answer.err()).contains("horizon").doesNotContain("\tat ");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void theHeapCanBeSetAndOneThatIsTooSmallIsASentence() throws IOException, InterruptedException {
        Files.writeString(
                folder.resolve("large.yaml"),
                "{agents: 200000, horizon: 5, costs: {kind: drift}, graph: {kind: ring}, output: {actions: none},"
                        + " algorithms: [acord: {iterations: 2}]}");
        Answer refused = acord("--heap", "150m", "run", "large.yaml", "--set", "optimum=solve");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err())
                .contains("the hindsight optimum has 1,000,000 unknowns", "--heap 1g", "optimum: bound")
                .doesNotContain("\tat ");
        Answer ranOut = acord("--heap", "40m", "run", "large.yaml", "--set", "optimum=none");
        assertThat(ranOut.code()).as(ranOut.err()).isEqualTo(4);
        assertThat(ranOut.err())
                .contains("memory ran out: the heap of ", "--heap 8g")
                .doesNotContain("\tat ");
        assertThat(folder.resolve("runs/large-1")).doesNotExist();
        Answer wrong = acord("--heap", "much", "kinds");
        assertThat(wrong.code()).isEqualTo(2);
        assertThat(wrong.err()).contains("--heap (ACORD_HEAP) is much", "write for instance 6g");
    }

    @Test
    void aRunThatIsInterruptedGoesOnWithTheSameCommandAndEndsWithTheSameBytes()
            throws IOException, InterruptedException {
        String[] command = {"run", "--set", "repeats=10", "--set", "threads=1"};
        Process process = start(command);
        waitForRepeats(1, process);
        process.destroy(); // SIGTERM, as Ctrl-C is SIGINT: both end the virtual machine in order
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).isNotZero();
        assertThat(Files.readString(folder.resolve("err.txt"))).contains("of 10 repeats are kept");
        assertThat(folder.resolve("runs/figure-1-1"))
                .as("nothing looks like a result")
                .doesNotExist();
        process = start(command);
        waitForRepeats(kept() + 2, process);
        process.destroyForcibly(); // kill -9
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        Answer last = acord(command);
        assertThat(last.code()).as(last.err()).isZero();
        assertThat(last.err()).containsPattern("goes on where it was interrupted: \\d+ of 10 repeats had been played");
        Files.move(folder.resolve("runs"), folder.resolve("interrupted"));
        assertThat(acord(command).err()).doesNotContain("goes on");
        for (String file :
                List.of("actions.csv", "books.csv", "costs.csv", "rounds.csv", "repeats.csv", "summary.json")) {
            assertThat(folder.resolve("interrupted/figure-1-1").resolve(file))
                    .hasSameBinaryContentAs(folder.resolve("runs/figure-1-1").resolve(file));
        }
        try (Stream<Path> left = Files.list(folder.resolve("interrupted"))) {
            assertThat(left.map(p -> p.getFileName().toString())).containsExactly("figure-1-1");
        }
    }

    private long kept() throws IOException {
        Path partial = folder.resolve("runs/.figure-1-1.partial");
        if (!Files.isDirectory(partial)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(partial)) {
            return files.filter(file -> file.toString().endsWith(".kept")).count();
        }
    }

    private void waitForRepeats(long count, Process process) throws IOException, InterruptedException {
        while (kept() < count && process.isAlive()) {
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
