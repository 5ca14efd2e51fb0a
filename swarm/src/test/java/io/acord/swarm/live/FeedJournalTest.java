package io.acord.swarm.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.swarm.live.FeedJournal.Held;
import io.acord.swarm.live.FeedJournal.Kind;
import io.acord.swarm.live.FeedJournal.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FeedJournalTest {

    private static final String BODY = "{\"cost\": {\"alpha\": 1, \"v\": 2}, \"name\": \"größer\"}";

    @TempDir
    private Path folder;

    private static Line told(int round) {
        return new Line(Kind.TOLD, round, 0, BODY);
    }

    @Test
    void whatWasWrittenIsFoundByTheNextLife() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(1));
            journal.write(new Line(Kind.DECIDED, 1, 0, "played"));
        }
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(new Line(Kind.ANSWERED, 1, 0, "{}"));
        }
        try (FeedJournal journal = FeedJournal.open(folder)) {
            assertThat(journal.found())
                    .containsExactly(
                            new Line(Kind.BEGIN, 1, 0, ""),
                            told(1),
                            new Line(Kind.DECIDED, 1, 0, "played"),
                            new Line(Kind.ANSWERED, 1, 0, "{}"));
        }
    }

    @Test
    void aTornLastLineAndAFlippedBitCostTheirLinesOnly() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(1));
            journal.write(told(2));
            journal.write(told(3));
        }
        Path file = FeedJournal.Held.inFolder(folder).get(1).file();
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 7).replace("told 2", "told 4"));
        Held held = Held.read(file);
        assertThat(held.damaged()).isEqualTo(1);
        assertThat(held.isTorn()).isTrue();
        assertThat(held.lines()).contains(told(1)).hasSize(2);
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(5));
        }
        assertThat(Held.read(file).lines()).hasSize(3).contains(told(5));
    }

    @Test
    void bytesThatAreNoTextAreDamageAndNothingWorse() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(1));
        }
        Path file = Held.inFolder(folder).get(1).file();
        Files.write(
                file, new byte[] {(byte) 0xff, 0, 1, (byte) 0xc0, '\n', '\n', 'x', '\n'}, StandardOpenOption.APPEND);
        Held held = Held.read(file);
        assertThat(held.lines()).hasSize(2);
        assertThat(held.damaged()).isEqualTo(2);
    }

    @Test
    void theTwoFilesTogetherStayBounded() throws IOException {
        long largest = 0;
        try (FeedJournal journal = FeedJournal.open(folder)) {
            for (int t = 1; t <= 2000; t++) {
                journal.write(told(t));
                journal.write(new Line(Kind.DECIDED, t, 0, "played"));
                if (journal.isLong()) {
                    journal.turn(List.of(new Line(Kind.BEFORE, t, 0, BODY)));
                }
                largest = Math.max(largest, size());
            }
        }
        assertThat(largest).isLessThan(2 * 130 * 150);
        List<Held> held = Held.inFolder(folder);
        assertThat(held.get(0).number()).isEqualTo(held.get(1).number() - 1);
        assertThat(held.get(1).lines().get(1).kind()).isEqualTo(Kind.BEFORE);
    }

    @Test
    void aDamagedFirstLineDoesNotTurnTheOrderOfTheFilesAroundAndIsRepaired() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(1));
            journal.write(new Line(Kind.DECIDED, 1, 0, "played"));
            journal.turn(List.of(new Line(Kind.BEFORE, 1, 0, BODY)));
            damageTheFirstLine(1);
            assertThat(Held.inFolder(folder).get(1).lines())
                    .as("nothing decided yet")
                    .hasSize(1);
            journal.write(new Line(Kind.ANSWERED, 1, 0, "{}"));
        }
        Held newer = Held.inFolder(folder).get(1);
        assertThat(newer.lines()).contains(new Line(Kind.ANSWERED, 1, 0, "{}"));
        assertThat(newer.number()).isEqualTo(2);
        newer.repair();
        damageTheFirstLine(0);
        List<Held> held = Held.inFolder(folder);
        assertThat(held.get(0).number()).isEqualTo(1);
        assertThat(held.get(1).damaged()).isZero();
        assertThat(held.get(1).lines().get(0)).isEqualTo(new Line(Kind.BEGIN, 2, 0, ""));
    }

    /** Of the older file, 0, or the newer one, 1. */
    private void damageTheFirstLine(int which) throws IOException {
        Path file = Held.inFolder(folder).get(which).file();
        Files.writeString(file, Files.readString(file).replaceFirst("begin", "began"));
    }

    @Test
    void aLineThatCouldNotBeWrittenCostsNoOther() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            Path file = Held.inFolder(folder).get(1).file();
            Files.createDirectory(file); // in its place, so that opening it fails
            journal.write(told(1));
            Files.delete(file);
            Files.writeString(file, "half a li");
            journal.write(told(2));
            journal.write(told(3));
            assertThat(Held.read(file).lines()).containsExactly(new Line(Kind.BEGIN, 1, 0, ""), told(2), told(3));
            assertThat(Files.readString(file)).as("no empty lines").doesNotContain("\n\n");
        }
    }

    @Test
    void aFileThatCannotBeBegunLeavesTheOneThatThereIs() throws IOException {
        try (FeedJournal journal = FeedJournal.open(folder)) {
            journal.write(told(1));
            Held before = Held.inFolder(folder).get(1);
            Path other = Held.inFolder(folder).get(0).file();
            Files.createDirectories(other.resolve("in the way"));
            journal.turn(List.of(new Line(Kind.BEFORE, 1, 0, BODY)));
            journal.write(told(2));
            assertThat(Held.read(before.file()).lines()).contains(told(1), told(2));
            Files.delete(other.resolve("in the way"));
            Files.delete(other);
            journal.turn(List.of(new Line(Kind.BEFORE, 2, 0, BODY)));
            journal.write(told(3));
            assertThat(Held.read(other).lines())
                    .containsExactly(new Line(Kind.BEGIN, 2, 0, ""), new Line(Kind.BEFORE, 2, 0, BODY), told(3));
        }
    }

    private long size() throws IOException {
        long size = 0;
        for (Held held : Held.inFolder(folder)) {
            size += Files.exists(held.file()) ? Files.size(held.file()) : 0;
        }
        return size;
    }
}
