package io.acord.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process of Java occupies.
 *
 * @param heap bytes of objects that are in use, after a collection
 * @param resident bytes of memory, as the system counts; 0 where it does not tell
 * @param threads of the system's; 0 where it does not tell
 */
record Footprint(long heap, long resident, int threads) {

    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    /** Collects in the process, and looks. */
    static Footprint of(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        jcmd.waitFor();
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IOException("no histogram of " + pid + ": " + histogram);
        }
        Path status = Path.of("/proc", Long.toString(pid), "status");
        String told = Files.exists(status) ? Files.readString(status) : "";
        return new Footprint(
                Long.parseLong(total.group(1)), 1024 * number(told, "VmRSS"), (int) number(told, "Threads"));
    }

    private static long number(String status, String key) {
        Matcher found = Pattern.compile("(?m)^" + key + ":\\s+(\\d+)").matcher(status);
        return found.find() ? Long.parseLong(found.group(1)) : 0;
    }

    /** Whether what came after this took no more than a few threads and megabytes. */
    boolean bounds(Footprint after) {
        return after.heap - heap < 16 << 20 && after.threads - threads < 24;
    }

    /** In words, beside what it was before. */
    String since(Footprint before) {
        return String.format(
                Locale.ROOT,
                "heap after collection %.1f then %.1f MB, resident %.0f then %.0f MB, threads %d then %d",
                before.heap / 1e6,
                heap / 1e6,
                before.resident / 1e6,
                resident / 1e6,
                before.threads,
                threads);
    }
}
