package io.acord.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Fingerprint;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CodecTest {

    private static Message message(Message.Kind kind, Random random, int numbers) {
        double[] x = new double[numbers];
        for (int k = 0; k < numbers; k++) {
            x[k] = Double.longBitsToDouble(random.nextLong());
        }
        Fingerprint print = kind == Message.Kind.OPENING
                ? new Fingerprint(random.nextLong(), random.nextLong(), 1, -1, 0, Long.MIN_VALUE, random.nextInt(2))
                : null;
        return new Message(
                kind,
                random.nextInt(Integer.MAX_VALUE),
                random.nextInt(Integer.MAX_VALUE),
                random.nextInt(Integer.MAX_VALUE),
                random.nextLong(Long.MAX_VALUE),
                print,
                random.nextInt(Integer.MAX_VALUE),
                Numbers.of(x));
    }

    @ParameterizedTest
    @EnumSource(Message.Kind.class)
    void everyMessageComesBackAsItWas(Message.Kind kind) {
        Random random = new Random(kind.name().hashCode());
        for (int k = 0; k < 200; k++) {
            Message message = message(kind, random, random.nextInt(20));
            byte[] frame = Codec.encode(message);
            assertThat(Codec.decode(frame)).contains(message);
            assertThat(frame.length)
                    .isLessThanOrEqualTo(Codec.largestFrame(message.numbers().size()));
        }
    }

    @Test
    void fuzzedFramesAreRefusedOrReadButNeverThrow() {
        Random random = new Random(1);
        int read = 0;
        for (int k = 0; k < 100_000; k++) {
            byte[] frame = Codec.encode(message(Message.Kind.SHOWN, random, 3));
            int flips = 1 + random.nextInt(4);
            for (int f = 0; f < flips; f++) {
                frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
            }
            byte[] cut = random.nextInt(4) == 0 ? java.util.Arrays.copyOf(frame, random.nextInt(frame.length)) : frame;
            read += Codec.decode(cut).isPresent() ? 1 : 0;
        }
        assertThat(read).isPositive(); // a flipped bit of a number is another number: the machine judges those
    }

    @Test
    void negativeRoundsAndUnknownKindsAreNoMessages() {
        io.acord.fleet.wire.Message good = io.acord.fleet.wire.Message.newBuilder()
                .setKind(io.acord.fleet.wire.Kind.HERE)
                .setRound(1)
                .build();
        assertThat(Codec.decode(frame(good))).isPresent();
        assertThat(Codec.decode(frame(good.toBuilder().setRound(-1).build()))).isEmpty();
        assertThat(Codec.decode(frame(good.toBuilder().setNumber(-1).build()))).isEmpty();
        assertThat(Codec.decode(frame(good.toBuilder().setEpoch(-1).build()))).isEmpty();
        assertThat(Codec.decode(frame(good.toBuilder().setKindValue(0).build())))
                .isEmpty();
        assertThat(Codec.decode(frame(good.toBuilder().setKindValue(15).build())))
                .isEmpty();
        assertThat(Codec.decode(frame(good.toBuilder()
                        .setKind(io.acord.fleet.wire.Kind.OPENING)
                        .build())))
                .as("an opening without a fingerprint")
                .isEmpty();
        assertThat(Codec.decode(hello())).isEmpty();
        assertThat(Codec.decode(new byte[0])).isEmpty();
    }

    private static byte[] hello() {
        return io.acord.fleet.wire.Frame.newBuilder()
                .setHello(io.acord.fleet.wire.Hello.newBuilder().setVersion(1).setLife(1))
                .build()
                .toByteArray();
    }

    private static byte[] frame(io.acord.fleet.wire.Message message) {
        return io.acord.fleet.wire.Frame.newBuilder()
                .setMessage(message)
                .build()
                .toByteArray();
    }
}
