package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.DamagedCopy;
import io.acord.internal.system.FileFinding;
import io.acord.internal.system.FolderLock;
import java.io.IOException;
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

    /** Whether a folder is the state of a service. */
    public static boolean isOne(Path folder) {
        return Files.isRegularFile(folder.resolve("journal"));
    }

    /**
     * Checks journal and mark.
     *
     * @param repairs whether a damaged journal is cut where the damage begins, with copies beside: rounds from there on
     *     are given up, and would be answered again
     */
    public static List<FileFinding> check(Path folder, boolean repairs) throws IOException {
        Optional<FolderLock> lock = FolderLock.take(folder);
        if (lock.isEmpty()) {
            throw Complaints.refuse(
                    folder.toString(),
                    "is in use",
                    "the state of a service that does not run",
                    "end the service first");
        }
        try {
            Path mark = folder.resolve("answered");
            List<FileFinding> findings = new ArrayList<>();
            Optional<AnsweredMark.Answered> answered = Optional.empty();
            try {
                answered = AnsweredMark.read(mark);
                answered.ifPresent(known -> findings.add(new FileFinding(mark, true, inWords(known))));
            } catch (BadInputException damaged) {
                findings.add(finding(mark, damaged, repairs ? Optional.of(setAside(mark)) : Optional.empty()));
            }
            Path old = folder.resolve("journal.old");
            if (Files.exists(old)) {
                checkOld(old, repairs, findings);
            }
            check(folder.resolve("journal"), mark, answered, repairs, findings);
            return findings;
        } finally {
            lock.get().close();
        }
    }

    private static String inWords(AnsweredMark.Answered known) {
        // A file that goes on from another has a snapshot beside its description.
        int rounds = known.before() + known.records() - (known.before() == 0 ? 1 : 2);
        return "rounds up to " + rounds + " were answered";
    }

    /** Nothing rests on rounds of long ago but that they can be asked for again. */
    private static void checkOld(Path old, boolean repairs, List<FileFinding> findings) throws IOException {
        JournalFile.Whole whole = JournalFile.wholePart(old, Optional.empty());
        boolean isSound = whole.damage() == null && whole.end() == whole.size();
        if (isSound) {
            findings.add(new FileFinding(old, true, rounds(whole)));
        } else {
            String given =
                    repairs ? ". Given up; as it was: " + setAside(old) : ": its rounds could not be asked for again";
            findings.add(new FileFinding(old, false, "is damaged at byte " + whole.end() + given));
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
            Path file, Path mark, Optional<AnsweredMark.Answered> answered, boolean repairs, List<FileFinding> findings)
            throws IOException {
        JournalFile.Whole whole = JournalFile.wholePart(file, answered);
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
