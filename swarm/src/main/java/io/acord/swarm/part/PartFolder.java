package io.acord.swarm.part;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

    /** The edges of some rounds, counted from 0; a {@link io.acord.lab.block.BlockFile}. */
    public Path graph(int graph) {
        return folder.resolve("graph-" + graph);
    }

    /** A file that a part with this header has and that is not there; empty if all are, or are still handed out. */
    public Optional<Path> missing(PartHeader header) {
        if (!header.isWhole()) {
            return Optional.empty();
        }
        return Stream.concat(
                        IntStream.range(0, header.graphs()).mapToObj(this::graph),
                        IntStream.rangeClosed(1, header.horizon()).mapToObj(this::round))
                .filter(Files::notExists)
                .findFirst();
    }
}
