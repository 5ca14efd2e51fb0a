package io.acord.lab.report;

import io.acord.lab.draw.PolicyPalette;
import io.acord.lab.optimum.Interval;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A policy as the page shows it: what it did, what that amounts to, and how it is drawn. */
record PolicyEntry(
        AlgorithmResult result, MeanInterval total, Cost mean, Interval meanRatio, Interval maxRatio, LineStyle look) {

    /** The policies of a run, cheapest first; of two that paid the same, the one that the scenario names first. */
    static List<PolicyEntry> of(RunResult run) {
        List<PolicyEntry> entries = new ArrayList<>();
        Map<String, Integer> looks = PolicyPalette.looks(run.algorithms().stream()
                .filter(result -> !isOptimum(result))
                .map(AlgorithmResult::name)
                .toList());
        for (int index = 0; index < run.algorithms().size(); index++) {
            AlgorithmResult result = run.algorithms().get(index);
            LineStyle look = isOptimum(result)
                    ? LineStyle.optimum(index)
                    : LineStyle.contender(index, looks.getOrDefault(result.name(), 0));
            entries.add(new PolicyEntry(
                    result,
                    MeanInterval.of(result.totals()),
                    result.meanCost(),
                    result.meanRatio(),
                    result.maxRatio(),
                    look));
        }
        entries.sort(Comparator.comparingDouble(entry -> entry.total().mean()));
        return List.copyOf(entries);
    }

    private static boolean isOptimum(AlgorithmResult result) {
        return result.role() == Policy.Role.HINDSIGHT;
    }

    /** Whether it had to decide without knowing the future. */
    boolean isOnline() {
        return !isOptimum(result);
    }

    /** Whether this is the same policy of the same run. */
    boolean is(PolicyEntry other) {
        return key().equals(other.key());
    }

    String name() {
        return result.name();
    }

    String key() {
        return look.key();
    }
}
