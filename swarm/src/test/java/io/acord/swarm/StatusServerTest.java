package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.MemberHealth;
import io.acord.swarm.live.FeedStatus;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class StatusServerTest {

    private final AtomicBoolean plays = new AtomicBoolean();
    private final AtomicBoolean hasCompany = new AtomicBoolean(true);
    private final StringWriter log = new StringWriter();
    private Optional<FeedStatus> feed = Optional.empty();

    private StatusServer open() throws Exception {
        return StatusServer.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                () -> new MemberHealth(
                        "m0", plays.get(), plays.get() && hasCompany.get(), 10, true, 1, 1, "2030-01-01T00:00:00Z"),
                () -> "acord_rounds_total 10.0\n",
                () -> feed,
                null,
                new PrintWriter(log));
    }

    private static HttpResponse<String> get(StatusServer status, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + status.address().getPort() + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void healthIsAboutAMemberThatPlaysAndMetricsAreItsOwn() throws Exception {
        try (StatusServer status = open()) {
            assertThat(get(status, "/health").statusCode())
                    .as("it does not play yet")
                    .isEqualTo(503);
            plays.set(true);
            HttpResponse<String> health = get(status, "/health");
            assertThat(health.statusCode()).isEqualTo(200);
            assertThat(health.headers().firstValue("Content-Type").orElse("")).startsWith("application/json");
            assertThat(health.body())
                    .isEqualTo(
                            "{\"member\":\"m0\",\"well\":true,\"ready\":true,\"round\":10,\"finished\":true,\"peersUp\":1,"
                                    + "\"peers\":1,\"certificateEnds\":\"2030-01-01T00:00:00Z\"}\n");
            HttpResponse<String> metrics = get(status, "/metrics");
            assertThat(metrics.headers().firstValue("Content-Type").orElse("")).startsWith("text/plain");
            assertThat(metrics.body()).isEqualTo("acord_rounds_total 10.0\n");
            assertThat(get(status, "/").statusCode()).isEqualTo(404);
            assertThat(log.toString()).isEmpty();
        }
    }

    @Test
    void theHealthOfALiveMemberSaysHowItsControllersFare() throws Exception {
        feed = Optional.of(new FeedStatus(
                "http://127.0.0.1:7101",
                "hold",
                List.of(new FeedStatus.OfAgent("north", 12, 2, "no cost came in time"))));
        try (StatusServer status = open()) {
            assertThat(get(status, "/health").body())
                    .contains(
                            "\"feed\":{\"door\":\"http://127.0.0.1:7101\",\"late\":\"hold\",\"agents\":[{\"agent\":\"north\","
                                    + "\"told\":12,\"lateRounds\":2,\"why\":\"no cost came in time\"}]}");
        }
    }

    @Test
    void aMemberWithoutCompanyIsAliveAndNotReady() throws Exception {
        try (StatusServer status = open()) {
            plays.set(true);
            hasCompany.set(false);
            assertThat(get(status, "/health/live").statusCode()).isEqualTo(200);
            assertThat(get(status, "/health/ready").statusCode()).isEqualTo(503);
            assertThat(get(status, "/health").statusCode()).isEqualTo(503);
        }
    }

    @Test
    void halfRequestsKeepNobodyElseFromBeingAnswered() throws Exception {
        plays.set(true);
        List<Socket> half = new ArrayList<>();
        try (StatusServer status = open()) {
            for (int k = 0; k < 50; k++) {
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), status.address().getPort());
                half.add(socket);
                socket.getOutputStream().write("GET /health HTTP/1.1\r\nHost: 127".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
            }
            assertThat(get(status, "/health").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : half) {
                socket.close();
            }
        }
    }
}
