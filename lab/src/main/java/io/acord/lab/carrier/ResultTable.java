package io.acord.lab.carrier;

import io.acord.lab.application.Domain;
import io.acord.lab.application.Measure;
import io.acord.lab.optimum.Interval;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Statistics;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

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

    private ResultTable() {}

    static String of(RunResult result) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        result.algorithms().stream()
                .sorted(Comparator.comparingDouble(a -> a.meanCost().total()))
                .forEach(a -> rows.add(row(a)));
        StringBuilder text = new StringBuilder(aligned(rows));
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

    /** What the run came to in the words of its field, in the order of the scenario. */
    static String of(Domain domain) {
        List<List<String>> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of(domain.kind()));
        for (Measure measure : domain.measures()) {
            header.add(measure.title());
            header.add("± 95 %");
        }
        rows.add(header);
        for (Domain.OfPolicy policy : domain.policies()) {
            List<String> row = new ArrayList<>(List.of(policy.name()));
            for (List<Double> values : policy.values()) {
                Statistics statistics = Statistics.of(values);
                row.add(large(statistics.mean()));
                row.add(values.size() < 2 ? "-" : large(statistics.high95() - statistics.mean()));
            }
            rows.add(row);
        }
        return aligned(rows);
    }

    private static String aligned(List<List<String>> rows) {
        int[] width = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int c = 0; c < width.length; c++) {
                width[c] = Math.max(width[c], row.get(c).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int c = 0; c < width.length; c++) {
                String pad = " ".repeat(width[c] - row.get(c).length());
                text.append(c == 0 ? row.get(c) + pad : "  " + pad + row.get(c));
            }
            text.append(System.lineSeparator());
        }
        return text.toString();
    }

    private static List<String> row(AlgorithmResult a) {
        Statistics total = Statistics.of(a.totals());
        Cost cost = a.meanCost();
        return List.of(
                a.name(),
                number(total.mean()),
                a.totals().size() < 2 ? "-" : number(total.high95() - total.mean()),
                a.ratios().isEmpty() ? ratioAtMost(a.meanRatioAtMost()) : ratio(a.meanRatio()),
                number(cost.hitting()),
                number(cost.switching()),
                number(cost.dissimilarity()),
                number(a.meanCertificate().orElse(Double.NaN)),
                number(a.effort().iterationsPerRound()),
                number(a.effort().messagesPerRound()),
                number(a.effort().bytesPerRound()));
    }

    private static String ratio(Interval ratio) {
        String text = String.format(Locale.ROOT, "%.4f", ratio.high());
        return ratio.low() == ratio.high() ? text : String.format(Locale.ROOT, "%.4f..", ratio.low()) + text;
    }

    /** What is certified where nobody solved the optimum. */
    private static String ratioAtMost(double ratio) {
        return Double.isFinite(ratio) ? String.format(Locale.ROOT, "≤ %.4f", ratio) : "-";
    }

    /** Money and energy are read as they are written on a bill. */
    private static String large(double value) {
        return Math.abs(value) >= 1e5 && Math.abs(value) < 1e15
                ? String.format(Locale.ROOT, "%.0f", value)
                : number(value);
    }

    private static String number(double value) {
        if (!Double.isFinite(value)) {
            return value > 0 ? "∞" : "-";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e7) {
            return Long.toString((long) value);
        }
        double size = Math.abs(value);
        return size >= 1e-3 && size < 1e7
                ? String.format(Locale.ROOT, size >= 100 ? "%.1f" : "%.4g", value)
                : String.format(Locale.ROOT, "%.2e", value);
    }
}
