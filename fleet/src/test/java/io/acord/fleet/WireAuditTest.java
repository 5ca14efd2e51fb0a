package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.acord.cost.Quadratic;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Kind;
import io.acord.fleet.wire.Message;
import io.acord.model.Round;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What leaves an agent: actions and headers, as the published schema says, and nothing of its cost. */
class WireAuditTest {

    @TempDir
    private Path folder;

    /** What is wrong with a frame that crossed, by the schema; empty: nothing. */
    static List<String> complaints(byte[] bytes, int dimension, int mostAgents) {
        List<String> found = new ArrayList<>();
        try {
            Frame frame = Frame.parseFrom(bytes);
            Message message = frame.getMessage();
            if (!frame.hasMessage()) {
                found.add("no message");
            }
            if (!frame.getUnknownFields().isEmpty()
                    || !message.getUnknownFields().isEmpty()
                    || !message.getFingerprint().getUnknownFields().isEmpty()) {
                found.add("a field that is not in the schema");
            }
            boolean actions = EnumSet.of(Kind.SHOWN, Kind.PLAYED, Kind.OPENING).contains(message.getKind());
            if (!actions && message.getNumbersCount() > 0) {
                found.add(message.getKind() + " with numbers");
            }
            if (message.getNumbersCount() > mostAgents * dimension || message.getNumbersCount() % dimension != 0) {
                found.add(message.getNumbersCount() + " numbers");
            }
            if (message.hasFingerprint() != (message.getKind() == Kind.OPENING)) {
                found.add("a fingerprint in " + message.getKind());
            }
        } catch (InvalidProtocolBufferException e) {
            found.add("unreadable");
        }
        return found;
    }

    @Test
    void onlyActionsAndHeadersCross() throws Exception {
        ConcurrentLinkedQueue<byte[]> crossed = new ConcurrentLinkedQueue<>();
        try (TestFleet fleet = new TestFleet(folder, 12, 4, 3, 40, true)) {
            for (int m = 0; m < 4; m++) {
                fleet.open(
                        "m" + m,
                        builder -> builder.auditor((peer, outgoing, frame) -> {
                            if (outgoing) {
                                crossed.add(frame.clone());
                            }
                        }));
            }
            fleet.joinAll();
            fleet.awaitAll(Duration.ofSeconds(60));
            assertThat(crossed).hasSizeGreaterThan(40 * 4 * fleet.k);
            assertThat(crossed)
                    .allSatisfy(frame -> assertThat(complaints(frame, 3, 3)).isEmpty());
            Set<Long> secrets = secrets(fleet);
            boolean leaked = false;
            for (byte[] frame : crossed) {
                ByteBuffer bytes = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
                for (int at = 0; at + 8 <= frame.length; at++) {
                    leaked |= secrets.contains(bytes.getLong(at));
                }
            }
            assertThat(leaked).as("a number of a cost in a frame").isFalse();
            long told = fleet.members.values().stream()
                    .flatMap(member -> member.ledger().lines().stream())
                    .mapToLong(Ledger.Line::bytesSent)
                    .sum();
            assertThat(told)
                    .as("the ledger has every byte")
                    .isEqualTo(crossed.stream().mapToLong(frame -> frame.length).sum());
        }
    }

    /** Everything that a cost is made of, as eight bytes. */
    private static Set<Long> secrets(TestFleet fleet) {
        Set<Long> secrets = new HashSet<>();
        for (int t = 1; t <= fleet.horizon; t++) {
            Round round = fleet.round(t);
            for (int i = 0; i < fleet.agents; i++) {
                Quadratic cost = (Quadratic) round.cost(i);
                secrets.add(Double.doubleToLongBits(cost.mu()));
                secrets.add(Double.doubleToLongBits(cost.mu() / 2));
                for (int c = 0; c < fleet.dimension; c++) {
                    secrets.add(Double.doubleToLongBits(cost.target(c)));
                }
            }
        }
        return secrets;
    }

    @Test
    void theAuditSeesWhatDoesNotBelong() {
        Message told = Message.newBuilder()
                .setKind(Kind.SHOWN)
                .setRound(1)
                .addNumbers(1)
                .build();
        assertThat(complaints(Frame.newBuilder().setMessage(told).build().toByteArray(), 1, 1))
                .isEmpty();
        Frame more = Frame.newBuilder()
                .setMessage(told.toBuilder().addNumbers(0.5)) // a curvature behind the action, say
                .build();
        assertThat(complaints(more.toByteArray(), 1, 1)).isNotEmpty();
        assertThat(complaints(Stranger.oversized(8).toByteArray(), 1, 1)).isNotEmpty();
    }
}
