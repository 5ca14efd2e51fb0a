package io.acord.protocol;

import io.acord.model.Actions;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * How snapshots are written down: records one after the other, each with its length and a checksum over everything.
 * Whoever keeps the bytes may append records, or write two files in turns.
 */
public final class Journal {

    private static final int WITH_FORESIGHT = 0x41434a33; // "ACJ3", of blocks that look ahead
    private static final int MAGIC = 0x41434a32; // "ACJ2", of others
    private static final int WITHOUT_BOOKS = 0x41434a31; // "ACJ1", as versions before wrote it
    private static final int HEADER = 12; // magic, length of the body, checksum of both and of the body
    private static final int FIXED = 4 + 8 + 4 + 4 + 4 + 4; // round, epoch, level, iteration, rows, dimension
    private static final int BOOKS = 4 + 4 + 4; // closed, ended, earlier rounds

    /**
     * What a journal holds.
     *
     * @param snapshot the last one that is whole; empty if there is none
     * @param inDoubt whether bytes after it are damaged: a later snapshot may have been committed, and its round
     *     published
     */
    public record Recovered(Optional<Snapshot> snapshot, boolean inDoubt) {}

    private Journal() {}

    /** One record. */
    public static byte[] encode(Snapshot snapshot) {
        int numbers = snapshot.actions().agents() * snapshot.actions().dimension();
        Snapshot.KeptBooks books = snapshot.books();
        Numbers foresight = snapshot.foresight();
        int body = FIXED
                + 8 * (numbers + snapshot.lambdaMemory().size())
                + BOOKS
                + 8 * (books.numbers().size() + numbers * books.earlier().size())
                + 8 * foresight.size();
        ByteBuffer into = ByteBuffer.allocate(HEADER + body);
        into.putInt(foresight.size() > 0 ? WITH_FORESIGHT : MAGIC).putInt(body).putInt(0);
        into.putInt(snapshot.round()).putLong(snapshot.epoch());
        into.putInt(snapshot.level().code()).putInt(snapshot.iteration());
        into.putInt(snapshot.actions().agents()).putInt(snapshot.actions().dimension());
        put(into, snapshot.actions().toArray());
        put(into, snapshot.lambdaMemory().toArray());
        into.putInt(books.closed())
                .putInt(books.ended() ? 1 : 0)
                .putInt(books.earlier().size());
        put(into, books.numbers().toArray());
        books.earlier().forEach(played -> put(into, played.toArray()));
        put(into, foresight.toArray()); // the rest of the body
        into.putInt(8, checksum(into.array(), 0, body));
        return into.array();
    }

    private static void put(ByteBuffer into, double[] numbers) {
        for (double number : numbers) {
            into.putDouble(number);
        }
    }

    private static double[] get(ByteBuffer from, int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, k -> from.getDouble());
        return numbers;
    }

    /**
     * The latest whole snapshot of one or several files; damage is skipped, and said if nothing whole comes after it.
     */
    public static Recovered recover(byte[]... files) {
        return recover(Journal::checksum, files);
    }

    /** How the checksum of a record is worked out. */
    interface Checksum {
        /** Of the record at a place of a file, with so many bytes of body. */
        int of(byte[] file, int at, int body);
    }

    static Recovered recover(Checksum checksum, byte[]... files) {
        Optional<Snapshot> latest = Optional.empty();
        boolean inDoubt = false;
        for (byte[] file : files) {
            boolean damaged = false;
            int at = 0;
            while (at < file.length) {
                int length = lengthAt(file, at, checksum);
                if (length < 0) {
                    damaged = true;
                    at++; // the next record may begin anywhere
                    continue;
                }
                damaged = false;
                Snapshot found = decode(ByteBuffer.wrap(file, at + HEADER, length - HEADER), magicAt(file, at));
                if (latest.isEmpty() || isLater(found, latest.get())) {
                    latest = Optional.of(found);
                }
                at += length;
            }
            inDoubt |= damaged;
        }
        return new Recovered(latest, inDoubt);
    }

    private static boolean isLater(Snapshot found, Snapshot known) {
        return found.round() > known.round() || (found.round() == known.round() && found.epoch() >= known.epoch());
    }

    /** The length of the whole record that starts here, or −1. */
    private static int lengthAt(byte[] file, int at, Checksum checksum) {
        if (file.length - at < HEADER + FIXED) {
            return -1;
        }
        ByteBuffer header = ByteBuffer.wrap(file, at, file.length - at);
        int magic = header.getInt();
        int body = header.getInt();
        int sum = header.getInt();
        boolean isKnown = magic == MAGIC || magic == WITHOUT_BOOKS || magic == WITH_FORESIGHT;
        if (!isKnown || body < FIXED || body > file.length - at - HEADER) {
            return -1;
        }
        if (sum != checksum.of(file, at, body)) {
            return -1;
        }
        int rows = ByteBuffer.wrap(file, at + HEADER + FIXED - 8, 8).getInt();
        int d = ByteBuffer.wrap(file, at + HEADER + FIXED - 4, 4).getInt();
        int level = ByteBuffer.wrap(file, at + HEADER + 12, 4).getInt();
        boolean positive = rows > 0 && d > 0 && Effect.Level.of(level).isPresent();
        long left = body - FIXED - (long) rows * (d + 1L) * 8; // for the books, and what comes after them
        boolean consistent = positive
                && (magic == WITHOUT_BOOKS
                        ? left == 0
                        : left >= BOOKS && fits(left - booksAt(file, at, rows, d, body), magic));
        return consistent ? HEADER + body : -1;
    }

    /** Whether so many bytes after the books are whole numbers of a block that looks ahead, or nothing at all. */
    private static boolean fits(long bytes, int magic) {
        return magic == WITH_FORESIGHT ? bytes > 0 && bytes % 8 == 0 : bytes == 0;
    }

    private static int magicAt(byte[] file, int at) {
        return ByteBuffer.wrap(file, at, 4).getInt();
    }

    /** Bytes of the books of a record, as the record says itself; far too many if it says nonsense. */
    private static long booksAt(byte[] file, int at, int rows, int d, int body) {
        int fields = at + HEADER + FIXED + rows * (d + 1) * 8;
        int earlier = ByteBuffer.wrap(file, fields + 8, 4).getInt();
        return earlier < 0 || earlier > body ? Long.MAX_VALUE : BOOKS + 8L * rows * (2L + d) + 8L * earlier * rows * d;
    }

    /** Over everything but the checksum itself. */
    private static int checksum(byte[] file, int at, int body) {
        CRC32C crc = new CRC32C();
        crc.update(file, at, HEADER - 4);
        crc.update(file, at + HEADER, body);
        return (int) crc.getValue();
    }

    private static Snapshot decode(ByteBuffer body, int magic) {
        int round = body.getInt();
        long epoch = body.getLong();
        Effect.Level level = Effect.Level.of(body.getInt()).orElseThrow();
        int iteration = body.getInt();
        int rows = body.getInt();
        int d = body.getInt();
        Actions actions = Actions.flat(d, get(body, rows * d));
        Numbers lambdaMemory = Numbers.of(get(body, rows));
        if (magic == WITHOUT_BOOKS) {
            return new Snapshot(round, epoch, actions, lambdaMemory, level, iteration);
        }
        int closed = body.getInt();
        boolean ended = body.getInt() == 1;
        int count = body.getInt();
        Numbers numbers = Numbers.of(get(body, rows * (2 + d)));
        List<Actions> earlier = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            earlier.add(Actions.flat(d, get(body, rows * d)));
        }
        Snapshot.KeptBooks books = new Snapshot.KeptBooks(closed, ended, numbers, earlier);
        Numbers foresight = Numbers.of(get(body, body.remaining() / 8));
        return new Snapshot(round, epoch, actions, lambdaMemory, level, iteration, books, foresight);
    }
}
