package io.acord.lab.sweep;

import io.acord.lab.run.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one policy came to in one combination, over all repeats.
 *
 * @param total what was paid
 * @param ratio to the hindsight optimum, or at most, where that was not solved
 * @param isCertified whether the ratio is what is certified, because the optimum was not solved
 * @param against the first policy of the combination, seed by seed; empty of that one itself
 * @param corrected p of that test for as many tests as the sweep has
 */
public record SweepCell(
        List<String> combination,
        String policy,
        int repeats,
        Statistics total,
        Statistics ratio,
        boolean isCertified,
        Optional<Against> against,
        double corrected) {

    /** A comparison with the first policy: differences are this one's cost less that one's. */
    public record Against(String policy, PairedTest test) {}

    /** All cells of a sweep, in the order of the rows. */
    public static List<SweepCell> of(List<SweepRow> rows) {
        Map<List<String>, Map<String, List<SweepRow>>> grouped = new LinkedHashMap<>();
        for (SweepRow row : rows) {
            grouped.computeIfAbsent(row.combination(), first -> new LinkedHashMap<>())
                    .computeIfAbsent(row.policy(), first -> new ArrayList<>())
                    .add(row);
        }
        List<SweepCell> cells = new ArrayList<>();
        grouped.forEach((combination, policies) -> {
            Map.Entry<String, List<SweepRow>> first =
                    policies.entrySet().iterator().next();
            policies.forEach((policy, repeats) -> cells.add(cell(combination, policy, repeats, first)));
        });
        List<Double> corrected = PairedTest.holm(cells.stream()
                .map(cell -> cell.against().map(a -> a.test().p()).orElse(Double.NaN))
                .toList());
        List<SweepCell> all = new ArrayList<>();
        for (int k = 0; k < cells.size(); k++) {
            SweepCell c = cells.get(k);
            all.add(new SweepCell(
                    c.combination, c.policy, c.repeats, c.total, c.ratio, c.isCertified, c.against, corrected.get(k)));
        }
        return all;
    }

    private static SweepCell cell(
            List<String> combination, String policy, List<SweepRow> repeats, Map.Entry<String, List<SweepRow>> first) {
        boolean isCertified = repeats.stream().anyMatch(row -> Double.isNaN(row.number(SweepRow.RATIO)));
        List<Double> ratios = repeats.stream()
                .map(row -> row.number(isCertified ? SweepRow.RATIO_AT_MOST : SweepRow.RATIO))
                .toList();
        Optional<Against> against = Optional.empty();
        if (!first.getKey().equals(policy)) {
            List<Double> differences = new ArrayList<>();
            for (int r = 0; r < repeats.size(); r++) {
                differences.add(repeats.get(r).number(SweepRow.TOTAL)
                        - first.getValue().get(r).number(SweepRow.TOTAL));
            }
            against = Optional.of(new Against(first.getKey(), PairedTest.of(differences)));
        }
        return new SweepCell(
                combination,
                policy,
                repeats.size(),
                Statistics.of(
                        repeats.stream().map(row -> row.number(SweepRow.TOTAL)).toList()),
                Statistics.of(ratios),
                isCertified,
                against,
                Double.NaN);
    }
}
