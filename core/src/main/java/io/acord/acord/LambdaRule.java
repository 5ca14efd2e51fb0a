package io.acord.acord;

import io.acord.input.Complaints;
import io.acord.theory.CompetitiveRatio;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/** Where an agent's λ comes from. The optimal one is λ₁(μ), and the guarantee needs a μ that holds in all rounds (E22). Immutable. */
public final class LambdaRule {

    private enum Kind {
        DECLARED,
        RUNNING,
        PER_ROUND,
        FIXED
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
                    "mu", "is empty", "one number, or one an agent", "declare a mu, or use LambdaRule.running()");
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

    /**
     * λ of an agent.
     *
     * @param roundMu the μ of this round's cost
     * @param leastMu the smallest μ of any round so far, this one included
     * @param b the agent's switching weight
     */
    public double lambda(int agent, double roundMu, double leastMu, double b) {
        return switch (kind) {
            case DECLARED -> CompetitiveRatio.lambda1(declaredMu(agent), b);
            case RUNNING -> CompetitiveRatio.lambda1(leastMu, b);
            case PER_ROUND -> CompetitiveRatio.lambda1(roundMu, b);
            case FIXED -> lambda;
        };
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
                    "declare a smaller mu, or use LambdaRule.running()");
        }
    }

    private double declaredMu(int agent) {
        return mu[mu.length == 1 ? 0 : agent];
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

    /** The same in every virtual machine: what is written down may be compared by it. */
    @Override
    public int hashCode() {
        return Objects.hash(kind.name(), Arrays.hashCode(mu), lambda);
    }

    @Override
    public String toString() {
        return kind + (kind == Kind.FIXED ? "(" + lambda + ")" : "");
    }
}
