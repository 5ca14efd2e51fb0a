package io.acord.swarm;

import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.graph.Coupling;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.lab.carrier.MemoryCarrier;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Round;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Rules;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's rounds for one member: the first {@code acord} of the scenario, or a {@code foresight} before it, in its
 * first repeat.
 */
final class ScenarioRoundSource implements RoundSource {

    private final Instance instance;
    private final Recipe recipe;
    private final @Nullable ForesightPolicy ahead; // null: nobody looks ahead
    private final Lambdas lambdas;
    private int seen; // rounds that the lambdas know
    private @Nullable Coupling coupling;
    private @Nullable Block block;

    ScenarioRoundSource(Scenario scenario) {
        this.instance = scenario.instance(scenario.seed());
        this.ahead = scenario.lookingAhead().orElse(null);
        AcordPolicy policy = ahead == null ? scenario.acord() : ahead.expert();
        this.recipe = policy.recipe(scenario.lambdaRule(instance));
        this.lambdas = new Lambdas(recipe.lambda(), instance.agents());
    }

    /** Complains about what processes that know their neighbours only cannot play. */
    static void check(Scenario scenario, Complaints complaints) {
        MemoryCarrier.needKnownCosts(scenario, complaints);
        ForesightPolicy ahead = looksAhead(scenario);
        if (ahead == null) {
            scenario.checkAcord(complaints, (recipe, found) -> recipe.checkDecentralized(Double.NaN, found));
            return;
        }
        Complaints found = new Complaints();
        ahead.expert().own().checkDecentralized(Double.NaN, found);
        Rules.Builder.checkForesight(ahead.expert().own(), ahead.trust(), found);
        String file = scenario.source().file();
        found.all().forEach(each -> complaints.add(each.within(file + ": " + ahead.name())));
    }

    private static @Nullable ForesightPolicy looksAhead(Scenario scenario) {
        try {
            return scenario.lookingAhead().orElse(null);
        } catch (BadInputException neither) {
            return null; // which is complained about where an acord is looked for
        }
    }

    /** What is played. */
    Recipe recipe() {
        return recipe;
    }

    /** How agents look ahead; empty if they do not. */
    Optional<ForesightPolicy> lookingAhead() {
        return Optional.ofNullable(ahead);
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
        if (ahead != null) {
            draft.forecasts(instance.forecasts(t, ahead.window(), draft.agents()));
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
