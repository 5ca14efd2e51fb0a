package io.acord.fleet.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.transport.RecentFrames.Brought;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecentFramesTest {

    private static final int BYTES = 1000;

    private final RecentFrames here = new RecentFrames();
    private final RecentFrames there = new RecentFrames();
    private final List<String> heard = new ArrayList<>(); // there

    private static byte[] frame(String words) {
        return words.getBytes(StandardCharsets.US_ASCII);
    }

    private boolean hear(byte[] frame) {
        return heard.add(new String(frame, StandardCharsets.US_ASCII));
    }

    private byte[] send(String words) {
        here.add(frame(words));
        return here.datagram(BYTES);
    }

    @Test
    void theNextDatagramMakesUpForALostOne() {
        send("one"); // lost
        assertThat(there.read(send("two"), this::hear)).isEqualTo(Brought.NEWS);
        assertThat(heard).containsExactly("one", "two");
    }

    @Test
    void aFrameIsHandedOnOnceHoweverOftenItCame() {
        byte[] datagram = send("one");
        there.read(datagram, this::hear);
        assertThat(there.read(datagram, this::hear)).isEqualTo(Brought.REPEATS);
        assertThat(heard).containsExactly("one");
    }

    @Test
    void whatWasConfirmedIsNotSentAgain() {
        there.read(send("one"), this::hear);
        assertThat(here.isConfirmed()).isFalse();
        assertThat(here.read(there.datagram(BYTES), frame -> true)).isEqualTo(Brought.NOTHING);
        assertThat(here.isConfirmed()).isTrue();
        assertThat(here.datagram(BYTES)).hasSize(8);
    }

    @Test
    void aFrameForWhichThereWasNoRoomComesAgain() {
        assertThat(there.read(send("one"), frame -> false)).isEqualTo(Brought.NOTHING);
        here.read(there.datagram(BYTES), frame -> true);
        assertThat(there.read(here.datagram(BYTES), this::hear)).isEqualTo(Brought.NEWS);
        assertThat(heard).containsExactly("one");
    }

    @Test
    void theNewestFrameGoesFirstWhereNotAllFit() {
        here.add(new byte[60]);
        here.add(frame("newest"));
        assertThat(there.read(here.datagram(70), this::hear)).isEqualTo(Brought.NEWS);
        assertThat(heard).containsExactly("newest");
    }

    @Test
    void whatIsNotADatagramOfAMemberIsNonsense() {
        byte[] datagram = send("one");
        for (int length = 0; length < datagram.length; length++) {
            Brought brought = there.read(Arrays.copyOf(datagram, length), this::hear);
            assertThat(brought).isEqualTo(length == 8 ? Brought.NOTHING : Brought.NONSENSE);
        }
        assertThat(heard).isEmpty();
    }

    /** Both ends talk in turns, each after it has heard the other; half of all datagrams are lost, others come late. */
    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void inLockStepEverythingArrivesOnceAndNothingIsForgotten(long seed) {
        Random random = new Random(seed);
        RecentFrames[] ends = {here, there};
        int[] said = {0, 0};
        List<List<Integer>> got = List.of(new ArrayList<>(), new ArrayList<>());
        List<List<byte[]>> onTheWay = List.of(new ArrayList<>(), new ArrayList<>());
        for (int step = 0; step < 20_000; step++) {
            int me = random.nextInt(2);
            if (said[me] <= got.get(me).size()) { // at most one ahead of what was heard
                ends[me].add(frame("" + ++said[me]));
            }
            List<byte[]> sent = onTheWay.get(me);
            if (random.nextBoolean()) {
                sent.add(ends[me].datagram(BYTES));
            }
            if (!sent.isEmpty() && random.nextInt(3) > 0) {
                int other = 1 - me;
                byte[] datagram = sent.remove(random.nextInt(sent.size()));
                ends[other].read(
                        datagram, f -> got.get(other).add(Integer.parseInt(new String(f, StandardCharsets.US_ASCII))));
            }
        }
        for (List<Integer> each : got) {
            assertThat(each).hasSizeGreaterThan(1000).doesNotHaveDuplicates();
            assertThat(each.stream().mapToInt(k -> k).max().orElse(0)).isEqualTo(each.size());
        }
    }

    @Test
    void numbersMayOverflow() throws Exception {
        for (RecentFrames end : List.of(here, there)) {
            for (String field : List.of("last", "newest")) {
                Field number = RecentFrames.class.getDeclaredField(field);
                number.setAccessible(true);
                number.setInt(end, Integer.MAX_VALUE - 2);
            }
        }
        for (int k = 0; k < 8; k++) {
            there.read(send("" + k), this::hear);
            here.read(there.datagram(BYTES), frame -> true);
        }
        assertThat(heard).containsExactly("0", "1", "2", "3", "4", "5", "6", "7");
        assertThat(here.isConfirmed()).isTrue();
    }
}
