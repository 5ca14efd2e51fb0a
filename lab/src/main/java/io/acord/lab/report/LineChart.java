package io.acord.lab.report;

import io.acord.lab.draw.JsonText;
import io.acord.lab.draw.Scale;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Curves over whole numbers, with bands around them where there are any.
 *
 * @param dataId of the numbers that the script shows
 * @param lines the most important first; drawn last, on top
 * @param normal what counts as 1 on a second, normalised y axis; NaN for none
 */
record LineChart(
        String dataId,
        String title,
        String description,
        String xLabel,
        String yLabel,
        List<Line> lines,
        boolean log,
        double normal)
        implements Canvas.Picture {

    private static final double LABEL = 14.5; // height of a line of text

    /**
     * One curve.
     *
     * @param style more classes
     * @param low of the band; NaN where there is none
     * @param labeled whether its name stands at its end, and markers on it
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    record Line(
            String name,
            LineStyle look,
            String style,
            double[] x,
            double[] y,
            double[] low,
            double[] high,
            boolean labeled) {

        int points() {
            return x.length;
        }

        double largest() {
            return Arrays.stream(y).filter(Double::isFinite).max().orElse(0);
        }
    }

    /** Where a name stands, and where it would like to. */
    private static final class Label {
        private final Line line;
        private final double wanted;
        private double y;

        Label(Line line, double wanted) {
            this.line = line;
            this.wanted = wanted;
        }
    }

    @Override
    public void draw(Markup out, Canvas.Size size, String id) {
        double width = size.width;
        double height = size.isWide() ? 430 : 300;
        long named = lines.stream().filter(line -> line.labeled).count();
        boolean labels = size.isWide() && named <= (height - 70) / LABEL;
        double left = size.isWide() ? 66 : 52;
        double right = width - (labels ? 168 : 12);
        double top = 34;
        double bottom = height - 44;
        Scale x = xScale(left, right);
        Scale y = yScale(bottom, top);
        String frame = String.join(
                " ",
                Numbers.px(left),
                Numbers.px(right),
                JsonText.number(x.low()),
                JsonText.number(x.high()),
                Numbers.px(top),
                Numbers.px(bottom),
                Double.toString(y.low()),
                Double.toString(y.high()),
                log ? "log" : "linear");
        Canvas canvas = new Canvas(
                out,
                id,
                width,
                height,
                title,
                description,
                "class",
                "lines",
                "tabindex",
                "0",
                "data-lines",
                dataId,
                "data-frame",
                frame);
        if (Double.isNaN(normal)) {
            yAxis(canvas, y, 1, left, right, "y", yLabel);
        } else {
            yAxis(canvas, y, 1, left, right, "y raw", yLabel);
            yAxis(canvas, y, normal, left, right, "y norm", yLabel + ", largest mean = 1");
        }
        xAxis(canvas, x, size, bottom, left, right);
        for (int n = lines.size() - 1; n >= 0; n--) {
            curve(canvas, lines.get(n), n, x, y);
        }
        if (labels) {
            labels(canvas, x, y, right, top, bottom);
        }
        canvas.line(0, top, 0, bottom, "cursor");
        canvas.done();
    }

    private Scale xScale(double left, double right) {
        double first = Double.POSITIVE_INFINITY;
        double last = Double.NEGATIVE_INFINITY;
        for (Line line : lines) {
            for (double value : line.x) {
                first = Math.min(first, value);
                last = Math.max(last, value);
            }
        }
        return first < last
                ? Scale.linear(first, last, left, right)
                : Scale.linear(first - 0.6, first + 0.6, left, right);
    }

    private Scale yScale(double bottom, double top) {
        double least = Double.POSITIVE_INFINITY;
        double lowest = 0;
        double most = 0;
        for (Line line : lines) {
            for (int at = 0; at < line.y.length; at++) {
                if (Double.isFinite(line.y[at])) {
                    lowest = Math.min(lowest, line.y[at]);
                    lowest = Double.isFinite(line.low[at]) && line.y[at] < 0 ? Math.min(lowest, line.low[at]) : lowest;
                    least = line.y[at] > 0 ? Math.min(least, line.y[at]) : least;
                    most = Math.max(most, line.y[at]);
                    most = Double.isFinite(line.high[at]) ? Math.max(most, line.high[at]) : most;
                }
            }
        }
        if (log) {
            least = Math.max(least, most * 1e-20); // below is rounding, not convergence
            return most > 0 ? Scale.log(least * 0.8, most * 1.25, bottom, top) : Scale.log(0.1, 1, bottom, top);
        }
        return Scale.linear(lowest * 1.04, most * 1.04, bottom, top);
    }

    private static void yAxis(
            Canvas canvas, Scale y, double unit, double left, double right, String style, String label) {
        canvas.group("class", "axis " + style);
        canvas.text(0, 14, "start", "axis-title", label);
        Scale shown = unit == 1 ? y : new Scale(y.low() / unit, y.high() / unit, y.from(), y.to(), y.log());
        for (double tick : shown.ticks(6)) {
            double at = shown.at(tick);
            canvas.line(left, at, right, at, tick == 0 ? "base" : "grid");
            canvas.text(left - 8, at + 4, "end", "tick", Numbers.brief(tick));
        }
        canvas.end();
    }

    private void xAxis(Canvas canvas, Scale x, Canvas.Size size, double bottom, double left, double right) {
        canvas.group("class", "axis x");
        canvas.line(left, bottom, right, bottom, "base");
        for (double tick : x.wholeTicks(size.isWide() ? 10 : 5)) {
            canvas.line(x.at(tick), bottom, x.at(tick), bottom + 4, "base");
            canvas.text(x.at(tick), bottom + 18, "middle", "tick", Numbers.brief(tick));
        }
        canvas.text((left + right) / 2, bottom + 38, "middle", "axis-title", xLabel);
        canvas.end();
    }

    private void curve(Canvas canvas, Line line, int index, Scale x, Scale y) {
        canvas.group("class", "line " + line.look.key() + " " + line.style, "data-n", Integer.toString(index));
        String band = band(line, x, y);
        if (!band.isEmpty()) {
            canvas.path(band, "class", "band");
        }
        String dashes = line.look.dashes();
        String path = path(line, x, y);
        if (dashes.isEmpty()) {
            canvas.path(path, "class", "curve");
        } else {
            canvas.path(path, "class", "curve", "stroke-dasharray", dashes);
        }
        if (line.labeled) {
            int marks = Math.min(6, line.x.length);
            int[] drawn = drawnPoints(line);
            for (int mark = 0; mark < marks && drawn.length > 0; mark++) {
                // The markers of neighbouring policies are staggered, so that they do not hide each other.
                double share = marks == 1 ? 1 : (mark + 1 - 0.9 * (index % 6) / 6.0) / marks;
                int at = drawn[(int) Math.round(share * (drawn.length - 1))];
                canvas.marker(
                        line.look,
                        x.at(line.x[at]),
                        y.at(line.y[at]),
                        3.6,
                        "mark",
                        "",
                        "data-at",
                        Integer.toString(at));
            }
        }
        canvas.end();
    }

    private boolean isDrawn(double value) {
        return Double.isFinite(value) && (!log || value > 0);
    }

    private int[] drawnPoints(Line line) {
        return IntStream.range(0, line.y.length)
                .filter(at -> isDrawn(line.y[at]))
                .toArray();
    }

    /** The curve; it is interrupted where a value cannot be drawn. */
    private String path(Line line, Scale x, Scale y) {
        StringBuilder path = new StringBuilder();
        boolean pen = false;
        for (int at = 0; at < line.y.length; at++) {
            boolean drawn = isDrawn(line.y[at]);
            if (drawn) {
                path.append(pen ? 'L' : 'M').append(point(x.at(line.x[at]), y.at(line.y[at])));
            }
            pen = drawn;
        }
        return path.toString();
    }

    private String band(Line line, Scale x, Scale y) {
        StringBuilder there = new StringBuilder();
        StringBuilder back = new StringBuilder();
        for (int at = 0; at < line.y.length; at++) {
            if (isDrawn(line.y[at]) && Double.isFinite(line.low[at]) && Double.isFinite(line.high[at])) {
                there.append(there.isEmpty() ? 'M' : 'L').append(point(x.at(line.x[at]), y.at(line.high[at])));
                back.insert(0, "L" + point(x.at(line.x[at]), y.at(line.low[at])));
            }
        }
        return there.isEmpty() ? "" : there.append(back).append('z').toString();
    }

    private static String point(double x, double y) {
        return Numbers.px(x) + "," + Numbers.px(y);
    }

    /** Names at the ends of the curves, moved apart where they would overlap. */
    private void labels(Canvas canvas, Scale x, Scale y, double right, double top, double bottom) {
        List<Label> labels = new ArrayList<>();
        for (Line line : lines) {
            int[] drawn = drawnPoints(line);
            if (line.labeled && drawn.length > 0) {
                double end = x.at(line.x[drawn[drawn.length - 1]]);
                double wanted = y.at(line.y[drawn[drawn.length - 1]]);
                if (end < right - 60) { // a curve that ends early has room for its name right there
                    canvas.group("class", "line " + line.look.key() + " " + line.style);
                    canvas.text(end + 7, wanted + 4, "start", "name", Canvas.clip(line.name, 22));
                    canvas.end();
                } else {
                    labels.add(new Label(line, wanted));
                }
            }
        }
        labels.sort(Comparator.comparingDouble(label -> label.wanted));
        double floor = top;
        for (Label label : labels) {
            label.y = Math.max(floor, label.wanted);
            floor = label.y + LABEL;
        }
        double ceiling = bottom;
        for (int n = labels.size() - 1; n >= 0; n--) {
            Label label = labels.get(n);
            label.y = Math.min(label.y, ceiling);
            ceiling = label.y - LABEL;
        }
        for (Label label : labels) {
            Line line = label.line;
            int[] drawn = drawnPoints(line);
            double end = x.at(line.x[drawn[drawn.length - 1]]);
            double at = label.y;
            canvas.group(
                    "class",
                    "label line " + line.look.key() + " " + line.style,
                    "data-n",
                    Integer.toString(lines.indexOf(line)));
            canvas.path(
                    "M" + point(end + 6, label.wanted) + "L" + point(right + 12, at) + "H" + Numbers.px(right + 16),
                    "class",
                    "leader");
            canvas.text(right + 20, at + 4, "start", "name", Canvas.clip(line.name, 22));
            canvas.end();
        }
    }

    /** The numbers behind the curves, for the script. */
    String data() {
        return "{\"x\":" + JsonText.numbers(lines.isEmpty() ? new double[0] : longest().x) + ",\"of\":"
                + JsonText.string(xLabel) + ",\"normal\":" + JsonText.number(normal) + ",\"lines\":"
                + lines.stream().map(this::data).collect(Collectors.joining(",", "[", "]}"));
    }

    private String data(Line line) {
        boolean isLongest = Arrays.equals(line.x, longest().x);
        boolean hasBand = Arrays.stream(line.low).anyMatch(Double::isFinite);
        return "{" + (isLongest ? "" : "\"x\":" + JsonText.numbers(line.x) + ",") + "\"key\":"
                + JsonText.string(line.look.key()) + ",\"name\":" + JsonText.string(Canvas.clip(line.name, 40))
                + ",\"y\":" + JsonText.numbers(line.y)
                + (hasBand ? ",\"low\":" + JsonText.numbers(line.low) + ",\"high\":" + JsonText.numbers(line.high) : "")
                + "}";
    }

    private Line longest() {
        return lines.stream().max(Comparator.comparingInt(Line::points)).orElseThrow();
    }
}
