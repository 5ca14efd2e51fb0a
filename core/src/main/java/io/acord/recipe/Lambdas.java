package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.theory.TheoremA;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The λ's of a run under one rule: remembers of each agent what the rule needs, and of all of them what follows. */
public final class Lambdas {

    private final LambdaRule rule;
    private double[] memory;
    private double[] nextMemory = {}; // of the round that is being played, and room for the one after it
    private double least = 1;
    private double steepest = 1;
    private double @Nullable [] firstWeights; // b of the first round, if the rule must know that they stay
    private @Nullable String whyNotPromised;

    public Lambdas(LambdaRule rule, int agents) {
        this.rule = rule;
        this.memory = new double[agents];
        this.whyNotPromised = rule.whyNotGuaranteed().orElse(null);
        Arrays.fill(memory, Double.POSITIVE_INFINITY);
    }

    /**
     * Goes on where others were.
     *
     * @param memory of each agent, as {@link #memory}
     * @param least as {@link #least}
     * @param steepest as {@link #steepest}
     * @param firstWeights as {@link #firstWeights}
     * @param whyNotPromised as {@link #whyNotPromised}; null: nothing stands against it
     */
    public Lambdas(
            LambdaRule rule,
            double[] memory,
            double least,
            double steepest,
            double @Nullable [] firstWeights,
            @Nullable String whyNotPromised) {
        this.rule = rule;
        this.memory = memory.clone();
        this.least = least;
        this.steepest = steepest;
        this.firstWeights = firstWeights == null ? null : firstWeights.clone();
        this.whyNotPromised = whyNotPromised == null ? rule.whyNotGuaranteed().orElse(null) : whyNotPromised;
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
            lambda[i] = rule.lambda(i, round.mu(i), memory[i], round.switchingWeight(i));
        }
        return lambda;
    }

    /** Takes note of a round that was played with these λ's. */
    public void remember(Round round, double[] lambda) {
        prepare(round, lambda).run();
    }

    /**
     * {@link #remember} for whoever is waited for once the round has been played: all that takes time is done now.
     *
     * @return takes note of the round; before the next is prepared, or never
     */
    public Runnable prepare(Round round, double[] lambda) {
        int n = memory.length;
        if (nextMemory.length != n) {
            nextMemory = new double[n];
        }
        double smallest = least;
        double largest = steepest;
        for (int i = 0; i < n; i++) {
            double mu = round.mu(i);
            double b = round.switchingWeight(i);
            nextMemory[i] = rule.remember(mu, memory[i], b);
            smallest = Math.min(smallest, lambda[i]);
            largest = Math.max(largest, rule.steepness(mu, lambda[i], b));
        }
        double nextLeast = smallest;
        double nextSteepest = largest;
        return () -> {
            double[] before = memory;
            memory = nextMemory;
            nextMemory = before;
            least = nextLeast;
            steepest = nextSteepest;
            if (!rule.allowsChangingWeights()) {
                compareWeights(round);
            }
        };
    }

    private void compareWeights(Round round) {
        double[] known = firstWeights;
        if (known == null) {
            known = new double[memory.length];
            Arrays.setAll(known, round::switchingWeight);
            firstWeights = known;
        }
        for (int i = 0; whyNotPromised == null && i < known.length; i++) {
            if (known[i] != round.switchingWeight(i)) {
                whyNotPromised =
                        "switching weights change, and lambda1 is for constant ones: use lambda riccati (theory 13)";
            }
        }
    }

    /** The smallest λ of any agent in any round so far: exact play pays at most 1/λ times the optimum. */
    public double least() {
        return least;
    }

    /** The largest (μ + λb)/μ of any agent in any round so far, μ being the one that λ came from. */
    public double steepest() {
        return steepest;
    }

    /** b of each agent in the first round, where the rule must know that they stay; else null. */
    public double @Nullable [] firstWeights() {
        return firstWeights == null ? null : firstWeights.clone();
    }

    /** Why nothing is promised of exact play with these λ's; empty if something is. */
    public Optional<String> whyNotPromised() {
        return Optional.ofNullable(whyNotPromised);
    }

    /**
     * Theorem A of the rounds so far; empty where nothing is promised or its constants leave the range of doubles.
     *
     * @param shift Σ min(0, min f) of their hitting costs (E19)
     */
    public Optional<TheoremA> theorem(double shift) {
        return whyNotPromised == null && least > 0 && steepest < Double.POSITIVE_INFINITY
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
