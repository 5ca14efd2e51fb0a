package io.acord.recipe;

import io.acord.theory.GapBound;
import io.acord.theory.SufficientIterations;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Plain from extrapolated points, constant weight θ from a bound on the contraction (theory 6): for a certified K. */
final class CertifiedMethod extends VariantMethod {

    @Override
    String word() {
        return "certified";
    }

    @Override
    String description() {
        return "accelerated, certified θ";
    }

    @Override
    boolean needsKappa() {
        return true;
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    Momentum momentum(double kappa) {
        return Momentum.constant(SufficientIterations.theta(kappa));
    }

    @Override
    boolean hasSufficientIterations() {
        return true;
    }

    @Override
    OptionalInt sufficientIterations(double startGap, double epsilon, double kappa) {
        return OptionalInt.of(SufficientIterations.accelerated(startGap, epsilon, kappa));
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return OptionalDouble.of(GapBound.accelerated(facts.startGap(), facts.kappa(), k));
    }
}
