package io.acord.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.web.AccessToken;
import io.acord.web.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;

class ServiceTest {

    private static final String SCENARIO = """
            name: three
            agents: [a, b, c/d]
            dimension: 2
            beta: 2
            mu: running
            costs: {kind: online}
            graph: {kind: path}
            algorithms: [acord: {accuracy: 1e-6, variant: auto}]
            """;

    private static final String ROUND = """
            {"costs": {
              "a": {"alpha": 1, "v": [1, 2]},
              "b": {"type": "abs", "weight": 3, "v": [1, 0], "mu": 0.5},
              "c/d": {"type": "quadratic", "Q": [[2, 0], [0, 1]], "v": [0, 0]}
             },
             "edges": [{"i": "a", "j": "b", "weight": 2}, {"i": "b", "j": "c/d", "A": [[1, 0], [0, 2]], "offset": [1, 0]}],
             "beta": 5}
            """;

    @TempDir
    private Path folder;

    private Path scenario = Path.of("");

    @BeforeEach
    void writeScenario() throws IOException {
        scenario = Files.writeString(folder.resolve("three.yaml"), SCENARIO);
    }

    private ServiceClient client(String... sets) throws IOException {
        return ServiceClient.of(scenario, folder.resolve("state"), sets);
    }

    private byte[] journal() throws IOException {
        return Files.readAllBytes(folder.resolve("state/journal"));
    }

    /** Another round for every number. */
    private static String round(int k) {
        return ROUND.replace("\"v\": [1, 2]", "\"v\": [" + k + ", 2]");
    }

    // ---- what is answered

    @Test
    void anAnswerSaysWhatWasDecidedAndHowGoodItIs() throws IOException {
        try (ServiceClient client = client()) {
            ServiceClient.Answer answer = client.post(1, ROUND);
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.type()).isEqualTo("application/json");
            JsonNode json = answer.json();
            assertThat(json.get("round").asInt()).isEqualTo(1);
            assertThat(json.get("actions").propertyNames()).containsExactly("a", "b", "c/d");
            assertThat(json.get("certificate").asDouble()).isBetween(0.0, 1e-6);
            assertThat(json.get("ending").asString()).isEqualTo("accurate");
            assertThat(json.get("iterations").asInt()).isPositive();
            assertThat(json.get("messages").asLong()).isPositive();
            JsonNode guarantee = json.at("/soFar/guarantee");
            assertThat(guarantee.get("proven").asBoolean()).isTrue();
            double paid = json.at("/soFar/cost/total").asDouble();
            double least = guarantee.get("optimumAtLeast").asDouble();
            assertThat(least).isBetween(0.0, paid);
            assertThat(guarantee.get("ratioAtMost").asDouble()).isGreaterThanOrEqualTo(paid / least * (1 - 1e-12));
            assertThat(guarantee.at("/bound/ratio").asDouble() * least
                            + guarantee.at("/bound/additive").asDouble())
                    .isGreaterThanOrEqualTo(paid * (1 - 1e-9));
            assertThat(client.get("/rounds/1").text()).isEqualTo(answer.text());
        }
    }

    @Test
    void whereNothingIsPromisedBeforehandTheRunIsCertifiedAllTheSame() throws IOException {
        try (ServiceClient client = client("algorithms.0.acord.lambda=1")) {
            JsonNode guarantee = client.post(1, ROUND).json().at("/soFar/guarantee");
            assertThat(guarantee.get("proven").asBoolean()).isTrue();
            assertThat(guarantee.get("competitiveRatio").isNull()).isTrue();
            assertThat(guarantee.get("ratioAtMost").asDouble()).isBetween(1.0, 1.01);
        }
    }

    @Test
    void theServiceDescribesItself() throws IOException {
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
            JsonNode about = client.get("/").json();
            assertThat(about.get("name").asString()).isEqualTo("three");
            assertThat(about.get("nextRound").asInt()).isEqualTo(2);
            assertThat(about.get("agents").size()).isEqualTo(3);
            assertThat(about.at("/options/mu").asString()).isEqualTo("not used");
            assertThat(about.at("/options/lambda").asString()).isEqualTo("riccati");
            assertThat(client.get("/health").json().get("status").asString()).isEqualTo("UP");
            ServiceClient.Answer metrics = client.get("/metrics");
            assertThat(metrics.type()).startsWith("text/plain");
            assertThat(metrics.text())
                    .contains("acord_serve_rounds_total 1.0\n", "acord_serve_requests_total{status=\"200\"} 3\n")
                    .contains("acord_serve_cost_total{part=\"hitting\"} ", "acord_ratio_at_most ")
                    .contains("acord_serve_post_seconds_bucket{le=\"+Inf\"} 1\n", "acord_serve_post_seconds_count 1\n");
        }
    }

    @Test
    void edgesAndBetaThatAreLeftOutAreTheScenarios() throws IOException {
        String costs =
                ROUND.substring(0, ROUND.indexOf(" \"edges\"")).stripTrailing().replaceAll(",$", "");
        String path =
                costs + ", \"edges\": [{\"i\": \"b\", \"j\": \"a\"}, {\"i\": \"b\", \"j\": \"c/d\"}], \"beta\": 2}";
        String silent = costs + "}";
        String alone = costs + ", \"edges\": []}";
        List<String> actions = new ArrayList<>();
        for (String body : List.of(path, silent, alone)) {
            try (ServiceClient client = ServiceClient.of(scenario, folder.resolve("state-" + actions.size()))) {
                ServiceClient.Answer answer = client.post(1, body);
                assertThat(answer.status()).as(answer.text()).isEqualTo(200);
                actions.add(answer.json().get("actions").toString());
            }
        }
        assertThat(actions.get(1)).isEqualTo(actions.get(0));
        assertThat(actions.get(2)).isNotEqualTo(actions.get(0));
    }

    // ---- once and for all

    @Test
    void aRoundIsDecidedOnce() throws IOException {
        try (ServiceClient client = client()) {
            String first = client.post(1, ROUND).text();
            String second = client.post(2, round(7)).text();
            assertThat(client.post(1, ROUND).text()).isEqualTo(first);
            assertThat(client.post(2, round(7)).text()).isEqualTo(second);
            ServiceClient.Answer other = client.post(1, round(7));
            assertThat(other.status()).isEqualTo(409);
            assertThat(other.json().get("type").asString()).isEqualTo("urn:acord:problem:decided-otherwise");
            ServiceClient.Answer early = client.post(4, ROUND);
            assertThat(early.status()).isEqualTo(409);
            assertThat(early.json().get("detail").asString()).contains("The next round is 3");
            assertThat(client.get("/rounds/3").status()).isEqualTo(404);
        }
    }

    @Test
    void whoeverComesFirstDecidesAndTheOthersAreToldSo() throws Exception {
        try (ServiceClient client = client()) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            try {
                for (int t = 1; t <= 10; t++) {
                    int now = t;
                    List<Callable<ServiceClient.Answer>> posts = new ArrayList<>();
                    for (int k = 0; k < 8; k++) {
                        String body = round(k % 2);
                        posts.add(() -> client.post(now, body));
                    }
                    int refused = 0;
                    Set<String> answers = new TreeSet<>();
                    for (Future<ServiceClient.Answer> future : threads.invokeAll(posts)) {
                        ServiceClient.Answer answer = future.get();
                        assertThat(answer.status()).isIn(200, 409);
                        refused += answer.status() == 409 ? 1 : 0;
                        if (answer.status() == 200) {
                            answers.add(answer.text());
                        }
                    }
                    assertThat(refused).isEqualTo(4);
                    assertThat(answers).hasSize(1);
                    assertThat(client.service().nextRound()).isEqualTo(t + 1);
                }
            } finally {
                threads.shutdownNow();
            }
        }
    }

    // ---- bad input

    private static String without(String name) {
        return ROUND.replaceFirst("(?m)^ *\"" + name + "\": .*\n", "");
    }

    static Stream<Arguments> wrongRounds() {
        return Stream.of(
                Arguments.of("", "", "does not start with {"),
                Arguments.of("[]", "", "does not start with {"),
                Arguments.of(ROUND + "{}", "", "goes on after the closing }"),
                Arguments.of(ROUND.replace(": 5}", ": 5"), "", "is not JSON"),
                Arguments.of(ROUND.replace(": 5}", ": NaN}"), "", "line 7, column"),
                Arguments.of(ROUND.replace("\"b\": {", "\"a\": {"), "", "Duplicate"),
                Arguments.of("{\"x\":".repeat(60) + "1" + "}".repeat(60), "", "depth"),
                Arguments.of("{}", "/costs", "is missing"),
                Arguments.of("{\"costs\": 3}", "/costs", "is 3"),
                Arguments.of(ROUND.replace(": 5}", ": 1e999}"), "/beta", "is Infinity"),
                Arguments.of(ROUND.replace(": 5}", ": -1}"), "/beta", "is -1.0"),
                Arguments.of(ROUND.replace(": 5}", ": \"5\"}"), "/beta", "is \"5\""),
                Arguments.of(ROUND.replace("\"beta\"", "\"betta\""), "/betta", "is not known here"),
                Arguments.of(without("b"), "/costs/b", "is missing"),
                Arguments.of(ROUND.replace("\"c/d\": {", "\"c~e/d\": {"), "/costs/c~0e~1d", "is not an agent"),
                Arguments.of(ROUND.replace("\"c/d\": {", "\"c~e/d\": {"), "/costs/c~1d", "is missing"),
                Arguments.of(ROUND.replace("\"alpha\": 1", "\"alpha\": -1"), "/costs/a/alpha", "is -1.0"),
                Arguments.of(ROUND.replace("\"alpha\": 1", "\"alpha\": 0"), "/costs/a/alpha", "is 0.0"),
                Arguments.of(ROUND.replace("\"alpha\": 1", "\"alpha\": null"), "/costs/a/type", "is missing"),
                Arguments.of(ROUND.replace("[1, 2]", "[1, 2, 3]"), "/costs/a", "has 3 coordinates"),
                Arguments.of(ROUND.replace("[1, 2]", "[1, \"2\"]"), "/costs/a/v", "is \"2\""),
                Arguments.of(ROUND.replace("[1, 2]", "[1, 1e999]"), "/costs/a/v", "is Infinity"),
                Arguments.of(ROUND.replace("[1, 2]", "[1, 2], \"q\": 1"), "/costs/a/q", "is not known here"),
                Arguments.of(ROUND.replace("\"abs\"", "\"absolute\""), "/costs/b/type", "is \"absolute\""),
                Arguments.of(ROUND.replace("\"mu\": 0.5", "\"mu\": 0"), "/costs/b/mu", "is 0.0"),
                Arguments.of(ROUND.replace("[[2, 0], [0, 1]]", "[[2, 0], [0, -1]]"), "/costs/c~1d/Q", ""),
                Arguments.of(ROUND.replace("[[2, 0], [0, 1]]", "[[2, 1], [0, 1]]"), "/costs/c~1d/Q", ""),
                Arguments.of(ROUND.replace("[[2, 0], [0, 1]]", "[[2, 0], [0]]"), "/costs/c~1d/Q/1", "is a list of 1"),
                Arguments.of(
                        ROUND.replace("[1, 2]", "[1, 2], \"box\": {\"low\": [3, 0], \"high\": [2, 1]}"),
                        "/costs/a/box/low",
                        ""),
                Arguments.of(ROUND.replace("[{", "{").replace("}],", "},"), "", "is not JSON"),
                Arguments.of(ROUND.replace("[{\"i\"", "[3, {\"i\""), "/edges/0", "is 3"),
                Arguments.of(ROUND.replace("\"i\": \"a\"", "\"i\": \"x\""), "/edges/0/i", "is \"x\""),
                Arguments.of(ROUND.replace("\"i\": \"a\"", "\"i\": \"b\""), "/edges/0", "with itself"),
                Arguments.of(ROUND.replace("\"j\": \"c/d\"", "\"j\": \"a\""), "/edges/1", "again, after edge 0"),
                Arguments.of(ROUND.replace("\"weight\": 2", "\"weight\": -2"), "/edges/0/weight", "is -2.0"),
                Arguments.of(ROUND.replace("[[1, 0], [0, 2]]", "[[1, 0, 3]]"), "/edges/1/A", "has a row of 3"),
                Arguments.of(ROUND.replace("[[1, 0], [0, 2]]", "[[1e300, 0]]"), "/edges/1/A", ""),
                Arguments.of(
                        ROUND.replace("\"offset\": [1, 0]", "\"offset\": [1]"), "/edges/1/offset", "has 1 numbers"),
                Arguments.of(ROUND.replace("\"alpha\": 1", "\"alpha\": 1e308"), "/costs/a", ""));
    }

    @ParameterizedTest
    @MethodSource("wrongRounds")
    void aWrongRoundIsAnsweredWithItsPlaceAndChangesNothing(String body, String pointer, String found)
            throws IOException {
        try (ServiceClient client = client()) {
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
            byte[] journal = journal();
            byte[] fleet = client.service().look(ServedFleet::save);
            ServiceClient.Answer answer = client.post(2, body);
            assertThat(answer.status()).as(answer.text()).isEqualTo(400);
            assertThat(answer.type()).isEqualTo("application/problem+json");
            JsonNode problem = answer.json();
            assertThat(problem.get("type").asString()).isEqualTo("urn:acord:problem:bad-round");
            assertThat(problem.get("status").asInt()).isEqualTo(400);
            assertThat(problem.get("instance").asString()).isEqualTo("/rounds/2");
            List<String> complaints = new ArrayList<>();
            for (JsonNode error : problem.get("errors")) {
                complaints.add(error.get("pointer").asString() + " "
                        + error.get("detail").asString());
                assertThat(error.get("needed").asString()).isNotBlank();
                assertThat(error.get("fix").asString()).isNotBlank();
            }
            assertThat(complaints).anyMatch(c -> c.startsWith(pointer) && c.contains(found));
            assertPointersLead(body, problem);
            assertThat(journal()).isEqualTo(journal);
            assertThat(client.service().look(ServedFleet::save)).isEqualTo(fleet);
            assertThat(client.post(2, round(2)).status()).isEqualTo(200);
            assertThat(client.log.toString()).isEmpty();
        }
    }

    /** Every pointer leads to something in the body, or to where something should be. */
    private static void assertPointersLead(String body, JsonNode problem) {
        for (JsonNode error : problem.get("errors")) {
            String pointer = error.get("pointer").asString();
            if (!pointer.isEmpty()) {
                JsonNode parent = ServiceClient.MAPPER
                        .readTree(body)
                        .at(JsonPointer.compile(pointer).head());
                assertThat(parent.isContainer()).as("%s in %s", pointer, body).isTrue();
            }
        }
    }

    @Test
    void everythingThatIsWrongIsSaidAtOnce() throws IOException {
        String body = without("b")
                .replace("\"alpha\": 1", "\"alpha\": -1")
                .replace("\"weight\": 2", "\"weight\": -2")
                .replace(": 5}", ": -5}");
        try (ServiceClient client = client()) {
            JsonNode errors = client.post(1, body).json().get("errors");
            List<String> pointers = new ArrayList<>();
            errors.forEach(error -> pointers.add(error.get("pointer").asString()));
            assertThat(pointers).containsExactlyInAnyOrder("/costs/a/alpha", "/costs/b", "/edges/0/weight", "/beta");
        }
    }

    @Test
    void aCostThatIsLessConvexThanDeclaredIsRefusedAtItsPlace() throws IOException {
        try (ServiceClient client = client("mu=1.5", "algorithms.0.acord.lambda=paper")) {
            JsonNode problem = client.post(1, ROUND).json();
            assertThat(problem.get("status").asInt()).isEqualTo(400);
            List<String> pointers = new ArrayList<>();
            problem.get("errors")
                    .forEach(error -> pointers.add(error.get("pointer").asString()));
            assertThat(pointers).containsExactly("/costs/b", "/costs/c~1d");
            assertThat(client.service().nextRound()).isEqualTo(1);
        }
    }

    @Test
    void placesMethodsAndTypesThatAreNotThereAreSaidToBe() throws IOException {
        try (ServiceClient client = client()) {
            for (String path : List.of(
                    "/nowhere",
                    "/rounds",
                    "/rounds/",
                    "/rounds/0",
                    "/rounds/-1",
                    "/rounds/x",
                    "/rounds/99999999999999999999",
                    "/rounds/1/2",
                    "/health/x",
                    "/%2e%2e/etc")) {
                ServiceClient.Answer answer = client.get(path);
                assertThat(answer.status()).as(path).isEqualTo(404);
                assertThat(answer.type()).isEqualTo("application/problem+json");
            }
            for (String method : List.of("PUT", "DELETE", "PATCH", "OPTIONS")) {
                assertThat(client.method(method, "/rounds/1").status())
                        .as(method)
                        .isEqualTo(405);
            }
            assertThat(client.method("POST", "/").status()).isEqualTo(405);
            for (String type : List.of(
                    "",
                    "text/plain",
                    "application/x-www-form-urlencoded",
                    "application/json; charset=latin1",
                    "application/jsonx")) {
                ServiceClient.Answer answer = client.post("/rounds/1", type, ROUND);
                assertThat(answer.status()).as(type).isEqualTo(415);
                assertThat(answer.json().get("detail").asString()).contains("application/json");
            }
            assertThat(client.post("/rounds/1", "application/json; charset=UTF-8", ROUND)
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aBodyThatIsNotUtf8IsRefused() throws Exception {
        try (ServiceClient client = client()) {
            for (String charset : List.of("UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32")) {
                assertThatThrownBy(() -> client.service().decide(1, ROUND.getBytes(charset)))
                        .as(charset)
                        .isInstanceOfSatisfying(
                                Problem.class,
                                problem -> assertThat(problem.kind()).isEqualTo(ProblemKinds.BAD_ROUND));
            }
            assertThat(client.service().nextRound()).isEqualTo(1);
        }
    }

    /** While a round is decided the service is locked; whoever watches it must not have to wait for that. */
    @Test
    void metricsAndHealthAnswerWhileARoundIsBeingDecided() throws Exception {
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
            synchronized (client.service()) {
                for (String path : List.of("/metrics", "/health", "/")) {
                    ServiceClient.Answer answer = CompletableFuture.supplyAsync(() -> {
                                try {
                                    return client.get(path);
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            })
                            .get(30, TimeUnit.SECONDS);
                    assertThat(answer.status()).as(path).isEqualTo(200);
                    if (path.equals("/metrics")) {
                        assertThat(answer.text()).contains("acord_serve_rounds_total 1.0");
                    }
                }
            }
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws IOException {
        try (ServiceClient client = ServiceClient.of(scenario, folder.resolve("state"), 2000)) {
            for (int size : new int[] {2001, 100_000, 5_000_000}) {
                ServiceClient.Answer answer = client.post(1, ROUND + " ".repeat(size - ROUND.length()));
                assertThat(answer.status()).isEqualTo(413);
                assertThat(answer.json().get("detail").asString()).contains("2000 bytes");
            }
            assertThat(client.post(1, ROUND + " ".repeat(2000 - ROUND.length())).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void clientsThatSendNothingMoreDoNotKeepOthersFromBeingAnswered() throws IOException {
        try (ServiceClient client = client()) {
            List<Socket> slow = new ArrayList<>();
            try {
                for (int k = 0; k < 10; k++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
                    slow.add(socket);
                    OutputStream out = socket.getOutputStream();
                    out.write(("POST /rounds/1 HTTP/1.1\r\nHost: 127.0.0.1:" + client.port()
                                    + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{")
                            .getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                }
                assertThat(client.post(1, ROUND).status()).isEqualTo(200);
            } finally {
                for (Socket socket : slow) {
                    socket.close();
                }
            }
            assertThat(client.post(2, ROUND).status()).isEqualTo(200); // half a body is no round
        }
    }

    static Stream<Arguments> largeMistakes() {
        String costs = ROUND.substring(ROUND.indexOf("{\"costs\"") + 1, ROUND.indexOf(" \"edges\""));
        return Stream.of(
                Arguments.of("{" + costs + "\"edges\": [" + many("{\"i\": \"x\", \"j\": \"bb\"}") + "]}", 101),
                Arguments.of(
                        "{" + costs + "\"edges\": [" + many("{\"i\": \"a\", \"j\": \"b\", \"weight\": -1}") + "]}",
                        101),
                Arguments.of("{" + costs + "\"edges\": [" + many("{\"i\": \"a\", \"j\": \"b\"}") + "]}", 101),
                Arguments.of("{\"costs\": {\"a\": {\"alpha\": 1, \"v\": [" + many("1") + "]}}}", 1),
                Arguments.of("{\"costs\": {\"a\": {\"type\": \"sum\", \"parts\": [" + many("{}") + "]}}}", 1));
    }

    private static String many(String item) {
        return (item + ", ").repeat(800_000 / (item.length() + 2)) + item;
    }

    /** What is wrong a hundred thousand times is said a hundred times, and the rest is not even looked at. */
    @ParameterizedTest
    @MethodSource("largeMistakes")
    void aLargeMistakeIsNotLookedAtForLong(String body, int fewest) throws IOException {
        try (ServiceClient client = client()) {
            ServiceClient.Answer answer = client.post(1, body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).hasSizeLessThan(50_000);
            JsonNode errors = answer.json().get("errors");
            assertThat(errors.size()).isBetween(fewest, 101);
            if (fewest > 100) {
                assertThat(errors.get(100).get("detail").asString()).isEqualTo("was not looked at any further");
            }
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
        }
    }

    @Test
    void aBodyOfManyMoreValuesThanARoundHasIsNotKeptInMemory() throws IOException {
        try (ServiceClient client = ServiceClient.of(scenario, folder.resolve("state"), 1 << 24)) {
            String body = "{\"costs\": {\"a\": {\"alpha\": 1, \"v\": [" + "1,".repeat(2_000_000) + "1]}}}";
            ServiceClient.Answer answer = client.post(1, body);
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.text()).contains("Token count");
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
        }
    }

    @Test
    void halfSentRoundsKeepNobodyWaiting() throws IOException {
        List<Socket> halves = new ArrayList<>();
        try (ServiceClient client = client()) {
            for (int k = 0; k < 200; k++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port());
                halves.add(socket);
                socket.getOutputStream()
                        .write(("POST /rounds/1 HTTP/1.1\r\nHost: 127.0.0.1:" + client.port()
                                        + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
            }
            for (int t = 1; t <= 10; t++) {
                assertThat(client.post(t, round(t)).status()).isEqualTo(200);
            }
        } finally {
            for (Socket half : halves) {
                half.close();
            }
        }
    }

    @Test
    void aClientThatSendsSlowlyIsLetGo() throws IOException {
        try (ServiceClient client = ServiceClient.impatient(scenario, folder.resolve("state"))) {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
                socket.setSoTimeout(30_000);
                socket.getOutputStream()
                        .write(("POST /rounds/1 HTTP/1.1\r\nHost: 127.0.0.1:" + client.port()
                                        + "\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{")
                                .getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8))
                        .startsWith("HTTP/1.1 408 ")
                        .contains("urn:acord:problem:too-slow");
            }
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
            assertThat(client.log.toString()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:PORT",
                "127.0.0.1",
                "127.0.0.1:1",
                "localhost.evil.example:PORT",
                "x@127.0.0.1:PORT",
                ""
            })
    void anotherHostIsNotAnsweredFor(String host) throws IOException {
        try (ServiceClient client = client()) {
            String port = Integer.toString(client.port());
            String answer = raw(client, host.replace("PORT", port));
            assertThat(answer).startsWith("HTTP/1.1 421 ").contains("urn:acord:problem:not-ours");
            for (String own : List.of("127.0.0.1:", "localhost:", "LocalHost:", "[::1]:")) {
                assertThat(raw(client, own + port)).as(own).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    private static String raw(ServiceClient client, String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("GET /health HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** One request of a stranger must not decide a round. */
    @Test
    void whereOthersReachItNobodyDecidesWithoutTheToken() throws IOException {
        AccessToken token = new AccessToken("a-token-of-some-length");
        try (ServiceClient client = ServiceClient.open(scenario, folder.resolve("state"), token)) {
            for (ServiceClient.Answer answer : List.of(
                    client.post(1, ROUND),
                    client.post(1, ROUND, "Authorization", "Bearer a-token-of-some-lengthy"),
                    client.post(1, ROUND, "Authorization", "Basic a-token-of-some-length"),
                    client.get("/rounds/1"),
                    client.get("/"),
                    client.get("/metrics"),
                    client.get("/no-such-place"))) {
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.json().get("type").asString()).isEqualTo("urn:acord:problem:token-needed");
            }
            assertThat(client.service().nextRound()).isEqualTo(1);
            assertThat(client.get("/health/live").status()).isEqualTo(200);
            assertThat(client.post(1, ROUND, "Authorization", "Bearer a-token-of-some-length")
                            .status())
                    .isEqualTo(200);
        }
        // Without the bound the same request decides: it is the token that is in its way.
        try (ServiceClient client = ServiceClient.open(scenario, folder.resolve("open"), null)) {
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
        }
    }

    @Test
    void whereOthersReachItOnlyItsOwnNamesAndAddressesAreAnsweredFor() throws IOException {
        try (ServiceClient client = ServiceClient.open(scenario, folder.resolve("state"), null)) {
            for (String host : List.of("evil.example:PORT", "10.0.0.1", "10.0.0.1:1", "10.0.0.1.evil.example:PORT")) {
                assertThat(raw(client, host.replace("PORT", "" + client.port())))
                        .as(host)
                        .startsWith("HTTP/1.1 421 ");
            }
            for (String host : List.of("10.0.0.1:", "localhost:", "[fe80::1]:")) {
                assertThat(raw(client, host + client.port())).as(host).startsWith("HTTP/1.1 200 ");
            }
        }
    }

    @Test
    void aPageOfAnotherSiteDecidesNothing() throws IOException {
        try (ServiceClient client = client()) {
            for (String[] header : new String[][] {
                {"Origin", "http://evil.example"},
                {"Origin", "null"},
                {"Origin", "http://127.0.0.1:1"},
                {"Sec-Fetch-Site", "cross-site"},
                {"Sec-Fetch-Site", "same-site"}
            }) {
                ServiceClient.Answer answer = client.post(1, ROUND, header[0], header[1]);
                assertThat(answer.status()).as(header[1]).isEqualTo(403);
                assertThat(answer.json().get("type").asString()).isEqualTo("urn:acord:problem:another-page");
            }
            assertThat(client.service().nextRound()).isEqualTo(1);
            assertThat(client.post(1, ROUND, "Origin", "http://127.0.0.1:" + client.port())
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aliveAndReadyAreAskedForApart() throws IOException {
        try (ServiceClient client = client()) {
            assertThat(client.get("/health/live").text()).isEqualTo("{\"status\":\"UP\"}\n");
            assertThat(client.get("/health/ready").text()).isEqualTo("{\"status\":\"UP\",\"nextRound\":1}\n");
        }
    }

    @Test
    void bytesThatAreNoHttpDoNoHarm() throws IOException {
        try (ServiceClient client = client()) {
            for (String bytes : List.of(
                    "\u0000\u0001\u0002",
                    "GET",
                    "POST /rounds/1 HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                    "POST /rounds/1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")) {
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), client.port())) {
                    socket.setSoTimeout(2000);
                    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                    socket.shutdownOutput();
                    try (InputStream in = socket.getInputStream()) {
                        in.readAllBytes();
                    }
                } catch (IOException reset) {
                    // as good an answer as any
                }
            }
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
        }
    }

    // ---- missing: hold

    @Test
    void anAgentThatIsLeftOutHoldsItsCostAlsoAfterARestart() throws IOException {
        String costs = "{\"costs\": {%s}}";
        String a = "\"a\": {\"alpha\": 1, \"v\": [4, 0]}";
        String b = "\"b\": {\"alpha\": 1, \"v\": [0, 4]}";
        String c = "\"c/d\": {\"alpha\": 2, \"v\": [1, 1]}";
        String all = costs.formatted(a + "," + b + "," + c);
        List<String> held = new ArrayList<>();
        try (ServiceClient client = client("costs.missing=hold")) {
            assertThat(client.post(1, costs.formatted(a)).status()).isEqualTo(400); // nothing to hold yet
            client.post(1, all);
            client.post(2, costs.formatted(a.replace("4, 0", "5, 0")));
        }
        try (ServiceClient client = client("costs.missing=hold")) {
            held.add(client.post(3, costs.formatted(b)).json().get("actions").toString());
            held.add(client.post(4, costs.formatted("")).json().get("actions").toString());
        }
        try (ServiceClient client = ServiceClient.of(scenario, folder.resolve("in-full"))) {
            String moved = all.replace("4, 0", "5, 0");
            client.post(1, all);
            client.post(2, moved);
            assertThat(client.post(3, moved).json().get("actions").toString()).isEqualTo(held.get(0));
            assertThat(client.post(4, moved).json().get("actions").toString()).isEqualTo(held.get(1));
        }
    }

    @Test
    void everyRequestIsALineOfTheLog() throws IOException {
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
            client.post(7, ROUND);
            client.get("/rounds/two");
            assertThat(client.requests.toString().lines())
                    .as(client.requests.toString())
                    .anyMatch(line -> line.matches("\\S+Z 127\\.0\\.0\\.1 POST /rounds/1 200 [0-9.]+ ms"))
                    .anyMatch(line -> line.contains("POST /rounds/7 409 "))
                    .anyMatch(line -> line.contains("GET /rounds/two 404 "))
                    .hasSize(3);
        }
    }

    // ---- state

    @Test
    void aRoundThatWasBeingWrittenIsCutOffAndOneThatWasAnsweredStays() throws IOException {
        List<String> answers = new ArrayList<>();
        int afterTwo;
        byte[] markOfTwo;
        try (ServiceClient client = client()) {
            answers.add(client.post(1, ROUND).text());
            answers.add(client.post(2, round(2)).text());
            afterTwo = journal().length;
            markOfTwo = Files.readAllBytes(mark());
            answers.add(client.post(3, round(3)).text());
        }
        byte[] whole = journal();
        Path file = folder.resolve("state/journal");
        for (int length = afterTwo; length < whole.length; length += length < afterTwo + 40 ? 1 : 97) {
            Files.write(file, Arrays.copyOf(whole, length));
            Files.write(mark(), markOfTwo);
            try (ServiceClient client = client()) {
                assertThat(client.service().nextRound()).isEqualTo(3);
                assertThat(client.service().cutOff()).isEqualTo(length - afterTwo);
                assertThat(client.get("/rounds/2").text()).isEqualTo(answers.get(1));
                assertThat(client.post(3, round(3)).text()).isEqualTo(answers.get(2));
            }
            assertThat(journal()).isEqualTo(whole);
        }
    }

    /** Its beginning holds nothing that was answered; a few bytes of something else may be anybody's. */
    @Test
    void aFileThatIsShorterThanABeginningIsCutOffOnlyIfItIsOurs() throws IOException {
        client().close();
        byte[] whole = journal();
        Path file = folder.resolve("state/journal");
        for (int length = 1; length < whole.length; length += 7) {
            Files.write(file, Arrays.copyOf(whole, length));
            client().close();
            assertThat(journal()).isEqualTo(whole);
        }
        for (byte[] other : List.of("hello".getBytes(UTF_8), new byte[3], Arrays.copyOfRange(whole, 1, 9))) {
            Files.write(file, other);
            assertThatThrownBy(this::client).hasMessageContaining("is damaged at byte 0 of " + other.length);
            assertThat(journal()).isEqualTo(other);
        }
    }

    @Test
    void damageToWhatWasAnsweredIsRefusedWithAWayOut() throws IOException {
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
            client.post(2, round(2));
        }
        byte[] whole = journal();
        Path file = folder.resolve("state/journal");
        for (int at = 0; at < whole.length; at += at < 20 ? 1 : 61) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(file, damaged);
            assertThatThrownBy(this::client)
                    .as("byte %d", at)
                    .hasMessageContaining("is damaged at byte")
                    .hasMessageContaining("journal check --repair");
            assertThat(journal()).isEqualTo(damaged);
        }
    }

    private Path mark() {
        return folder.resolve("state/answered");
    }

    /** Where records begin and where they do not: what was answered is missing, and that is said. */
    @Test
    void aJournalThatWasCutIsRefusedWhereverTheCutFalls() throws IOException {
        List<Integer> ends = new ArrayList<>();
        try (ServiceClient client = client()) {
            for (int t = 1; t <= 4; t++) {
                ends.add(journal().length);
                client.post(t, round(t));
            }
        }
        byte[] whole = journal();
        Path file = folder.resolve("state/journal");
        List<Integer> cuts = new ArrayList<>(ends);
        cuts.add(0);
        for (int k = 1; k < 60; k++) {
            cuts.add(k * whole.length / 60);
        }
        for (int cut : cuts) {
            Files.write(file, Arrays.copyOf(whole, cut));
            assertThatThrownBy(this::client)
                    .as("cut at %d of %d", cut, whole.length)
                    .hasMessageContaining("ends after round")
                    .hasMessageContaining("all 4 rounds that were answered")
                    .hasMessageContaining("remove ");
            assertThat(journal()).hasSize(cut);
        }
        // Without the mark nobody can know: it is the mark that tells.
        Files.write(file, Arrays.copyOf(whole, ends.get(2)));
        Files.delete(mark());
        try (ServiceClient client = client()) {
            assertThat(client.service().nextRound()).isEqualTo(3);
        }
    }

    @Test
    void aRecordThatWasTakenOutOrPutElsewhereIsSeen() throws IOException {
        List<Integer> ends = new ArrayList<>();
        try (ServiceClient client = client()) {
            for (int t = 1; t <= 3; t++) {
                ends.add(journal().length);
                client.post(t, ROUND.replace("1, 2", t + ", 2"));
            }
            ends.add(journal().length);
        }
        byte[] whole = journal();
        byte[] first = Arrays.copyOfRange(whole, ends.get(0), ends.get(1));
        byte[] second = Arrays.copyOfRange(whole, ends.get(1), ends.get(2));
        ByteArrayOutputStream swapped = new ByteArrayOutputStream();
        swapped.write(whole, 0, ends.get(0));
        swapped.writeBytes(second);
        swapped.writeBytes(first);
        swapped.write(whole, ends.get(2), whole.length - ends.get(2));
        Files.write(folder.resolve("state/journal"), swapped.toByteArray());
        assertThatThrownBy(this::client).hasMessageContaining("has other rounds than were answered");
    }

    @Test
    void aJournalOfAnEarlierVersionIsReadAndMarked() throws IOException {
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
        }
        Files.delete(mark());
        try (ServiceClient client = client()) {
            assertThat(client.service().nextRound()).isEqualTo(2);
            client.post(2, ROUND);
        }
        assertThat(mark()).exists();
    }

    @Test
    void aMarkThatIsBehindIsNoDamageAndADamagedOneIsSaid() throws IOException {
        byte[] behind;
        try (ServiceClient client = client()) {
            client.post(1, ROUND);
            behind = Files.readAllBytes(mark());
            client.post(2, ROUND);
        }
        Files.write(mark(), behind); // as a power cut may leave it
        try (ServiceClient client = client()) {
            assertThat(client.service().nextRound()).isEqualTo(3);
        }
        for (byte[] damaged : List.of(new byte[0], new byte[16], Arrays.copyOf(behind, 15))) {
            Files.write(mark(), damaged);
            assertThatThrownBy(this::client).hasMessageContaining("answered is damaged");
        }
    }

    @Test
    void stateOfAnotherScenarioIsRefusedWithTheDifference() throws IOException {
        client().close();
        Map<String, String> changes = Map.of(
                "beta=3", "beta: 2.0",
                "algorithms.0.acord.lambda=1", "lambda: riccati",
                "agents=[a, b, e]", "agents: 3, names",
                "dimension=1", "dimension: 2",
                "start=[1, 1]", "start: [0.0, 0.0]",
                "seed=2", "seed: 1",
                "graph={kind: ring}", "graph: ",
                "costs.missing=hold", "missing: refuse",
                "algorithms.0.acord.accuracy=1e-7", "budget: Accuracy[epsilon=1.0E-6");
        changes.forEach((set, was) -> assertThatThrownBy(() -> client(set))
                .as(set)
                .hasMessageContaining("belongs to a scenario with " + was)
                .hasMessageContaining("choose another folder"));
        client("name=other", "threads=1").close(); // these change no answer
    }

    @Test
    void aStateThatIsNoFolderIsRefused() throws IOException {
        Files.writeString(folder.resolve("state"), "mine");
        assertThatThrownBy(this::client).hasMessageContaining("is a file").hasMessageContaining("a folder");
        assertThat(folder.resolve("state")).hasContent("mine");
    }

    @Test
    void aStateIsUsedByOneServiceAtATime() throws IOException {
        try (ServiceClient client = client()) {
            assertThatThrownBy(this::client).hasMessageContaining("is in use");
            assertThat(client.post(1, ROUND).status()).isEqualTo(200);
        }
        client().close();
    }
}
