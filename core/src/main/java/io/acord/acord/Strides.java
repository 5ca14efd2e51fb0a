package io.acord.acord;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.Cascade;
import io.acord.internal.kernel.Scratch;
import io.acord.recipe.Momentum;
import org.jspecify.annotations.Nullable;

/**
 * How many iterations the rows of a round take at once before everybody meets: one, or several where nobody looks at
 * what lies between and a {@link Cascade} can be had. Mutable; planned by one member while the others wait.
 */
final class Strides {

    /** More iterations at once save hardly more time. */
    private static final int MOST = 12;

    /** So many of a round that may have to end sooner; a stride is not broken off. */
    private static final int FEW = 4;

    /** In arcs of each member: what takes some milliseconds, and may be more than {@link #FEW} iterations. */
    private static final long SOON = 80_000_000;

    private final BlockRound state;
    private final Bell bell;
    private final Momentum momentum;
    private final @Nullable Cascade cascade; // null: one iteration at a time
    private final int shortestPart; // rows of the member with the fewest
    private final int most; // iterations at once
    private double[] weights = new double[1]; // of the momentum, iteration by iteration of this stride
    private int length = 1;

    /** @param isWatched whether somebody looks at every iteration */
    Strides(BlockRound state, int from, int to, int members, boolean isWatched, Bell bell, Momentum momentum) {
        this.state = state;
        this.bell = bell;
        this.momentum = momentum;
        this.cascade = isWatched ? null : Cascade.of(state);
        if (cascade == null) {
            this.shortestPart = 0;
            this.most = 1;
            return;
        }
        this.shortestPart = shortestPart(state.block(), from, to, members);
        long soon = SOON * members / state.block().effort(from, to);
        this.most = bell.mayRing() ? (int) Math.max(FEW, Math.min(MOST, soon)) : MOST;
    }

    private static int shortestPart(Block block, int from, int to, int members) {
        int shortest = to - from;
        for (int member = 0; member < members; member++) {
            int start = block.shareStart(from, to, member, members);
            shortest = Math.min(shortest, block.shareStart(from, to, member + 1, members) - start);
        }
        return shortest;
    }

    /** Whether strides have two phases, the second of which fills in what the first one leaves. */
    boolean haveTwoPhases() {
        return cascade != null;
    }

    /** Begins a stride of at most {@code left} iterations. */
    void begin(int left) {
        length = bell.begin(cascade == null ? 1 : cascade.iterations(Math.min(most, left), shortestPart));
        if (weights.length < length) {
            weights = new double[length];
        }
        for (int ahead = 0; ahead < length; ahead++) {
            weights[ahead] = momentum.next();
        }
    }

    /** How many iterations the stride has. */
    int length() {
        return length;
    }

    /** The weight of the momentum in a stride of one iteration. */
    double weight() {
        return weights[0];
    }

    /**
     * A member's part of a phase of a stride.
     *
     * @param k iterations before it
     * @param isLast whether no iteration follows it
     */
    void part(int phase, int first, int next, int k, boolean isLast, Scratch scratch) {
        Cascade known = cascade;
        if (known == null) {
            throw new AssertionError("these strides have one iteration");
        }
        Cascade.Step step = (from, to, ahead) -> {
            boolean isLastOfAll = isLast && ahead + 1 == length;
            state.advanceAhead(from, to, weights[ahead], k, ahead, isLastOfAll, scratch);
            bell.partDone();
        };
        if (phase == 0) {
            known.descend(first, next, length, step);
        } else {
            known.fill(first, length, step);
        }
    }

    /** Everybody has done the stride. */
    void end() {
        state.turn(length);
    }
}
