package io.acord.lab.instance;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rounds 1 .. T of one run, each built when asked for: a million agents need not fit into memory T times. */
public interface Instance {

    int agents();

    /** What an agent is called in files and plots. */
    String name(int agent);

    int dimension();

    /** T. */
    int horizon();

    /** x_0. */
    Actions start();

    /**
     * Round t of 1 .. T; asking twice gives equal rounds. Rounds that share a graph share its {@code Coupling} object.
     */
    Round round(int t);

    /** What agents believe of rounds to come; empty if nobody believes anything. */
    default Optional<Forecaster> forecaster() {
        return Optional.empty();
    }

    /**
     * What agents believe in round t of their own next costs, and whether they know that none follows.
     *
     * @param window rounds ahead at most
     * @param agents whose; they are counted in this order
     */
    default Forecasts forecasts(int t, int window, int... agents) {
        Forecasts.Builder believed = Forecasts.builder(agents.length);
        int last = forecaster().isEmpty() ? t : (int) Math.min(horizon(), (long) t + window);
        for (int later = t + 1; later <= last; later++) {
            Round then = believed(t, later);
            for (int k = 0; k < agents.length; k++) {
                believed.cost(k, later - t, then.cost(agents[k]));
            }
        }
        return last == horizon() ? believed.end().build() : believed.build();
    }

    /**
     * A round as it is believed to be when another is decided: its own costs replaced by what agents believe of them.
     * The round itself where that is this one, or where nobody believes anything.
     *
     * @param now what is decided
     * @param later of now .. T
     */
    default Round believed(int now, int later) {
        Forecaster forecaster = forecaster().orElse(null);
        Round then = round(later);
        if (later == now || forecaster == null) {
            return then;
        }
        Round present = round(now);
        @Nullable HittingCost[] forecast = forecaster.forecast(now, later);
        HittingCost[] costs = new HittingCost[forecast.length];
        double[] b = new double[forecast.length];
        for (int i = 0; i < costs.length; i++) {
            HittingCost cost = forecast[i];
            costs[i] = cost == null ? present.cost(i) : cost;
            b[i] = then.switchingWeight(i);
        }
        return Round.builder(agents(), dimension())
                .costs(costs)
                .coupling(then.coupling())
                .beta(then.beta())
                .switchingWeights(b)
                .build();
    }

    /**
     * Something that sees one policy with the eyes of a field; empty if the run is of none. See
     * {@code CostSource.Costs.meter}.
     */
    default Optional<Meter> meter(boolean drawn) {
        return Optional.empty();
    }

    /** Something that makes of one policy's actions what the controllers of a field take; empty if actions are that. */
    default Optional<Setpoints> setpoints() {
        return Optional.empty();
    }

    /**
     * Where an action of zero is in space in round t, d numbers an agent: agents are drawn there, moved by their
     * actions. Empty if actions are no places.
     */
    default Optional<double[]> origins(int t) {
        return Optional.empty();
    }

    /** What stands in that space; nothing if actions are no places. */
    default List<Obstacle> obstacles() {
        return List.of();
    }

    /** The smallest switching weight that each agent has in any round. */
    default double[] leastSwitchingWeights() {
        double[] least = new double[agents()];
        Arrays.setAll(least, round(1)::switchingWeight);
        for (int t = 2; t <= horizon(); t++) {
            Round round = round(t);
            Arrays.setAll(least, i -> Math.min(least[i], round.switchingWeight(i)));
        }
        return least;
    }

    /** The largest switching weight that each agent has in any round. */
    default double[] mostSwitchingWeights() {
        double[] most = new double[agents()];
        for (int t = 1; t <= horizon(); t++) {
            Round round = round(t);
            Arrays.setAll(most, i -> Math.max(most[i], round.switchingWeight(i)));
        }
        return most;
    }

    /** The smallest μ that each agent has in any round: what a declared λ₁ rests on. */
    default double[] leastMu() {
        double[] least = new double[agents()];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int t = 1; t <= horizon(); t++) {
            Round round = round(t);
            for (int i = 0; i < least.length; i++) {
                least[i] = Math.min(least[i], round.cost(i).mu());
            }
        }
        return least;
    }
}
