package io.acord.swarm;

import io.acord.graph.Graph;
import io.acord.lab.policy.ForesightPolicy;
import io.acord.lab.scenario.Scenario;
import java.util.List;

/**
 * How much heap a process of a swarm gets: what Java, TLS and a page of the journal take anyway, and what its own rows
 * and arcs take while they are played; where its part of the scenario cannot be told by numbers, also what all agents
 * take in whoever reads it. An upper end; what is not needed is not taken from the machine. Immutable.
 */
final class MemberHeap {

    private static final int LEAST_MEBIBYTES = 128;

    /** Of an agent that is read: its name, its start, its place in a round's costs and in the address book. */
    private static final long BYTES_OF_AN_AGENT = 700;

    /** Of a number of a round's cost, while some rounds are at hand. */
    private static final long BYTES_OF_A_NUMBER = 100;

    /** Of an arc of the whole graph, while it is read and then cut. */
    private static final long BYTES_OF_AN_ARC = 120;

    /** Of a number of an own row: kernel, books, pages, messages in both directions, the text of actions. */
    private static final long BYTES_OF_A_ROW = 1_500;

    private final long ofAll;
    private final long ofARow;
    private final Graph graph;

    /** @param isTold whether members are told their part, and do not read the scenario */
    MemberHeap(Scenario scenario, Graph graph, boolean isTold) {
        int stages = 1 + scenario.lookingAhead().map(ForesightPolicy::window).orElse(0);
        long d = scenario.dimension();
        this.graph = graph;
        long ofAnAgent = BYTES_OF_AN_AGENT + BYTES_OF_A_NUMBER * d;
        this.ofAll = isTold ? 0 : scenario.agents() * ofAnAgent + graph.arcs() * BYTES_OF_AN_ARC;
        this.ofARow = ofAnAgent + BYTES_OF_A_ROW * d * stages;
    }

    /** Of a process with these agents. */
    int mebibytes(List<Integer> agents) {
        long arcs = agents.stream().mapToLong(graph::degree).sum();
        long bytes = ofAll + agents.size() * ofARow + arcs * BYTES_OF_AN_ARC;
        return (int) Math.max(LEAST_MEBIBYTES, LEAST_MEBIBYTES / 2 + (bytes >> 20));
    }
}
