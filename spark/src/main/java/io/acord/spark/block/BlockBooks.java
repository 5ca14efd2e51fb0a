package io.acord.spark.block;

import io.acord.input.Complaints;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.RoundEnd;
import io.acord.model.Cost;
import io.acord.spark.block.PlayedFile.Played;
import io.acord.theory.Books;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the rounds of a block cost, how good they were, and the books of its rows (theory 12). Mutable; one thread.
 *
 * <pre>
 *   begin, a last look at all rows, close
 * </pre>
 */
final class BlockBooks {

    /** Moving that costs more could cost more than doubles can say. */
    private static final double MOST_WEIGHT = 1e60;

    /** The block's share of what a round cost, and of a bound on what it cost too much. */
    record Entry(Cost cost, double certificate) {}

    private final int d;
    private final int rows;
    private final double[] overpaid; // of the rows; nobody asks
    private @Nullable Books books; // null: a cost was found not to be what it says
    private boolean areOpen; // all rows have closed a round

    /** Goes on after what was played last. */
    BlockBooks(int dimension, Played last) {
        this.d = dimension;
        this.rows = last.actions().length / dimension;
        this.overpaid = new double[rows];
        this.books = last.books().length == 0 ? null : Books.of(dimension, last.books());
        this.areOpen = last.t() > 0;
    }

    /** Has books closed on the way where that cannot fail, before rows are looked at. */
    void begin(RoundPart round, BlockRound state, double[] b, RoundEnd end) {
        if (books != null && areOpen && state.mayCloseBooks(round.iterations()) && areModest(b)) {
            end.overpaid = overpaid;
            end.books = books;
        }
    }

    private static boolean areModest(double[] b) {
        boolean areModest = true;
        for (double weight : b) {
            areModest &= weight <= MOST_WEIGHT;
        }
        return areModest;
    }

    /**
     * Closes a round, once all rows have been looked at.
     *
     * @param b switching weights
     * @param previous what was played before
     */
    Entry close(RoundPart round, double[] b, double[] previous, RoundEnd end) {
        double certificate = end.sums.certificate;
        for (int row = end.sums.agents; row < rows; row++) {
            certificate += end.certificates[row];
        }
        Cost cost = cost(round.t(), b, previous, end);
        Books kept = books;
        if (!Double.isFinite(certificate)) {
            books = null; // nothing follows from what cannot be trusted, in no later round either
        } else if (kept != null && end.books == null) {
            closeEach(round, b, end, kept);
        }
        areOpen = true;
        return new Entry(cost, certificate);
    }

    /** What the rows paid: those that were added up on the way, and the others. */
    private Cost cost(int t, double[] b, double[] previous, RoundEnd end) {
        double hitting = end.sums.hitting;
        double switching = end.sums.switching;
        double dissimilarity = end.sums.dissimilarity;
        boolean isFinite = Double.isFinite(hitting + switching);
        for (int row = isFinite ? end.sums.agents : 0; row < rows; row++) {
            double moved = 0;
            for (int k = row * d; k < (row + 1) * d; k++) {
                double step = end.actions[k] - previous[k];
                moved += step * step;
            }
            checkFinite(t, end.actions, row, end.hitting[row] + moved);
            hitting += end.hitting[row];
            switching += b[row] / 2 * moved;
            dissimilarity += end.halfEdges[row];
        }
        return new Cost(hitting, switching, dissimilarity);
    }

    private void closeEach(RoundPart round, double[] b, RoundEnd end, Books kept) {
        for (int row = 0; row < rows; row++) {
            double mu = round.costs().mu(row);
            double paid = end.halfEdges[row] + end.hitting[row];
            if (end.leftOpen.length == 0) {
                kept.close(row, b[row], mu, paid, end.actions, end.subgradients);
            } else {
                kept.close(
                        row, b[row], mu, paid, end.actions, end.subgradients, end.leftOpen[row], end.curvatures[row]);
            }
        }
    }

    private void checkFinite(int t, double[] actions, int row, double cost) {
        boolean finite = Double.isFinite(cost);
        for (int k = row * d; k < (row + 1) * d; k++) {
            finite &= Double.isFinite(actions[k]);
        }
        if (!finite) {
            throw Complaints.refuse(
                    "round " + t + ", agents[" + row + "]",
                    "acts at " + Arrays.toString(Arrays.copyOfRange(actions, row * d, (row + 1) * d)) + " for " + cost,
                    "actions and costs within the range of doubles",
                    "check its hitting cost, or lower beta, the weights or the costs");
        }
    }

    /** Σ c of the rows; −∞ if their books prove nothing. */
    double atLeast() {
        return books == null ? Double.NEGATIVE_INFINITY : books.atLeast();
    }

    /** All entries, to go on from; none if they prove nothing. */
    double[] toArray() {
        return books == null ? new double[0] : books.toArray();
    }
}
