package io.acord.acord;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.Crew;
import io.acord.internal.kernel.Scratch;

/** A single walk over rows of a block, shared among a crew. */
final class RowPass implements Crew.Work {

    /** What is done to some rows. */
    interface Rows {

        /** Returns whether all is well with them. */
        boolean visit(int first, int next, Scratch scratch);
    }

    private final Block block;
    private final int from;
    private final int to;
    private final Rows rows;
    private volatile boolean isGood = true;

    RowPass(Block block, int from, int to, Rows rows) {
        this.block = block;
        this.from = from;
        this.to = to;
        this.rows = rows;
    }

    /** Whether all was well with all rows. */
    boolean isGood() {
        return isGood;
    }

    @Override
    public int phases() {
        return 1;
    }

    @Override
    public int start(int member, int members) {
        return block.shareStart(from, to, member, members);
    }

    @Override
    public void part(int phase, int first, int next, Scratch scratch) {
        if (!rows.visit(first, next, scratch)) {
            isGood = false;
        }
    }

    @Override
    public boolean end(int phase) {
        return true;
    }
}
