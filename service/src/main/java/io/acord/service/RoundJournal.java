package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.FolderLock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was asked and answered, round by round, in a folder. A round is on disk when {@link #append} returns. One
 * process at a time, one thread at a time.
 *
 * <p>Rounds are in {@code journal}. When it has as many as are to be kept, it becomes {@code journal.old}, in place of
 * the one before, and a new one goes on from a snapshot: so there are always as many rounds as were asked for, and at
 * most twice as many. The new file is whole before the old one is renamed, so that a stop in between leaves a file that
 * is not needed, or one that only has to be renamed. That rounds are missing which were answered is seen by the
 * {@link AnsweredMark}.
 */
class RoundJournal implements AutoCloseable {

    private final Path folder;
    private final String description;
    private final int keep;
    private final FolderLock lock;
    private JournalFile current;
    private @Nullable JournalFile older;
    private AnsweredMark mark;

    private RoundJournal(
            Path folder,
            String description,
            int keep,
            FolderLock lock,
            JournalFile current,
            @Nullable JournalFile older,
            AnsweredMark mark) {
        this.folder = folder;
        this.description = description;
        this.keep = keep;
        this.lock = lock;
        this.current = current;
        this.older = older;
        this.mark = mark;
    }

    /** Takes over what another one has open, for whoever sees to it that disks fail. */
    RoundJournal(RoundJournal opened) {
        this(opened.folder, opened.description, opened.keep, opened.lock, opened.current, opened.older, opened.mark);
    }

    /**
     * Opens the journal in a folder; both are made if they are not there.
     *
     * @param description of what is played, a line for everything that must not change
     * @param keep so many rounds at least
     * @throws BadInputException if the journal is in use, damaged, or of something else
     */
    static RoundJournal open(Path folder, String description, int keep) throws IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw Complaints.refuse("--state: " + folder, "is a file", "a folder", "choose another name");
        }
        FolderLock lock = FolderLock.take(folder)
                .orElseThrow(() -> Complaints.refuse(
                        "--state: " + folder,
                        "is in use",
                        "a state of its own for every service",
                        "end the other service, or choose another folder"));
        try {
            return open(folder, lock, description, keep);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static RoundJournal open(Path folder, FolderLock lock, String description, int keep) throws IOException {
        finishTurn(folder);
        Path markFile = folder.resolve("answered");
        Optional<AnsweredMark.Answered> answered = AnsweredMark.read(markFile);
        Path file = folder.resolve("journal");
        boolean isNew = !Files.exists(file);
        JournalFile current = JournalFile.open(file, description, answered);
        @Nullable JournalFile older = null;
        try {
            if (isNew) {
                syncFolder(folder);
            }
            refuseOther(folder, current.description(), description);
            refuseBehind(file, current, answered);
            older = openOlder(folder.resolve("journal.old"), current);
            AnsweredMark mark = AnsweredMark.create(markFile, current.answered());
            return new RoundJournal(folder, description, keep, lock, current, older, mark);
        } catch (IOException | RuntimeException e) {
            current.close();
            if (older != null) {
                older.close();
            }
            throw e;
        }
    }

    /** A stop between the two renames of {@link #turn} left a whole file under its first name. */
    private static void finishTurn(Path folder) throws IOException {
        Path begun = folder.resolve("journal.new");
        Path file = folder.resolve("journal");
        if (Files.exists(begun) && !Files.exists(file) && Files.exists(folder.resolve("journal.old"))) {
            Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
            syncFolder(folder);
        } else {
            Files.deleteIfExists(begun);
        }
    }

    private static void refuseBehind(Path file, JournalFile current, Optional<AnsweredMark.Answered> answered) {
        if (answered.isPresent() && answered.get().before() > current.before()) {
            throw Complaints.refuse(
                    "--state: " + file,
                    "ends after round " + current.lastRound() + ", and round "
                            + answered.get().before() + " was answered",
                    "all rounds that were answered, because they must not be answered again",
                    "restore the folder from a copy that is newer; to give up what is missing, remove "
                            + file.resolveSibling("answered"));
        }
    }

    private static @Nullable JournalFile openOlder(Path file, JournalFile current) throws IOException {
        if (!Files.exists(file)) {
            return null;
        }
        JournalFile older = JournalFile.openEnded(file);
        if (older.lastRound() != current.before()) {
            older.close();
            throw Complaints.refuse(
                    "--state: " + file,
                    "ends after round " + older.lastRound(),
                    "round " + current.before() + ", from which the journal goes on",
                    "restore both files from one copy; to give up what it has, remove it");
        }
        return older;
    }

    private static void refuseOther(Path folder, String known, String asked) {
        Complaints complaints = new Complaints();
        String[] before = known.split("\n", -1);
        String[] now = asked.split("\n", -1);
        for (int k = 0; k < Math.max(before.length, now.length); k++) {
            String was = k < before.length ? before[k] : "";
            String is = k < now.length ? now[k] : "";
            if (!was.equals(is)) {
                complaints.add(
                        "--state: " + folder,
                        "belongs to a scenario with " + shortened(was),
                        "one with " + shortened(is)
                                + ", because rounds that were answered must not change their meaning",
                        "serve the scenario it was made with, or choose another folder");
            }
        }
        complaints.throwIfAny();
    }

    private static String shortened(String line) {
        return line.isEmpty() ? "nothing there" : line.length() > 200 ? line.substring(0, 200) + "…" : line;
    }

    private static void syncFolder(Path folder) {
        try (FileChannel directory = FileChannel.open(folder, StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // not every system can: then the file's own sync has to do
        }
    }

    /** How many rounds have been answered. */
    int rounds() {
        return current.lastRound();
    }

    /** The first round that is kept; one more than {@link #rounds} if none is. */
    int firstKept() {
        return (older == null ? current.before() : older.before()) + 1;
    }

    /** What was remembered before the first round that is kept; empty if all are. */
    Optional<JournalFile.Snapshot> beforeKept() {
        return older == null ? current.snapshot() : older.snapshot();
    }

    /** How many bytes of a record that was not finished were cut off on opening. */
    long cutOff() {
        return current.cutOff();
    }

    /**
     * Whether a write failed in a way that could not be undone: nothing can be appended until the journal is opened
     * anew.
     */
    boolean isBroken() {
        return current.isBroken();
    }

    /** Whether the journal has as many rounds as are to be kept, and should {@link #turn} before the next. */
    boolean isFull() {
        return rounds() - current.before() >= keep;
    }

    /**
     * Goes on in a new file; rounds older than those of this one are forgotten. After an exception everything is as it
     * was, but for a file that is not needed.
     *
     * @param snapshot of what is remembered after the last round
     */
    void turn(JournalFile.Snapshot snapshot) throws IOException {
        Path file = folder.resolve("journal");
        Path begun = folder.resolve("journal.new");
        Path old = folder.resolve("journal.old");
        if (!Files.exists(file)) {
            Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE); // could not be done the last time
        }
        JournalFile.create(begun, description, snapshot);
        JournalFile next = JournalFile.open(begun, description, Optional.empty());
        JournalFile before = older;
        try {
            Files.move(file, old, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException | RuntimeException e) {
            next.close();
            throw e;
        }
        older = current;
        current = next; // a name that cannot be changed now is changed by finishTurn
        if (before != null) {
            before.close();
        }
        Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
        syncFolder(folder);
        mark.write(current.answered());
    }

    /**
     * Adds the next round; when this returns it is on disk. After an exception nothing is added, or the journal is
     * broken.
     */
    void append(JournalFile.Entry entry) throws IOException {
        current.append(entry);
        mark.write(current.answered());
    }

    /** A round that is kept. */
    JournalFile.Entry round(int t) throws IOException {
        JournalFile before = older;
        return before != null && t <= current.before() ? before.round(t) : current.round(t);
    }

    /** The fleet after the last round; empty before the first. */
    Optional<byte[]> fleet() throws IOException {
        if (rounds() > current.before()) {
            return Optional.of(current.round(rounds()).fleet());
        }
        return current.snapshot().map(JournalFile.Snapshot::fleet);
    }

    @Override
    public void close() throws IOException {
        mark.close();
        current.close();
        if (older != null) {
            older.close();
        }
        lock.close();
    }
}
