package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.fleet.transport.Transport;
import io.acord.fleet.transport.WeakTransports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

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
                return Flood.send(port, shown, kind, PIECES, 1_500);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        fleet.awaitAll(Duration.ofMinutes(3));
        return sent.get();
    }

    private TestFleet fleet(Member.TransportMaker transports) throws Exception {
        return fleet(folder, transports);
    }

    private static TestFleet fleet(Path folder, Member.TransportMaker transports) throws Exception {
        TestFleet fleet = new TestFleet(folder, 6, 3, 1, 60, false);
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

    private boolean isBorne(Path where, Member.TransportMaker transports, Flood.Kind kind, int pieces)
            throws Exception {
        try (TestFleet fleet = fleet(where, transports)) {
            return Flood.isBorne(fleet.places.get(2).port(), issue(fleet, "m1"), kind, pieces);
        }
    }

    /** Forty resets are twice as many as a connection may send, and fewer frames than it may send in all. */
    @Test
    void withoutTheLimitOnResetsTheyAreBorne() throws Exception {
        assertThat(isBorne(folder.resolve("few"), Transport::new, Flood.Kind.RAPID_RESET, 10))
                .isTrue();
        assertThat(isBorne(folder.resolve("sound"), Transport::new, Flood.Kind.RAPID_RESET, 40))
                .isFalse();
        assertThat(isBorne(folder.resolve("weak"), WeakTransports::takingAnyResets, Flood.Kind.RAPID_RESET, 40))
                .isTrue();
    }

    /**
     * How many of so many connections that say nothing are closed, while the others are waited for: all are looked at
     * once, and again until so many as are expected have been found closed, for half a minute.
     */
    private static int closed(TestFleet fleet, int connections, int expected) throws Exception {
        List<Socket> open = new ArrayList<>();
        try {
            for (int k = 0; k < connections; k++) {
                open.add(new Socket(
                        InetAddress.getLoopbackAddress(), fleet.places.get(2).port()));
            }
            Set<Socket> closed = new HashSet<>();
            long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            do {
                for (Socket socket : open) {
                    if (!closed.contains(socket) && isClosed(socket)) {
                        closed.add(socket);
                    }
                }
            } while (closed.size() < expected && System.nanoTime() < end);
            return closed.size();
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    private static boolean isClosed(Socket socket) throws IOException {
        socket.setSoTimeout(10);
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false; // it is waited for, some seconds
        } catch (SocketException reset) {
            return true;
        }
    }

    @Test
    void withoutTheLimitOnConnectionsAllOfThemAreOpen() throws Exception {
        try (TestFleet fleet = fleet(Transport::new)) {
            assertThat(closed(fleet, 100, 52))
                    .as("of 100, with room for 32 + 2 * 8")
                    .isBetween(52, 60);
            assertThat(fleet.metrics("m2").refusals(Refused.FLOOD)).isPositive();
            fleet.awaitAll(Duration.ofMinutes(3));
            assertUndisturbed(fleet);
        }
        try (TestFleet fleet = fleet(folder.resolve("weak"), WeakTransports::takingAnyConnections)) {
            assertThat(closed(fleet, 100, 0)).isZero();
            assertThat(fleet.metrics("m2").refusals(Refused.FLOOD)).isZero();
        }
    }

    /**
     * The lines that are logged when so many are refused who are no peers; other refusals of the fleet may be among
     * them.
     */
    private List<String> lines(Path where, Member.TransportMaker transports, int refusals) throws Exception {
        Logger logger = (Logger) LoggerFactory.getLogger(Transport.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setAdditive(false);
        logger.setLevel(Level.WARN);
        try (TestFleet fleet = fleet(where, transports)) {
            Authority.Issued stranger = issue(fleet, "a9");
            for (int k = 0; k < refusals; k++) {
                assertThat(Flood.isBorne(fleet.places.get(2).port(), stranger, Flood.Kind.SETTINGS, 0))
                        .isFalse();
            }
            assertThat(fleet.metrics("m2").refusals(Refused.NOT_A_PEER)).isEqualTo(refusals);
            return List.copyOf(lines.list).stream()
                    .map(ILoggingEvent::getFormattedMessage)
                    .filter(line -> line.startsWith("event=refused"))
                    .toList();
        } finally {
            logger.detachAppender(lines);
            logger.setAdditive(true);
            logger.setLevel(null);
        }
    }

    @Test
    void withoutTheLimitOnLinesEveryRefusalWritesOne() throws Exception {
        int refusals = 45;
        long start = System.nanoTime();
        List<String> lines = lines(folder.resolve("sound"), Transport::new, refusals);
        int more = (int) ((System.nanoTime() - start) / 10_000_000_000L); // ten seconds that began since
        assertThat(lines).hasSizeGreaterThanOrEqualTo(20);
        assertThat(ofStrangers(lines)).isLessThanOrEqualTo(Math.min(refusals, 20 * (1 + more)));
        assertThat(ofStrangers(lines(folder.resolve("weak"), WeakTransports::loggingEverything, refusals)))
                .isEqualTo(refusals);
    }

    private static int ofStrangers(List<String> lines) {
        return (int) lines.stream()
                .filter(line -> line.contains("cause=" + Refused.NOT_A_PEER))
                .count();
    }

    private static void assertUndisturbed(TestFleet fleet) {
        var expected = fleet.reference();
        for (int t = 1; t <= fleet.horizon; t++) {
            assertThat(fleet.played(t)).as("round %d", t).isEqualTo(expected.get(t - 1));
        }
    }
}
