package io.acord.lab.figure;

import io.acord.lab.draw.Scale;
import io.acord.lab.report.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One plot of a figure: its axes, bands and curves, without legend and caption.
 *
 * @param width numbers and label of the axis included
 */
record PlotDrawing(Figure.Plot plot, Function<Figure.Curve, CurveStyle> looks, double width, double height) {

    static final double LEFT = 62; // of an axis's numbers and label
    private static final double RIGHT = 12;
    private static final int GRID = 0xE3E7EB;

    private static final Ink.Type TICK_X = new Ink.Type(11.5, false, Ink.Anchor.MIDDLE, false, FigureDrawing.SOFT);
    private static final Ink.Type TICK_Y = new Ink.Type(11.5, false, Ink.Anchor.END, false, FigureDrawing.SOFT);
    private static final Ink.Type LABEL_X = new Ink.Type(12, false, Ink.Anchor.MIDDLE, false, FigureDrawing.INK);
    private static final Ink.Type LABEL_Y = new Ink.Type(12, false, Ink.Anchor.MIDDLE, true, FigureDrawing.INK);

    void draw(Ink ink, double left, double top) {
        double from = left + LEFT;
        double to = left + width - RIGHT;
        double bottom = top + height;
        Scale x = xScale(from, to);
        Scale y = yScale(bottom, top + 8);
        for (double tick : y.ticks(6)) {
            double at = y.at(tick);
            ink.line(new double[] {from, to}, new double[] {at, at}, Ink.Pen.solid(GRID, 1));
            ink.words(from - 7, at + 4, Numbers.brief(tick), TICK_Y);
        }
        List<Double> ticks = isWhole() && !x.log() ? x.wholeTicks(12) : x.ticks(8);
        for (double tick : ticks) {
            double at = x.at(tick);
            ink.line(new double[] {at, at}, new double[] {bottom, bottom + 4}, Ink.Pen.solid(FigureDrawing.SOFT, 1));
            ink.words(at, bottom + 17, Numbers.brief(tick), TICK_X);
        }
        plot.level().ifPresent(level -> {
            double at = y.at(level);
            ink.line(new double[] {from, to}, new double[] {at, at}, Ink.Pen.solid(FigureDrawing.SOFT, 1.2));
        });
        ink.line(
                new double[] {from, from, to},
                new double[] {top + 8, bottom, bottom},
                Ink.Pen.solid(FigureDrawing.SOFT, 1));
        ink.words((from + to) / 2, bottom + 33, LABEL_X.clip(plot.x().label(), width - LEFT), LABEL_X);
        ink.words(left + 12, (top + 8 + bottom) / 2, LABEL_Y.clip(plot.y().label(), height), LABEL_Y);
        double light = Math.max(0.05, Math.min(0.16, 0.8 / plot.curves().size())); // many bands make a wall
        for (Figure.Curve curve : plot.curves()) {
            band(ink, curve, x, y, isFirst(curve) ? 0.2 : light, dodge(curve));
        }
        List<Figure.Curve> order = new ArrayList<>(plot.curves());
        order.sort((a, b) -> Boolean.compare(isFirst(a), isFirst(b)));
        for (Figure.Curve curve : order) {
            curve(ink, curve, x, y, plot.curves().indexOf(curve), plot.curves().size(), dodge(curve));
        }
    }

    /** ACORD is what the figures are about: it lies on top. */
    private static boolean isFirst(Figure.Curve curve) {
        return curve.name().equals("ACORD");
    }

    /**
     * Points over whole numbers, such as the numbers of settings, stand side by side rather than on top of each other.
     */
    private double dodge(Figure.Curve curve) {
        boolean points = plot.curves().stream().allMatch(c -> c.style() == Figure.Style.POINTS);
        return points && isWhole()
                ? 6 * (plot.curves().indexOf(curve) - (plot.curves().size() - 1) / 2.0)
                : 0;
    }

    private boolean isWhole() {
        return plot.curves().stream()
                .allMatch(curve -> curve.x().stream().allMatch(value -> value == Math.rint(value)));
    }

    private Scale xScale(double from, double to) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        boolean points = false;
        for (Figure.Curve curve : plot.curves()) {
            points |= curve.style() == Figure.Style.POINTS;
            for (double value : curve.x()) {
                if (Double.isFinite(value) && (!plot.x().log() || value > 0)) {
                    least = Math.min(least, value);
                    most = Math.max(most, value);
                }
            }
        }
        if (!(least <= most)) {
            return Scale.linear(0, 1, from, to);
        }
        if (plot.x().log()) {
            return Scale.log(least, most, from, to);
        }
        double room = points ? 0.05 * (most - least) : 0; // points at the ends shall not lie on the axes
        return Scale.linear(least - room, most + room, from, to);
    }

    private Scale yScale(double bottom, double top) {
        boolean log = plot.y().log();
        double least = plot.level().orElse(Double.POSITIVE_INFINITY);
        double most = plot.level().orElse(Double.NEGATIVE_INFINITY);
        for (Figure.Curve curve : plot.curves()) {
            for (List<Double> values : List.of(curve.y(), curve.low(), curve.high())) {
                for (double value : values) {
                    if (Double.isFinite(value) && (!log || value > 0)) {
                        least = Math.min(least, value);
                        most = Math.max(most, value);
                    }
                }
            }
        }
        if (!(least <= most)) {
            return Scale.linear(0, 1, bottom, top);
        }
        if (log) {
            return Scale.log(least * 0.85, most * 1.15, bottom, top);
        }
        double room = 0.05 * (most - least);
        boolean fromZero = least >= 0 && least < 0.4 * most;
        return Scale.linear(fromZero ? 0 : least - room, most + (fromZero ? 0.02 * most : room), bottom, top);
    }

    private static boolean isDrawn(double value, Scale y) {
        return Double.isFinite(value) && (!y.log() || value > 0);
    }

    private void band(Ink ink, Figure.Curve curve, Scale x, Scale y, double opacity, double dodge) {
        CurveStyle look = looks.apply(curve);
        List<double[]> there = new ArrayList<>();
        for (int k = 0; k < curve.x().size(); k++) {
            double low = curve.low().get(k);
            double high = curve.high().get(k);
            boolean drawn = isDrawn(curve.y().get(k), y) && Double.isFinite(low) && Double.isFinite(high);
            if (drawn) {
                double at = x.at(curve.x().get(k)) + dodge;
                if (curve.style() == Figure.Style.POINTS) {
                    ink.line(
                            new double[] {at, at},
                            new double[] {y.at(low), y.at(high)},
                            Ink.Pen.solid(look.color(), 1.4));
                } else {
                    there.add(new double[] {at, y.at(high), y.at(low)});
                }
            }
        }
        if (there.size() > 1) {
            int n = there.size();
            double[] px = new double[2 * n];
            double[] py = new double[2 * n];
            for (int k = 0; k < n; k++) {
                px[k] = there.get(k)[0];
                py[k] = there.get(k)[1];
                px[2 * n - 1 - k] = there.get(k)[0];
                py[2 * n - 1 - k] = there.get(k)[2];
            }
            ink.area(px, py, look.color(), opacity);
        }
    }

    private void curve(Ink ink, Figure.Curve curve, Scale x, Scale y, int index, int of, double dodge) {
        CurveStyle look = looks.apply(curve);
        List<double[]> run = new ArrayList<>();
        List<double[]> all = new ArrayList<>();
        for (int k = 0; k <= curve.x().size(); k++) {
            boolean drawn = k < curve.x().size() && isDrawn(curve.y().get(k), y);
            if (drawn) {
                double[] point = {x.at(curve.x().get(k)) + dodge, y.at(curve.y().get(k))};
                run.add(point);
                all.add(point);
            } else {
                if (run.size() > 1 && curve.style() != Figure.Style.POINTS) {
                    ink.line(
                            run.stream().mapToDouble(p -> p[0]).toArray(),
                            run.stream().mapToDouble(p -> p[1]).toArray(),
                            look.pen());
                }
                run.clear();
            }
        }
        boolean each = curve.style() == Figure.Style.POINTS || all.size() <= 14;
        int marks = each ? all.size() : 6;
        for (int mark = 0; mark < marks; mark++) {
            // Where not every point has a marker, those of neighbouring curves are staggered, so that they do not hide
            // each other.
            double share = (mark + 0.5 + 0.8 * (index / (double) of - 0.5)) / marks;
            int at = each ? mark : (int) Math.min(all.size() - 1.0, share * all.size());
            look.mark(ink, all.get(at)[0], all.get(at)[1], 3);
        }
    }
}
