package io.acord.acord;

import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;

/**
 * What the books of agents are told of one round (theory 12): of every agent a subgradient of the round's hitting and
 * dissimilarity costs at what it played, what it paid of them, and what its local solve left open. All of it is known
 * to the agent from the exchange that its certificate needs. Immutable.
 */
public final class BookEntries {

    private final double[] subgradients; // h, d an agent
    private final double[] paid; // f and half of its edges
    private final double[] leftOpen; // τ; empty: all solves were exact
    private final double[] curvatures; // M, as many

    BookEntries(double[] subgradients, double[] paid, double[] leftOpen, double[] curvatures) {
        this.subgradients = subgradients;
        this.paid = paid;
        this.leftOpen = leftOpen;
        this.curvatures = curvatures;
    }

    /** Whether books can be closed with them: all numbers are finite. */
    public boolean areKnown() {
        return areFinite(subgradients) && areFinite(paid) && areFinite(leftOpen);
    }

    private static boolean areFinite(double[] numbers) {
        for (double number : numbers) {
            if (!Double.isFinite(number)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Closes the round in the books of all agents.
     *
     * @param round that was played
     * @param played what was played in it
     */
    public void close(Round round, Actions played, Books books) {
        double[] x = played.toArray();
        for (int i = 0; i < paid.length; i++) {
            double b = round.switchingWeight(i);
            if (leftOpen.length == 0) {
                books.close(i, b, round.mu(i), paid[i], x, subgradients);
            } else {
                books.close(i, b, round.mu(i), paid[i], x, subgradients, leftOpen[i], curvatures[i]);
            }
        }
    }
}
