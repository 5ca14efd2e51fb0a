package io.acord.lab.generate;

import java.util.Optional;

/** When there is a graph in which everybody has the same degree. */
final class RegularGraphs {

    private RegularGraphs() {}

    static Optional<Topology.Misfit> misfit(int degree, int agents) {
        if (degree >= agents) {
            return Optional.of(new Topology.Misfit(
                    "degree",
                    "is " + degree,
                    "at most " + (agents - 1) + ", because that is how many others there are for each of " + agents
                            + " agents",
                    agents == 1 ? "write degree: 0, or take more agents" : "lower the degree, or take more agents"));
        }
        if (degree % 2 == 1 && agents % 2 == 1) {
            return Optional.of(new Topology.Misfit(
                    "degree",
                    "is " + degree,
                    "an even number for " + agents
                            + " agents, because every edge has two ends: agents times degree is even",
                    "take degree " + (degree - 1) + " or " + (degree + 1) + ", or one agent more or less"));
        }
        return Optional.empty();
    }
}
