package io.acord.spark.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One driver has a checkpoint at a time, and one that has lost it notices. */
@Timeout(60)
class CheckpointLockTest {

    private static final long BEAT_MS = 5;

    /** An object store of this process: files are whole or not there. */
    private static final class MemoryStorage implements Storage {
        private static final long serialVersionUID = 1;

        private final transient Map<String, byte[]> files;
        private transient volatile Runnable beforeLook = () -> {}; // done once
        private transient volatile Runnable afterLook = () -> {};

        MemoryStorage(Map<String, byte[]> files) {
            this.files = files;
        }

        @Override
        public Sink create(String name, boolean durable) {
            return new Sink() {
                private byte[] all = {};

                @Override
                public void write(ByteBuffer bytes) {
                    all = new byte[bytes.remaining()];
                    bytes.get(all);
                }

                @Override
                public void commit() {
                    files.put(name, all);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public Source open(String name) throws IOException {
            Runnable first = beforeLook;
            beforeLook = () -> {};
            first.run();
            byte[] bytes = files.get(name);
            Runnable then = afterLook;
            afterLook = () -> {};
            then.run();
            if (bytes == null) {
                throw new NoSuchFileException(name);
            }
            ByteBuffer left = ByteBuffer.wrap(bytes);
            return new Source() {
                @Override
                public long size() {
                    return bytes.length;
                }

                @Override
                public int read(ByteBuffer into) {
                    int count = left.remaining();
                    into.put(left);
                    return count == 0 ? -1 : count;
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public boolean writeNew(String name, byte[] bytes) {
            return files.putIfAbsent(name, bytes) == null;
        }

        @Override
        public List<String> list(String folder) {
            return List.copyOf(files.keySet());
        }

        @Override
        public void delete(String name) {
            files.remove(name);
        }

        @Override
        public void deleteEmpty() {}

        @Override
        public String uri() {
            return "memory";
        }

        private String lock() {
            return new String(files.getOrDefault("lock", new byte[0]), StandardCharsets.UTF_8);
        }
    }

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();
    private final MemoryStorage storage = new MemoryStorage(files);

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aLockThatAnotherTookWhileItsDriverSleptIsLostAndLeftToTheOther() throws Exception {
        try (CheckpointLock lock = CheckpointLock.take(storage, BEAT_MS)) {
            lock.check();
            CountDownLatch taken = new CountDownLatch(1);
            storage.beforeLook = () -> {
                files.put("lock", bytes("another"));
                taken.countDown();
            };
            assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue(); // the heart looks before it beats
            assertThatThrownBy(lock::check)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("was taken by another driver");
            assertThat(storage.lock()).isEqualTo("another");
            files.put("lock", bytes("")); // whatever happens now, it is not ours any more
            assertThatThrownBy(lock::check).hasMessageContaining("was taken by another driver");
        }
        assertThat(files).containsKey("lock");
    }

    /** What it writes then is a file of its own: nobody can look and write in one step. */
    @Test
    void aDriverThatSleptBetweenLookingAndBeatingDoesNotTakeTheLockBack() throws Exception {
        try (CheckpointLock lock = CheckpointLock.take(storage, BEAT_MS)) {
            CountDownLatch taken = new CountDownLatch(1);
            storage.afterLook = () -> {
                files.put("lock", bytes("another"));
                taken.countDown();
            };
            assertThat(taken.await(30, TimeUnit.SECONDS)).isTrue(); // the heart has seen its own name, and beats
            assertThatThrownBy(lock::check).hasMessageContaining("was taken by another driver");
            assertThat(storage.lock()).isEqualTo("another");
        }
        assertThat(files).containsOnlyKeys("lock"); // its own beat is gone
    }

    @Test
    void aLockThatIsTornIsOfTheDead() throws IOException {
        files.put("lock", bytes("../state"));
        try (CheckpointLock lock = CheckpointLock.take(storage, BEAT_MS)) {
            lock.check();
        }
        assertThat(files).isEmpty();
    }

    @Test
    void whoLooksBeforeAnotherWritesAndWritesAfterwardsIsRefused() throws IOException {
        MemoryStorage slow = new MemoryStorage(files);
        CheckpointLock[] first = new CheckpointLock[1];
        slow.afterLook = () -> {
            try {
                first[0] = CheckpointLock.take(storage, BEAT_MS);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        };
        assertThatThrownBy(() -> CheckpointLock.take(slow, BEAT_MS))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is in use by another driver");
        first[0].check();
        first[0].close();
        assertThat(files).isEmpty();
    }

    @Test
    void aLockWhoseDriverHasDiedIsTakenAndOneThatBeatsIsNot() throws IOException {
        files.put("lock", bytes("dead"));
        try (CheckpointLock lock = CheckpointLock.take(storage, BEAT_MS)) {
            lock.check();
            assertThatThrownBy(() -> CheckpointLock.take(storage, 20 * BEAT_MS))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("is in use by another driver");
        }
        assertThat(files).isEmpty();
    }
}
