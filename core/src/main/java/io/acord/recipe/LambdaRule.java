package io.acord.recipe;

import io.acord.input.Complaints;
import io.acord.theory.CompetitiveRatio;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Where an agent's λ comes from: how strongly it holds on to its last action. By default from {@link #riccati}, of
 * which the most is proved and which nothing has to be known for; the paper's λ₁ needs a μ that holds in all rounds
 * (E22). Immutable.
 */
public final class LambdaRule implements Serializable {

    private static final long serialVersionUID = 1;

    private enum Kind {
        DECLARED,
        RUNNING,
        PER_ROUND,
        FIXED,
        RICCATI
    }

    private final Kind kind;
    private final double[] mu; // DECLARED: one an agent, or one for all
    private final double lambda; // FIXED

    private LambdaRule(Kind kind, double[] mu, double lambda) {
        this.kind = kind;
        this.mu = mu;
        this.lambda = lambda;
    }

    /** λ₁ of a μ that every round's cost will have: one for all agents, or one each. */
    public static LambdaRule declared(double... mu) {
        Complaints complaints = new Complaints();
        if (mu.length == 0) {
            complaints.add(
                    "mu",
                    "is empty",
                    "one number, or one an agent",
                    "declare a mu, or play the weights of lambda: riccati");
        }
        for (int i = 0; i < mu.length; i++) {
            complaints.needPositive(
                    "mu[" + i + "]", mu[i], "lambda1 needs strong convexity", "declare the smallest mu of all rounds");
        }
        complaints.throwIfAny();
        return new LambdaRule(Kind.DECLARED, mu.clone(), Double.NaN);
    }

    /** λ₁ of the smallest μ seen so far: needs no promise about the future and keeps the guarantee (theory 8.2). */
    public static LambdaRule running() {
        return new LambdaRule(Kind.RUNNING, new double[0], Double.NaN);
    }

    /**
     * The weights of Theorem F: λ = ℓ/b with ℓ = b in round 1, ω = μ + ℓ, and then ℓ = bω / (b + ω). No online
     * algorithm can promise less at any horizon; nothing has to be known of rounds to come, and switching weights may
     * change.
     */
    public static LambdaRule riccati() {
        return new LambdaRule(Kind.RICCATI, new double[0], Double.NaN);
    }

    /** λ₁ of this round's μ: an empirical option without a guarantee (theory 8.2). */
    public static LambdaRule perRound() {
        return new LambdaRule(Kind.PER_ROUND, new double[0], Double.NaN);
    }

    /** One λ for everybody, for comparisons: 1 is the myopic weight. No guarantee. */
    public static LambdaRule fixed(double lambda) {
        Complaints complaints = new Complaints();
        complaints.needPositive("lambda", lambda, "it weighs the previous action", "use 1 for the myopic weight");
        complaints.throwIfAny();
        return new LambdaRule(Kind.FIXED, new double[0], lambda);
    }

    /** Whether switching weights may change without harm to what is promised. */
    public boolean allowsChangingWeights() {
        return kind == Kind.RICCATI;
    }

    /**
     * λ of an agent.
     *
     * @param roundMu the μ of this round's cost
     * @param memory what {@link #remember} left of the round before; +∞ in round 1
     * @param b the agent's switching weight
     */
    public double lambda(int agent, double roundMu, double memory, double b) {
        return switch (kind) {
            case DECLARED -> CompetitiveRatio.lambda1(declaredMu(agent), b);
            case RUNNING -> CompetitiveRatio.lambda1(Math.min(memory, roundMu), b);
            case PER_ROUND -> CompetitiveRatio.lambda1(roundMu, b);
            case FIXED -> lambda;
            case RICCATI -> 1 / (1 + b / memory);
        };
    }

    /**
     * {@link #lambda} of agents that follow each other, the first of them at 0 of every array, and what
     * {@link #remember} leaves of them.
     *
     * <p>Compilers compute several agents at a time, divisions above all, where a loop is short and asks nobody.
     *
     * @param first the number of the first agent; of no effect unless {@link #isDeclared}
     */
    public void step(int first, int n, double[] roundMu, double[] memory, double[] b, double[] lambdas, double[] next) {
        if (kind == Kind.RICCATI) {
            for (int i = 0; i < n; i++) {
                double held = 1 + b[i] / memory[i];
                lambdas[i] = 1 / held;
                next[i] = roundMu[i] + b[i] / held;
            }
            return;
        }
        for (int i = 0; i < n; i++) {
            lambdas[i] = lambda(first + i, roundMu[i], memory[i], b[i]);
            next[i] = remember(roundMu[i], memory[i], b[i]);
        }
    }

    /** (μ + λb)/μ of a round, with the μ that λ came from: of λ₁ that is 1/λ. */
    double steepness(double roundMu, double lambdaOfRound, double b) {
        return kind == Kind.RICCATI ? (roundMu + lambdaOfRound * b) / roundMu : 1 / lambdaOfRound;
    }

    /** Whether {@link #steepness} may be more than this: without a division, so some that are not are among them. */
    boolean mayBeSteeper(double roundMu, double lambdaOfRound, double b, double than) {
        double most = than * (1 - 1e-15); // rounding must not hide one
        return kind == Kind.RICCATI ? !(roundMu + lambdaOfRound * b <= most * roundMu) : !(1 <= most * lambdaOfRound);
    }

    /** Whether {@link #check} has something to check. */
    public boolean isDeclared() {
        return kind == Kind.DECLARED;
    }

    /** What the rule remembers of an agent after a round: its ω for {@link #riccati}, else the smallest μ so far. */
    public double remember(double roundMu, double memory, double b) {
        return kind == Kind.RICCATI ? roundMu + b / (1 + b / memory) : Math.min(memory, roundMu);
    }

    /** Complains if an agent's cost is less convex than was declared, or nothing was declared for it. */
    public void check(int agent, double roundMu, Complaints complaints) {
        if (kind != Kind.DECLARED) {
            return;
        }
        if (mu.length != 1 && agent >= mu.length) {
            complaints.add(
                    "mu",
                    "is declared for " + mu.length + " agents",
                    "one for all, or one each, also for agent " + agent,
                    "declare one for all, or one an agent");
        } else if (roundMu < declaredMu(agent)) {
            complaints.add(
                    "agents[" + agent + "].cost.mu",
                    "is " + roundMu,
                    "at least the declared " + declaredMu(agent) + ", because lambda1 was chosen for it",
                    "declare a smaller mu, or play the weights of lambda: riccati");
        }
    }

    private double declaredMu(int agent) {
        return mu[mu.length == 1 ? 0 : agent];
    }

    /** The number of a fixed λ; NaN where λ comes from μ. */
    public double number() {
        return lambda;
    }

    /** How scenarios and tables call a λ that is not the scenario's. */
    public String inWords() {
        return kind == Kind.RICCATI ? "riccati" : kind == Kind.FIXED ? Double.toString(lambda) : "paper";
    }

    /** Why runs with this rule have no competitive guarantee; empty if they have. */
    public Optional<String> whyNotGuaranteed() {
        if (kind == Kind.PER_ROUND) {
            return Optional.of("lambda follows each round's mu, for which no bound is proved (theory 8.2)");
        }
        if (kind == Kind.FIXED) {
            return Optional.of("lambda was fixed by hand at " + lambda);
        }
        return Optional.empty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LambdaRule rule
                && kind == rule.kind
                && Arrays.equals(mu, rule.mu)
                && Double.compare(lambda, rule.lambda) == 0;
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, Arrays.hashCode(mu), lambda);
    }

    /**
     * 64 bits of the rule's SHA-256, the same in every virtual machine: what is written down is compared by it, and no
     * two rules that anybody meets have the same.
     */
    public long fingerprint() {
        ByteBuffer all = ByteBuffer.allocate(4 + 8 * (1 + mu.length));
        all.putInt(List.of(Kind.DECLARED, Kind.RUNNING, Kind.PER_ROUND, Kind.FIXED, Kind.RICCATI)
                .indexOf(kind));
        all.putDouble(lambda);
        for (double number : mu) {
            all.putDouble(number);
        }
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(all.array()))
                    .getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return kind + (kind == Kind.FIXED ? "(" + lambda + ")" : "");
    }
}
