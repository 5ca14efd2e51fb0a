package io.acord.paper.study;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;

/** The iterates x¹, x², … of one round, one after the other. Mutable. */
final class Iterates {

    private final Block block;
    private final BlockRound round;
    private final Momentum momentum;
    private final int d;

    /** From z⁰ = 0; θ of the certified variant is that of 1 − q_E. */
    Iterates(RoundObjective objective, Variant variant) {
        this.block = Block.whole(objective.round().coupling());
        this.round = BlockRound.open(block, objective, variant, From.ZERO);
        this.d = block.dimension();
        double kappa = variant.needsKappa()
                ? Contraction.of(
                                objective.round().coupling(),
                                objective.round().beta(),
                                RandomInstances.moduli(objective))
                        .edgeKappa()
                : Double.NaN;
        this.momentum = variant.momentum(kappa);
    }

    Actions next() {
        round.iterate(momentum.next());
        double[] x = new double[block.rows() * d];
        for (int row = 0; row < block.rows(); row++) {
            for (int c = 0; c < d; c++) {
                x[block.agent(row) * d + c] = round.action(row, c);
            }
        }
        return Actions.flat(d, x);
    }

    /**
     * How many iterations bring the round within {@code gap} of its minimum, for good or for a moment; {@code most} if
     * it takes longer.
     */
    static int needed(RoundObjective objective, RoundMinimum minimum, Variant variant, double gap, int most) {
        Iterates iterates = new Iterates(objective, variant);
        for (int k = 1; k < most; k++) {
            if (minimum.gap(objective, iterates.next()) <= gap) {
                return k;
            }
        }
        return most;
    }
}
