package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.ScenarioReader;
import io.acord.service.AccessLog;
import io.acord.service.ServedFleets;
import io.acord.service.ServedScenario;
import io.acord.service.Service;
import io.acord.service.ServiceRoutes;
import io.acord.service.ServiceTokens;
import io.acord.web.OwnNames;
import io.acord.web.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * From an application's files to {@code setpoints.csv}, and with the same readings back into a service and into a live
 * fleet: the same numbers, bit for bit. Everything speaks HTTP, in this process; one of the three members is ended and
 * started again on the way.
 */
@Timeout(300)
class ApplicationsOutAndBackTest {

    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Random PORTS = new Random(); // not the test's own: two builds may run at once
    private static final int ROUNDS = 9; // of those that the example files have
    private static final int RESTARTED_AFTER = 5;

    @TempDir
    private Path folder;

    private final List<Thread> members = new ArrayList<>();
    private final int[] addresses = new int[3];
    private final int[] doors = new int[3];

    /** What is told of everybody in a round, by name. */
    private interface Readings {
        Map<String, String> of(int t);
    }

    /** What came out of a round, by name of the agent. */
    private interface Player extends AutoCloseable {
        Map<String, JsonNode> play(int t, Map<String, String> readings) throws Exception;

        @Override
        void close() throws IOException;
    }

    @AfterEach
    void end() throws InterruptedException {
        for (Thread member : members) {
            member.interrupt();
        }
        for (Thread member : members) {
            member.join(20_000);
        }
    }

    private Path scenario(String kind) {
        Path file = folder.resolve(kind + ".yaml");
        InThisProcess.Answer answer = InThisProcess.acord("new", "--kind", kind, "--files", file.toString());
        assertThat(answer.code()).as(answer.err()).isZero();
        return file;
    }

    /** The lines of {@code setpoints.csv} of the scenario's first policy, by its header. */
    private List<Map<String, String>> run(Path scenario, int rounds) throws IOException {
        Path out = folder.resolve("run");
        InThisProcess.Answer answer = InThisProcess.acord(
                "run",
                scenario.toString(),
                "--set",
                "algorithms=[acord: {iterations: 8}]",
                "--set",
                "horizon=" + rounds,
                "--out",
                out.toString());
        assertThat(answer.code()).as(answer.err()).isZero();
        return table(out.resolve("setpoints.csv"));
    }

    private static List<Map<String, String>> table(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String[] header = lines.get(0).split(",", -1);
        List<Map<String, String>> rows = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",", -1);
            Map<String, String> row = new LinkedHashMap<>();
            for (int c = 0; c < header.length; c++) {
                row.put(header[c], cells[c]);
            }
            rows.add(row);
        }
        return rows;
    }

    /** Lines of a series, three agents at a time; its first two columns are the time and the agent. */
    private Readings series(String file) throws IOException {
        List<Map<String, String>> rows = table(folder.resolve(file));
        return t -> {
            Map<String, String> told = new LinkedHashMap<>();
            for (Map<String, String> row : rows.subList(3 * t - 3, 3 * t)) {
                List<String> cells = List.copyOf(row.values());
                List<String> names = List.copyOf(row.keySet());
                List<String> numbers = new ArrayList<>();
                for (int c = 2; c < names.size(); c++) {
                    numbers.add("\"" + names.get(c) + "\": " + cells.get(c));
                }
                told.put(cells.get(1), "{" + String.join(", ", numbers) + "}");
            }
            return told;
        };
    }

    // ---- a service

    private final class Served implements Player {
        private final WebServer server;
        private final Service service;

        Served(Path scenario) throws IOException {
            PrintWriter stderr = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            this.server = WebServer.bind(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ServiceRoutes.limits(1 << 20), stderr);
            this.service = Service.open(
                    ServedScenario.of(ScenarioReader.read(scenario, List.of("algorithms=[acord: {iterations: 8}]"))),
                    folder.resolve("served"));
            server.start(
                    new ServiceRoutes(
                            ServedFleets.of(List.of(service)),
                            server.limits(),
                            "test",
                            OwnNames.of(List.of("127.0.0.1"), false),
                            ServiceTokens.none(),
                            AccessLog.to(null, stderr)),
                    null);
        }

        @Override
        public Map<String, JsonNode> play(int t, Map<String, String> readings) throws Exception {
            List<String> told = new ArrayList<>();
            readings.forEach((agent, numbers) -> told.add("\"" + agent + "\": " + numbers));
            JsonNode answer = answer(HTTP.send(
                    post(
                            server.address().getPort(),
                            "/rounds/" + t,
                            "{\"readings\": {" + String.join(", ", told) + "}}"),
                    HttpResponse.BodyHandlers.ofString()));
            Map<String, JsonNode> all = new HashMap<>();
            answer.get("setpoints").properties().forEach(each -> all.put(each.getKey(), each.getValue()));
            return all;
        }

        @Override
        public void close() throws IOException {
            server.close();
            service.close();
        }
    }

    private static HttpRequest post(int port, String path, String body) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static JsonNode answer(HttpResponse<String> response) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    // ---- live members

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

    /**
     * Three members, one for each agent; the agents are a path in the order of their names here, if neighbours count.
     */
    private final class Live implements Player {
        private final List<String> agents;
        private final boolean tellsNeighbours;

        Live(List<String> agents, Map<String, Path> scenarios, boolean tellsNeighbours) throws Exception {
            this.agents = agents;
            this.tellsNeighbours = tellsNeighbours;
            InThisProcess.acord("certificates", "--fleet", "f", "--members", "m0,m1,m2", "--out", folder.toString());
            StringBuilder book = new StringBuilder();
            for (int m = 0; m < 3; m++) {
                addresses[m] = freePort();
                doors[m] = freePort();
                book.append(String.format(
                        Locale.ROOT,
                        "  - {name: m%d, address: \"127.0.0.1:%d\", agents: {%s: %d}}%n",
                        m,
                        addresses[m],
                        agents.get(m),
                        m));
            }
            for (int m = 0; m < 3; m++) {
                Files.writeString(folder.resolve("m" + m + ".yaml"), """
                        fleet: f
                        member: m%d
                        members:
                        %sfeed: {http: "127.0.0.1:%d"}
                        scenario: %s
                        set: ["algorithms=[acord: {iterations: 8}]"]
                        deadline: 60s
                        """.formatted(
                                m, book, doors[m], scenarios.get(agents.get(m))));
                start(m);
            }
        }

        private void start(int m) throws InterruptedException {
            Thread member = new Thread(
                    () -> InThisProcess.acord(
                            "agent", folder.resolve("m" + m + ".yaml").toString()),
                    "member-" + m);
            members.add(m, member);
            member.start();
            boolean isThere = false;
            while (!isThere) {
                assertThat(member.isAlive()).isTrue();
                try {
                    HTTP.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + doors[m] + "/"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
                    isThere = true;
                } catch (IOException e) {
                    TimeUnit.MILLISECONDS.sleep(20);
                }
            }
        }

        void restart(int m) throws InterruptedException {
            Thread member = members.remove(m);
            member.interrupt();
            member.join(20_000);
            assertThat(member.isAlive()).isFalse();
            start(m);
        }

        @Override
        public Map<String, JsonNode> play(int t, Map<String, String> readings) throws Exception {
            if (t == RESTARTED_AFTER + 1) {
                restart(1);
            }
            List<CompletableFuture<HttpResponse<String>>> asked = new ArrayList<>();
            for (int m = 0; m < 3; m++) {
                List<String> others = new ArrayList<>();
                for (int other = Math.max(0, m - 1); tellsNeighbours && other < Math.min(3, m + 2); other++) {
                    if (other != m) {
                        others.add("\"" + agents.get(other) + "\": " + readings.get(agents.get(other)));
                    }
                }
                String body = "{\"round\": " + t + ", \"readings\": " + readings.get(agents.get(m))
                        + (others.isEmpty() ? "" : ", \"neighbours\": {" + String.join(", ", others) + "}") + "}";
                asked.add(HTTP.sendAsync(post(doors[m], "/rounds", body), HttpResponse.BodyHandlers.ofString()));
            }
            Map<String, JsonNode> all = new HashMap<>();
            for (int m = 0; m < 3; m++) {
                JsonNode answer = answer(asked.get(m).get(60, TimeUnit.SECONDS));
                assertThat(answer.has("why")).as(answer.toString()).isFalse();
                assertThat(answer.get("level").asString()).isEqualTo("final");
                all.put(agents.get(m), answer.get("setpoints"));
            }
            return all;
        }

        @Override
        public void close() {
            // after the test
        }
    }

    // ---- the same numbers

    private static void compare(int t, JsonNode told, Map<String, String> line, Set<String> open) {
        for (String column : told.propertyNames()) {
            if (open.contains(column)) {
                assertThat(told.get(column).isNull()).as(column).isTrue();
            } else {
                assertThat(told.get(column).doubleValue())
                        .as("%s of %s in round %d", column, line.get("agent"), t)
                        .isEqualTo(Double.parseDouble(String.valueOf(line.get(column))));
            }
        }
    }

    private static List<String> agents(List<Map<String, String>> setpoints) {
        Set<String> names = new LinkedHashSet<>();
        setpoints.forEach(row -> names.add(String.valueOf(row.get("agent"))));
        return List.copyOf(names);
    }

    private void outAndBack(
            Path scenario,
            Map<String, Path> ofMembers,
            List<Map<String, String>> expected,
            Readings readings,
            boolean tellsNeighbours,
            Set<String> open)
            throws Exception {
        List<String> agents = agents(expected);
        try (Player served = new Served(scenario);
                Player live = new Live(agents, ofMembers, tellsNeighbours)) {
            for (int t = 1; t <= expected.size() / 3; t++) {
                Map<String, String> told = readings.of(t);
                Map<String, JsonNode> byService = served.play(t, told);
                Map<String, JsonNode> byMembers = live.play(t, told);
                for (Map<String, String> line : expected.subList(3 * t - 3, 3 * t)) {
                    assertThat(line.get("round")).isEqualTo(Integer.toString(t));
                    compare(t, Objects.requireNonNull(byService.get(line.get("agent"))), line, Set.of());
                    compare(t, Objects.requireNonNull(byMembers.get(line.get("agent"))), line, open);
                }
            }
        }
    }

    private static Map<String, Path> everybody(List<Map<String, String>> expected, Path scenario) {
        Map<String, Path> all = new HashMap<>();
        agents(expected).forEach(agent -> all.put(agent, scenario));
        return all;
    }

    /** Where work goes is known to nobody who does not know all servers that are on. */
    @Test
    void centresThatAreToldTheirHoursHaveTheServersOfTheRun() throws Exception {
        Path scenario = scenario("load-balancing");
        List<Map<String, String>> expected = run(scenario, ROUNDS);
        Set<String> open = Set.of("given_interactive_servers", "taken_interactive_servers");
        outAndBack(scenario, everybody(expected, scenario), expected, series("hours.csv"), true, open);
    }

    /** Of products whose sales are not told. */
    @Test
    void pricesThatWereLearnedAreThoseOfTheRun() throws Exception {
        Path scenario = scenario("pricing");
        List<Map<String, String>> expected = run(scenario, ROUNDS);
        Map<String, String> nothing = new LinkedHashMap<>();
        agents(expected).forEach(agent -> nothing.put(agent, "{}"));
        Set<String> open = Set.of("expected_units");
        outAndBack(scenario, everybody(expected, scenario), expected, t -> nothing, false, open);
    }

    /** Summer time begins on the first day, of 23 hours, and ends on the second, of 25; clocks do not say it. */
    @ParameterizedTest
    @CsvSource({"2026-03-29, 23, +01:00, +02:00", "2026-10-25, 25, +02:00, +01:00"})
    void daysOnWhichClocksArePutOnAreToldHourByHour(String day, int hours, String first, String last) throws Exception {
        Path scenario = scenario("batteries");
        StringBuilder series = new StringBuilder("time,unit,load_kw,generation_kw\n");
        for (int hour = 0; hour < 24; hour++) {
            int times = hour != 2 ? 1 : hours - 23;
            for (int k = 0; k < times; k++) {
                for (String unit : List.of("north", "depot", "south")) {
                    series.append("%sT%02d:00,%s,%s,%s%n"
                            .formatted(day, hour, unit, 0.1 * (hour % 7 + k), 0.2 * (hour % unit.length())));
                }
            }
        }
        Files.writeString(folder.resolve("series.csv"), series);
        Files.writeString(
                scenario, Files.readString(scenario).replace("gaps: refuse", "gaps: refuse\n  zone: Europe/Berlin"));
        List<Map<String, String>> expected = run(scenario, hours);
        assertThat(expected).hasSize(3 * hours);
        assertThat(expected.get(0)).containsEntry("time", day + "T00:00" + first);
        assertThat(expected.get(3 * hours - 1)).containsEntry("time", day + "T23:00" + last);
        outAndBack(scenario, everybody(expected, scenario), expected, series("series.csv"), true, Set.of());
    }

    /** The files of each member have its own gantry and those beside it, whose numbers are not its own. */
    @Test
    void aMemberNeedsNoParametersButItsOwn() throws Exception {
        Path scenario = scenario("speed-harmonisation");
        List<Map<String, String>> expected = run(scenario, ROUNDS);
        List<String> gantries = agents(expected);
        Map<String, Path> scenarios = new HashMap<>();
        for (int m = 0; m < 3; m++) {
            List<String> known = gantries.subList(Math.max(0, m - 1), Math.min(3, m + 2));
            StringBuilder traffic = new StringBuilder("round,gantry,density_veh_per_km\n");
            StringBuilder road = new StringBuilder("gantry,length_km,limit_kmh,lowest_kmh\n");
            for (String gantry : known) {
                traffic.append("1,").append(gantry).append(",0\n");
                String own = Files.readAllLines(folder.resolve("gantries.csv")).get(m + 1);
                road.append(gantry.equals(gantries.get(m)) ? own : gantry + ",9,77,33")
                        .append("\n");
            }
            Files.writeString(folder.resolve("traffic-" + m + ".csv"), traffic);
            Files.writeString(folder.resolve("gantries-" + m + ".csv"), road);
            scenarios.put(
                    gantries.get(m),
                    Files.writeString(
                            folder.resolve("own-" + m + ".yaml"),
                            Files.readString(scenario)
                                    .replace("traffic.csv", "traffic-" + m + ".csv")
                                    .replace("gantries.csv", "gantries-" + m + ".csv")));
        }
        outAndBack(scenario, scenarios, expected, series("traffic.csv"), false, Set.of());
    }

    /** What pushes drones is how far they are from where they were told to be: a run has no readings for that. */
    @Test
    void dronesThatSayWhereTheyAreFlyTheSameWay() throws Exception {
        Path scenario = scenario("drones");
        List<Map<String, String>> planned = run(scenario, ROUNDS);
        List<String> drones = agents(planned);
        try (Player served = new Served(scenario);
                Player live = new Live(drones, everybody(planned, scenario), false)) {
            Map<String, double[]> places = new HashMap<>();
            for (Map<String, String> row : planned.subList(0, 3)) {
                places.put(row.get("agent"), numbers(row, List.of("x_m", "y_m", "z_m")));
            }
            for (int t = 1; t <= ROUNDS; t++) {
                Map<String, String> told = new LinkedHashMap<>();
                for (int i = 0; i < 3; i++) {
                    double[] at = Objects.requireNonNull(places.get(drones.get(i)));
                    told.put(
                            drones.get(i),
                            "{\"x_m\": %s, \"y_m\": %s, \"z_m\": %s}"
                                    .formatted(at[0] + 0.1 * (i + t % 3), at[1] - 0.2 * (t % 2), at[2]));
                }
                Map<String, JsonNode> byService = served.play(t, told);
                assertThat(live.play(t, told)).isEqualTo(byService);
                byService.forEach((drone, to) -> places.put(drone, new double[] {
                    to.get("x_m").doubleValue(),
                    to.get("y_m").doubleValue(),
                    to.get("z_m").doubleValue()
                }));
            }
        }
    }

    private static double[] numbers(Map<String, String> row, List<String> columns) {
        return columns.stream()
                .mapToDouble(column -> Double.parseDouble(String.valueOf(row.get(column))))
                .toArray();
    }
}
