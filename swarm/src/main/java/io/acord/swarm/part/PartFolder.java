package io.acord.swarm.part;

import io.acord.lab.block.BlockFile;
import java.io.IOException;
import java.nio.file.Path;

/** Where a member finds its part of a scenario: what its own agents cost, and whom they are coupled with. Immutable. */
public record PartFolder(Path folder) {

    /** A {@link PartHeader}: what holds in all rounds. */
    public Path header() {
        return folder.resolve("header");
    }

    /** What is played, in the words of a scenario. */
    public Path recipe() {
        return folder.resolve("recipe.yaml");
    }

    /** A {@link PartRound}. */
    public Path round(int t) {
        return folder.resolve("round-" + t);
    }

    /** The edges of some rounds, counted from 0; a {@link BlockFile}. */
    public Path graph(int graph) {
        return folder.resolve("graph-" + graph);
    }

    /** Reads all rounds of a part whose header says that they are there: none may be missing or damaged. */
    public void check(PartHeader header) throws IOException {
        for (int t = 1; header.isWhole() && t <= header.horizon(); t++) {
            PartRound.read(round(t));
        }
        for (int graph = 0; graph < header.graphs(); graph++) {
            BlockFile.read(graph(graph));
        }
    }
}
