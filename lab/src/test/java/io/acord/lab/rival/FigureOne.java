package io.acord.lab.rival;

import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The runs of the paper's Figure 1 with another β and another price of moving. */
record FigureOne(Instance spikes, double b) implements Instance {

    static FigureOne of(long seed, double beta, double b) {
        String text = String.format(Locale.ROOT, """
                agents: 20
                horizon: 20
                beta: %s
                costs: {kind: spikes, p: 0.7, q: 0.9}
                graph: {kind: circulant, degree: 2}
                algorithms: [acord]
                """, beta);
        return new FigureOne(
                ScenarioReader.readText(text, "figure-1.yaml", Path.of("."), List.of())
                        .instance(seed),
                b);
    }

    @Override
    public int agents() {
        return spikes.agents();
    }

    @Override
    public String name(int agent) {
        return spikes.name(agent);
    }

    @Override
    public int dimension() {
        return spikes.dimension();
    }

    @Override
    public int horizon() {
        return spikes.horizon();
    }

    @Override
    public Actions start() {
        return spikes.start();
    }

    @Override
    public Round round(int t) {
        Round round = spikes.round(t);
        double[] weights = new double[agents()];
        Arrays.fill(weights, b);
        return Round.builder(agents(), dimension())
                .coupling(round.coupling())
                .beta(round.beta())
                .costs(round.costs())
                .switchingWeights(weights)
                .build();
    }
}
