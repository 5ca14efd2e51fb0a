package io.acord.lab.kept;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartFilesTest {

    @TempDir
    private Path folder;

    private PartialFolder partial() throws IOException {
        return PartialFolder.take(folder.resolve("run"), "f").orElseThrow();
    }

    @Test
    void thousandsOfWholeFilesAreKeptWithTheirNames() throws IOException {
        List<String> names = IntStream.range(1000, 3000)
                .mapToObj(i -> "field-mission-of-a-policy-with-a-long-name-" + i + ".plan")
                .toList();
        assertThat(String.join("/", names).length()).as("no string of a record").isGreaterThan(65_535);
        try (PartFiles parts = new PartFiles(partial(), "f", 2)) {
            names.forEach(name -> parts.whole(name, name));
            parts.whole(names.get(0), "said again by another policy");
            parts.over(0, Optional.of(new byte[] {7}));
        }
        PartialFolder partial = partial();
        try (PartFiles again = new PartFiles(partial, "f", 2)) {
            assertThat(again.count()).isEqualTo(1);
            assertThat(again.wholes()).isEqualTo(names);
            again.copy(names.get(0));
            assertThat(partial.complete()).containsExactly(partial.resolve(names.get(0)));
            assertThat(Files.readString(partial.resolve(names.get(0)))).isEqualTo(names.get(0));
        }
    }
}
