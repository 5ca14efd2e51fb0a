package io.acord.swarm;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
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
public final class Meeting {

    private final Path folder;

    Meeting(Path folder) {
        this.folder = folder;
    }

    public static void write(Path file, String text) throws IOException {
        Path fresh = file.resolveSibling("." + file.getFileName() + ".new");
        Files.writeString(fresh, text);
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

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
        write(folder.resolve(member + ".address"), port + "\n");
    }

    void status(String member, int port) throws IOException {
        write(folder.resolve(member + ".status"), port + "\n");
    }

    /** A member that has died has no status any more. */
    void forgetStatus(String member) throws IOException {
        Files.deleteIfExists(folder.resolve(member + ".status"));
    }

    void addresses(Map<String, Integer> ports) throws IOException {
        StringBuilder text = new StringBuilder();
        ports.forEach(
                (member, port) -> text.append(member).append(' ').append(port).append('\n'));
        write(folder.resolve("addresses"), text.toString());
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
        write(folder.resolve(word), "");
    }

    boolean isSaid(String word) {
        return Files.exists(folder.resolve(word));
    }

    Path file(String name) {
        return folder.resolve(name);
    }
}
