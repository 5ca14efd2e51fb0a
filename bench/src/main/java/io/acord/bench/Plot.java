package io.acord.bench;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Time over arcs, both on logarithmic axes, as SVG. */
final class Plot {

    private static final String[] COLORS = {"#1f77b4", "#2ca02c", "#9467bd", "#d62728", "#ff7f0e"};
    private static final int WIDTH = 720;
    private static final int HEIGHT = 440;
    private static final int MARGIN = 60;

    private Plot() {}

    /** What one iteration took. */
    record Point(String graph, double arcs, double nanoseconds) {}

    static String svg(List<Point> points) {
        StringBuilder out = new StringBuilder();
        add(
                out,
                "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' font-family='sans-serif' font-size='12'>",
                WIDTH + 170,
                HEIGHT);
        add(out, "<rect width='%d' height='%d' fill='white'/>", WIDTH + 170, HEIGHT);
        for (int decade = 3; decade <= 8; decade++) {
            add(out, "<path d='M%.1f %d V%d' stroke='#ddd'/>", x(Math.pow(10, decade)), MARGIN / 2, HEIGHT - MARGIN);
            add(
                    out,
                    "<text x='%.1f' y='%d' text-anchor='middle'>1e%d</text>",
                    x(Math.pow(10, decade)),
                    HEIGHT - MARGIN + 18,
                    decade);
        }
        for (int decade = 3; decade <= 9; decade++) {
            add(out, "<path d='M%d %.1f H%d' stroke='#ddd'/>", MARGIN, y(Math.pow(10, decade)), WIDTH);
            add(
                    out,
                    "<text x='%d' y='%.1f' text-anchor='end'>%s</text>",
                    MARGIN - 6,
                    y(Math.pow(10, decade)) + 4,
                    List.of("1 us", "10 us", "0.1 ms", "1 ms", "10 ms", "0.1 s", "1 s")
                            .get(decade - 3));
        }
        add(
                out,
                "<path d='M%.1f %.1f L%.1f %.1f' stroke='#999' stroke-dasharray='4 4'/>",
                x(2e3),
                y(2e3),
                x(4e7),
                y(4e7));
        add(out, "<text x='%.1f' y='%.1f' fill='#777'>1 ns an arc</text>", x(1.5e6), y(2.6e6) - 14);
        Map<String, StringBuilder> lines = new LinkedHashMap<>();
        for (Point point : points) {
            lines.computeIfAbsent(point.graph(), g -> new StringBuilder())
                    .append(String.format(Locale.ROOT, " %.1f,%.1f", x(point.arcs()), y(point.nanoseconds())));
        }
        int row = 0;
        for (var line : lines.entrySet()) {
            String color = COLORS[row % COLORS.length];
            add(
                    out,
                    "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>",
                    line.getValue().toString().trim(),
                    color);
            add(out, "<text x='%d' y='%d' fill='%s'>%s</text>", WIDTH + 10, MARGIN + 20 * row, color, line.getKey());
            row++;
        }
        add(out, "<text x='%d' y='%d' text-anchor='middle'>arcs</text>", WIDTH / 2, HEIGHT - 16);
        add(out, "<text x='%d' y='18'>one iteration, one thread</text>", MARGIN);
        return out.append("</svg>\n").toString();
    }

    private static void add(StringBuilder out, String form, Object... values) {
        out.append(String.format(Locale.ROOT, form, values)).append('\n');
    }

    /** From 1e3 to 1e8 arcs. */
    private static double x(double arcs) {
        return MARGIN + (Math.log10(arcs) - 3) / 5 * (WIDTH - MARGIN);
    }

    /** From 1 us to 1 s. */
    private static double y(double nanoseconds) {
        return HEIGHT - MARGIN - (Math.log10(nanoseconds) - 3) / 6 * (HEIGHT - MARGIN - MARGIN / 2.0);
    }
}
