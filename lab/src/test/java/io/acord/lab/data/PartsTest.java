package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.text.DecimalParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast parts against obvious ones. */
class PartsTest {

    private static double parse(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return DecimalParser.parse(bytes, 0, bytes.length);
    }

    @Test
    void numbersAreThoseOfJava() {
        Random random = new Random(1);
        for (int k = 0; k < 200_000; k++) {
            String text = switch (k % 5) {
                case 0 -> Double.toString(Double.longBitsToDouble(random.nextLong()));
                case 1 -> Double.toString(random.nextGaussian());
                case 2 -> Long.toString(random.nextLong() >> random.nextInt(64));
                case 3 -> random.nextInt(1000) + "." + Long.toString(Math.abs(random.nextLong() >> random.nextInt(63)));
                default ->
                    (random.nextBoolean() ? "-" : "+") + "0." + "0".repeat(random.nextInt(30))
                            + random.nextInt(100_000);
            };
            if (!text.contains("N") && !text.contains("I")) {
                assertThat(Double.doubleToRawLongBits(parse(text)))
                        .as(text)
                        .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
            }
        }
        assertThat(parse("9007199254740993")).isEqualTo(0x1p53);
        List<String> odd = List.of(
                "1e999",
                "-1e99999999999999999999",
                "1e-99999999999999999999",
                "0e99999999999999999999",
                "1.",
                ".5e3",
                "5.E-3",
                "1".repeat(1200),
                "0." + "0".repeat(1200) + "1e1201",
                "2.2250738585072012e-308",
                "4.9e-324",
                "2.4703282292062327e-324",
                "1.7976931348623159e308");
        for (String text : odd) {
            assertThat(parse(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                ".",
                "e5",
                "1e",
                "1e+",
                "1e5.",
                "1.2.3",
                "1d",
                "0x1p3",
                "NaN",
                "Infinity",
                "1 2",
                "1_000",
                "٣",
                "--1",
                "1,5"
            })
    void whatIsNoNumberIsNone(String text) {
        assertThat(parse(text)).isNaN();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1.0", "", "2147483648", "99999999999", "1e3", "+1"})
    void whatIsNoRoundIsNone(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(DecimalParser.positive(bytes, 0, bytes.length)).isEqualTo(-1);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void orderingIsStable(long seed) {
        Random random = new Random(seed);
        int count = 5000;
        int[] major = random.ints(count, 0, seed == 1 ? 10 : Integer.MAX_VALUE).toArray();
        int[] minor = random.ints(count, 0, seed == 3 ? 70_000 : 100).toArray();
        int[] expected = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(k -> major[k]).thenComparingInt(k -> minor[k]))
                .mapToInt(Integer::intValue)
                .toArray();
        assertThat(IndexSort.of(count, major, minor)).isEqualTo(expected);
        int[] sorted = Arrays.stream(expected).map(k -> major[k]).toArray();
        assertThat(IndexSort.of(count, sorted)).isNull();
    }

    @Test
    void namesAreNumberedAsTheyCome() {
        NameTable table = new NameTable();
        Map<String, Integer> obvious = new HashMap<>();
        Random random = new Random(4);
        for (int k = 0; k < 50_000; k++) {
            String name = Integer.toString(random.nextInt(20_000), 36);
            int id = obvious.computeIfAbsent(name, key -> obvious.size());
            assertThat(table.add(name)).isEqualTo(id);
            assertThat(table.name(id)).isEqualTo(name);
        }
        assertThat(table.find("nobody")).isEqualTo(-1);
        assertThat(table.names()).hasSize(obvious.size());
    }

    @Test
    void linesAreThoseOfTheText() throws IOException {
        Random random = new Random(5);
        for (int k = 0; k < 300; k++) {
            StringBuilder text = new StringBuilder();
            int count = random.nextInt(20);
            for (int line = 0; line < count; line++) {
                int length = random.nextInt(k % 10 == 0 ? 200_000 : 30);
                text.append("ü".repeat(length / 2))
                        .append("x".repeat(length % 7))
                        .append(random.nextBoolean() ? "\r\n" : "\n");
            }
            text.append(random.nextBoolean() ? "end" : "");
            StringBuilder read = new StringBuilder();
            try (LineReader lines =
                    new LineReader(new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)), "f")) {
                while (lines.next()) {
                    read.append(lines.number())
                            .append(new String(
                                    lines.bytes(), lines.start(), lines.end() - lines.start(), StandardCharsets.UTF_8))
                            .append('\n');
                }
            }
            StringBuilder expected = new StringBuilder();
            String[] all = text.toString().split("\r?\n", -1);
            for (int line = 0; line < all.length; line++) {
                expected.append(all[line].isEmpty() ? "" : (line + 1) + all[line] + "\n");
            }
            assertThat(read).hasToString(expected.toString());
        }
    }
}
