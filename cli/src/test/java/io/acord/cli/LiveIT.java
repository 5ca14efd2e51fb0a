package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.json.JsonMapper;

/**
 * Agents fed by the controllers of {@code examples/live}, in Python, JavaScript and C, beside members of a scenario.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
@ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
class LiveIT {

    private static final Random PORTS = new Random(); // not the test's own: two builds may run at once
    private static final Path EXAMPLES =
            Path.of("..", "examples", "live").toAbsolutePath().normalize();

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final JsonMapper JSON = new JsonMapper();

    private static final int LIVE = 3;
    private static final int MEMBERS = 5; // the last two play the scenario; the last has two agents
    private static final int AGENTS = 6;

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Commands commands;

    private final List<Process> controllers = new ArrayList<>();
    private final int[] ports = new int[MEMBERS];
    private final int[] doors = new int[LIVE];

    @BeforeEach
    void prepare() {
        commands = new Commands(folder);
    }

    @AfterEach
    void end() {
        controllers.forEach(controller -> {
            controller.descendants().forEach(ProcessHandle::destroyForcibly);
            controller.destroyForcibly();
        });
        commands.close();
    }

    private static void need(String program) {
        boolean isThere = Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
        Assumptions.assumeTrue(isThere, "there is no " + program + " here, and a controller needs it");
    }

    private static int freePort() throws IOException {
        for (int tries = 0; tries < 100; tries++) {
            try (ServerSocket socket =
                    new ServerSocket(12_000 + PORTS.nextInt(20_000), 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (BindException taken) {
                // another one
            }
        }
        throw new IOException("no free port in a hundred tries");
    }

    /** A path of six agents: costs in a file, three of them told by controllers. */
    private void write(int rounds, String deadline, String pace) throws Exception {
        Random random = new Random(3);
        StringBuilder costs = new StringBuilder();
        for (int t = 1; t <= rounds; t++) {
            for (int i = 0; i < AGENTS; i++) {
                String cost = i % 2 == 0
                        ? "{\"type\": \"quadratic\", \"alpha\": %.3f, \"v\": [%.6f]}"
                                .formatted(0.5 + random.nextDouble(), random.nextGaussian())
                        : "{\"type\": \"abs\", \"weight\": %.3f, \"v\": [%.6f], \"mu\": 0.5}"
                                .formatted(0.5 + random.nextDouble(), random.nextGaussian());
                costs.append("{\"round\": %d, \"agent\": \"%d\", \"cost\": %s}%n".formatted(t, i, cost));
            }
        }
        Files.writeString(folder.resolve("costs.jsonl"), costs.toString());
        Files.writeString(folder.resolve("scenario.yaml"), """
                horizon: %d
                beta: 3
                costs: {kind: jsonl, file: costs.jsonl}
                graph: {kind: path}
                algorithms:
                  - acord: {iterations: 9}
                """.formatted(rounds));
        StringBuilder book = new StringBuilder();
        for (int m = 0; m < MEMBERS; m++) {
            ports[m] = freePort();
            book.append(String.format(
                    Locale.ROOT,
                    "  - {name: m%d, address: \"127.0.0.1:%d\", agents: [%s]}%n",
                    m,
                    ports[m],
                    m < MEMBERS - 1 ? Integer.toString(m) : m + ", " + (m + 1)));
        }
        for (int m = 0; m < MEMBERS; m++) {
            String plays = "scenario: scenario.yaml";
            if (m < LIVE) {
                doors[m] = freePort();
                String neighbours = m == 0 ? "1" : (m - 1) + ", " + (m + 1);
                plays = """
                        feed: %s
                        late: held-cost
                        beta: 3
                        dimension: 1
                        iterations: 9
                        agents: {"%d": {start: 0, edges: [%s]}}
                        """.formatted(m == 2 ? "pipe" : "{http: \"127.0.0.1:" + doors[m] + "\"}", m, neighbours);
            }
            Files.writeString(folder.resolve("m" + m + ".yaml"), """
                    fleet: alpha
                    member: m%d
                    members:
                    %scertificates: certificates
                    deadline: %s
                    pace: %s
                    %s
                    """.formatted(m, book, deadline, pace, plays));
        }
        InThisProcess.done(
                "certificates",
                "--fleet",
                "alpha",
                "--members",
                "m0,m1,m2,m3,m4",
                "--out",
                folder.resolve("certificates").toString());
    }

    private Process member(int m) throws IOException {
        return commands.start("agent", folder.resolve("m" + m + ".yaml").toString());
    }

    /** A controller; what it prints is in a file of its own. */
    private Process controller(int m) throws Exception {
        String costs = folder.resolve("costs.jsonl").toString();
        List<String> command = new ArrayList<>();
        switch (m) {
            case 0 ->
                command.addAll(List.of(
                        "python3",
                        EXAMPLES.resolve("controller.py").toString(),
                        "http://127.0.0.1:" + doors[m],
                        "0",
                        "--costs",
                        costs));
            case 1 ->
                command.addAll(List.of(
                        "node",
                        EXAMPLES.resolve("controller.js").toString(),
                        "http://127.0.0.1:" + doors[m],
                        "1",
                        costs));
            default -> { // it starts its member itself
                command.addAll(List.of(folder.resolve("controller").toString(), "2", costs));
                command.addAll(Commands.java());
                command.addAll(List.of("agent", folder.resolve("m2.yaml").toString()));
            }
        }
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("controller-" + m + ".txt").toFile()))
                .start();
        controllers.add(process);
        return process;
    }

    private void compile() throws Exception {
        Process cc = new ProcessBuilder(
                        "cc",
                        "-Wall",
                        "-Wextra",
                        "-Werror",
                        "-o",
                        folder.resolve("controller").toString(),
                        EXAMPLES.resolve("controller.c").toString(),
                        "-lm")
                .inheritIO()
                .start();
        assertThat(cc.waitFor()).isZero();
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(4).toNanos();
        while (!holds.call() && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(25);
        }
        assertThat(holds.call()).as("%s%n%s", what, commands.printed()).isTrue();
    }

    /** What a member gave out: by round and agent. */
    private Map<String, String[]> actions(int m) throws IOException {
        Map<String, String[]> all = new HashMap<>();
        Path file = folder.resolve("actions-m" + m + ".csv");
        String text = Files.exists(file) ? Files.readString(file) : "";
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            String[] cells = line.split(",", -1);
            if (cells[0].matches("\\d+")) {
                assertThat(all.put(cells[0] + "," + cells[3], cells))
                        .as("a second action: " + line)
                        .isNull();
            }
        }
        return all;
    }

    private void awaitRound(int m, int round) throws Exception {
        await("member " + m + " at round " + round, () -> actions(m).containsKey(round + "," + m));
    }

    @Test
    void controllersInThreeLanguagesGetBitForBitWhatRunDecides() throws Exception {
        List.of("python3", "node", "cc").forEach(LiveIT::need);
        int rounds = 12;
        write(rounds, "60s", "0ms");
        compile();
        List<Process> members = new ArrayList<>();
        for (int m = 0; m < MEMBERS; m++) {
            if (m != 2) {
                members.add(member(m));
            }
        }
        for (int m = 0; m < LIVE; m++) {
            controller(m);
        }
        InThisProcess.done(
                "run",
                folder.resolve("scenario.yaml").toString(),
                "--out",
                folder.resolve("run").toString());
        for (int m = LIVE; m < MEMBERS; m++) {
            commands.finish(members.get(m - 1));
        }
        for (Process controller : controllers) {
            assertThat(controller.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(controller.exitValue()).isZero();
        }
        List<String> needed = Files.readAllLines(folder.resolve("run/actions.csv"));
        assertThat(needed).hasSize(1 + rounds * AGENTS);
        Map<String, String[]> given = new HashMap<>();
        for (int m = 0; m < MEMBERS; m++) {
            given.putAll(actions(m));
        }
        for (String line : needed.subList(1, needed.size())) {
            String[] cells = line.split(",", -1);
            String[] found = given.get(cells[2] + "," + cells[3]);
            assertThat(found).as(line).isNotNull().contains("final", cells[4]);
        }
        for (int m = 0; m < LIVE; m++) {
            String heard = Files.readString(folder.resolve("controller-" + m + ".txt"));
            for (int t = 1; t <= rounds; t++) {
                assertThat(heard).contains(Objects.requireNonNull(given.get(t + "," + m))[4]);
            }
            assertThat(heard).doesNotContain("\"why\"");
        }
    }

    @Test
    void aFleetGoesOnWithoutAControllerAMemberAndBothAndTheyComeBack() throws Exception {
        List.of("python3", "node", "cc").forEach(LiveIT::need);
        write(2000, "1s", "100ms\nwarm-up: 2s");
        compile();
        Map<Integer, Process> members = new HashMap<>();
        for (int m = 0; m < MEMBERS; m++) {
            if (m != 2) {
                members.put(m, member(m));
            }
        }
        for (int m = 0; m < LIVE; m++) {
            controller(m);
        }
        awaitRound(3, 3);
        // A controller dies: its member plays on with the cost that it was told last, and says so.
        controllers.get(0).destroyForcibly().waitFor();
        int died = last(0);
        awaitRound(3, died + 4);
        // A member dies, and its controller asks until it is back. A controller and its member die together.
        Objects.requireNonNull(members.get(1)).destroyForcibly().waitFor();
        Process both = controllers.get(2);
        List<ProcessHandle> itsMember = both.descendants().toList();
        both.destroyForcibly().waitFor();
        itsMember.forEach(ProcessHandle::destroyForcibly);
        int alone = last(3);
        awaitRound(3, alone + 4);
        // All of them come back.
        controller(0);
        members.put(1, member(1));
        controller(2);
        for (int m = 0; m < LIVE; m++) {
            int back = m;
            await("member " + m + " plays what its controller tells", () -> hasNews(back, last(3)));
        }
        int end = last(3) + 3;
        for (int m = 0; m < MEMBERS; m++) {
            int which = m;
            await("member " + m + " at the end", () -> last(which) >= end);
            Map<String, String[]> all = actions(m);
            int first = all.values().stream()
                    .mapToInt(cells -> Integer.parseInt(cells[0]))
                    .min()
                    .orElseThrow();
            for (int t = first; t <= end; t++) {
                assertThat(all).as("member " + m).containsKey(t + "," + m);
            }
            assertThat(first).isEqualTo(1);
        }
        assertThat(journal(0)).contains("played with that of round");
    }

    /** Three homes whose meters are read; the member of two of them is killed, and has counted everything once. */
    @Test
    void readingsThatAMemberWasToldBeforeItWasKilledCountOnce() throws Exception {
        Path scenario = folder.resolve("batteries.yaml");
        Path run = folder.resolve("run");
        Path certificates = folder.resolve("certificates");
        String policy = "algorithms=[acord: {iterations: 8}]";
        for (List<String> command : List.of(
                List.of("new", "--kind", "batteries", "--files", scenario.toString()),
                List.of("run", scenario.toString(), "--set", policy, "--set", "horizon=8", "--out", run.toString()),
                List.of("certificates", "--fleet", "f", "--members", "m0,m1", "--out", certificates.toString()))) {
            InThisProcess.done(command.toArray(new String[0]));
        }
        List<Process> members = new ArrayList<>();
        for (int m = 0; m < 2; m++) {
            ports[m] = freePort();
            doors[m] = freePort();
        }
        for (int m = 0; m < 2; m++) {
            Files.writeString(
                    folder.resolve("m" + m + ".yaml"), """
                    fleet: f
                    member: m%d
                    members:
                      - {name: m0, address: "127.0.0.1:%d", agents: {north: 0, depot: 1}}
                      - {name: m1, address: "127.0.0.1:%d", agents: {south: 2}}
                    certificates: certificates
                    deadline: 60s
                    feed: {http: "127.0.0.1:%d"}
                    scenario: batteries.yaml
                    set: ["%s"]
                    """.formatted(m, ports[0], ports[1], doors[m], policy));
            members.add(member(m));
        }
        List<String> series = Files.readAllLines(folder.resolve("series.csv"));
        List<String> setpoints = Files.readAllLines(run.resolve("setpoints.csv"));
        List<String> columns = List.of(setpoints.get(0).split(",", -1));
        for (int t = 1; t <= 8; t++) {
            Map<String, String> read = new HashMap<>();
            for (String line : series.subList(3 * t - 2, 3 * t + 1)) {
                String[] cells = line.split(",", -1);
                read.put(cells[1], "{\"load_kw\": %s, \"generation_kw\": %s}".formatted(cells[2], cells[3]));
            }
            // of those that live with the same member nothing has to be told twice
            Map<String, String> bodies = Map.of(
                    "north", body(t, read, "north", ""),
                    "depot", body(t, read, "depot", "\"south\": " + read.get("south")),
                    "south", body(t, read, "south", "\"depot\": " + read.get("depot")));
            if (t == 5) { // it has been told half of the round
                tell(0, Objects.requireNonNull(bodies.get("north")), true);
                members.get(0).destroyForcibly().waitFor();
                members.set(0, member(0));
            }
            for (boolean isAsync : new boolean[] {true, false}) {
                for (String line : setpoints.subList(3 * t - 2, 3 * t + 1)) {
                    List<String> cells = List.of(line.split(",", -1));
                    String home = cells.get(columns.indexOf("agent"));
                    String answer =
                            tell(home.equals("south") ? 1 : 0, Objects.requireNonNull(bodies.get(home)), isAsync);
                    for (int c = columns.indexOf("charge_kwh"); !isAsync && c < columns.size(); c++) {
                        assertThat(JSON.readTree(answer)
                                        .get("setpoints")
                                        .get(columns.get(c))
                                        .doubleValue())
                                .as("%s of %s in round %d", columns.get(c), home, t)
                                .isEqualTo(Double.parseDouble(cells.get(c)));
                    }
                }
            }
        }
    }

    private static String body(int t, Map<String, String> read, String home, String neighbours) {
        return "{\"round\": " + t + ", \"agent\": \"" + home + "\", \"readings\": " + read.get(home)
                + (neighbours.isEmpty() ? "" : ", \"neighbours\": {" + neighbours + "}") + "}";
    }

    /** Tells a member something, as soon as it is there. */
    private String tell(int m, String body, boolean isAsync) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + doors[m] + "/rounds"))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (isAsync) {
            request.header("Prefer", "respond-async");
        }
        List<String> heard = new ArrayList<>();
        await("an answer of member " + m, () -> {
            try {
                HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
                heard.add(answer.body());
                return isAsync ? answer.statusCode() / 100 == 2 : answer.statusCode() == 200;
            } catch (IOException notThere) {
                return false;
            }
        });
        return heard.get(heard.size() - 1);
    }

    /** Types in what {@code docs/live.md} says, at other ports. */
    @Test
    void theGuideLeadsFromNothingToALiveFleet() throws Exception {
        List.of("python3", "node", "cc", "bash", "curl").forEach(LiveIT::need);
        Map<String, String> own = new HashMap<>();
        for (String port : List.of("7001", "7002", "7003", "7101", "7102")) {
            own.put(port, Integer.toString(freePort()));
        }
        Path examples = Files.createDirectories(folder.resolve("examples").resolve("live"));
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            for (Path file : files.toList()) {
                Files.writeString(examples.resolve(file.getFileName()), replaced(Files.readString(file), own));
            }
        }
        Path acord = Files.writeString(
                folder.resolve("acord"),
                "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(String.join("' '", Commands.java())));
        assertThat(acord.toFile().setExecutable(true)).isTrue();
        String guide = Files.readString(Path.of("..", "docs", "live.md"));
        StringBuilder script = new StringBuilder("set -eu\ntrap 'kill $(jobs -p) 2> /dev/null' EXIT\n");
        Matcher blocks = Pattern.compile("(?s)```sh\n(.*?)```").matcher(guide);
        while (blocks.find()) {
            // The last command listens for ever; it is heard for a moment.
            String typed = replaced(blocks.group(1), own).replace("curl -sN ", "timeout 3 curl -sN ");
            script.append(typed.replace("event-stream'\n", "event-stream' || test $? = 124\n"));
        }
        Files.writeString(folder.resolve("guide.sh"), script.append("cat north.txt depot.txt\n"));
        Process typing = new ProcessBuilder("bash", "guide.sh")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("typed.txt").toFile())
                .start();
        controllers.add(typing);
        assertThat(typing.waitFor(4, TimeUnit.MINUTES)).isTrue();
        String printed = Files.readString(folder.resolve("typed.txt"));
        assertThat(typing.exitValue()).as(printed).isZero();
        for (String name : List.of("north", "depot", "south")) {
            for (int t = 1; t <= 5; t++) {
                assertThat(printed.replace(" ", ""))
                        .contains("{\"round\":" + t + ",\"agent\":\"" + name + "\",\"action\":[");
            }
        }
        assertThat(printed).contains("\"next\":").contains("\"round\":6,").contains("event: action");
    }

    private static String replaced(String text, Map<String, String> ports) {
        String now = text;
        for (Map.Entry<String, String> port : ports.entrySet()) {
            now = now.replace(port.getKey(), port.getValue());
        }
        return now;
    }

    private String journal(int m) throws IOException {
        StringBuilder text = new StringBuilder();
        for (String file : List.of("feed-0", "feed-1")) {
            Path path = folder.resolve("journal-m" + m).resolve(file);
            text.append(Files.exists(path) ? Files.readString(path) : "");
        }
        return text.toString();
    }

    /** Whether a member has, by now, played a round from here on with what its controller told of it. */
    private boolean hasNews(int m, int from) throws IOException {
        return journal(m)
                .lines()
                .filter(line -> line.contains(" answered ") && !line.contains("\"held\"") && !line.contains("no cost"))
                .anyMatch(line -> Integer.parseInt(line.split(" ", -1)[2]) >= from);
    }

    private int last(int m) throws IOException {
        return actions(m).values().stream()
                .mapToInt(cells -> Integer.parseInt(cells[0]))
                .max()
                .orElse(0);
    }
}
