package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Fleets of processes that play for long, and that are many. {@link FaultTable} says how to play all of it. */
@EnabledOnOs(OS.LINUX)
@Tag(FaultTable.ENDURANCE)
class EnduranceIT {

    /** Bytes: of two agents each, what they need to wake up, and rounds whose books wait for neighbours. */
    private static final long MOST_OF_A_JOURNAL = 64 << 10;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Commands commands;

    @BeforeEach
    void prepare() {
        commands = new Commands(folder);
    }

    @AfterEach
    void end() {
        commands.close();
    }

    private Path scenario(int agents, int horizon) throws IOException {
        return Files.writeString(folder.resolve("fleet.yaml"), """
                seed: 5
                horizon: %d
                agents: %d
                beta: 4
                costs: {kind: drift}
                graph: {kind: circulant, degree: 4}
                algorithms:
                  - acord: {iterations: 3}
                """.formatted(horizon, agents));
    }

    private List<JsonNode> awaitProcesses(Process swarm) throws IOException, InterruptedException {
        Path file = folder.resolve("swarm/swarm.json");
        for (int k = 0; k < 12_000 && swarm.isAlive() && !Files.exists(file); k++) {
            Thread.sleep(50);
        }
        assertThat(file).as(commands.printed()).exists();
        return processes();
    }

    private List<JsonNode> processes() throws IOException {
        List<JsonNode> processes = new ArrayList<>();
        commands.json("swarm/swarm.json").get("processes").forEach(processes::add);
        return processes;
    }

    /** The last round in which a member has acted. */
    private int round(String member) throws IOException {
        Path file = folder.resolve("swarm/fleet/" + member + ".actions.csv");
        if (!Files.exists(file)) {
            return 0;
        }
        String text = Files.readString(file);
        String lines = text.substring(0, text.lastIndexOf('\n') + 1).stripTrailing();
        String cell = lines.substring(lines.lastIndexOf('\n') + 1).split(",", -1)[0];
        return cell.matches("\\d+") ? Integer.parseInt(cell) : 0;
    }

    private void awaitRound(Process swarm, String member, int round) throws IOException, InterruptedException {
        while (round(member) < round) {
            assertThat(swarm.isAlive()).as(commands.printed()).isTrue();
            Thread.sleep(100);
        }
    }

    // ---- row 33: for long

    /**
     * What a member occupies.
     *
     * @param resident bytes of memory, as the system counts
     * @param descriptors open files and sockets
     * @param threads of the system's
     * @param journal bytes of its journal
     */
    private record Room(long resident, int descriptors, int threads, long journal) {

        static Room of(JsonNode process, Path fleet) throws IOException {
            Path told = Path.of("/proc", process.get("pid").asString());
            long resident = 0;
            int threads = 0;
            for (String line : Files.readAllLines(told.resolve("status"))) {
                if (line.startsWith("VmRSS:")) {
                    resident = 1024L * Long.parseLong(line.replaceAll("\\D", ""));
                } else if (line.startsWith("Threads:")) {
                    threads = Integer.parseInt(line.replaceAll("\\D", ""));
                }
            }
            long journal = 0;
            try (Stream<Path> files =
                    Files.list(fleet.resolve("journal-" + process.get("name").asString()))) {
                for (Path file : files.toList()) {
                    journal += Files.size(file);
                }
            }
            try (Stream<Path> descriptors = Files.list(told.resolve("fd"))) {
                return new Room(resident, (int) descriptors.count(), threads, journal);
            }
        }
    }

    private List<Room> rooms() throws IOException {
        List<Room> rooms = new ArrayList<>();
        for (JsonNode process : processes()) {
            rooms.add(Room.of(process, folder.resolve("swarm/fleet")));
        }
        return rooms;
    }

    private static long most(List<Room> rooms, ToLongFunction<Room> size) {
        return rooms.stream().mapToLong(size).max().orElseThrow();
    }

    private static String course(List<List<Room>> looks, ToLongFunction<Room> size) {
        return String.join(
                ", ",
                looks.stream().map(rooms -> Long.toString(most(rooms, size))).toList());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void sixProcessesThatPlayForLongOccupyNoMore() throws Exception {
        int rounds = FaultTable.runs(24_000, 240); // of 50 ms: twenty minutes
        Process swarm = commands.start(
                "swarm",
                scenario(12, rounds).toString(),
                "--out",
                "swarm",
                "--processes",
                "6",
                "--pace",
                "50ms",
                "--deadline",
                "1s");
        String member = awaitProcesses(swarm).get(0).get("name").asString();
        List<List<Room>> looks = new ArrayList<>();
        for (int part = 1; part <= 5; part++) {
            awaitRound(swarm, member, part * rounds / 5 - rounds / 20);
            looks.add(rooms());
        }
        commands.finish(swarm); // the swarm itself refuses a round with no action, or with two
        List<Room> first = looks.get(0);
        List<Room> last = looks.get(looks.size() - 1);
        assertThat(most(last, Room::threads)).isLessThanOrEqualTo(most(first, Room::threads) + 4);
        assertThat(most(last, Room::descriptors)).isLessThanOrEqualTo(most(first, Room::descriptors) + 8);
        assertThat(most(last, Room::journal)).isLessThan(MOST_OF_A_JOURNAL);
        // In its first minutes a process still compiles, and fills the heap that it was given.
        assertThat(most(last, Room::resident)).isLessThan(most(first, Room::resident) + (48L << 20));
        JsonNode faults = commands.json("swarm/summary.json").get("faults");
        assertThat(faults.get("restarts").asInt()).isZero();
        assertThat(faults.get("rejectedMessages").asInt()).isZero();
        FaultTable.add(
                33,
                "none, for long: 12 agents in 6 processes, a round every 50 ms",
                rounds,
                String.format(
                        Locale.ROOT,
                        "0 lost rounds, 0 double actions; largest of the six, at five times: resident %s MB, descriptors %s, threads %s, journal %s bytes; %s",
                        course(looks, room -> Math.round(room.resident() / 1e6)),
                        course(looks, Room::descriptors),
                        course(looks, Room::threads),
                        course(looks, Room::journal),
                        faults.toString().replace("\"", "")));
    }

    // ---- row 36: many

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aFleetOfManyProcessesGoesOnWithoutATenthAndTakesThemBack() throws Exception {
        int count = FaultTable.runs(100, 8);
        int lost = Math.max(1, count / 10);
        int horizon = 240;
        Process swarm = commands.start(
                "swarm",
                scenario(10 * count, horizon).toString(),
                "--out",
                "swarm",
                "--processes",
                Integer.toString(count),
                "--pace",
                "150ms", // what was killed has time to come back
                "--deadline",
                "5s");
        List<JsonNode> all = awaitProcesses(swarm);
        assertThat(all).hasSize(count);
        String survivor = all.get(count - 1).get("name").asString();
        awaitRound(swarm, survivor, 10);
        List<Long> victims = new ArrayList<>();
        for (int k = 0; k < lost; k++) {
            long pid = all.get(k * (count - 1) / lost).get("pid").asLong();
            victims.add(pid);
            Commands.signal("STOP", pid);
        }
        int before = round(survivor);
        awaitRound(swarm, survivor, before + 3); // the others go on
        for (long pid : victims) {
            Commands.signal("KILL", pid);
        }
        commands.finish(swarm); // the swarm itself refuses a round with no action, or with two
        JsonNode summary = commands.json("swarm/summary.json");
        JsonNode faults = summary.get("faults");
        assertThat(faults.get("restarts").asInt()).isEqualTo(lost);
        assertThat(faults.get("degradedRounds").asInt()).isPositive();
        Set<Integer> late = lateRounds(horizon - 5);
        assertThat(late).as("the last rounds are whole again").isEmpty();
        FaultTable.add(
                36,
                "a tenth of the processes stopped at once, and killed three rounds later; " + 10 * count + " agents",
                count,
                lost + " lost and taken back; 0 lost rounds, 0 double actions, the last five rounds whole; "
                        + faults.toString().replace("\"", ""));
    }

    /** Rounds after a given one in which somebody was missed. */
    private Set<Integer> lateRounds(int after) throws IOException {
        Set<Integer> late = new HashSet<>();
        try (Stream<Path> files = Files.list(folder.resolve("swarm/fleet"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".faults.csv")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    int round = Integer.parseInt(line.substring(0, line.indexOf(',')));
                    if (round > after) {
                        late.add(round);
                    }
                }
            }
        }
        return late;
    }
}
