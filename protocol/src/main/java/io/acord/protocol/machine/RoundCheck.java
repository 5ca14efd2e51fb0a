package io.acord.protocol.machine;

import io.acord.foresight.Trust;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Rules;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What is asked of a round before it is played. */
final class RoundCheck {

    private RoundCheck() {}

    /** Complains about everything in a round that the block cannot play. */
    static void check(
            int round, LocalRound local, Recipe recipe, Rules.@Nullable Lookahead ahead, int[] agents, Actions x) {
        Block charged = local.block();
        Complaints complaints = new Complaints();
        if (charged.dimension() != x.dimension()) {
            complaints.add(
                    "round " + round,
                    "has " + charged.dimension() + " coordinates",
                    x.dimension() + ", as the block's actions have",
                    "keep the dimension in all rounds");
        }
        boolean same = charged.rows() == agents.length;
        for (int row = 0; same && row < agents.length; row++) {
            same = charged.agent(row) == agents[row];
            recipe.lambda().check(agents[row], local.cost(row).mu(), complaints);
        }
        if (!same) {
            complaints.add(
                    "round " + round + ".block",
                    "has other rows than the machine",
                    "rows for the agents " + Arrays.toString(agents) + " in this order",
                    "build the block with these agents");
        }
        recipe.checkDecentralized(local.kappa(), complaints);
        if (ahead != null) {
            Rules.Builder.checkForesight(recipe, new Trust(ahead.epsilon(), Trust.Account.OWN), complaints);
        }
        if (!recipe.iterations().isFixed() && local.fleet() < charged.rows()) {
            complaints.add(
                    "fleet",
                    "is " + local.fleet() + " agents with "
                            + recipe.iterations().inWords(),
                    "the agents of the whole fleet, because a component's share is taken of them",
                    "give fleet(N)");
        }
        if (!recipe.iterations().isFixed() && !isConnectedHere(charged)) {
            complaints.add(
                    "iterations",
                    "is " + recipe.iterations().inWords()
                            + " for a block that falls apart into several components here",
                    "rows that are connected within the block, because all of them get one number of iterations",
                    "run these agents as blocks of their own, or give a fixed number of iterations");
        }
        complaints.throwIfAny();
    }

    /** Whether every row reaches every other without leaving the block. */
    private static boolean isConnectedHere(Block charged) {
        boolean[] seen = new boolean[charged.rows()];
        int[] queue = new int[charged.rows()];
        int end = 1;
        seen[0] = true;
        for (int at = 0; at < end; at++) {
            for (int arc = charged.firstArc()[queue[at]]; arc < charged.firstArc()[queue[at] + 1]; arc++) {
                int other = charged.column()[arc];
                if (other < charged.rows() && !seen[other]) {
                    seen[other] = true;
                    queue[end++] = other;
                }
            }
        }
        return end == charged.rows();
    }

    /** Complains if an iteration did not bring numbers. */
    static void finite(BlockRound state, int k) {
        Block block = state.block();
        for (int row = 0; row < block.rows(); row++) {
            for (int c = 0; c < block.dimension(); c++) {
                if (!Double.isFinite(state.action(row, c))) {
                    throw Complaints.refuse(
                            "agents[" + block.agent(row) + "].action",
                            "is " + state.action(row, c) + " after iteration " + k,
                            "a finite number",
                            "check the argmin of this agent's hitting cost, and the size of its numbers");
                }
            }
        }
    }
}
