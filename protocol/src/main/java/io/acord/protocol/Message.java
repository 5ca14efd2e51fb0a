package io.acord.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What one block tells another. Which fields mean something depends on the kind; the rest is 0, empty or null.
 *
 * <p>Messages of the kinds that {@link Kind#isNumbered()} are numbered 0, 1, 2, … per round, link and direction. They
 * are taken in that order, so loss, repetition and reordering are seen by their numbers; the sender keeps them until
 * the round after is over and sends them again when asked. The other kinds may be lost without harm.
 *
 * @param kind what it is
 * @param round t
 * @param number place among the numbered messages of the round; in ASK the first number wanted, in HERE the next number
 *     that the sender will tell; in JOINS and LEAVES the first and the last round that the sender takes part in
 * @param iteration k of SHOWN and PLAYED, the step of CRAWL and of SHARES
 * @param epoch which life of the sender tells it
 * @param fingerprint in OPENING, and in a PLAYED that answers for a round that is over: what the sender takes the round
 *     to be
 * @param detail in REFUSED the code of the {@link Disagreement}; in OPENING 1 if the sender has lost the receiver and
 *     leaves it out of this round; in HERE 1 if the sender has lost the receiver and would like an answer, 2 if the
 *     receiver says to be new and is not; in ASK 1 if only what the receiver played is wanted
 * @param numbers boundary actions of the sender in the order of agent ids, or entries of three numbers: agent and two
 *     scalars
 */
public record Message(
        Kind kind,
        int round,
        int number,
        int iteration,
        long epoch,
        @Nullable Fingerprint fingerprint,
        int detail,
        Numbers numbers) {

    /** In an OPENING: the receiver is left out of this round. */
    public static final int LEFT_OUT = 1;

    /** In a HERE: please answer. */
    public static final int ARE_YOU_THERE = 1;

    /** In a HERE, to somebody who says to be new: an earlier life of it has been here. */
    public static final int KNOWN_OF_OLD = 2;

    /** In an ASK: only what was played. */
    public static final int ONLY_PLAYED = 1;

    /** What messages there are. */
    public enum Kind {
        /** The first of a round: the fingerprint, and the previous actions if iterations start from them. */
        OPENING(true),
        /** NETWORK CRAWL: 1 − q_i of the boundary agents. */
        KAPPA(true),
        /** NETWORK CRAWL: entries (agent, start gap, kappa) that the sender has learned. */
        CRAWL(true),
        /** The same, all that there are: the sender knows its whole component and will say no more. */
        CRAWL_DONE(true),
        /**
         * What the boundary agents show after an iteration; for a budget of accuracy with momentum also their actions,
         * after it.
         */
        SHOWN(true),
        /** With an accuracy: entries (agent, share of the certificate, 1 if rounding allows no smaller one). */
        SHARES(true),
        /** The same, all that there are. */
        SHARES_DONE(true),
        /** What the boundary agents play in this round: the last numbered message. */
        PLAYED(true),
        /** Please send the numbered messages of a round again, from a number on. */
        ASK(false),
        /** The sender is alive, and here. */
        HERE(false),
        /** The sender has given the receiver up for the rest of the round. */
        GAVE_UP(false),
        /** The sender does not use the edges with the receiver in this round, and says why. */
        REFUSED(false),
        /** The sender is new, and takes part from a round on. */
        JOINS(false),
        /** The sender leaves for good: nobody needs to wait for it after its last round. */
        LEAVES(false);

        private final boolean numbered;

        Kind(boolean numbered) {
            this.numbered = numbered;
        }

        public boolean isNumbered() {
            return numbered;
        }
    }
}
