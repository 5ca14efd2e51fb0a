package io.acord.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Where and when something was measured, and how to measure it again. */
record Machine(
        String processor, int processors, String system, String java, String commit, String command, String date) {

    static Machine here(String command) {
        return new Machine(
                processorName(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.version"),
                System.getProperty("acord.commit", "unknown"),
                command,
                LocalDate.now(ZoneOffset.UTC).toString());
    }

    /** As Linux knows it. */
    private static String processorName() {
        try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).trim())
                    .findFirst()
                    .orElse("unknown processor");
        } catch (IOException e) {
            return "unknown processor";
        }
    }

    String plain() {
        return processor + ", " + processors + " processors, " + system + "; " + java + "; commit " + commit + "; "
                + command + "\n";
    }

    /** The head of a page whose times are minima of repetitions. */
    String markdown(String title) {
        return markdown(
                title, "times are minima of interleaved repetitions, and only ratios within a table mean something.");
    }

    /**
     * The head of a page.
     *
     * @param times what they are
     */
    String markdown(String title, String times) {
        return "# Benchmarks: " + title + "\n\n`" + command + "`, " + date + ", commit " + commit + ", on " + processor
                + " with " + processors + " virtual processors, " + system + ", " + java + ".\n"
                + "Others used the machine at the same time: " + times + "\n\n";
    }

    String json() {
        return "\"processor\":" + Table.quoted(processor) + ",\"processors\":" + processors + ",\"system\":"
                + Table.quoted(system) + ",\"java\":" + Table.quoted(java) + ",\"commit\":" + Table.quoted(commit)
                + ",\"command\":" + Table.quoted(command) + ",\"date\":" + Table.quoted(date);
    }
}
