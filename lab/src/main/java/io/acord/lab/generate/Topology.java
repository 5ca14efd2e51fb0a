package io.acord.lab.generate;

import io.acord.graph.Graph;
import io.acord.lab.source.SeededRandom;
import java.util.Optional;

/** Who is joined with whom, for any number of agents. Immutable. */
interface Topology {

    /** Why there is no such graph of this many agents. */
    default Optional<Misfit> misfit(int agents) {
        return Optional.empty();
    }

    /** How many edges to expect. Asked only if there is no misfit. */
    double edges(int agents);

    /** Hands every edge to {@code graph}, once. Called only if there is no misfit. */
    void draw(int agents, SeededRandom random, Graph.Builder graph);

    /**
     * What is wrong with a number of agents.
     *
     * @param key the option that could be changed
     */
    record Misfit(String key, String found, String needed, String fix) {}
}
