package io.acord.lab.scenario;

import io.acord.cost.HittingCost;
import java.util.List;
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

    /** Whether costs come from outside while the rounds are played: then {@link #costs} has nothing to give, and the scenario can be served but not run. */
    default boolean isOnline() {
        return false;
    }

    /** Whether an agent of whom nothing is said in a round keeps its last cost. */
    default boolean holdsMissing() {
        return false;
    }

    /** The costs of one run: the same seed, the same costs. */
    Costs costs(Size size, long seed);

    /** The costs of a run. */
    interface Costs {

        /** f_t of every agent, t = 1 .. T; asking twice gives equal costs. */
        HittingCost[] round(int t);
    }

    /** The size of a run, when all sources have been heard. */
    record Size(List<String> names, int dimension, int horizon) {
        public int agents() {
            return names.size();
        }
    }
}
