package io.acord.acord;

import io.acord.internal.kernel.RoundEnd;
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

    /** So many agents are closed at a time, from arrays that stay in the first-level cache. */
    private static final int WINDOW = 256;

    private final double[] played; // x, d an agent; empty: only who made these entries knows
    private final double[] subgradients; // h, d an agent
    private final double[] hitting; // f
    private final double[] halfEdges; // half of its edges; empty: in the one before
    private final double[] leftOpen; // τ; empty: all solves were exact
    private final double[] curvatures; // M, as many
    private final boolean areKnown;

    /**
     * Of a round that was decided here.
     *
     * @param areKnown whether the round has a certificate and a cost, which nothing has that is not finite
     */
    BookEntries(RoundEnd end, boolean areKnown) {
        this.played = end.actions;
        this.subgradients = end.subgradients;
        this.hitting = end.hitting;
        this.halfEdges = end.halfEdges;
        this.leftOpen = end.leftOpen;
        this.curvatures = end.curvatures;
        this.areKnown = areKnown;
    }

    BookEntries(double[] subgradients, double[] paid, double[] leftOpen, double[] curvatures) {
        this.played = new double[0];
        this.subgradients = subgradients;
        this.hitting = paid;
        this.halfEdges = new double[0];
        this.leftOpen = leftOpen;
        this.curvatures = curvatures;
        this.areKnown = areFinite(subgradients) && areFinite(paid) && areFinite(leftOpen);
    }

    /** Whether books can be closed with them: all numbers are finite. */
    public boolean areKnown() {
        return areKnown;
    }

    private double paid(int agent) {
        return halfEdges.length == 0 ? hitting[agent] : halfEdges[agent] + hitting[agent];
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
        for (int i = 0; i < hitting.length; i++) {
            close(i, round, x, books);
        }
    }

    private void close(int i, Round round, double[] x, Books books) {
        double b = round.switchingWeight(i);
        if (leftOpen.length == 0) {
            books.close(i, b, round.mu(i), paid(i), x, subgradients);
        } else {
            books.close(i, b, round.mu(i), paid(i), x, subgradients, leftOpen[i], curvatures[i]);
        }
    }

    /**
     * Closes the round in the books of all agents, where a fleet decided it.
     *
     * @param before what was played in the round before it
     * @param round that was played
     * @param overpaid receives the most that each agent can have overpaid in the round before
     */
    public void closeAfter(Actions before, Round round, Books books, double[] overpaid) {
        boolean areAlike = round.dimension() == 1 && leftOpen.length == 0;
        Books.Window window = new Books.Window(areAlike ? Math.min(WINDOW, overpaid.length) : 0);
        for (int from = 0; from < overpaid.length; from += WINDOW) {
            int count = Math.min(WINDOW, overpaid.length - from);
            boolean areOpen = areAlike;
            for (int k = 0; areOpen && k < count; k++) {
                areOpen = books.curvature(from + k) < Double.POSITIVE_INFINITY;
                window.mu[k] = round.mu(from + k);
                window.before[k] = before.get(from + k);
            }
            if (areOpen) {
                round.copySwitchingWeights(from, from + count, window.b);
                System.arraycopy(played, from, window.x, 0, count);
                System.arraycopy(subgradients, from, window.h, 0, count);
                System.arraycopy(hitting, from, window.hitting, 0, count);
                System.arraycopy(halfEdges, from, window.halfEdges, 0, count);
                books.closeScalars(from, count, window);
                System.arraycopy(window.overpaid, 0, overpaid, from, count);
            } else {
                closeEach(from, from + count, round, books, before, overpaid);
            }
        }
    }

    private void closeEach(int from, int to, Round round, Books books, Actions before, double[] overpaid) {
        int d = round.dimension();
        double[] last = new double[d];
        for (int i = from; i < to; i++) {
            before.copyTo(i, last, 0);
            overpaid[i] = books.overpaid(i, round.switchingWeight(i), last, played, i * d);
            close(i, round, played, books);
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
        int n = hitting.length;
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
            double left = share[i] == 0 ? paid(i) : paid(i) - leftOpen[i] / share[i];
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
