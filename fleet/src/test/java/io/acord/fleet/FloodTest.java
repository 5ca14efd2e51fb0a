package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.fleet.transport.Transport;
import io.acord.fleet.transport.WeakTransports;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What somebody with a certificate of the fleet can make a member work at. */
class FloodTest {

    private static final int PIECES = 20_000;

    @TempDir
    private Path folder;

    private Authority.Issued issue(TestFleet fleet, String member) throws Exception {
        Instant now = Instant.now();
        return fleet.authority.issue(member, now.minusSeconds(30), now.plusSeconds(600));
    }

    /** Floods m2 while the fleet plays; the pieces that went out. */
    private int flood(TestFleet fleet, String by, Flood.Kind kind) throws Exception {
        Authority.Issued shown = issue(fleet, by);
        int port = fleet.places.get(2).port();
        CompletableFuture<Integer> sent = CompletableFuture.supplyAsync(() -> {
            try {
                return Flood.send(port, shown, kind, PIECES, 3_000);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        fleet.awaitAll(Duration.ofSeconds(60));
        return sent.get();
    }

    private TestFleet fleet(Member.TransportMaker transports) throws Exception {
        return fleet(folder, transports);
    }

    private static TestFleet fleet(Path folder, Member.TransportMaker transports) throws Exception {
        TestFleet fleet = new TestFleet(folder, 6, 3, 1, 100, false);
        fleet.pace = Duration.ofMillis(30);
        for (int m = 0; m < 3; m++) {
            fleet.open("m" + m, builder -> builder.transports(transports));
        }
        fleet.joinAll();
        return fleet;
    }

    @ParameterizedTest
    @EnumSource(Flood.Kind.class)
    void aMemberThatIsNoPeerGetsNoFurtherThanTheHandshake(Flood.Kind kind) throws Exception {
        try (TestFleet fleet = fleet(Transport::new)) {
            flood(fleet, "a9", kind);
            assertThat(fleet.metrics("m2").refusals(Refused.NOT_A_PEER)).isPositive();
            assertUndisturbed(fleet);
        }
    }

    @ParameterizedTest
    @EnumSource(Flood.Kind.class)
    void aPeerThatFloodsIsCutOffAndTheRoundsStayFinal(Flood.Kind kind) throws Exception {
        try (TestFleet fleet = fleet(Transport::new)) {
            int sent = flood(fleet, "m1", kind);
            assertThat(sent).as("most of it was never read").isPositive();
            assertUndisturbed(fleet);
        }
    }

    @Test
    void withoutTheLimitOnControlFramesAFloodOfSettingsIsAnswered() throws Exception {
        try (TestFleet fleet = fleet(WeakTransports::takingAnyFrames)) {
            assertThat(flood(fleet, "m1", Flood.Kind.SETTINGS)).isPositive();
            assertThat(fleet.metrics("m2").refusals(Refused.FLOOD)).isZero();
        }
        try (TestFleet fleet = fleet(folder.resolve("sound"), Transport::new)) {
            flood(fleet, "m1", Flood.Kind.SETTINGS);
            assertThat(fleet.metrics("m2").refusals(Refused.FLOOD)).isPositive();
        }
    }

    private static void assertUndisturbed(TestFleet fleet) {
        var expected = fleet.reference();
        for (int t = 1; t <= fleet.horizon; t++) {
            assertThat(fleet.played(t)).as("round %d", t).isEqualTo(expected.get(t - 1));
        }
    }
}
