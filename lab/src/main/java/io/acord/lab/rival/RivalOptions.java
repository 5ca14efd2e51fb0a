package io.acord.lab.rival;

import io.acord.lab.options.Options;
import io.acord.lab.policy.AcordPolicy;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.util.Optional;
import java.util.OptionalDouble;

/** Options that several rivals have. */
final class RivalOptions {

    private RivalOptions() {}

    /** {@code iterations}, as many as ACORD's if nothing is said. */
    static int iterations(Options options) {
        return options.integer("iterations", Recipe.DEFAULT_ITERATIONS, 1, Integer.MAX_VALUE);
    }

    /** λ of the objective that is minimised, as of {@code acord}. */
    static Optional<LambdaRule> lambda(Options options) {
        return AcordPolicy.Kind.lambda(options, Optional.of(LambdaRule.riccati()));
    }

    /** A number above 0, if it is given. */
    static OptionalDouble positive(Options options, String key, String because) {
        OptionalDouble number = options.number(key);
        if (number.isPresent() && !(number.getAsDouble() > 0)) {
            options.complain(key, "a number above 0, because " + because, "write a number such as 1");
            return OptionalDouble.empty();
        }
        return number;
    }

    /** A number above 0 that must be given; 1 if it is not, which is complained about. */
    static double requiredPositive(Options options, String key, String because) {
        options.need(key, "a number above 0, because " + because);
        return positive(options, key, because).orElse(1);
    }
}
