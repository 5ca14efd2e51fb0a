package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.TheoremA;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How many iterations a round gets. An agent without neighbours, or with β = 0, always needs one. Each rule is one
 * record, which owns what it finds K from; whoever carries a play asks nothing else.
 */
public sealed interface IterationRule {

    /** K iterations in every round. */
    static IterationRule fixed(int k) {
        return new Fixed(k);
    }

    /** Until the certificate shows a gap of at most epsilon, {@value Accuracy#DEFAULT_LIMIT} iterations at most. */
    static IterationRule accuracy(double epsilon) {
        return new Accuracy(epsilon, Accuracy.DEFAULT_LIMIT);
    }

    /** How many iterations the agents of a component get in a round. */
    Plan plan(Component component);

    /**
     * What a component does in a round.
     *
     * @param limit the most iterations
     * @param epsilon they end when its certificate is at most this; 0: nobody looks at it
     * @param kappa a lower bound on 1 − ρ that was found on the way; NaN: none was
     */
    record Plan(int limit, double epsilon, double kappa) {

        static Plan of(int k) {
            return new Plan(k, 0, Double.NaN);
        }
    }

    /** What a rule may ask about agents that are coupled with each other and with nobody else. */
    interface Component {

        int agents();

        Variant variant();

        /** The round of the whole fleet. */
        RoundObjective objective();

        /** κ_E of the whole fleet. */
        double kappa();

        /** What NETWORK CRAWL finds; it costs messages. */
        Crawl.Found crawl();
    }

    /** K, where it is the same in every round and all agents know it; empty: it has to be found. */
    default OptionalInt known() {
        return OptionalInt.empty();
    }

    /** Whether every round has the same K, which all agents know. */
    default boolean isFixed() {
        return known().isPresent();
    }

    /** Whether K is computed before the round from what is proved of the variant. */
    default boolean isProvenBeforehand() {
        return false;
    }

    /** Whether agents look at the certificate after every iteration. */
    default boolean looksAtCertificate() {
        return false;
    }

    /** Whether agents find κ themselves, if the variant needs it. */
    default boolean findsKappa() {
        return false;
    }

    /** Whether iterations must begin at a point common to all agents. */
    default boolean needsCommonStart() {
        return false;
    }

    /** Whether K rests on constants of the whole fleet, which agents who know their neighbours only do not know. */
    default boolean needsWholeFleet() {
        return false;
    }

    /** Whether it rests on how long the run is and how small λ gets: {@link #forRun} says what it is then. */
    default boolean dependsOnRun() {
        return false;
    }

    /**
     * The rule of a run of this many rounds.
     *
     * @param theorem Theorem A of the run so far, this round included: from the first round on that of the whole run if
     *     μ was declared
     */
    default IterationRule forRun(int horizon, TheoremA theorem) {
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
        public OptionalInt known() {
            return OptionalInt.of(k);
        }

        @Override
        public Plan plan(Component component) {
            return Plan.of(k);
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
        static final int DEFAULT_LIMIT = 100_000;

        public Accuracy {
            checkEpsilon(epsilon);
            if (limit < 1) {
                throw Complaints.refuse("limit", "is " + limit, "at least 1 iteration", "raise the limit");
            }
        }

        @Override
        public Plan plan(Component component) {
            int fleet = component.objective().round().agents();
            return new Plan(limit, epsilon * component.agents() / fleet, Double.NaN);
        }

        @Override
        public boolean looksAtCertificate() {
            return true;
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
        public Plan plan(Component component) {
            RoundObjective objective = component.objective();
            double startGap = objective.round().agents() * startGapCap(objective) + dissimilarityAtOrigin(objective);
            return Plan.of(component
                    .variant()
                    .sufficientIterations(startGap, epsilon(), component.kappa())
                    .orElseThrow());
        }

        /** M_f + b M_s²/2, what an agent can gain by leaving the common start (E20). */
        private double startGapCap(RoundObjective objective) {
            checkCaps(objective);
            double b = 0;
            for (int i = 0; i < objective.round().agents(); i++) {
                b = Math.max(b, objective.round().switchingWeight(i));
            }
            return costCap + b * diameterCap * diameterCap / 2;
        }

        /** The caps are promises about the common start; a broken one would break the promise about the gap. */
        private void checkCaps(RoundObjective objective) {
            Complaints complaints = new Complaints();
            double[] origin = new double[objective.round().dimension()];
            for (int i = 0; i < objective.round().agents(); i++) {
                double atStart = objective.round().cost(i).at(origin);
                if (!(atStart <= costCap)) {
                    complaints.add(
                            "agents[" + i + "].cost at 0",
                            "is " + atStart,
                            "at most costCap = " + costCap + ", because iterations start there",
                            "raise costCap, or use the budget crawl");
                }
                double squared = 0;
                for (double c : objective.previous().of(i)) {
                    squared += c * c;
                }
                if (!(Math.sqrt(squared) <= diameterCap)) {
                    complaints.add(
                            "previous action of agent " + i,
                            "lies " + Math.sqrt(squared) + " from 0",
                            "at most diameterCap = " + diameterCap + ", because iterations start there",
                            "raise diameterCap, or use the budget crawl");
                }
            }
            complaints.throwIfAny();
        }

        /** β/2 Σ ‖A_e o_e‖²: what a common start pays for offsets. */
        private static double dissimilarityAtOrigin(RoundObjective objective) {
            Round round = objective.round();
            double[] origin = new double[round.agents() * round.dimension()];
            double sum = 0;
            for (int e = 0; e < round.graph().edges(); e++) {
                sum += round.coupling().squaredDifference(e, origin);
            }
            return round.beta() / 2 * sum;
        }

        @Override
        public boolean needsCommonStart() {
            return true;
        }

        @Override
        public boolean needsWholeFleet() {
            return true;
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
        public IterationRule forRun(int horizon, TheoremA theorem) {
            return dependsOnRun() ? new Bounded(costCap, diameterCap, theorem.roundBudget(horizon)) : this;
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

        /**
         * What the agents of a component come to know together.
         *
         * @param startGap Σ v_i, a bound on E_0
         * @param kappa a lower bound on 1 − ρ
         */
        public record Found(double startGap, double kappa, int agents) {}

        /** K for what was found: the component's share of the gap is as large as it is itself. */
        public int iterations(Found found, Variant variant, int fleet) {
            return variant.sufficientIterations(found.startGap(), epsilon() * found.agents() / fleet, found.kappa())
                    .orElseThrow();
        }

        @Override
        public Plan plan(Component component) {
            Found found = component.crawl();
            int fleet = component.objective().round().agents();
            return new Plan(iterations(found, component.variant(), fleet), 0, found.kappa());
        }

        @Override
        public boolean findsKappa() {
            return true;
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
        public IterationRule forRun(int horizon, TheoremA theorem) {
            return dependsOnRun() ? new Crawl(theorem.roundBudget(horizon)) : this;
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
