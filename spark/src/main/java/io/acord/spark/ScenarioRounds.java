package io.acord.spark;

import io.acord.graph.Coupling;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.lab.source.GraphSource;
import io.acord.model.Round;
import io.acord.recipe.Recipe;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rounds that a scenario describes: its first repeat. A task that needs them reads the scenario where the driver
 * has read it.
 */
final class ScenarioRounds implements KnownRounds {

    private static final long serialVersionUID = 1;

    private final String file;
    private final ArrayList<String> sets;
    private transient @Nullable Scenario scenario;
    private transient @Nullable Instance instance;

    ScenarioRounds(Path file, List<String> sets, Scenario scenario) {
        this.file = file.toAbsolutePath().toString();
        this.sets = new ArrayList<>(sets);
        this.scenario = scenario;
    }

    private synchronized Scenario scenario() throws IOException {
        Scenario known = scenario;
        if (known == null) {
            known = ScenarioReader.read(Path.of(file), sets);
            scenario = known;
        }
        return known;
    }

    @Override
    public synchronized Instance instance() throws IOException {
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
    public Recipe recipe() throws IOException {
        return scenario().acord().recipe(scenario().lambdaRule(instance()));
    }

    @Override
    public boolean isStatic() throws IOException {
        GraphSource.Graphs graphs =
                scenario().graph().graphs(scenario().size(), scenario().seed());
        Coupling first = graphs.round(1);
        for (int t = 2; t <= scenario().horizon(); t++) {
            if (graphs.round(t) != first) {
                return false;
            }
        }
        return true;
    }
}
