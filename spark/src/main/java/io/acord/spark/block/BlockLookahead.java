package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import io.acord.internal.foresight.AccountRule;
import io.acord.internal.foresight.BlockForesight;
import io.acord.internal.foresight.BlockPlan;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.lab.block.BlockFile;
import io.acord.model.Cost;
import io.acord.recipe.Recipe;
import io.acord.spark.block.PlayedFile.Followed;
import io.acord.spark.block.PlayedFile.Played;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How the rows of a block look ahead (theory 14): a plan whose iterations go in step with the expert's and travel in
 * the same frames, after the expert's numbers, and an account a row. Mutable; one thread.
 *
 * <pre>
 *   open; iterations of the plan beside the expert's; decide; told, for every halo column; close
 * </pre>
 */
final class BlockLookahead {

    private final BlockForesight memory;
    private final AccountRule rule;
    private final Recipe recipe; // its variant and its start
    private final int d;
    private final int rows;
    private int lastGraph = -1;
    private @Nullable Block lastNamed;
    private @Nullable Turn turn;

    /** A round that is played. */
    private static final class Turn {
        private final RoundPart round;
        private final Block block;
        private final BlockRound plan;
        private final HittingCost[] costs;
        private final double[] b;
        private final double[] before; // what the rows played in the last round
        private double[] e = {}; // of all columns
        private double[] x = {};

        Turn(RoundPart round, Block block, BlockRound plan, HittingCost[] costs, double[] b, double[] before) {
            this.round = round;
            this.block = block;
            this.plan = plan;
            this.costs = costs;
            this.b = b;
            this.before = before;
        }
    }

    /** Goes on after what was played last. */
    BlockLookahead(BlockJob job, BlockJob.Lookahead how, Played last) {
        Followed kept = last.followed();
        this.d = job.dimension();
        this.memory = kept == null
                ? new BlockForesight(how.epsilon(), true, d, last.actions())
                : BlockForesight.resume(how.epsilon(), true, d, kept.expert(), kept.memory());
        this.rule = new AccountRule(how.epsilon(), true);
        this.recipe = Recipe.standard().with(job.variant()).with(job.from());
        this.rows = last.actions().length / d;
    }

    /** Opens the plan of a round. */
    BlockRound open(BlockFile here, RoundPart round) {
        RoundOutlook outlook = outlook(round);
        HittingCost[][] costs = new HittingCost[rows][outlook.stages()];
        HittingCost[] now = new HittingCost[rows];
        double[] b = new double[rows];
        for (int row = 0; row < rows; row++) {
            b[row] = round.switchingWeight(row);
            now[row] = round.costs().cost(row);
            costs[row][0] = now[row];
            for (int s = 1; s < outlook.stages(); s++) {
                costs[row][s] = outlook.forecasts().cost(row, s, now[row]);
            }
        }
        double[] before = memory.played();
        BlockRound plan =
                BlockPlan.open(here.block(), costs, round.beta(), b, before, memory.guess(outlook.stages()), recipe);
        turn = new Turn(round, named(here, round.graph()), plan, now, b, before);
        return plan;
    }

    private static RoundOutlook outlook(RoundPart round) {
        RoundOutlook outlook = round.outlook();
        if (outlook == null) {
            throw new AssertionError("round " + round.t() + " says nothing of the next ones");
        }
        return outlook;
    }

    /** The block with its agents' own numbers: accounts complain by them. */
    private Block named(BlockFile here, int graph) {
        Block known = lastNamed;
        if (known == null || lastGraph != graph) {
            Block block = here.block();
            known = Block.restored(
                    block.rows(),
                    here.agents(),
                    block.firstArc(),
                    block.column(),
                    new Block.Edges(d, block.weight(), block.gramAt(), block.gram(), block.offset()));
            lastGraph = graph;
            lastNamed = known;
        }
        return known;
    }

    private Turn turn() {
        return Objects.requireNonNull(turn);
    }

    /** Iterations are over, and the experts play this: now it stands what the rows play. */
    void decide(double[] expert) {
        Turn now = turn();
        int width = now.plan.block().dimension();
        double[] whole = new double[rows * width];
        Arrays.setAll(whole, k -> now.plan.action(k / width, k % width));
        memory.decide(
                now.round.t(),
                new BlockForesight.LastRound(now.block, now.costs, now.round.beta(), now.b),
                expert,
                whole,
                outlook(now.round).isFollowed());
        now.e = Arrays.copyOf(expert, now.block.columns() * d);
        now.x = Arrays.copyOf(memory.played(), now.block.columns() * d);
    }

    /** Writes what a row tells its neighbours at the end of a round: its expert's action and its own. */
    void write(int row, double[] into) {
        System.arraycopy(turn().e, row * d, into, 0, d);
        System.arraycopy(turn().x, row * d, into, d, d);
    }

    /** Takes what a neighbour tells at the end of a round. */
    void told(int column, double[] both) {
        Turn now = turn();
        System.arraycopy(both, 0, now.e, column * d, d);
        System.arraycopy(both, d, now.x, column * d, d);
        memory.told(column, now.e, now.x, column * d);
    }

    /** What the rows play. */
    double[] played() {
        return memory.played();
    }

    /** What the rows pay for what they play, once all neighbours have told. */
    Cost paid() {
        Turn now = turn();
        double hitting = 0;
        double switching = 0;
        double dissimilarity = 0;
        for (int row = 0; row < rows; row++) {
            double[] at = part(now.x, row);
            double hit = now.costs[row].at(at);
            double moved = AccountRule.squaredDistance(at, part(now.before, row));
            if (!Double.isFinite(hit + moved)) {
                throw Complaints.refuse(
                        "round " + now.round.t() + ", agents[" + row + "]",
                        "acts at " + Arrays.toString(at) + " for " + hit,
                        "actions and costs within the range of doubles",
                        "look at what is forecast");
            }
            hitting += hit;
            switching += now.b[row] / 2 * moved;
            dissimilarity += rule.charges(
                            now.block, row, now.round.beta(), now.x, now.e, column -> AccountRule.FarEnd.KNOWN)
                    .ofPlayed();
        }
        return new Cost(hitting, switching, dissimilarity);
    }

    private double[] part(double[] all, int row) {
        return Arrays.copyOfRange(all, row * d, (row + 1) * d);
    }

    /**
     * Ends a round.
     *
     * @param ofExperts what they paid
     */
    Followed close(Cost ofExperts) {
        Turn now = turn();
        memory.settle();
        BlockForesight.Choice choice = memory.choice();
        turn = null;
        return new Followed(
                ofExperts,
                memory.whyNotPromised().orElse(""),
                Arrays.copyOf(now.e, rows * d),
                choice.planned(),
                choice.gammas(),
                memory.balances(),
                memory.toArray());
    }
}
