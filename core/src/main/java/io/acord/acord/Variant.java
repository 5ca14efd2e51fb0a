package io.acord.acord;

/** What an agent does with its neighbours' values. The messages are the same for all: d numbers over every arc. */
public enum Variant {

    /** Algorithm 1 of the paper: pulled towards the midpoint with each neighbour, twice as strongly. */
    PLAIN,

    /**
     * Pulled towards the neighbours themselves (theory 5.8): half the iterations, but the objective may go up on the
     * way.
     */
    JACOBI,

    /**
     * PLAIN from extrapolated points, FISTA weights (theory 6): needs no constant, far better actions for the same
     * messages.
     */
    ACCELERATED,

    /**
     * PLAIN from extrapolated points, weights between those of FISTA and of the optimized gradient method, and a fresh
     * start of an agent's own after two steps uphill (docs/acceleration.md). Needs no constant.
     */
    OPTIMIZED,

    /**
     * PLAIN from extrapolated points, weights that make the error a polynomial which is small at all eigenvalues of the
     * iteration, and a fresh start of an agent's own after two steps uphill: the best we know for messages between
     * neighbours (docs/acceleration.md). Needs no constant.
     */
    POLYNOMIAL,

    /**
     * PLAIN from extrapolated points, constant weight from a bound on the contraction (theory 6): for a certified K.
     */
    ACCELERATED_CERTIFIED;

    /** Whether what an agent shows differs from its action. */
    public boolean hasMomentum() {
        return this == ACCELERATED || this == ACCELERATED_CERTIFIED || hasOwnMomentum();
    }

    /** Whether every agent has weights of its own, so that nobody else can tell its action from what it shows. */
    public boolean hasOwnMomentum() {
        return this == OPTIMIZED || this == POLYNOMIAL;
    }

    /**
     * γ, how much of the optimized gradient method is in the weights (docs/acceleration.md); 0 for those of FISTA, and
     * where there are none.
     */
    public double correction() {
        return this == OPTIMIZED ? OptimizedMomentum.CORRECTION : 0;
    }

    /** Steps uphill in a row after which an agent starts afresh; as many as there are if it never does. */
    public int patience() {
        return hasOwnMomentum() ? OwnMomentum.PATIENCE : Integer.MAX_VALUE;
    }
}
