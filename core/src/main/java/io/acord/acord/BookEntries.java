package io.acord.acord;

import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;
import io.acord.theory.CurvatureLoans;

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
        close(round, played.toArray(), books);
    }

    void close(Round round, double[] x, Books books) {
        for (int i = 0; i < paid.length; i++) {
            double b = round.switchingWeight(i);
            if (leftOpen.length == 0) {
                books.close(i, b, round.mu(i), paid[i], x, subgradients);
            } else {
                books.close(i, b, round.mu(i), paid[i], x, subgradients, leftOpen[i], curvatures[i]);
            }
        }
    }

    /**
     * Closes the round in books whose agents lend each other curvature (theory 12.1).
     *
     * @param round that was played
     * @param played what was played in it
     */
    public void closeLending(Round round, Actions played, Books books) {
        closeLending(round, played.toArray(), books);
    }

    void closeLending(Round round, double[] x, Books books) {
        int n = paid.length;
        double[] share = new double[n]; // s of theory 12, by which an inexact solve is paid for
        double[] mu = new double[n];
        double[] own = new double[n];
        for (int i = 0; i < n; i++) {
            double b = round.switchingWeight(i);
            mu[i] = round.mu(i);
            if (leftOpen.length > 0) {
                share[i] = books.shareForOpen(i, b, mu[i], x, subgradients, leftOpen[i], curvatures[i]);
                mu[i] -= share[i] == 0 ? 0 : share[i] * curvatures[i];
            }
            own[i] = mu[i] + books.hold(i, b);
        }
        double[] lent = CurvatureLoans.of(round.coupling(), round.beta(), own);
        for (int i = 0; i < n; i++) {
            double left = share[i] == 0 ? paid[i] : paid[i] - leftOpen[i] / share[i];
            books.close(i, round.switchingWeight(i), mu[i], lent[i], left, x, subgradients);
        }
    }

    double subgradient(int agent, int coordinate, int dimension) {
        return subgradients[agent * dimension + coordinate];
    }

    /** τ of an agent. */
    double leftOpen(int agent) {
        return leftOpen.length == 0 ? 0 : leftOpen[agent];
    }

    /** M of an agent; 0 where all solves were exact. */
    double curvature(int agent) {
        return curvatures.length == 0 ? 0 : curvatures[agent];
    }
}
