package io.acord.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.model.Actions;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Snapshots on a disk that may lose or damage what was written last. */
class JournalTest {

    private static Snapshot snapshot(int round) {
        Actions actions = Actions.flat(2, new double[] {round, -0.0, 1e-300, Math.PI * round});
        return new Snapshot(round, 7, actions, Numbers.of(0.5, Double.POSITIVE_INFINITY), Effect.Level.ITERATE, 3);
    }

    private static byte[] journal(int... rounds) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int round : rounds) {
            file.writeBytes(Journal.encode(snapshot(round)));
        }
        return file.toByteArray();
    }

    @Test
    void theLastSnapshotComesBackBitForBit() {
        Journal.Recovered recovered = Journal.recover(journal(1, 2, 3));
        assertThat(recovered.snapshot()).contains(snapshot(3));
        assertThat(recovered.inDoubt()).isFalse();
    }

    @Test
    void booksAndEarlierActionsComeBackBitForBit() {
        Snapshot plain = snapshot(3);
        Snapshot kept = new Snapshot(
                3,
                7,
                plain.actions(),
                plain.lambdaMemory(),
                Effect.Level.FINAL,
                12,
                new Snapshot.KeptBooks(
                        1,
                        false,
                        Numbers.of(0.1, 2, -0.0, 1e-300, -7, Double.POSITIVE_INFINITY, 3, 4),
                        java.util.List.of(snapshot(1).actions(), snapshot(2).actions())));
        assertThat(Journal.recover(Journal.encode(kept)).snapshot()).contains(kept);
    }

    @Test
    void accountsOfABlockThatLooksAheadComeBackBitForBitAndOthersAreWrittenAsBefore() {
        Snapshot plain = snapshot(3);
        Snapshot ahead = new Snapshot(
                3,
                7,
                plain.actions(),
                plain.lambdaMemory(),
                Effect.Level.FINAL,
                12,
                plain.books(),
                Numbers.of(0.5, 1, 0, 3, -0.0, Double.NaN, 1e-300));
        assertThat(Journal.recover(Journal.encode(ahead)).snapshot()).contains(ahead);
        assertThat(Journal.encode(ahead)).startsWith('A', 'C', 'J', '3');
        assertThat(Journal.encode(plain)).startsWith('A', 'C', 'J', '2');
        byte[] cut = Arrays.copyOf(Journal.encode(ahead), Journal.encode(ahead).length - 8);
        assertThat(Journal.recover(cut)).isEqualTo(new Journal.Recovered(java.util.Optional.empty(), true));
    }

    @Test
    void aJournalOfAVersionWithoutBooksIsReadAndKeepsNone() {
        java.nio.ByteBuffer old = java.nio.ByteBuffer.allocate(12 + 28 + 16);
        old.putInt(0x41434a31).putInt(28 + 16).putInt(0);
        old.putInt(5)
                .putLong(2)
                .putInt(1)
                .putInt(12)
                .putInt(1)
                .putInt(1)
                .putDouble(1.5)
                .putDouble(0.25);
        java.util.zip.CRC32C crc = new java.util.zip.CRC32C();
        crc.update(old.array(), 0, 8);
        crc.update(old.array(), 12, 28 + 16);
        old.putInt(8, (int) crc.getValue());
        Snapshot expected = new Snapshot(5, 2, Actions.scalars(1.5), Numbers.of(0.25), Effect.Level.FINAL, 12);
        Journal.Recovered recovered = Journal.recover(old.array());
        assertThat(recovered).isEqualTo(new Journal.Recovered(java.util.Optional.of(expected), false));
        assertThat(expected.books().ended()).isTrue();
    }

    @Test
    void anEmptyJournalIsThatOfANewbornBlock() {
        assertThat(Journal.recover(new byte[0])).isEqualTo(new Journal.Recovered(java.util.Optional.empty(), false));
    }

    @Test
    void aRecordCutAnywhereIsNoticedAndThePreviousOneUsed() {
        byte[] whole = journal(4, 5);
        int first = journal(4).length;
        for (int length = first + 1; length < whole.length; length++) {
            Journal.Recovered recovered = Journal.recover(Arrays.copyOf(whole, length));
            assertThat(recovered.snapshot()).as("cut at %d", length).contains(snapshot(4));
            assertThat(recovered.inDoubt()).as("cut at %d", length).isTrue();
        }
    }

    @Test
    void everyFlippedBitIsNoticedAndThePreviousRecordUsed() {
        byte[] whole = journal(4, 5);
        int first = journal(4).length;
        for (int bit = 8 * first; bit < 8 * whole.length; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            Journal.Recovered recovered = Journal.recover(damaged);
            assertThat(recovered.snapshot()).as("bit %d", bit).contains(snapshot(4));
            assertThat(recovered.inDoubt()).as("bit %d", bit).isTrue();
        }
    }

    @Test
    void damageBeforeAWholeRecordLeavesNoDoubt() {
        byte[] damaged = journal(4, 5);
        damaged[20] ^= 1;
        assertThat(Journal.recover(damaged))
                .isEqualTo(new Journal.Recovered(java.util.Optional.of(snapshot(5)), false));
    }

    @Test
    void ofTwoFilesWrittenInTurnsTheLaterSnapshotCounts() {
        assertThat(Journal.recover(journal(6), journal(5)).snapshot()).contains(snapshot(6));
        assertThat(Journal.recover(journal(6), journal(7)).snapshot()).contains(snapshot(7));
    }
}
