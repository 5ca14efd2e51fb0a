package io.acord.lab.policy;

import io.acord.lab.source.CostSource;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import java.util.Optional;

/** A way to decide, described once and started afresh for every run. Immutable. */
public interface Policy {

    /** What it is called in tables and files. */
    String name();

    /** What it may know when it decides: of an agent its own cost and what neighbours tell, unless it says more. */
    default Sight sight() {
        return Sight.own();
    }

    /** What a comparison says of it. */
    enum Role {

        /** ACORD: approaches the minimiser of the round's objective, and a report is about it. */
        ACORD,

        /** Exact play: the minimiser itself, of which the best ratio is promised. */
        EXACT,

        /** Knows the future, and is what others are compared with. */
        HINDSIGHT,

        /** Any other way to decide. */
        OTHER
    }

    default Role role() {
        return sight() instanceof Sight.Hindsight ? Role.HINDSIGHT : Role.OTHER;
    }

    /**
     * The λ's of the objective that it is held against: Theorem A is about the gap that it leaves there.
     *
     * @param papers λ₁ with the scenario's μ, for policies that play it
     */
    default LambdaRule lambdaRule(LambdaRule papers) {
        return LambdaRule.riccati();
    }

    /**
     * What it plays on ACORD's engine, whose iterations can be looked at; empty if it decides otherwise.
     *
     * @param papers λ₁ with the scenario's μ, for policies that play it
     */
    default Optional<Recipe> engineRecipe(LambdaRule papers) {
        return Optional.empty();
    }

    /** What it plays in a few words, where its name does not say it: for tables and reports. */
    default Optional<String> inWords() {
        return Optional.empty();
    }

    /**
     * Why nothing is promised of it, in a few words for tables; empty for a policy that is held against the theorems.
     */
    default Optional<String> caveat() {
        return Optional.empty();
    }

    /**
     * The policy as it plays on these costs: itself, unless it needs to know of their field what rounds do not tell.
     *
     * @throws io.acord.input.BadInputException if it cannot play on them
     */
    default Policy on(CostSource costs, CostSource.Size size) {
        return this;
    }

    /** Begins a run. */
    Player start(Setting setting);
}
