package io.acord.internal.foresight;

import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.linear.Packed;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a block's agents as a round of ACORD: actions of all rounds in sight, one after the other; moving is part
 * of their costs. A plan of one round is that round with λ = 1.
 */
public final class BlockPlan {

    private BlockPlan() {}

    /**
     * Opens the round of a plan.
     *
     * @param block of one round's actions; see {@link #repeated}
     * @param costs of each row the costs of this round and of those ahead, all rows equally many
     * @param b of each row
     * @param before what the rows played in the round before
     * @param guess {@link #guess} for these rows
     */
    public static BlockRound open(
            Block block,
            HittingCost[][] costs,
            double beta,
            double[] b,
            double[] before,
            double[] guess,
            Recipe recipe) {
        int rows = block.rows();
        int d = block.dimension();
        int stages = costs[0].length;
        HittingCost[] whole = new HittingCost[rows];
        for (int row = 0; row < rows; row++) {
            whole[row] = stages == 1
                    ? costs[row][0]
                    : cost(Arrays.copyOfRange(before, row * d, (row + 1) * d), b[row], costs[row]);
        }
        double[] regularization = stages == 1 ? b : new double[rows];
        return BlockRound.open(
                repeated(block, stages), whole, beta, regularization, guess, recipe.variant(), recipe.from());
    }

    /** What an agent expects to pay that is somewhere now and pays the same for moving in all rounds in sight. */
    public static PlannedCost cost(double[] before, double b, HittingCost[] stages) {
        double[] moving = new double[stages.length];
        Arrays.fill(moving, b);
        return PlannedCost.of(before, moving, stages);
    }

    /**
     * Where the iterations of a plan begin: at the rest of the last plan, its end held; where everybody is if there was
     * none, or if no round ahead is in sight.
     *
     * @param before d numbers an agent
     * @param plan of the round before, of any length
     */
    public static double[] guess(int stages, int d, double[] before, double @Nullable [] plan) {
        int agents = before.length / d;
        double[] guess = new double[agents * stages * d];
        int planned = plan == null ? 0 : plan.length / agents;
        for (int k = 0; k < guess.length; k++) {
            int agent = k / (stages * d);
            int s = k / d % stages;
            int c = k % d;
            guess[k] = plan == null || stages == 1
                    ? before[agent * d + c]
                    : plan[agent * planned + Math.min((s + 1) * d + c, planned - d + c)];
        }
        return guess;
    }

    /** The same rows and arcs for actions of so many parts, each part coupled as here. */
    public static Block repeated(Block block, int times) {
        if (times == 1) {
            return block;
        }
        int d = block.dimension();
        int longer = Math.multiplyExact(d, times);
        int arcs = block.column().length;
        double[] offset = block.offset();
        double @Nullable [] offsets = offset == null ? null : new double[Math.multiplyExact(arcs, longer)];
        for (int k = 0; offset != null && offsets != null && k < offsets.length; k++) {
            offsets[k] = offset[k / longer * d + k % d];
        }
        int[] agents = new int[block.columns()];
        Arrays.setAll(agents, block::agent);
        int[] places = block.gramAt();
        int @Nullable [] longerPlaces = places == null ? null : places.clone();
        int numbers = Packed.size(longer);
        double[] grams = new double[Math.multiplyExact(block.gram().length / Packed.size(d), numbers)];
        for (int arc = 0; places != null && longerPlaces != null && arc < arcs; arc++) {
            if (places[arc] < 0) {
                continue;
            }
            longerPlaces[arc] = places[arc] / Packed.size(d) * numbers;
            for (int r = 0; r < longer; r++) {
                for (int c = r / d * d; c <= r; c++) {
                    grams[longerPlaces[arc] + Packed.index(r, c)] = block.gram(arc, r % d, c % d);
                }
            }
        }
        return Block.restored(
                block.rows(),
                agents,
                block.firstArc(),
                block.column(),
                new Block.Edges(longer, block.weight(), longerPlaces, grams, offsets));
    }
}
