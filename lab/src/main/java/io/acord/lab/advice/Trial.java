package io.acord.lab.advice;

import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Effort;
import io.acord.lab.run.Statistics;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a candidate came to.
 *
 * @param first of every repeat, what was paid in the rounds that choose
 * @param rest of every repeat, what was paid in the rounds that confirm
 * @param certificateShare certificates over what was paid; NaN for a candidate that looks ahead, because it leaves the
 *     round's optimum on purpose
 */
public record Trial(
        Candidate candidate, List<Double> first, List<Double> rest, double certificateShare, Effort effort) {

    static Trial of(Candidate candidate, AlgorithmResult played, int choosing) {
        List<Double> first = new ArrayList<>();
        List<Double> rest = new ArrayList<>();
        for (List<Cost> rounds : played.costs()) {
            first.add(total(rounds.subList(0, choosing)));
            rest.add(total(rounds.subList(choosing, rounds.size())));
        }
        double share = candidate.ahead().isPresent()
                ? Double.NaN
                : played.meanCertificate().orElse(Double.NaN)
                        / played.meanCost().total();
        return new Trial(candidate, first, rest, share, played.effort());
    }

    private static double total(List<Cost> rounds) {
        return rounds.stream().mapToDouble(Cost::total).sum();
    }

    /** Mean over the repeats. */
    public double paidFirst() {
        return Statistics.of(first).mean();
    }

    /** Mean over the repeats. */
    public double paidRest() {
        return Statistics.of(rest).mean();
    }

    /** Of every repeat, over all rounds. */
    public List<Double> totals() {
        List<Double> totals = IntStream.range(0, first.size())
                .mapToObj(r -> first.get(r) + rest.get(r))
                .toList();
        return totals;
    }

    public double paid() {
        return paidFirst() + paidRest();
    }

    /** Repeat by repeat, the share of what another paid in the choosing rounds that is saved. */
    public Statistics savingOnFirst(Trial other) {
        return saving(first, other.first);
    }

    /** Repeat by repeat, the share of what another paid in the confirming rounds that is saved. */
    public Statistics savingOnRest(Trial other) {
        return saving(rest, other.rest);
    }

    private static Statistics saving(List<Double> ours, List<Double> theirs) {
        List<Double> savings = new ArrayList<>();
        for (int r = 0; r < ours.size(); r++) {
            double saved = theirs.get(r) - ours.get(r);
            savings.add(saved == 0 ? 0 : saved / Math.abs(theirs.get(r)));
        }
        return Statistics.of(savings);
    }
}
