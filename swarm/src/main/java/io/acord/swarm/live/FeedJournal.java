package io.acord.swarm.live;

import io.acord.internal.system.DamagedCopy;
import io.acord.internal.system.LogLimit;
import io.acord.internal.system.WholeFile;
import io.acord.protocol.live.LiveRounds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What controllers told and what they were answered, on disk: two files that are written in turns, each a line
 * {@code CHECKSUM KIND ROUND AGENT TEXT} for whatever happened. When one is long enough the other is begun anew with
 * what still matters, so that the two together stay bounded.
 *
 * <p>A line is with the operating system when {@link #write} returns, and not necessarily on disk: a member that is
 * killed finds it, and after a power cut the member's own journal says what was played. A full disk ends nobody. Lines
 * that do not match their checksum are left out, counted and said.
 */
public final class FeedJournal implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FeedJournal.class);

    private static final long LONGEST_FILE = 16 << 20;

    /** What a line is about. */
    public enum Kind {
        /** A file begins; the round is its number. */
        BEGIN,
        /** What was told earlier and still holds. */
        BEFORE,
        /** A controller has told something. */
        TOLD,
        /** A round was decided: the text is {@code played} or {@code missed}. */
        DECIDED,
        /** What a round came to. */
        ANSWERED,
        /** What the application remembers when a round was played. */
        FIELD;

        /** Whether a line names an agent. */
        boolean isOfAnAgent() {
            return this == BEFORE || this == TOLD || this == ANSWERED;
        }
    }

    /** One line. */
    public record Line(Kind kind, int round, int agent, String text) {

        private String written() {
            String content = kind.name().toLowerCase(Locale.ROOT) + " " + round + " " + agent + " "
                    + text.replace('\n', ' ').replace('\r', ' ');
            return checksum(content) + " " + content + "\n";
        }

        /** The line that was written so; empty if it is damaged. */
        private static Optional<Line> read(String written) {
            String[] parts = written.split(" ", 5);
            if (parts.length < 5 || !parts[0].equals(checksum(written.substring(9)))) {
                return Optional.empty();
            }
            try {
                Kind kind = Kind.valueOf(parts[1].toUpperCase(Locale.ROOT));
                return Optional.of(new Line(kind, Integer.parseInt(parts[2]), Integer.parseInt(parts[3]), parts[4]));
            } catch (IllegalArgumentException e) {
                return Optional.empty();
            }
        }

        private static String checksum(String content) {
            CRC32 crc = new CRC32();
            crc.update(content.getBytes(StandardCharsets.UTF_8));
            return "%08x".formatted(crc.getValue());
        }
    }

    /**
     * What a file holds.
     *
     * @param number of the file among all that were begun; 0 if it does not say and cannot be known
     * @param damaged how many lines do not match their checksums
     * @param isTorn whether it ends within a line, as it does after a kill
     */
    public record Held(Path file, int number, List<Line> lines, int damaged, boolean isTorn) {

        /** Reads a file; one that is not there holds nothing. */
        public static Held read(Path file) throws IOException {
            String text = Files.exists(file) ? Files.readString(file, StandardCharsets.ISO_8859_1) : "";
            List<Line> lines = new ArrayList<>();
            int damaged = 0;
            int from = 0;
            for (int to = text.indexOf('\n'); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
                byte[] bytes = text.substring(from, to).getBytes(StandardCharsets.ISO_8859_1);
                String written = new String(bytes, StandardCharsets.UTF_8);
                Optional<Line> line = written.length() < 9 ? Optional.empty() : Line.read(written);
                line.ifPresent(lines::add);
                damaged += line.isEmpty() && !written.isEmpty() ? 1 : 0;
            }
            int number = lines.stream()
                    .filter(line -> line.kind() == Kind.BEGIN)
                    .mapToInt(Line::round)
                    .findFirst()
                    .orElse(0);
            return new Held(file, number, List.copyOf(lines), damaged, from < text.length());
        }

        private Held withNumber(int other) {
            return new Held(file, other, lines, damaged, isTorn);
        }

        private boolean hasBegin() {
            return lines.stream().anyMatch(line -> line.kind() == Kind.BEGIN);
        }

        /** How far it goes: the last round that was answered, or decided. Does not rest on the file's first line. */
        private long progress() {
            if (lines.isEmpty()) {
                return -1;
            }
            return lines.stream()
                    .filter(line -> line.kind() == Kind.DECIDED || line.kind() == Kind.ANSWERED)
                    .mapToLong(line -> 2L * line.round() + (line.kind() == Kind.ANSWERED ? 1 : 0))
                    .max()
                    .orElse(Long.MAX_VALUE); // it was begun a moment ago: an older one is left when rounds are decided
        }

        /** Writes the file anew with the lines that are whole; returns where the file as it was is to be found. */
        public Path repair() throws IOException {
            Path copy = DamagedCopy.of(file);
            Files.copy(file, copy);
            StringBuilder whole = new StringBuilder();
            if (number > 0 && !hasBegin()) {
                whole.append(begin(number).written());
            }
            lines.forEach(line -> whole.append(line.written()));
            WholeFile.write(file, whole.toString());
            return copy;
        }

        /** Both files of a folder, the older one first. */
        public static List<Held> inFolder(Path folder) throws IOException {
            List<Held> held = new ArrayList<>();
            for (int k = 0; k < 2; k++) {
                held.add(read(folder.resolve("feed-" + k)));
            }
            held.sort(Comparator.comparingLong(Held::progress).thenComparingInt(Held::number));
            Held older = held.get(0);
            Held newer = held.get(1);
            if (older.number == 0 && !older.lines.isEmpty()) {
                older = older.withNumber(Math.max(1, newer.number - 1));
            }
            if (newer.number == 0 && !newer.lines.isEmpty()) {
                newer = newer.withNumber(older.number + 1);
            }
            return List.of(older, newer);
        }
    }

    private final Path folder;
    private final LogLimit failures = new LogLimit();
    private final List<Held> found;
    private int current; // of the two files
    private int number;
    private int decisions; // in the current file
    private boolean isTorn;
    private boolean hasBegun; // the current file says which one it is
    private @Nullable FileChannel file;

    private FeedJournal(Path folder, List<Held> found) {
        this.folder = folder;
        this.found = found;
        Held newest = found.get(1);
        this.current = newest.file().endsWith("feed-0") ? 0 : 1;
        this.number = newest.number();
        this.isTorn = newest.isTorn();
        this.hasBegun = newest.hasBegin();
        this.decisions = (int) newest.lines().stream()
                .filter(line -> line.kind() == Kind.DECIDED)
                .count();
        for (Held one : found) {
            if (one.damaged() > 0) {
                LOG.warn("event=feed-journal-damaged file={} lines={}", one.file(), one.damaged());
            }
        }
    }

    /** Reads the journal of a folder. Nothing is written before {@link #write}. */
    public static FeedJournal open(Path folder) throws IOException {
        return new FeedJournal(folder, Held.inFolder(folder));
    }

    /** What an earlier life wrote, in its order. */
    List<Line> found() {
        List<Line> all = new ArrayList<>(found.get(0).lines());
        all.addAll(found.get(1).lines());
        return all;
    }

    /** Whether it is time to {@link #turn}. */
    boolean isLong() {
        try {
            return decisions >= LiveRounds.WINDOW || (file != null && file.size() > LONGEST_FILE);
        } catch (IOException e) {
            return false;
        }
    }

    private static Line begin(int number) {
        return new Line(Kind.BEGIN, number, 0, "");
    }

    /** Begins the other file, with these lines; if that fails, the one that there is goes on. */
    void turn(List<Line> first) {
        try {
            StringBuilder text = new StringBuilder(begin(number + 1).written());
            first.forEach(line -> text.append(line.written()));
            Files.createDirectories(folder);
            WholeFile.write(folder.resolve("feed-" + (1 - current)), text.toString());
            current = 1 - current;
            number++;
            decisions = 0;
            isTorn = false;
            hasBegun = true;
            close();
        } catch (IOException e) {
            failed(e);
        }
    }

    /** Adds a line; one that cannot be written is said in the log. */
    public void write(Line line) {
        try {
            FileChannel open = file;
            if (open == null) {
                Files.createDirectories(folder);
                open = FileChannel.open(
                        folder.resolve("feed-" + current), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
                file = open;
                if (isTorn) {
                    append(open, "\n");
                    isTorn = false;
                }
                if (!hasBegun) {
                    number = Math.max(1, number);
                    append(open, begin(number).written());
                    hasBegun = true;
                }
            }
            append(open, line.written());
            decisions += line.kind() == Kind.DECIDED ? 1 : 0;
        } catch (IOException e) {
            failed(e);
        }
    }

    private static void append(FileChannel file, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
    }

    private void failed(IOException e) {
        isTorn = true; // what was written last may not be whole: the next line begins on one of its own
        try {
            close();
        } catch (IOException again) {
            e.addSuppressed(again);
        }
        long withheld = failures.next();
        if (withheld >= 0) {
            LOG.error("event=feed-not-written why=\"{}\" withheld={}", e.toString(), withheld);
        }
    }

    @Override
    public void close() throws IOException {
        FileChannel open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
