package io.acord.internal.kernel;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.theory.Books;
import java.util.Arrays;

/**
 * Closes a round in the books of a block from the actions alone, where no local solve tells a subgradient at them: they
 * were held, or solved in an earlier life, or without some of the edges that are charged.
 *
 * <p>Theorem E needs of each agent a quadratic below f, written around the x that both ends of its edges count. A
 * quadratic f is its own. Of any other, one local solve ends at some p with a subgradient v there, and f(y) ≥ f(p) +
 * ⟨v, y − p⟩ + μ/2 ‖y − p‖² is as good a quadratic around x: value f(p) + ⟨v, x − p⟩ + μ/2 ‖x − p‖², slope v + μ(x −
 * p). So x itself need not move, and neighbours need not know p.
 */
public final class BooksFromActions {

    private final Block block;
    private final HittingCost[] costs;
    private final double beta;
    private final double[] b;
    private final int d;
    private final double[] x; // of all columns
    private final Books books;
    private final double[] h; // of the rows

    private BooksFromActions(Block block, HittingCost[] costs, double beta, double[] b, double[] x, Books books) {
        this.block = block;
        this.costs = costs;
        this.beta = beta;
        this.b = b;
        this.d = block.dimension();
        this.x = x;
        this.books = books;
        this.h = new double[block.rows() * d];
    }

    /**
     * Closes the round for all rows.
     *
     * @param block with all edges that are charged
     * @param b the switching weight of each row
     * @param x the actions of all columns, d numbers each
     * @param books of the rows, in their order
     * @return false if a cost cannot be trusted: then the books are worth nothing any more
     */
    public static boolean close(Block block, HittingCost[] costs, double beta, double[] b, double[] x, Books books) {
        BooksFromActions round = new BooksFromActions(block, costs, beta, b, x, books);
        boolean trusted = true;
        for (int row = 0; trusted && row < block.rows(); row++) {
            trusted = round.close(row);
        }
        return trusted;
    }

    private boolean close(int row) {
        double halfOfEdges = pull(row);
        HittingCost f = costs[row];
        double[] own = Arrays.copyOfRange(x, row * d, (row + 1) * d);
        double mu = f.mu();
        double value;
        if (f instanceof Quadratic quadratic) {
            value = f.at(own);
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    h[row * d + r] += quadratic.curvature(r, c) * (own[c] - quadratic.target(c));
                }
            }
        } else {
            double hold = books.hold(row, b[row]);
            double weight = mu + hold + beta * block.largestEigenvalueBound(row);
            QuadraticPull towards = new QuadraticPull(d);
            double[] target = new double[d];
            for (int c = 0; c < d; c++) {
                double wanted = -(h[row * d + c] + hold * (own[c] - books.centre(row, c)));
                target[c] = own[c] + wanted / weight;
            }
            towards.add(weight, target);
            double[] p = own.clone();
            double tau = f.argmin(towards, p);
            if (HittingCostCheck.ofAnswer(f, towards, p, tau).isPresent()) {
                return false;
            }
            double s = books.shareForOpen(row, b[row], mu, x, h, tau, weight + mu);
            mu -= s * (weight + mu);
            value = s == 0 ? f.at(p) : f.at(p) - tau / s;
            for (int c = 0; c < d; c++) {
                double slope = weight * (target[c] - p[c]);
                double apart = own[c] - p[c];
                value += slope * apart + mu / 2 * apart * apart;
                h[row * d + c] += slope + mu * apart;
            }
        }
        books.close(row, b[row], mu, value + halfOfEdges, x, h);
        return Double.isFinite(books.atLeast(row));
    }

    /** Writes β Σ_e W_e(x_i − x_j − o_e); returns half of what the row's edges cost. */
    private double pull(int row) {
        double squared = 0;
        for (int arc = block.firstArc()[row]; arc < block.firstArc()[row + 1]; arc++) {
            int column = block.column()[arc];
            for (int r = 0; r < d; r++) {
                double sum = 0;
                for (int c = 0; c < d; c++) {
                    double apart = x[row * d + c] - x[column * d + c] - block.offset(arc, c);
                    sum += block.gram(arc, r, c) * apart;
                }
                h[row * d + r] += beta * sum;
                squared += (x[row * d + r] - x[column * d + r] - block.offset(arc, r)) * sum;
            }
        }
        return beta / 4 * squared;
    }
}
