package io.acord.protocol.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Rules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rounds that begin by the wall clock, in a day that takes no time. */
class WallMarksTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long EVERY = 15 * 60 * SECOND;
    private static final long DEADLINE = 20 * SECOND;
    private static final long DAY = 24 * 3600 * SECOND;
    private static final long BEGINNING = 1_763_000_000L * SECOND; // some day, not at a mark

    /** A member with a clock of its own, which is wrong. */
    private static final class Host {
        private final RoundClock clock;
        private final double drift; // per second
        private long skew;
        private final List<Long> opened = new ArrayList<>(); // in true time since the beginning

        Host(int self, int members, long skew, double drift) {
            Rules rules = Rules.builder().patience(Integer.MAX_VALUE).build();
            RoundClock.Times times = new RoundClock.Times(DEADLINE, 0, 0, 60 * SECOND, EVERY);
            this.skew = skew;
            this.drift = drift;
            this.clock = RoundClock.start(times, rules, members, self, 0, 0, Integer.MAX_VALUE, monotonic(0));
            clock.passGate();
        }

        /** That this host's oscillator is fast or slow shows in both of its clocks. */
        private long monotonic(long trueTime) {
            return (long) (trueTime * (1 + drift)) - 77;
        }

        private void look(long trueTime, List<Host> all) {
            long now = monotonic(trueTime);
            clock.wallClock(BEGINNING + trueTime + skew, now);
            for (RoundClock.Task task = clock.next(now, () -> new int[0]);
                    task != null;
                    task = clock.next(now, () -> new int[0])) {
                if (task instanceof RoundClock.Task.AskSource ask) {
                    opened.add(trueTime);
                    clock.opened(ask.round(), new int[0], now);
                    clock.done(ask.round(), false);
                    for (int k = 0; k < all.size(); k++) {
                        int self = all.indexOf(this);
                        if (k != self) {
                            all.get(k).clock.heard(self, ask.round(), all.get(k).monotonic(trueTime));
                        }
                    }
                }
            }
        }
    }

    private static List<Host> fleet(long[] skews, double[] drifts) {
        List<Host> hosts = new ArrayList<>();
        for (int k = 0; k < skews.length; k++) {
            hosts.add(new Host(k, skews.length, skews[k], drifts[k]));
        }
        for (int a = 0; a < hosts.size(); a++) {
            for (int b = 0; b < hosts.size(); b++) {
                if (a != b) {
                    hosts.get(a).clock.connected(b, true);
                    hosts.get(a).clock.heard(b, 0, hosts.get(a).monotonic(0));
                }
            }
        }
        return hosts;
    }

    /** How far from the nearest mark, in true time. */
    private static long off(long trueTime) {
        long wall = BEGINNING + trueTime;
        return wall - Math.floorDiv(wall + EVERY / 2, EVERY) * EVERY;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void aDayHasARoundAtEveryMarkWithoutDrift(long seed) {
        Random random = new Random(seed);
        long[] skews = random.longs(4, -2 * SECOND, 2 * SECOND).toArray();
        double[] drifts = random.doubles(4, -1e-4, 1e-4).toArray(); // 8.6 seconds a day
        List<Host> hosts = fleet(skews, drifts);
        for (long t = 0; t < DAY; t += SECOND / 2) {
            for (Host host : hosts) {
                host.look(t, hosts);
            }
        }
        for (Host host : hosts) {
            assertThat(host.opened).as("a round at each of the day's marks").hasSize(96);
            assertThat(host.opened)
                    .allSatisfy(at -> assertThat(Math.abs(off(at))).isLessThan(3 * SECOND));
            for (int k = 1; k < host.opened.size(); k++) {
                long between = host.opened.get(k) - host.opened.get(k - 1);
                assertThat(between).isBetween(EVERY - 5 * SECOND, EVERY + 5 * SECOND);
            }
        }
    }

    @ParameterizedTest(name = "{0} seconds")
    @ValueSource(longs = {-3600, 3600, 400})
    void aClockThatJumpsMakesNobodyMissOrRepeatARound(long seconds) {
        List<Host> hosts = fleet(new long[4], new double[4]);
        for (long t = 0; t < DAY; t += SECOND / 2) {
            if (t == DAY / 3) {
                hosts.get(1).skew = seconds * SECOND + 7 * SECOND;
            }
            for (Host host : hosts) {
                host.look(t, hosts);
            }
        }
        int rounds = hosts.get(0).opened.size();
        assertThat(rounds).isEqualTo(96);
        for (Host host : hosts) {
            assertThat(host.opened.size()).isBetween(rounds - 1, rounds + 1);
            for (int k = 1; k < host.opened.size(); k++) {
                assertThat(host.opened.get(k) - host.opened.get(k - 1))
                        .isBetween(EVERY / 2 - SECOND, EVERY + EVERY / 2 + SECOND);
            }
        }
        Host other = hosts.get(2);
        assertThat(other.opened)
                .as("those whose clocks are right")
                .allSatisfy(at -> assertThat(Math.abs(off(at))).isLessThan(EVERY / 2));
    }

    @Test
    void withoutMarksNothingLooksAtTheWallClock() {
        WallMarks marks = new WallMarks(0);
        assertThat(marks.areKept()).isFalse();
    }

    @Test
    void theNextMarkIsFoundAlsoAtAMark() {
        WallMarks marks = new WallMarks(100);
        marks.show(1000, 0);
        assertThat(marks.next(0)).isZero();
        assertThat(marks.next(1)).isEqualTo(100);
        assertThat(marks.after(0)).isEqualTo(100);
        assertThat(marks.after(-3)).as("a little early").isEqualTo(100);
        assertThat(marks.after(3)).as("a little late").isEqualTo(100);
    }
}
