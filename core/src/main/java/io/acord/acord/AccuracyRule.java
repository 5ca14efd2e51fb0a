package io.acord.acord;

/**
 * When the agents of a component stop iterating for an accuracy: a pure function of what their certificates add up to,
 * so that all of them stop together. Mutable, for the length of one round.
 */
public final class AccuracyRule {

    /** So many iterations, or as many as there were before, may pass without a smaller certificate: momentum swings. */
    private static final int PATIENCE = 1_000;

    private final double epsilon;
    private final int limit;
    private double best = Double.POSITIVE_INFINITY; // the smallest certificate so far
    private int bestAt;

    /**
     * @param epsilon the component's share of the gap allowed
     * @param limit the most iterations
     */
    public AccuracyRule(double epsilon, int limit) {
        this.epsilon = epsilon;
        this.limit = limit;
    }

    /**
     * Looks at iteration k, for k = 1, 2, … in turn.
     *
     * @param certificate the shares of the component's agents, added up in the order of their ids
     * @param finest whether rounding allows no agent a smaller one
     * @return why to stop; DONE: go on
     */
    public Decision.Ending look(int k, double certificate, boolean finest) {
        if (certificate < 0.999 * best) {
            best = certificate;
            bestAt = k;
        }
        if (certificate <= epsilon) {
            return Decision.Ending.ACCURATE;
        }
        if (Double.isInfinite(certificate)) {
            return Decision.Ending.NO_CERTIFICATE;
        }
        if (finest || k - bestAt > Math.max(PATIENCE, bestAt)) {
            return Decision.Ending.ROUNDING;
        }
        return k == limit ? Decision.Ending.LIMIT : Decision.Ending.DONE;
    }
}
