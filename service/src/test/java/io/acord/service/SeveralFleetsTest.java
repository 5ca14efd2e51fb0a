package io.acord.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.web.OwnNames;
import io.acord.web.WebServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Two fleets behind one address, and tokens that do not allow everything. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "permissions of files")
class SeveralFleetsTest {

    private static final String DECIDER = "decider-0123456789";
    private static final String READER = "reader-0123456789";
    private static final String METER = "meter-0123456789";
    private static final String ROUND =
            "{\"costs\": {\"x\": {\"alpha\": 1, \"v\": 3}, \"y\": {\"alpha\": 1, \"v\": 1}}}";

    @TempDir
    private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final StringWriter log = new StringWriter();

    @SuppressWarnings("NullAway.Init") // before each test
    private ServedFleets fleets;

    @SuppressWarnings("NullAway.Init")
    private WebServer server;

    @SuppressWarnings("NullAway.Init")
    private Path tokens;

    @BeforeEach
    void start() throws IOException {
        tokens = folder.resolve("tokens");
        write(DECIDER + " decide # the scheduler\n\n" + READER + " read, metrics\n" + METER + " metrics\n");
        fleets = ServedFleets.of(List.of(service("north"), service("south")));
        server = WebServer.bind(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                ServiceRoutes.limits(1 << 20),
                new PrintWriter(log));
        server.start(new ServiceRoutes(
                fleets,
                server.limits(),
                "test",
                OwnNames.of("127.0.0.1", false),
                ServiceTokens.inFile(tokens, new PrintWriter(log)),
                AccessLog.to(null, new PrintWriter(log))));
    }

    @AfterEach
    void end() throws IOException {
        server.close();
        fleets.close();
    }

    private void write(String text) throws IOException {
        Files.writeString(tokens, text);
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-------"));
    }

    private Service service(String name) throws IOException {
        Path scenario = Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                agents: [x, y]
                costs: {kind: online}
                graph: {kind: path}
                algorithms: [acord]
                """.formatted(name));
        return Service.open(ServedScenario.of(ScenarioReader.read(scenario, List.of())), folder.resolve("of-" + name));
    }

    private HttpResponse<String> ask(String path, @Nullable String token, @Nullable String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + server.address().getPort() + path));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void fleetsHaveRoundsOfTheirOwn() throws Exception {
        assertThat(ask("/fleets/north/rounds/1", DECIDER, ROUND).statusCode()).isEqualTo(200);
        assertThat(ask("/fleets/south/rounds/1", READER, null).body()).contains("not-yet");
        assertThat(ask("/fleets", READER, null).body())
                .contains("\"north\":{\"nextRound\":2", "\"south\":{\"nextRound\":1");
        assertThat(ask("/metrics", METER, null).body())
                .contains("acord_serve_rounds_total{fleet=\"north\"} 1.0", "fleet=\"south\",part=\"hitting\"");
    }

    @Test
    void aPathWithoutAFleetIsToldWhichThereAre() throws Exception {
        HttpResponse<String> answer = ask("/rounds/1", DECIDER, ROUND);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("/fleets/NAME/rounds/1", "north, south");
        assertThat(ask("/fleets/west", READER, null).statusCode()).isEqualTo(404);
    }

    @Test
    void aRefusedRequestSaysWhichScopeIsMissing() throws Exception {
        HttpResponse<String> decided = ask("/fleets/north/rounds/1", READER, ROUND);
        assertThat(decided.statusCode()).isEqualTo(403);
        assertThat(decided.body()).contains("scope-needed", "the scope decide", "has read, metrics");
        assertThat(decided.headers().firstValue("WWW-Authenticate").orElse("")).contains("insufficient_scope");
        assertThat(ask("/fleets/north/rounds/1", DECIDER, null).body()).contains("the scope read");
        assertThat(ask("/metrics", DECIDER, null).body()).contains("the scope metrics");
        assertThat(ask("/fleets/north", METER, null).statusCode()).isEqualTo(200);
        assertThat(ask("/fleets/north/rounds/1", null, ROUND).statusCode()).isEqualTo(401);
        assertThat(ask("/health", null, null).statusCode()).isEqualTo(200);
    }

    @Test
    void aFileOfTokensThatChangesCountsAndOneThatCannotBeUsedDoesNot() throws Exception {
        String other = "another-0123456789";
        write(other + " decide\n");
        Files.setLastModifiedTime(tokens, FileTime.from(Instant.now().plusSeconds(5)));
        Thread.sleep(1100); // it is looked at once a second
        assertThat(ask("/fleets/north/rounds/1", DECIDER, ROUND).statusCode()).isEqualTo(401);
        assertThat(ask("/fleets/north/rounds/1", other, ROUND).statusCode()).isEqualTo(200);
        write("short everything\n");
        Files.setLastModifiedTime(tokens, FileTime.from(Instant.now().plusSeconds(9)));
        Thread.sleep(1100);
        assertThat(ask("/fleets/north/rounds/2", other, ROUND).statusCode()).isEqualTo(200);
        assertThat(log.toString()).contains("is not used", "scope \"everything\"");
    }

    @Test
    void allThatIsWrongWithAFileOfTokensIsSaidAtOnce() throws Exception {
        write("short read\n" + READER + "\n" + DECIDER + " decide,write\n");
        Files.setPosixFilePermissions(tokens, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> ServiceTokens.inFile(tokens, new PrintWriter(log)))
                .isInstanceOfSatisfying(
                        BadInputException.class,
                        refused -> assertThat(refused.complaints()).hasSize(4));
    }

    @Test
    void fleetsOfOneNameOrOfANameThatIsNoAddressAreRefused() {
        Complaints complaints = new Complaints();
        ServedFleets.checkNames(List.of("a", "a", "b/c"), complaints);
        assertThat(complaints.size()).isEqualTo(2);
    }
}
