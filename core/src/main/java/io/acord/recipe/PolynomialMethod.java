package io.acord.recipe;

import io.acord.theory.GapBound;
import java.util.OptionalDouble;

/**
 * Plain from extrapolated points, weights that make the error a polynomial which is small at all eigenvalues of the
 * iteration, and a fresh start of an agent's own after two steps uphill: the best we know for messages between
 * neighbours (docs/acceleration.md). Needs no constant.
 */
final class PolynomialMethod extends VariantMethod {

    @Override
    String word() {
        return "auto";
    }

    @Override
    String description() {
        return "auto, polynomial weights";
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    OwnMomentum ownMomentum(int rows, int dimension) {
        return new PolynomialMomentum(rows, dimension);
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return facts.isQuadratic()
                ? OptionalDouble.of(GapBound.polynomial(facts.squaredDistance(), k))
                : OptionalDouble.empty();
    }
}
