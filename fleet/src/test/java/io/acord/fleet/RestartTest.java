package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.journal.JournalFiles;
import io.acord.fleet.journal.SnapshotStore;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Journal;
import io.acord.protocol.Rejection;
import io.acord.protocol.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A member dies and lives again. */
class RestartTest {

    @TempDir
    private Path folder;

    /** Stops the member of a fleet when it gives a round out, starts another life of it, and lets the fleet play on. */
    private TestFleet playWithADeathAfter(int round) throws Exception {
        TestFleet fleet = new TestFleet(folder, 6, 3, 1, 30, false);
        fleet.pace = Duration.ofMillis(20);
        CountDownLatch reached = new CountDownLatch(1);
        fleet.openAll();
        Member dying = fleet.member("m1");
        dying.close();
        Member first = fleet.open(
                "m1",
                builder -> builder.actions(published -> {
                    fleet.acted
                            .computeIfAbsent("m1", n -> java.util.Collections.synchronizedList(new ArrayList<>()))
                            .add(published);
                    if (published.round() == round) {
                        reached.countDown();
                    }
                }));
        fleet.joinAll();
        assertThat(reached.await(2, TimeUnit.MINUTES)).isTrue();
        first.close();
        Member second = fleet.open("m1");
        second.join(AddressBook.of(fleet.places));
        fleet.awaitAll(Duration.ofMinutes(3));
        return fleet;
    }

    @Test
    void aMemberThatIsStartedAgainInTimeChangesNoAction() throws Exception {
        try (TestFleet fleet = playWithADeathAfter(7)) {
            List<Actions> expected = fleet.reference();
            for (int t = 1; t <= fleet.horizon; t++) {
                assertThat(fleet.played(t)).as("round %d", t).isEqualTo(expected.get(t - 1));
            }
        }
    }

    @Test
    void noLifeGivesOutAnotherActionForARound() throws Exception {
        try (TestFleet fleet = playWithADeathAfter(9)) {
            List<ActionListener.Published> all = fleet.acted.getOrDefault("m1", List.of());
            for (ActionListener.Published published : all) {
                List<Actions> ofRound = all.stream()
                        .filter(p -> p.round() == published.round())
                        .map(ActionListener.Published::actions)
                        .distinct()
                        .toList();
                assertThat(ofRound).hasSize(1);
            }
            assertThat(all.stream().filter(ActionListener.Published::repeated)).isNotEmpty();
        }
    }

    @Test
    void whatIsGivenOutIsOnDiskAlready() throws Exception {
        assertThat(roundsOnDiskWhenGivenOut("sound", JournalFiles::open)).isTrue();
    }

    @Test
    void withoutTheSyncBeforePublishingThatIsNoticed() throws Exception {
        assertThat(roundsOnDiskWhenGivenOut("lazy", LazyJournal::new)).isFalse();
    }

    /** A journal that writes a snapshot down when the next one comes. */
    private static final class LazyJournal implements SnapshotStore {
        private final JournalFiles files;
        private Optional<Snapshot> kept = Optional.empty();

        LazyJournal(Path folder) throws IOException {
            this.files = JournalFiles.open(folder);
        }

        @Override
        public Journal.Recovered recovered() {
            return files.recovered();
        }

        @Override
        public Optional<Instant> lastWritten() {
            return files.lastWritten();
        }

        @Override
        public void write(Snapshot snapshot) throws IOException {
            if (kept.isPresent()) {
                files.write(kept.get());
            }
            kept = Optional.of(snapshot);
        }

        @Override
        public void close() throws IOException {
            files.close();
        }
    }

    /**
     * Whether every action was in the journal files when it was given out: what a power cut at that moment would leave.
     */
    private boolean roundsOnDiskWhenGivenOut(String name, Member.StoreOpener stores) throws Exception {
        List<Boolean> there = java.util.Collections.synchronizedList(new ArrayList<>());
        try (TestFleet fleet = new TestFleet(folder.resolve(name), 2, 1, 1, 5, false)) {
            Path journal = fleet.folder.resolve("journal-m0");
            fleet.open(
                    "m0",
                    builder -> builder.stores(stores).actions(published -> there.add(isOnDisk(journal, published))));
            fleet.joinAll();
            fleet.awaitAll(Duration.ofSeconds(30));
        }
        assertThat(there).hasSize(5);
        return there.stream().allMatch(Boolean::booleanValue);
    }

    private static boolean isOnDisk(Path journal, ActionListener.Published published) {
        try {
            Optional<Snapshot> found = Journal.recover(
                            Files.readAllBytes(journal.resolve("journal-0")),
                            Files.readAllBytes(journal.resolve("journal-1")))
                    .snapshot();
            return found.isPresent()
                    && found.get().round() == published.round()
                    && found.get().actions().equals(published.actions());
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void aTornRecordFallsBackToTheOneBeforeAndSaysSo() throws IOException {
        Snapshot first = new Snapshot(1, 1, Actions.scalars(1, 2), numbers(), Effect.Level.FINAL, 3);
        Snapshot second = new Snapshot(2, 1, Actions.scalars(3, 4), numbers(), Effect.Level.FINAL, 3);
        try (JournalFiles files = JournalFiles.open(folder)) {
            files.write(first);
            files.write(second);
        }
        Path latest = folder.resolve("journal-1");
        byte[] whole = Files.readAllBytes(latest);
        for (int length = 1; length < whole.length; length += 7) {
            Files.write(latest, java.util.Arrays.copyOf(whole, length));
            try (JournalFiles files = JournalFiles.open(folder)) {
                assertThat(files.recovered().snapshot()).contains(first);
                assertThat(files.recovered().inDoubt()).isTrue();
            }
        }
        byte[] flipped = whole.clone();
        flipped[flipped.length - 3] ^= 1;
        Files.write(latest, flipped);
        try (JournalFiles files = JournalFiles.open(folder)) {
            assertThat(files.recovered().snapshot()).contains(first);
            files.write(second);
        }
        try (JournalFiles files = JournalFiles.open(folder)) {
            assertThat(files.recovered().snapshot()).contains(second);
            assertThat(files.recovered().inDoubt()).isFalse();
        }
    }

    private static io.acord.protocol.Numbers numbers() {
        return io.acord.protocol.Numbers.of(1, 1);
    }

    @Test
    void twoMembersCannotShareAJournal() throws IOException {
        try (JournalFiles files = JournalFiles.open(folder)) {
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> JournalFiles.open(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use");
            assertThat(files.recovered().snapshot()).isEmpty();
        }
    }

    @Test
    void aMemberThatHasLostItsJournalTakesPartAgainWithinThreeRoundsAndPlaysNothingTwice() throws Exception {
        for (int members : List.of(2, 3)) {
            Path own = folder.resolve("of-" + members);
            try (TestFleet fleet = new TestFleet(own, 6, members, 1, 100_000, false)) {
                fleet.pace = Duration.ofMillis(40);
                fleet.deadline = Duration.ofMillis(400);
                fleet.openAll();
                fleet.joinAll();
                await(() -> fleet.member("m1").round() >= 10);
                fleet.member("m1").close();
                Files.delete(own.resolve("journal-m1/journal-0"));
                Files.delete(own.resolve("journal-m1/journal-1"));
                int before = fleet.acted.getOrDefault("m1", List.of()).size();
                Member again = fleet.open("m1");
                again.join(AddressBook.of(fleet.places));
                await(again::hasAllPeers);
                int found = fleet.member("m0").round();
                await(() -> fleet.acted.getOrDefault("m1", List.of()).size() > before + 5);
                // It is told where the fleet is when its links are up.
                assertThat(fleet.acted.getOrDefault("m1", List.of()).get(before).round())
                        .as("fleet in round %d", found)
                        .isLessThanOrEqualTo(found + 5);
                await(() -> last(fleet, "m1").level() == Effect.Level.FINAL);
                List<ActionListener.Published> all = List.copyOf(fleet.acted.getOrDefault("m1", List.of()));
                assertThat(all.stream().map(ActionListener.Published::round))
                        .as("rounds of two lives")
                        .doesNotHaveDuplicates();
                assertThat(fleet.metrics("m0").rejections(Rejection.STALE_EPOCH))
                        .isZero();
            }
        }
    }

    private static ActionListener.Published last(TestFleet fleet, String member) {
        List<ActionListener.Published> all = List.copyOf(fleet.acted.getOrDefault(member, List.of()));
        return all.get(all.size() - 1);
    }

    private static void await(Callable<Boolean> holds) throws Exception {
        for (int k = 0; k < 6000 && !holds.call(); k++) {
            Thread.sleep(10);
        }
        assertThat(holds.call()).isTrue();
    }
}
