package io.acord.lab.run;

import io.acord.lab.optimum.Interval;
import io.acord.lab.policy.Policy;
import io.acord.model.Cost;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * What one policy did over all repeats.
 *
 * @param name in the scenario
 * @param kind its key in the scenario: {@code acord}, {@code lpc}, …
 * @param role what a comparison says of it
 * @param recipe what it plays, in a few words; empty where its kind says it
 * @param costs [repeat][round] what was paid
 * @param rounds [repeat][round] how its actions came about
 * @param ratios to the hindsight optimum, of every repeat; empty where nobody solved it
 * @param caveat why nothing is promised of it; then it has neither certificates nor bound
 * @param certificates of every repeat, Σ_t of a bound on F_t(x_t) − min F_t; +∞ where an action left a cost's domain
 * @param bound Theorem A with those certificates; empty where λ has no guarantee
 * @param books what is proved from its own actions; empty where nobody kept them
 * @param heat [round][agent] first coordinate of the actions of the first repeat, at most a few hundred agents, evenly
 *     picked
 * @param heatAgents ids of the agents in {@code heat}
 */
public record AlgorithmResult(
        String name,
        String kind,
        Policy.Role role,
        Optional<String> recipe,
        Optional<String> caveat,
        List<List<Cost>> costs,
        List<List<RoundRecord>> rounds,
        List<Interval> ratios,
        List<Double> certificates,
        Optional<Bound> bound,
        Optional<RunBooks> books,
        Effort effort,
        List<List<Double>> heat,
        List<Integer> heatAgents) {

    /**
     * Theorem A: cost ≤ ratio · OPT + additive.
     *
     * @param ratio largest over the repeats, at the δ that gives the smallest bound
     * @param additive of the same repeat
     * @param holds in every repeat
     */
    public record Bound(double ratio, double additive, boolean holds) {}

    /** What each repeat paid in all. */
    public List<Double> totals() {
        return costs.stream()
                .map(rounds -> rounds.stream().mapToDouble(Cost::total).sum())
                .toList();
    }

    /** Of each repeat: at most how many times the hindsight optimum it paid, by the best bound; empty without books. */
    public List<Double> ratiosAtMost() {
        return books.map(kept -> RunBooks.ratios(totals(), kept.atLeast())).orElse(List.of());
    }

    /** The mean of those; NaN without books. */
    public double meanRatioAtMost() {
        return ratiosAtMost().stream().mapToDouble(r -> r).average().orElse(Double.NaN);
    }

    /** The same by its own books alone. */
    public List<Double> booksRatios() {
        return books.map(kept -> RunBooks.ratios(totals(), kept.books())).orElse(List.of());
    }

    /** Mean over the repeats of what was paid, in its parts. */
    public Cost meanCost() {
        double hitting = 0;
        double switching = 0;
        double dissimilarity = 0;
        for (List<Cost> rounds : costs) {
            for (Cost cost : rounds) {
                hitting += cost.hitting();
                switching += cost.switching();
                dissimilarity += cost.dissimilarity();
            }
        }
        int n = costs.size();
        return new Cost(hitting / n, switching / n, dissimilarity / n);
    }

    /** Mean over the repeats of the ratio to the hindsight optimum. */
    public Interval meanRatio() {
        return ratios(DoubleStream::average);
    }

    /** The largest of those ratios. */
    public Interval maxRatio() {
        return ratios(DoubleStream::max);
    }

    private Interval ratios(Function<DoubleStream, OptionalDouble> statistic) {
        DoubleStream low = ratios.stream().mapToDouble(Interval::low);
        DoubleStream high = ratios.stream().mapToDouble(Interval::high);
        return new Interval(
                statistic.apply(low).orElse(Double.NaN), statistic.apply(high).orElse(Double.NaN));
    }

    /** Mean certificate over the repeats. */
    public OptionalDouble meanCertificate() {
        return certificates.stream().mapToDouble(Double::doubleValue).average();
    }
}
