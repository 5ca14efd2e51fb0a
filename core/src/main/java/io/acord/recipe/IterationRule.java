package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.theory.TheoremA;
import java.util.OptionalDouble;

/**
 * How many iterations a round gets. An agent without neighbours, or with β = 0, always needs one. Sealed, so that
 * whoever carries a play can ask which it is.
 */
public sealed interface IterationRule {

    /** K iterations in every round. */
    static IterationRule fixed(int k) {
        return new Fixed(k);
    }

    /** Until the certificate shows a gap of at most epsilon, {@value Accuracy#USUAL_LIMIT} iterations at most. */
    static IterationRule accuracy(double epsilon) {
        return new Accuracy(epsilon, Accuracy.USUAL_LIMIT);
    }

    /** Whether K is computed before the round from what is proved of the variant. */
    default boolean isProvenBeforehand() {
        return false;
    }

    /** Whether every round has the same K, which all agents know. */
    default boolean isFixed() {
        return false;
    }

    /** Whether it rests on how long the run is and how small λ gets: {@link #forRun} says what it is then. */
    default boolean dependsOnRun() {
        return false;
    }

    /**
     * The rule of a run of this many rounds.
     *
     * @param leastLambda the smallest λ of the run so far, this round included: from the first round on that of the
     *     whole run if μ was declared
     */
    default IterationRule forRun(int horizon, double leastLambda) {
        return this;
    }

    /** In a few words, for tables. */
    String inWords();

    /** K in every round. */
    record Fixed(int k) implements IterationRule {
        public Fixed {
            if (k < 1) {
                throw Complaints.refuse(
                        "iterations", "is " + k, "at least 1", "an agent acts on its first local solve");
            }
        }

        @Override
        public boolean isFixed() {
            return true;
        }

        @Override
        public String inWords() {
            return k + (k == 1 ? " iteration" : " iterations");
        }
    }

    /**
     * Stops in each component as soon as the certificate (theory 5.6) shows that F_t is within epsilon · (agents of the
     * component)/N of its minimum, so that the round is within epsilon. It ends earlier where rounding allows no
     * smaller certificate, and says so.
     *
     * <p>With momentum an agent shows y^k, and a neighbour recovers x^k from it, because both know the weights; of
     * OPTIMIZED and AUTO they do not, and x^k is told as well. The count of messages leaves out how the agents of a
     * component learn that their sum is small enough: that is the carrier's business, and in memory it is free.
     */
    record Accuracy(double epsilon, int limit) implements IterationRule {
        static final int USUAL_LIMIT = 100_000;

        public Accuracy {
            checkEpsilon(epsilon);
            if (limit < 1) {
                throw Complaints.refuse("limit", "is " + limit, "at least 1 iteration", "raise the limit");
            }
        }

        @Override
        public String inWords() {
            return "accuracy " + epsilon;
        }
    }

    /**
     * The corrected rule of theory 5.5 for costs with 0 ≤ f ≤ costCap in a space of diameter ≤ diameterCap that
     * contains 0, where iterations start. No exchange before the round; all agents know the largest q_E of its edges,
     * for instance as a constant of the fleet.
     *
     * @param given the gap allowed per round; empty: what Theorem A allows in this run
     */
    record Bounded(double costCap, double diameterCap, OptionalDouble given) implements IterationRule {
        public Bounded {
            Complaints complaints = new Complaints();
            complaints.needNonNegative("costCap", costCap, "hitting costs are not negative", "give a bound on f");
            complaints.needNonNegative(
                    "diameterCap", diameterCap, "it is a distance", "give a bound on the distance of two actions");
            complaints.throwIfAny();
            given.ifPresent(IterationRule::checkEpsilon);
        }

        public Bounded(double costCap, double diameterCap, double epsilon) {
            this(costCap, diameterCap, OptionalDouble.of(epsilon));
        }

        /** The gap allowed per round. */
        public double epsilon() {
            return given.orElseThrow(() -> new AssertionError("the gap is known once the run is"));
        }

        @Override
        public boolean isProvenBeforehand() {
            return true;
        }

        @Override
        public boolean dependsOnRun() {
            return given.isEmpty();
        }

        @Override
        public IterationRule forRun(int horizon, double leastLambda) {
            return dependsOnRun()
                    ? new Bounded(costCap, diameterCap, new TheoremA(leastLambda).roundBudget(horizon))
                    : this;
        }

        @Override
        public String inWords() {
            return "budget bounded";
        }
    }

    /**
     * The same rule without caps: the agents of each component first find their start gap and contraction together by
     * NETWORK CRAWL (theory 5.5). More than actions crosses the edges then: two scalars about every agent reach its
     * whole component.
     *
     * @param given the gap allowed per round and fleet; empty: what Theorem A allows in this run
     */
    record Crawl(OptionalDouble given) implements IterationRule {
        public Crawl {
            given.ifPresent(IterationRule::checkEpsilon);
        }

        public Crawl(double epsilon) {
            this(OptionalDouble.of(epsilon));
        }

        /** The gap allowed per round and fleet. */
        public double epsilon() {
            return given.orElseThrow(() -> new AssertionError("the gap is known once the run is"));
        }

        @Override
        public boolean isProvenBeforehand() {
            return true;
        }

        @Override
        public boolean dependsOnRun() {
            return given.isEmpty();
        }

        @Override
        public IterationRule forRun(int horizon, double leastLambda) {
            return dependsOnRun() ? new Crawl(new TheoremA(leastLambda).roundBudget(horizon)) : this;
        }

        @Override
        public String inWords() {
            return "budget crawl";
        }
    }

    private static void checkEpsilon(double epsilon) {
        Complaints complaints = new Complaints();
        complaints.needPositive(
                "epsilon",
                epsilon,
                "no finite number of iterations is exact",
                "give the gap in F_t that you can accept");
        complaints.throwIfAny();
    }
}
