package io.acord.acord;

/** Sees the iterations of a round as they are computed. What it does changes no result. */
public interface IterationWatcher {

    /**
     * Iteration k of some rows is done, k = 1, 2, …; components that do not touch each other iterate one after the
     * other, and each as long as it needs.
     *
     * @param state what the rows {@code from} to {@code to} − 1 of its block are at; other rows are in the middle of
     *     something else
     */
    void iterated(int k, BlockRound state, int from, int to);
}
