package io.acord.swarm.part;

import java.nio.file.Path;

/**
 * Where a member of a swarm finds its part of a scenario: what its own agents cost, and whom they are coupled with.
 * Immutable.
 */
public record PartFolder(Path folder) {

    /** What holds in all rounds. */
    public Path header() {
        return folder.resolve("header");
    }

    /** A {@link PartRound}. */
    public Path round(int t) {
        return folder.resolve("round-" + t);
    }

    /** The edges of some rounds, counted from 0; a {@link io.acord.lab.block.BlockFile}. */
    public Path graph(int graph) {
        return folder.resolve("graph-" + graph);
    }
}
