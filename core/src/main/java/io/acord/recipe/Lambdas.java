package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import java.util.Arrays;

/** The λ's of a run under one rule: remembers of each agent what the rule needs. */
public final class Lambdas {

    private final LambdaRule rule;
    private final double[] memory;
    private double least = 1;

    public Lambdas(LambdaRule rule, int agents) {
        this.rule = rule;
        this.memory = new double[agents];
        Arrays.fill(memory, Double.POSITIVE_INFINITY);
    }

    /**
     * Goes on where others were.
     *
     * @param memory of each agent, as {@link #memory}
     * @param least as {@link #least}
     */
    public Lambdas(LambdaRule rule, double[] memory, double least) {
        this.rule = rule;
        this.memory = memory.clone();
        this.least = least;
    }

    /** λ of every agent in this round; a round that is less convex than declared is refused. Remembers nothing. */
    public double[] of(Round round) {
        int n = memory.length;
        Complaints complaints = new Complaints();
        for (int i = 0; i < n; i++) {
            rule.check(i, round.mu(i), round.switchingWeight(i), complaints);
        }
        complaints.throwIfAny();
        double[] lambda = new double[n];
        for (int i = 0; i < n; i++) {
            double mu = round.mu(i);
            lambda[i] = rule.lambda(i, mu, memory[i], round.switchingWeight(i));
        }
        return lambda;
    }

    /** Takes note of a round that was played with these λ's. */
    public void remember(Round round, double[] lambda) {
        for (int i = 0; i < memory.length; i++) {
            memory[i] = rule.remember(round.mu(i), memory[i], round.switchingWeight(i));
            least = Math.min(least, lambda[i]);
        }
    }

    /** The smallest λ of any agent in any round so far: 1/CR*. */
    public double least() {
        return least;
    }

    /** What the rule remembers of each agent ({@link LambdaRule#remember}); +∞ before the first round. */
    public double[] memory() {
        return memory.clone();
    }

    public LambdaRule rule() {
        return rule;
    }
}
