package io.acord.recipe;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * All that a variant is: its word, its momentum, and what is proved of it. A new variant is a subclass and a constant
 * of {@link Variant}; engine, protocol, tests, studio and benchmarks ask nothing else. Immutable.
 */
abstract class VariantMethod {

    /** As scenario files write it. */
    abstract String word();

    /** In a few words, for tables. */
    abstract String description();

    /** Whether an agent is pulled towards its neighbours themselves instead of the midpoints with them. */
    boolean pullsToNeighbors() {
        return false;
    }

    /** Whether {@link #momentum} rests on κ, a bound on the contraction that all agents of a component have to know. */
    boolean needsKappa() {
        return false;
    }

    /** Whether {@link #ownMomentum} gives any. */
    boolean hasOwnMomentum() {
        return false;
    }

    /** Whether {@link #sufficientIterations} knows a K. */
    boolean hasSufficientIterations() {
        return false;
    }

    /** Whether what an agent shows differs from its action. */
    boolean hasMomentum() {
        return false;
    }

    /** The weights that are the same for all agents, at the beginning of a round. */
    Momentum momentum(double kappa) {
        return Momentum.none();
    }

    /** Weights of which every row has its own; null: there are none. */
    @Nullable
    OwnMomentum ownMomentum(int rows, int dimension) {
        return null;
    }

    /** K after which a round is within epsilon of its minimum; empty: no such K is proved. */
    OptionalInt sufficientIterations(double startGap, double epsilon, double kappa) {
        return OptionalInt.empty();
    }

    /**
     * What is proved of F_t(x^k) − min F_t; empty: nothing. With weights of an agent's own for k ≤ 13, and then until
     * one starts afresh.
     */
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return OptionalDouble.empty();
    }
}
