package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.theory.TheoremA;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The λ's of a run under one rule: remembers of each agent what the rule needs, and of all of them what follows. */
public final class Lambdas {

    /** Agents whose numbers stay in the first-level cache. */
    private static final int WINDOW = 256;

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
        double[] lambda = new double[memory.length];
        check(round);
        Window window = new Window(memory.length);
        for (int i = 0; i < lambda.length; i += WINDOW) {
            window.read(round, i);
            window.step(i);
            System.arraycopy(window.lambda, 0, lambda, i, window.count);
        }
        return lambda;
    }

    /** Takes note of a round that was played with these λ's. */
    public void remember(Round round, double[] lambda) {
        prepare(round, lambda, true).run();
    }

    /**
     * {@link #of} and {@link #remember} for whoever is waited for once the round has been played: all that takes time
     * is done now.
     *
     * @param lambda receives λ of every agent
     * @return takes note of the round; before the next is prepared, or never
     */
    public Runnable prepare(Round round, double[] lambda) {
        check(round);
        return prepare(round, lambda, false);
    }

    private void check(Round round) {
        Complaints complaints = new Complaints();
        for (int i = 0; rule.isDeclared() && i < memory.length; i++) {
            rule.check(i, round.mu(i), complaints);
        }
        complaints.throwIfAny();
    }

    private Runnable prepare(Round round, double[] lambda, boolean areGiven) {
        int n = memory.length;
        if (nextMemory.length != n) {
            nextMemory = new double[n];
        }
        Window window = new Window(n);
        for (int i = 0; i < n; i += WINDOW) {
            window.read(round, i);
            window.step(i);
            System.arraycopy(window.next, 0, nextMemory, i, window.count);
            if (areGiven) {
                System.arraycopy(lambda, i, window.lambda, 0, window.count);
            } else {
                System.arraycopy(window.lambda, 0, lambda, i, window.count);
            }
            window.measure();
        }
        return () -> {
            double[] before = memory;
            memory = nextMemory;
            nextMemory = before;
            least = window.least;
            steepest = window.steepest;
            if (!rule.allowsChangingWeights()) {
                compareWeights(round);
            }
        };
    }

    /**
     * What is known of some agents that follow each other, the first of them at 0: arrays that a short loop reads at
     * one index.
     */
    private final class Window {
        private final double[] mu;
        private final double[] b;
        private final double[] known; // what is remembered
        private final double[] lambda;
        private final double[] next;
        private int count;
        private double least = Lambdas.this.least;
        private double steepest = Lambdas.this.steepest;

        Window(int agents) {
            int most = Math.min(agents, WINDOW);
            mu = new double[most];
            b = new double[most];
            known = new double[most];
            lambda = new double[most];
            next = new double[most];
        }

        void read(Round round, int from) {
            count = Math.min(WINDOW, memory.length - from);
            round.costs().copyMu(from, from + count, mu);
            round.copySwitchingWeights(from, from + count, b);
            System.arraycopy(memory, from, known, 0, count);
        }

        /** λ's of this round, and what is remembered after it. */
        void step(int from) {
            rule.step(from, count, mu, known, b, lambda, next);
        }

        /** Takes note of the extremes of the λ's that are played. */
        void measure() {
            for (int i = 0; i < count; i++) {
                if (!(lambda[i] >= least)) { // hardly ever, and what is no number stays
                    least = Math.min(least, lambda[i]);
                }
                if (rule.mayBeSteeper(mu[i], lambda[i], b[i], steepest)) {
                    steepest = Math.max(steepest, rule.steepness(mu[i], lambda[i], b[i]));
                }
            }
        }
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
