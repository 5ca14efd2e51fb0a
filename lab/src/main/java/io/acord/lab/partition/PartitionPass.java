package io.acord.lab.partition;

import java.io.Serializable;
import java.util.Arrays;

/**
 * What all chunks of a graph agree on while they look for blocks in a pass, so that they need not talk until it is
 * over. Immutable.
 *
 * <p>Agents are streamed in waves, each as many as all before it together, chosen by a hash of their ids: who comes
 * later finds more neighbours placed. Then everybody may move, half of them in a pass, again by a hash: two neighbours
 * in different chunks that see each other's old place would otherwise change places for ever.
 *
 * @param number from 0
 * @param loads what the agents that were placed before make each block do
 * @param all what all agents have to do
 */
@SuppressWarnings("ArrayRecordComponent") // one number a block, never written
public record PartitionPass(int number, int chunks, long[] loads, long all) implements Serializable {

    /** How full the fullest block may be, over the mean. */
    static final double MOST = 1.03;

    private static final int WAVES = 6;
    private static final int MOVES = 12;

    /** A pass, and the one before it, that take less than this share of the cut away together are the last. */
    private static final double WORTHWHILE = 0.002;

    /** The first pass over a graph of so much to do. */
    public static PartitionPass first(int chunks, int blocks, long all) {
        return new PartitionPass(0, chunks, new long[blocks], all);
    }

    /** The next one, once this one has changed what blocks have to do by so much. */
    public PartitionPass next(long[] changes) {
        long[] after = loads.clone();
        Arrays.setAll(after, b -> after[b] + changes[b]);
        return new PartitionPass(number + 1, chunks, after, all);
    }

    /**
     * Whether enough has been done before this pass.
     *
     * @param cuts how many edges joined two blocks before every pass so far, this one included
     */
    public boolean isOver(long... cuts) {
        if (number >= WAVES + MOVES) {
            return true;
        }
        if (number < WAVES + 2) {
            return false;
        }
        return cuts[number - 2] - cuts[number] <= WORTHWHILE * cuts[number];
    }

    int blocks() {
        return loads.length;
    }

    /** What a block may have to do at most. */
    double room() {
        return Math.max(1, MOST * all / loads.length);
    }

    /** Whether an agent is looked at in this pass. */
    boolean isTurnOf(int agent) {
        if (number >= WAVES) {
            return (mixed(agent + 0x9E3779B9L * (number + 1)) & 1) == 0;
        }
        int wave = Math.min(WAVES - 1, Long.numberOfTrailingZeros(mixed(agent))); // half of all, a quarter, …
        return WAVES - 1 - wave == number;
    }

    /** The last step of SplitMix64. */
    private static long mixed(long number) {
        long z = (number + 1) * 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
