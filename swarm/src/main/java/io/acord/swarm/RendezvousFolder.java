package io.acord.swarm;

import io.acord.internal.system.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The folder in which the processes of a swarm and their supervisor meet: who listens where, who is ready, and when to
 * go. Every file appears whole.
 *
 * <p>{@code NAME.address} port of a member; {@code addresses} all of them; {@code NAME.ready} it has all its links;
 * {@code go} round 1 may begin; {@code NAME.finished} its last round is over; {@code NAME.status} port of its /metrics
 * and /health, anew in every life.
 */
record RendezvousFolder(Path folder) {

    private Optional<String> read(String name) throws IOException {
        try {
            return Optional.of(Files.readString(folder.resolve(name)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The port that a member had in an earlier life, or has now. */
    Optional<Integer> port(String member) throws IOException {
        return read(member + ".address").map(text -> Integer.parseInt(text.strip()));
    }

    void listens(String member, int port) throws IOException {
        WholeFile.write(folder.resolve(member + ".address"), port + "\n");
    }

    void status(String member, int port) throws IOException {
        WholeFile.write(folder.resolve(member + ".status"), port + "\n");
    }

    /** A member that has died has no status any more. */
    void forgetStatus(String member) throws IOException {
        Files.deleteIfExists(folder.resolve(member + ".status"));
    }

    void addresses(Map<String, Integer> ports) throws IOException {
        StringBuilder text = new StringBuilder();
        ports.forEach(
                (member, port) -> text.append(member).append(' ').append(port).append('\n'));
        WholeFile.write(folder.resolve("addresses"), text.toString());
    }

    Optional<Map<String, Integer>> addresses() throws IOException {
        Optional<String> text = read("addresses");
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Integer> ports = new HashMap<>();
        text.get().lines().forEach(line -> {
            int space = line.indexOf(' ');
            ports.put(line.substring(0, space), Integer.parseInt(line.substring(space + 1)));
        });
        return Optional.of(ports);
    }

    void say(String word) throws IOException {
        WholeFile.write(folder.resolve(word), "");
    }

    boolean isSaid(String word) {
        return Files.exists(folder.resolve(word));
    }

    Path file(String name) {
        return folder.resolve(name);
    }
}
