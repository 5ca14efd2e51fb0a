package io.acord.paper.finding;

import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Plot;
import io.acord.lab.figure.Figure.Style;
import io.acord.lab.run.Statistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Curves and plots, said briefly. */
public final class Curves {

    private Curves() {}

    public static Curve line(String name, List<Double> x, List<Double> y) {
        return bare(name, Style.LINE, x, y);
    }

    /** What is proved or computed. */
    public static Curve dashed(String name, List<Double> x, List<Double> y) {
        return bare(name, Style.DASHED, x, y);
    }

    public static Curve points(String name, List<Double> x, List<Double> y) {
        return bare(name, Style.POINTS, x, y);
    }

    /** Means with their intervals. */
    public static Curve means(String name, List<Double> x, List<Statistics> y) {
        return curve(name, Style.LINE, x, y);
    }

    /** Means with their intervals, in a style. */
    public static Curve curve(String name, Style style, List<Double> x, List<Statistics> means) {
        return new Curve(
                name,
                style,
                x,
                means.stream().map(Statistics::mean).toList(),
                means.stream().map(Statistics::low95).toList(),
                means.stream().map(Statistics::high95).toList());
    }

    private static Curve bare(String name, Style style, List<Double> x, List<Double> y) {
        List<Double> none = Collections.nCopies(y.size(), Double.NaN);
        return new Curve(name, style, x, y, none, none);
    }

    /** A curve over a logarithmic axis, without the points that have no logarithm. */
    public static Curve positive(Curve curve) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        List<Double> low = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (int k = 0; k < curve.x().size(); k++) {
            if (curve.y().get(k) > 0) {
                x.add(curve.x().get(k));
                y.add(curve.y().get(k));
                low.add(curve.low().get(k));
                high.add(curve.high().get(k));
            }
        }
        return new Curve(curve.name(), curve.style(), x, y, low, high);
    }

    public static Plot plot(String id, String title, Axis x, Axis y, List<Curve> curves) {
        return new Plot(id, title, x, y, curves, Optional.empty());
    }

    /** With a value marked across the panel. */
    public static Plot plot(String id, String title, Axis x, Axis y, List<Curve> curves, double level) {
        return new Plot(id, title, x, y, curves, Optional.of(level));
    }

    /** The slope of log y over log x, by least squares. */
    public static double slope(List<Double> x, List<Double> y) {
        int n = x.size();
        double meanX = 0;
        double meanY = 0;
        for (int k = 0; k < n; k++) {
            meanX += Math.log(x.get(k)) / n;
            meanY += Math.log(y.get(k)) / n;
        }
        double xy = 0;
        double xx = 0;
        for (int k = 0; k < n; k++) {
            double dx = Math.log(x.get(k)) - meanX;
            xy += dx * (Math.log(y.get(k)) - meanY);
            xx += dx * dx;
        }
        return xy / xx;
    }
}
