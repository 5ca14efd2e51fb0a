package io.acord.swarm;

import java.nio.file.Path;

/**
 * Where a member of a swarm finds its part of a scenario: what its own agents cost, and whom they are coupled with.
 * Immutable.
 */
record PartFolder(Path folder) {

    /** What holds in all rounds. */
    Path header() {
        return folder.resolve("header");
    }

    /** A {@link PartRound}. */
    Path round(int t) {
        return folder.resolve("round-" + t);
    }

    /** The edges of some rounds, counted from 0; a {@link io.acord.lab.block.BlockFile}. */
    Path graph(int graph) {
        return folder.resolve("graph-" + graph);
    }
}
