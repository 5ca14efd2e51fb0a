package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import java.util.Arrays;

/** The λ's of a run under one rule: remembers the smallest μ that each agent has met. */
public final class Lambdas {

    private final LambdaRule rule;
    private final double[] leastMu;
    private double least = 1;

    public Lambdas(LambdaRule rule, int agents) {
        this.rule = rule;
        this.leastMu = new double[agents];
        Arrays.fill(leastMu, Double.POSITIVE_INFINITY);
    }

    /**
     * Goes on where others were.
     *
     * @param leastMu of each agent, as {@link #leastMu}
     * @param least as {@link #least}
     */
    public Lambdas(LambdaRule rule, double[] leastMu, double least) {
        this.rule = rule;
        this.leastMu = leastMu.clone();
        this.least = least;
    }

    /** λ of every agent in this round; a round that is less convex than declared is refused. Remembers nothing. */
    public double[] of(Round round) {
        int n = leastMu.length;
        Complaints complaints = new Complaints();
        for (int i = 0; i < n; i++) {
            rule.check(i, round.mu(i), round.switchingWeight(i), complaints);
        }
        complaints.throwIfAny();
        double[] lambda = new double[n];
        for (int i = 0; i < n; i++) {
            double mu = round.mu(i);
            lambda[i] = rule.lambda(i, mu, Math.min(mu, leastMu[i]), round.switchingWeight(i));
        }
        return lambda;
    }

    /** Takes note of a round that was played with these λ's. */
    public void remember(Round round, double[] lambda) {
        for (int i = 0; i < leastMu.length; i++) {
            leastMu[i] = Math.min(leastMu[i], round.mu(i));
            least = Math.min(least, lambda[i]);
        }
    }

    /** The smallest λ of any agent in any round so far: 1/CR*. */
    public double least() {
        return least;
    }

    /** The smallest μ that each agent has met so far; +∞ before the first round. */
    public double[] leastMu() {
        return leastMu.clone();
    }

    public LambdaRule rule() {
        return rule;
    }
}
