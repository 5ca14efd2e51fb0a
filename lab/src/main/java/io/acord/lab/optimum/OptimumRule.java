package io.acord.lab.optimum;

/** How much a run wants to know of the hindsight optimum: {@code optimum} of a scenario. */
public enum OptimumRule {

    /** Solved where that is cheap, else bounded from below: what a scenario means that says nothing. */
    CHEAP,

    /** Solved, however long it takes. */
    SOLVE,

    /** Not solved: the books of the agents, and hindsight sweeps where they fit, say what nobody can undercut. */
    BOUND,

    /** Nothing is done for it: what is certified is what the agents' own books say. */
    NONE
}
