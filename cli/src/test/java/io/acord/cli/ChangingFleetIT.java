package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A live fleet of processes in which one joins, one leaves and one is taken over by another, nobody stopped. */
@ResourceLock(value = Commands.MACHINE, mode = ResourceAccessMode.READ)
class ChangingFleetIT {

    private static final List<String> NAMES = List.of("a", "b", "c");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @SuppressWarnings("NullAway.Init") // before each test
    private Commands commands;

    private final Map<String, Integer> ports = new HashMap<>();
    private final Map<String, Integer> doors = new HashMap<>();

    @BeforeEach
    void prepare() throws Exception {
        commands = new Commands(folder);
        for (String name : NAMES) {
            ports.put(name, freePort());
            doors.put(name, freePort());
        }
        commands.finish(commands.start(
                "certificates", "--fleet", "alpha", "--members", String.join(",", NAMES), "--out", "certificates"));
    }

    @AfterEach
    void end() {
        commands.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** The file of a member, on a path of those that it knows; {@code keys} are further lines. */
    private void write(String file, String member, List<String> known, String keys) throws IOException {
        StringBuilder members = new StringBuilder();
        for (String name : known) {
            members.append("  - {name: %s, address: \"127.0.0.1:%d\", agents: {%s: %d}}%n"
                    .formatted(name, ports.get(name), name, NAMES.indexOf(name)));
        }
        List<String> neighbours = known.stream()
                .filter(name -> Math.abs(NAMES.indexOf(name) - NAMES.indexOf(member)) == 1)
                .toList();
        Path whole = Files.writeString(folder.resolve(file + ".new"), """
                fleet: alpha
                member: %s
                members:
                %scertificates: certificates
                deadline: 20s
                pace: 200ms
                feed: {http: "127.0.0.1:%d"}
                wait: 50ms
                late: held-cost
                beta: 3
                agents: {%s: {start: 0, edges: %s}}
                %s
                """.formatted(
                        member, members, doors.get(member), member, neighbours, keys));
        Files.move(whole, folder.resolve(file), java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    /** Starts a member, and tells it a cost that it keeps. */
    private Process start(String file, String member, double target) throws Exception {
        Process process = commands.start("agent", folder.resolve(file).toString());
        HttpRequest told = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + doors.get(member) + "/rounds"))
                .header("Content-Type", "application/json")
                .header("Prefer", "respond-async")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"round\": 1, \"cost\": {\"alpha\": 1, \"v\": " + target + "}}"))
                .build();
        await(member + " listens", () -> {
            try {
                // A life that takes a journal over has been told this round before.
                return HTTP.send(told, HttpResponse.BodyHandlers.ofString()).statusCode() < 500;
            } catch (IOException e) {
                return false;
            }
        });
        return process;
    }

    private void await(String what, Callable<Boolean> holds) throws Exception {
        long end = System.nanoTime() + Duration.ofMinutes(2).toNanos();
        while (!holds.call()) {
            assertThat(System.nanoTime()).as("%s%n%s", what, commands.printed()).isLessThan(end);
            TimeUnit.MILLISECONDS.sleep(25);
        }
    }

    /** Rounds and levels that a member gave out, in order. */
    private List<String[]> acted(String member) throws IOException {
        Path file = folder.resolve("actions-" + member + ".csv");
        String text = Files.exists(file) ? Files.readString(file) : "";
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(line -> line.split(",", -1))
                .filter(cells -> cells[0].matches("\\d+"))
                .toList();
    }

    private int round(String member) throws IOException {
        List<String[]> all = acted(member);
        return all.isEmpty() ? 0 : Integer.parseInt(all.get(all.size() - 1)[0]);
    }

    private void awaitRound(String member, int round) throws Exception {
        await(member + " at round " + round, () -> round(member) >= round);
    }

    @Test
    void oneJoinsOneIsTakenOverAndOneLeavesAndNobodyElseNotices() throws Exception {
        write("a.yaml", "a", List.of("a", "b"), "");
        write("b.yaml", "b", List.of("a", "b"), "");
        Process a = start("a.yaml", "a", 0);
        start("b.yaml", "b", 6);
        awaitRound("b", 3);

        write("c.yaml", "c", List.of("b", "c"), "joins: true");
        write("b.yaml", "b", NAMES, "");
        Process c = start("c.yaml", "c", 9);
        awaitRound("c", round("b") + 5);
        int first = Integer.parseInt(acted("c").get(0)[0]);
        assertThat(first).isGreaterThan(3);

        copy(folder.resolve("journal-c"), folder.resolve("journal-c-elsewhere"));
        ports.put("c", freePort());
        doors.put("c", freePort());
        write("c-elsewhere.yaml", "c", List.of("b", "c"), "journal: journal-c-elsewhere\nactions: actions-d.csv");
        start("c-elsewhere.yaml", "c", 9);
        write("b.yaml", "b", NAMES, "");
        assertThat(c.waitFor(60, TimeUnit.SECONDS)).as(commands.printed()).isTrue();
        assertThat(c.exitValue()).isNotZero();
        assertThat(commands.printed()).contains("is played by another process");
        awaitRound("d", round("b") + 3);

        write("a.yaml", "a", List.of("a", "b"), "leaves: true");
        assertThat(a.waitFor(60, TimeUnit.SECONDS)).as(commands.printed()).isTrue();
        assertThat(a.exitValue()).as(commands.printed()).isZero();
        int last = round("a");
        assertThat(commands.printed()).contains("a has left after round " + last);
        awaitRound("b", last + 4);
        assertThat(acted("b").stream().map(cells -> Integer.parseInt(cells[0])))
                .as("every round once")
                .doesNotHaveDuplicates();
        assertThat(Files.readString(folder.resolve("b.faults.csv")))
                .as("nobody was waited for in vain when one left")
                .doesNotContain("\n" + (last + 1) + ",", "\n" + (last + 2) + ",", "\n" + (last + 3) + ",");
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectory(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                if (!file.getFileName().toString().contains("lock")) {
                    Files.copy(file, to.resolve(file.getFileName()));
                }
            }
        }
    }
}
