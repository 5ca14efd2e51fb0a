package io.acord.spark.names;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;

class NameTableTest {

    /** Names of all lengths around those that are told apart, many of which begin alike. */
    private static List<String> names(long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, count)
                .mapToObj(k -> {
                    StringBuilder name = new StringBuilder();
                    int length = 1 + random.nextInt(k % 50 == 0 ? 300 : 20);
                    for (int c = 0; c < length; c++) {
                        name.append("ab\u0000é\uD83D\uDE81"
                                .substring(random.nextInt(4))
                                .substring(0, 1));
                    }
                    return new String(name.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
                })
                .toList();
    }

    private static NameList list(List<String> names) {
        NameList.Builder list = new NameList.Builder();
        for (String name : names) {
            byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
            list.add(bytes, 0, bytes.length);
        }
        return list.list();
    }

    private static NameBatch batch(List<String> names) {
        NameBatch batch = new NameBatch();
        names.forEach(name -> batch.add(UTF8String.fromString(name)));
        return batch;
    }

    @Test
    void aTableFindsWhatAMapFinds() {
        List<String> put = names(1, 20_000);
        NameList list = list(put);
        NameTable table = new NameTable(0);
        Map<String, Long> map = new HashMap<>();
        for (int k = 0; k < put.size(); k++) {
            Long before = map.putIfAbsent(put.get(k), k + 1L);
            assertThat(table.put(list, k, k + 1L)).isEqualTo(before == null ? 0 : before);
        }
        assertThat(table.size()).isEqualTo(map.size());
        for (List<String> asked : List.of(put, names(2, 20_000))) {
            long[] found = new long[asked.size()];
            table.find(batch(asked), found);
            assertThat(found)
                    .isEqualTo(asked.stream()
                            .mapToLong(name -> map.getOrDefault(name, 0L))
                            .toArray());
        }
    }

    @Test
    void aNameLargerThanAChunkIsKeptWhole() {
        String large = "x".repeat(3_000_000);
        List<String> put = List.of("one that is long", large, "another that is long", large + "y");
        NameTable table = new NameTable(4);
        NameList list = list(put);
        for (int k = 0; k < put.size(); k++) {
            assertThat(table.put(list, k, k + 1L)).isZero();
        }
        long[] found = new long[put.size()];
        table.find(batch(put), found);
        assertThat(found).containsExactly(1, 2, 3, 4);
    }

    @Test
    void namesAreSortedByTheirBytes() {
        List<String> names = names(3, 5_000);
        int[] order = NameOrder.of(list(names));
        List<byte[]> sorted = names.stream()
                .map(name -> name.getBytes(StandardCharsets.UTF_8))
                .sorted(Arrays::compareUnsigned)
                .toList();
        assertThat(Arrays.stream(order)
                        .mapToObj(k -> names.get(k).getBytes(StandardCharsets.UTF_8))
                        .toList())
                .usingElementComparator(Arrays::compare)
                .containsExactlyElementsOf(sorted);
    }

    @Test
    void piecesThatAreMergedHaveEverybodyOnceInOrderWithTheirKeys() {
        List<String> names = names(4, 3_000);
        Iterator<InternalRow> lines = IntStream.range(0, names.size())
                .<InternalRow>mapToObj(k -> new GenericInternalRow(new Object[] {
                    UTF8String.fromString(names.get(k)), 1 + k % 7, UTF8String.fromString("k" + k % 10)
                }))
                .iterator();
        AgentNames found = AgentNames.of(lines, true).next();
        assertThat(found.horizon()).isEqualTo(7);
        NameList bounds = list(List.of("a", "b", "é"));
        AgentNames[] pieces = found.split(bounds);
        NameList.Builder together = new NameList.Builder();
        for (AgentNames piece : pieces) {
            AgentNames merged = AgentNames.merged(List.of(piece, piece).iterator(), true);
            for (int k = 0; k < merged.names().size(); k++) {
                String name = merged.names().get(k);
                together.add(
                        merged.names().text(),
                        merged.names().start(k),
                        merged.names().length(k));
                List<String> keys = IntStream.range(0, names.size())
                        .filter(line -> names.get(line).equals(name))
                        .mapToObj(line -> "k" + line % 10)
                        .sorted()
                        .toList();
                assertThat(Objects.requireNonNull(merged.low())[k]).hasToString(keys.get(0));
                assertThat(Objects.requireNonNull(merged.high())[k]).hasToString(keys.get(keys.size() - 1));
            }
        }
        NameList all = together.list();
        TreeSet<byte[]> expected = new TreeSet<>(Arrays::compareUnsigned);
        names.forEach(name -> expected.add(name.getBytes(StandardCharsets.UTF_8)));
        assertThat(IntStream.range(0, all.size())
                        .mapToObj(k -> Arrays.copyOfRange(all.text(), all.start(k), all.start(k) + all.length(k)))
                        .toList())
                .usingElementComparator(Arrays::compare)
                .containsExactlyElementsOf(expected);
    }
}
