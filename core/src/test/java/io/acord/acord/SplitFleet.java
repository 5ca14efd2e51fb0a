package io.acord.acord;

import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * A fleet cut into random blocks that know of each other only what they show: who computes where must not change a bit.
 */
public final class SplitFleet {

    private final RoundObjective objective;
    private final int d;
    private final List<BlockRound> blocks = new ArrayList<>();

    public SplitFleet(RoundObjective objective, Variant variant, From start, Random random, int parts) {
        this.objective = objective;
        Coupling coupling = objective.round().coupling();
        this.d = coupling.dimension();
        int[] placeOf = random.ints(coupling.agents(), 0, parts).toArray();
        for (int p = 0; p < parts; p++) {
            int place = p;
            int[] agents = shuffled(placeOf, place, random);
            if (agents.length > 0) {
                blocks.add(BlockRound.open(Block.of(coupling, agents), objective, variant, start));
            }
        }
        if (start == From.PREVIOUS) {
            for (BlockRound block : blocks) {
                for (int c = block.block().rows(); c < block.block().columns(); c++) {
                    block.hear(c, objective.previous().of(block.block().agent(c)));
                }
            }
        }
    }

    /** Rows may lie in any order. */
    private static int[] shuffled(int[] placeOf, int place, Random random) {
        List<Integer> agents = new ArrayList<>();
        for (int i = 0; i < placeOf.length; i++) {
            if (placeOf[i] == place) {
                agents.add(i);
            }
        }
        java.util.Collections.shuffle(agents, random);
        return agents.stream().mapToInt(Integer::intValue).toArray();
    }

    public void iterate(double momentum) {
        double[][] shown = new double[objective.round().agents()][d];
        for (BlockRound block : blocks) {
            block.iterate(momentum);
            for (int row = 0; row < block.block().rows(); row++) {
                int at = row;
                Arrays.setAll(shown[block.block().agent(row)], c -> block.shown(at, c));
            }
        }
        for (BlockRound block : blocks) {
            for (int c = block.block().rows(); c < block.block().columns(); c++) {
                block.hear(c, shown[block.block().agent(c)]);
            }
        }
    }

    public Actions actions() {
        double[] flat = new double[objective.round().agents() * d];
        for (BlockRound block : blocks) {
            for (int row = 0; row < block.block().rows(); row++) {
                for (int c = 0; c < d; c++) {
                    flat[block.block().agent(row) * d + c] = block.action(row, c);
                }
            }
        }
        return Actions.flat(d, flat);
    }

    /** Shares of the certificate by agent, after the last exchange, which shows actions. */
    public double[] certificates() {
        Actions played = actions();
        double[] shares = new double[objective.round().agents()];
        for (BlockRound block : blocks) {
            for (int c = block.block().rows(); c < block.block().columns(); c++) {
                block.hearAction(c, played.of(block.block().agent(c)));
            }
            for (int row = 0; row < block.block().rows(); row++) {
                shares[block.block().agent(row)] = block.certificate(row);
            }
        }
        return shares;
    }
}
