package io.acord.acord;

/** What an agent does with its neighbours' values. The messages are the same for all: d numbers over every arc. */
public enum Variant {

    /** Algorithm 1 of the paper: pulled towards the midpoint with each neighbour, twice as strongly. */
    PLAIN,

    /** Pulled towards the neighbours themselves (theory 5.8): half the iterations, but the objective may go up on the way. */
    JACOBI,

    /** PLAIN from extrapolated points, FISTA weights (theory 6): needs no constant, far better actions for the same messages. */
    ACCELERATED,

    /** PLAIN from extrapolated points, constant weight from a bound on the contraction (theory 6): for a certified K. */
    ACCELERATED_CERTIFIED;

    boolean hasMomentum() {
        return this == ACCELERATED || this == ACCELERATED_CERTIFIED;
    }
}
