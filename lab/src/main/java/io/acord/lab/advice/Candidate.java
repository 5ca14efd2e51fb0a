package io.acord.lab.advice;

import io.acord.foresight.Trust;
import io.acord.lab.options.YamlText;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.policy.Policy;
import io.acord.lab.scenario.Scenario;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.Optional;

/**
 * A setting of ACORD that may be advised. Immutable.
 *
 * @param recipe what is played
 * @param playsLambda1 whether λ is the paper's with the scenario's μ instead of the recipe's
 * @param ahead how it looks ahead; empty if it does not
 */
public record Candidate(Recipe recipe, boolean playsLambda1, Optional<Ahead> ahead) {

    /**
     * How plans are made and followed.
     *
     * @param window rounds ahead
     */
    public record Ahead(int window, Trust trust) {}

    /** What is played where nothing is said. */
    static final Candidate STANDARD = new Candidate(Recipe.standard(), false, Optional.empty());

    /** The setting of a policy; empty if it is not ACORD, or one whose accounts promise nothing. */
    static Optional<Candidate> of(Policy policy) {
        if (policy instanceof AcordPolicy acord) {
            return Optional.of(new Candidate(acord.own(), acord.playsLambda1(), Optional.empty()));
        }
        if (policy instanceof ForesightPolicy foresight && foresight.caveat().isEmpty()) {
            AcordPolicy expert = foresight.expert();
            Ahead ahead = new Ahead(foresight.window(), foresight.trust());
            return Optional.of(new Candidate(expert.own(), expert.playsLambda1(), Optional.of(ahead)));
        }
        return Optional.empty();
    }

    Candidate with(IterationRule iterations) {
        return new Candidate(recipe.with(iterations), playsLambda1, ahead);
    }

    Candidate with(Variant variant) {
        return new Candidate(recipe.with(variant), playsLambda1, ahead);
    }

    Candidate with(From from) {
        return new Candidate(recipe.with(from), playsLambda1, ahead);
    }

    Candidate with(LambdaRule lambda) {
        return new Candidate(recipe.with(lambda), false, ahead);
    }

    Candidate withLambda1() {
        return new Candidate(recipe, true, ahead);
    }

    Candidate with(int window, Trust trust) {
        return new Candidate(recipe, playsLambda1, Optional.of(new Ahead(window, trust)));
    }

    /** The entry of a scenario that plays it. */
    Scenario.Algorithm entry(String name) {
        AcordPolicy acord = new AcordPolicy(name, recipe, playsLambda1);
        return ahead.map(looks -> new Scenario.Algorithm(
                        kind(), (Policy) new ForesightPolicy(name, acord, looks.window(), looks.trust())))
                .orElseGet(() -> new Scenario.Algorithm(kind(), acord));
    }

    private String kind() {
        return ahead.isPresent() ? "foresight" : "acord";
    }

    /** In a few words, for tables. */
    public String inWords() {
        return kind() + ", " + entry("").policy().inWords().orElse("");
    }

    /**
     * The entry as YAML on one line.
     *
     * @throws IllegalStateException if K is not a number: nobody but a user asks for that
     */
    String yaml(String name) {
        int k = recipe.iterations().known().orElseThrow(IllegalStateException::new);
        String lambda = playsLambda1 ? "paper" : recipe.lambda().inWords();
        String looks = ahead.map(a -> ", window: " + a.window() + ", trust: "
                        + YamlText.number(a.trust().epsilon()) + ", account: "
                        + a.trust().account().word())
                .orElse("");
        return kind() + ": {iterations: " + k + ", variant: " + recipe.variant().word() + ", from: "
                + recipe.from().word() + ", lambda: " + lambda + looks + ", name: " + YamlText.word(name) + "}";
    }
}
