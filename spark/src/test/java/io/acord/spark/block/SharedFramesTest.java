package io.acord.spark.block;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SharedFramesTest {

    @TempDir
    Path folder;

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.toList();
        }
    }

    private SharedFrames accepted(SharedFrames offered) {
        return Objects.requireNonNull(SharedFrames.accept(folder, offered.offer()));
    }

    private static void tell(SharedFrames writer, long when, double... numbers) {
        writer.next().put(0, numbers);
        writer.tell(when, numbers.length);
    }

    private static double[] read(SharedFrames reader, long when, int count) {
        double[] read = new double[count];
        Objects.requireNonNull(reader.numbers(reader.find(when), count)).get(0, read);
        return read;
    }

    @Test
    void theLastTwoFramesAreFoundAndNoOther() throws IOException {
        SharedFrames writer = SharedFrames.create(folder, 3);
        SharedFrames reader = accepted(writer);
        for (int k = 1; k <= 5; k++) {
            assertThat(reader.find(k)).isNegative();
            tell(writer, k, k, -k, 0.5 * k);
        }
        for (int k = 1; k <= 3; k++) {
            assertThat(reader.find(k)).isNegative();
        }
        for (int k = 4; k <= 5; k++) {
            assertThat(read(reader, k, 3)).containsExactly(k, -k, 0.5 * k);
        }
        assertThat(reader.numbers(reader.find(5), 2)).isNull();
        assertThat(writer.hasRoomFor(3)).isTrue();
        assertThat(writer.hasRoomFor(4)).isFalse();
    }

    @Test
    void aFileHasANameUntilItIsReadAndNobodyElseMayOpenIt() throws IOException {
        SharedFrames writer = SharedFrames.create(folder, 3);
        assertThat(Files.getPosixFilePermissions(files().get(0)))
                .extracting(Object::toString)
                .containsExactlyInAnyOrder("OWNER_READ", "OWNER_WRITE");
        assertThat(writer.isRead()).isFalse();
        SharedFrames reader = accepted(writer);
        assertThat(writer.isRead()).isFalse();
        reader.beRead();
        assertThat(writer.isRead()).isTrue();
        assertThat(files()).isEmpty();
        tell(writer, 7, 4);
        assertThat(read(reader, 7, 1)).containsExactly(4);
    }

    @Test
    void whatIsNotWhatWasOfferedIsNotOpened() throws IOException {
        SharedFrames writer = SharedFrames.create(folder, 3);
        byte[] offer = writer.offer();
        assertThat(SharedFrames.accept(folder, offer)).isNotNull();
        for (int at = 0; at < offer.length; at++) { // another kind, size, number or name
            byte[] other = offer.clone();
            other[at] ^= 1;
            assertThat(SharedFrames.accept(folder, other)).as("byte %d", at).isNull();
        }
        assertThat(SharedFrames.accept(folder, Arrays.copyOf(offer, 20))).isNull();
        Path file = files().get(0);
        Path inner = Files.createDirectory(folder.resolve("inner"));
        byte[] outside = ("../" + file.getFileName()).getBytes(StandardCharsets.UTF_8);
        byte[] other = Arrays.copyOf(offer, 28 + outside.length);
        System.arraycopy(outside, 0, other, 28, outside.length);
        assertThat(SharedFrames.accept(inner, other))
                .as("a file of another folder")
                .isNull();
        assertThat(writer.isRead()).isFalse();
    }

    @Test
    void whatSomebodyLeftWhoWasKilledIsDeletedByTheNext() throws IOException {
        Path left = Files.createFile(folder.resolve("acord-blocks-1"));
        Path fresh = Files.createFile(folder.resolve("acord-blocks-2"));
        Path others = Files.createFile(folder.resolve("thesis"));
        FileTime then = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
        Files.setLastModifiedTime(left, then);
        Files.setLastModifiedTime(others, then);
        SharedFrames.create(folder, 1).forget();
        assertThat(files()).containsExactlyInAnyOrder(fresh, others);
    }
}
