package io.acord.swarm;

import io.acord.input.Complaints;
import io.acord.internal.system.FileFinding;
import io.acord.internal.system.FolderLock;
import io.acord.protocol.Journal;
import io.acord.protocol.Snapshot;
import io.acord.swarm.live.FeedJournal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Looks at the journal of a member that does not run: what is there, and what is damaged. */
public final class MemberJournalCheck {

    /** No journal is longer: whatever is, was written by somebody else. */
    private static final long LARGEST = 256L << 20;

    private MemberJournalCheck() {}

    /** Whether a folder has a member's journal. */
    public static boolean isOne(Path folder) {
        return Stream.of("journal-0", "journal-1", "feed-0", "feed-1")
                .anyMatch(file -> Files.isRegularFile(folder.resolve(file)));
    }

    /**
     * Checks all files of a journal.
     *
     * @param repairs whether damaged lines of what controllers told are taken out, with a copy of the file beside it.
     *     Snapshots are not touched: that one is damaged is why their member is careful
     */
    public static List<FileFinding> check(Path folder, boolean repairs) throws IOException {
        Optional<FolderLock> lock = FolderLock.take(folder);
        if (lock.isEmpty()) {
            throw Complaints.refuse(
                    folder.toString(),
                    "is in use",
                    "the journal of a member that does not run",
                    "end the member first");
        }
        try {
            List<FileFinding> findings = new ArrayList<>(snapshots(folder));
            for (FeedJournal.Held told : FeedJournal.Held.inFolder(folder)) {
                if (Files.exists(told.file())) {
                    findings.add(told(told, repairs));
                }
            }
            return findings;
        } finally {
            lock.get().close();
        }
    }

    private static List<FileFinding> snapshots(Path folder) throws IOException {
        List<FileFinding> findings = new ArrayList<>();
        List<byte[]> contents = new ArrayList<>();
        for (String name : List.of("journal-0", "journal-1")) {
            Path file = folder.resolve(name);
            if (!Files.exists(file)) {
                continue;
            }
            if (Files.size(file) > LARGEST) {
                findings.add(
                        new FileFinding(file, false, "is larger than any journal: " + Files.size(file) + " bytes"));
                continue;
            }
            byte[] bytes = Files.readAllBytes(file);
            contents.add(bytes);
            Journal.Recovered one = Journal.recover(bytes);
            boolean isSound = !one.inDoubt();
            String found = one.snapshot().map(MemberJournalCheck::inWords).orElse("nothing yet");
            findings.add(new FileFinding(
                    file,
                    isSound,
                    isSound
                            ? found
                            : "damaged; whole in it: "
                                    + one.snapshot().map(s -> found).orElse("nothing")));
        }
        Journal.Recovered both = Journal.recover(contents.toArray(new byte[0][]));
        if (both.inDoubt()) {
            int round = both.snapshot().map(Snapshot::round).orElse(0);
            findings.add(
                    new FileFinding(
                            folder,
                            false,
                            "the member goes on after round " + round
                                    + " and leaves the next two alone, in which it may have acted; not repaired, because it would not know that then"));
        }
        return findings;
    }

    private static String inWords(Snapshot snapshot) {
        return "round " + snapshot.round() + " of life " + snapshot.epoch() + ", "
                + snapshot.level().name().toLowerCase(Locale.ROOT) + ", "
                + snapshot.actions().agents()
                + (snapshot.actions().agents() == 1 ? " agent" : " agents") + ", books closed up to round "
                + snapshot.books().closed() + (snapshot.books().ended() ? " for good" : "");
    }

    private static FileFinding told(FeedJournal.Held told, boolean repairs) throws IOException {
        int first = told.lines().stream()
                .filter(line -> line.kind() != FeedJournal.Kind.BEGIN)
                .mapToInt(FeedJournal.Line::round)
                .min()
                .orElse(0);
        int last = told.lines().stream()
                .filter(line -> line.kind() != FeedJournal.Kind.BEGIN)
                .mapToInt(FeedJournal.Line::round)
                .max()
                .orElse(0);
        String found = told.lines().size() + " lines about rounds " + first + " to " + last
                + (told.isTorn() ? ", the last one torn, as after a kill" : "");
        if (told.damaged() == 0) {
            return new FileFinding(told.file(), true, found);
        }
        String damage = (told.damaged() == 1 ? "1 line is damaged" : told.damaged() + " lines are damaged")
                + "; what they said is lost. Whole: " + found;
        if (!repairs) {
            return new FileFinding(told.file(), false, damage);
        }
        Path copy = told.repair();
        return new FileFinding(told.file(), false, damage + ". Repaired; as it was: " + copy);
    }
}
