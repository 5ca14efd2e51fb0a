package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.identity.Authority;
import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.fleet.transport.Peer;
import io.acord.fleet.transport.Transport;
import io.acord.fleet.transport.WeakTransports;
import io.acord.model.Actions;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fleets whose messages are QUIC datagrams. */
class DatagramTest {

    @TempDir
    private Path folder;

    @BeforeAll
    static void isPossible() {
        String obstacle = Transport.Kind.DATAGRAMS.obstacle();
        Assumptions.assumeTrue(obstacle == null, () -> "skipped: " + obstacle);
    }

    private TestFleet fleet(int agents, int members, int dimension, int horizon) throws Exception {
        TestFleet fleet = new TestFleet(folder, agents, members, dimension, horizon, true);
        for (int m = 0; m < members; m++) {
            fleet.open("m" + m, builder -> builder.transport(Transport.Kind.DATAGRAMS));
        }
        return fleet;
    }

    private static void assertExact(TestFleet fleet) {
        List<Actions> expected = fleet.reference();
        for (int t = 1; t <= fleet.horizon; t++) {
            assertThat(fleet.played(t)).as("round %d", t).isEqualTo(expected.get(t - 1));
        }
    }

    @Test
    void theActionsHaveTheBitsOfTheEngine() throws Exception {
        try (TestFleet fleet = fleet(8, 4, 2, 40)) {
            fleet.joinAll();
            fleet.awaitAll(Duration.ofMinutes(1));
            assertExact(fleet);
        }
    }

    @Test
    void callersThatAreAskedToShowWhereTheyAreGetIn() throws Exception {
        try (TestFleet fleet = new TestFleet(folder, 4, 2, 1, 10, false)) {
            for (String name : List.of("m0", "m1")) {
                fleet.open(name, builder -> builder.transports(WeakTransports::askingEveryCaller));
            }
            fleet.joinAll();
            fleet.awaitAll(Duration.ofMinutes(1));
            assertExact(fleet);
        }
    }

    /** 2 x 100 numbers of 8 bytes are more than a datagram of 1,200 bytes. */
    @Test
    void framesThatAreTooLongForADatagramArriveAsWell() throws Exception {
        try (TestFleet fleet = fleet(4, 2, 100, 20)) {
            fleet.joinAll();
            fleet.awaitAll(Duration.ofMinutes(1));
            assertExact(fleet);
        }
    }

    /** Somebody who calls a member over datagrams with a certificate, and what became of it. */
    private final class Caller implements LinkListener, AutoCloseable {
        private final CountDownLatch up = new CountDownLatch(1);
        private final Transport transport;

        Caller(TestFleet fleet, Authority authority, String name) throws Exception {
            Path files = folder.resolve("caller-" + name);
            authority.save(files);
            Instant now = Instant.now();
            authority.issue(name, now.minusSeconds(60), now.plusSeconds(600)).save(files);
            Identity identity = new Identity(TestFleet.NAME, name);
            Credentials credentials = Credentials.inFolder(files, identity);
            Greeting greeting = LifeGreeting.of(identity, credentials, 1, now);
            transport = Transport.ofDatagrams(identity, credentials, greeting, this);
            transport.open("127.0.0.1", 0, 100_000);
            transport.connect(
                    List.of(new Peer(0, "m1", "127.0.0.1", fleet.places.get(1).port(), 100_000)));
        }

        @Override
        public void up(int peer, long life) {
            up.countDown();
        }

        @Override
        public void heard(int peer, byte[] frame) {
            transport.taken(peer);
        }

        @Override
        public void down(int peer, String why) {}

        @Override
        public void refused(String who, Refused cause) {}

        @Override
        public void dropped(int peer) {}

        @Override
        public void close() {
            transport.close();
        }
    }

    /** m0 does not play; somebody else calls m1. */
    private TestFleet alone() throws Exception {
        TestFleet fleet = new TestFleet(folder.resolve("fleet"), 4, 2, 1, 5, false);
        fleet.open("m0");
        fleet.open("m1", builder -> builder.transport(Transport.Kind.DATAGRAMS));
        fleet.member("m1").join(AddressBook.of(fleet.places));
        return fleet;
    }

    private static void awaitRefusal(TestFleet fleet, Refused cause) throws Exception {
        for (int k = 0; k < 2000 && fleet.metrics("m1").refusals(cause) == 0; k++) {
            Thread.sleep(10);
        }
        assertThat(fleet.metrics("m1").refusals(cause)).isPositive();
    }

    @Test
    void whoIsNotOfTheFleetOrNotAPeerIsRefusedInTheHandshake() throws Exception {
        Instant now = Instant.now();
        Authority foreign = Authority.create(TestFleet.NAME, now.minusSeconds(60), now.plusSeconds(600));
        try (TestFleet fleet = alone()) {
            try (Caller caller = new Caller(fleet, foreign, "m0")) {
                // it does not believe m1 either, and hangs up before m1 can say what it thinks of it
                assertThat(caller.up.await(1, TimeUnit.SECONDS)).isFalse();
            }
            try (Caller caller = new Caller(fleet, fleet.authority, "a9")) {
                awaitRefusal(fleet, Refused.NOT_A_PEER);
                assertThat(caller.up.await(100, TimeUnit.MILLISECONDS)).isFalse();
            }
        }
    }

    @Test
    void aPeerThatTalksNonsenseIsNotHeardForAWhile() throws Exception {
        try (TestFleet fleet = alone();
                Caller caller = new Caller(fleet, fleet.authority, "m0")) {
            assertThat(caller.up.await(20, TimeUnit.SECONDS)).isTrue();
            for (int k = 0; k < 400 && fleet.metrics("m1").refusals(Refused.QUARANTINED) == 0; k++) {
                caller.transport.send(0, new byte[] {1, 2, 3});
                Thread.sleep(20);
            }
            awaitRefusal(fleet, Refused.MALFORMED);
            awaitRefusal(fleet, Refused.QUARANTINED);
        }
    }

    /** The longest frame of a member with two scalar agents is shorter, and it goes by a stream. */
    @Test
    void aFrameThatIsLongerThanItsLinkAllowsIsNotTakenIn() throws Exception {
        try (TestFleet fleet = alone();
                Caller caller = new Caller(fleet, fleet.authority, "m0")) {
            assertThat(caller.up.await(20, TimeUnit.SECONDS)).isTrue();
            caller.transport.send(0, new byte[50_000]);
            awaitRefusal(fleet, Refused.OVERSIZE);
        }
    }
}
