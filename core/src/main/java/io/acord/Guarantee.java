package io.acord;

import io.acord.model.Cost;
import io.acord.theory.TheoremA;
import java.util.Locale;

/** What is proved about a run so far, from the costs it paid and the certificates of its rounds. */
public sealed interface Guarantee {

    /** The guarantee in words. */
    String inWords();

    /**
     * Theorem A holds with the measured certificates (theory 5.4, 5.6), if the costs are what they say: what a round
     * can see of that is checked.
     *
     * @param theorem with the least λ of the run
     * @param cost what the run paid
     * @param gaps Σ_t certificate_t, a bound on Σ_t F_t(x_t) − min F_t
     * @param best whether it is known that no online algorithm can promise less than {@code competitiveRatio}: not
     *     where switching weights change (theory 8.1, 9.3)
     */
    record Proven(TheoremA theorem, Cost cost, double gaps, boolean best) implements Guarantee {

        /**
         * What exact play is promised: CR*, which no online algorithm can undercut, as long as switching weights do not
         * change.
         */
        public double competitiveRatio() {
            return theorem.competitiveRatio();
        }

        /** No sequence of actions, with all costs known beforehand, pays less than this. */
        public double optimumAtLeast() {
            return theorem.optAtLeast(cost.total(), gaps);
        }

        /**
         * At most this many times the hindsight optimum was paid; +∞ if nothing can be said. Of costs above
         * {@code theorem.shift()} where hitting costs go below 0.
         */
        public double ratioAtMost() {
            return theorem.certifiedRatio(cost.total(), gaps);
        }

        /** The most this run can have paid if the hindsight optimum pays {@code optimum}. */
        public double costAtMost(double optimum) {
            return theorem.bestBound(optimum, gaps);
        }

        @Override
        public String inWords() {
            return String.format(
                    Locale.ROOT,
                    "paid %.6g; with all costs known beforehand nobody pays less than %.6g, so the competitive ratio of this run%s is at most"
                            + " %.6g, if the costs are what they say (%s %.6g)",
                    cost.total(),
                    optimumAtLeast(),
                    theorem.shift() < 0
                            ? String.format(Locale.ROOT, ", of what was paid above %.6g,", theorem.shift())
                            : "",
                    ratioAtMost(),
                    best ? "no online algorithm can promise less than" : "exact play is promised at most",
                    competitiveRatio());
        }
    }

    /** Nothing is proved about this run. */
    record NotCovered(String why) implements Guarantee {
        @Override
        public String inWords() {
            return "no competitive guarantee: " + why;
        }
    }
}
