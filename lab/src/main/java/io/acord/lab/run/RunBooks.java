package io.acord.lab.run;

import java.util.ArrayList;
import java.util.List;

/**
 * What the books of a policy's agents prove, round by round of every repeat.
 *
 * @param books [repeat][round] Σ c of Theorem E from its own actions: nobody can have paid less so far
 * @param atLeast [repeat][round] the largest lower bound that is known, from the books of all policies, agents lending
 *     each other curvature or not (theory 12.1), and, at the end, from the hindsight optimum or sweeps
 */
public record RunBooks(List<List<Double>> books, List<List<Double>> atLeast) {

    static RunBooks of(int algorithm, List<Repeat.Outcome> outcomes) {
        List<List<Double>> books = new ArrayList<>();
        List<List<Double>> atLeast = new ArrayList<>();
        for (Repeat.Outcome outcome : outcomes) {
            books.add(List.copyOf(outcome.played().get(algorithm).books));
            List<Double> best = new ArrayList<>();
            int horizon = outcome.instance().horizon();
            for (int t = 0; t < horizon; t++) {
                double most = t == horizon - 1 ? outcome.optimum().lowerBound() : Double.NEGATIVE_INFINITY;
                for (Repeat.Played played : outcome.played()) {
                    most = Math.max(most, played.atLeast(t));
                }
                best.add(most);
            }
            atLeast.add(best);
        }
        return new RunBooks(books, atLeast);
    }

    /** How many times the last lower bound each repeat paid; +∞ where that is not above 0. */
    static List<Double> ratios(List<Double> totals, List<List<Double>> bounds) {
        List<Double> ratios = new ArrayList<>();
        for (int r = 0; r < totals.size(); r++) {
            List<Double> rounds = bounds.get(r);
            double least = rounds.get(rounds.size() - 1);
            double paid = totals.get(r);
            ratios.add(ratio(paid, least));
        }
        return ratios;
    }

    /** What was paid over a lower bound on it; +∞ where that is not above 0. */
    public static double ratio(double paid, double least) {
        if (least > 0) {
            return Math.max(1, paid / least);
        }
        return paid <= least ? 1 : Double.POSITIVE_INFINITY;
    }
}
