package io.acord.lab.figure;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Graph;
import java.awt.Font;
import java.awt.font.FontRenderContext;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class FigureDrawingTest {

    private static final double WIDTH = 1000;

    private static Figure.Curve curve(String name, Figure.Style style, double... y) {
        List<Double> x = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        List<Double> low = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (int k = 0; k < y.length; k++) {
            x.add(k + 1.0);
            values.add(y[k]);
            low.add(0.9 * y[k]);
            high.add(1.1 * y[k]);
        }
        return new Figure.Curve(name, style, x, values, low, high);
    }

    private static Figure.Plot plot(String id, boolean log, Figure.Curve... curves) {
        Figure.Axis y = log ? Figure.Axis.log("cost") : Figure.Axis.linear("cost");
        return new Figure.Plot(id, "A title", Figure.Axis.linear("round"), y, List.of(curves), Optional.of(1.0));
    }

    private static Figure figure(Figure.Panel... panels) {
        return new Figure("test", "Title & <more>", "", "", "seeds 1 to 9", 2, List.of(panels));
    }

    /** Everything a figure may have: long names and titles, gaps, huge and tiny numbers, many curves, graphs. */
    private static Figure rich() {
        List<Figure.Curve> family = new ArrayList<>();
        for (int r = 1; r <= 25; r++) {
            family.add(curve("LPC(" + r + ")", Figure.Style.LINE, r, r + 1, r + 2));
        }
        family.add(curve("ACORD", Figure.Style.LINE, 1, 2, 3));
        return new Figure(
                "rich",
                "A title that goes on and on until it has to be broken into a second line, since nobody reads a title that leaves the page on the right",
                "",
                "",
                "conventions that go on and on as well, because they name everything that was left open: boundary, mu, start, seeds, graphs, turns, machines and so forth",
                2,
                List.of(
                        plot("a", false, family.toArray(Figure.Curve[]::new)),
                        plot(
                                "b",
                                true,
                                curve(
                                        "a name that is far too long for any legend of any figure that has ever been drawn",
                                        Figure.Style.DASHED,
                                        1e-9,
                                        Double.NaN,
                                        1e12),
                                curve("points", Figure.Style.POINTS, 3, 4, 5)),
                        new Figure.Drawing(
                                "c",
                                "a caption so long that one line below a panel does not hold it, even if it tries",
                                Graph.of(4, new int[][] {{0, 1}, {1, 2}, {2, 3}, {0, 3}})),
                        plot("d", false, curve("nothing at all", Figure.Style.LINE, Double.NaN))));
    }

    /** Remembers what was written. */
    private static final class Memory implements Ink {
        record Word(double x, double y, String words, Type type) {}

        final List<Word> words = new ArrayList<>();
        final List<Pen> pens = new ArrayList<>();
        final List<double[]> points = new ArrayList<>();
        final Set<Integer> areas = new HashSet<>();

        @Override
        public void line(double[] x, double[] y, Pen pen) {
            pens.add(pen);
            remember(x, y);
        }

        @Override
        public void area(double[] x, double[] y, int color, double opacity) {
            areas.add(color);
            remember(x, y);
        }

        @Override
        public void disc(double x, double y, double radius, int color) {
            remember(new double[] {x}, new double[] {y});
        }

        @Override
        public void words(double x, double y, String text, Type type) {
            words.add(new Word(x, y, text, type));
        }

        private void remember(double[] x, double[] y) {
            for (int k = 0; k < x.length; k++) {
                points.add(new double[] {x[k], y[k]});
            }
        }
    }

    private static Memory drawn(Figure figure) {
        Memory memory = new Memory();
        new FigureDrawing(figure, "acord 1.0").draw(memory);
        return memory;
    }

    private static double heightOf(Figure figure) throws Exception {
        return Double.parseDouble(svg(figure).getDocumentElement().getAttribute("height"));
    }

    private static Document svg(Figure figure) throws Exception {
        String text = new FigureDrawing(figure, "acord 1.0").svg();
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void svgIsWellFormedWhateverTheNames() throws Exception {
        Figure figure = figure(plot("a", false, curve("<script>&\"'", Figure.Style.LINE, 1, 2)));
        assertThat(svg(figure).getDocumentElement().getAttribute("aria-label")).isEqualTo("Title & <more>");
        assertThat(svg(rich()).getElementsByTagName("text").getLength()).isGreaterThan(40);
    }

    @Test
    void noWordAndNoPointLeavesTheSheet() throws Exception {
        double height = heightOf(rich());
        Memory memory = drawn(rich());
        FontRenderContext measure = new FontRenderContext(null, true, true);
        for (Memory.Word word : memory.words) {
            Font font = new Font(Font.SANS_SERIF, word.type().bold() ? Font.BOLD : Font.PLAIN, 1)
                    .deriveFont((float) word.type().size());
            double width = Math.max(
                    word.type().width(word.words()),
                    font.getStringBounds(word.words(), measure).getWidth());
            double before = switch (word.type().anchor()) {
                case START -> 0;
                case MIDDLE -> width / 2;
                case END -> width;
            };
            if (word.type().upwards()) {
                assertThat(word.y() - (width - before)).as(word.words()).isPositive();
                assertThat(word.y() + before).as(word.words()).isLessThan(height);
            } else {
                assertThat(word.x() - before).as(word.words()).isGreaterThanOrEqualTo(-1);
                assertThat(word.x() - before + width).as(word.words()).isLessThanOrEqualTo(WIDTH + 1);
                assertThat(word.y()).as(word.words()).isBetween(word.type().size(), height);
            }
        }
        for (double[] point : memory.points) {
            assertThat(point[0]).isBetween(0.0, WIDTH);
            assertThat(point[1]).isBetween(0.0, height);
        }
    }

    @Test
    void pngIsReadableAndTwiceTheSizeOfSvg() throws Exception {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(new FigureDrawing(rich(), "").png()));
        assertThat(image.getWidth()).isEqualTo(2000);
        Set<Integer> colors = new HashSet<>();
        for (int x = 0; x < image.getWidth(); x += 3) {
            for (int y = 0; y < image.getHeight(); y += 3) {
                colors.add(image.getRGB(x, y) & 0xFFFFFF);
            }
        }
        assertThat(image.getRGB(0, 0) & 0xFFFFFF).isEqualTo(0xFFFFFF);
        assertThat(colors).contains(0xD55E00).hasSizeGreaterThan(50);
    }

    @Test
    void theSameFigureGivesTheSameSvg() {
        assertThat(new FigureDrawing(rich(), "v").svg()).isEqualTo(new FigureDrawing(rich(), "v").svg());
    }

    @Test
    void acordIsTheStrongestCurveAndLiesOnTop() {
        Memory memory = drawn(figure(plot(
                "a",
                false,
                curve("ACORD", Figure.Style.LINE, 1, 2),
                curve("LPC(1)", Figure.Style.LINE, 2, 3),
                curve("LOCAL", Figure.Style.LINE, 3, 4))));
        List<Ink.Pen> curves = memory.pens.stream()
                .filter(pen -> pen.width() > 1.5 && pen.width() < 4)
                .toList();
        assertThat(curves.get(2).width())
                .isGreaterThan(curves.get(0).width())
                .isGreaterThan(curves.get(1).width());
    }

    @Test
    void curvesOfAPanelDifferInMoreThanColour() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (int k = 0; k < 12; k++) {
            curves.add(curve("curve " + k, Figure.Style.LINE, 1, 2));
        }
        Set<String> looks = new HashSet<>();
        CurveStyle.of(figure(plot("a", false, curves.toArray(Figure.Curve[]::new))))
                .values()
                .forEach(look -> looks.add(look.dashes() + " " + look.marker()));
        assertThat(looks).hasSize(12);
    }

    @Test
    void aCurveHasTheSameLookInEveryPanel() {
        Figure figure = figure(
                plot("a", false, curve("one", Figure.Style.LINE, 1, 2), curve("two", Figure.Style.LINE, 1, 2)),
                plot("b", false, curve("two", Figure.Style.LINE, 1, 2)));
        assertThat(CurveStyle.of(figure)).containsOnlyKeys("one", "two");
    }

    @Test
    void aLongFamilyIsNamedByItsFirstMembersAndItsLast() {
        List<String> names =
                drawn(rich()).words.stream().map(Memory.Word::words).toList();
        assertThat(names)
                .contains("LPC(1)", "LPC(5)", "LPC(6) … LPC(24)", "LPC(25)", "ACORD")
                .doesNotContain("LPC(7)");
    }

    @Test
    void theFootNamesConventionsVersionAndBands() {
        List<String> names = drawn(figure(plot("a", false, curve("one", Figure.Style.LINE, 1, 2)))).words.stream()
                .map(Memory.Word::words)
                .toList();
        assertThat(names).contains("seeds 1 to 9; acord 1.0. Bands: 95 % intervals.");
    }
}
