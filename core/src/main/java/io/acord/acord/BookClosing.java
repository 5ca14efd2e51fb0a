package io.acord.acord;

import io.acord.theory.Books;

/**
 * The books of a fleet, to be closed on the last walk over a round while everything is at hand. That is done only where
 * nothing can stand against it any more once the walk has begun; elsewhere they are left alone, and who keeps them
 * closes them with {@link Decision#entries}, before the engine decides another round. Mutable, for one round.
 */
public final class BookClosing {

    final Books books;
    private final boolean isOnTheWay;
    private final double[] overpaid;
    private boolean hasBegun;
    private boolean isDone;

    /** @param isOnTheWay false: who keeps them closes them in any case, because somebody has not closed a round yet */
    public BookClosing(Books books, boolean isOnTheWay) {
        this.books = books;
        this.isOnTheWay = isOnTheWay;
        this.overpaid = new double[books.agents()];
    }

    boolean isOnTheWay() {
        return isOnTheWay;
    }

    void begin() {
        hasBegun = true;
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

    /** What each agent can have overpaid in the round before, if all is done; until then, room for it. Live. */
    public double[] overpaid() {
        return overpaid;
    }
}
