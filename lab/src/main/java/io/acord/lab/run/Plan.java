package io.acord.lab.run;

import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.recipe.LambdaRule;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * What an experiment plays.
 *
 * @param instances the instance of a seed; repeat r = 0, 1, … has {@code seed} + r
 * @param lambdaRule where λ comes from, given an instance
 * @param algorithms the policies
 * @param threads that may be used; never changes a result
 * @param scenario as text, for the report
 * @param command that plays it again
 */
public record Plan(
        String name,
        long seed,
        int repeats,
        LongFunction<Instance> instances,
        Function<Instance, LambdaRule> lambdaRule,
        List<Scenario.Algorithm> algorithms,
        int threads,
        String scenario,
        String command) {

    /**
     * What a scenario describes.
     *
     * @param command that plays it again
     */
    public static Plan of(Scenario scenario, String command) {
        return new Plan(
                scenario.name(),
                scenario.seed(),
                scenario.repeats(),
                scenario::instance,
                scenario::lambdaRule,
                scenario.algorithms(),
                scenario.threads(),
                scenario.text(),
                command);
    }

    /** The same with one repeat only. */
    public Plan once() {
        return new Plan(name, seed, 1, instances, lambdaRule, algorithms, threads, scenario, command);
    }
}
