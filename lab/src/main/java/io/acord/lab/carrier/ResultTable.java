package io.acord.lab.carrier;

import io.acord.lab.application.Domain;
import io.acord.lab.optimum.Interval;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.lab.terminal.NumberColumn;
import io.acord.lab.terminal.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.ToDoubleFunction;

/** Who paid what, the cheapest first. */
final class ResultTable {

    private static final List<String> HEADER = List.of(
            "policy",
            "cost",
            "± 95 %",
            "x OPT",
            "hitting",
            "switching",
            "dissimilar",
            "certificate",
            "iterations",
            "messages",
            "bytes");

    private static final int DIGITS = 5;
    private static final int INTERVAL_DIGITS = 3;

    private ResultTable() {}

    /**
     * The table of a run, and a line for what needs one.
     *
     * @param columns how wide it may be
     */
    static String of(RunResult result, OptionalInt columns) {
        List<AlgorithmResult> algorithms = result.algorithms().stream()
                .sorted(Comparator.comparingDouble(a -> a.meanCost().total()))
                .toList();
        List<List<String>> cells = new ArrayList<>(); // by column
        cells.add(algorithms.stream().map(AlgorithmResult::name).toList());
        cells.add(numbers(algorithms, a -> a.meanCost().total()));
        cells.add(NumberColumn.of(
                algorithms.stream().map(ResultTable::halfInterval).toList(), INTERVAL_DIGITS));
        cells.add(ratios(algorithms));
        cells.add(numbers(algorithms, a -> a.meanCost().hitting()));
        cells.add(numbers(algorithms, a -> a.meanCost().switching()));
        cells.add(numbers(algorithms, a -> a.meanCost().dissimilarity()));
        cells.add(numbers(algorithms, a -> a.meanCertificate().orElse(Double.NaN)));
        cells.add(numbers(algorithms, a -> a.effort().iterationsPerRound()));
        cells.add(numbers(algorithms, a -> a.effort().messagesPerRound()));
        cells.add(numbers(algorithms, a -> a.effort().bytesPerRound()));
        StringBuilder text = new StringBuilder(TextTable.of(rows(HEADER, cells), 1, columns));
        result.algorithms()
                .forEach(a -> a.recipe()
                        .ifPresent(words -> text.append(a.name())
                                .append(" plays ")
                                .append(words)
                                .append(System.lineSeparator())));
        result.algorithms()
                .forEach(a -> a.caveat()
                        .ifPresent(why ->
                                text.append(a.name()).append(": ").append(why).append(System.lineSeparator())));
        return text.toString();
    }

    private static List<List<String>> rows(List<String> header, List<List<String>> cells) {
        List<List<String>> rows = new ArrayList<>(List.of(header));
        for (int k = 0; k < cells.get(0).size(); k++) {
            int row = k;
            rows.add(cells.stream().map(column -> column.get(row)).toList());
        }
        return rows;
    }

    /** What the run came to in the words of its field, in the order of the scenario. */
    static String of(Domain domain, OptionalInt columns) {
        List<String> header = new ArrayList<>(List.of(domain.kind()));
        List<List<String>> cells = new ArrayList<>();
        cells.add(domain.policies().stream().map(Domain.OfPolicy::name).toList());
        for (int m = 0; m < domain.measures().size(); m++) {
            int measure = m;
            header.addAll(List.of(domain.measures().get(m).title(), "± 95 %"));
            List<Statistics> values = domain.policies().stream()
                    .map(policy -> Statistics.of(policy.values().get(measure)))
                    .toList();
            boolean repeated = domain.policies().get(0).values().get(m).size() > 1;
            cells.add(NumberColumn.of(values.stream().map(Statistics::mean).toList(), DIGITS));
            cells.add(NumberColumn.of(
                    values.stream()
                            .map(v -> repeated ? v.high95() - v.mean() : Double.NaN)
                            .toList(),
                    INTERVAL_DIGITS));
        }
        return TextTable.of(rows(header, cells), 1, columns);
    }

    private static List<String> numbers(List<AlgorithmResult> algorithms, ToDoubleFunction<AlgorithmResult> of) {
        return NumberColumn.of(algorithms.stream().map(a -> of.applyAsDouble(a)).toList(), DIGITS);
    }

    private static double halfInterval(AlgorithmResult a) {
        Statistics total = Statistics.of(a.totals());
        return a.totals().size() < 2 ? Double.NaN : total.high95() - total.mean();
    }

    /** Where nobody solved the optimum: what is certified. */
    private static List<String> ratios(List<AlgorithmResult> algorithms) {
        List<Double> low = new ArrayList<>();
        List<Double> high = new ArrayList<>();
        for (AlgorithmResult a : algorithms) {
            Interval ratio = a.ratios().isEmpty() ? new Interval(Double.NaN, a.meanRatioAtMost()) : a.meanRatio();
            low.add(ratio.low());
            high.add(ratio.high());
        }
        List<String> texts = NumberColumn.of(high, DIGITS);
        List<String> lowTexts = NumberColumn.of(low, DIGITS);
        List<String> ratios = new ArrayList<>();
        for (int k = 0; k < texts.size(); k++) {
            boolean certified = Double.isNaN(low.get(k));
            boolean bracketed = !certified && low.get(k) < high.get(k);
            String prefix = certified && Double.isFinite(high.get(k)) ? "≤ " : bracketed ? lowTexts.get(k) + ".." : "";
            ratios.add(certified && !Double.isFinite(high.get(k)) ? "-" : prefix + texts.get(k));
        }
        return ratios;
    }
}
