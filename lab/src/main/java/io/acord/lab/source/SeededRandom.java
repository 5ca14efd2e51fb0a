package io.acord.lab.source;

/**
 * Random numbers that are the same on every machine and Java version: SplitMix64. A stream is named by a seed and what
 * it is for, so that rounds can be drawn in any order.
 */
public final class SeededRandom {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private long state;

    /** The stream of {@code seed} for these purposes, for instance a number that stands for "costs" and the round. */
    public SeededRandom(long seed, long... purpose) {
        state = mix(seed + GOLDEN);
        for (long p : purpose) {
            state = mix(state ^ mix(p + GOLDEN));
        }
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    public long nextLong() {
        state += GOLDEN;
        return mix(state);
    }

    /** Uniform in [0, 1), 53 bits. */
    public double uniform() {
        return (nextLong() >>> 11) * 0x1.0p-53;
    }

    public double uniform(double low, double high) {
        return low + (high - low) * uniform();
    }

    /** Uniform in 0 .. bound − 1. */
    public int below(int bound) {
        return (int) Math.multiplyHigh(nextLong() >>> 1, 2L * bound);
    }

    public boolean chance(double p) {
        return uniform() < p;
    }

    /** Standard normal, by the polar method. */
    public double gaussian() {
        while (true) {
            double u = 2 * uniform() - 1;
            double v = 2 * uniform() - 1;
            double s = u * u + v * v;
            if (s > 0 && s < 1) {
                return u * Math.sqrt(-2 * StrictMath.log(s) / s);
            }
        }
    }
}
