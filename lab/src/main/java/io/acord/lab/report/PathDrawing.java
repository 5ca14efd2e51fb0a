package io.acord.lab.report;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.draw.Scale;
import java.util.ArrayList;
import java.util.List;

/**
 * A small drawing of what several agents did over the rounds, one path each, as a picture of an application. Scratch;
 * one thread.
 */
public final class PathDrawing {

    private static final double WIDTH = 300;
    private static final double HEIGHT = 190;
    private static final double LEFT = 42;
    private static final double RIGHT = WIDTH - 12;
    private static final double TOP = 26;
    private static final double BOTTOM = HEIGHT - 22;

    private final String id;
    private final String title;
    private final String axis;
    private final double low;
    private final double high;
    private final List<String> names = new ArrayList<>();
    private final List<double[]> paths = new ArrayList<>();
    private final List<double[]> zones = new ArrayList<>();
    private final List<Double> limits = new ArrayList<>();

    /**
     * An empty drawing.
     *
     * @param id of the drawing, unlike others on the page
     * @param title for who cannot see it
     * @param axis what the numbers are and what they are counted in
     * @param low end of the axis; the same for all policies, so that they can be compared
     * @param high end of the axis
     */
    public PathDrawing(String id, String title, String axis, double low, double high) {
        this.id = id;
        this.title = title;
        this.axis = axis;
        this.low = low;
        this.high = high;
    }

    /** Adds an agent: a number a round. */
    public PathDrawing path(String name, double[] values) {
        names.add(name);
        paths.add(values.clone());
        return this;
    }

    /** Shades what lies between two numbers. */
    public PathDrawing zone(double from, double to) {
        zones.add(new double[] {from, to});
        return this;
    }

    /** Draws a limit across. */
    public PathDrawing limit(double at) {
        limits.add(at);
        return this;
    }

    /** The drawing as SVG. */
    public String markup() {
        Markup out = new Markup();
        Canvas canvas = new Canvas(out, id, WIDTH, HEIGHT, title, title);
        int rounds = paths.stream().mapToInt(path -> path.length).max().orElse(1);
        Scale x = Scale.linear(1, Math.max(2, rounds), LEFT, RIGHT);
        Scale y = Scale.linear(low, high, BOTTOM, TOP);
        for (double[] zone : zones) {
            canvas.box(LEFT, y.at(zone[1]), RIGHT - LEFT, y.at(zone[0]) - y.at(zone[1]), "zone");
        }
        canvas.text(0, 11, "start", "axis-title", axis);
        for (double tick : y.ticks(4)) {
            canvas.line(LEFT, y.at(tick), RIGHT, y.at(tick), "grid");
            canvas.text(LEFT - 6, y.at(tick) + 4, "end", "tick", Numbers.brief(tick));
        }
        for (double limit : limits) {
            canvas.line(LEFT, y.at(limit), RIGHT, y.at(limit), "limit");
        }
        for (double tick : x.wholeTicks(5)) {
            canvas.text(x.at(tick), BOTTOM + 16, "middle", "tick", Numbers.brief(tick));
        }
        for (int p = 0; p < paths.size(); p++) {
            canvas.tipped(names.get(p), "class", "tip");
            canvas.path(path(paths.get(p), x, y), "class", "path");
            canvas.end();
        }
        canvas.done();
        return out.toString();
    }

    private static String path(double[] values, Scale x, Scale y) {
        StringBuilder path = new StringBuilder();
        int[] picked = EvenSample.pick(values.length, PageParts.MOST_POINTS);
        for (int k : picked) {
            path.append(path.isEmpty() ? 'M' : 'L')
                    .append(Numbers.px(x.at(k + 1)))
                    .append(',')
                    .append(Numbers.px(y.at(values[k])));
        }
        return path.toString();
    }
}
