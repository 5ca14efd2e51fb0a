package io.acord.internal.kernel;

import io.acord.theory.Books;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of a fleet know when a round is over, in the order of their ids: all that its cost, its certificate
 * and their books are made of. Written by {@link BlockRound#look}, row by row; live arrays.
 */
public final class RoundEnd {

    /** What was played, d numbers each. */
    public double[] actions = {};

    /** Shares of the certificate. */
    public final double[] certificates;

    /** h ∈ ∂H_t/∂x_i of the hitting and dissimilarity costs, d numbers each; anything if books are closed. */
    public final double[] subgradients;

    /** f_t at what was played; anything if books are closed, of agents that are in {@link #sums}. */
    public final double[] hitting;

    /** Half of what the edges cost: their other ends have the other half; anything where {@link #hitting} is. */
    public final double[] halfEdges;

    /** What the agents cost together, as far as it was added up on the way. */
    public final Sums sums = new Sums();

    /** τ of local solves; empty: all were exact. */
    public final double[] leftOpen;

    /** M, bounds on the curvature of local problems, as many. */
    public final double[] curvatures;

    /** To be closed on the way; null: nobody's. */
    public @Nullable Books books;

    /** Receives what each can have overpaid in the round before, if books are closed. */
    public double[] overpaid = {};

    public RoundEnd(int agents, int dimension, boolean isExact) {
        this(agents, dimension, isExact, new Buffers());
    }

    /**
     * The same, of which only certificates are kept when the next round begins.
     *
     * @param buffers where there is room for the rest
     */
    public RoundEnd(int agents, int dimension, boolean isExact, Buffers buffers) {
        this.certificates = new double[agents];
        this.subgradients = buffers.take(agents * dimension);
        this.hitting = buffers.take(agents);
        this.halfEdges = buffers.take(agents);
        this.leftOpen = new double[isExact ? 0 : agents];
        this.curvatures = new double[leftOpen.length];
    }

    /** Of exact solves, in arrays with a number an agent. */
    RoundEnd(double[] subgradients, double[] hitting, double[] halfEdges) {
        this.certificates = new double[hitting.length];
        this.subgradients = subgradients;
        this.hitting = hitting;
        this.halfEdges = halfEdges;
        this.leftOpen = new double[0];
        this.curvatures = leftOpen;
    }

    /**
     * Sums over the first agents of a fleet, one after the other: others go on where they end, with the bits of all
     * being added up at once. Mutable.
     */
    public static final class Sums {

        /** How many agents are in them. */
        public int agents;

        public double hitting;
        public double switching;
        public double dissimilarity;

        /** Of their shares. */
        public double certificate;

        /** Adds agents up; of each array the first n numbers. */
        void add(int n, Books.Window window, double[] certificates) {
            double hit = hitting;
            double moved = switching;
            double differed = dissimilarity;
            double certified = certificate;
            for (int i = 0; i < n; i++) {
                double step = window.x[i] - window.before[i];
                hit += window.hitting[i];
                moved += window.b[i] / 2 * (step * step);
                differed += window.halfEdges[i];
                certified += certificates[i];
            }
            hitting = hit;
            switching = moved;
            dissimilarity = differed;
            certificate = certified;
            agents += n;
        }
    }
}
