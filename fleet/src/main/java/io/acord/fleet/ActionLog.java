package io.acord.fleet;

import io.acord.internal.system.LogLimit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The actions that a member gave out, as a CSV file that grows: {@code round,level,iteration,agent,x0[,x1...]}, with as
 * many lines a round as the member has agents. A round is in it once, whatever lives the member had: what a life
 * repeats is not written again, and a round that a life left half written is completed by the next.
 *
 * <p>What cannot be written, because the disk is full, is kept and written later: the journal is what a member lives
 * by, not this file. A round is on disk before the next one is in the journal, so that a cut of the power leaves no
 * gap.
 */
public final class ActionLog implements ActionListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ActionLog.class);

    /** So many bytes of rounds wait at most for room on the disk. */
    private static final int MOST_WAITING = 16 << 20;

    /** The file, as far as this class needs one. */
    interface Disk extends AutoCloseable {
        /** Writes some of the bytes at a place; returns how many. */
        int write(ByteBuffer bytes, long position) throws IOException;

        void truncate(long size) throws IOException;

        void sync() throws IOException;

        @Override
        void close() throws IOException;
    }

    private record RealDisk(FileChannel file) implements Disk {
        @Override
        public int write(ByteBuffer bytes, long position) throws IOException {
            return file.write(bytes, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            file.force(false);
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private final Disk file;
    private final long mostWaiting; // bytes
    private final List<String> names;
    private final Deque<byte[]> waiting = new ArrayDeque<>(); // rounds that could not be written yet
    private final LogLimit lines = new LogLimit();
    private long waitingBytes;
    private long end; // of what is there in full
    private final AtomicLong failures = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private int last; // the last round that is there in full, or waits to be

    private ActionLog(Disk file, List<String> names, int last, long mostWaiting) {
        this.file = file;
        this.mostWaiting = mostWaiting;
        this.names = names;
        this.last = last;
    }

    /**
     * Opens a file, made if it is not there; {@code names} are the member's agents, in the order of ids, none with a
     * comma.
     */
    public static ActionLog open(Path path, int dimension, List<String> names) throws IOException {
        long keep = 0;
        int last = 0;
        if (Files.exists(path)) {
            String text = Files.readString(path);
            long at = 0;
            int lines = 0;
            for (String line : text.split("(?<=\n)", -1)) {
                at += line.getBytes(StandardCharsets.UTF_8).length;
                if (!line.endsWith("\n")) {
                    break;
                }
                if (at == line.getBytes(StandardCharsets.UTF_8).length) {
                    keep = at; // the header
                } else if (++lines % names.size() == 0) {
                    keep = at;
                    last = Integer.parseInt(line.substring(0, line.indexOf(',')));
                }
            }
        }
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        file.truncate(keep);
        ActionLog log = new ActionLog(new RealDisk(file), List.copyOf(names), last, MOST_WAITING);
        log.end = keep;
        if (keep == 0) {
            log.write(header(dimension));
        }
        return log;
    }

    /** A new log on a disk. */
    static ActionLog on(Disk disk, int dimension, List<String> names) throws IOException {
        return on(disk, dimension, names, MOST_WAITING);
    }

    /** @param mostWaiting bytes of rounds that wait at most for room */
    static ActionLog on(Disk disk, int dimension, List<String> names, long mostWaiting) throws IOException {
        ActionLog log = new ActionLog(disk, List.copyOf(names), 0, mostWaiting);
        log.write(header(dimension));
        return log;
    }

    private static byte[] header(int dimension) {
        StringBuilder header = new StringBuilder("round,level,iteration,agent");
        for (int c = 0; c < dimension; c++) {
            header.append(",x").append(c);
        }
        return header.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The last round that is there in full; 0 if there is none. */
    public int last() {
        return last;
    }

    @Override
    public void act(Published published) {
        if (published.round() <= last) {
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < names.size(); row++) {
            text.append(published.round() + "," + published.level().name().toLowerCase(Locale.ROOT) + ","
                    + published.iteration() + "," + names.get(row));
            for (int c = 0; c < published.actions().dimension(); c++) {
                text.append(',').append(published.actions().get(row, c));
            }
            text.append('\n');
        }
        keep(text.toString().getBytes(StandardCharsets.UTF_8), published.round());
        last = published.round();
        writeOn();
    }

    private void keep(byte[] round, int number) {
        if (waitingBytes + round.length > mostWaiting) {
            lost.incrementAndGet();
            long withheld = lines.next();
            if (withheld >= 0) {
                LOG.error("event=action-not-kept round={} why=\"no room on the disk\" withheld={}", number, withheld);
            }
            return;
        }
        waiting.addLast(round);
        waitingBytes += round.length;
    }

    /** Writes and syncs what waits, as far as there is room. */
    private void writeOn() {
        try {
            while (!waiting.isEmpty()) {
                write(waiting.getFirst());
                waitingBytes -= waiting.removeFirst().length;
            }
            file.sync();
        } catch (IOException e) {
            failures.incrementAndGet();
            long withheld = lines.next();
            if (withheld >= 0) {
                LOG.error(
                        "event=actions-wait rounds={} why=\"{}\" withheld={}", waiting.size(), e.toString(), withheld);
            }
        }
    }

    /** How often rounds could not be written when they were given out. */
    public long failures() {
        return failures.get();
    }

    /** How many rounds the file will never have, because too many waited to be written. */
    public long lost() {
        return lost.get();
    }

    /** All of it, or nothing that a reader would see as a line. */
    private void write(byte[] text) throws IOException {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(text);
            while (bytes.hasRemaining()) {
                file.write(bytes, end + bytes.position());
            }
            end += text.length;
        } catch (IOException e) {
            file.truncate(end);
            throw e;
        }
    }

    @Override
    public void close() throws IOException {
        writeOn();
        file.close();
    }

    /** One line of such a file. */
    public record Line(int round, String level, int iteration, String agent, List<Double> x) {}

    /** The whole lines of a file that may be growing. */
    public static List<Line> read(Path path) throws IOException {
        String text = Files.exists(path) ? Files.readString(path) : "";
        List<Line> lines = new ArrayList<>();
        int from = text.indexOf('\n') + 1;
        for (int to = text.indexOf('\n', from); to >= 0; from = to + 1, to = text.indexOf('\n', from)) {
            String[] fields = text.substring(from, to).split(",", -1);
            List<Double> x = IntStream.range(4, fields.length)
                    .mapToObj(c -> Double.parseDouble(fields[c]))
                    .toList();
            lines.add(new Line(Integer.parseInt(fields[0]), fields[1], Integer.parseInt(fields[2]), fields[3], x));
        }
        return lines;
    }
}
