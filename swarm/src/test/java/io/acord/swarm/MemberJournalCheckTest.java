package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.fleet.journal.JournalFiles;
import io.acord.input.BadInputException;
import io.acord.internal.system.FileFinding;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import io.acord.protocol.Snapshot;
import io.acord.swarm.live.FeedJournal;
import io.acord.swarm.live.FeedJournal.Kind;
import io.acord.swarm.live.FeedJournal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberJournalCheckTest {

    @TempDir
    private Path folder;

    @BeforeEach
    void leaveAJournal() throws IOException {
        try (JournalFiles files = JournalFiles.open(folder);
                FeedJournal told = FeedJournal.open(folder)) {
            for (int t = 1; t <= 2; t++) {
                files.write(
                        new Snapshot(t, 1, Actions.flat(1, new double[] {t}), Numbers.of(0.5), Effect.Level.FINAL, 12));
                told.write(new Line(Kind.TOLD, t, 0, "{\"round\": " + t + "}"));
            }
        }
    }

    private List<FileFinding> check(boolean repairs) throws IOException {
        return MemberJournalCheck.check(folder, repairs);
    }

    @Test
    void aSoundJournalIsDescribed() throws IOException {
        assertThat(MemberJournalCheck.isOne(folder)).isTrue();
        assertThat(check(false))
                .hasSize(3)
                .allSatisfy(finding -> assertThat(finding.isSound()).isTrue());
        assertThat(check(false).toString()).contains("round 2 of life 1", "rounds 1 to 2");
    }

    @Test
    void damageIsFoundWhereverABitFlipsAndNothingIsChanged() throws IOException {
        for (String name : List.of("journal-0", "journal-1", "feed-1")) {
            Path file = folder.resolve(name);
            byte[] whole = Files.readAllBytes(file);
            for (int at = 0; at < whole.length - 1; at += 7) {
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
    void whatControllersToldIsRepairedOnRequestAndKeptBeside() throws IOException {
        Path file = folder.resolve("feed-1");
        String damaged = Files.readString(file).replace("told 1", "told 7");
        Files.writeString(file, damaged);
        assertThat(check(true)).anyMatch(finding -> finding.inWords().contains("Repaired"));
        assertThat(Files.readString(folder.resolve("feed-1.damaged"))).isEqualTo(damaged);
        assertThat(check(false)).allMatch(FileFinding::isSound);
        try (FeedJournal told = FeedJournal.open(folder)) {
            told.write(new Line(Kind.TOLD, 3, 0, "{}"));
        }
        assertThat(check(false)).allMatch(FileFinding::isSound);
    }

    @Test
    void snapshotsAreNeverRepairedBecauseTheirDamageIsWhatMakesAMemberCareful() throws IOException {
        Path file = folder.resolve("journal-0");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);
        assertThat(check(true).toString()).contains("leaves the next two alone");
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    }

    @Test
    void aJournalInUseIsLeftAlone() throws IOException {
        try (JournalFiles files = JournalFiles.open(folder)) {
            assertThat(files.recovered().snapshot()).isPresent();
            assertThatThrownBy(() -> check(true))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("in use");
        }
    }
}
