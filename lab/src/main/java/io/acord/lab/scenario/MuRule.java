package io.acord.lab.scenario;

import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.recipe.LambdaRule;
import java.util.Locale;

/**
 * Where the μ_i of the paper's λ₁ come from, for policies that play it.
 *
 * @param number for {@link Kind#NUMBER}: the μ of everybody
 * @param place where the scenario says so
 */
public record MuRule(Kind kind, double number, String place) {

    public enum Kind {
        /** The smallest of all rounds, which the lab knows beforehand. */
        HORIZON,
        /** The smallest so far. */
        RUNNING,
        /** That of the round: no guarantee. */
        ROUND,
        /** Declared for everybody. */
        NUMBER
    }

    /** The rule of scenarios that say nothing. */
    public static final MuRule HORIZON = new MuRule(Kind.HORIZON, Double.NaN, "");

    /**
     * The rule for an instance.
     *
     * @throws io.acord.input.BadInputException if some cost is less convex than declared
     */
    public LambdaRule lambdaRule(Instance instance) {
        return switch (kind) {
            case HORIZON -> LambdaRule.declared(instance.leastMu());
            case NUMBER -> declared(instance);
            case RUNNING, ROUND -> beforehand();
        };
    }

    /** The rule for rounds that nobody knows yet. */
    LambdaRule beforehand() {
        return switch (kind) {
            case RUNNING -> LambdaRule.running();
            case ROUND -> LambdaRule.perRound();
            case NUMBER -> LambdaRule.declared(number);
            case HORIZON -> throw new AssertionError("the smallest mu of rounds to come is not known");
        };
    }

    private LambdaRule declared(Instance instance) {
        double[] least = instance.leastMu();
        int lowest = 0;
        int below = 0;
        for (int i = 0; i < least.length; i++) {
            lowest = least[i] < least[lowest] ? i : lowest;
            below += least[i] < number ? 1 : 0;
        }
        if (below > 0) {
            throw Complaints.refuse(
                    place + ": mu",
                    "is " + number,
                    "at most " + least[lowest] + ", the mu of agent " + instance.name(lowest)
                            + (below == 1 ? "" : " (and " + (below - 1) + " more are below)")
                            + ", because lambda would be chosen for a convexity that is not there",
                    "declare that, or write mu: horizon");
        }
        return LambdaRule.declared(number);
    }

    /** As in scenarios. */
    @Override
    public String toString() {
        return kind == Kind.NUMBER ? Double.toString(number) : kind.name().toLowerCase(Locale.ROOT);
    }
}
