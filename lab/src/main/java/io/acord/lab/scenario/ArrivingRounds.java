package io.acord.lab.scenario;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.data.ReadingsReader;
import io.acord.lab.data.RoundReader;
import io.acord.lab.policy.AcordPolicy;
import io.acord.lab.source.ForecastSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rounds of a scenario that arrive while they are played. What a round does not say is as the scenario has it; an agent
 * that is left out keeps its last cost, where the scenario lets it. One thread.
 */
public final class ArrivingRounds {

    private final Scenario scenario;
    private final RoundReader reader;
    private final GraphSource.Graphs graphs;
    private final @Nullable HittingCost[] held; // the last cost of each agent, if it may be left out

    public ArrivingRounds(Scenario scenario) {
        this(
                scenario,
                new RoundReader(scenario.names(), scenario.dimension()),
                scenario.graph().named().graphs(scenario.size(), scenario.seed()));
    }

    private ArrivingRounds(Scenario scenario, RoundReader reader, GraphSource.Graphs graphs) {
        this.scenario = scenario;
        this.reader = reader;
        this.graphs = graphs;
        this.held = new HittingCost[scenario.agents()];
    }

    /**
     * The same rounds from the first, with nobody's cost to keep. No graph is drawn twice, and rounds of one graph have
     * one and the same coupling, whoever of the two reads them: sweeps ask for that.
     */
    public ArrivingRounds anew() {
        return new ArrivingRounds(scenario, reader, graphs);
    }

    /** Complains about a λ that rests on rounds to come. */
    public static void check(Scenario scenario, AcordPolicy policy, Complaints complaints) {
        MuRule mu = scenario.mu();
        if (mu.kind() == MuRule.Kind.HORIZON && policy.playsLambda1()) {
            complaints.add(
                    scenario.source().file() + ": mu",
                    "is horizon with lambda: paper" + (mu.place().isEmpty() ? ", as it is where nothing is said" : ""),
                    "running, round or a number, because the smallest mu of rounds to come is not known",
                    "omit lambda: paper, or write mu: running");
        }
    }

    /** What an {@code acord} of the scenario plays when rounds arrive. */
    public static Recipe recipe(Scenario scenario, AcordPolicy policy) {
        return policy.playsLambda1() ? policy.recipe(scenario.mu().beforehand()) : policy.own();
    }

    /**
     * A round that has arrived.
     *
     * @param forecasts what agents believe of the next ones
     */
    public record Arrived(Round round, Forecasts forecasts) {}

    /**
     * Reads round t.
     *
     * @throws io.acord.input.BadInputException with every complaint, each with its JSON pointer
     */
    public Arrived read(int t, byte[] document) {
        RoundReader.Sent sent = reader.read(document, agent -> held[agent] != null);
        HittingCost[] costs = new HittingCost[held.length];
        for (int i = 0; i < costs.length; i++) {
            HittingCost given = sent.costs()[i];
            HittingCost cost = given == null ? held[i] : given;
            if (cost == null) {
                throw new AssertionError("agent " + i + " without a cost was not refused");
            }
            costs[i] = cost;
        }
        Round.Builder round = Round.builder(scenario.agents(), scenario.dimension())
                .costs(costs)
                .coupling(sent.coupling().orElseGet(() -> graphs.round(t)))
                .beta(sent.beta()
                        .orElse(scenario.beta(Math.min(t, scenario.betas().size()))));
        sent.switching().or(() -> scenario.switching().of(t, scenario.agents())).ifPresent(round::switchingWeights);
        return new Arrived(round.build(), forecasts(sent));
    }

    /**
     * Reads round t of an application.
     *
     * @param field that knows the rounds before
     * @throws io.acord.input.BadInputException with every complaint, each with its JSON pointer
     */
    public Arrived read(int t, byte[] document, FieldRounds field) {
        ReadingsReader.Sent sent = new ReadingsReader(reader, field.readings()).read(document);
        Round round = field.next(t, sent.told(), named(t))
                .beta(sent.beta().orElse(scenario.beta(1)))
                .build();
        return new Arrived(round, Forecasts.builder(scenario.agents()).build());
    }

    /** Who is coupled with whom in round t, as the scenario says; nobody where an application knows better. */
    public Coupling named(int t) {
        return scenario.costs().graph().isPresent()
                ? Coupling.none(scenario.agents(), scenario.dimension())
                : graphs.round(t);
    }

    private Forecasts forecasts(RoundReader.Sent sent) {
        boolean takesThem =
                scenario.forecasts().filter(ForecastSource::isOnline).isPresent();
        if (!takesThem && !sent.forecasts().isEmpty()) {
            throw Complaints.refuse(
                    "/forecasts",
                    "is sent",
                    "no forecasts, because this scenario does not look ahead",
                    "omit them, or serve one with foresight and forecasts: {kind: online}");
        }
        Forecasts.Builder believed = Forecasts.builder(scenario.agents());
        sent.forecasts().forEach((agent, costs) -> {
            for (int k = 0; k < costs.size(); k++) {
                believed.cost(agent, k + 1, costs.get(k));
            }
        });
        return believed.build();
    }

    /** A round was played: whoever is left out of the next has the cost of this one. */
    public void hold(Round round) {
        for (int i = 0; scenario.costs().holdsMissing() && i < held.length; i++) {
            held[i] = round.cost(i);
        }
    }

    /**
     * Looks for costs in a round that was played before, going back in time.
     *
     * @return how many agents' last costs are still unknown
     */
    public int recall(byte[] document) {
        @Nullable HittingCost[] costs = reader.read(document, agent -> true).costs();
        int unknown = 0;
        for (int i = 0; i < held.length; i++) {
            held[i] = held[i] == null ? costs[i] : held[i];
            unknown += held[i] == null ? 1 : 0;
        }
        return unknown;
    }

    /** Begins anew: nobody has a cost to keep. */
    public void forget() {
        Arrays.fill(held, null);
    }
}
