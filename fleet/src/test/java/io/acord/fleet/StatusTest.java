package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
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
            assertThat(member.health().isWell()).as("it does not play yet").isFalse();
            fleet.joinAll();
            fleet.awaitAll(Duration.ofSeconds(30));
            MemberHealth health = member.health();
            assertThat(health.isWell()).isTrue();
            assertThat(health.isReady()).isTrue();
            assertThat(health.member()).isEqualTo("m0");
            assertThat(health.round()).isEqualTo(10);
            assertThat(health.peersUp()).isEqualTo(1);
            assertThat(metrics.scrape())
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
                            "acord_tls_certificate_end_seconds");
        }
    }

    @Test
    void aMemberWhosePeersAreGoneIsWellAndNotReady() throws Exception {
        try (TestFleet fleet = new TestFleet(folder, 4, 2, 1, 100_000, false)) {
            fleet.deadline = Duration.ofMillis(100);
            fleet.pace = Duration.ofMillis(10);
            fleet.openAll();
            fleet.joinAll();
            Member member = fleet.member("m0");
            await(() -> member.round() > 3);
            fleet.member("m1").close();
            int then = member.round();
            await(() -> member.round() > then + 12);
            assertThat(member.health().isWell()).isTrue();
            assertThat(member.health().isReady()).isFalse();
        }
    }

    private static void await(Callable<Boolean> holds) throws Exception {
        for (int k = 0; k < 1000 && !holds.call(); k++) {
            Thread.sleep(10);
        }
        assertThat(holds.call()).isTrue();
    }
}
