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
        try (FolderLock held = lock.get()) {
            Path file = folder.resolve("journal");
            Path mark = folder.resolve("answered");
            List<FileFinding> findings = new ArrayList<>();
            Optional<AnsweredMark.Answered> answered = Optional.empty();
            try {
                answered = AnsweredMark.read(mark);
                answered.ifPresent(known -> findings.add(
                        new FileFinding(mark, true, "rounds up to " + (known.records() - 1) + " were answered")));
            } catch (BadInputException damaged) {
                findings.add(finding(mark, damaged, repairs ? Optional.of(setAside(mark)) : Optional.empty()));
            }
            RoundJournal.Whole whole = RoundJournal.wholePart(file, held, answered);
            BadInputException damage = whole.damage();
            String found = Math.max(0, whole.records() - 1) + " rounds, " + whole.end() + " bytes"
                    + (whole.end() < whole.size() && damage == null
                            ? ", and " + (whole.size() - whole.end()) + " of a round that was never answered"
                            : "");
            if (damage == null) {
                findings.add(new FileFinding(file, true, found));
            } else {
                findings.add(
                        finding(file, damage, repairs ? Optional.of(cut(file, mark, whole.end())) : Optional.empty()));
                findings.add(new FileFinding(folder, true, "whole: " + found));
            }
            return findings;
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
