package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.ActionListener.Published;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ActionLogTest {

    @TempDir
    private Path folder;

    /** A disk that takes a number of bytes more, counted over all writes. */
    private static final class SmallDisk implements ActionLog.Disk {
        private final FileChannel file;
        private long room;
        private int synced;

        SmallDisk(Path path) throws IOException {
            this.file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }

        @Override
        public int write(ByteBuffer bytes, long position) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            ByteBuffer fitting = bytes.slice();
            fitting.limit((int) Math.min(room, fitting.remaining()));
            int written = file.write(fitting, position);
            bytes.position(bytes.position() + written);
            room -= written;
            return written;
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            file.force(false);
            synced++;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }

    private static Published round(int t) {
        return new Published(t, Actions.scalars(t, -t), Effect.Level.FINAL, 3, false);
    }

    private static List<Integer> rounds(Path file) throws IOException {
        return ActionLog.read(file).stream().map(ActionLog.Line::round).toList();
    }

    @Test
    void aFullDiskDelaysRoundsAndLosesNone() throws IOException {
        Path file = folder.resolve("actions.csv");
        SmallDisk disk = new SmallDisk(file);
        disk.room = 90; // the header and a part of what follows
        try (ActionLog log = ActionLog.on(disk, 1, List.of("a", "b"))) {
            for (int t = 1; t <= 20; t++) {
                log.act(round(t));
            }
            assertThat(log.failures()).isPositive();
            assertThat(rounds(file)).doesNotContain(20);
            disk.room = Long.MAX_VALUE;
            log.act(round(21));
            assertThat(log.lost()).isZero();
            assertThat(rounds(file))
                    .isEqualTo(IntStream.rangeClosed(1, 21)
                            .flatMap(t -> IntStream.of(t, t))
                            .boxed()
                            .toList());
        }
    }

    @Test
    void everyRoundIsOnDiskBeforeTheNext() throws IOException {
        SmallDisk disk = new SmallDisk(folder.resolve("actions.csv"));
        disk.room = Long.MAX_VALUE;
        try (ActionLog log = ActionLog.on(disk, 1, List.of("a", "b"))) {
            for (int t = 1; t <= 5; t++) {
                log.act(round(t));
                assertThat(disk.synced).isGreaterThanOrEqualTo(t);
            }
        }
    }

    @Test
    void aDiskThatStaysFullCostsABoundedMemory() throws IOException {
        SmallDisk disk = new SmallDisk(folder.resolve("actions.csv"));
        disk.room = 60;
        String wide = "a".repeat(100_000);
        ActionLog log = ActionLog.on(disk, 1, List.of(wide, "b"));
        for (int t = 1; t <= 400; t++) {
            log.act(round(t));
        }
        assertThat(log.lost()).isBetween(200L, 300L);
        log.close();
    }

    /** Without the bound nothing is let go of, and memory grows with every round. */
    @Test
    void withoutTheBoundOnWhatWaitsNothingIsLost() throws IOException {
        SmallDisk disk = new SmallDisk(folder.resolve("actions.csv"));
        disk.room = 60;
        ActionLog log = ActionLog.on(disk, 1, List.of("a".repeat(100_000), "b"), Long.MAX_VALUE);
        for (int t = 1; t <= 400; t++) {
            log.act(round(t));
        }
        assertThat(log.lost()).isZero();
        log.close();
    }

    /** Without keeping what cannot be written, a disk that was full for a while has cost the rounds of that while. */
    @Test
    void withoutKeepingRoundsAFullDiskLosesThemAndThatIsNoticed() throws IOException {
        Path file = folder.resolve("actions.csv");
        SmallDisk disk = new SmallDisk(file);
        disk.room = 90;
        try (ActionLog log = ActionLog.on(disk, 1, List.of("a", "b"), 50)) {
            for (int t = 1; t <= 20; t++) {
                log.act(round(t));
            }
            disk.room = Long.MAX_VALUE;
            log.act(round(21));
            assertThat(log.lost()).isPositive();
            assertThat(rounds(file)).doesNotContain(15);
        }
    }

    /** A disk whose writes are gone after a cut of the power unless they were synced. */
    private static final class ForgetfulDisk implements ActionLog.Disk {
        private final boolean isSynced;
        private byte[] written = new byte[0];
        private byte[] safe = written;

        ForgetfulDisk(boolean isSynced) {
            this.isSynced = isSynced;
        }

        @Override
        public int write(ByteBuffer bytes, long position) {
            int count = bytes.remaining();
            written = Arrays.copyOf(written, (int) position + count);
            bytes.get(written, (int) position, count);
            return count;
        }

        @Override
        public void truncate(long size) {
            written = Arrays.copyOf(written, (int) size);
        }

        @Override
        public void sync() {
            safe = isSynced ? written : safe;
        }

        @Override
        public void close() {}

        String afterACut() {
            return new String(safe, StandardCharsets.UTF_8);
        }
    }

    @Test
    void aCutOfThePowerLeavesNoGapAndWithoutSyncsItDoes() throws IOException {
        ForgetfulDisk sound = new ForgetfulDisk(true);
        ForgetfulDisk weak = new ForgetfulDisk(false);
        ActionLog log = ActionLog.on(sound, 1, List.of("a"));
        ActionLog careless = ActionLog.on(weak, 1, List.of("a"));
        for (int t = 1; t <= 9; t++) {
            log.act(round(t));
            careless.act(round(t));
            assertThat(sound.afterACut()).contains("\n" + t + ",final,");
        }
        assertThat(weak.afterACut()).doesNotContain("final");
    }
}
