package io.acord.acord;

import io.acord.input.Complaints;
import io.acord.internal.kernel.RoundEnd;
import io.acord.model.Actions;
import io.acord.model.Cost;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What was decided in a round, what it costs, and the proof of how good it is. Immutable. */
public final class Decision {

    private final Actions actions;
    private final Cost cost;
    private final double[] certificates;
    private final double certificate;
    private final int iterations;
    private final Ending ending;
    private final Traffic traffic;
    private final @Nullable BookEntries entries; // null: books have been closed
    private final double[] overpaid; // by agent, of the round before; empty: nobody kept books

    private final @Nullable String doubt;

    private Decision(
            Actions actions,
            Cost cost,
            double[] certificates,
            double certificate,
            @Nullable BookEntries entries,
            int iterations,
            Ending ending,
            Traffic traffic,
            @Nullable String doubt,
            double[] overpaid) {
        this.overpaid = overpaid;
        this.actions = actions;
        this.cost = cost;
        this.certificates = certificates;
        this.entries = entries;
        this.iterations = iterations;
        this.ending = ending;
        this.traffic = traffic;
        this.doubt = doubt;
        this.certificate = certificate;
    }

    static Decision of(
            Actions actions,
            Cost cost,
            RoundEnd end,
            int iterations,
            Ending ending,
            Traffic traffic,
            @Nullable String doubt) {
        double certificate = end.sums.certificate;
        for (int i = end.sums.agents; i < end.certificates.length; i++) {
            certificate += end.certificates[i];
        }
        BookEntries entries = end.books == null ? new BookEntries(end, Double.isFinite(certificate)) : null;
        return new Decision(
                actions,
                cost,
                end.certificates,
                certificate,
                entries,
                iterations,
                ending,
                traffic,
                doubt,
                new double[0]);
    }

    /** x_t. */
    public Actions actions() {
        return actions;
    }

    public Cost cost() {
        return cost;
    }

    /**
     * An upper bound on F_t(x_t) − min F_t, computed from what agents know (theory 5.6), if the costs are what they
     * say. +∞ if there is none: {@link #whyNoCertificate}.
     */
    public double certificate() {
        return certificate;
    }

    /** One agent's share of the certificate, which it computes alone. */
    public double certificate(int agent) {
        return certificates[agent];
    }

    /**
     * What the books of the agents are told of this round (theory 12).
     *
     * @throws io.acord.input.BadInputException if books have been closed already, as a fleet closes its own
     */
    public BookEntries entries() {
        BookEntries kept = entries;
        if (kept == null) {
            throw Complaints.refuse(
                    "decision.entries",
                    "are not kept",
                    "a decision with which no books have been closed yet, because nobody else is expected to ask",
                    "ask the fleet for its books, or decide by Acord and keep books yourself");
        }
        return kept;
    }

    /**
     * The same decision with what a fleet's books say about the round before, and without what they were told.
     *
     * @param shares one an agent; becomes the decision's own
     */
    public Decision withOverpaid(double[] shares) {
        return new Decision(actions, cost, certificates, certificate, null, iterations, ending, traffic, doubt, shares);
    }

    /**
     * The most that an agent can have overpaid in the round before, which shows now that it has moved on: the sum over
     * agents and rounds is all that was paid above the books' bound (theory 12). 0 in the first round, NaN where no
     * books were kept.
     */
    public double overpaidBefore(int agent) {
        return overpaid.length == 0 ? Double.NaN : overpaid[agent];
    }

    /** Why there is no certificate: which agent, what was found, what is needed. Empty if there is one. */
    public Optional<String> whyNoCertificate() {
        return Optional.ofNullable(doubt);
    }

    /** The iterations of the component that needed most. */
    public int iterations() {
        return iterations;
    }

    /** Why the iterations ended, in the component that ended worst. */
    public Ending ending() {
        return ending;
    }

    /** Whether the accuracy that the budget asked for was reached; true for budgets that ask for none. */
    public boolean isAccurate() {
        return ending == Ending.DONE || ending == Ending.ACCURATE;
    }

    /** Why iterations end, from best to worst. */
    public enum Ending {
        /** The number of iterations was given, and they are done. */
        DONE("all iterations asked for are done"),
        /** The certificate is as small as was asked for. */
        ACCURATE("the certificate is as small as was asked for"),
        /** Every agent's share is as small as doubles allow, and together they are more than was asked for. */
        ROUNDING("the accuracy was not reached: every agent's share of the certificate is as small as doubles allow"),
        /**
         * The certificate has not become smaller for longer than the slowest error takes to swing, 10/√κ iterations,
         * and for as long as it took to get there.
         */
        STALLED(
                "the accuracy was not reached: for a long time the certificate did not become smaller, though doubles would allow it"),
        /** The most iterations allowed were not enough. */
        LIMIT("the accuracy was not reached: the most iterations allowed were not enough"),
        /** The {@link Bell} rang before. */
        BELL(
                "the iterations asked for were not done: the time given was over, or the thread that waited was interrupted"),
        /** No certificate can be given: a hitting cost does not say how well it was solved, or was found out. */
        NO_CERTIFICATE(
                "the accuracy was not reached: no certificate can be given, because a hitting cost cannot be trusted or does not say how well it was solved");

        private final String words;

        Ending(String words) {
            this.words = words;
        }

        /** For people. */
        public String inWords() {
            return words;
        }

        Ending or(Ending other) {
            return compareTo(other) < 0 ? other : this;
        }
    }

    /** What crossed the edges. */
    public Traffic traffic() {
        return traffic;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Decision decision
                && actions.equals(decision.actions)
                && cost.equals(decision.cost)
                && Arrays.equals(certificates, decision.certificates)
                && iterations == decision.iterations
                && ending == decision.ending
                && traffic.equals(decision.traffic);
    }

    @Override
    public int hashCode() {
        return Objects.hash(actions, cost, iterations);
    }

    @Override
    public String toString() {
        return "Decision[cost=" + cost + ", certificate=" + certificate + ", iterations=" + iterations + ", " + traffic
                + "]";
    }
}
