package io.acord.acord;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;

/**
 * A certificate for actions that no local solve produced: held ones, somebody else's, a human's.
 *
 * <p>Every agent takes one step of Algorithm 1 from what was played, x → x⁺, without acting on it. The step's own
 * certificate bounds F_t(x⁺) − min F_t, hence F_t(x) − min F_t ≤ F_t(x) − F_t(x⁺) + certificate(x⁺). It costs two
 * exchanges.
 */
public final class PlayedCertificate {

    private PlayedCertificate() {}

    /** An upper bound on F_t(played) − min F_t; +∞ if somebody left the domain of its cost. */
    public static double of(RoundObjective objective, Actions played) {
        double before = objective.at(played);
        if (!Double.isFinite(before)) {
            return Double.POSITIVE_INFINITY;
        }
        Block block = Block.whole(objective.round().coupling());
        BlockRound step = BlockRound.open(block, objective, Variant.PLAIN, From.ZERO);
        step.startFrom(played.toArray());
        step.iterate(0);
        double[] after = new double[block.rows() * block.dimension()];
        step.copyActions(0, block.rows(), after);
        double certificate = 0;
        for (int row = 0; row < block.rows(); row++) {
            certificate += step.certificate(row);
        }
        Actions stepped = Actions.flat(block.dimension(), after);
        double then = objective.at(stepped);
        double terms = block.rows() + objective.round().graph().edges() + 8.0;
        double rounding = terms * 0x1p-53 * (Math.abs(before) + Math.abs(then)); // of two sums that are nearly the same
        return Math.max(0, before - then) + rounding + certificate;
    }
}
