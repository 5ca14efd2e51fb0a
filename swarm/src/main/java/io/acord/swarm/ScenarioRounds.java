package io.acord.swarm;

import io.acord.acord.IterationRule;
import io.acord.acord.LambdaRule;
import io.acord.acord.Lambdas;
import io.acord.acord.Variant;
import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.graph.Block;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Round;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Rules;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A scenario's rounds for one member: the first {@code acord} of the scenario, in its first repeat. */
public final class ScenarioRounds implements RoundSource {

    private final Instance instance;
    private final AcordPolicy policy;
    private final LambdaRule rule;
    private final Lambdas lambdas;
    private int seen; // rounds that the lambdas know
    private @Nullable Coupling coupling;
    private @Nullable Block block;

    ScenarioRounds(Scenario scenario) {
        this.instance = scenario.instance(scenario.seed());
        this.policy = policy(scenario);
        this.rule = policy.lambda().isPresent()
                ? LambdaRule.fixed(policy.lambda().getAsDouble())
                : scenario.lambdaRule(instance);
        this.lambdas = new Lambdas(rule, instance.agents());
    }

    /** The first {@code acord}. */
    public static Scenario.Algorithm algorithm(Scenario scenario) {
        for (Scenario.Algorithm algorithm : scenario.algorithms()) {
            if (algorithm.policy() instanceof AcordPolicy) {
                return algorithm;
            }
        }
        throw Complaints.refuse(
                scenario.source().file() + ": algorithms",
                "has no acord",
                "an acord, because it is what a fleet of processes plays",
                "add - acord: {iterations: 12}");
    }

    private static AcordPolicy policy(Scenario scenario) {
        return (AcordPolicy) algorithm(scenario).policy();
    }

    /** Complains about what processes that know their neighbours only cannot play. */
    public static void check(Scenario scenario) {
        AcordPolicy policy = policy(scenario);
        IterationRule budget = policy.iterations().budget(scenario.horizon(), 0.5);
        boolean crawl = budget instanceof IterationRule.Crawl;
        boolean possible = budget instanceof IterationRule.Fixed || budget instanceof IterationRule.Accuracy || crawl;
        Complaints complaints = new Complaints();
        if (!possible) {
            complaints.add(
                    scenario.source().file() + ": " + policy.name(),
                    "has the budget " + budget,
                    "iterations, accuracy or budget: crawl, because its number of iterations rests on constants of the whole fleet",
                    "write iterations: K");
        }
        if (policy.variant() == Variant.CERTIFIED && !crawl) {
            complaints.add(
                    scenario.source().file() + ": " + policy.name(),
                    "has theta: certified without budget: crawl",
                    "budget: crawl, because momentum rests on a constant that the agents find out by it",
                    "add budget: crawl, or drop theta");
        }
        complaints.throwIfAny();
    }

    /** Whether more than actions has to cross. */
    boolean isWordy() {
        return !(policy.iterations().budget(instance.horizon(), 0.5) instanceof IterationRule.Fixed);
    }

    /**
     * Rules with a limit on what neighbours may show; a scenario of which nobody said how far its actions go has none.
     */
    Rules rules(double largestNorm) {
        return Rules.builder()
                .variant(policy.variant())
                .start(policy.start())
                .lambda(rule)
                .patience(Integer.MAX_VALUE)
                .largestNorm(largestNorm)
                .build();
    }

    Instance instance() {
        return instance;
    }

    @Override
    public OptionalInt horizon() {
        return OptionalInt.of(instance.horizon());
    }

    @Override
    public synchronized Optional<LocalRound> round(int t, NewRound draft) {
        if (t > instance.horizon()) {
            return Optional.empty();
        }
        while (seen < t) {
            Round next = instance.round(++seen);
            lambdas.remember(next, lambdas.of(next));
        }
        Round round = instance.round(t);
        draft.beta(round.beta())
                .budget(policy.iterations().budget(instance.horizon(), lambdas.least()))
                .fleet(instance.agents());
        for (int agent : draft.agents()) {
            draft.cost(agent, round.cost(agent)).switchingWeight(agent, round.switchingWeight(agent));
        }
        Block known = block;
        if (known == null || coupling != round.coupling()) {
            known = Block.of(round.coupling(), draft.agents());
            block = known;
            coupling = round.coupling();
        }
        return draft.build(known);
    }
}
