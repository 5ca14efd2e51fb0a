package io.acord.acord;

import io.acord.theory.Books;

/**
 * The books of a fleet, to be closed on the last walk over a round while everything is at hand. That is done only where
 * nothing can stand against it any more once the walk has begun; elsewhere they are left alone, and who keeps them
 * closes them with {@link Decision#entries}. Mutable, for one round.
 */
public final class BookClosing {

    /** Momentum may make numbers ten times as large in an iteration, and they have to stay within doubles. */
    static final int MOST_ITERATIONS = 24;

    final Books books;
    private double[] overpaid = {};
    private boolean hasBegun;
    private boolean isDone;

    /** @param books all of whose agents have closed a round before */
    public BookClosing(Books books) {
        this.books = books;
    }

    /** Room for what each agent can have overpaid in the round before. */
    double[] begin(int agents) {
        overpaid = new double[agents];
        hasBegun = true;
        return overpaid;
    }

    void end() {
        isDone = true;
    }

    /** Whether some books may have been closed; if it is not {@link #isDone} then, they are worth nothing any more. */
    public boolean hasBegun() {
        return hasBegun;
    }

    /** Whether all books have been closed. */
    public boolean isDone() {
        return isDone;
    }

    /** What each agent can have overpaid in the round before, if all is done; live. */
    public double[] overpaid() {
        return overpaid;
    }
}
