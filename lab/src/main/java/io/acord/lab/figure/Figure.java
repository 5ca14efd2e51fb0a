package io.acord.lab.figure;

import io.acord.graph.Graph;
import java.util.List;
import java.util.Optional;

/**
 * A figure as numbers: panels side by side as in the paper.
 *
 * @param id of its files: {@code fig2}, {@code convergence-rates}, …
 * @param title what is shown, with the parameters
 * @param paper what the paper says of it, in our words; empty for figures the paper does not have
 * @param found what is seen here, in a sentence or two with numbers
 * @param conventions what must be known to draw it again
 * @param columns how many panels stand side by side
 */
public record Figure(
        String id, String title, String paper, String found, String conventions, int columns, List<Panel> panels) {

    public Figure {
        panels = List.copyOf(panels);
    }

    /** One plot of a figure. */
    public sealed interface Panel permits Plot, Drawing {
        /** Of its CSV file: {@code a}, {@code b}, … or a word. */
        String id();

        String title();
    }

    /**
     * Curves.
     *
     * @param level a value to mark across the panel, as 1 for a ratio
     */
    public record Plot(String id, String title, Axis x, Axis y, List<Curve> curves, Optional<Double> level)
            implements Panel {
        public Plot {
            curves = List.copyOf(curves);
        }
    }

    /** A graph, drawn with its agents around a circle. */
    public record Drawing(String id, String title, Graph graph) implements Panel {}

    /** What an axis counts, and whether in powers of ten. */
    public record Axis(String label, boolean log) {
        public static Axis linear(String label) {
            return new Axis(label, false);
        }

        public static Axis log(String label) {
            return new Axis(label, true);
        }
    }

    /** How a curve is drawn. */
    public enum Style {
        LINE,
        /** A proven or computed line beside measured ones. */
        DASHED,
        /** Points only. */
        POINTS
    }

    /**
     * One curve with a band around it.
     *
     * @param low of the band; NaN where there is none
     */
    public record Curve(String name, Style style, List<Double> x, List<Double> y, List<Double> low, List<Double> high) {
        public Curve {
            x = List.copyOf(x);
            y = List.copyOf(y);
            low = List.copyOf(low);
            high = List.copyOf(high);
        }
    }
}
