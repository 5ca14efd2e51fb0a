package io.acord.internal.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Several iterations of rows whose neighbours all lie near them, one piece of the rows after the other: a piece that
 * lies in a cache is taken through all of them before the next one is read, and threads meet twice in all instead of
 * after each. What a row computes, and from what, stays the same, and so do its bits.
 *
 * <p>Let nobody have a neighbour further away than h, counted around the end. In the j-th of these iterations a piece
 * moves (j − 1) h rows back: what it needs of the rows after it has then been computed in the iteration before, and the
 * numbers of the iteration before that, which it writes over, are those that nobody needs any more. Each member begins
 * iteration j (j − 1) h rows after the start of its part for the same reason, and ends it as many before the end. What
 * is missing then, around the start of each part, is filled in when all have come so far.
 *
 * <pre>
 *   iteration 3         /------/------/------\
 *   iteration 2       /------/------/----------\          and then what is between this part and the next
 *   iteration 1     /------/------/--------------\
 *                  start of a part                end
 * </pre>
 *
 * Rows with neighbours in a halo lie within h of the first or the last row, so that what neighbours there show is asked
 * for in the end only, iteration by iteration.
 *
 * <p>Immutable.
 */
public final class Cascade {

    /** What a row needs of the cache, in numbers: shown twice, own, gain, a step and an action. */
    private static final int NUMBERS_A_ROW = 6;

    /** So many numbers of a piece stay in the second cache of a processor. */
    private static final int NUMBERS_A_PIECE = 24_576;

    private final int rows;
    private final int reach;
    private final int piece;

    private Cascade(int rows, int reach, int piece) {
        this.rows = rows;
        this.reach = reach;
        this.piece = piece;
    }

    /** For a round that is about to be iterated; null if its rows are few, or do not all have their neighbours near. */
    public static @Nullable Cascade of(BlockRound state) {
        Block block = state.block();
        int piece = Math.max(1, NUMBERS_A_PIECE / (NUMBERS_A_ROW * block.dimension()));
        if (!state.isExact() || block.segments() > 1 || block.rows() < 2 * piece) {
            return null;
        }
        int reach = block.reach();
        return reach == Block.ANYWHERE ? null : new Cascade(block.rows(), reach, piece);
    }

    /**
     * How many iterations can be done at once, at most {@code most}.
     *
     * @param shortestPart rows of the member with the fewest: half of them have to be left by both of its ends
     */
    public int iterations(int most, int shortestPart) {
        int near = Math.min(shortestPart / 2, 2 * piece); // further apart, iterations do not meet in a cache
        return Math.max(1, Math.min(most, near / reach));
    }

    /** What is computed of rows in an iteration. */
    public interface Step {

        /**
         * Some rows.
         *
         * @param ahead iterations that these rows have behind them since {@link BlockRound#turn}
         */
        void advance(int from, int to, int ahead);
    }

    /** What a member does first, of its part from .. to − 1. */
    public void descend(int from, int to, int iterations, Step step) {
        for (int start = from; start < to; start += piece) {
            int end = Math.min(to, start + piece);
            for (int ahead = 0; ahead < iterations; ahead++) {
                int back = ahead * reach;
                int first = Math.max(start - back, from + back);
                if (first < end - back) {
                    step.advance(first, end - back, ahead);
                }
            }
        }
    }

    /** What it does when all have come so far: the rows around {@code from}. */
    public void fill(int from, int iterations, Step step) {
        for (int ahead = 1; ahead < iterations; ahead++) {
            fillOne(from, ahead, step);
        }
    }

    /**
     * One iteration of that, the {@code ahead + 1}-th. Around row 0, which is around the last row, too, it is what all
     * rows lack that the halo is told to: its neighbours there have to have shown {@code ahead} iterations by now.
     */
    public void fillOne(int from, int ahead, Step step) {
        int back = ahead * reach;
        if (from == 0) {
            step.advance(rows - back, rows, ahead);
        } else {
            step.advance(from - back, from, ahead);
        }
        step.advance(from, from + back, ahead);
    }
}
