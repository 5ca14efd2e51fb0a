package io.acord.protocol.machine;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import io.acord.internal.foresight.BlockForesight;
import io.acord.internal.foresight.BlockPlan;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rules;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a block in one round (theory 14): a second round of ACORD with longer actions, whose iterations go in
 * step with the expert's and travel in the same messages, after the expert's numbers. Its momentum is its own, so that
 * the expert keeps the bits of a fleet that does not look ahead. Mutable.
 *
 * <p>Forecasts come from anywhere, and must not cost the expert its round: where one cannot be solved, or leads further
 * out than makes sense, the plan goes on with costs as they are now, and is not followed.
 */
final class RoundPlan {

    private final LocalRound local;
    private final RoundLinks links;
    private final Recipe recipe;
    private final int stages;
    private final int width; // numbers of an agent's plan
    private final double[] before; // what was played in the last round
    private final double[] guess; // where the iterations begin
    private @Nullable Block used; // null before all openings, as the state
    private @Nullable BlockRound state;
    private Momentum momentum = Momentum.none();
    private boolean isBelieved = true; // the forecasts
    private @Nullable String whyNotBelieved; // since this was last asked

    RoundPlan(LocalRound local, RoundLinks links, Recipe recipe, Rules.Lookahead ahead, BlockForesight memory) {
        this.local = local;
        this.links = links;
        this.recipe = recipe;
        this.stages = ahead.stages(local);
        this.width = stages * local.block().dimension();
        this.before = memory.played();
        this.guess = memory.guess(stages);
    }

    /** Numbers of an agent's plan. */
    int width() {
        return width;
    }

    /** All openings are here, or will not come: the edges that are used stand. */
    void begin(Block edges) {
        used = edges;
        try {
            open(edges);
        } catch (RuntimeException failed) {
            believeNothing(edges, failed);
        }
    }

    /** Goes on with costs as they are now. If even these cannot be solved, the expert's cannot either. */
    private void believeNothing(Block edges, RuntimeException failed) {
        if (!isBelieved) {
            throw failed;
        }
        isBelieved = false;
        whyNotBelieved = String.valueOf(failed.getMessage());
        open(edges);
    }

    /** Whether what was planned rests on the forecasts. */
    boolean isBelieved() {
        return isBelieved;
    }

    /** Why forecasts are not believed, once; null if there is nothing new. */
    @Nullable
    String whyNotBelieved() {
        String why = whyNotBelieved;
        whyNotBelieved = null;
        return why;
    }

    private void open(Block edges) {
        int rows = edges.rows();
        HittingCost[][] costs = new HittingCost[rows][stages];
        double[] b = new double[rows];
        for (int row = 0; row < rows; row++) {
            b[row] = local.switchingWeight(row);
            costs[row][0] = local.cost(row);
            for (int s = 1; s < stages; s++) {
                costs[row][s] = isBelieved ? local.forecasts().cost(row, s, costs[row][0]) : costs[row][0];
            }
        }
        BlockRound opened = BlockPlan.open(edges, costs, local.beta(), b, before, guess, recipe);
        state = opened;
        for (RoundLink link : links.all()) {
            if (link.state == RoundLink.State.IN && recipe.from() == From.PREVIOUS) {
                hear(link, Objects.requireNonNull(link.previous));
            }
        }
    }

    /** More than one iteration will be made. */
    void gainMomentum() {
        momentum = recipe.variant().momentum(local.kappa());
    }

    private BlockRound state() {
        return Objects.requireNonNull(state);
    }

    /** @param largestNorm of an action that makes sense: neighbours would take more for nonsense */
    void iterate(int k, double largestNorm) {
        double weight = momentum.next();
        try {
            iterate(k, weight, isBelieved ? largestNorm : Double.POSITIVE_INFINITY);
        } catch (RuntimeException failed) {
            believeNothing(Objects.requireNonNull(used), failed);
            iterate(k, weight, Double.POSITIVE_INFINITY);
        }
    }

    private void iterate(int k, double weight, double largestNorm) {
        state().iterate(weight);
        RoundCheck.finite(state(), k);
        int d = local.block().dimension();
        for (int row = 0; row < local.block().rows(); row++) {
            double squared = 0;
            for (int c = 0; c < width; c++) {
                double x = state().shown(row, c);
                squared = c % d == 0 ? x * x : squared + x * x;
                if (!(Math.sqrt(squared) <= largestNorm)) {
                    throw Complaints.refuse(
                            "agents[" + local.block().agent(row) + "].plan",
                            "is " + x + " after iteration " + k,
                            "within " + largestNorm + " of the origin, as actions that make sense are",
                            "look at what is forecast");
                }
            }
        }
    }

    /** What a link is told with the opening, after what the expert tells. */
    Numbers opening(RoundLink link, Numbers ofExpert) {
        return ofExpert.and(links.boundary(link, width, (row, c) -> guess[row * width + c]));
    }

    /** What a link is shown after an iteration, after what the expert shows. */
    Numbers shown(RoundLink link, Numbers ofExpert) {
        return ofExpert.and(links.boundary(link, width, state()::shown));
    }

    /** Takes what a peer's agents show of their plans. */
    void hear(RoundLink link, Numbers both) {
        links.hearPlans(link, both, width, state());
    }

    /** What all rows plan so far. */
    double[] actions() {
        double[] all = new double[local.block().rows() * width];
        Arrays.setAll(all, k -> state().action(k / width, k % width));
        return all;
    }
}
