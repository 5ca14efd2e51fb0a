package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.transport.Transport;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Kind;
import io.acord.fleet.wire.Message;
import io.acord.lab.run.ReplayWords;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/**
 * Rows of the fault table that need real processes, on the jar that was just packaged. {@code -Dacord.fleet.share=1}
 * (profile {@code nightly}) plays all; a small share of them otherwise. What came out is in
 * {@code target/fault-table.csv}.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
class FleetIT {

    /** What crosses besides actions when the members find out together how many iterations there are. */
    private static final Set<Kind> SCALARS =
            EnumSet.of(Kind.KAPPA, Kind.CRAWL, Kind.CRAWL_DONE, Kind.SHARES, Kind.SHARES_DONE);

    @TempDir
    private Path folder;

    private final Random random = new Random(11);

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

    private Path scenario(String name, int agents, int horizon, int dimension, String graph, String acord)
            throws IOException {
        return Files.writeString(
                folder.resolve(name + ".yaml"), """
                seed: 5
                horizon: %d
                agents: %d
                dimension: %d
                beta: 4
                costs: {kind: drift}
                graph: %s
                algorithms:
                  - acord: %s
                """.formatted(horizon, agents, dimension, graph, acord));
    }

    private JsonNode awaitSwarm(Process process, String out) throws IOException, InterruptedException {
        Path file = folder.resolve(out).resolve("swarm.json");
        for (int k = 0; k < 3000 && process.isAlive() && !Files.exists(file); k++) {
            Thread.sleep(50);
        }
        assertThat(file).as(commands.printed()).exists();
        return commands.json(out + "/swarm.json").get("processes");
    }

    private String booksRatio(String out) throws IOException {
        return commands.json(out + "/summary.json")
                .get("algorithms")
                .get(0)
                .get("booksRatio")
                .toString();
    }

    private String faults(String out) throws IOException {
        return commands.json(out + "/summary.json").get("faults").toString().replace("\"", "");
    }

    // ---- row 1, row 20: no fault

    /** @param acord options of it */
    record Clean(String acord, String graph, int dimension, int agents, int processes) {

        boolean isWordy() {
            return !acord.startsWith("iterations");
        }

        @Override
        public String toString() {
            return agents + " agents in " + processes + " processes; acord: {" + acord + "}; graph: " + graph + "; d = "
                    + dimension;
        }
    }

    static Stream<Clean> cleanRuns() {
        String changing = "{kind: random-regular, degree: 4, every: 1}";
        String constant = "{kind: circulant, degree: 4}";
        List<Clean> all = new ArrayList<>();
        // Of a slice neither bits nor schema depend on how many there are, and each costs seconds of a processor.
        boolean few = FaultTable.SHARE < 0.1;
        for (String variant : List.of("accelerated", "plain", "jacobi", "auto")) {
            for (String graph : List.of(changing, constant)) {
                for (int d : List.of(3, 1)) {
                    all.add(new Clean("iterations: 8, variant: " + variant, graph, d, few ? 15 : 40, few ? 3 : 8));
                    all.add(new Clean("iterations: 8, variant: " + variant, graph, d, few ? 6 : 20, few ? 6 : 20));
                }
            }
        }
        // How many iterations there are is found out by the members together.
        for (String acord : List.of(
                "accuracy: 1e-6, variant: plain", "accuracy: 1e-6, variant: auto", "budget: crawl, variant: plain")) {
            all.add(new Clean(acord, constant, 1, 20, 4));
        }
        String only = System.getProperty("acord.fleet.only"); // those with this word in their name
        return only != null
                ? all.stream().filter(clean -> clean.toString().contains(only))
                : all.stream().limit(FaultTable.runs(all.size(), 2));
    }

    @ParameterizedTest
    @MethodSource("cleanRuns")
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aSwarmPlaysByteForByteWhatRunPlays(Clean clean) throws Exception {
        String file = scenario("clean", clean.agents(), 8, clean.dimension(), clean.graph(), "{" + clean.acord() + "}")
                .toString();
        InThisProcess.done("run", file, "--out", folder.resolve("run").toString());
        commands.finish(commands.start(
                "swarm",
                file,
                "--out",
                "swarm",
                "--processes",
                Integer.toString(clean.processes()),
                "--deadline",
                "20s",
                "--tls",
                clean.processes() == clean.agents() ? "native" : "jdk",
                "--capture"));
        assertThat(folder.resolve("swarm/fleet/certificates/ca.pem")).exists();
        assertThat(folder.resolve("swarm/fleet/certificates/ca.key")).doesNotExist();
        assertThat(folder.resolve("swarm/actions.csv")).hasSameBinaryContentAs(folder.resolve("run/actions.csv"));
        // What the members had in their books, each for itself, is what everybody in memory has.
        assertThat(folder.resolve("swarm/books.csv")).hasSameBinaryContentAs(folder.resolve("run/books.csv"));
        assertThat(booksRatio("swarm")).isEqualTo(booksRatio("run"));
        assertThat(commands.json("swarm/summary.json").get("roundsBooked").intValue())
                .isEqualTo(8);
        assertThat(faults("swarm")).isEqualTo("{restarts:0,degradedRounds:0,lostEdges:0,rejectedMessages:0}");
        FaultTable.add(1, "none: " + clean, 1, "actions.csv byte for byte that of run");
        FaultTable.add(20, "wire audit: " + clean, 1, audit(clean) + " frames, all of the schema");
    }

    /**
     * What a field adds to a round (offsets, switching weights, matrices on edges, starts of its own, boxes) crosses
     * from a scenario into processes like everything else.
     */
    @ParameterizedTest
    @MethodSource("io.acord.cli.InThisProcess#applications")
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aSwarmPlaysAnApplicationByteForByteAsRunDoes(String kind) throws Exception {
        String file = folder.resolve(kind + ".yaml").toString();
        List<String> small = List.of(
                "--set",
                "repeats=1",
                "--set",
                "horizon=6",
                "--set",
                "agents=6",
                "--set",
                "output={actions: csv}",
                "--set",
                "algorithms=[acord: {iterations: 5}]");
        InThisProcess.done("new", "--kind", kind, file);
        List<String> run = new ArrayList<>(
                List.of("run", file, "--out", folder.resolve("run").toString()));
        run.addAll(small);
        InThisProcess.done(run.toArray(new String[0]));
        List<String> swarm =
                new ArrayList<>(List.of("swarm", file, "--out", "swarm", "--processes", "2", "--deadline", "20s"));
        swarm.addAll(small);
        commands.finish(commands.start(swarm.toArray(new String[0])));
        assertThat(folder.resolve("swarm/actions.csv")).hasSameBinaryContentAs(folder.resolve("run/actions.csv"));
        assertThat(Files.readAllLines(folder.resolve("swarm/actions.csv"))).hasSize(1 + 6 * 6);
        assertThat(folder.resolve("swarm/setpoints.csv")).hasSameBinaryContentAs(folder.resolve("run/setpoints.csv"));
    }

    @Test
    void aSwarmOverDatagramsPlaysTheBytesOfRun() throws Exception {
        Assumptions.assumeTrue(Transport.Kind.DATAGRAMS.obstacle() == null, "there are no datagrams here");
        String file = scenario("datagrams", 9, 10, 2, "{kind: circulant, degree: 4}", "{iterations: 6}")
                .toString();
        InThisProcess.done("run", file, "--out", folder.resolve("run").toString());
        commands.finish(commands.start(
                "swarm", file, "--out", "swarm", "--processes", "3", "--deadline", "20s", "--transport", "datagrams"));
        assertThat(folder.resolve("swarm/fleet/m0000.yaml")).content().contains("transport: datagrams");
        assertThat(folder.resolve("swarm/actions.csv")).hasSameBinaryContentAs(folder.resolve("run/actions.csv"));
    }

    /** Plans, experts and accounts included: what the members wrote down, each for itself, is what memory has. */
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void aSwarmThatLooksAheadPlaysByteForByteWhatRunPlays() throws Exception {
        String file = Files.writeString(folder.resolve("ahead.yaml"), """
                seed: 3
                horizon: 6
                agents: 6
                dimension: 2
                beta: 2
                switching: 3
                graph: {kind: random-regular, degree: 3, every: 1}
                costs: {kind: drift}
                forecasts: {kind: noise, sd: 3}
                algorithms:
                  - foresight: {window: 2, trust: 0.1, iterations: 5}
                """).toString();
        InThisProcess.done("run", file, "--out", folder.resolve("run").toString());
        commands.finish(commands.start("swarm", file, "--out", "swarm", "--processes", "3", "--deadline", "20s"));
        for (String csv : List.of("actions.csv", "foresight.csv", "costs.csv", "books.csv")) {
            assertThat(folder.resolve("swarm/" + csv)).hasSameBinaryContentAs(folder.resolve("run/" + csv));
        }
        assertThat(commands.printed()).contains("Forecasts stayed harmless");
        assertThat(faults("swarm")).isEqualTo("{restarts:0,degradedRounds:0,lostEdges:0,rejectedMessages:0}");
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void theCommandThatTheSummaryOfASwarmNamesPlaysTheSameAgain() throws Exception {
        Path file = scenario("two words", 6, 5, 1, "{kind: ring}", "{iterations: 3}");
        commands.finish(commands.start(
                "swarm",
                file.toString(),
                "--set",
                "algorithms=[acord: {iterations: 5}]",
                "--processes",
                "2",
                "--deadline",
                "20s",
                "--out",
                "first"));
        Path again = folder.resolve("again");
        List<String> words = ReplayWords.of(folder.resolve("first"), again);
        assertThat(words).contains("--processes", "--deadline", "--set");
        commands.finish(commands.start(words.toArray(String[]::new)));
        ReplayWords.assertSameFiles(folder.resolve("first"), again);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void theProcessesOfASwarmKnowThePluginsThatItKnows() throws Exception {
        String jar = new ExtendingGuide(folder).jar().toString();
        List<String> set = List.of("--set", "algorithms=[acord]");
        List<String> run = new ArrayList<>(List.of("--plugins", jar, "run", "own.yaml", "--out", "run"));
        List<String> swarm = new ArrayList<>(List.of("--plugins", jar, "swarm", "own.yaml", "--out", "swarm"));
        swarm.addAll(List.of("--processes", "3", "--deadline", "20s"));
        for (List<String> words : List.of(run, swarm)) {
            words.addAll(set);
            commands.finish(commands.start(words.toArray(String[]::new)));
        }
        assertThat(folder.resolve("swarm/actions.csv")).hasSameBinaryContentAs(folder.resolve("run/actions.csv"));
    }

    /** Decodes every frame that left a process; returns how many there were. */
    private int audit(Clean clean) throws IOException {
        int frames = 0;
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder.resolve("swarm/fleet"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".frames")).toList()) {
                int agents = agentsOf(file.getFileName().toString().replace(".frames", ""));
                try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                    while (true) {
                        byte[] frame = new byte[in.readInt()];
                        in.readFully(frame);
                        checkFrame(Frame.parseFrom(frame), agents, clean);
                        frames++;
                        bytes += frame.length;
                    }
                } catch (EOFException e) {
                    // the end of the file
                }
            }
        }
        long told = 0;
        for (JsonNode line : commands.json("swarm/summary.json").get("ledger")) {
            told += line.get("bytes").asLong();
        }
        assertThat(told).as("bytes in the ledger").isEqualTo(bytes);
        return frames;
    }

    /** How many agents live in a process. */
    private int agentsOf(String member) throws IOException {
        for (JsonNode process : commands.json("swarm/swarm.json").get("processes")) {
            if (process.get("name").asString().equals(member)) {
                return process.get("agents").size();
            }
        }
        throw new AssertionError("no process " + member + " in swarm.json");
    }

    private static void checkFrame(Frame frame, int agents, Clean clean) {
        Message message = frame.getMessage();
        assertThat(frame.hasMessage()).isTrue();
        assertThat(frame.getUnknownFields().isEmpty()).isTrue();
        assertThat(message.getUnknownFields().isEmpty()).isTrue();
        assertThat(message.getFingerprint().getUnknownFields().isEmpty()).isTrue();
        // Iterations begin from previous actions, which openings tell.
        boolean actions = EnumSet.of(Kind.OPENING, Kind.SHOWN, Kind.PLAYED).contains(message.getKind());
        boolean scalars = clean.isWordy() && SCALARS.contains(message.getKind());
        int most = actions ? agents * clean.dimension() : scalars ? 3 * clean.agents() : 0;
        assertThat(message.getNumbersCount()).isLessThanOrEqualTo(most);
    }

    // ---- rows 7 and 9: kill -9 and SIGSTOP

    /**
     * So many kills and stops a swarm, whose horizon has room for them on a slow machine and soon ends on a fast one.
     */
    private static final int FAULTS_A_SWARM = 30;

    @Tag(FaultTable.HOSTS)
    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void processesThatAreKilledOrStoppedRejoinAndNoRoundIsLost() throws Exception {
        int kills = FaultTable.runs(200, 2);
        int stops = FaultTable.runs(100, 2);
        int faults = kills + stops;
        int swarms = (faults + FAULTS_A_SWARM - 1) / FAULTS_A_SWARM;
        Map<String, Integer> found = new TreeMap<>();
        for (int s = 0; s < swarms; s++) {
            List<Boolean> isKill = new ArrayList<>();
            for (int k = s * faults / swarms; k < (s + 1) * faults / swarms; k++) {
                isKill.add((k % 2 == 0 && k / 2 < kills) || k / 2 >= stops);
            }
            playWithFaults("swarm-" + s, isKill).forEach((what, count) -> found.merge(what, count, Integer::sum));
        }
        assertThat(found.get("restarts")).isEqualTo(kills);
        assertThat(found.get("rejectedMessages")).isZero();
        FaultTable.add(7, "kill -9 of one of 4 processes", kills, "0 lost rounds; 0 double actions; " + found);
        FaultTable.add(
                9,
                "SIGSTOP of one of 4 processes, 0.1 to 1.6 s, between kills",
                stops,
                "0 lost rounds; 0 double actions; " + found);
    }

    /** Kills or stops a process now and then; returns what the swarm counted. */
    private Map<String, Integer> playWithFaults(String out, List<Boolean> isKill) throws Exception {
        int horizon = 120 + 90 * isKill.size(); // a busy machine needs some to start the last one again
        String file = scenario(out, 12, horizon, 1, "{kind: circulant, degree: 4}", "{iterations: 3}")
                .toString();
        Process swarm =
                commands.start("swarm", file, "--out", out, "--processes", "4", "--deadline", "1s", "--pace", "60ms");
        try {
            awaitSwarm(swarm, out);
            awaitRound(out, 10);
            for (boolean kill : isKill) {
                JsonNode processes = commands.json(out + "/swarm.json").get("processes");
                long pid = processes.get(random.nextInt(4)).get("pid").asLong();
                if (kill) {
                    Commands.signal("KILL", pid);
                    awaitAnotherThan(out, pid);
                } else {
                    Commands.signal("STOP", pid);
                    Thread.sleep(100 + random.nextInt(1500));
                    Commands.signal("CONT", pid);
                }
                Thread.sleep(1500 + random.nextInt(1000));
            }
            commands.finish(swarm); // the swarm itself refuses a round with no action, or with two
        } finally {
            swarm.destroyForcibly();
        }
        assertThat(lastDegraded(out))
                .as("rounds after the last fault are clean again")
                .isLessThan(horizon - 20);
        Map<String, Integer> counted = new TreeMap<>();
        commands.json(out + "/summary.json")
                .get("faults")
                .properties()
                .forEach(fault -> counted.put(fault.getKey(), fault.getValue().asInt()));
        return counted;
    }

    private void awaitRound(String out, int round) throws IOException, InterruptedException {
        for (int k = 0; k < 2000; k++) {
            Path file = folder.resolve(out + "/fleet/m0000.actions.csv");
            if (Files.exists(file) && Files.readString(file).contains("\n" + round + ",")) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("round " + round + " was not reached");
    }

    /** Until a process that was killed has been started again. */
    private void awaitAnotherThan(String out, long pid) throws IOException, InterruptedException {
        for (int k = 0;
                k < 3000 && commands.json(out + "/swarm.json").toString().contains("\"pid\":" + pid);
                k++) {
            Thread.sleep(20);
        }
        assertThat(commands.json(out + "/swarm.json").toString()).doesNotContain("\"pid\":" + pid);
    }

    private int lastDegraded(String out) throws IOException {
        int last = 0;
        try (Stream<Path> files = Files.list(folder.resolve(out + "/fleet"))) {
            for (Path file :
                    files.filter(f -> f.toString().endsWith(".faults.csv")).toList()) {
                for (String line : Files.readAllLines(file)) {
                    last = Math.max(last, Integer.parseInt(line.substring(0, line.indexOf(','))));
                }
            }
        }
        return last;
    }

    // ---- what a person may do wrong

    @Test
    @Execution(ExecutionMode.CONCURRENT)
    @ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
    void badInputOfAgentAndSwarmEndsWithTwo() throws Exception {
        Path config = Files.writeString(
                folder.resolve("bad.yaml"),
                "fleet: Alpha\nmember: a\nmembers:\n  - {name: a, address: nowhere, agents: [0]}\ndeadline: soon\npaces: 1s\n");
        Process agent = commands.start("agent", config.toString());
        assertThat(agent.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(agent.exitValue()).isEqualTo(2);
        assertThat(commands.printed().toLowerCase(Locale.ROOT))
                .contains("bad.yaml:1:8", "host:port", "500ms", "did you mean pace?", "scenario", "needed:", "fix:")
                .doesNotContain("\tat ");
        String file =
                scenario("few", 4, 5, 1, "{kind: ring}", "{iterations: 6}").toString();
        Process swarm = commands.start("swarm", file, "--processes", "9", "--out", "swarm");
        assertThat(swarm.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(swarm.exitValue()).isEqualTo(2);
        assertThat(folder.resolve("swarm")).doesNotExist();
    }
}
