package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.theory.TheoremA;
import java.util.Arrays;
import java.util.Optional;

/** The λ's of a run under one rule: remembers of each agent what the rule needs. */
public final class Lambdas {

    private final LambdaRule rule;
    private final double[] memory;
    private double least = 1;
    private double steepest = 1;

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
     * @param steepest as {@link #steepest}
     */
    public Lambdas(LambdaRule rule, double[] memory, double least, double steepest) {
        this.rule = rule;
        this.memory = memory.clone();
        this.least = least;
        this.steepest = steepest;
    }

    /** λ of every agent in this round; a round that is less convex than declared is refused. Remembers nothing. */
    public double[] of(Round round) {
        int n = memory.length;
        Complaints complaints = new Complaints();
        for (int i = 0; i < n; i++) {
            rule.check(i, round.mu(i), complaints);
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
            double mu = round.mu(i);
            double b = round.switchingWeight(i);
            memory[i] = rule.remember(mu, memory[i], b);
            least = Math.min(least, lambda[i]);
            steepest = Math.max(steepest, (mu + lambda[i] * b) / mu);
        }
    }

    /** The smallest λ of any agent in any round so far: exact play pays at most 1/λ times the optimum. */
    public double least() {
        return least;
    }

    /** The largest (μ + λb)/μ of any agent in any round so far. */
    public double steepest() {
        return steepest;
    }

    /**
     * Theorem A of the rounds so far; empty where its constants leave the range of doubles.
     *
     * @param shift Σ min(0, min f) of their hitting costs (E19)
     */
    public Optional<TheoremA> theorem(double shift) {
        return least > 0 && steepest < Double.POSITIVE_INFINITY
                ? Optional.of(new TheoremA(least, steepest, shift))
                : Optional.empty();
    }

    /** What the rule remembers of each agent ({@link LambdaRule#remember}); +∞ before the first round. */
    public double[] memory() {
        return memory.clone();
    }

    public LambdaRule rule() {
        return rule;
    }
}
