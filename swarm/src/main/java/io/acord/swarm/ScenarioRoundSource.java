package io.acord.swarm;

import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.lab.carrier.MemoryCarrier;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Round;
import io.acord.protocol.LocalRound;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A scenario's rounds for one member: the first {@code acord} of the scenario, in its first repeat. */
final class ScenarioRoundSource implements RoundSource {

    private final Instance instance;
    private final Recipe recipe;
    private final Lambdas lambdas;
    private int seen; // rounds that the lambdas know
    private @Nullable Coupling coupling;
    private @Nullable Block block;

    ScenarioRoundSource(Scenario scenario) {
        this.instance = scenario.instance(scenario.seed());
        this.recipe = scenario.acord().recipe(scenario.lambdaRule(instance));
        this.lambdas = new Lambdas(recipe.lambda(), instance.agents());
    }

    /** Complains about what processes that know their neighbours only cannot play. */
    static void check(Scenario scenario, Complaints complaints) {
        MemoryCarrier.needKnownCosts(scenario, complaints);
        scenario.checkAcord(complaints, (recipe, found) -> recipe.checkDecentralized(Double.NaN, found));
    }

    /** What is played. */
    Recipe recipe() {
        return recipe;
    }

    Instance instance() {
        return instance;
    }

    @Override
    public OptionalInt horizon() {
        return OptionalInt.of(instance.horizon());
    }

    /** A scenario's rounds are all known. */
    @Override
    public Optional<LocalRound> past(int t, NewRound draft) {
        return round(t, draft);
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
                .iterations(recipe.forRun(instance.horizon(), lambdas).iterations())
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
