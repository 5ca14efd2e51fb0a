package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusTest {

    @TempDir
    private Path folder;

    @Test
    void metricsAndHealthSayHowAMemberIs() throws Exception {
        try (TestFleet fleet = new TestFleet(folder, 4, 2, 1, 10, false)) {
            fleet.openAll();
            Member member = fleet.member("m0");
            Metrics metrics = fleet.metrics("m0");
            try (StatusServer status = StatusServer.open("127.0.0.1", 0, member, metrics)) {
                assertThat(get(status, "/health").statusCode())
                        .as("it does not play yet")
                        .isEqualTo(503);
                fleet.joinAll();
                fleet.awaitAll(Duration.ofSeconds(30));
                HttpResponse<String> health = get(status, "/health");
                assertThat(health.statusCode()).isEqualTo(200);
                assertThat(health.body()).contains("\"member\":\"m0\"", "\"round\":10", "\"peersUp\":1");
                assertThat(get(status, "/metrics").body())
                        .contains(
                                "acord_rounds_total{level=\"final\"} 10.0",
                                "acord_iterations_total 60.0",
                                "acord_messages_sent_total",
                                "acord_bytes_heard_total",
                                "acord_messages_rejected_total{cause=\"not_finite\"} 0.0",
                                "acord_refused_total{cause=\"certificate\"} 0.0",
                                "acord_certificate",
                                "acord_iteration_time_seconds_count 10",
                                "acord_peers_up 1.0",
                                "acord_peer_up{peer=\"m1\"} 1.0",
                                "acord_iteration ",
                                "acord_messages_hostile 0.0",
                                "acord_tls_certificate_end");
            }
        }
    }

    private static HttpResponse<String> get(StatusServer status, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(
                                        "http://127.0.0.1:" + status.address().getPort() + path))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }
}
