package io.acord.internal.foresight;

import io.acord.cost.HittingCost;
import io.acord.internal.kernel.Block;
import io.acord.linear.Symmetric;
import java.util.function.IntFunction;

/**
 * Theorem H for one agent: how far it follows its plan, and what its account B is charged. Immutable.
 *
 * <p>Of an edge whose other end is in doubt it is charged the most that it can be: ρβ ‖A_e d_i‖², which no neighbour
 * can raise and which was kept back for it when γ was chosen (theory 14.1). So an account never holds more than its
 * agent's true share, and accounts together no more than (1+ε) times the expert's cost less what was paid.
 *
 * @param epsilon ε
 * @param settles whether whoever strays farther from its expert pays the other end of an edge for it; edges are charged
 *     half and half otherwise, and nothing is promised
 */
public record AccountRule(double epsilon, boolean settles) {

    /** Halving an interval this often leaves nothing that a double could tell apart from its lower end. */
    private static final int HALVINGS = 53;

    /** What is left of the allowance at γ; concave, and allowed is where it is not negative. */
    public interface Allowance {
        double left(double gamma);
    }

    /**
     * An agent's round, seen from its end.
     *
     * @param b what moving costs
     * @param e the expert's action
     * @param expertBefore the expert's of the round before
     * @param before what was played in the round before
     */
    @SuppressWarnings("ArrayRecordComponent") // scratch; nobody compares these
    public record Turn(HittingCost f, double b, double[] e, double[] expertBefore, double[] before) {}

    /**
     * What the edges of an agent cost.
     *
     * @param ofExpert half of what they cost the expert, of those that are known
     * @param ofPlayed half of what they cost as played
     * @param settled what the agent owes its neighbours for being farther from its expert than they
     * @param inDoubt the most that the others can cost
     */
    public record EdgeCharges(double ofExpert, double ofPlayed, double settled, double inDoubt) {}

    /** What is known of the far end of an edge. */
    public enum FarEnd {
        /** What it played, and what its expert would have. */
        KNOWN,
        /** Nothing: a message is still to come, or never will. */
        IN_DOUBT,
        /** That it means no such edge: then there is none. */
        ABSENT
    }

    /** ρ = 1 + 1/ε, the price of being elsewhere than the expert. */
    public double rho() {
        return 1 + 1 / epsilon;
    }

    /** The largest γ that is allowed; 0 where nothing is, which by the theorems is allowed but for rounding. */
    public static double largest(Allowance allowance) {
        if (allowance.left(1) >= 0) {
            return 1;
        }
        double allowed = 0;
        double refused = 1;
        for (int k = 0; k < HALVINGS; k++) {
            double middle = (allowed + refused) / 2;
            if (allowance.left(middle) >= 0) {
                allowed = middle;
            } else {
                refused = middle;
            }
        }
        return allowed;
    }

    /** Writes e + γ (p − e). */
    public static void between(double[] e, double[] p, double gamma, double[] into) {
        for (int c = 0; c < into.length; c++) {
            into[c] = gamma == 1 ? p[c] : e[c] + gamma * (p[c] - e[c]);
        }
    }

    public static double squaredDistance(double[] x, double[] y) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            sum += (x[c] - y[c]) * (x[c] - y[c]);
        }
        return sum;
    }

    /**
     * The largest γ with B + (1+ε) [f(e) + b/2 ‖e − e'‖²] − f(x) − b/2 ‖x − x'‖² − ρ (b/2 + βs) ‖x − e‖² ≥ 0.
     *
     * @param balance B
     * @param p what is planned for this round
     * @param pull βs, where s bounds Σ_e W_e of the agent's edges
     */
    public double gamma(Turn turn, double balance, double[] p, double pull) {
        double b = turn.b;
        double[] e = turn.e;
        double allowed = balance + (1 + epsilon) * (turn.f.at(e) + b / 2 * squaredDistance(e, turn.expertBefore));
        double reserve = rho() * (b / 2 + pull);
        double[] x = new double[e.length];
        return largest(gamma -> {
            between(e, p, gamma, x);
            return allowed - turn.f.at(x) - b / 2 * squaredDistance(x, turn.before) - reserve * squaredDistance(x, e);
        });
    }

    /** What an account grows by: (1+ε) times what the expert paid less what was paid. */
    public double booked(Turn turn, double[] x, EdgeCharges edges) {
        double b = turn.b;
        double expert = turn.f.at(turn.e) + b / 2 * squaredDistance(turn.e, turn.expertBefore) + edges.ofExpert;
        double charged = turn.f.at(x)
                + b / 2 * squaredDistance(x, turn.before)
                + edges.ofPlayed
                + (settles ? edges.settled : 0)
                + edges.inDoubt;
        return (1 + epsilon) * expert - charged;
    }

    /**
     * What an agent's account loses at most in a round that nobody decided, in which the agent goes to where its expert
     * stayed: the way back. Costs and edges are then the expert's own, of which there are 1 + ε times.
     */
    public static double wayBack(double b, double[] e, double[] before) {
        return b / 2 * squaredDistance(e, before);
    }

    /**
     * What the edges of a row cost.
     *
     * @param x what all columns play, d numbers each; it is read only of rows and of what is known
     * @param e what their experts play
     * @param ends by column
     */
    public EdgeCharges charges(Block block, int row, double beta, double[] x, double[] e, IntFunction<FarEnd> ends) {
        double ofExpert = 0;
        double ofPlayed = 0;
        double farther = 0;
        double inDoubt = 0;
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            int column = block.column()[arc];
            double mine = strayed(block, arc, row, x, e);
            FarEnd end = ends.apply(column);
            if (end == FarEnd.IN_DOUBT) {
                inDoubt += mine;
            } else if (end == FarEnd.KNOWN) {
                ofExpert += squaredDifference(block, arc, row, column, e);
                ofPlayed += squaredDifference(block, arc, row, column, x);
                farther += mine - strayed(block, arc, column, x, e);
            }
        }
        return new EdgeCharges(
                beta / 4 * ofExpert, beta / 4 * ofPlayed, rho() * beta / 2 * farther, rho() * beta * inDoubt);
    }

    /** A bound on the largest eigenvalue of Σ_e W_e of a row's edges. */
    public static double steepness(Block block, int row) {
        int d = block.dimension();
        double sum = 0;
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            if (isIsotropic(block, arc)) {
                sum += block.gram(arc, 0, 0);
                continue;
            }
            double[] w = new double[d * d];
            for (int k = 0; k < w.length; k++) {
                w[k] = block.gram(arc, k / d, k % d);
            }
            sum += Symmetric.eigenvalues(w, 0, d)[d - 1];
        }
        return sum;
    }

    private static boolean isIsotropic(Block block, int arc) {
        int[] places = block.gramAt();
        return places == null || places[arc] < 0;
    }

    /** ‖A_e (x_i − x_j − o_e)‖². */
    private static double squaredDifference(Block block, int arc, int row, int column, double[] x) {
        int d = block.dimension();
        if (isIsotropic(block, arc)) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                double apart = apart(block, arc, row, column, x, c);
                sum += apart * apart;
            }
            return block.gram(arc, 0, 0) * sum;
        }
        double total = 0;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += block.gram(arc, r, c) * apart(block, arc, row, column, x, c);
            }
            total += sum * apart(block, arc, row, column, x, r);
        }
        return Math.max(0, total);
    }

    private static double apart(Block block, int arc, int row, int column, double[] x, int c) {
        int d = block.dimension();
        return x[row * d + c] - x[column * d + c] - block.offset(arc, c);
    }

    /** ‖A_e (x − e)‖² of a column. */
    private static double strayed(Block block, int arc, int column, double[] x, double[] e) {
        int d = block.dimension();
        double sum = 0;
        for (int r = 0; r < d; r++) {
            double row = x[column * d + r] - e[column * d + r];
            for (int c = 0; c < d; c++) {
                sum += row * block.gram(arc, r, c) * (x[column * d + c] - e[column * d + c]);
            }
        }
        return sum;
    }
}
