package io.acord.lab.report;

import java.util.ArrayList;
import java.util.List;

/** One drawing, in pixels of its own width and height. The style sheet gives the colours. */
final class Canvas {

    /** Every drawing is made for a screen or a sheet of paper, and once more for a telephone. */
    enum Size {
        WIDE(960),
        NARROW(360);

        final double width;

        Size(double width) {
            this.width = width;
        }

        boolean isWide() {
            return this == WIDE;
        }

        String suffix() {
            return isWide() ? "w" : "n";
        }
    }

    /** What can be drawn in either size. */
    interface Picture {
        void draw(Markup out, Size size, String id);
    }

    /** Writes a picture in both sizes; the style sheet shows the one that fits. */
    static void both(Markup out, String id, Picture picture) {
        for (Size size : Size.values()) {
            out.open("div", "class", size.isWide() ? "wide" : "narrow");
            picture.draw(out, size, id + "-" + size.suffix());
            out.closeLine();
        }
    }

    private final Markup out;

    Canvas(Markup out, String id, double width, double height, String title, String description, String... attributes) {
        this.out = out;
        List<String> all = new ArrayList<>(List.of(
                "id",
                id,
                "viewBox",
                "0 0 " + Numbers.px(width) + " " + Numbers.px(height),
                "width",
                Numbers.px(width),
                "height",
                Numbers.px(height),
                "role",
                "img",
                "aria-labelledby",
                id + "-t " + id + "-d"));
        all.addAll(List.of(attributes));
        out.open("svg", all.toArray(String[]::new)).leaf("title", title, "id", id + "-t");
        out.leaf("desc", description, "id", id + "-d");
    }

    void done() {
        out.closeLine();
    }

    Canvas group(String... attributes) {
        out.open("g", attributes);
        return this;
    }

    Canvas end() {
        out.close();
        return this;
    }

    Canvas line(double x1, double y1, double x2, double y2, String style) {
        out.empty(
                "path",
                "class",
                style,
                "d",
                "M" + Numbers.px(x1) + "," + Numbers.px(y1) + "L" + Numbers.px(x2) + "," + Numbers.px(y2));
        return this;
    }

    Canvas path(String d, String... attributes) {
        String[] all = new String[attributes.length + 2];
        all[0] = "d";
        all[1] = d;
        System.arraycopy(attributes, 0, all, 2, attributes.length);
        out.empty("path", all);
        return this;
    }

    Canvas box(double x, double y, double width, double height, String style) {
        out.empty(
                "rect",
                "class",
                style,
                "x",
                Numbers.px(x),
                "y",
                Numbers.px(y),
                "width",
                Numbers.px(Math.max(0, width)),
                "height",
                Numbers.px(Math.max(0, height)));
        return this;
    }

    /** @param anchor start, middle or end */
    Canvas text(double x, double y, String anchor, String style, String text) {
        out.leaf("text", text, "class", style, "x", Numbers.px(x), "y", Numbers.px(y), "text-anchor", anchor);
        return this;
    }

    /** A policy's marker; pointing at it shows the words. */
    Canvas marker(LineStyle look, double x, double y, double r, String style, String tip, String... more) {
        List<String> all = new ArrayList<>(List.of(
                "class",
                style,
                "d",
                look.shape(r),
                "transform",
                "translate(" + Numbers.px(x) + "," + Numbers.px(y) + ")"));
        all.addAll(List.of(more));
        out.open("path", all.toArray(String[]::new));
        if (!tip.isEmpty()) {
            out.leaf("title", tip);
        }
        out.close();
        return this;
    }

    /** Opens a group that shows these words when pointed at. */
    Canvas tipped(String tip, String... attributes) {
        out.open("g", attributes).leaf("title", tip);
        return this;
    }

    /** A name that fits into about this many characters. */
    static String clip(String name, int characters) {
        int length = name.codePointCount(0, name.length());
        return length <= characters ? name : name.substring(0, name.offsetByCodePoints(0, characters - 1)) + "…";
    }
}
