package io.acord.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;

class PdfInkTest {

    private static Figure figure() {
        List<Double> x = List.of(1.0, 2.0, 3.0);
        List<Double> nothing = List.of(Double.NaN, Double.NaN, Double.NaN);
        return new Figure(
                "one",
                "β ≤ 50 → costs",
                "",
                "",
                "seed 1",
                1,
                List.of(new Figure.Plot(
                        "a",
                        "",
                        Figure.Axis.linear("round"),
                        Figure.Axis.linear("cost"),
                        List.of(
                                new Figure.Curve(
                                        "acord", Figure.Style.LINE, x, List.of(1.0, 3.0, 4.0), nothing, nothing),
                                new Figure.Curve(
                                        "local",
                                        Figure.Style.LINE,
                                        x,
                                        List.of(2.0, 4.0, 9.0),
                                        List.of(1.0, 3.0, 8.0),
                                        List.of(3.0, 5.0, 10.0))),
                        Optional.of(1.0))));
    }

    private static byte[] pdf() throws FigureDrawing.NoPictures {
        return FigureDrawing.ofPolicies(figure(), "acord test").pdf();
    }

    @Test
    void everyObjectIsWhereTheTableSays() throws Exception {
        byte[] file = pdf();
        String text = new String(file, StandardCharsets.ISO_8859_1);
        assertThat(text).startsWith("%PDF-1.4\n").endsWith("%%EOF\n");
        Matcher start = Pattern.compile("startxref\n(\\d+)\n").matcher(text);
        assertThat(start.find()).isTrue();
        String table = text.substring(Integer.parseInt(start.group(1)));
        assertThat(table).startsWith("xref\n0 6\n");
        Matcher entry = Pattern.compile("(\\d{10}) 00000 n \n").matcher(table);
        int n = 0;
        while (entry.find()) {
            n++;
            assertThat(text.substring(Integer.parseInt(entry.group(1)))).startsWith(n + " 0 obj\n");
        }
        assertThat(n).isEqualTo(5);
        assertThat(text).contains("<</Title <FEFF03B2"); // β
    }

    @Test
    void thePageIsDrawnWithOperatorsThatHaveTheirNumbers() throws Exception {
        List<String> lines = page(pdf());
        assertThat(lines.get(0)).endsWith("cm");
        for (String line : lines) {
            if (line.endsWith(" m") || line.endsWith(" l")) {
                assertThat(line).matches("-?[\\d.]+ -?[\\d.]+ [ml]");
            } else if (line.endsWith(" c")) {
                assertThat(line).matches("(-?[\\d.]+ ){6}c");
            }
        }
        assertThat(lines).anyMatch(line -> line.contains("] 0 d 1 j"));
        assertThat(lines.stream().filter("S"::equals).count()).isGreaterThan(4);
        assertThat(lines.stream().filter("f"::equals).count())
                .as("words are outlines")
                .isGreaterThan(10);
    }

    @Test
    void theSameFigureGivesTheSameBytes() throws Exception {
        assertThat(pdf()).isEqualTo(pdf());
    }

    @Test
    void aFigureIsThreeFiles() {
        assertThat(FigureDrawing.ofPolicies(figure(), "").files()).containsOnlyKeys("one.svg", "one.png", "one.pdf");
    }

    private static List<String> page(byte[] file) throws DataFormatException {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        int from = text.indexOf("stream\n") + "stream\n".length();
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(Arrays.copyOfRange(file, from, text.indexOf("\nendstream")));
            byte[] buffer = new byte[1 << 20];
            StringBuilder page = new StringBuilder();
            while (!inflater.finished()) {
                int n = inflater.inflate(buffer);
                page.append(new String(buffer, 0, n, StandardCharsets.US_ASCII));
            }
            return new ArrayList<>(page.toString().lines().toList());
        } finally {
            inflater.end();
        }
    }
}
