package io.acord.acord;

/**
 * When the agents of a component stop iterating for an accuracy: a pure function of what their certificates add up to,
 * so that all of them stop together. Mutable, for the length of one round.
 */
public final class AccuracyRule {

    /** So many iterations, or as many as there were before, may pass without a smaller certificate: momentum swings. */
    private static final int PATIENCE = 1_000;

    /** A swing of the slowest error takes about π/√κ iterations; so many 1/√κ may pass, too. */
    private static final int SWINGS = 10;

    private final double epsilon;
    private final int limit;
    private double best = Double.POSITIVE_INFINITY; // the smallest certificate so far
    private int bestAt;
    private double leastKappa = 1; // so far

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
     * @param kappa the smallest κ_i = a_i/(a_i + 2β s_i) of the agents whose share rounding allows to be smaller; +∞ if
     *     there are none
     * @return why to stop; DONE: go on
     */
    public Decision.Ending look(int k, double certificate, double kappa) {
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
        if (kappa == Double.POSITIVE_INFINITY) {
            return Decision.Ending.ROUNDING;
        }
        leastKappa = Math.min(leastKappa, kappa);
        if (k - bestAt > Math.max(Math.max(PATIENCE, bestAt), SWINGS / Math.sqrt(leastKappa))) {
            return Decision.Ending.STALLED;
        }
        return k == limit ? Decision.Ending.LIMIT : Decision.Ending.DONE;
    }
}
