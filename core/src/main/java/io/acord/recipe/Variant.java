package io.acord.recipe;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What an agent does with its neighbours' values. The messages are the same for all: d numbers over every arc.
 *
 * <p>Each variant is one class, which owns its word, its momentum and what is proved of it.
 */
public enum Variant {
    /** {@code PolynomialMethod}, the default. */
    AUTO(new PolynomialMethod()),

    /** {@code PlainMethod}: Algorithm 1 of the paper. */
    PLAIN(new PlainMethod()),

    /** {@code FistaMethod}. */
    ACCELERATED(new FistaMethod()),

    /** {@code CertifiedMethod}: in scenario files also {@code accelerated} with {@code theta: certified}. */
    CERTIFIED(new CertifiedMethod()),

    /** {@code OptimizedMethod}. */
    OPTIMIZED(new OptimizedMethod()),

    /** {@code JacobiMethod}. */
    JACOBI(new JacobiMethod());

    @SuppressWarnings("ImmutableEnumChecker") // its classes have no fields
    private final VariantMethod method;

    Variant(VariantMethod method) {
        this.method = method;
    }

    /** What a proof may ask of a round. */
    public interface RoundFacts {

        /** E₀ = g(z⁰) − min F_t. */
        double startGap();

        /** ‖z⁰ − z*‖²_H. */
        double squaredDistance();

        /** κ, a lower bound on 1 − ρ. */
        double kappa();

        /** Whether every hitting cost is a quadratic function. */
        boolean isQuadratic();
    }

    /** All of them, the default first. */
    public static List<Variant> all() {
        return List.of(values());
    }

    /** The variant that scenario files call so. */
    public static Optional<Variant> of(String word) {
        return all().stream().filter(variant -> variant.word().equals(word)).findFirst();
    }

    /** The words of all, the default's first. */
    public static String[] words() {
        return Arrays.stream(values()).map(Variant::word).toArray(String[]::new);
    }

    /** As scenario files write it. */
    public String word() {
        return method.word();
    }

    /** In a few words, for tables. */
    public String description() {
        return method.description();
    }

    /** Whether an agent is pulled towards its neighbours themselves instead of the midpoints with them. */
    public boolean pullsToNeighbors() {
        return method.pullsToNeighbors();
    }

    /** Whether its weights rest on κ, a bound on the contraction that all agents of a component have to know. */
    public boolean needsKappa() {
        return method.needsKappa();
    }

    /** Whether what an agent shows differs from its action. */
    public boolean hasMomentum() {
        return method.hasMomentum();
    }

    /** Whether every agent has weights of its own, so that nobody else can tell its action from what it shows. */
    public boolean hasOwnMomentum() {
        return method.hasOwnMomentum();
    }

    /** Whether a sufficient K is proved. */
    public boolean hasSufficientIterations() {
        return method.hasSufficientIterations();
    }

    /** K after which a round is within epsilon of its minimum (theory 5.5, Theorem B); empty: no such K is proved. */
    public OptionalInt sufficientIterations(double startGap, double epsilon, double kappa) {
        return method.sufficientIterations(startGap, epsilon, kappa);
    }

    /**
     * What is proved of F_t(x^k) − min F_t (theory 5.2, Theorems B, C and D); empty: nothing. With weights of an
     * agent's own it holds for k ≤ 13, and after that until one starts afresh.
     */
    public OptionalDouble gapAtMost(int k, RoundFacts facts) {
        return method.gapAtMost(k, facts);
    }

    /**
     * The weights that are the same for all agents, at the beginning of a round.
     *
     * @param kappa read only where {@link #needsKappa}
     */
    public Momentum momentum(double kappa) {
        return method.momentum(kappa);
    }

    /** Weights of which every row has its own, at the beginning of a round; null: there are none. */
    public @Nullable OwnMomentum ownMomentum(int rows, int dimension) {
        return method.ownMomentum(rows, dimension);
    }

    @Override
    public String toString() {
        return word();
    }
}
