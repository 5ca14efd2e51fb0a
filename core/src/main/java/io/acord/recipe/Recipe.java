package io.acord.recipe;

import io.acord.input.Complaints;
import java.util.Objects;
import java.util.Optional;

/**
 * What ACORD plays: one value behind every door (library, scenario, agent, service, swarm, cluster, studio). It alone
 * knows its default, which combinations are refused, and what is proved of it. Immutable.
 *
 * @param variant what an agent does with its neighbours' values
 * @param from where the iterations of a round begin
 * @param iterations how many of them a round gets
 * @param lambda where λ comes from
 */
public record Recipe(Variant variant, From from, IterationRule iterations, LambdaRule lambda) {

    /** Iterations of a round by default: as many as in the paper's experiments. */
    public static final int DEFAULT_ITERATIONS = 12;

    private static final Recipe STANDARD =
            new Recipe(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(DEFAULT_ITERATIONS), LambdaRule.riccati());

    public Recipe {
        Objects.requireNonNull(lambda);
        Complaints complaints = new Complaints();
        check(variant, from, iterations, complaints);
        complaints.throwIfAny();
    }

    /** The default: auto from previous, 12 iterations, the weights of Theorem F. */
    public static Recipe standard() {
        return STANDARD;
    }

    /**
     * The default with this iteration rule: as {@link #standard}, but where K is computed from what is proved, the
     * plain variant, of which it is, and from zero where a common start is needed.
     */
    public static Recipe standard(IterationRule iterations) {
        return of(
                iterations.isProvenBeforehand() ? Variant.PLAIN : STANDARD.variant,
                iterations.needsCommonStart() ? From.ZERO : STANDARD.from,
                iterations);
    }

    /** The paper's Algorithm 1: plain from zero, 12 iterations, λ₁ of the smallest μ so far. */
    public static Recipe paper() {
        return new Recipe(Variant.PLAIN, From.ZERO, IterationRule.fixed(DEFAULT_ITERATIONS), LambdaRule.running());
    }

    /** With the default's rule for λ. */
    public static Recipe of(Variant variant, From from, IterationRule iterations) {
        return new Recipe(variant, from, iterations, STANDARD.lambda);
    }

    public Recipe with(Variant other) {
        return new Recipe(other, from, iterations, lambda);
    }

    public Recipe with(From other) {
        return new Recipe(variant, other, iterations, lambda);
    }

    public Recipe with(IterationRule other) {
        return new Recipe(variant, from, other, lambda);
    }

    public Recipe with(LambdaRule other) {
        return new Recipe(variant, from, iterations, other);
    }

    /** The recipe of a run of this many rounds, once its λ's are known: see {@link IterationRule#forRun}. */
    public Recipe forRun(int horizon, Lambdas soFar) {
        return iterations.dependsOnRun()
                ? soFar.theorem(0)
                        .map(theorem -> with(iterations.forRun(horizon, theorem)))
                        .orElse(this)
                : this;
    }

    /** Complains, under the keys of scenario files, about combinations of which nothing is proved. */
    public static void check(Variant variant, From from, IterationRule iterations, Complaints complaints) {
        if (iterations.isProvenBeforehand() && !variant.hasSufficientIterations()) {
            complaints.add(
                    "variant",
                    "is " + variant + " with " + iterations.inWords(),
                    "plain, or accelerated with theta: certified, because only for these a sufficient K is proved",
                    "change the variant, or use accuracy instead");
        }
        if (iterations.needsCommonStart() && from != From.ZERO) {
            complaints.add(
                    "from",
                    "is " + from.word() + " with " + iterations.inWords(),
                    "zero, because this budget caps the start gap for a common start only (E20)",
                    "write from: zero, or use the budget crawl");
        }
    }

    /**
     * Complains about what agents who know their neighbours only cannot play.
     *
     * @param kappa what they all know of the contraction; NaN: nothing
     */
    public void checkDecentralized(double kappa, Complaints complaints) {
        if (iterations.needsWholeFleet()) {
            complaints.add(
                    "iterations",
                    "is " + iterations.inWords(),
                    "iterations, accuracy or crawl, because one block does not know the whole fleet's constants",
                    "work K out with SufficientIterations and give every block the same fixed K");
        }
        boolean known = kappa > 0 && kappa <= 1;
        if (variant.needsKappa() && !known && !iterations.findsKappa()) {
            complaints.add(
                    "kappa",
                    "is " + kappa,
                    "a number in (0, 1] common to the fleet, because the momentum of " + variant + " depends on it",
                    "give kappa (min over edges of 1 − (q_i + q_j)/2), use the budget crawl, or the variant auto");
        }
    }

    /** Complains about what blocks cannot play that never stop to learn something of the whole fleet. */
    public void checkLockstep(Complaints complaints) {
        if (!iterations.isFixed()) {
            complaints.add(
                    "iterations",
                    "is " + iterations.inWords(),
                    "iterations: K, because blocks do not stop to add up certificates or to crawl the network",
                    "write iterations: K; variant: auto needs few of them");
        }
        if (variant.needsKappa()) {
            complaints.add(
                    "variant",
                    "is " + variant.word(),
                    "another variant, because its momentum rests on a constant of the whole fleet",
                    "write variant: auto");
        }
    }

    /**
     * Exchanges of actions over every arc in a round of so many iterations: one an iteration, where the last one serves
     * the certificate only, and one before the first if it begins from previous actions.
     */
    public long exchanges(int k) {
        return (tellsBoth() ? 2L : 1) * k + (from == From.PREVIOUS ? 1 : 0);
    }

    /**
     * Whether an agent tells its action besides what it shows: weights of its own hide the one in the other, and the
     * certificate is looked at all along.
     */
    public boolean tellsBoth() {
        return variant.hasOwnMomentum() && iterations.looksAtCertificate();
    }

    /** Why runs of it have no competitive guarantee; empty if they have. */
    public Optional<String> whyNotGuaranteed() {
        return lambda.whyNotGuaranteed();
    }

    /** In a few words, for tables and reports: "auto from previous, 12 iterations". */
    public String inWords() {
        return variant.word() + " from " + from.word() + ", " + iterations.inWords();
    }
}
