package io.acord.lab.policy;

/** What LPC makes of the agents at distance r, the outer ring of a neighbourhood N^r (theory 9.4). */
public enum LpcBoundary {

    /** They are like all others: LPC(diameter) is the myopic optimum. */
    FULL,

    /** Their hitting costs do not count, as the paper's formula says to the letter. */
    LITERAL,

    /** They stand at the minimisers of their hitting costs, round by round, as Lin et al. have it. */
    PINNED
}
