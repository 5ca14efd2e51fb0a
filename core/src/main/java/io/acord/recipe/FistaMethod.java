package io.acord.recipe;

import io.acord.theory.GapBound;
import java.util.OptionalDouble;

/**
 * Plain from extrapolated points, FISTA weights (theory 6): needs no constant, far better actions for the same
 * messages.
 */
final class FistaMethod extends VariantMethod {

    @Override
    String word() {
        return "accelerated";
    }

    @Override
    String description() {
        return "accelerated, FISTA weights";
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    Momentum momentum(double kappa) {
        return Momentum.fista();
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return OptionalDouble.of(GapBound.optimized(facts.squaredDistance(), 0, k));
    }
}
