package io.acord.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.Complaint;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What every server of ours does, whatever it answers. */
class WebServerTest {

    /** More than a system takes off a server's hands for a client that does not read. */
    private static final int LAKE = 12 << 20;

    private static final Problem.Kind TEAPOT = new Problem.Kind(418, "teapot", "This is a teapot");

    private final StringWriter log = new StringWriter();
    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final List<Socket> halves = new ArrayList<>();
    private long roomForBodies = 1 << 20;
    private Guards guards = new Guards();
    private WebServer server;

    @BeforeEach
    void start() throws IOException {
        restart(new Limits(1000, 8, Duration.ofSeconds(1)));
    }

    private void restart(Limits limits) throws IOException {
        if (server != null) {
            server.close();
        }
        server = WebServer.bind(here(0), limits, new PrintWriter(log), guards);
        server.start(new Kettle());
    }

    @AfterEach
    void end() throws IOException {
        letGo.countDown();
        for (Socket half : halves) {
            half.close();
        }
        server.close();
    }

    private static InetSocketAddress here(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Something to ask. */
    private final class Kettle implements WebApplication {

        @Override
        public String name() {
            return "kettle";
        }

        @Override
        public String directions(String path) {
            return "There is /tea, and not " + path + ".";
        }

        @Override
        public void addRoutes(RoutesConfig routes) {
            routes.get("/tea", ctx -> ctx.result("tea"));
            routes.get("/lake", ctx -> ctx.result(new byte[LAKE]));
            routes.get("/fault", ctx -> {
                throw new IllegalStateException("the secret");
            });
            routes.get("/error", ctx -> {
                throw new AssertionError("the secret");
            });
            routes.get("/pot", ctx -> {
                throw Problem.ofBody(TEAPOT, "1 complaint.", List.of(new Complaint("/a", "is 0", "more", "raise it")));
            });
            routes.get("/slow", ctx -> {
                asked.countDown();
                letGo.await();
                ctx.result("at last");
            });
            JsonBodies bodies = new JsonBodies(server.limits(), "Use a smaller pot.", roomForBodies);
            routes.post("/tea", bodies.then((ctx, body) -> ctx.result("" + body.length)));
            routes.post("/slow", bodies.then((ctx, body) -> {
                asked.countDown();
                letGo.await();
                ctx.result("at last");
            }));
            routes.post("/fault", bodies.then((ctx, body) -> {
                throw new IOException("the secret");
            }));
        }
    }

    private HttpResponse<String> send(String method, String path, String body) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + server.address().getPort() + path))
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String raw(String request) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static JsonNode problem(HttpResponse<String> answer, int status, String type) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode json = new ObjectMapper().readTree(answer.body());
        assertThat(json.get("type").asString()).isEqualTo("urn:acord:problem:" + type);
        assertThat(json.get("status").asInt()).isEqualTo(status);
        assertThat(json.get("title").asString()).isNotBlank();
        return json;
    }

    @Test
    void whatIsThrownAsAProblemIsSentAsOne() throws Exception {
        JsonNode json = problem(send("GET", "/pot?x", ""), 418, "teapot");
        assertThat(json.get("instance").asString()).isEqualTo("/pot");
        assertThat(json.get("errors").toString())
                .isEqualTo("[{\"pointer\":\"/a\",\"detail\":\"is 0\",\"needed\":\"more\",\"fix\":\"raise it\"}]");
        assertThat(log.toString()).isEmpty();
    }

    @Test
    void aDocumentsComplaintsHaveItsLines() {
        List<Complaint> complaints = List.of(
                new Complaint("s.yaml:3: beta", "is x", "a number", "write one"),
                new Complaint("costs.csv:7", "is x", "a number", "write one"));
        JsonNode json = new ObjectMapper()
                .readTree(Problem.ofDocument(TEAPOT, "", "s.yaml", complaints).json("/"));
        assertThat(json.at("/complaints/0/line").asInt()).isEqualTo(3);
        assertThat(json.at("/complaints/1/line").isMissingNode()).isTrue();
        assertThat(json.at("/complaints/1/where").asString()).isEqualTo("costs.csv:7");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/fault", "/error"})
    void faultsOfOurOwnAreToldToTheLogAndNotToTheClient(String path) throws Exception {
        HttpResponse<String> answer = send("GET", path, "");
        assertThat(problem(answer, 500, "our-fault").get("title").asString())
                .isEqualTo("Something is wrong with the kettle");
        assertThat(answer.body()).doesNotContain("secret");
        assertThat(log.toString()).contains(" failed", "the secret", "\tat ");
    }

    @Test
    void whatIsNotThereIsSaidInOneForm() throws Exception {
        assertThat(problem(send("GET", "/coffee", ""), 404, "no-such-place")
                        .get("detail")
                        .asString())
                .isEqualTo("There is /tea, and not /coffee.");
        HttpResponse<String> put = send("PUT", "/tea", "");
        problem(put, 405, "wrong-method");
        assertThat(put.headers().firstValue("Allow").orElse("")).contains("GET", "POST");
        problem(send("GET", "/%2e%2e/etc", ""), 404, "no-such-place");
    }

    @Test
    void bodiesHaveALimit() throws Exception {
        assertThat(send("POST", "/tea", " ".repeat(1000)).body()).isEqualTo("1000");
        for (int size : new int[] {1001, 5_000_000}) {
            assertThat(problem(send("POST", "/tea", " ".repeat(size)), 413, "too-large")
                            .get("detail")
                            .asString())
                    .contains("1000 bytes");
        }
    }

    @Test
    void headersHaveALimit() throws Exception {
        String answer = raw("GET /tea HTTP/1.1\r\nHost: 127.0.0.1:"
                + server.address().getPort() + "\r\nX: " + "x".repeat(17_000) + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 431 ").contains("application/problem+json");
    }

    @Test
    void bytesThatAreNotHttpAreAProblemToo() throws Exception {
        assertThat(raw("\u0001\u0002 what\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ")
                .contains("application/problem+json", "urn:acord:problem:unreadable");
    }

    @Test
    void aClientThatSendsSlowlyIsLetGo() throws Exception {
        String head = "POST /tea HTTP/1.1\r\nHost: 127.0.0.1:"
                + server.address().getPort() + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{";
        assertThat(raw(head)).startsWith("HTTP/1.1 408 ").contains("urn:acord:problem:too-slow");
        try (Socket trickling =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            trickling.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            long start = System.nanoTime();
            try {
                while (trickling.getInputStream().available() == 0) {
                    trickling.getOutputStream().write(' ');
                    Thread.sleep(100);
                }
            } catch (IOException reset) {
                // let go
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMinutes(1));
        }
        assertThat(log.toString()).isEmpty();
    }

    private String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:"
                + server.address().getPort() + "\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\n\r\n";
    }

    private Socket half(String begun) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(begun.getBytes(StandardCharsets.ISO_8859_1));
        halves.add(socket);
        return socket;
    }

    /** More than there are threads: nobody waits for a body that has not come. */
    @Test
    void halfSentRequestsKeepNobodyWaiting() throws Exception {
        restart(new Limits(1000, 4, Duration.ofMinutes(5)));
        for (int k = 0; k < 200; k++) {
            half(k % 2 == 0 ? head("/tea", 900) + "{" : "GET /tea HTTP/1.1\r\nHost: ");
        }
        for (int k = 0; k < 20; k++) {
            assertThat(send("POST", "/tea", "{}").body()).isEqualTo("2");
            assertThat(send("GET", "/tea", "").body()).isEqualTo("tea");
        }
    }

    @Test
    void ofTooManyConnectionsTheOneThatOwesLongestGivesWay() throws Exception {
        restart(new Limits(1000, 4, Duration.ofMinutes(5), 20));
        Socket first = half(head("/tea", 900) + "{");
        assertThat(send("GET", "/tea", "").body()).isEqualTo("tea");
        for (int k = 0; k < 30; k++) {
            half("GET /tea HTTP/1.1\r\nHost: ");
        }
        assertThat(isClosed(first)).isTrue();
        assertThat(raw(head("/tea", 2).replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n{}")))
                .startsWith("HTTP/1.1 200 ");
        Socket last = halves.get(halves.size() - 1);
        last.setSoTimeout(200);
        assertThatThrownBy(() -> last.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    /** Switched off, the same connections stay: it is this bound that ends them. */
    @Test
    void withRoomForAllNobodyGivesWay() throws Exception {
        restart(new Limits(1000, 4, Duration.ofMinutes(5), 100));
        Socket first = half("GET /tea HTTP/1.1\r\nHost: ");
        for (int k = 0; k < 30; k++) {
            half("GET /tea HTTP/1.1\r\nHost: ");
        }
        assertThat(send("GET", "/tea", "").body()).isEqualTo("tea");
        first.setSoTimeout(200);
        assertThatThrownBy(() -> first.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    /** Whoever reads a body may still say that it did not come, before the end. */
    private static boolean isClosed(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (SocketException reset) {
            return true;
        }
    }

    /** A silent one would be ended by any server; one that sends a byte now and then is ended by the clock. */
    @Test
    void aHeadThatTricklesInIsNotWaitedFor() throws Exception {
        Socket trickling = half("GET /tea HTTP/1.1\r\nX: ");
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        boolean ended = false;
        while (!ended && System.nanoTime() < end) {
            Thread.sleep(100);
            try {
                trickling.getOutputStream().write('x');
                ended = trickling.getInputStream().available() > 0;
            } catch (SocketException closed) {
                ended = true;
            }
        }
        assertThat(ended).isTrue();
    }

    @Test
    void bodiesThatAreTooLargeTogetherLetGoOfTheLargest() throws Exception {
        roomForBodies = 20_000;
        restart(new Limits(15_000, 4, Duration.ofMinutes(5)));
        Socket largest = half(head("/tea", 14_000) + " ".repeat(12_000));
        Socket smaller = half(head("/tea", 5000) + " ".repeat(4000));
        Socket last = half(head("/tea", 7000) + " ".repeat(6000));
        byte[] answer = largest.getInputStream().readAllBytes();
        assertThat(new String(answer, StandardCharsets.UTF_8))
                .startsWith("HTTP/1.1 503 ")
                .contains("urn:acord:problem:no-room", "Connection: close");
        assertThat(send("POST", "/tea", " ".repeat(9000)).body()).isEqualTo("9000");
        smaller.getOutputStream().write(" ".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        last.getOutputStream().write(" ".repeat(1000).getBytes(StandardCharsets.US_ASCII));
        for (Socket kept : List.of(smaller, last)) {
            assertThat(new String(kept.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                    .isEqualTo("HTTP/1.1 200");
        }
        // What they occupied is free again.
        assertThat(send("POST", "/tea", " ".repeat(14_000)).body()).isEqualTo("14000");
    }

    /** Switched off, all of them stay in memory: it is this bound that lets go of one. */
    @Test
    void withRoomForAllBodiesNoneIsLetGo() throws Exception {
        roomForBodies = Long.MAX_VALUE;
        restart(new Limits(15_000, 4, Duration.ofMinutes(5)));
        Socket largest = half(head("/tea", 14_000) + " ".repeat(12_000));
        half(head("/tea", 14_000) + " ".repeat(12_000));
        assertThat(send("POST", "/tea", " ".repeat(9000)).body()).isEqualTo("9000");
        largest.setSoTimeout(200);
        assertThatThrownBy(() -> largest.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
    }

    private String answerToAPageOf(String origin) throws Exception {
        return raw(head("/tea", 2).replace("\r\n\r\n", "\r\nConnection: close\r\nOrigin: " + origin + "\r\n\r\n{}"));
    }

    @Test
    void aPageOfAnotherSiteChangesNothingAndWithoutTheCheckItWould() throws Exception {
        assertThat(answerToAPageOf("http://127.0.0.1:" + server.address().getPort()))
                .startsWith("HTTP/1.1 200 ");
        assertThat(answerToAPageOf("http://evil.example")).startsWith("HTTP/1.1 403 ");
        guards = new Guards() {
            @Override
            void checkPage(Context ctx) {}
        };
        restart(new Limits(1000, 8, Duration.ofSeconds(1)));
        assertThat(answerToAPageOf("http://evil.example")).startsWith("HTTP/1.1 200 ");
    }

    private void askForLakesAndReadNothing(int clients) throws IOException {
        for (int k = 0; k < clients; k++) {
            Socket socket = new Socket();
            halves.add(socket);
            socket.setReceiveBufferSize(4096);
            socket.connect(server.address());
            socket.setSoTimeout(20_000);
            String request =
                    "GET /lake HTTP/1.1\r\nHost: 127.0.0.1:" + server.address().getPort() + "\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** More than there are threads, and more than is kept: nobody waits for a client to read. */
    @Test
    void clientsThatDoNotReadTheirAnswersKeepNobodyWaiting() throws Exception {
        restart(new Limits(1000, 4, Duration.ofMinutes(5)));
        askForLakesAndReadNothing(20);
        for (int k = 0; k < 20; k++) {
            assertThat(send("GET", "/tea", "").body()).isEqualTo("tea");
            assertThat(send("POST", "/tea", "{}").body()).isEqualTo("2");
        }
        assertThat(client.send(
                                HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                                + server.address().getPort() + "/lake"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofByteArray())
                        .body())
                .as("who reads gets all of it")
                .hasSize(LAKE);
        int let = 0;
        for (Socket each : halves) {
            let += readAll(each) < LAKE ? 1 : 0;
        }
        assertThat(let).as("of 20 answers of 12 MiB, 64 MiB are kept").isBetween(10, 17);
        assertThat(log.toString()).isEmpty();
    }

    @Test
    void withoutKeepingAnswersThatIsNoticed() throws Exception {
        guards = new Guards() {
            @Override
            boolean keepsAnswers() {
                return false;
            }
        };
        restart(new Limits(1000, 4, Duration.ofMinutes(5)));
        askForLakesAndReadNothing(20);
        boolean answered = true;
        for (int k = 0; k < 100 && answered; k++) { // until all threads are kept waiting
            Thread.sleep(100);
            answered = isAnsweredWithinASecond();
        }
        assertThat(answered).isFalse();
    }

    private boolean isAnsweredWithinASecond() throws IOException {
        Socket asking = half(
                "GET /tea HTTP/1.1\r\nHost: 127.0.0.1:" + server.address().getPort() + "\r\nConnection: close\r\n\r\n");
        asking.setSoTimeout(1000);
        try {
            return asking.getInputStream().read() >= 0;
        } catch (SocketTimeoutException waiting) {
            return false;
        }
    }

    @Test
    void aClientThatReadsAByteNowAndThenIsLetGo() throws Exception {
        askForLakesAndReadNothing(1);
        Socket slow = halves.get(0);
        int got = 0;
        try {
            for (int k = 0; k < 80; k++) {
                Thread.sleep(50);
                got += slow.getInputStream().read() < 0 ? 0 : 1;
            }
            got += readAll(slow);
        } catch (SocketException reset) {
            // let go already
        }
        assertThat(got).as("bytes of an answer whose time was over").isLessThan(LAKE);
    }

    /** How many bytes come until the connection ends, or an answer of a lake is there. */
    private static int readAll(Socket socket) throws IOException {
        int got = 0;
        try {
            byte[] part = new byte[1 << 16];
            for (int count = 0;
                    got < LAKE && count >= 0;
                    count = socket.getInputStream().read(part)) {
                got += count;
            }
        } catch (SocketException reset) {
            // let go
        }
        return got;
    }

    @Test
    void workWithBodiesLeavesThreadsForShortQuestions() throws Exception {
        restart(new Limits(1000, 4, Duration.ofMinutes(5)));
        for (int k = 0; k < 10; k++) {
            half(head("/slow", 2) + "{}");
        }
        asked.await();
        assertThat(send("GET", "/tea", "").body()).isEqualTo("tea");
        letGo.countDown();
        for (Socket each : halves) {
            assertThat(new String(each.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                    .isEqualTo("HTTP/1.1 200");
        }
    }

    @Test
    void faultsInWorkWithABodyAreToldToTheLogAlone() throws Exception {
        HttpResponse<String> answer = send("POST", "/fault", "{}");
        problem(answer, 500, "our-fault");
        assertThat(answer.body()).doesNotContain("secret");
        assertThat(log.toString()).contains("POST /fault", "the secret");
    }

    @Test
    void aHeadIsAnsweredLikeAGet() throws Exception {
        assertThat(send("HEAD", "/tea", "").statusCode()).isEqualTo(200);
    }

    @Test
    void anAddressThatIsTakenIsRefusedAtOnce() {
        assertThatThrownBy(() -> WebServer.bind(here(server.address().getPort()), Limits.small(), new PrintWriter(log)))
                .isInstanceOf(BindException.class);
    }

    @Test
    void whatIsBeingAnsweredIsAnsweredBeforeTheEnd() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + server.address().getPort() + "/slow"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        asked.await();
        CompletableFuture<Void> end = CompletableFuture.runAsync(server::close);
        Thread.sleep(100);
        letGo.countDown();
        assertThat(answer.get().body()).isEqualTo("at last");
        end.get();
        assertThatThrownBy(() -> send("GET", "/tea", "")).isInstanceOf(IOException.class);
    }

    @Test
    void ourOwnTimeIsNotTheClients() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + server.address().getPort() + "/slow"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        Socket posted = half(head("/slow", 2) + "{}");
        Thread.sleep(7500); // longer than a connection may be silent
        letGo.countDown();
        assertThat(answer.get().body()).isEqualTo("at last");
        assertThat(new String(posted.getInputStream().readNBytes(12), StandardCharsets.UTF_8))
                .isEqualTo("HTTP/1.1 200");
    }

    @Test
    void aHostThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> WebServer.bind(
                        InetSocketAddress.createUnresolved("no.such.host.invalid", 0),
                        Limits.small(),
                        new PrintWriter(log)))
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("no.such.host.invalid");
    }

    @Test
    void aServerThatWasNeverStartedGivesItsAddressBack() throws Exception {
        WebServer unused = WebServer.bind(here(0), Limits.small(), new PrintWriter(log));
        unused.close();
        WebServer.bind(unused.address(), Limits.small(), new PrintWriter(log)).close();
    }

    @Test
    void whereOthersReachItAnyNameWillDo() throws Exception {
        try (WebServer open = WebServer.bind(
                new InetSocketAddress("0.0.0.0", 0), new Limits(0, 4, Duration.ofSeconds(1)), new PrintWriter(log))) {
            open.start(new Kettle());
            WebServer loopback = server;
            server = open;
            assertThat(raw("GET /tea HTTP/1.1\r\nHost: kettle.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200 ");
            server = loopback;
            assertThat(raw("GET /tea HTTP/1.1\r\nHost: kettle.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 421 ");
        }
    }
}
