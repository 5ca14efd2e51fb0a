package io.acord.spark;

import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Instance;
import io.acord.lab.source.GraphSource;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The rounds that a scenario describes: its first repeat. */
final class ScenarioRounds extends KnownRounds {

    private static final long serialVersionUID = 1;

    private transient @Nullable Instance instance;

    ScenarioRounds(Job.Plan plan) {
        super(plan);
    }

    @Override
    synchronized Instance instance() throws IOException {
        Instance known = instance;
        if (known == null) {
            known = scenario().instance(scenario().seed());
            instance = known;
        }
        return known;
    }

    @Override
    public Round round(int t) throws IOException {
        return instance().round(t);
    }

    @Override
    public Forecasts forecasts(int t, int window) throws IOException {
        int[] everybody = IntStream.range(0, instance().agents()).toArray();
        return instance().forecasts(t, window, everybody);
    }

    @Override
    Recipe recipe() throws IOException {
        return policy(scenario()).recipe(scenario().lambdaRule(instance()));
    }

    @Override
    boolean isStatic() throws IOException {
        GraphSource.Graphs graphs =
                scenario().graph().graphs(scenario().size(), scenario().seed());
        Coupling first = graphs.round(1);
        return IntStream.rangeClosed(2, scenario().horizon()).allMatch(t -> graphs.round(t) == first);
    }
}
