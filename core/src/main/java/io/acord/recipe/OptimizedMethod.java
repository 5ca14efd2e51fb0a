package io.acord.recipe;

import io.acord.theory.GapBound;
import java.util.OptionalDouble;

/**
 * Plain from extrapolated points, weights between those of FISTA and of the optimized gradient method, and a fresh
 * start of an agent's own after two steps uphill (docs/acceleration.md). Needs no constant.
 */
final class OptimizedMethod extends VariantMethod {

    @Override
    String word() {
        return "optimized";
    }

    @Override
    String description() {
        return "optimized weights";
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    OwnMomentum ownMomentum(int rows, int dimension) {
        return new OptimizedMomentum(rows, dimension);
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return OptionalDouble.of(GapBound.optimized(facts.squaredDistance(), OptimizedMomentum.CORRECTION, k));
    }
}
