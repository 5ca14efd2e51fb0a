package io.acord.studio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a stranger, a stranger's page or a broken client can not do. */
class SecurityTest {

    private static final String SMALL = """
            horizon: 3
            agents: 4
            beta: 1
            costs: {kind: drift}
            graph: {kind: ring}
            algorithms: [acord, local]
            """;

    @TempDir
    Path folder;

    private TestStudio studio;

    @BeforeEach
    void start() throws IOException {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        Files.createDirectories(runs.resolve("one"));
        Files.writeString(runs.resolve("one/summary.json"), "{\"name\":\"one\",\"seed\":1}");
        Files.writeString(runs.resolve("one/report.html"), "<p>one</p>");
        Files.writeString(folder.resolve("summary.json"), "{\"name\":\"secret\"}");
        Files.writeString(folder.resolve("report.html"), "secret");
        studio = new TestStudio(runs, null);
    }

    @AfterEach
    void end() {
        String log = studio.log();
        studio.close();
        assertThat(log).as("nothing of this is a fault of our own").isEmpty();
    }

    private static void isProblem(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(TestStudio.JSON.readTree(answer.body()).get("status").intValue())
                .isEqualTo(status);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "1",
                "{\"text\":1}",
                "{}",
                "{\"text\":\"a\"} x",
                "{\"text\":\"a\",\"text\":\"b\"}",
                "{\"text\":\"x\",\"sets\":\"beta=1\"}",
                "{\"text\":\"x\",\"sets\":[1]}",
                "\u0000",
                "{\"text\":NaN}"
            })
    void whatIsNoRequestIsRefused(String body) throws Exception {
        isProblem(studio.post("/api/plays", body), 400);
        isProblem(studio.post("/api/check", body), 400);
    }

    @Test
    void deepNestingIsRefused() throws Exception {
        isProblem(studio.post("/api/plays", "[".repeat(100_000)), 400);
        isProblem(studio.post("/api/plays", "{\"text\":".repeat(1000)), 400);
    }

    @Test
    void giantBodiesAreRefused() throws Exception {
        String giant = "{\"text\":\"" + "x".repeat(2 << 20) + "\"}";
        isProblem(studio.post("/api/plays", giant), 413);
        HttpResponse<String> unannounced = studio.send(studio.request("/api/plays")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new java.io.ByteArrayInputStream(giant.getBytes(StandardCharsets.UTF_8)))));
        isProblem(unannounced, 413);
        assertThat(studio.get("/api/runs").statusCode()).as("it goes on").isEqualTo(200);
    }

    @Test
    void aBrokenScenarioIsComplainedAboutAtItsLine() throws Exception {
        HttpResponse<String> answer = studio.post(
                "/api/plays", TestStudio.body(SMALL.replace("agents: 4", "agents: -4\nbetaa: 7"), List.of()));
        isProblem(answer, 422);
        var complaints = TestStudio.JSON.readTree(answer.body()).get("complaints");
        List<String> lines = new ArrayList<>();
        complaints.forEach(
                c -> lines.add(c.get("line").intValue() + " " + c.get("where").stringValue()));
        assertThat(lines).anyMatch(l -> l.startsWith("2 ") && l.endsWith("agents"));
        assertThat(lines).anyMatch(l -> l.startsWith("3 ") && l.endsWith("betaa"));
    }

    @Test
    void aFleetThatWouldNotFitIsRefused() throws Exception {
        isProblem(studio.post("/api/plays", TestStudio.body(SMALL, List.of("horizon=1000000", "agents=200000"))), 422);
    }

    /** Its start alone would be 16 GB. */
    @Test
    void aFleetThatWouldNotFitIsNotEvenDrawn() throws Exception {
        var sets = List.of("agents=100000000", "dimension=20", "betaa=1");
        HttpResponse<String> refused = studio.post("/api/plays", TestStudio.body(SMALL, sets));
        isProblem(refused, 422);
        List<String> said = new ArrayList<>();
        TestStudio.JSON
                .readTree(refused.body())
                .get("complaints")
                .forEach(c -> said.add(
                        c.get("where").stringValue() + " " + c.get("found").stringValue()));
        assertThat(said)
                .hasSize(2)
                .anyMatch(words -> words.contains("agents is 100000000, of dimension 20, in 3 rounds"))
                .anyMatch(words -> words.contains("betaa"));
    }

    /** Its first round would take days. */
    @Test
    @Timeout(120)
    void aPlayThatNobodyWantsAnyMoreStops() throws Exception {
        String play = "/api/plays/" + studio.play(SMALL, "algorithms=[acord: {iterations: 2000000000}]", "agents=1000");
        var advancing = studio.sendLater(studio.request(play + "/advance")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}")));
        Thread.sleep(300); // so that it plays, most likely; otherwise it will not begin
        assertThat(studio.send(studio.request(play).DELETE()).statusCode()).isEqualTo(204);
        isProblem(advancing.get(), 404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/page/../Studio.class",
                "/page/..%2fStudio.class",
                "/page/%2e%2e/Studio.class",
                "/page/%2e%2e%2fscenarios/mixed.yaml",
                "/page/..%5cStudio.class",
                "/page/....//Studio.class",
                "/page//etc/passwd",
                "/page/.hidden",
                "/page/%00index.html",
                "/page/index.html%00.js",
                "/page/",
                "/page",
                "/../../etc/passwd",
                "/api/runs/../summary.json",
                "/api/runs/%2e%2e",
                "/api/runs/..%2f",
                "/api/runs/%2e%2e/report",
                "/api/runs/..%2fruns%2fone",
                "/api/runs/one%2f..%2fone",
                "/api/runs/./one/../../report.html",
                "/api/runs/one/report/../../../report.html",
                "/api/swarms/..%2f..",
                "/api/swarms/%2e%2e/events",
            })
    void noPathLeadsOutOfTheFolders(String path) throws Exception {
        String answer =
                raw("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + studio.port() + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 4");
        assertThat(answer).doesNotContain("secret", "root:", "# Costs of every kind");
    }

    @Test
    void aLinkOutOfTheFolderIsNotFollowed() throws Exception {
        Files.createSymbolicLink(folder.resolve("runs/link"), folder);
        Files.createDirectories(folder.resolve("runs/two"));
        Files.createSymbolicLink(folder.resolve("runs/two/summary.json"), folder.resolve("summary.json"));
        Files.createSymbolicLink(folder.resolve("runs/two/report.html"), folder.resolve("report.html"));
        isProblem(studio.get("/api/runs/link"), 404);
        Path odd = Files.createDirectories(folder.resolve("runs/odd"));
        Files.writeString(odd.resolve("summary.json"), "{\"name\":\"odd\",\"seed\":" + "9".repeat(40) + "}");
        Files.writeString(
                odd.resolve("costs.csv"),
                "algorithm,repeat,round,hitting,switching,dissimilarity,total\na,0,9999999,1,1,1,3\n");
        assertThat(studio.get("/api/runs").body()).contains("odd");
        isProblem(studio.get("/api/runs/odd"), 404);
        isProblem(studio.get("/api/runs/two"), 404);
        isProblem(studio.get("/api/runs/two/report"), 404);
        assertThat(studio.get("/api/runs").body()).contains("one").doesNotContain("secret");
    }

    @Test
    void aReportMayDoNothingToThePage() throws Exception {
        HttpResponse<String> report = studio.get("/api/runs/one/report");
        assertThat(report.body()).isEqualTo("<p>one</p>");
        assertThat(report.headers().allValues("Content-Security-Policy"))
                .singleElement()
                .asString()
                .startsWith("sandbox allow-scripts; default-src 'none'")
                .doesNotContain("allow-same-origin");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:PORT",
                "127.0.0.1",
                "127.0.0.1:1",
                "localhost.evil.example:PORT",
                "0.0.0.0:PORT",
                "[::2]:PORT",
                "127.0.0.1:PORT:PORT",
                "user@127.0.0.1:PORT",
                "",
                "10.0.0.1:PORT"
            })
    void anotherHostIsNotAnsweredFor(String host) throws Exception {
        String port = Integer.toString(studio.port());
        String answer = raw(
                "GET /api/examples HTTP/1.1\r\nHost: " + host.replace("PORT", port) + "\r\nConnection: close\r\n\r\n");
        assertThat(answer).containsPattern("^HTTP/1.1 4(21|00) ");
        assertThat(answer).doesNotContain("figure-1");
    }

    @Test
    void itsOwnNamesAreAnsweredFor() throws Exception {
        for (String host : List.of("127.0.0.1", "localhost", "LOCALHOST", "[::1]")) {
            assertThat(raw("GET /api/runs HTTP/1.1\r\nHost: " + host + ":" + studio.port()
                            + "\r\nConnection: close\r\n\r\n"))
                    .as(host)
                    .startsWith("HTTP/1.1 200");
        }
        assertThat(raw("GET /api/runs HTTP/1.0\r\n\r\n")).as("no host at all").startsWith("HTTP/1.1 4");
        assertThat(raw("GET http://evil.example/api/runs HTTP/1.1\r\nHost: 127.0.0.1:" + studio.port()
                        + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 4");
    }

    @Test
    void anotherPageCanNotAsk() throws Exception {
        String body = TestStudio.body(SMALL, List.of());
        for (String[] header : new String[][] {
            {"Origin", "http://evil.example"},
            {"Origin", "null"},
            {"Origin", "http://127.0.0.1:1"},
            {"Origin", "https://127.0.0.1:" + studio.port()},
            {"Sec-Fetch-Site", "cross-site"},
            {"Sec-Fetch-Site", "same-site"}
        }) {
            isProblem(
                    studio.send(studio.request("/api/plays")
                            .header("Content-Type", "application/json")
                            .header(header[0], header[1])
                            .POST(HttpRequest.BodyPublishers.ofString(body))),
                    403);
            isProblem(studio.send(studio.request("/api/runs").header(header[0], header[1])), 403);
        }
        HttpResponse<String> own = studio.send(studio.request("/api/plays")
                .header("Content-Type", "application/json")
                .header("Origin", "http://127.0.0.1:" + studio.port())
                .header("Sec-Fetch-Site", "same-origin")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        assertThat(own.statusCode()).isEqualTo(201);
        assertThat(own.headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        HttpResponse<String> followed = studio.send(
                studio.request("/").header("Sec-Fetch-Site", "cross-site").header("Sec-Fetch-Mode", "navigate"));
        assertThat(followed.statusCode()).as("a link to the page").isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/jsonx",
                "application/json; charset=utf-16",
                "text/plain; application/json"
            })
    void aFormCanNotPost(String type) throws Exception {
        for (String path : List.of("/api/plays", "/api/check", "/api/swarms/x/processes/y/kill")) {
            isProblem(
                    studio.send(studio.request(path)
                            .header("Content-Type", type)
                            .POST(HttpRequest.BodyPublishers.ofString(TestStudio.body(SMALL, List.of())))),
                    415);
        }
    }

    @Test
    void nothingIsDoneByAGetOrAnUnknownMethod() throws Exception {
        isProblem(studio.get("/api/check"), 405);
        for (String method : List.of("PUT", "PATCH", "OPTIONS", "TRACE", "BREW")) {
            isProblem(
                    studio.send(studio.request("/api/plays").method(method, HttpRequest.BodyPublishers.noBody())), 405);
        }
        isProblem(studio.send(studio.request("/api/plays").DELETE()), 405);
    }

    @Test
    void whatIsNotThereIsSaidSo() throws Exception {
        isProblem(studio.get("/api/plays/0"), 404);
        isProblem(studio.get("/api/plays/0/curves"), 404);
        isProblem(studio.post("/api/plays/0/advance", "{}"), 404);
        isProblem(studio.get("/api/nothing"), 404);
        isProblem(studio.get("/nothing"), 404);
        isProblem(studio.get("/api/runs/nothing"), 404);
        isProblem(studio.get("/api/swarms/nothing"), 404);
        isProblem(studio.get("/api/swarms/nothing/events"), 404);
        isProblem(studio.post("/api/swarms", "{\"folder\":\"/nothing\"}"), 404);
        isProblem(studio.post("/api/swarms", "{\"folder\":\"\\u0000\"}"), 400);
        isProblem(studio.post("/api/adversary/games/0/move", "{\"action\":0}"), 404);
        isProblem(studio.get("/api/adversary?mu=-1"), 400);
        isProblem(studio.get("/api/adversary?mu=x"), 400);
        isProblem(studio.get("/api/adversary?rounds=1000000"), 400);
        String play = "/api/plays/" + studio.play(SMALL);
        isProblem(studio.get(play + "/rounds/1"), 404);
        isProblem(studio.post(play + "/advance", "{\"rounds\":0}"), 400);
        isProblem(studio.post(play + "/advance", "{\"rounds\":1e9}"), 400);
        assertThat(studio.post(play + "/advance", "{}").statusCode()).isEqualTo(200);
        isProblem(studio.get(play + "/rounds/2"), 404);
        isProblem(studio.get(play + "/rounds/0"), 404);
        isProblem(studio.get(play + "/rounds/x"), 404);
        isProblem(studio.get(play + "/rounds/99999999999"), 404);
        isProblem(studio.get(play + "/rounds/1?algorithm=nobody"), 404);
        isProblem(studio.get(play + "/rounds/1/iterations?algorithm=local"), 404);
        isProblem(studio.get(play + "/rounds/1/iterations/13"), 404);
        isProblem(studio.get(play + "/rounds/1/agents/4"), 404);
        isProblem(studio.get(play + "/rounds/1/agents/0?k=0"), 404);
        isProblem(studio.get(play + "/graphs/g9"), 404);
        isProblem(studio.get(play + "/graphs/x"), 404);
        assertThat(studio.get(play + "/rounds/1/agents/3").statusCode()).isEqualTo(200);
        assertThat(studio.send(studio.request(play).DELETE()).statusCode()).isEqualTo(204);
        isProblem(studio.get(play), 404);
    }

    @Test
    void theOldestPlayGivesWay() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int n = 0; n < LivePlays.MOST; n++) {
            ids.add(studio.play(SMALL));
        }
        studio.read("/api/plays/" + ids.get(0)); // is looked at, and stays
        ids.add(studio.play(SMALL));
        assertThat(studio.get("/api/plays/" + ids.get(0)).statusCode()).isEqualTo(200);
        isProblem(studio.get("/api/plays/" + ids.get(1)), 404);
        assertThat(studio.get("/api/plays/" + ids.get(LivePlays.MOST)).statusCode())
                .isEqualTo(200);
    }

    @Test
    void everyAnswerSaysThatItIsForThePageAlone() throws Exception {
        for (String path : List.of("/", "/api/examples", "/api/nothing", "/page/index.html")) {
            var headers = studio.get(path).headers();
            assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .startsWith("default-src 'self';")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(headers.firstValue("X-Content-Type-Options")).hasValue("nosniff");
            assertThat(headers.firstValue("Cache-Control")).hasValue("no-store");
            assertThat(headers.firstValue("Server")).isEmpty();
        }
    }

    @Test
    void withATokenNobodyAsksWithoutIt() throws Exception {
        String token = "a-token-of-some-length";
        try (TestStudio guarded = new TestStudio(folder, token)) {
            isProblem(guarded.get("/"), 401);
            isProblem(guarded.get("/api/examples"), 401);
            isProblem(guarded.get("/api/examples?token=" + token), 401);
            isProblem(guarded.post("/api/plays", TestStudio.body(SMALL, List.of())), 401);
            isProblem(guarded.get("/?token=another-token-of-length"), 401);
            isProblem(
                    guarded.send(guarded.request("/api/examples").header("Authorization", "Bearer " + token + "x")),
                    401);
            assertThat(guarded.send(guarded.request("/api/examples").header("Authorization", "Bearer " + token))
                            .statusCode())
                    .isEqualTo(200);
            HttpResponse<String> front = guarded.get("/?token=" + token);
            assertThat(front.statusCode()).isEqualTo(200);
            String cookie = front.headers().firstValue("Set-Cookie").orElseThrow();
            assertThat(cookie).contains("HttpOnly", "SameSite=Strict");
            assertThat(guarded.send(guarded.request("/api/examples").header("Cookie", cookie.split(";", -1)[0]))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void othersReachItOnlyWithAToken() throws Exception {
        StringWriter log = new StringWriter();
        for (String[] wrong :
                new String[][] {{"0.0.0.0", null}, {"0.0.0.0", "short"}, {"127.0.0.1", "with spaces in it !!"}}) {
            assertThatThrownBy(() -> Studio.start(new Studio.Settings(
                            wrong[0],
                            InetAddress.getByName(wrong[0]),
                            0,
                            wrong[1],
                            folder,
                            null,
                            Map.of(),
                            "test",
                            null,
                            new PrintWriter(log))))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(wrong[1] == null ? "--host" : "--token");
        }
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), studio.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
