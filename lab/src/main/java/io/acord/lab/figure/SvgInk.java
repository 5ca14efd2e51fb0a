package io.acord.lab.figure;

import io.acord.lab.report.Markup;
import io.acord.lab.report.Numbers;
import java.util.Locale;
import java.util.stream.Collectors;

/** Writes SVG that every viewer can show: no style sheet, no script, no font of its own. */
final class SvgInk implements Ink {

    private static final String FONTS = "'DejaVu Sans', Verdana, 'Helvetica Neue', Arial, sans-serif";

    private final Markup out = new Markup();

    SvgInk(double width, double height, String title) {
        out.open(
                "svg",
                "xmlns",
                "http://www.w3.org/2000/svg",
                "viewBox",
                "0 0 " + Numbers.px(width) + " " + Numbers.px(height),
                "width",
                Numbers.px(width),
                "height",
                Numbers.px(height),
                "role",
                "img",
                "aria-label",
                title,
                "font-family",
                FONTS);
        out.empty("rect", "width", Numbers.px(width), "height", Numbers.px(height), "fill", "#ffffff");
    }

    /** The whole drawing. */
    String finish() {
        out.closeLine();
        return out.toString();
    }

    private static String color(int rgb) {
        return String.format(Locale.ROOT, "#%06x", rgb);
    }

    private static String path(double[] x, double[] y) {
        StringBuilder d = new StringBuilder();
        for (int k = 0; k < x.length; k++) {
            d.append(k == 0 ? 'M' : 'L').append(Numbers.px(x[k])).append(',').append(Numbers.px(y[k]));
        }
        return d.toString();
    }

    @Override
    public void line(double[] x, double[] y, Pen pen) {
        String dashes = pen.dashes().stream().map(Numbers::px).collect(Collectors.joining(" "));
        out.empty(
                "path",
                "d",
                path(x, y),
                "fill",
                "none",
                "stroke",
                color(pen.color()),
                "stroke-width",
                Numbers.px(pen.width()),
                "stroke-opacity",
                Double.toString(pen.opacity()),
                "stroke-linejoin",
                "round",
                "stroke-dasharray",
                dashes.isEmpty() ? "none" : dashes);
    }

    @Override
    public void area(double[] x, double[] y, int color, double opacity) {
        out.empty("path", "d", path(x, y) + "z", "fill", color(color), "fill-opacity", Double.toString(opacity));
    }

    @Override
    public void disc(double x, double y, double radius, int color) {
        out.empty("circle", "cx", Numbers.px(x), "cy", Numbers.px(y), "r", Numbers.px(radius), "fill", color(color));
    }

    @Override
    public void words(double x, double y, String words, Type type) {
        String anchor = switch (type.anchor()) {
            case START -> "start";
            case MIDDLE -> "middle";
            case END -> "end";
        };
        String turn = type.upwards() ? "rotate(-90 " + Numbers.px(x) + " " + Numbers.px(y) + ")" : "rotate(0)";
        out.leaf(
                "text",
                words,
                "x",
                Numbers.px(x),
                "y",
                Numbers.px(y),
                "font-size",
                Numbers.px(type.size()),
                "font-weight",
                type.bold() ? "bold" : "normal",
                "text-anchor",
                anchor,
                "fill",
                color(type.color()),
                "transform",
                turn);
    }
}
