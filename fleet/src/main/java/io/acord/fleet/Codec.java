package io.acord.fleet;

import com.google.protobuf.InvalidProtocolBufferException;
import io.acord.fleet.wire.Fingerprint;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Kind;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages as frames of {@code neighbour.proto}. What is not exactly as the file says is not a message. */
final class Codec {

    static final int VERSION = 1;

    /** Frame and message without numbers are never longer. */
    private static final int HEADER = 256;

    private static final Map<Message.Kind, Kind> TOLD = new EnumMap<>(Message.Kind.class);
    private static final Map<Kind, Message.Kind> MEANT = new EnumMap<>(Kind.class);

    static {
        for (Message.Kind kind : Message.Kind.values()) {
            TOLD.put(kind, Kind.valueOf(kind.name()));
            MEANT.put(Kind.valueOf(kind.name()), kind);
        }
    }

    private Codec() {}

    /** Bytes of the longest frame with so many numbers. */
    static int largestFrame(long numbers) {
        return (int) Math.min(Integer.MAX_VALUE - 8, HEADER + 8 * numbers);
    }

    static byte[] encode(Message message) {
        io.acord.fleet.wire.Message.Builder wire = io.acord.fleet.wire.Message.newBuilder()
                .setKind(TOLD.get(message.kind()))
                .setRound(message.round())
                .setNumber(message.number())
                .setIteration(message.iteration())
                .setEpoch(message.epoch())
                .setDetail(message.detail());
        io.acord.protocol.Fingerprint print = message.fingerprint();
        if (print != null) {
            wire.setFingerprint(Fingerprint.newBuilder()
                    .setEdges(print.edges())
                    .setBeta(print.beta())
                    .setVariant(print.variant())
                    .setBudget(print.budget())
                    .setStart(print.start())
                    .setKappa(print.kappa())
                    .setForesight(print.foresight()));
        }
        Numbers numbers = message.numbers();
        for (int k = 0; k < numbers.size(); k++) {
            wire.addNumbers(numbers.get(k));
        }
        return Frame.newBuilder().setMessage(wire).build().toByteArray();
    }

    static Optional<Message> decode(byte[] bytes) {
        Frame frame;
        try {
            frame = Frame.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            return Optional.empty();
        }
        if (!frame.hasMessage() || !frame.getUnknownFields().isEmpty()) {
            return Optional.empty();
        }
        io.acord.fleet.wire.Message wire = frame.getMessage();
        Message.Kind kind = MEANT.get(wire.getKind());
        boolean sound = wire.getRound() >= 0
                && wire.getNumber() >= 0
                && wire.getIteration() >= 0
                && wire.getDetail() >= 0
                && wire.getEpoch() >= 0
                && (wire.hasFingerprint()
                        ? kind == Message.Kind.OPENING || kind == Message.Kind.PLAYED
                        : kind != Message.Kind.OPENING)
                && wire.getUnknownFields().isEmpty()
                && wire.getFingerprint().getUnknownFields().isEmpty();
        if (kind == null || !sound) {
            return Optional.empty();
        }
        double[] numbers = new double[wire.getNumbersCount()];
        Arrays.setAll(numbers, k -> wire.getNumbers(k));
        return Optional.of(new Message(
                kind,
                wire.getRound(),
                wire.getNumber(),
                wire.getIteration(),
                wire.getEpoch(),
                fingerprint(wire),
                wire.getDetail(),
                Numbers.of(numbers)));
    }

    private static io.acord.protocol.@Nullable Fingerprint fingerprint(io.acord.fleet.wire.Message wire) {
        if (!wire.hasFingerprint()) {
            return null;
        }
        Fingerprint print = wire.getFingerprint();
        return new io.acord.protocol.Fingerprint(
                print.getEdges(),
                print.getBeta(),
                print.getVariant(),
                print.getBudget(),
                print.getStart(),
                print.getKappa(),
                print.getForesight());
    }
}
