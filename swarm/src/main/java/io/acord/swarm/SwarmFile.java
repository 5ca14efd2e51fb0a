package io.acord.swarm;

import io.acord.internal.system.WholeFile;
import io.acord.web.JsonDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;

/** What {@code swarm.json} says of a swarm of this machine, and what of it is still true. */
public final class SwarmFile {

    private static final int MOST_BYTES = 16 << 20;

    /** The class that {@code ./acord swarm} starts its processes with. */
    private static final String MAIN = AgentProcess.class.getName();

    /** Java adds the time since the machine was started to when it believes that was, to a second. */
    private static final long CLOCKS_DIFFER = 2_000;

    /**
     * A process as the file names it.
     *
     * @param started in milliseconds since 1970; −1 if the file does not say
     */
    public record Entry(String name, long pid, long started, String address, List<String> agents) {}

    private final Path folder;
    private final List<Entry> entries;
    private final int horizon;

    private SwarmFile(Path folder, List<Entry> entries, int horizon) {
        this.folder = folder;
        this.entries = entries;
        this.horizon = horizon;
    }

    /** Reads the file in a folder; empty if there is none that can be read. */
    public static Optional<SwarmFile> read(Path folder) {
        return ForeignFiles.json(folder.resolve("swarm.json"), MOST_BYTES).map(json -> {
            List<Entry> entries = new ArrayList<>();
            for (JsonNode process : json.path("processes")) {
                List<String> agents = new ArrayList<>();
                process.path("agents").forEach(agent -> agents.add(agent.asString("")));
                String name = process.path("name").asString("");
                if (name.matches("[A-Za-z0-9_-]{1,60}")) { // files are named by it
                    entries.add(new Entry(
                            name,
                            process.path("pid").asLong(-1),
                            process.path("started").asLong(-1),
                            process.path("address").asString(""),
                            agents));
                }
            }
            return new SwarmFile(folder, entries, json.path("horizon").asInt(0));
        });
    }

    /** What the file will say of a process. */
    static Entry entry(String name, ProcessHandle process, String address, List<String> agents) {
        // With a pid the start tells a process from a later one of the same number.
        long started = process.info().startInstant().map(Instant::toEpochMilli).orElse(-1L);
        return new Entry(name, process.pid(), started, address, agents);
    }

    /** Writes the file of a swarm that this process looks after. */
    static void write(Path folder, List<Entry> entries, int horizon) throws IOException {
        byte[] document = JsonDocument.object(json -> {
            json.writeArrayPropertyStart("processes");
            for (Entry entry : entries) {
                json.writeStartObject();
                json.writeNumberProperty("pid", entry.pid());
                json.writeStringProperty("address", entry.address());
                json.writeArrayPropertyStart("agents");
                entry.agents().forEach(json::writeString);
                json.writeEndArray();
                json.writeStringProperty("name", entry.name());
                if (entry.started() >= 0) {
                    json.writeNumberProperty("started", entry.started());
                }
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeNumberProperty("horizon", horizon);
            json.writeNumberProperty("supervisor", ProcessHandle.current().pid());
        });
        WholeFile.write(folder.resolve("swarm.json"), document);
    }

    public List<Entry> entries() {
        return entries;
    }

    public int horizon() {
        return horizon;
    }

    Path fleet() {
        return folder.resolve("fleet");
    }

    /** The port of a member's status, if it has told. */
    public OptionalInt statusPort(Entry entry) {
        String text = ForeignFiles.text(fleet().resolve(entry.name() + ".status"), 100)
                .orElse("")
                .strip();
        return text.matches("\\d{1,5}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    public boolean isFinished(Entry entry) {
        return Files.exists(fleet().resolve(entry.name() + ".finished"));
    }

    /**
     * The process that the file speaks of, if it still is that one: the same number, started at the same instant, and
     * playing this very member. Numbers are used again, and files can be edited.
     */
    public Optional<ProcessHandle> process(Entry entry) {
        if (entry.pid() <= 0 || entry.started() < 0) {
            return Optional.empty();
        }
        return ProcessHandle.of(entry.pid())
                .filter(ProcessHandle::isAlive)
                .filter(process -> process.info()
                        .startInstant()
                        .map(Instant::toEpochMilli)
                        .filter(millis -> Math.abs(millis - entry.started()) <= CLOCKS_DIFFER)
                        .isPresent())
                .filter(process -> plays(process, entry));
    }

    /** Whether a process was started as {@code … AgentProcess FOLDER/fleet/NAME.yaml}. */
    private boolean plays(ProcessHandle process, Entry entry) {
        String[] arguments = arguments(process);
        int n = arguments.length;
        if (n < 2 || !arguments[n - 2].equals(MAIN)) {
            return false;
        }
        try {
            Path given = Path.of(arguments[n - 1]);
            if (!given.isAbsolute()) {
                given = Path.of("/proc", Long.toString(process.pid()), "cwd")
                        .toRealPath()
                        .resolve(given);
            }
            return Files.isSameFile(given, fleet().resolve(entry.name() + ".yaml"));
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    /** Java leaves out command lines that are long, and a class path is. */
    private static String[] arguments(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"))
                    .split("\0");
        } catch (IOException e) {
            return process.info().arguments().orElse(new String[0]);
        }
    }

    /** Whether a process has been stopped by a signal; where that cannot be seen, it has not. */
    public static boolean isPaused(ProcessHandle process) {
        String stat = statOf(process.pid());
        int end = stat.lastIndexOf(')'); // a name may contain anything
        return end >= 0 && stat.length() > end + 2 && stat.charAt(end + 2) == 'T';
    }

    private static String statOf(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        } catch (IOException e) {
            return "";
        }
    }
}
