package io.acord.recipe;

import io.acord.theory.GapBound;
import io.acord.theory.SufficientIterations;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Algorithm 1 of the paper: pulled towards the midpoint with each neighbour, twice as strongly. */
final class PlainMethod extends VariantMethod {

    @Override
    String word() {
        return "plain";
    }

    @Override
    String description() {
        return "plain (Algorithm 1)";
    }

    @Override
    boolean hasSufficientIterations() {
        return true;
    }

    @Override
    OptionalInt sufficientIterations(double startGap, double epsilon, double kappa) {
        return OptionalInt.of(SufficientIterations.plain(startGap, epsilon, kappa));
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return OptionalDouble.of(GapBound.plain(facts.startGap(), facts.kappa(), k));
    }
}
