package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.DamagedCopy;
import io.acord.internal.system.FileFinding;
import io.acord.internal.system.FolderLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at the journal of a service that does not run: what is there, and what is damaged. */
public final class ServiceJournalCheck {

    private ServiceJournalCheck() {}

    /** Whether a folder is the state of a service; also if it was stopped while its journal turned. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve("journal"))
                || (Files.isRegularFile(folder.resolve("journal.old"))
                        && Files.isRegularFile(folder.resolve("journal.new")));
    }

    /**
     * Checks journal and mark.
     *
     * @param repairs whether a damaged journal is cut where the damage begins, with copies beside: rounds from there on
     *     are given up, and would be answered again
     */
    public static List<FileFinding> check(Path folder, boolean repairs) throws IOException {
        // A copy that nobody has ever played from need not be written to.
        boolean locks = repairs || Files.exists(folder.resolve(FolderLock.FILE));
        Optional<FolderLock> lock = locks ? FolderLock.take(folder) : Optional.empty();
        if (locks && lock.isEmpty()) {
            throw Complaints.refuse(
                    folder.toString(),
                    "is in use",
                    "the state of a service that does not run",
                    "end the service first");
        }
        try {
            return look(folder, repairs);
        } finally {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    private static List<FileFinding> look(Path folder, boolean repairs) throws IOException {
        Path mark = folder.resolve("answered");
        Path old = folder.resolve("journal.old");
        Path file = folder.resolve(Files.exists(folder.resolve("journal")) ? "journal" : "journal.new");
        List<FileFinding> findings = new ArrayList<>();
        Optional<AnsweredMark.Answered> answered = Optional.empty();
        try {
            answered = AnsweredMark.read(mark);
            answered.ifPresent(known -> findings.add(new FileFinding(mark, true, inWords(known))));
        } catch (BadInputException damaged) {
            findings.add(finding(mark, damaged, repairs ? Optional.of(setAside(mark)) : Optional.empty()));
        }
        JournalFile.Whole whole = JournalFile.wholePart(file, answered);
        Optional<JournalFile.Whole> before =
                Files.exists(old) ? Optional.of(JournalFile.wholePart(old, Optional.empty())) : Optional.empty();
        boolean goesOn = before.isPresent()
                || answered.filter(known -> known.before() > 0).isPresent();
        if (whole.damage() != null && whole.records() < 2 && goesOn) {
            findings.add(withoutItsBeginning(file, old, mark, before, repairs));
            return findings;
        }
        before.ifPresent(of -> checkOld(old, of, whole, repairs, findings));
        if (answered.isPresent() && answered.get().before() >= whole.firstRound()) {
            findings.add(new FileFinding(
                    file,
                    false,
                    "ends after round " + whole.lastRound() + ", and round "
                            + answered.get().before() + " was answered: only a newer copy helps"));
        }
        check(file, mark, whole, repairs, findings);
        return findings;
    }

    /** The snapshot is damaged, without which a journal that goes on from another is worth nothing. */
    private static FileFinding withoutItsBeginning(
            Path file, Path old, Path mark, Optional<JournalFile.Whole> before, boolean repairs) throws IOException {
        String found = "is damaged before its first round";
        if (before.filter(JournalFile.Whole::isSound).isEmpty()) {
            return new FileFinding(file, false, found + ", and no sound file goes before it: only a copy helps");
        }
        String upTo = "what is before it ends with round " + before.get().lastRound();
        if (!repairs) {
            return new FileFinding(file, false, found + "; " + upTo);
        }
        Path copy = setAside(file);
        if (Files.exists(mark)) {
            setAside(mark); // it speaks of rounds that are given up
        }
        Files.move(old, file.resolveSibling("journal"), StandardCopyOption.ATOMIC_MOVE);
        return new FileFinding(file, false, found + "; " + upTo + ". Repaired: goes on from there; as it was: " + copy);
    }

    private static String inWords(AnsweredMark.Answered known) {
        // A file that goes on from another has a snapshot beside its description.
        int rounds = known.before() + known.records() - (known.before() == 0 ? 1 : 2);
        return "rounds up to " + rounds + " were answered";
    }

    /** Nothing rests on rounds of long ago but that they can be asked for again. */
    private static void checkOld(
            Path old, JournalFile.Whole whole, JournalFile.Whole next, boolean repairs, List<FileFinding> findings) {
        String wrong = !whole.isSound()
                ? "is damaged at byte " + whole.end()
                : whole.lastRound() != next.firstRound() - 1
                        ? "ends after round " + whole.lastRound() + ", and the journal goes on from round "
                                + next.firstRound()
                        : "";
        if (wrong.isEmpty()) {
            findings.add(new FileFinding(old, true, rounds(whole)));
            return;
        }
        try {
            String given =
                    repairs ? ". Given up; as it was: " + setAside(old) : ": its rounds could not be asked for again";
            findings.add(new FileFinding(old, false, wrong + given));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String rounds(JournalFile.Whole whole) {
        String which = whole.lastRound() < whole.firstRound()
                ? "no rounds"
                : whole.firstRound() == 1
                        ? whole.lastRound() + " rounds"
                        : "rounds " + whole.firstRound() + " to " + whole.lastRound();
        return which + ", " + whole.end() + " bytes";
    }

    private static void check(
            Path file, Path mark, JournalFile.Whole whole, boolean repairs, List<FileFinding> findings)
            throws IOException {
        BadInputException damage = whole.damage();
        String found = rounds(whole)
                + (whole.end() < whole.size() && damage == null
                        ? ", and " + (whole.size() - whole.end()) + " of a round that was never answered"
                        : "");
        if (damage == null) {
            findings.add(new FileFinding(file, true, found));
        } else {
            findings.add(finding(file, damage, repairs ? Optional.of(cut(file, mark, whole.end())) : Optional.empty()));
            findings.add(new FileFinding(Optional.ofNullable(file.getParent()).orElse(file), true, "whole: " + found));
        }
    }

    private static FileFinding finding(Path file, BadInputException damage, Optional<Path> copy) {
        String found = damage.complaints().get(0).found();
        return new FileFinding(
                file,
                false,
                found + copy.map(path -> ". Repaired; as it was: " + path).orElse(""));
    }

    /** Keeps what is whole; returns where the rest is to be found. */
    private static Path cut(Path file, Path mark, long end) throws IOException {
        Path copy = DamagedCopy.of(file);
        Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
        if (Files.exists(mark)) {
            setAside(mark); // it speaks of rounds that are given up
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(end);
            channel.force(true);
        }
        return copy;
    }

    private static Path setAside(Path file) throws IOException {
        return Files.move(file, DamagedCopy.of(file));
    }
}
