package io.acord.lab.kept;

import io.acord.internal.system.FolderTree;
import java.io.BufferedWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Files of a run that grow while it is played. Repeats are played side by side; each policy of each has a part of its
 * own until they are put together in order. A repeat that is over is kept with its parts: the same run goes on from
 * there, whoever interrupted it.
 */
public final class PartFiles implements AutoCloseable {

    private final PartialFolder partial;
    private final String fingerprint; // empty: nothing is kept
    private final Map<String, Part> parts = new ConcurrentHashMap<>();
    private final Map<String, String> headers = new ConcurrentHashMap<>();
    private final Set<Integer> over = new TreeSet<>(); // repeats that are kept
    private boolean isClosed;

    /** @param writer null of a part that is complete */
    private record Part(Path file, @Nullable BufferedWriter writer, CRC32 sum) {}

    /** Writes lines of a part. */
    public interface Lines {
        void write(BufferedWriter out) throws IOException;
    }

    /**
     * The parts of a run.
     *
     * @param partial where they grow
     * @param fingerprint of what is played; empty if nothing of it is ever kept
     * @param repeats that it has
     */
    public PartFiles(PartialFolder partial, String fingerprint, int repeats) throws IOException {
        this.partial = partial;
        this.fingerprint = fingerprint;
        for (int r = 0; r < repeats && !fingerprint.isEmpty(); r++) {
            Optional<byte[]> kept = partial.kept().kept(name(r));
            if (kept.isPresent() && isWhole(kept.get())) {
                over.add(r);
            }
        }
        Set<Path> known = parts.values().stream().map(Part::file).collect(Collectors.toSet());
        for (Path file : partial.grown()) { // of repeats that were not over, or put together and not moved
            if (!known.contains(file)) {
                FolderTree.delete(file);
            }
        }
    }

    private String name(int repeat) {
        return Fingerprint.of(fingerprint + "\nrepeat " + repeat);
    }

    /** Ends the key of a file that is not put together from parts, of the first repeat. */
    private static final String WHOLE = "-w-0";

    private static String key(String of, int algorithm, int repeat) {
        return of + "-" + algorithm + "-" + repeat;
    }

    /** How many repeats had been played before. */
    public synchronized int count() {
        return over.size();
    }

    /** What was kept of a repeat that is over; empty: it has to be played. */
    public synchronized Optional<byte[]> remembered(int repeat) {
        try {
            return over.contains(repeat)
                    ? partial.kept()
                            .kept(name(repeat))
                            .map(bytes -> Kept.read(bytes).record())
                    : Optional.empty();
        } catch (IOException | IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }

    /** The first line of a file, where only who writes its parts knows it. */
    public void header(String of, String line) {
        headers.put(of, line);
    }

    public Optional<String> header(String of) {
        return Optional.ofNullable(headers.get(of));
    }

    /** Whether there is any part of a file. */
    public boolean has(String of) {
        return parts.keySet().stream().anyMatch(key -> key.startsWith(of + "-"));
    }

    /** Appends to the part of a policy in a repeat; does nothing once closed: who still plays plays for nobody. */
    public void append(String of, int algorithm, int repeat, Lines lines) {
        Part part = part(key(of, algorithm, repeat));
        try {
            if (part != null && part.writer() != null) {
                lines.write(part.writer());
            }
        } catch (IOException e) {
            if (!isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    /** Writes a file of the first repeat that nobody appends to, unless it is there; does nothing once closed. */
    public synchronized void whole(String name, String text) {
        Part part = part(name + WHOLE);
        try {
            if (part != null && part.writer() != null) {
                part.writer().write(text);
                parts.put(name + WHOLE, completed(part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of files that were written whole. */
    public List<String> wholes() {
        return parts.keySet().stream()
                .filter(key -> key.endsWith(WHOLE))
                .map(key -> key.substring(0, key.length() - WHOLE.length()))
                .sorted()
                .toList();
    }

    private synchronized @Nullable Part part(String of) {
        if (isClosed) {
            return null;
        }
        return parts.computeIfAbsent(of, key -> {
            try {
                Path file = partial.resolve(key + PartialFolder.PART);
                CRC32 sum = new CRC32();
                OutputStream out = new CheckedOutputStream(Files.newOutputStream(file), sum);
                return new Part(file, new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)), sum);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** Whether anything is kept. */
    public boolean isKeeping() {
        return !fingerprint.isEmpty();
    }

    /**
     * A repeat is over: its parts are complete and, with what else has to be known of it, kept.
     *
     * @param record what has to be known; empty: it is not kept
     */
    public synchronized void over(int repeat, Optional<byte[]> record) {
        if (isClosed) {
            return;
        }
        try {
            Map<String, Part> own = new TreeMap<>();
            for (Map.Entry<String, Part> each : parts.entrySet()) {
                if (each.getKey().endsWith("-" + repeat)) {
                    own.put(each.getKey(), completed(each.getValue()));
                }
            }
            parts.putAll(own);
            if (record.isEmpty() || !isKeeping()) {
                return;
            }
            Map<String, Long> sizes = new TreeMap<>();
            Map<String, Long> sums = new TreeMap<>();
            for (Map.Entry<String, Part> part : own.entrySet()) {
                sizes.put(part.getKey(), Files.size(part.getValue().file()));
                sums.put(part.getKey(), part.getValue().sum().getValue());
            }
            partial.kept().keep(name(repeat), new Kept(Map.copyOf(headers), sizes, sums, record.get()).bytes());
            over.add(repeat);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Part completed(Part part) throws IOException {
        if (part.writer() != null) {
            part.writer().close();
        }
        return new Part(part.file(), null, part.sum());
    }

    /**
     * A repeat that is over.
     *
     * @param sizes of its parts
     * @param sums of its parts
     */
    @SuppressWarnings("ArrayRecordComponent") // written or read at once
    private record Kept(Map<String, String> headers, Map<String, Long> sizes, Map<String, Long> sums, byte[] record) {

        byte[] bytes() throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CRC32 sum = new CRC32();
            DataOutputStream out = new DataOutputStream(new CheckedOutputStream(bytes, sum));
            out.writeInt(headers.size());
            for (Map.Entry<String, String> header : headers.entrySet()) {
                out.writeUTF(header.getKey());
                out.writeUTF(header.getValue());
            }
            out.writeInt(sizes.size());
            for (Map.Entry<String, Long> size : sizes.entrySet()) {
                out.writeUTF(size.getKey());
                out.writeLong(size.getValue());
                out.writeLong(sums.getOrDefault(size.getKey(), 0L));
            }
            out.writeInt(record.length);
            out.write(record);
            out.writeLong(sum.getValue());
            return bytes.toByteArray();
        }

        /** @throws IllegalArgumentException if it is not whole */
        static Kept read(byte[] bytes) {
            CRC32 sum = new CRC32();
            sum.update(bytes, 0, Math.max(0, bytes.length - Long.BYTES));
            try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
                Map<String, String> headers = new TreeMap<>();
                for (int k = in.readInt(); k > 0; k--) {
                    headers.put(in.readUTF(), in.readUTF());
                }
                Map<String, Long> sizes = new TreeMap<>();
                Map<String, Long> sums = new TreeMap<>();
                for (int k = in.readInt(); k > 0; k--) {
                    String key = in.readUTF();
                    sizes.put(key, in.readLong());
                    sums.put(key, in.readLong());
                }
                byte[] record = in.readNBytes(in.readInt());
                if (in.readLong() != sum.getValue()) {
                    throw new IllegalArgumentException("damaged");
                }
                return new Kept(headers, sizes, sums, record);
            } catch (IOException e) {
                throw new IllegalArgumentException("cut off", e);
            }
        }
    }

    /** Takes a repeat back that was kept, if it is whole and all its parts are. */
    private boolean isWhole(byte[] bytes) {
        try {
            Kept kept = Kept.read(bytes);
            Map<String, Part> own = new TreeMap<>();
            for (String key : kept.sizes().keySet()) {
                Path file = partial.resolve(key + PartialFolder.PART);
                if (size(file) != kept.sizes().getOrDefault(key, -1L)
                        || sum(file) != kept.sums().getOrDefault(key, -1L)) {
                    return false;
                }
                own.put(key, new Part(file, null, new CRC32()));
            }
            headers.putAll(kept.headers());
            parts.putAll(own);
            return true;
        } catch (IOException | IllegalArgumentException damaged) {
            return false; // played again
        }
    }

    private static long size(Path file) throws IOException {
        return Files.isRegularFile(file) ? Files.size(file) : -1;
    }

    private static long sum(Path file) throws IOException {
        CRC32 sum = new CRC32();
        Files.copy(file, new CheckedOutputStream(OutputStream.nullOutputStream(), sum));
        return sum.getValue();
    }

    /**
     * Appends all parts of a file in the order of policies and repeats. They stay until all is {@linkplain #finish
     * moved}.
     *
     * @throws IOException once closed: what was played since is missing
     */
    public void putTogether(String of, int algorithms, int repeats, OutputStream out) throws IOException {
        refuseIfClosed();
        for (int a = 0; a < algorithms; a++) {
            for (int r = 0; r < repeats; r++) {
                Part part = parts.get(key(of, a, r));
                if (part != null) {
                    completed(part);
                    Files.copy(part.file(), out);
                }
            }
        }
    }

    /** Copies a file that was written whole to where files are complete. */
    public void copy(String name) throws IOException {
        refuseIfClosed();
        Files.copy(
                partial.resolve(name + WHOLE + PartialFolder.PART),
                partial.resolve(name),
                StandardCopyOption.REPLACE_EXISTING);
    }

    private synchronized void refuseIfClosed() throws IOException {
        if (isClosed) {
            throw new IOException("the run was interrupted");
        }
    }

    /** Moves files to their place. */
    public interface Move {
        void files() throws IOException;
    }

    /**
     * Moves what was put together, in one go that nobody suspends, and then ends it with all that has grown.
     *
     * @throws IOException also once closed: what was played since is missing
     */
    public synchronized void finish(Move move) throws IOException {
        refuseIfClosed();
        move.files();
        end();
        partial.close();
    }

    /** Ends it. Unless it is finished, repeats that are over stay. */
    @Override
    public void close() throws IOException {
        suspend();
    }

    /**
     * Ends it in the middle: repeats that are over stay.
     *
     * @return how many
     */
    public synchronized int suspend() throws IOException {
        if (isClosed) {
            return 0;
        }
        end();
        if (over.isEmpty()) {
            partial.close();
        } else {
            partial.leave();
        }
        return over.size();
    }

    private void end() {
        isClosed = true;
        for (Part part : List.copyOf(parts.values())) {
            try {
                completed(part);
            } catch (IOException e) {
                // its disk is full: a part that is not complete is of a repeat that is not over
            }
        }
    }
}
