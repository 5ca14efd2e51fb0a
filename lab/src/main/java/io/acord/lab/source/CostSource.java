package io.acord.lab.source;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.lab.application.FieldRounds;
import io.acord.lab.application.Meter;
import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Obstacle;
import io.acord.model.Actions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Hitting costs for all agents and rounds. Immutable: any number of repeats may use it at once. */
public interface CostSource {

    /** The agents that the costs are for, in the order of their ids; empty if any number will do. */
    default Optional<List<String>> names() {
        return Optional.empty();
    }

    /** The dimension that the costs have; empty if any will do. */
    default OptionalInt dimension() {
        return OptionalInt.empty();
    }

    /** How many rounds there are costs for; empty if there is no end. */
    default OptionalInt horizon() {
        return OptionalInt.empty();
    }

    /** The times that rounds 1, 2, … are, as a file writes them; none if it counts rounds. */
    default List<String> times() {
        return List.of();
    }

    /** What a reader of the results should know of the data, a sentence each, like lines that were made up. */
    default List<String> remarks() {
        return List.of();
    }

    /**
     * Whether costs come from outside while the rounds are played: then {@link #costs} has nothing to give, and the
     * scenario can be served but not run.
     */
    default boolean isOnline() {
        return false;
    }

    /** Whether an agent of whom nothing is said in a round keeps its last cost. */
    default boolean holdsMissing() {
        return false;
    }

    /**
     * The graph that belongs to the costs; empty if the scenario says who is coupled with whom. Costs that have one
     * {@link #decides decide} on {@code graph}.
     */
    default Optional<GraphSource> graph() {
        return Optional.empty();
    }

    /**
     * What the costs make of the graph that the scenario names: the graph itself, unless actions are counted from
     * moving origins and the difference of two agents needs an offset (theory 8.4).
     */
    default GraphSource coupling(GraphSource named) {
        return named;
    }

    /**
     * Keys of the scenario that the costs decide themselves, like {@code beta}, each with the reason; a scenario that
     * has one is refused.
     */
    default Map<String, String> decides() {
        return Map.of();
    }

    /** The costs of one run: the same seed, the same costs. */
    Costs costs(Size size, long seed);

    /**
     * The same with numbers of the field that come while the rounds are played, of the agents that the costs are for;
     * empty if they are from no field, or from one that needs to know them all.
     */
    default Optional<FieldRounds> arriving(Size size, long seed) {
        return Optional.empty();
    }

    /** The costs of a run. */
    interface Costs {

        /** f_t of every agent, t = 1 .. T; asking twice gives equal costs. */
        HittingCost[] round(int t);

        /**
         * The same in columns, without an object an agent: large fleets are played from these. Empty where somebody's
         * cost is not ½ Σ curvatureₖ (xₖ − vₖ)².
         */
        default Optional<HittingCosts> columns(int t) {
            return Optional.empty();
        }

        /**
         * What round {@code later} costs if everything goes on as in the {@code period} rounds up to {@code now}: what
         * the newest known round costs that is 1, 2, … periods before it, unless actions are counted from moving
         * origins, which then move on as they did.
         *
         * @param now of which, and of all rounds before, everything is known
         * @param later above now, by so much that a round of 1 .. now is some periods before it
         */
        default HittingCost[] continued(int now, int later, int period) {
            return round(before(now, later, period));
        }

        /** The newest round up to {@code now} that is 1, 2, … periods before {@code later}; below 1: there is none. */
        static int before(int now, int later, int period) {
            long periods = ((long) later - now + period - 1) / period;
            return (int) Math.max(0, later - periods * period);
        }

        /** b of every agent in round t (theory 8.1); empty if everybody has 1 in every round. */
        default Optional<double[]> switchingWeights(int t) {
            return Optional.empty();
        }

        /** x_0; empty if the scenario says where everybody starts. */
        default Optional<Actions> start() {
            return Optional.empty();
        }

        /** Where an action of zero is in space in round t, d numbers an agent; empty if actions are no places. */
        default Optional<double[]> origins(int t) {
            return Optional.empty();
        }

        /** What stands in that space; nothing if actions are no places. */
        default List<Obstacle> obstacles() {
            return List.of();
        }

        /**
         * Something that sees one policy with the eyes of the field that the costs are from, a new one at every call;
         * empty if they are from none.
         *
         * @param drawn whether it will be asked for pictures
         * @param graphs who is coupled with whom
         */
        default Optional<Meter> meter(boolean drawn, GraphSource.Graphs graphs) {
            return Optional.empty();
        }

        /**
         * Something that makes of one policy's actions what controllers of the field take, a new one at every call;
         * empty if actions are that.
         */
        default Optional<Setpoints> setpoints() {
            return Optional.empty();
        }
    }

    /** The size of a run, when all sources have been heard. */
    record Size(List<String> names, int dimension, int horizon) {
        public int agents() {
            return names.size();
        }
    }
}
