package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.service.Service;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * {@code acord serve} as a process that is killed, interrupted, and short of disk, on the jar that was just packaged.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "signals")
class ServeIT {

    private static final Path EXAMPLE = Path.of("..", "examples", "serve", "batteries.yaml")
            .toAbsolutePath()
            .normalize();

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Process> started = new ArrayList<>();
    private String address = "";

    @AfterEach
    void endAll() {
        started.forEach(Process::destroyForcibly);
    }

    /** Starts a service and waits for its address. */
    private Process start(String before, String... options) throws IOException, InterruptedException {
        return start(EXAMPLE, before, options);
    }

    private Process start(Path scenario, String before, String... options) throws IOException, InterruptedException {
        Process process = begin(scenario, before, options);
        Path out = folder.resolve("out.txt");
        for (int k = 0; k < 2400 && process.isAlive() && !Files.readString(out).endsWith("\n"); k++) {
            Thread.sleep(25);
        }
        address = Files.readString(out).strip();
        assertThat(address).as(err()).startsWith("http://");
        return process;
    }

    private Process begin(String before, String... options) throws IOException {
        return begin(EXAMPLE, before, options);
    }

    private Process begin(Path scenario, String before, String... options) throws IOException {
        Path out = folder.resolve("out.txt");
        String command = before + "exec '" + String.join("' '", Commands.java()) + "' serve '" + scenario
                + "' --port 0 --state state " + String.join(" ", options);
        Process process = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("err.txt").toFile()))
                .start();
        started.add(process);
        return process;
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err.txt"), StandardCharsets.UTF_8);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(int t, String body) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(address + "/rounds/" + t))
                        .timeout(Duration.ofSeconds(30))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private static String round(int t) {
        return """
                {"costs": {"north": {"alpha": 1, "v": %d}, "depot": {"alpha": 0.5, "v": 40}, "south": {"alpha": 2, "v": %d}}}
                """.formatted(30 + t * 7 % 40, 70 - t * 11 % 30);
    }

    /** A day of 25 hours, told hour by hour to a service that is killed in the middle, has the numbers of a run. */
    @Test
    void anApplicationIsServedWithTheSetPointsOfItsRun() throws Exception {
        StringBuilder series = new StringBuilder("time,unit,load_kw,generation_kw\n");
        for (int hour = 0; hour < 24; hour++) {
            for (int again = 0; again < (hour == 2 ? 2 : 1); again++) {
                series.append("2026-10-25T%02d:00,north,0.7,%s%n".formatted(hour, 0.3 * (hour % 7)));
                series.append("2026-10-25T%02d:00,south,%s,1.1%n".formatted(hour, 0.1 * hour));
            }
        }
        Files.writeString(folder.resolve("series.csv"), series);
        Files.writeString(folder.resolve("units.csv"), "unit,capacity_kwh\nnorth,10\nsouth,6.5\n");
        Path scenario = Files.writeString(folder.resolve("homes.yaml"), """
                costs: {kind: batteries, series: series.csv, units: units.csv, zone: Europe/Berlin}
                graph: {kind: path}
                algorithms: [acord]
                """);
        assertThat(InThisProcess.acord(
                                "run",
                                scenario.toString(),
                                "--out",
                                folder.resolve("run").toString())
                        .code())
                .isZero();
        List<String> setpoints = Files.readAllLines(folder.resolve("run/setpoints.csv"));
        assertThat(setpoints).hasSize(51);
        String[] columns = setpoints.get(0).split(",", -1);
        List<String> lines = series.toString().lines().skip(1).toList();
        Process process = start(scenario, "");
        for (int t = 1; t <= 25; t++) {
            if (t == 12) {
                process.destroyForcibly().waitFor();
                process = start(scenario, "");
            }
            List<String> readings = new ArrayList<>();
            for (String line : lines.subList(2 * t - 2, 2 * t)) {
                String[] told = line.split(",", -1);
                readings.add("\"%s\": {\"load_kw\": %s, \"generation_kw\": %s}".formatted(told[1], told[2], told[3]));
            }
            HttpResponse<String> answer = post(t, "{\"readings\": {" + String.join(", ", readings) + "}}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            JsonNode told = new ObjectMapper().readTree(answer.body()).get("setpoints");
            for (String line : setpoints.subList(2 * t - 1, 2 * t + 1)) {
                String[] numbers = line.split(",", -1);
                for (int c = 4; c < columns.length; c++) {
                    assertThat(told.get(numbers[3]).get(columns[c]).doubleValue())
                            .as("%s of %s in round %d", columns[c], numbers[3], t)
                            .isEqualTo(Double.parseDouble(numbers[c]));
                }
            }
        }
        assertThat(get("/").body()).contains("load_kw");
    }

    /** The example files, with a column that has the numbers of the run, whatever pushes drones. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pricing | {\"tea\": {}, \"mate\": {}, \"coffee\": {}} | price_eur",
                "drones | {\"alpha\": {\"x_m\": 0, \"y_m\": 0, \"z_m\": 20}, \"bravo\": {\"x_m\": -10, \"y_m\": 8, \"z_m\": 20},"
                        + " \"charlie\": {\"x_m\": -10, \"y_m\": -8, \"z_m\": 20, \"flying\": 0}} | time_s"
            })
    void applicationsOfEveryKindAreServed(String kind, String readings, String column) throws Exception {
        Path scenario = folder.resolve(kind + ".yaml");
        assertThat(InThisProcess.acord("new", "--kind", kind, "--files", scenario.toString())
                        .code())
                .isZero();
        assertThat(InThisProcess.acord(
                                "run",
                                scenario.toString(),
                                "--set",
                                "algorithms=[acord]",
                                "--set",
                                "horizon=2",
                                "--out",
                                folder.resolve("run").toString())
                        .code())
                .isZero();
        List<String> setpoints = Files.readAllLines(folder.resolve("run/setpoints.csv"));
        List<String> columns = List.of(setpoints.get(0).split(",", -1));
        start(scenario, "");
        HttpResponse<String> answer = post(1, "{\"readings\": " + readings + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        JsonNode told = new ObjectMapper().readTree(answer.body()).get("setpoints");
        for (String line : setpoints.subList(1, 4)) {
            String[] cells = line.split(",", -1);
            JsonNode agent = told.get(cells[columns.indexOf("agent")]);
            assertThat(columns).containsAll(agent.propertyNames());
            assertThat(agent.get(column).doubleValue()).isEqualTo(Double.parseDouble(cells[columns.indexOf(column)]));
        }
        assertThat(post(2, "{\"readings\": {}}").statusCode()).isEqualTo(400);
        assertThat(get("/").body()).contains("readings");
    }

    /**
     * Kills while a client sends rounds as fast as they are answered; whatever the client was answered is still so
     * after the restart, and the answers are those of a service that was never killed.
     */
    @Test
    @Tag(FaultTable.ENDURANCE)
    void killingItLosesNothingThatWasAnswered() throws IOException, InterruptedException {
        Random random = new Random(5);
        List<String> answers = new ArrayList<>();
        int kills = FaultTable.runs(200, 6);
        for (int kill = 0; kill < kills; kill++) {
            Process process = start("");
            for (int t = firstKept(answers.size()); t <= answers.size(); t++) {
                if (t % 50 == 0 || t > answers.size() - 200) { // the others in the end
                    assertThat(get("/rounds/" + t).body()).as("round %d", t).isEqualTo(answers.get(t - 1));
                }
            }
            if (kill > 0) {
                assertThat(post(answers.size(), round(answers.size())).body())
                        .isEqualTo(answers.get(answers.size() - 1));
                assertThat(post(answers.size(), round(answers.size() + 1)).statusCode())
                        .isEqualTo(409);
            }
            int delay = 50 + random.nextInt(250);
            Thread killer = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(delay);
                } catch (InterruptedException e) {
                    // then a little earlier
                }
                process.destroyForcibly(); // SIGKILL
            });
            // However slow the machine is, every life answers one round at least.
            answers.add(post(answers.size() + 1, round(answers.size() + 1)).body());
            killer.start();
            try {
                while (true) {
                    int t = answers.size() + 1;
                    HttpResponse<String> answer = post(t, round(t));
                    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
                    answers.add(answer.body());
                }
            } catch (IOException killed) {
                // as meant
            }
            killer.join();
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(128 + 9);
        }
        assertThat(answers).hasSizeGreaterThanOrEqualTo(kills);
        Process survivor = start("");
        for (int t = firstKept(answers.size()); t <= answers.size(); t++) {
            assertThat(get("/rounds/" + t).body()).as("round %d", t).isEqualTo(answers.get(t - 1));
        }
        survivor.destroyForcibly().waitFor();
        Files.move(folder.resolve("state"), folder.resolve("killed"));
        start("");
        for (int t = 1; t <= answers.size(); t++) {
            assertThat(post(t, round(t)).body()).as("round %d", t).isEqualTo(answers.get(t - 1));
        }
        FaultTable.add(
                35,
                "serve: kill -9 while rounds are sent as fast as they are answered",
                kills,
                "0 failures: each of " + answers.size()
                        + " rounds that were answered was answered again with the same bytes as long as it was kept, and all are those of a service that was never killed");
    }

    /** The first of so many rounds that can surely be asked for again. */
    private static int firstKept(int rounds) {
        return Math.max(1, rounds - Service.DEFAULT_KEPT + 1);
    }

    /** Prints how soon it starts: a slow machine is no failure, a journal that grows is one. */
    @Test
    @Tag(FaultTable.ENDURANCE)
    void aServiceWithALongPastStartsAsSoonAsANewOneAndItsJournalIsBounded() throws IOException, InterruptedException {
        int rounds = FaultTable.runs(100_000, 400);
        int kept = rounds / 10;
        long begin = System.nanoTime();
        Process process = start("", "--keep", Integer.toString(kept));
        double young = (System.nanoTime() - begin) / 1e9;
        List<Long> sizes = new ArrayList<>();
        String last = "";
        for (int t = 1; t <= rounds; t++) {
            HttpResponse<String> answer = post(t, round(t));
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
            last = answer.body();
            if (t % (rounds / 100) == 0) {
                sizes.add(sizeOfState());
            }
        }
        process.destroyForcibly().waitFor();
        begin = System.nanoTime();
        start("", "--keep", Integer.toString(kept));
        double old = (System.nanoTime() - begin) / 1e9;
        assertThat(get("/rounds/" + rounds).body()).isEqualTo(last);
        assertThat(get("/rounds/" + (rounds - kept + 1)).statusCode()).isEqualTo(200);
        assertThat(get("/rounds/1").statusCode()).isEqualTo(410);
        long early = Collections.max(sizes.subList(0, 50));
        long late = Collections.max(sizes.subList(50, 100));
        assertThat((double) late).as("bytes of the journal").isLessThan(1.1 * early);
        FaultTable.add(
                34,
                "serve: killed after many rounds, of which a tenth can be asked for again",
                rounds,
                String.format(
                        Locale.ROOT,
                        "0 failures: starts in %.2f s, without a past in %.2f; journal at most %d kB in the first half, %d in the second",
                        old,
                        young,
                        early / 1000,
                        late / 1000));
    }

    private long sizeOfState() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("state"))) {
            long sum = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                sum += Files.size(file);
            }
            return sum;
        }
    }

    /** Prints what they cost; a slow machine is no failure, a service that stops answering is one. */
    @Test
    @Tag(FaultTable.DOORS)
    void aThousandHalfSentRequestsKeepNobodyWaiting() throws IOException, InterruptedException {
        Process process = start("");
        int t = 1;
        for (; t <= 300; t++) {
            assertThat(post(t, round(t)).statusCode()).isEqualTo(200); // warms up
        }
        Footprint before = Footprint.of(process.pid());
        Footprint under = before;
        URI at = URI.create(address);
        List<Socket> halves = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        List<Double> among = new ArrayList<>();
        int turns = 6; // by turns: whatever else the machine does should hit both alike
        int tries = 0;
        try (Socket client = new Socket(at.getHost(), at.getPort())) {
            client.setSoTimeout(30_000);
            for (int turn = 0; turn < turns; turn++) {
                boolean isAlone = turn % 2 == 0;
                for (int k = 0; !isAlone && k < 1000; k++, tries++) {
                    Socket half = new Socket(at.getHost(), at.getPort());
                    halves.add(half);
                    String head = "POST /rounds/1 HTTP/1.1\r\nHost: " + at.getAuthority()
                            + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
                    String begun = k % 2 == 0 ? head : head.substring(0, 30);
                    half.getOutputStream().write(begun.getBytes(StandardCharsets.US_ASCII));
                }
                for (int k = 0; k < 150; k++, t++) {
                    long begin = System.nanoTime();
                    assertThat(postInTwoParts(client, t)).startsWith("HTTP/1.1 200 ");
                    (isAlone ? alone : among).add((System.nanoTime() - begin) / 1e6);
                }
                if (!isAlone) {
                    under = Footprint.of(process.pid());
                    closeAll(halves);
                }
            }
        } finally {
            closeAll(halves);
        }
        String found = String.format(
                Locale.ROOT,
                "p50 of a POST %.2f ms, among them %.2f ms, %.2f times; ",
                median(alone),
                median(among),
                median(among) / median(alone));
        System.out.println("serve, half-sent requests: " + found + under.since(before));
        assertThat(err()).doesNotContain("\tat ", "xception");
        assertThat(before.bounds(under)).as(under.since(before)).isTrue();
        FaultTable.add(
                28,
                "serve: half-sent requests, 1,000 at a time",
                tries,
                "0 failures: all " + (alone.size() + among.size()) + " POSTs of others answered; " + found
                        + under.since(before) + ", " + err().length() + " bytes of log");
    }

    private static void closeAll(List<Socket> sockets) throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private static String roundOf(int agents) {
        StringBuilder costs = new StringBuilder();
        for (int i = 0; i < agents; i++) {
            costs.append(i == 0 ? "" : ", ").append("\"" + i + "\": {\"alpha\": 1, \"v\": " + i % 50 + "}");
        }
        return "{\"costs\": {" + costs + "}}";
    }

    /** They ask for more than their systems take, and read nothing; there are sixteen threads. */
    @Test
    @Tag(FaultTable.DOORS)
    void clientsThatDoNotReadKeepNobodyWaiting() throws IOException, InterruptedException {
        int agents = 2000;
        Process process = start("", "--set agents=" + agents);
        for (int t = 1; t <= 3; t++) {
            assertThat(post(t, roundOf(agents)).statusCode()).isEqualTo(200);
        }
        Footprint before = Footprint.of(process.pid());
        URI at = URI.create(address);
        String questions = ("GET /rounds/1 HTTP/1.1\r\nHost: " + at.getAuthority() + "\r\n\r\n").repeat(400);
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int k = 0; k < 24; k++) {
                Socket client = new Socket();
                deaf.add(client);
                client.setReceiveBufferSize(4096);
                client.connect(new InetSocketAddress(at.getHost(), at.getPort()));
                client.getOutputStream().write(questions.getBytes(StandardCharsets.US_ASCII));
            }
            Thread.sleep(1000); // for the server to fill what the system has for them
            for (int t = 4; t <= 13; t++) {
                assertThat(post(t, roundOf(agents)).statusCode()).isEqualTo(200);
                assertThat(get("/health/ready").statusCode()).isEqualTo(200);
            }
            Footprint under = Footprint.of(process.pid());
            assertThat(before.bounds(under)).as(under.since(before)).isTrue();
            assertThat(err()).doesNotContain("\tat ", "xception");
            FaultTable.add(
                    28,
                    "serve: clients that ask for 400 answers of 54 kB each, and read none",
                    deaf.size(),
                    "0 failures: 10 POSTs of others answered; " + under.since(before));
        } finally {
            closeAll(deaf);
        }
    }

    @Test
    @Tag(FaultTable.DOORS)
    void aLargeBodyThatIsWrongIsRefusedSoonAndLeavesNothing() throws IOException, InterruptedException {
        Process process = start("");
        post(1, round(1));
        Footprint before = Footprint.of(process.pid());
        String wrong = "{\"i\": \"x\", \"j\": \"bb\"}, ";
        int size = 14 << 20;
        List<String> bodies = List.of(
                "{\"costs\": {}, \"edges\": [" + wrong.repeat(size / wrong.length()) + "{}]}",
                "{\"costs\": {\"north\": {\"alpha\": 1, \"v\": [" + "1,".repeat(size / 2) + "1]}}}",
                "[".repeat(size),
                "x".repeat(size));
        List<Double> seconds = new ArrayList<>();
        for (String body : bodies) {
            long begin = System.nanoTime();
            HttpResponse<String> answer = post(2, body);
            seconds.add((System.nanoTime() - begin) / 1e9);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).hasSizeLessThan(50_000);
        }
        Footprint after = Footprint.of(process.pid());
        assertThat(before.bounds(after)).as(after.since(before)).isTrue();
        assertThat(post(2, round(2)).statusCode()).isEqualTo(200);
        FaultTable.add(
                28,
                "serve: a body of 14 MiB that is wrong everywhere",
                bodies.size(),
                String.format(
                        Locale.ROOT,
                        "0 failures: refused after %.2f s at most, nothing changed; %s",
                        seconds.stream().mapToDouble(x -> x).max().orElse(0),
                        after.since(before)));
    }

    @Test
    @Tag(FaultTable.DOORS)
    void withoutRoomItSaysSo() throws IOException, InterruptedException {
        for (String before : List.of("ulimit -n 100; ", "export JAVA_TOOL_OPTIONS=-Xmx8m; ")) {
            Files.deleteIfExists(folder.resolve("err.txt"));
            Process process = begin(before);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).as(err()).isEqualTo(2);
            assertThat(err()).contains("needed:", "fix:").doesNotContain("\tat ");
        }
        FaultTable.add(
                23, "serve: ulimit -n 100; -Xmx8m", 2, "0 failures: refused with a sentence that says what is needed");
    }

    /** At an address that others reach, whoever has not the token of the file decides nothing. */
    @Test
    @Tag(FaultTable.DOORS)
    void whereOthersReachItTheTokenOfAFileIsAskedForAndStrangersDecideNothing()
            throws IOException, InterruptedException {
        Process bare = begin("", "--host 0.0.0.0");
        assertThat(bare.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(bare.exitValue()).as("without a token").isEqualTo(2);
        String secret = "a-token-of-some-length";
        Path file = Files.writeString(folder.resolve("token"), secret + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        start("", "--host 0.0.0.0 --token-file token --without-encryption");
        address = address.replace("0.0.0.0", "127.0.0.1");
        String own = URI.create(address).getAuthority();
        String shown = "Authorization: Bearer " + secret;
        List<String> tries = List.of(
                "421 Host: evil.example:7007\r\n" + shown,
                "421 Host: " + own + ".evil.example\r\n" + shown,
                "403 Host: " + own + "\r\nOrigin: http://evil.example\r\n" + shown,
                "403 Host: " + own + "\r\nOrigin: null\r\n" + shown,
                "403 Host: " + own + "\r\nSec-Fetch-Site: cross-site\r\n" + shown,
                "401 Host: " + own,
                "401 Host: " + own + "\r\nAuthorization: Bearer another-token-of-length",
                "401 Host: " + own + "\r\nAuthorization: Basic " + secret);
        for (String one : tries) {
            assertThat(postWith(one.substring(4))).as(one).startsWith("HTTP/1.1 " + one.substring(0, 4));
        }
        assertThat(get("/rounds/1").statusCode()).isEqualTo(401);
        assertThat(get("/health/ready").body()).as("nothing was decided").contains("\"nextRound\":1");
        assertThat(postWith("Host: " + own + "\r\n" + shown)).startsWith("HTTP/1.1 200 ");
        assertThat(err()).contains("and knows the token").doesNotContain(secret);
        FaultTable.add(
                29,
                "serve --host 0.0.0.0: started without a token; a POST without it or with another one, under another Host, by another site's page with the token",
                1 + tries.size(),
                "0 failures: refused, no round decided; with the token under its own name decided");
    }

    private String postWith(String headers) throws IOException {
        URI at = URI.create(address);
        byte[] body = round(1).getBytes(StandardCharsets.UTF_8);
        try (Socket socket = new Socket(at.getHost(), at.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream()
                    .write(("POST /rounds/1 HTTP/1.1\r\n" + headers
                                    + "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: "
                                    + body.length + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().write(body);
            return new String(socket.getInputStream().readNBytes(13), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void aTokenOfTheEnvironmentIsAskedFor() throws IOException, InterruptedException {
        start("export ACORD_TOKEN=a-token-of-some-length; ");
        assertThat(post(1, round(1)).statusCode()).isEqualTo(401);
    }

    /** The end of the journal is taken away, between two records and elsewhere, while nobody looks. */
    @Test
    @Tag(FaultTable.DOORS)
    void aJournalThatLostARoundIsRefused() throws IOException, InterruptedException {
        Process process = start("");
        Path journal = folder.resolve("state/journal");
        List<Long> ends = new ArrayList<>();
        for (int t = 1; t <= 6; t++) {
            ends.add(Files.size(journal));
            post(t, round(t));
        }
        process.destroyForcibly();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        byte[] whole = Files.readAllBytes(journal);
        int cuts = FaultTable.runs(100, 4);
        for (int k = 0; k < cuts; k++) {
            int round = k % 6;
            long end = ends.get(round) + (k % 2 == 0 ? 0 : 1 + k);
            Files.write(journal, Arrays.copyOf(whole, (int) end));
            Files.deleteIfExists(folder.resolve("err.txt"));
            Process again = begin("");
            assertThat(again.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(again.exitValue()).as("cut at %d", end).isEqualTo(2);
            assertThat(err()).contains("ends after round " + round, "all 6 rounds that were answered");
        }
        Files.write(journal, whole);
        start("");
        assertThat(get("/health").body()).contains("\"nextRound\":7");
        FaultTable.add(
                30,
                "serve: the journal cut between two records, and within one",
                cuts,
                "0 failures: refused with what is missing; whole again, it goes on");
    }

    /** As clients do that write the head, then the body, and leave Nagle's algorithm on. Returns the head. */
    private String postInTwoParts(Socket client, int t) throws IOException {
        byte[] body = round(t).getBytes(StandardCharsets.UTF_8);
        String head = "POST /rounds/" + t + " HTTP/1.1\r\nHost: "
                + URI.create(address).getAuthority() + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length + "\r\n\r\n";
        client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().write(body);
        StringBuilder answer = new StringBuilder();
        while (answer.indexOf("\r\n\r\n") < 0) {
            int next = client.getInputStream().read();
            assertThat(next).isNotNegative();
            answer.append((char) next);
        }
        Matcher length = Pattern.compile("(?i)content-length: (\\d+)").matcher(answer);
        assertThat(length.find()).as(answer.toString()).isTrue();
        client.getInputStream().readNBytes(Integer.parseInt(length.group(1)));
        return answer.toString();
    }

    private static double median(List<Double> times) {
        return times.stream().sorted().toList().get(times.size() / 2);
    }

    @Test
    void aTerminationEndsItInOrder() throws IOException, InterruptedException {
        Process process = start("");
        String answer = post(1, round(1)).body();
        // Not INT, which programs that a script has put in the background do not hear.
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(128 + 15);
        assertThat(err()).doesNotContain("\tat ", "xception");
        start("");
        assertThat(get("/rounds/1").body()).isEqualTo(answer);
    }

    /** The system lets the process write files of at most 16 KiB: what a full disk looks like. */
    @Test
    void aDiskThatIsFullRefusesRoundsAndLosesNone() throws IOException, InterruptedException {
        Process process = start("ulimit -f 16; ");
        List<String> answers = new ArrayList<>();
        HttpResponse<String> last = post(1, round(1));
        while (last.statusCode() == 200 && answers.size() < 200) {
            answers.add(last.body());
            last = post(answers.size() + 1, round(answers.size() + 1));
        }
        assertThat(last.statusCode()).as(last.body()).isEqualTo(507);
        assertThat(last.body()).contains("urn:acord:problem:cannot-write", "Make room");
        int next = answers.size() + 1;
        assertThat(next).isGreaterThan(3);
        assertThat(post(next, round(next)).statusCode()).isEqualTo(507); // also a second time
        assertThat(get("/rounds/" + (next - 1)).body()).isEqualTo(answers.get(next - 2));
        assertThat(get("/health").body()).contains("\"nextRound\":" + next);
        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(post(next, round(next)).statusCode()).isEqualTo(507);
        HttpResponse<String> ready = get("/health/ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"DOWN\"", "could not be written");
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        start(""); // with room again
        for (int t = 1; t < next; t++) {
            assertThat(get("/rounds/" + t).body()).isEqualTo(answers.get(t - 1));
        }
        assertThat(post(next, round(next)).statusCode()).isEqualTo(200);
    }
}
