package io.acord.lab.figure;

import io.acord.graph.Graph;
import io.acord.lab.draw.GraphLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A figure with its panels side by side, each with its legend and its caption below, as in the paper, and the
 * conventions at the foot.
 *
 * <p>The same figure always gives the same SVG.
 */
public final class FigureDrawing {

    private static final double WIDTH = 1000;
    private static final double MARGIN = 20;
    private static final double GAP = 26; // between panels
    private static final double LEGEND = 18; // height of a line
    private static final double SAMPLE = 30; // of a curve, in the legend
    private static final int FAMILY = 8; // more curves than this are not named one by one

    static final int INK = 0x1B1F24;
    static final int SOFT = 0x59626D;

    private static final Ink.Type TITLE = new Ink.Type(17, true, Ink.Anchor.START, false, INK);
    private static final Ink.Type CAPTION = new Ink.Type(13.5, false, Ink.Anchor.MIDDLE, false, INK);
    private static final Ink.Type NAME = new Ink.Type(11.5, false, Ink.Anchor.START, false, INK);
    private static final Ink.Type FOOT = new Ink.Type(10.5, false, Ink.Anchor.START, false, SOFT);

    private final Figure figure;
    private final Map<String, CurveStyle> looks;
    private final double cell; // width of a panel
    private final double plotHeight;
    private final List<String> title;
    private final List<String> foot;
    private final List<Double> rows = new ArrayList<>(); // height of each row of panels
    private final double height;

    /** @param version of Acord, for the foot */
    public FigureDrawing(Figure figure, String version) {
        this(figure, version, CurveStyle.of(figure));
    }

    /**
     * A figure whose curves are policies of scenarios, which look as they do in reports.
     *
     * @param version of Acord, for the foot
     */
    public static FigureDrawing ofPolicies(Figure figure, String version) {
        return new FigureDrawing(figure, version, CurveStyle.ofPolicies(figure));
    }

    private FigureDrawing(Figure figure, String version, Map<String, CurveStyle> looks) {
        this.figure = figure;
        this.looks = looks;
        int columns = columns();
        this.cell = (WIDTH - 2 * MARGIN - (columns - 1) * GAP) / columns;
        this.plotHeight = columns == 1 ? 380 : columns == 2 ? 290 : 230;
        this.title = wrap(figure.title(), TITLE, WIDTH - 2 * MARGIN);
        this.foot = wrap(
                figure.conventions()
                        + (version.isEmpty() ? "" : "; " + version)
                        + (hasBands(figure) ? ". Bands: 95 % intervals." : "."),
                FOOT,
                WIDTH - 2 * MARGIN);
        double sum = MARGIN + 22 * title.size();
        for (int first = 0; first < figure.panels().size(); first += columns) {
            double most = 0;
            for (int p = first; p < Math.min(first + columns, figure.panels().size()); p++) {
                most = Math.max(most, heightOf(figure.panels().get(p)));
            }
            most += rowCaption(figure.panels().get(first)) + 22;
            rows.add(most);
            sum += most;
        }
        this.height = Math.ceil(sum + 14 * foot.size() + MARGIN);
    }

    private static boolean hasBands(Figure figure) {
        return figure.panels().stream()
                .anyMatch(panel -> panel instanceof Figure.Plot plot
                        && plot.curves().stream().anyMatch(c -> c.low().stream().anyMatch(Double::isFinite)));
    }

    /** As SVG. */
    public String svg() {
        SvgInk ink = new SvgInk(WIDTH, height, figure.title());
        draw(ink);
        return ink.finish();
    }

    /**
     * As PNG.
     *
     * @throws NoPictures if this Java has no fonts or cannot paint
     */
    public byte[] png() throws NoPictures {
        try {
            PngInk ink = new PngInk(WIDTH, height);
            draw(ink);
            return ink.finish();
        } catch (LinkageError | InternalError | RuntimeException e) { // all of which a Java without fonts has thrown
            throw new NoPictures(e);
        }
    }

    /**
     * As PDF, for LaTeX and for paper.
     *
     * @throws NoPictures if this Java has no fonts
     */
    public byte[] pdf() throws NoPictures {
        try {
            PdfInk ink = new PdfInk(WIDTH, height, figure.title());
            draw(ink);
            return ink.finish();
        } catch (LinkageError | InternalError | RuntimeException e) {
            throw new NoPictures(e);
        }
    }

    /** The figure as SVG, PNG and PDF, by file name; SVG alone where this Java cannot paint. */
    public Map<String, byte[]> files() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        String svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg();
        files.put(figure.id() + ".svg", svg.getBytes(StandardCharsets.UTF_8));
        try {
            files.put(figure.id() + ".png", png());
            files.put(figure.id() + ".pdf", pdf());
        } catch (NoPictures e) {
            // the drawing is there, as SVG
        }
        return files;
    }

    /** This Java cannot paint. */
    public static final class NoPictures extends Exception {
        private static final long serialVersionUID = 1;

        NoPictures(Throwable cause) {
            super("this Java cannot paint (" + cause + "); a JDK or JRE with fonts can", cause);
        }
    }

    void draw(Ink ink) {
        double y = MARGIN + 4;
        for (String line : title) {
            ink.words(MARGIN, y + 8, line, TITLE);
            y += 22;
        }
        int columns = columns();
        for (int p = 0; p < figure.panels().size(); p++) {
            double left = MARGIN + p % columns * (cell + GAP);
            draw(ink, figure.panels().get(p), left, y, rows.get(p / columns));
            boolean endsRow = p % columns == columns - 1 || p == figure.panels().size() - 1;
            y += endsRow ? rows.get(p / columns) : 0;
        }
        for (String line : foot) {
            ink.words(MARGIN, y + 8, line, FOOT);
            y += 14;
        }
    }

    /** Words in lines that are not wider than this. */
    private static List<String> wrap(String words, Ink.Type type, double width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ", -1)) {
            if (!line.isEmpty() && type.width(line + " " + word) > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private List<String> caption(Figure.Panel panel) {
        String mark = figure.panels().size() > 1 && panel.id().length() == 1 ? "(" + panel.id() + ") " : "";
        return wrap(mark + panel.title(), CAPTION, cell);
    }

    /** Without its caption. */
    private double heightOf(Figure.Panel panel) {
        return panel instanceof Figure.Plot plot
                ? plotHeight + 40 + LEGEND * legend(plot).size()
                : side() + 16;
    }

    /** Of the square that a graph is drawn in. */
    private double side() {
        return Math.min(cell - 20, plotHeight + 20);
    }

    /** Captions stand at the same height all along a row. */
    private void draw(Ink ink, Figure.Panel panel, double left, double top, double rowHeight) {
        if (panel instanceof Figure.Plot plot) {
            new PlotDrawing(plot, this::look, cell, plotHeight).draw(ink, left, top);
            double y = top + plotHeight + 40;
            for (List<Figure.Curve> line : legend(plot)) {
                double x = left + PlotDrawing.LEFT;
                for (Figure.Curve curve : line) {
                    legend(ink, curve, legendName(plot, curve), x, y + 8);
                    x += legendWidth(plot, curve);
                }
                y += LEGEND;
            }
        } else if (panel instanceof Figure.Drawing drawing) {
            graph(ink, drawing.graph(), left + cell / 2, top + 8 + side() / 2, side() / 2 - 8);
        } else {
            throw new AssertionError("unhandled panel " + panel);
        }
        double at = top + rowHeight - rowCaption(panel) - 22;
        for (String line : caption(panel)) {
            ink.words(left + cell / 2, at + 14, line, CAPTION);
            at += 18;
        }
    }

    /** The height of the tallest caption in the row of a panel. */
    private double rowCaption(Figure.Panel panel) {
        int columns = columns();
        int first = figure.panels().indexOf(panel) / columns * columns;
        int lines = 0;
        for (int p = first; p < Math.min(first + columns, figure.panels().size()); p++) {
            lines = Math.max(lines, caption(figure.panels().get(p)).size());
        }
        return 18.0 * lines;
    }

    private int columns() {
        return Math.max(1, Math.min(figure.columns(), figure.panels().size()));
    }

    // ---- Legends

    private double legendWidth(Figure.Plot plot, Figure.Curve curve) {
        return SAMPLE + 6 + NAME.width(legendName(plot, curve)) + 10;
    }

    /** Of a long family of curves that differ by a shade, the legend names the first ones and the last. */
    private static List<Figure.Curve> named(Figure.Plot plot) {
        List<Figure.Curve> named = new ArrayList<>(plot.curves());
        List<Figure.Curve> family =
                plot.curves().stream().filter(c -> c.name().startsWith("LPC(")).toList();
        if (family.size() > FAMILY) {
            List<Figure.Curve> between = family.subList(FAMILY - 3, family.size() - 1);
            named.removeAll(between.subList(1, between.size()));
        }
        return named;
    }

    /** The name of a curve in the legend: where others were left out after it, that it stands for them. */
    private String legendName(Figure.Plot plot, Figure.Curve curve) {
        List<Figure.Curve> named = named(plot);
        int at = plot.curves().indexOf(curve);
        int next = named.indexOf(curve) + 1;
        int nextAt = next < named.size() ? plot.curves().indexOf(named.get(next)) : at + 1;
        String name = nextAt > at + 1
                ? curve.name() + " … " + plot.curves().get(nextAt - 1).name()
                : curve.name();
        return NAME.clip(name, cell - PlotDrawing.LEFT - SAMPLE - 16);
    }

    /** The curves of a plot, line by line. */
    private List<List<Figure.Curve>> legend(Figure.Plot plot) {
        List<List<Figure.Curve>> lines = new ArrayList<>();
        double room = cell - PlotDrawing.LEFT;
        double x = Double.POSITIVE_INFINITY;
        for (Figure.Curve curve : named(plot)) {
            if (x + legendWidth(plot, curve) > room) {
                lines.add(new ArrayList<>());
                x = 0;
            }
            lines.get(lines.size() - 1).add(curve);
            x += legendWidth(plot, curve);
        }
        return lines;
    }

    private CurveStyle look(Figure.Curve curve) {
        CurveStyle look = looks.get(curve.name());
        if (look == null) {
            throw new AssertionError("no look for " + curve.name());
        }
        return look;
    }

    private void legend(Ink ink, Figure.Curve curve, String name, double x, double y) {
        CurveStyle look = look(curve);
        if (curve.style() != Figure.Style.POINTS) {
            ink.line(new double[] {x, x + SAMPLE}, new double[] {y, y}, look.pen());
        }
        look.mark(ink, x + SAMPLE / 2, y, 3.2);
        ink.words(x + SAMPLE + 6, y + 4, name, NAME);
    }

    // ---- Graphs

    private static void graph(Ink ink, Graph graph, double x, double y, double radius) {
        GraphLayout layout = GraphLayout.of(graph);
        double share = Math.min(1, 90.0 / Math.max(1, graph.edges()));
        Ink.Pen pen = new Ink.Pen(0x33475B, 0.5 + 0.7 * share, 0.35 + 0.6 * share, List.of());
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e);
            int j = graph.head(e);
            ink.line(
                    new double[] {x + radius * layout.x(i), x + radius * layout.x(j)},
                    new double[] {y + radius * layout.y(i), y + radius * layout.y(j)},
                    pen);
        }
        double dot = Math.max(2, Math.min(6, 90.0 / Math.max(1, graph.agents())));
        for (int i = 0; i < graph.agents(); i++) {
            ink.disc(x + radius * layout.x(i), y + radius * layout.y(i), dot, 0x0072B2);
        }
    }
}
