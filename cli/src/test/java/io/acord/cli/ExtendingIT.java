package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Types {@code docs/extending.md} into an empty folder: every file where it says, every command as it stands there. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a shell script")
class ExtendingIT {

    private static final Pattern BLOCK =
            Pattern.compile("(?:`([\\w/.-]+)`:\\n\\n)?```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void fromAnEmptyFolderToAJarAndAStudyWithItsTableAndFigures() throws IOException, InterruptedException {
        String guide = Files.readString(Path.of("..", "docs", "extending.md"));
        StringBuilder printed = new StringBuilder();
        Matcher block = BLOCK.matcher(guide);
        while (block.find()) {
            if (block.group(2).equals("sh")) {
                printed.append(typed(block.group(3)));
            } else if (block.group(1) != null) {
                Path file = folder.resolve(block.group(1));
                Files.createDirectories(file.getParent());
                Files.writeString(file, block.group(3));
            } else {
                assertThat(printed.toString().lines())
                        .containsAll(block.group(3).lines().toList());
            }
        }
        Path study = folder.resolve("runs/own-1-sweep");
        List<String> rows = Files.readAllLines(study.resolve("sweep.csv"));
        assertThat(rows).as("3 x 3 settings, 20 seeds, 3 policies").hasSize(1 + 9 * 20 * 3);
        assertThat(Files.readString(study.resolve("table.tex")))
                .contains("\\toprule", "\\bottomrule", "fading", "0.95");
        // What the paper takes is there.
        Matcher taken = Pattern.compile("\\{(runs/[^}]+)\\}").matcher(Files.readString(folder.resolve("paper.tex")));
        int count = 0;
        while (taken.find()) {
            count++;
            assertThat(folder.resolve(taken.group(1))).isNotEmptyFile();
        }
        assertThat(count).isEqualTo(2);
        for (String word : List.of("cost.pdf", "ratio.pdf")) {
            assertThat(guide).contains(word);
            assertThat(Files.readAllBytes(study.resolve(word))).startsWith("%PDF".getBytes(StandardCharsets.US_ASCII));
        }
        try (Stream<Path> left = Files.list(folder.resolve("runs"))) {
            assertThat(left.map(p -> p.getFileName().toString())).noneMatch(name -> name.startsWith("."));
        }
    }

    /** Runs some lines as a shell does; what they print. */
    private String typed(String lines) throws IOException, InterruptedException {
        Path out = folder.resolveSibling(folder.getFileName() + ".out");
        ProcessBuilder builder = new ProcessBuilder("bash", "-e", "-c", lines).directory(folder.toFile());
        builder.environment()
                .put("ACORD", Path.of("..").toAbsolutePath().normalize().toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment()
                .merge(
                        "PATH",
                        Path.of(System.getProperty("java.home"), "bin").toString(),
                        (old, own) -> own + ":" + old);
        builder.environment().remove("ACORD_PLUGINS");
        Process process =
                builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).as(lines).isTrue();
            String printed = Files.readString(out);
            assertThat(process.exitValue()).as(lines + printed).isZero();
            return printed;
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(out);
        }
    }
}
