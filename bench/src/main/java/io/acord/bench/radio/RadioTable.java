package io.acord.bench.radio;

import io.acord.fleet.transport.Transport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every fault of a bad radio, by both transports, with short and long deadlines.
 *
 * @param rounds of each row of faults
 * @param only rows that are played
 */
public record RadioTable(int rounds, RowFilter only, Consumer<String> saying) {

    private static final Duration SHORT = Duration.ofMillis(500);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final List<Duration> DEADLINES = List.of(SHORT, LONG);
    private static final List<Duration> CUTS =
            List.of(Duration.ofMillis(1500), Duration.ofSeconds(3), Duration.ofSeconds(10));
    private static final long SEED = 20_261_118;

    /** What happens to frames, in our words and in those of the switch. */
    private enum Fault {
        NONE("none", ""),
        LOSS_5("5 % lost", "loss=0.05"),
        LOSS_30("30 % lost", "loss=0.3"),
        DELAY("75 ± 50 ms late, out of order", "delay=0.075 jitter=0.05"),
        REPEAT("20 % twice", "repeat=0.2 jitter=0.002 delay=0.002"),
        CORRUPT("5 % corrupted", "corrupt=0.05"),
        SLOW("64 kbit/s a host", "rate=64000");

        final String words;
        final String order;

        Fault(String words, String order) {
            this.words = words;
            this.order = order;
        }
    }

    /** One row: cells in the order of the columns. */
    public record Row(
            String fault,
            String transport,
            double deadlineMs,
            int rounds,
            int lost,
            int doubled,
            int clean,
            int otherBits,
            double medianMs,
            double p99Ms,
            double overDeadline) {}

    /** A cut that healed. */
    public record Mended(
            String transport, double cutMs, int rounds, int lost, int doubled, int otherBits, int mended) {}

    /** What rows are called: who asks for some of them names parts of it. */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Duration deadline : DEADLINES) {
            for (Fault fault : Fault.values()) {
                for (Transport.Kind kind : Transport.Kind.values()) {
                    names.add(name(fault, kind, deadline));
                }
            }
        }
        for (Transport.Kind kind : Transport.Kind.values()) {
            CUTS.forEach(time -> names.add(name(time, kind)));
        }
        return names;
    }

    private static String name(Fault fault, Transport.Kind kind, Duration deadline) {
        return fault.words + ", " + words(kind) + ", deadline " + deadline.toMillis() + " ms";
    }

    private static String name(Duration cut, Transport.Kind kind) {
        return "a cut of " + cut.toMillis() + " ms, " + words(kind);
    }

    /** Why it cannot be played here; null if it can. */
    public static @Nullable String obstacle() {
        try {
            Path folder = Files.createTempDirectory("radio");
            try {
                String hosts = RadioHosts.obstacle(folder);
                return hosts == null ? Transport.Kind.DATAGRAMS.obstacle() : hosts;
            } finally {
                remove(folder);
            }
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    /** The faults, row by row. */
    public List<Row> faults() throws IOException, GeneralSecurityException, InterruptedException {
        List<Row> rows = new ArrayList<>();
        for (Duration deadline : DEADLINES) {
            for (Fault fault : Fault.values()) {
                for (Transport.Kind kind : Transport.Kind.values()) {
                    if (!only.takes(name(fault, kind, deadline))) {
                        continue;
                    }
                    saying.accept(name(fault, kind, deadline));
                    RadioRun run = new RadioRun(kind, fault.order, deadline, Duration.ZERO, rounds, SEED);
                    RadioRun.Outcome outcome = played(run, null);
                    double p99 = outcome.interval(0.99);
                    rows.add(new Row(
                            fault.words,
                            words(kind),
                            deadline.toMillis(),
                            outcome.rounds(),
                            outcome.lost(),
                            outcome.doubled(),
                            outcome.clean(),
                            outcome.otherBits(),
                            outcome.interval(0.5),
                            p99,
                            p99 / deadline.toMillis()));
                }
            }
        }
        return rows;
    }

    /**
     * Cuts in one direction, healed after a while: rounds of 500 ms, so that a link has a chance to be called again.
     */
    public List<Mended> cuts() throws IOException, GeneralSecurityException, InterruptedException {
        List<Mended> rows = new ArrayList<>();
        for (Transport.Kind kind : Transport.Kind.values()) {
            for (Duration time : CUTS) {
                if (!only.takes(name(time, kind))) {
                    continue;
                }
                saying.accept(name(time, kind));
                RadioRun run = new RadioRun(kind, "", SHORT, SHORT, 30 + (int) (time.toMillis() / 500) + 20, SEED);
                RadioRun.Outcome outcome = played(run, new RadioRun.Cut(0, 1, 30, time));
                rows.add(new Mended(
                        words(kind),
                        time.toMillis(),
                        outcome.rounds(),
                        outcome.lost(),
                        outcome.doubled(),
                        outcome.otherBits(),
                        outcome.mended()));
            }
        }
        return rows;
    }

    private static String words(Transport.Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Plays in memory, where there is such a folder: what a disk takes for a journal is not the radio's fault. */
    private static RadioRun.Outcome played(RadioRun run, RadioRun.@Nullable Cut cut)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path memory = Path.of("/dev/shm");
        Path folder = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "acord-radio")
                : Files.createTempDirectory("acord-radio");
        RadioRun.Outcome outcome = run.play(folder, cut);
        remove(folder);
        return outcome;
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
