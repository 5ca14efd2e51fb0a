package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.internal.system.FileFinding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceJournalCheckTest {

    @TempDir
    private Path folder;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @BeforeEach
    void leaveAJournal() throws IOException {
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 100)) {
            for (int t = 1; t <= 3; t++) {
                journal.append(new JournalFile.Entry(bytes("body " + t), bytes("answer " + t), bytes("fleet " + t)));
            }
        }
    }

    private List<FileFinding> check(boolean repairs) throws IOException {
        return ServiceJournalCheck.check(folder, repairs);
    }

    @Test
    void aSoundJournalIsDescribed() throws IOException {
        assertThat(ServiceJournalCheck.isOne(folder)).isTrue();
        assertThat(check(false)).hasSize(2).allMatch(FileFinding::isSound);
        assertThat(check(false).toString()).contains("3 rounds", "rounds up to 3 were answered");
    }

    @Test
    void damageIsFoundWhereverABitFlipsAndNothingIsChanged() throws IOException {
        for (String name : List.of("journal", "answered")) {
            Path file = folder.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length; at += 5) {
                byte[] flipped = whole.clone();
                flipped[at] ^= 4;
                Files.write(file, flipped);
                assertThat(check(false)).as(name + " at " + at).anyMatch(finding -> !finding.isSound());
                assertThat(Files.readAllBytes(file)).isEqualTo(flipped);
            }
            Files.write(file, whole);
        }
    }

    @Test
    void roundsThatWereAnsweredAndAreCutOffAreMissed() throws IOException {
        Path file = folder.resolve("journal");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 20));
        assertThat(check(false)).anyMatch(finding -> finding.inWords().contains("ends after round 2"));
    }

    @Test
    void aRepairedJournalOpensWithWhatIsWholeAndTheRestIsKeptBeside() throws IOException {
        Path file = folder.resolve("journal");
        byte[] damaged = Files.readAllBytes(file);
        damaged[damaged.length - 6] ^= 1; // in the last round
        Files.write(file, damaged);
        assertThat(check(true)).anyMatch(finding -> finding.inWords().contains("Repaired"));
        assertThat(Files.readAllBytes(folder.resolve("journal.damaged"))).isEqualTo(damaged);
        assertThat(check(false)).allMatch(FileFinding::isSound);
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 100)) {
            assertThat(journal.rounds()).isEqualTo(2);
        }
    }

    @Test
    void aJournalThatHasTurnedIsLookedAtWithTheOldOne() throws IOException {
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 3)) {
            journal.turn(new JournalFile.Snapshot(3, bytes("fleet 3"), List.of()));
            journal.append(new JournalFile.Entry(bytes("body 4"), bytes("answer 4"), bytes("fleet 4")));
        }
        assertThat(check(false)).hasSize(3).allMatch(FileFinding::isSound);
        assertThat(check(false).toString()).contains("3 rounds", "rounds 4 to 4", "rounds up to 4 were answered");
        Path old = folder.resolve("journal.old");
        byte[] damaged = Files.readAllBytes(old);
        damaged[damaged.length - 6] ^= 1;
        Files.write(old, damaged);
        assertThat(check(false)).anyMatch(finding -> finding.inWords().contains("could not be asked for again"));
        check(true);
        assertThat(check(false)).hasSize(2).allMatch(FileFinding::isSound);
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 3)) {
            assertThat(journal.rounds()).isEqualTo(4);
            assertThat(journal.firstKept()).isEqualTo(4);
        }
    }

    /** What cutting would leave is a journal that begins with round 1 again. */
    @Test
    void aJournalWithoutItsSnapshotGoesBackToTheOldOne() throws IOException {
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 3)) {
            journal.turn(new JournalFile.Snapshot(3, bytes("fleet 3"), List.of()));
            journal.append(new JournalFile.Entry(bytes("body 4"), bytes("answer 4"), bytes("fleet 4")));
        }
        Path file = folder.resolve("journal");
        byte[] damaged = Files.readAllBytes(file);
        damaged[12 + "agents a, b".length() + 4 + 14] ^= 1; // in the snapshot
        Files.write(file, damaged);
        assertThat(check(false)).anyMatch(finding -> finding.inWords().contains("ends with round 3"));
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
        check(true);
        assertThat(check(false)).allMatch(FileFinding::isSound);
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 3)) {
            assertThat(journal.rounds()).isEqualTo(3);
        }
    }

    @Test
    void filesOfDifferentTimesAreFoundOut() throws IOException {
        byte[] early = Files.readAllBytes(folder.resolve("journal"));
        try (RoundJournal journal = RoundJournal.open(folder, "agents a, b", 3)) {
            journal.turn(new JournalFile.Snapshot(3, bytes("fleet 3"), List.of()));
            journal.append(new JournalFile.Entry(bytes("body 4"), bytes("answer 4"), bytes("fleet 4")));
        }
        Files.write(folder.resolve("journal"), early);
        assertThat(check(false))
                .anyMatch(finding -> finding.inWords().contains("round 3 was answered: only a newer copy helps"));
    }

    @Test
    void aCopyIsOnlyLookedAt() throws IOException {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        for (String name : List.of("journal", "answered")) {
            Files.copy(folder.resolve(name), copy.resolve(name));
        }
        assertThat(ServiceJournalCheck.check(copy, false)).allMatch(FileFinding::isSound);
        assertThat(copy.resolve("lock")).doesNotExist();
    }
}
