package io.acord.bench;

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

    private Stopwatch() {}

    /** Nanoseconds of one run of each, the smallest of about {@code seconds} of measurements in all. */
    static double[] smallest(double seconds, Work... works) {
        long[] times = new long[works.length];
        for (int w = 0; w < works.length; w++) {
            times[w] = calibrate(works[w]);
        }
        double[] best = new double[works.length];
        Arrays.fill(best, Double.POSITIVE_INFINITY);
        long begun = System.nanoTime();
        int turns = 0;
        while (turns < 4 || System.nanoTime() - begun < seconds * 1e9) {
            for (int w = 0; w < works.length; w++) {
                best[w] = Math.min(best[w], time(works[w], times[w]));
            }
            turns++;
        }
        return best;
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
