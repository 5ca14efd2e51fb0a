package io.acord.lab.sweep;

import io.acord.lab.figure.Figure;
import io.acord.lab.run.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What the policies paid and how far from the optimum that is, over the first key that has numbers; the other keys have
 * a panel for each of their combinations.
 */
final class SweepFigures {

    /** More panels are not read any more; the table has all of them. */
    static final int MOST_PANELS = 12;

    /** Numbers that differ by more than that are seen on a logarithmic axis only. */
    private static final double WIDE = 30;

    private final List<SweepAxis> axes;
    private final List<SweepCell> cells;
    private final String conventions;
    private final int along; // the axis to the right

    private SweepFigures(List<SweepAxis> axes, List<SweepCell> cells, String conventions) {
        this.axes = axes;
        this.cells = cells;
        this.conventions = conventions;
        this.along = along(axes);
    }

    /** The figures of a sweep. */
    static List<Figure> of(List<SweepAxis> axes, List<SweepCell> cells, String name, String conventions) {
        return new SweepFigures(axes, cells, conventions).figures(name);
    }

    /** How many there would be, if all were drawn. */
    static long panels(List<SweepAxis> axes) {
        return SweepAxis.combinations(axes).size()
                / axes.get(along(axes)).values().size();
    }

    private static int along(List<SweepAxis> axes) {
        for (int k = 0; k < axes.size(); k++) {
            if (axes.get(k).values().size() > 1
                    && axes.get(k).values().stream().allMatch(value -> number(value) != null)) {
                return k;
            }
        }
        return 0;
    }

    private static @Nullable Double number(String value) {
        try {
            double number = Double.parseDouble(value);
            return Double.isFinite(number) ? number : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private List<Figure> figures(String name) {
        boolean certified = cells.stream().anyMatch(SweepCell::isCertified);
        List<Figure> figures = new ArrayList<>();
        figures.add(figure("cost", name + ": what was paid", "cost", SweepCell::total, Optional.empty()));
        boolean known =
                cells.stream().allMatch(cell -> Double.isFinite(cell.ratio().mean()));
        if (known) {
            figures.add(figure(
                    "ratio",
                    name + (certified ? ": at most so many times the best" : ": how many times the best"),
                    certified ? "at most × OPT" : "× OPT",
                    SweepCell::ratio,
                    Optional.of(1.0)));
        }
        return figures;
    }

    private Figure figure(
            String id, String title, String label, Function<SweepCell, Statistics> of, Optional<Double> level) {
        Set<List<String>> others = new LinkedHashSet<>();
        cells.forEach(cell -> others.add(without(cell.combination())));
        List<Figure.Panel> panels = new ArrayList<>();
        for (List<String> other : others) {
            if (panels.size() == MOST_PANELS) {
                break;
            }
            List<SweepCell> shown = cells.stream()
                    .filter(cell -> without(cell.combination()).equals(other))
                    .toList();
            panels.add(panel(panels.size(), other, shown, label, of, level));
        }
        int columns = panels.size() == 1 ? 1 : panels.size() == 2 || panels.size() == 4 ? 2 : 3;
        return new Figure(id, title, "", "", conventions, columns, panels);
    }

    private List<String> without(List<String> combination) {
        List<String> rest = new ArrayList<>(combination);
        rest.remove(along);
        return rest;
    }

    private Figure.Plot panel(
            int index,
            List<String> other,
            List<SweepCell> shown,
            String label,
            Function<SweepCell, Statistics> of,
            Optional<Double> level) {
        SweepAxis axis = axes.get(along);
        boolean numeric = axis.values().stream().allMatch(value -> number(value) != null);
        Set<String> policies = new LinkedHashSet<>();
        shown.forEach(cell -> policies.add(cell.policy()));
        List<Figure.Curve> curves = new ArrayList<>();
        List<Double> allX = new ArrayList<>();
        List<Double> allY = new ArrayList<>();
        for (String policy : policies) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            List<Double> low = new ArrayList<>();
            List<Double> high = new ArrayList<>();
            shown.stream()
                    .filter(cell -> cell.policy().equals(policy))
                    .sorted((a, b) -> Double.compare(position(a, numeric), position(b, numeric)))
                    .forEach(cell -> {
                        Statistics value = of.apply(cell);
                        boolean band = cell.repeats() > 1;
                        x.add(position(cell, numeric));
                        y.add(value.mean());
                        low.add(band ? value.low95() : Double.NaN);
                        high.add(band ? value.high95() : Double.NaN);
                    });
            curves.add(new Figure.Curve(policy, Figure.Style.LINE, x, y, low, high));
            allX.addAll(x);
            allY.addAll(y);
        }
        String xLabel = numeric ? axis.key() : axis.key() + ": " + numbered(axis.values());
        String id = Character.toString((char) ('a' + index));
        return new Figure.Plot(
                id,
                other.isEmpty() ? "" : words(other),
                numeric && isWide(allX) ? Figure.Axis.log(xLabel) : Figure.Axis.linear(xLabel),
                isWide(allY) ? Figure.Axis.log(label) : Figure.Axis.linear(label),
                curves,
                level);
    }

    private double position(SweepCell cell, boolean numeric) {
        String value = cell.combination().get(along);
        Double number = numeric ? number(value) : null;
        return number != null ? number : axes.get(along).values().indexOf(value) + 1;
    }

    private static boolean isWide(List<Double> values) {
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        double most = values.stream().mapToDouble(v -> v).max().orElse(0);
        return least > 0 && most / least > WIDE;
    }

    private static String numbered(List<String> values) {
        return IntStream.range(0, values.size())
                .mapToObj(k -> (k + 1) + " = " + values.get(k))
                .collect(Collectors.joining(", "));
    }

    private String words(List<String> other) {
        List<String> words = new ArrayList<>();
        List<SweepAxis> rest = new ArrayList<>(axes);
        rest.remove(along);
        for (int k = 0; k < rest.size(); k++) {
            words.add(rest.get(k).key() + " = " + other.get(k));
        }
        return String.join(", ", words);
    }
}
