package io.acord;

import io.acord.model.Cost;
import io.acord.theory.TheoremA;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** What is proved about a run so far, from what it paid and what its agents wrote into their books. */
public sealed interface Guarantee {

    /** The guarantee in words. */
    String inWords();

    /**
     * Nobody, not even somebody who had known all costs beforehand, pays less than {@link #optimumAtLeast}; if the
     * costs are what they say, of which every round checks what it can see.
     *
     * @param cost what the run paid
     * @param books Σ c of Theorem E (theory 12): it holds whatever was played, and for what hindsight made of it
     * @param gaps Σ_t certificate_t, a bound on Σ_t F_t(x_t) − min F_t
     * @param shift Σ min(0, min f); ratios are of costs above it (E19)
     * @param theorem Theorem A of the run's λ's, which also says what exact play was promised; empty if λ came from a
     *     rule of which nothing is promised
     */
    record Proven(Cost cost, double books, double gaps, double shift, Optional<TheoremA> theorem) implements Guarantee {

        /**
         * What exact play is promised beforehand for as many rounds as there were: this many times the optimum at most.
         * With the default λ, and switching weights that do not change, no online algorithm can promise less for these
         * rounds (theory 13).
         */
        public OptionalDouble promisedRatio() {
            return theorem.isEmpty()
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(theorem.get().competitiveRatio());
        }

        /**
         * The same where somebody proved more than the books of what was played do, for instance
         * {@link io.acord.acord.SweptBooks}.
         *
         * @param atLeast nobody can have paid less; of no effect where the books say as much
         */
        public Proven raisedTo(double atLeast) {
            return atLeast > books ? new Proven(cost, atLeast, gaps, shift, theorem) : this;
        }

        /** The best lower bound known on what anybody could have paid. */
        public double optimumAtLeast() {
            double ofTheorem =
                    theorem.map(a -> a.optAtLeast(cost.total(), gaps)).orElse(shift);
            return Math.max(books, Math.max(ofTheorem, shift));
        }

        /**
         * At most this many times the hindsight optimum was paid; +∞ if nothing can be said. Of costs above
         * {@link #shift} where hitting costs go below 0.
         */
        public double ratioAtMost() {
            double lifted = cost.total() - shift;
            double least = optimumAtLeast() - shift;
            return lifted <= least ? 1 : lifted / least;
        }

        /** The most that can have been paid too much: what was paid, less the best bound. */
        public double overpaidAtMost() {
            return Math.max(0, cost.total() - optimumAtLeast());
        }

        @Override
        public String inWords() {
            String above = shift < 0 ? String.format(Locale.ROOT, ", of what was paid above %.6g", shift) : "";
            String certified = Double.isFinite(ratioAtMost())
                    ? String.format(
                            Locale.ROOT,
                            "certified, if the costs are what they say: at most %.6g times the best that anyone who had known everything could have paid%s"
                                    + " (paid %.6g, and nobody pays less than %.6g)",
                            ratioAtMost(),
                            above,
                            cost.total(),
                            optimumAtLeast())
                    : String.format(
                            Locale.ROOT,
                            "nothing certified yet: paid %.6g, and the books allow an optimum of %.6g",
                            cost.total(),
                            optimumAtLeast());
            return promisedRatio().isEmpty()
                    ? certified
                    : certified
                            + String.format(
                                    Locale.ROOT,
                                    "; promised beforehand for exact play: %.6g",
                                    promisedRatio().getAsDouble());
        }
    }

    /** Nothing is proved about this run. */
    record NotCovered(String why) implements Guarantee {
        @Override
        public String inWords() {
            return "nothing is certified: " + why;
        }
    }
}
