package io.acord.acord;

import io.acord.input.Complaints;

/** How many iterations a round gets. An agent without neighbours, or with β = 0, always needs one. */
public sealed interface Budget {

    /** K iterations in every round. */
    static Budget iterations(int k) {
        return new Iterations(k);
    }

    /** Until the certificate shows a gap of at most epsilon, {@value Accuracy#USUAL_LIMIT} iterations at most. */
    static Budget accuracy(double epsilon) {
        return new Accuracy(epsilon, Accuracy.USUAL_LIMIT);
    }

    record Iterations(int k) implements Budget {
        public Iterations {
            if (k < 1) {
                throw Complaints.refuse(
                        "iterations", "is " + k, "at least 1", "an agent acts on its first local solve");
            }
        }
    }

    /**
     * Stops in each component as soon as the certificate (theory 5.6) shows that F_t is within epsilon · (agents of the
     * component)/N of its minimum, so that the round is within epsilon. It ends earlier where rounding allows no
     * smaller certificate, and says so.
     *
     * <p>With momentum an agent shows y^k, and a neighbour recovers x^k from it, because both know the weights; of
     * OPTIMIZED and POLYNOMIAL they do not, and x^k is told as well. The count of messages leaves out how the agents of
     * a component learn that their sum is small enough: that is the carrier's business, and in memory it is free.
     */
    record Accuracy(double epsilon, int limit) implements Budget {
        static final int USUAL_LIMIT = 100_000;

        public Accuracy {
            checkEpsilon(epsilon);
            if (limit < 1) {
                throw Complaints.refuse("limit", "is " + limit, "at least 1 iteration", "raise the limit");
            }
        }
    }

    /**
     * The corrected rule of theory 5.5 for costs with 0 ≤ f ≤ costCap in a space of diameter ≤ diameterCap that
     * contains 0, where iterations start. No exchange before the round; all agents know the largest q_E of its edges,
     * for instance as a constant of the fleet.
     *
     * @param epsilon the gap allowed per round, for instance {@code TheoremA.roundBudget(horizon)}
     */
    record Bounded(double costCap, double diameterCap, double epsilon) implements Budget {
        public Bounded {
            Complaints complaints = new Complaints();
            complaints.needNonNegative("costCap", costCap, "hitting costs are not negative", "give a bound on f");
            complaints.needNonNegative(
                    "diameterCap", diameterCap, "it is a distance", "give a bound on the distance of two actions");
            complaints.throwIfAny();
            checkEpsilon(epsilon);
        }
    }

    /**
     * The same rule without caps: the agents of each component first find their start gap and contraction together by
     * NETWORK CRAWL (theory 5.5). More than actions crosses the edges then: two scalars about every agent reach its
     * whole component.
     *
     * @param epsilon the gap allowed per round and fleet, for instance {@code TheoremA.roundBudget(horizon)}
     */
    record Crawl(double epsilon) implements Budget {
        public Crawl {
            checkEpsilon(epsilon);
        }
    }

    /**
     * The paper's own K_t for unbounded costs, with the constant and factor that its proof needs (E1, E2) and with σ_t
     * known exactly, which no agent could. For comparison: it is far more than needed.
     */
    record PaperFormula(int horizon) implements Budget {
        public PaperFormula {
            if (horizon < 1) {
                throw Complaints.refuse("horizon", "is " + horizon, "at least 1 round", "give the length of the run");
            }
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
