package io.acord.lab.report;

import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.Interval;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The run in words.
 *
 * @param entries cheapest first
 */
record Headline(RunResult run, List<PolicyEntry> entries) {

    /**
     * Whom the page is about: the policy that the scenario names first. The hindsight optimum, by which the others are
     * measured, is it only where nobody else plays.
     */
    Optional<PolicyEntry> subject() {
        return run.algorithms().stream()
                .filter(result -> result.role() != Policy.Role.HINDSIGHT)
                .findFirst()
                .or(() -> run.algorithms().stream().findFirst())
                .flatMap(first -> entries.stream()
                        .filter(entry -> entry.name().equals(first.name()))
                        .findFirst());
    }

    Optional<PolicyEntry> bestOnline() {
        return entries.stream()
                .filter(PolicyEntry::isOnline)
                .filter(entry -> !Double.isNaN(entry.total().mean()))
                .findFirst();
    }

    /** What was paid. */
    String paid() {
        return subject()
                .map(entry -> {
                    String average = run.repeats() > 1 ? " on average" : "";
                    String times = times(entry);
                    return times.isEmpty()
                            ? nameOf(entry) + " paid "
                                    + Numbers.brief(entry.total().mean()) + average
                                    + "; its ratio to the hindsight optimum is not available."
                            : nameOf(entry) + " paid " + times + " the hindsight optimum" + average + ".";
                })
                .orElse("No policy played.");
    }

    /**
     * Whether a bound, though it holds, lies above what the most expensive policy paid, so that it tells nobody apart.
     */
    boolean rulesNothingOut(AlgorithmResult.Bound bound) {
        double optimum = run.optima().stream()
                .mapToDouble(HindsightOptimum::upperBound)
                .average()
                .orElse(Double.NaN);
        double largest = entries.stream()
                .mapToDouble(entry -> entry.total().mean())
                .max()
                .orElse(Double.NaN);
        return entries.size() > 1 && bound.ratio() * optimum + bound.additive() > largest;
    }

    /** What is known of how many times the optimum somebody paid: certified, where the optimum was not solved. */
    private static String times(PolicyEntry entry) {
        double atMost = entry.result().meanRatioAtMost();
        return entry.result().ratios().isEmpty() && Double.isFinite(atMost)
                ? "at most " + Numbers.brief(atMost) + " times"
                : times(entry.meanRatio());
    }

    /** "1.021 times", "between 1.01 and 1.03 times", "as much as", or nothing if it is not known. */
    private static String times(Interval ratio) {
        if (Double.isNaN(ratio.low()) || Double.isInfinite(ratio.low())) {
            return "";
        }
        String low = Numbers.brief(ratio.low());
        String high = Numbers.brief(ratio.high());
        if (low.equals(high)) {
            return low.equals("1") ? "as much as" : low + " times";
        }
        return Double.isFinite(ratio.high())
                ? "between " + low + " and " + high + " times"
                : "at least " + low + " times";
    }

    private static String nameOf(PolicyEntry entry) {
        String name = Canvas.clip(entry.name(), 60);
        return name.equals("acord") || name.equals("opt") ? name.toUpperCase(Locale.ROOT) : name;
    }

    /** What became of the promises. */
    String promises() {
        long kept = count(Verdict.Outcome.KEPT);
        long broken = count(Verdict.Outcome.BROKEN);
        long skipped = count(Verdict.Outcome.SKIPPED);
        if (kept + broken == 0) {
            return "No promise was checked.";
        }
        if (broken > 0) {
            long checked = kept + broken;
            return checked == 1
                    ? "The one checked promise was broken."
                    : broken + " of " + checked + " promises " + (broken == 1 ? "was" : "were") + " broken.";
        }
        if (skipped > 0) {
            return "Every checked promise was kept; " + skipped + (skipped == 1 ? " was" : " were") + " not checked.";
        }
        return "Every promise was kept.";
    }

    long count(Verdict.Outcome outcome) {
        return run.verdict().checks().stream()
                .filter(check -> check.outcome() == outcome)
                .count();
    }

    /** A few sentences that put the headline into perspective. */
    String context() {
        List<String> sentences = new ArrayList<>();
        Optional<PolicyEntry> subject = subject();
        Optional<PolicyEntry> best = bestOnline();
        if (best.isPresent() && entries.stream().filter(PolicyEntry::isOnline).count() > 1) {
            String times = times(best.get());
            boolean itself = subject.isPresent() && subject.get().is(best.get());
            sentences.add(
                    itself
                            ? "No other online policy of this run paid less."
                            : "The cheapest online policy was " + nameOf(best.get())
                                    + (times.isEmpty() ? "" : ", which paid " + times + " the optimum") + ".");
            entries.stream()
                    .filter(PolicyEntry::isOnline)
                    .filter(entry -> Double.isFinite(entry.total().mean()))
                    .max(Comparator.comparingDouble(entry -> entry.total().mean()))
                    .filter(worst -> !worst.is(best.get()) && !worst.is(subject.orElse(worst)))
                    .ifPresent(worst -> {
                        String most = times(worst);
                        sentences.add("The most expensive was " + nameOf(worst)
                                + (most.isEmpty() ? "" : " with " + most + " the optimum") + ".");
                    });
        }
        subject.map(PolicyEntry::result).ifPresent(result -> sentences.add(talk(result)));
        long bracketed = run.optima().stream()
                .filter(optimum -> optimum instanceof HindsightOptimum.Bracketed)
                .count();
        if (bracketed > 0) {
            sentences.add("The hindsight optimum is only bracketed in "
                    + (run.optima().size() == 1
                            ? "this run"
                            : bracketed + " of " + Numbers.count(run.optima().size(), "repeat"))
                    + ", so ratios are intervals.");
        }
        if (run.optima().stream().anyMatch(optimum -> !optimum.wasSought())) {
            sentences.add("The hindsight optimum was not solved, so what is said of it is certified by a lower bound.");
        }
        return String.join(" ", sentences);
    }

    private static String talk(AlgorithmResult result) {
        String name = result.name().equals("acord") ? "ACORD" : Canvas.clip(result.name(), 60);
        return result.effort().bytesPerRound() > 0
                ? name + " sent " + Numbers.bytes(result.effort().bytesPerRound()) + " a round through the whole fleet."
                : name + " sent nothing.";
    }
}
