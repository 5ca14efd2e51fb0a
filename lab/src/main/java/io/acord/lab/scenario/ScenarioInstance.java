package io.acord.lab.scenario;

import io.acord.cost.HittingCosts;
import io.acord.graph.Coupling;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.instance.Instance;
import io.acord.lab.instance.Obstacle;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.GraphSource;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A scenario's rounds for one seed. Keeps the last few that were asked for: policies look at the same round one after
 * the other.
 */
final class ScenarioInstance implements Instance {

    /** Costs are objects: this many of them are worth keeping. */
    private static final int KEPT_COSTS = 1_000_000;

    private static final int MOST_ROUNDS = 64;

    private final Scenario scenario;
    private final CostSource.Costs costs;
    private final GraphSource.Graphs graphs;
    private final @Nullable Forecaster forecaster;
    private final int kept;
    private final Map<Integer, Round> recent = new LinkedHashMap<>(16, 0.75f, true);
    private double @Nullable [] leastMu;

    ScenarioInstance(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.costs = scenario.costs().costs(scenario.size(), seed);
        this.graphs = scenario.graph().graphs(scenario.size(), seed);
        this.forecaster = scenario.forecasts()
                .map(source -> source.forecaster(costs, scenario.size(), seed))
                .orElse(null);
        this.kept = Math.max(2, Math.min(MOST_ROUNDS, KEPT_COSTS / scenario.agents()));
    }

    @Override
    public int agents() {
        return scenario.agents();
    }

    @Override
    public String name(int agent) {
        return scenario.names().get(agent);
    }

    @Override
    public int dimension() {
        return scenario.dimension();
    }

    @Override
    public int horizon() {
        return scenario.horizon();
    }

    @Override
    public Actions start() {
        return costs.start().orElse(scenario.start());
    }

    @Override
    public synchronized Round round(int t) {
        if (t < 1 || t > horizon()) {
            throw new AssertionError("round " + t + " was asked for, of " + horizon());
        }
        Round known = recent.get(t);
        if (known != null) {
            return known;
        }
        Coupling coupling = graphs.round(t);
        Round.Builder builder =
                Round.builder(agents(), dimension()).coupling(coupling).beta(scenario.beta(t));
        costs.columns(t).ifPresentOrElse(builder::costs, () -> builder.costs(costs.round(t)));
        switchingWeights(t).ifPresent(builder::switchingWeights);
        Round round = builder.build();
        recent.put(t, round);
        if (recent.size() > kept) {
            recent.remove(recent.keySet().iterator().next());
        }
        return round;
    }

    private HittingCosts costs(int t) {
        return costs.columns(t).orElseGet(() -> HittingCosts.of(dimension(), costs.round(t)));
    }

    @Override
    public Optional<Forecaster> forecaster() {
        return Optional.ofNullable(forecaster);
    }

    @Override
    public Optional<Meter> meter(boolean drawn) {
        return costs.meter(drawn, graphs);
    }

    @Override
    public Optional<Setpoints> setpoints() {
        return costs.setpoints();
    }

    @Override
    public Optional<double[]> origins(int t) {
        return costs.origins(t);
    }

    @Override
    public List<Obstacle> obstacles() {
        return costs.obstacles();
    }

    @Override
    public double[] leastSwitchingWeights() {
        return switchingWeights(Math::min);
    }

    @Override
    public double[] mostSwitchingWeights() {
        return switchingWeights(Math::max);
    }

    private Optional<double[]> switchingWeights(int t) {
        return costs.switchingWeights(t).or(() -> scenario.switching().of(t, agents()));
    }

    /** Needs neither graphs nor costs. */
    private double[] switchingWeights(DoubleBinaryOperator choice) {
        double[] chosen = switchingWeights(1).map(double[]::clone).orElse(null);
        if (chosen == null) {
            double[] ones = new double[agents()];
            Arrays.fill(ones, 1);
            return ones;
        }
        for (int t = 2; t <= horizon(); t++) {
            double[] b = switchingWeights(t).orElseThrow();
            Arrays.setAll(chosen, i -> choice.applyAsDouble(chosen[i], b[i]));
        }
        return chosen;
    }

    /** Needs no graphs. */
    @Override
    public synchronized double[] leastMu() {
        double[] known = leastMu;
        if (known == null) {
            known = new double[agents()];
            Arrays.fill(known, Double.POSITIVE_INFINITY);
            for (int t = 1; t <= horizon(); t++) {
                HittingCosts all = costs(t);
                for (int i = 0; i < known.length; i++) {
                    known[i] = Math.min(known[i], all.mu(i));
                }
            }
            leastMu = known;
        }
        return known.clone();
    }
}
