package io.acord.spark.block;

import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.Cascade;
import io.acord.internal.kernel.Crew;
import io.acord.internal.kernel.Scratch;
import io.acord.recipe.Momentum;

/** Several iterations of a block's rows; what a crew does of them needs nobody else. */
final class Stride implements Crew.Work {
    final Cascade cascade;
    final BlockRound state;
    final int k; // iterations before it
    final int length;
    private final boolean isLast; // no iteration follows it
    private final double[] weights; // of the momentum, iteration by iteration

    Stride(Cascade cascade, BlockRound state, Momentum momentum, int k, int length, boolean isLast) {
        this.cascade = cascade;
        this.state = state;
        this.k = k;
        this.length = length;
        this.isLast = isLast;
        this.weights = new double[length];
        for (int ahead = 0; ahead < length; ahead++) {
            weights[ahead] = momentum.next();
        }
    }

    Cascade.Step by(Scratch scratch) {
        return (from, to, ahead) ->
                state.advanceAhead(from, to, weights[ahead], k, ahead, isLast && ahead + 1 == length, scratch);
    }

    @Override
    public int phases() {
        return 2;
    }

    @Override
    public int start(int member, int members) {
        return state.block().shareStart(0, state.block().rows(), member, members);
    }

    @Override
    public void part(int phase, int from, int to, Scratch scratch) {
        if (phase == 0) {
            cascade.descend(from, to, length, by(scratch));
        } else if (from > 0) {
            cascade.fill(from, length, by(scratch));
        }
    }

    @Override
    public boolean end(int phase) {
        return phase == 1;
    }
}
