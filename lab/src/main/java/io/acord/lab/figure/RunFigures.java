package io.acord.lab.figure;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunBooks;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of a single run, for papers and talks: what was paid, and what is certified, over the rounds. */
public final class RunFigures {

    private static final int MOST_POINTS = 400;

    /** Numbers that differ by more than that are seen on a logarithmic axis only. */
    private static final double WIDE = 30;

    private final RunResult run;
    private final int[] rounds; // from 0, those that are drawn

    private RunFigures(RunResult run) {
        this.run = run;
        this.rounds = EvenSample.pick(run.horizon(), MOST_POINTS);
    }

    /** The figures of a run, {@code figure-cost} and, where somebody kept books, {@code figure-certified}. */
    public static List<Figure> of(RunResult run) {
        RunFigures figures = new RunFigures(run);
        List<Figure> all = new ArrayList<>();
        all.add(figures.cost());
        figures.certified().ifPresent(all::add);
        return all;
    }

    /** All of them as SVG, PNG and PDF, by file name. */
    public static Map<String, byte[]> files(RunResult run) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        of(run).forEach(figure ->
                files.putAll(FigureDrawing.ofPolicies(figure, run.version()).files()));
        return files;
    }

    private Figure cost() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (AlgorithmResult policy : run.algorithms()) {
            List<double[]> paid = policy.costs().stream().map(RunFigures::sums).toList();
            curves.add(curve(policy, paid));
        }
        return figure("figure-cost", "what was paid up to a round", "cost so far", curves, Optional.empty());
    }

    private Optional<Figure> certified() {
        List<Figure.Curve> curves = new ArrayList<>();
        for (AlgorithmResult policy : run.algorithms()) {
            if (policy.books().isEmpty()) {
                continue;
            }
            List<List<Double>> least = policy.books().get().atLeast();
            List<double[]> ratios = new ArrayList<>();
            for (int r = 0; r < policy.costs().size(); r++) {
                double[] paid = sums(policy.costs().get(r));
                double[] ratio = new double[paid.length];
                for (int t = 0; t < paid.length; t++) {
                    ratio[t] = RunBooks.ratio(paid[t], least.get(r).get(t));
                }
                ratios.add(ratio);
            }
            curves.add(curve(policy, ratios));
        }
        return curves.isEmpty()
                ? Optional.empty()
                : Optional.of(figure(
                        "figure-certified",
                        "at most how many times the best that anyone can have paid up to a round",
                        "certified ratio",
                        curves,
                        Optional.of(1.0)));
    }

    private static double[] sums(List<Cost> costs) {
        double[] sums = new double[costs.size()];
        double sum = 0;
        for (int t = 0; t < sums.length; t++) {
            sum += costs.get(t).total();
            sums[t] = sum;
        }
        return sums;
    }

    /** Means over the repeats; rounds in which a repeat has no finite value are left out. */
    private Figure.Curve curve(AlgorithmResult policy, List<double[]> repeats) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        List<Double> low = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        int played = repeats.stream().mapToInt(values -> values.length).min().orElse(0);
        for (int t : rounds) {
            if (t < played && repeats.stream().allMatch(values -> Double.isFinite(values[t]))) {
                Statistics values =
                        Statistics.of(repeats.stream().map(repeat -> repeat[t]).toList());
                boolean band = repeats.size() > 1;
                x.add(t + 1.0);
                y.add(values.mean());
                low.add(band ? values.low95() : Double.NaN);
                high.add(band ? values.high95() : Double.NaN);
            }
        }
        return new Figure.Curve(policy.name(), Figure.Style.LINE, x, y, low, high);
    }

    private Figure figure(String id, String title, String label, List<Figure.Curve> curves, Optional<Double> level) {
        List<Double> values =
                curves.stream().flatMap(curve -> curve.y().stream()).toList();
        double least = values.stream().mapToDouble(v -> v).min().orElse(0);
        double most = values.stream().mapToDouble(v -> v).max().orElse(0);
        boolean log = least > 0 && most / least > WIDE;
        String repeats = run.repeats() == 1 ? "one repeat" : "means over " + run.repeats() + " repeats";
        return new Figure(
                id,
                run.name() + ": " + title,
                "",
                "",
                repeats + ", seed " + run.seed() + "; " + run.command(),
                1,
                List.of(new Figure.Plot(
                        "a",
                        "",
                        Figure.Axis.linear("round"),
                        log ? Figure.Axis.log(label) : Figure.Axis.linear(label),
                        curves,
                        level)));
    }
}
