package io.acord.lab.run;

import io.acord.acord.HindsightSweeps;
import io.acord.acord.PlayedBooks;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.List;

/**
 * A lower bound on the hindsight optimum from hindsight sweeps (theory 12.2) over a window of rounds that moves along
 * while they are played: of a run of any length only a window is in memory. What is found of the older rounds of a
 * window goes into the books; the later ones, whose future the window does not know yet, begin the next. Theorem E
 * holds for any actions, so that this bound serves all policies. Mutable; one thread.
 */
final class SweptBound {

    private static final int SWEEPS = 12;

    private final HindsightSweeps sweeps;
    private final int window;
    private final PlayedBooks books;
    private final List<Round> rounds = new ArrayList<>(); // that are not in the books yet
    private final List<Actions> actions = new ArrayList<>(); // as good as they are known in these
    private Actions last; // of the last round that is in the books
    private double paid; // by the improved actions, up to that round

    /** @param window rounds that are swept together */
    SweptBound(Actions start, int window, int threads) {
        this.sweeps = HindsightSweeps.of(SWEEPS, threads);
        this.window = window;
        this.books = PlayedBooks.lending(start);
        this.last = start;
    }

    /** Takes a round and what somebody played in it. */
    void add(Round round, Actions played) {
        rounds.add(round);
        actions.add(played);
        if (rounds.size() == window) {
            sweep();
            close(Math.max(1, window * 3 / 4));
        }
    }

    /** Closes the books of all rounds: there are no more. */
    void finish() {
        if (!rounds.isEmpty()) {
            sweep();
            close(rounds.size());
        }
    }

    /** Of all rounds, once finished: nobody can have paid less. */
    double atLeast() {
        return books.atLeast();
    }

    /** What the improved actions pay in all rounds, once finished: nobody need pay more. */
    double paid() {
        return paid;
    }

    private void sweep() {
        List<Actions> improved = sweeps.improved(books.best(), rounds, actions);
        actions.clear();
        actions.addAll(improved);
    }

    private void close(int count) {
        for (int t = 0; t < count; t++) {
            paid += rounds.get(t).cost(actions.get(t), last).total();
            last = actions.get(t);
            books.close(rounds.get(t), last);
        }
        rounds.subList(0, count).clear();
        actions.subList(0, count).clear();
    }
}
