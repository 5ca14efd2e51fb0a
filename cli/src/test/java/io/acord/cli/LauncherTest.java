package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds, and what it starts: in a tree of empty modules, with a Maven and a Java of the test's. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class LauncherTest {

    private static final List<String> MODULES = List.of(
            "core",
            "protocol",
            "web",
            "lab",
            "applications",
            "paper",
            "fleet",
            "swarm",
            "service",
            "studio",
            "parquet",
            "spark",
            "bench",
            "cli");

    @TempDir
    private Path folder;

    private Path tree;
    private final List<Process> started = new ArrayList<>();

    private record Answer(int code, String out, String err) {}

    @BeforeEach
    void plant() throws IOException {
        tree = Files.createDirectories(folder.resolve("a tree"));
        Files.copy(Path.of("..", "acord"), tree.resolve("acord")).toFile().setExecutable(true);
        Files.writeString(tree.resolve("pom.xml"), "");
        for (String module : MODULES) {
            Files.createDirectories(tree.resolve(module).resolve("src/main"));
            Files.writeString(tree.resolve(module).resolve("pom.xml"), "");
            Files.writeString(tree.resolve(module).resolve("src/main/Some.java"), "");
        }
        ageSources();
        // A Maven that waits for the test where it is told to, and makes what a build makes.
        program("bin/mvn", """
                echo built >> "$HERE/builds"
                while [ -e "$HERE/wait" ]; do sleep 0.05; done
                [ -e "$HERE/broken" ] && { echo "[ERROR] no such thing"; exit 1; }
                while [ $# -gt 0 ]; do [ "$1" = -pl ] && part=$2; shift; done
                mkdir -p $part/target/lib
                case $part in cli) jar=acord.jar ;; *) jar=acord-$part.jar ;; esac
                [ -e $part/target/$jar ] || echo jar > $part/target/$jar
                """);
        program("java/bin/java", """
                for word; do case $word in -XX:ArchiveClassesAtExit=*) echo > "${word#*=}"; exit 0 ;; esac; done
                printf '%s\\n' "$@"
                printf 'LC_ALL=%s\\n' "${LC_ALL:-}"
                """);
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"17.0.1\"\n");
    }

    private void program(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\nHERE='" + folder + "'\n" + text)
                .toFile()
                .setExecutable(true);
    }

    /** So that what is made now is newer, whatever the file system's clock. */
    private void ageSources() throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.filter(f -> !f.toString().contains("target")).toList()) {
                Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis() - 3_600_000));
            }
        }
    }

    private Process start(String name, Path launcher, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile());
        builder.environment().put("JAVA_HOME", folder.resolve("java").toString());
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().remove("HOME");
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private Answer answer(String name, Process process) throws IOException, InterruptedException {
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return new Answer(process.exitValue(), out(name, "out"), out(name, "err"));
    }

    private String out(String name, String which) throws IOException {
        return Files.readString(folder.resolve(name + "." + which));
    }

    private Answer acord(String... arguments) throws IOException, InterruptedException {
        return answer("one", start("one", tree.resolve("acord"), arguments));
    }

    private int builds() throws IOException {
        Path log = folder.resolve("builds");
        return Files.exists(log) ? Files.readAllLines(log).size() : 0;
    }

    private void awaitText(String name, String text) throws IOException, InterruptedException {
        for (int k = 0; k < 1200 && !out(name, "err").contains(text); k++) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(out(name, "err")).contains(text);
    }

    @AfterEach
    void endWhatWasStarted() throws IOException {
        Files.deleteIfExists(folder.resolve("wait"));
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void itBuildsOnceAndAgainOnlyAfterAChangeOfAnyModule() throws IOException, InterruptedException {
        assertThat(acord("kinds").err()).contains("first use", "built in ");
        assertThat(acord("kinds").err()).isEmpty();
        assertThat(builds()).isEqualTo(1);
        // What Maven makes keeps its time where only another module changed.
        Files.setLastModifiedTime(
                tree.resolve("cli/target/acord.jar"), FileTime.fromMillis(System.currentTimeMillis() - 1_800_000));
        Files.setLastModifiedTime(
                tree.resolve("cli/target/built"), FileTime.fromMillis(System.currentTimeMillis() - 1_800_000));
        Files.setLastModifiedTime(
                tree.resolve("lab/src/main/Some.java"), FileTime.fromMillis(System.currentTimeMillis() - 900_000));
        assertThat(acord("kinds").err()).contains("sources changed");
        assertThat(acord("kinds").err()).isEmpty();
        assertThat(builds()).isEqualTo(2);
        assertThat(tree.resolve("cli/target")).isDirectoryContaining("glob:**.jsa");
    }

    @Test
    void threeAtOnceRunOneBuildAndTheOthersSayThatTheyWait() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("wait"), "");
        Process first = start("first", tree.resolve("acord"), "kinds");
        awaitText("first", "first use");
        Process second = start("second", tree.resolve("acord"), "kinds");
        Process third = start("third", tree.resolve("acord"), "kinds");
        awaitText("second", "waiting for it");
        awaitText("third", "waiting for it");
        Files.delete(folder.resolve("wait"));
        for (Answer answer : List.of(answer("first", first), answer("second", second), answer("third", third))) {
            assertThat(answer.code()).as(answer.err()).isZero();
            assertThat(answer.out()).contains("kinds");
        }
        assertThat(builds()).isEqualTo(1);
    }

    @Test
    void aBuildThatWasKilledDoesNotBlockTheNext() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("wait"), "");
        Process first = start("first", tree.resolve("acord"), "kinds");
        awaitText("first", "first use");
        first.descendants().forEach(ProcessHandle::destroyForcibly);
        first.destroyForcibly();
        first.onExit().join();
        Files.delete(folder.resolve("wait"));
        Answer answer = acord("kinds");
        assertThat(answer.code()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("kinds");
    }

    @Test
    void aBuildThatFailsIsSaidWithItsEndAndTriedAgain() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("broken"), "");
        Answer failed = acord("kinds");
        assertThat(failed.code()).isEqualTo(1);
        assertThat(failed.err()).contains("the build failed", "[ERROR] no such thing");
        assertThat(failed.out()).isEmpty();
        Files.delete(folder.resolve("broken"));
        assertThat(acord("kinds").out()).contains("kinds");
    }

    @Test
    void linksToItWorkFromAnotherFolder() throws IOException, InterruptedException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), tree.resolve("acord"));
        Path relative = Files.createSymbolicLink(folder.resolve("relative"), Path.of("link"));
        assertThat(answer("one", start("one", link, "kinds")).out()).contains(tree + "/cli/target/acord.jar");
        assertThat(answer("one", start("one", relative, "kinds")).out()).contains(tree + "/cli/target/acord.jar");
        assertThat(folder.resolve("cli")).doesNotExist();
    }

    @Test
    void javaPrintsUtf8AndKeepsItsOwnWordsOffStandardOutput() throws IOException, InterruptedException {
        assertThat(acord("run", "--json").out())
                .contains("-Dstdout.encoding=UTF-8", "-Dsun.stdout.encoding=UTF-8", "-Dfile.encoding=UTF-8")
                .contains("-XX:+DisplayVMOutputToStderr", "-Xlog:disable")
                .contains("LC_ALL=C.UTF-8");
    }

    @Test
    void helpOfSparkAndOfTheBenchmarksFetchesNothing() throws IOException, InterruptedException {
        assertThat(acord("spark", "--help").out()).contains("cli/target/acord.jar", "spark", "--help");
        assertThat(acord("bench", "-h").out()).contains("cli/target/acord.jar", "bench", "-h");
        assertThat(builds()).isEqualTo(1);
        assertThat(acord("bench", "--quick").out()).contains("bench/target/acord-bench.jar");
        assertThat(builds()).isEqualTo(2);
    }

    @Test
    void anOlderJavaIsNamed() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("java/release"), "JAVA_VERSION=\"1.8.0_392\"\n");
        Answer answer = acord("kinds");
        assertThat(answer.code()).isEqualTo(1);
        assertThat(answer.err()).contains("is Java 8. Install a JDK 17 or later");
        assertThat(builds()).isZero();
    }
}
