package io.acord.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;

/**
 * Times several things by turns and keeps the smallest of each: what others do on the machine then disturbs all of them
 * alike, and the least is what they take.
 */
final class Stopwatch {

    /** Something that can be repeated. */
    interface Work {
        void run();
    }

    private static final double SLICE = 1e6; // ns that one measurement takes at least, if it can

    private static final int LEAST_PAIRS = 15;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Stopwatch() {}

    /** Nanoseconds of one run of each, the smallest of about {@code seconds} of measurements in all. */
    static double[] smallest(double seconds, Work... works) {
        return smallest(seconds, Stopwatch::time, works);
    }

    /** The same by what the calling thread computes, of works that use no other threads. */
    static double[] leastComputed(double seconds, Work... works) {
        return smallest(seconds, Stopwatch::computed, works);
    }

    /** Nanoseconds of one run out of several. */
    private interface Timer {
        double time(Work work, long times);
    }

    private static double[] smallest(double seconds, Timer timer, Work... works) {
        long[] times = new long[works.length];
        Arrays.setAll(times, w -> calibrate(works[w]));
        double[] best = new double[works.length];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        long begun = System.nanoTime();
        int turns = 0;
        while (turns < 4 || System.nanoTime() - begun < seconds * 1e9) {
            for (int w = 0; w < works.length; w++) {
                best[w] = Math.min(best[w], timer.time(works[w], times[w]));
            }
            turns++;
        }
        return best;
    }

    /**
     * What something takes longer than something else, as a share of what it takes.
     *
     * @param byPairs the median of pairs that follow each other
     * @param byMinima that of the smallest of each
     */
    record Surplus(double byPairs, double byMinima) {}

    /**
     * The surplus of one of two things that nearly take the same, in about {@code seconds}. Both are timed by turns,
     * each first in every other pair, by what the calling thread computes: a clock would also count while others do,
     * which is more than they differ by. So neither may use other threads.
     */
    static Surplus surplus(double seconds, Work more, Work less) {
        long times = Math.min(calibrate(more), calibrate(less));
        double[] shares = new double[LEAST_PAIRS];
        double most = Double.POSITIVE_INFINITY;
        double least = Double.POSITIVE_INFINITY;
        long begun = System.nanoTime();
        int pairs = 0;
        while (pairs < LEAST_PAIRS || System.nanoTime() - begun < seconds * 1e9) {
            boolean isFirst = pairs % 2 == 0;
            double one = computed(isFirst ? more : less, times);
            double other = computed(isFirst ? less : more, times);
            double with = isFirst ? one : other;
            double without = isFirst ? other : one;
            if (pairs == shares.length) {
                shares = Arrays.copyOf(shares, 2 * pairs);
            }
            shares[pairs++] = (with - without) / with;
            most = Math.min(most, with);
            least = Math.min(least, without);
        }
        Arrays.sort(shares, 0, pairs);
        return new Surplus(shares[pairs / 2], (most - least) / most);
    }

    /** Nanoseconds of the calling thread. */
    private static double computed(Work work, long times) {
        long from = THREADS.getCurrentThreadCpuTime();
        for (long k = 0; k < times; k++) {
            work.run();
        }
        return (double) (THREADS.getCurrentThreadCpuTime() - from) / times;
    }

    /** Runs it until it is compiled; returns how many runs fill a slice. */
    private static long calibrate(Work work) {
        long times = 1;
        double each = time(work, 1);
        for (int turn = 0; turn < 12; turn++) {
            times = Math.max(1, (long) (SLICE * 2 / each));
            each = Math.min(each, time(work, times));
            if (each > 50e6 && turn > 0) {
                break; // so long that nothing is left to be compiled
            }
        }
        return Math.max(1, (long) (SLICE / each));
    }

    private static double time(Work work, long times) {
        long from = System.nanoTime();
        for (long k = 0; k < times; k++) {
            work.run();
        }
        return (double) (System.nanoTime() - from) / times;
    }
}
