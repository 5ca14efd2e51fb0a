package io.acord.lab.sweep;

import io.acord.lab.application.Domain;
import io.acord.lab.application.Measure;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RoundRecord;
import io.acord.lab.run.RunResult;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one policy did in one repeat of one combination.
 *
 * @param combination the values, in the order of the axes
 * @param numbers by column of {@code sweep.csv}; NaN where nobody knows
 */
public record SweepRow(List<String> combination, String policy, int repeat, Map<String, Double> numbers) {

    /** What was paid in all: the column that everything is compared by. */
    public static final String TOTAL = "total";

    public static final String RATIO = "ratioToOpt";
    public static final String RATIO_AT_MOST = "ratioAtMost";

    double number(String column) {
        return numbers.getOrDefault(column, Double.NaN);
    }

    /** The rows of a run: by policy, then by repeat. */
    static List<SweepRow> of(List<String> combination, RunResult result) {
        List<SweepRow> rows = new ArrayList<>();
        for (int a = 0; a < result.algorithms().size(); a++) {
            AlgorithmResult algorithm = result.algorithms().get(a);
            for (int r = 0; r < result.repeats(); r++) {
                Map<String, Double> numbers = numbers(algorithm, r);
                if (result.domain().isPresent()) {
                    addMeasures(result.domain().get(), a, r, numbers);
                }
                rows.add(new SweepRow(combination, algorithm.name(), r, numbers));
            }
        }
        return rows;
    }

    private static Map<String, Double> numbers(AlgorithmResult algorithm, int r) {
        double hitting = 0;
        double switching = 0;
        double dissimilarity = 0;
        for (Cost cost : algorithm.costs().get(r)) {
            hitting += cost.hitting();
            switching += cost.switching();
            dissimilarity += cost.dissimilarity();
        }
        Map<String, Double> numbers = new LinkedHashMap<>();
        numbers.put(TOTAL, algorithm.totals().get(r));
        numbers.put("hitting", hitting);
        numbers.put("switching", switching);
        numbers.put("dissimilarity", dissimilarity);
        numbers.put(
                RATIO,
                algorithm.ratios().isEmpty()
                        ? Double.NaN
                        : algorithm.ratios().get(r).high());
        numbers.put(RATIO_AT_MOST, at(algorithm.ratiosAtMost(), r));
        numbers.put("booksRatio", at(algorithm.booksRatios(), r));
        numbers.put("certificate", at(algorithm.certificates(), r));
        numbers.put(
                "iterationsPerRound",
                algorithm.rounds().get(r).stream()
                        .mapToDouble(RoundRecord::iterations)
                        .average()
                        .orElse(Double.NaN));
        numbers.put("messagesPerRound", algorithm.effort().messagesPerRound());
        numbers.put("bytesPerRound", algorithm.effort().bytesPerRound());
        return numbers;
    }

    private static double at(List<Double> values, int r) {
        return values.isEmpty() ? Double.NaN : values.get(r);
    }

    private static void addMeasures(Domain domain, int a, int r, Map<String, Double> numbers) {
        for (int m = 0; m < domain.measures().size(); m++) {
            Measure measure = domain.measures().get(m);
            numbers.put(measure.key(), domain.policies().get(a).values().get(m).get(r));
        }
    }
}
