package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.OwnMomentum;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import io.acord.theory.Certificate;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One round of ACORD for the agents of a block. Mutable; whoever drives it carries the messages.
 *
 * <pre>
 *   open, and hear what the halo starts from if it begins from PREVIOUS
 *   K times: iterate, tell each neighbour {@link #shown}, {@link #hear} what the halo shows
 *   instead of the last exchange: tell {@link #action}, {@link #hearAction}; then {@link #certificate} holds
 * </pre>
 *
 * <p>The last exchange serves the certificate only: the actions stand after the K-th {@link #iterate}.
 */
public final class BlockRound {

    private final Block block;
    private final int d;
    private final double beta;
    private final HittingCost[] costs;
    private final double[] regularization; // λ_i b_i of each row
    private final double[] previous; // x_{t−1} of the rows
    private final double[] modulus; // a_i of each row
    private final Rows rows;
    private final Scratch scratch;
    private final double @Nullable [] tau; // per row what its last solve left open; null: all are quadratic
    private final boolean momentum;
    private final @Nullable OwnMomentum paces; // if every row has its own
    private double[] used; // y^{k−1} of all columns, from which x^k was computed
    private double[] shown; // y^k of all columns
    private double[] x; // x^k of all columns; without momentum the same array as shown
    private final boolean[] heard; // per halo column, whether x^k of it is known
    private boolean first = true; // nothing has been solved yet

    private BlockRound(
            Block block,
            HittingCost[] costs,
            double beta,
            double[] regularization,
            double[] previous,
            Variant variant,
            From from) {
        this.block = block;
        this.d = block.dimension();
        this.beta = beta;
        this.costs = costs;
        this.regularization = regularization;
        this.previous = previous;
        this.modulus = new double[block.rows()];
        Arrays.setAll(modulus, row -> costs[row].mu() + regularization[row]);
        this.momentum = variant.hasMomentum();
        this.paces = variant.ownMomentum(block.rows(), d);
        this.tau = Arrays.stream(costs).allMatch(f -> f instanceof Quadratic) ? null : new double[block.rows()];
        boolean jacobi = variant.pullsToNeighbors();
        this.rows = d == 1
                ? new ScalarRows(block, costs, beta, regularization, previous, jacobi, tau)
                : new VectorRows(block, costs, beta, regularization, previous, jacobi, tau);
        this.scratch = new Scratch(d);
        int numbers = Math.multiplyExact(block.columns(), d);
        this.shown = new double[numbers];
        if (from == From.PREVIOUS) {
            System.arraycopy(previous, 0, shown, 0, block.rows() * d);
        }
        this.used = shown.clone(); // segments turn at different times, and each must find the start in either array
        this.x = momentum ? shown.clone() : shown;
        this.heard = new boolean[block.columns() - block.rows()];
    }

    /**
     * Opens a round.
     *
     * @param costs f_t of each row
     * @param regularization λ_i b_i of each row
     * @param previous x_{t−1} of the rows, d numbers each
     */
    public static BlockRound open(
            Block block,
            HittingCost[] costs,
            double beta,
            double[] regularization,
            double[] previous,
            Variant variant,
            From from) {
        if (costs.length != block.rows()
                || regularization.length != block.rows()
                || previous.length != block.rows() * block.dimension()) {
            throw Complaints.refuse(
                    "block",
                    "is opened with " + costs.length + " costs, " + regularization.length + " weights and "
                            + previous.length + " numbers of previous actions",
                    block.rows() + " rows of " + block.dimension() + " coordinates",
                    "give one of each for every row");
        }
        return new BlockRound(block, costs.clone(), beta, regularization.clone(), previous.clone(), variant, from);
    }

    /** Opens a round for the agents of a block, of which everything is known here. */
    public static BlockRound open(Block block, RoundObjective objective, Variant variant, From from) {
        Round round = objective.round();
        int n = block.rows();
        int d = block.dimension();
        HittingCost[] costs = new HittingCost[n];
        double[] regularization = new double[n];
        double[] previous = new double[n * d];
        for (int row = 0; row < n; row++) {
            int agent = block.agent(row);
            costs[row] = round.cost(agent);
            regularization[row] = objective.regularization(agent);
            objective.previous().copyTo(agent, previous, row * d);
        }
        return new BlockRound(block, costs, round.beta(), regularization, previous, variant, from);
    }

    /** Iterations since a row last started afresh; as many as there can be where nobody ever does. */
    public int age(int row) {
        return paces == null ? Integer.MAX_VALUE : paces.age(row);
    }

    public Block block() {
        return block;
    }

    /**
     * x^k of all rows, from what all columns have shown.
     *
     * @param weight of the momentum after this iteration; of no effect in variants without
     */
    public void iterate(double weight) {
        advance(0, block.rows(), weight, first, scratch);
        turn();
    }

    /** The computation of {@link #iterate} for some rows; several threads may share it out among them. */
    public void advance(int from, int to, double weight, boolean firstOfRows, Scratch threadScratch) {
        rows.advance(from, to, shown, used, momentum ? x : null, weight, paces, firstOfRows, threadScratch);
    }

    /** Ends an iteration, once all rows have advanced. */
    public void turn() {
        double[] next = used;
        used = shown;
        shown = next;
        int local = block.rows() * d;
        System.arraycopy(
                used,
                local,
                shown,
                local,
                shown.length - local); // a neighbour who falls silent is held at its last word
        if (!momentum) {
            x = shown;
        }
        Arrays.fill(heard, false);
        first = false;
    }

    /** Whether anything has been solved; before that there is no action of this round. */
    public boolean hasIterated() {
        return !first;
    }

    /** One coordinate of what a row tells its neighbours: y^k. */
    public double shown(int row, int coordinate) {
        return shown[row * d + coordinate];
    }

    /** One coordinate of a row's action so far: x^k. */
    public double action(int row, int coordinate) {
        return x[row * d + coordinate];
    }

    /** Takes what a halo column shows. */
    public void hear(int column, double[] y) {
        System.arraycopy(y, 0, shown, column * d, d);
        if (!momentum) {
            markHeard(column);
        }
    }

    /** Takes the final action of a halo column, for the certificate. */
    public void hearAction(int column, double[] action) {
        System.arraycopy(action, 0, x, column * d, d);
        markHeard(column);
    }

    private void markHeard(int column) {
        if (column >= block.rows()) {
            heard[column - block.rows()] = true;
        }
    }

    /**
     * Row i's share of the certificate: Σ_i of it bounds F_t(x) − min F_t (theory 5.6), whatever was lost or late on
     * the way, as long as the actions of the neighbours are the ones they play. +∞ as long as nothing has been solved
     * or a neighbour's action is not known, and if there is {@link #doubt} about the row's cost.
     */
    public double certificate(int row) {
        return certificate(row, scratch);
    }

    public double certificate(int row, Scratch threadScratch) {
        return doubt(row, threadScratch) == null ? share(row, threadScratch) : Double.POSITIVE_INFINITY;
    }

    /**
     * What shows that a row's cost is not what it says, by its last answer (three values of a cost that is not
     * quadratic); null: nothing does.
     */
    public HittingCostCheck.@Nullable Violation doubt(int row, Scratch threadScratch) {
        return first ? null : rows.doubt(row, used, x, threadScratch);
    }

    public HittingCostCheck.@Nullable Violation doubt(int row) {
        return doubt(row, scratch);
    }

    /** The certificate of a row that takes its cost at its word, for looks on the way. */
    public double share(int row) {
        return share(row, scratch);
    }

    public double share(int row, Scratch threadScratch) {
        threadScratch.rounding = rows.residual(row, used, x, threadScratch, threadScratch.sum);
        return certificate(row, threadScratch.sum, threadScratch.rounding);
    }

    /** What the certificate of a row would be if its residual were rounding alone: it cannot come out much smaller. */
    public double floor(int row, Scratch threadScratch) {
        return certificate(row, NOTHING, threadScratch.rounding);
    }

    /**
     * Whether the row's share of the certificate is about as small as doubles allow: twice the residual that rounding
     * leaves.
     */
    public boolean isFinest(int row) {
        double share = share(row, scratch);
        return share <= FINEST * floor(row, scratch);
    }

    public static final double FINEST = 4;

    /** a_i/(a_i + 2β s_i) of a row: the least of them is a lower bound on 1 − ρ (theory 5.1). */
    public double kappa(int row) {
        return modulus[row] / (modulus[row] + 2 * beta * block.largestEigenvalueBound(row));
    }

    private static final double[] NOTHING = {};

    /**
     * What the books of a row's agent need of this round (theory 12), once its certificate is known: writes h ∈
     * ∂H_t/∂x_i, the residual without the pull of the previous action.
     *
     * @param h receives d numbers from {@code at} on
     */
    public void subgradient(int row, Scratch threadScratch, double[] h, int at) {
        for (int c = 0; c < d; c++) {
            int k = row * d + c;
            h[at + c] = threadScratch.sum[c] - regularization[row] * (x[k] - previous[k]);
        }
    }

    /**
     * Closes this round in the books of a row's agent, if it has a certificate: all its neighbours' actions are known.
     *
     * @param books of the rows, in their order
     * @return whether it was closed
     */
    public boolean close(int row, double b, double mu, Books books) {
        return Double.isFinite(close(row, b, mu, books, new double[block.rows() * d]));
    }

    /**
     * The same for whoever closes many rows; returns the row's {@link #certificate}, without which it is not closed.
     *
     * @param h scratch, d numbers a row
     */
    public double close(int row, double b, double mu, Books books, double[] h) {
        double certificate = certificate(row, scratch);
        if (Double.isFinite(certificate)) {
            subgradient(row, scratch, h, row * d);
            double paid = halfOfEdges(scratch) + hitting(row, scratch);
            books.close(row, b, mu, paid, x, h, leftOpen(row), wholeCurvature(row));
        }
        return certificate;
    }

    /** Whether all local problems are solved in closed form. */
    public boolean isExact() {
        return tau == null;
    }

    /** f_t of a row at its action. */
    public double hitting(int row, Scratch threadScratch) {
        System.arraycopy(x, row * d, threadScratch.point, 0, d);
        return costs[row].at(threadScratch.point);
    }

    /** Half of what the edges of a row cost, once its certificate is known: their other ends count the other half. */
    public double halfOfEdges(Scratch threadScratch) {
        return beta / 4 * threadScratch.differences;
    }

    /** τ: what the last solve of a row left open; 0 for a quadratic cost. */
    public double leftOpen(int row) {
        return tau == null ? 0 : tau[row];
    }

    /** A bound on the curvature of a row's whole local problem. */
    public double wholeCurvature(int row) {
        return rows.wholeCurvature(row);
    }

    /** Writes r_i, the subgradient of F_t that a row is left with. */
    public void residual(int row, double[] into) {
        rows.residual(row, used, x, scratch, into);
    }

    /**
     * The row's share for a residual of the caller's: that of {@link #residual} plus β W_e(x_i − x_j − o_e) for every
     * edge that is charged but was not used here, because its other end was lost or refused.
     */
    public double certificate(int row, double[] residual) {
        if (doubt(row) != null) {
            return Double.POSITIVE_INFINITY;
        }
        return certificate(row, residual, rows.residual(row, used, x, scratch, scratch.sum));
    }

    private double certificate(int row, double[] residual, double rounding) {
        double squared = 0;
        for (double r : residual) {
            squared += r * r;
        }
        double size = Math.sqrt(squared) + rounding;
        double left = tau == null ? 0 : tau[row];
        if (first || !Double.isFinite(size * size) || !Double.isFinite(left) || !knowsNeighbors(row)) {
            return Double.POSITIVE_INFINITY; // also for a cost that answered nonsense: nothing is certain
        }
        return left == 0
                ? Certificate.ofAgent(size * size, modulus[row])
                : Certificate.ofAgent(size * size, modulus[row], left, beta, block.largestEigenvalueBound(row));
    }

    private boolean knowsNeighbors(int row) {
        if (heard.length == 0) {
            return true;
        }
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            int halo = block.column()[arc] - block.rows();
            if (halo >= 0 && !heard[halo]) {
                return false;
            }
        }
        return true;
    }

    /** Starts the iterations from points of the caller's, d numbers a row, instead of the {@link From}. */
    public void startFrom(double[] points) {
        System.arraycopy(points, 0, shown, 0, block.rows() * d);
        System.arraycopy(points, 0, used, 0, block.rows() * d); // segments turn at different times
        System.arraycopy(points, 0, x, 0, block.rows() * d);
    }

    /** Copies the actions of the rows from .. to − 1. */
    public void copyActions(int from, int to, double[] into) {
        System.arraycopy(x, from * d, into, from * d, (to - from) * d);
    }
}
