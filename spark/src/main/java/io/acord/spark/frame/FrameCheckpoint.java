package io.acord.spark.frame;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.store.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The folder of a frame. {@code frame.txt} says what is played in it and names the folder of its fleet, which was
 * written whole before: a job that is refused has written into a folder of its own, and that one is gone again.
 */
public final class FrameCheckpoint {

    private static final String JOB = "frame.txt";
    private static final Pattern FLEET = Pattern.compile("fleet-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    // a folder of this machine has parts of files beside them, with a dot in front
    private static final Pattern FILE = Pattern.compile("\\.?(frame\\.txt|lock|refused)(\\.[0-9a-f]+)?");
    private static final List<String> FOLDERS = List.of("costs", "forecasts", "actions", "accounts", "state");

    private final Storage storage;

    private FrameCheckpoint(Storage storage) {
        this.storage = storage;
    }

    /**
     * The checkpoint in a folder that is empty, or one already. A driver that was lost before it had said what it plays
     * leaves its lock and a fleet behind, no more.
     *
     * @throws BadInputException if something else lies there
     */
    public static FrameCheckpoint at(Storage storage) throws IOException {
        List<String> names = storage.list("");
        List<String> others = names.stream()
                .filter(name -> !FILE.matcher(name).matches())
                .filter(name -> !FLEET.matcher(name).matches())
                .sorted()
                .toList();
        if (!names.contains(JOB) && !others.isEmpty()) {
            throw Complaints.refuse(
                    "checkpoint " + storage.uri(),
                    "is a folder with other things: "
                            + others.stream().limit(3).collect(Collectors.joining(", "))
                            + (others.size() > 3 ? ", …" : ""),
                    "an empty folder, one that is not there yet, or a checkpoint of before",
                    "give a folder of its own, for instance a new one in there");
        }
        return new FrameCheckpoint(storage);
    }

    /** A name for the folder of a fleet that is going to be written. */
    static String newFleet() {
        return "fleet-" + UUID.randomUUID();
    }

    /**
     * The fleet that is played here, if there is one.
     *
     * @throws BadInputException if the job is described otherwise
     */
    public FramePreparation.@Nullable Fleet fleet(String description) throws IOException {
        try {
            String found = new String(storage.read(JOB), StandardCharsets.UTF_8);
            if (!found.startsWith(description)) {
                throw refusal();
            }
            return FramePreparation.Fleet.of(
                    found.substring(description.length()).strip());
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /**
     * Says what is played here, or makes sure that it is the same as before; returns the fleet to play.
     *
     * @param written a fleet that was just written; it is deleted if it is not the one to play
     */
    public FramePreparation.Fleet enter(String description, FramePreparation.Fleet written) throws IOException {
        FramePreparation.Fleet before = fleet(description);
        if (before == null) {
            storage.write(JOB, (description + written.line() + "\n").getBytes(StandardCharsets.UTF_8));
        } else if (!before.isSameAs(written)) {
            throw refusal();
        }
        FramePreparation.Fleet played = before == null ? written : before;
        for (String name : storage.list("")) {
            if (FLEET.matcher(name).matches() && !name.equals(played.folder())) {
                storage.delete(name); // compared, or of a driver that was lost
            }
        }
        return played;
    }

    /** Deletes what is ours, and the folder if nothing else is in it. */
    public static void forget(Storage storage) throws IOException {
        if (!storage.list("").contains(JOB)) {
            return; // somebody has done it
        }
        try (CheckpointLock lock = CheckpointLock.take(storage)) {
            lock.check();
            for (String name : storage.list("")) {
                if (FOLDERS.contains(name) || FLEET.matcher(name).matches()) {
                    storage.delete(name);
                }
            }
            for (String name : storage.list("")) { // last: a checkpoint that is half gone is still one
                if (FILE.matcher(name).matches() && !name.equals(CheckpointLock.FILE)) {
                    storage.delete(name);
                }
            }
            lock.check();
            storage.delete(CheckpointLock.FILE); // while it is ours: later it may be another's
        }
        storage.deleteEmpty();
    }

    private BadInputException refusal() {
        return Complaints.refuse(
                "checkpoint " + storage.uri(),
                "is of other agents, edges or start, or of another beta, recipe, partition or number of blocks",
                "the same, because blocks go on from what they played",
                "put them back to go on, delete the folder to start anew, or give another checkpoint");
    }
}
