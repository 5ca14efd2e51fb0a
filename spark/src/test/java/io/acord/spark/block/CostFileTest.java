package io.acord.spark.block;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.cost.HittingCosts;
import io.acord.lab.store.LocalStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a block's task writes of its costs is what the block reads, or it is noticed. */
class CostFileTest {

    @TempDir
    Path folder;

    private final String text = "{\"type\": \"abs\", \"weight\": 3, \"v\": [1], \"mu\": 0.5}";

    private CostFile written(LocalStorage storage) throws IOException {
        CostFile file = new CostFile(7, new double[] {2, 0}, new double[] {5, 0}, new String[] {null, text});
        file.write(storage.create("costs/7/b00000", false));
        return file;
    }

    @Test
    void numbersAndTextsComeBackAsTheCostsTheyDescribe() throws IOException {
        LocalStorage storage = new LocalStorage(folder);
        written(storage);
        CostFile read = CostFile.read(storage.open("costs/7/b00000"), "costs");
        HittingCosts costs = CostFile.readCosts(storage.open("costs/7/b00000"), "costs", 1);
        assertThat(read.t()).isEqualTo(7);
        assertThat(costs.agents()).isEqualTo(2);
        assertThat(costs.cost(0).at(new double[] {6})).isEqualTo(1);
        assertThat(costs.cost(1).at(new double[] {3})).isEqualTo(3 * 2 + 0.25 * 4);
        assertThat(storage.list("costs")).containsExactly("7");
        assertThat(storage.list("nothing")).isEmpty();
    }

    @Test
    void aFileThatWasTornOrChangedIsNotTaken() throws IOException {
        LocalStorage storage = new LocalStorage(folder);
        written(storage);
        Path file = folder.resolve("costs/7/b00000");
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 5) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> CostFile.read(storage.open("costs/7/b00000"), "costs"))
                    .isInstanceOf(IOException.class);
        }
        for (int at = 0; at < whole.length; at += 3) {
            byte[] changed = whole.clone();
            changed[at] ^= 4;
            Files.write(file, changed);
            assertThatThrownBy(() -> CostFile.read(storage.open("costs/7/b00000"), "costs"))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> CostFile.readCosts(storage.open("costs/7/b00000"), "costs", 1))
                    .isInstanceOf(IOException.class);
        }
        storage.delete("costs");
        assertThatThrownBy(() -> storage.open("costs/7/b00000")).isInstanceOf(NoSuchFileException.class);
    }
}
