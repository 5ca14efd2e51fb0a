package io.acord.acord;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.Scratch;
import io.acord.internal.kernel.SeparableWindow;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Books of a run that goes on, whose past is improved by hindsight sweeps window by window (theory 12.2): a lower bound
 * on what anybody could have paid that comes close to it, for work that is bounded.
 *
 * <p>A round is first closed as it was played. When as many rounds wait as a window has, their actions are improved
 * together, and the books go on from what comes out. Theorem E holds for any actions, so rounds before the window never
 * have to be looked at again: all that is kept of them is ξ, ω and c. What a window cannot know is the round after its
 * last; at one round in a window the bound loses what deciding online loses at every round.
 *
 * <p>A function of rounds and actions alone: whoever plays them again has the same books, bit for bit. Mutable; one
 * thread.
 */
public final class SweptBooks {

    private final Pace pace;
    private Books settled; // after the last round that does not wait any more
    private Books closed; // after the last round
    private boolean isSwept;
    private final List<WaitingRound> waiting = new ArrayList<>();
    private final Scratch scratch = new Scratch(1);

    /** A round since the last sweeps; laid out if it can lie in flat arrays. */
    private record WaitingRound(
            Round round, Actions played, @Nullable Block layout) {

        SeparableWindow.Stage stage() {
            return new SeparableWindow.Stage(round, layout == null ? Block.whole(round.coupling()) : layout, played);
        }

        void close(Books books, Scratch scratch) {
            if (layout == null) {
                PlayedBooks.on(books).close(round, played);
            } else {
                stage().close(played.toArray(), books, scratch);
            }
        }
    }

    /**
     * How often and how hard the past is improved.
     *
     * @param window so many rounds together; none are with fewer than 2
     * @param sweeps over all of them
     */
    public record Pace(int window, int sweeps) {

        /** The past is left as it was played. */
        public static final Pace NONE = new Pace(0, 0);

        /** No window that is usual has more rounds. */
        public static final int LONGEST_WINDOW = 20;

        private static final int USUAL_SWEEPS = 6;

        /** A window has at most this many numbers, so that what waits for its sweeps stays small. */
        private static final int MOST_NUMBERS = 1_000_000;

        /** What is usual for a fleet of this size; the window of a large one is shorter. */
        public static Pace of(int agents, int dimension) {
            long fitting = MOST_NUMBERS / ((long) agents * dimension);
            return new Pace((int) Math.min(LONGEST_WINDOW, fitting), USUAL_SWEEPS);
        }
    }

    /**
     * Goes on from books.
     *
     * @param before of the rounds so far, whatever was played in them; they are not changed
     * @param isSwept whether sweeps have made them better than those of what was played
     */
    public SweptBooks(Pace pace, Books before, boolean isSwept) {
        this.pace = pace;
        this.settled = before.copy();
        this.closed = settled;
        this.isSwept = isSwept;
    }

    /**
     * Closes a round, and sweeps if a window is full. A cost may fail where nobody asked it for an action: a bound is
     * no reason to refuse what was played, so these books then begin anew from others, and what was found out is lost.
     *
     * @param others books of the same rounds, this one included, that somebody else keeps; asked for only if needed
     */
    public void close(Round round, Actions played, Supplier<Books> others) {
        try {
            close(round, played);
        } catch (RuntimeException ofCost) { // whoever wrote the cost chose which
            waiting.clear();
            settled = others.get().copy();
            closed = settled;
            isSwept = false;
        }
    }

    /** The same, after which everything is as it was if a cost fails. */
    public void close(Round round, Actions played) {
        if (!isKept()) {
            return;
        }
        Block layout = SeparableWindow.Stage.fits(round) ? layoutOf(round) : null;
        WaitingRound now = new WaitingRound(round, played, layout);
        if (closed == settled) {
            closed = settled.copy();
        }
        now.close(closed, scratch);
        waiting.add(now);
        if (waiting.size() >= pace.window()) {
            settle();
        }
    }

    /** That of the round before, while the graph stays. */
    private Block layoutOf(Round round) {
        if (!waiting.isEmpty()) {
            WaitingRound last = waiting.get(waiting.size() - 1);
            Block known = last.layout;
            if (known != null && last.round.coupling() == round.coupling()) {
                return known;
            }
        }
        return Block.whole(round.coupling());
    }

    /** Sweeps the rounds that wait, as if the window were full. */
    public void settle() {
        if (waiting.size() > 1) {
            Books improved = swept();
            if (improved != null && improved.atLeast() > closed.atLeast()) {
                closed = improved;
                isSwept = true;
            }
        }
        settled = closed;
        waiting.clear();
    }

    /** The books of what sweeps make of the rounds that wait; null if nothing follows from them. */
    private @Nullable Books swept() {
        if (waiting.stream().allMatch(each -> each.layout != null)) {
            Books books = settled.copy();
            List<SeparableWindow.Stage> stages =
                    waiting.stream().map(WaitingRound::stage).toList();
            List<Actions> improved = SeparableWindow.sweep(settled, stages, pace.sweeps());
            for (int t = 0; t < stages.size(); t++) {
                stages.get(t).close(improved.get(t).toArray(), books, scratch);
            }
            return books;
        }
        List<Round> rounds = waiting.stream().map(WaitingRound::round).toList();
        List<Actions> played = waiting.stream().map(WaitingRound::played).toList();
        try {
            return HindsightSweeps.of(pace.sweeps()).books(settled, rounds, played);
        } catch (RuntimeException failed) {
            return null; // too large, or a cost that fails; a bound is no reason to refuse what was played
        }
    }

    /** Whether anything is kept: the rounds of a very large fleet do not wait for sweeps. */
    public boolean isKept() {
        return pace.window() > 1;
    }

    /** How many rounds wait for the next sweeps. */
    public int waiting() {
        return waiting.size();
    }

    /** Nobody can have paid less in the rounds so far; −∞ before the first sweeps. */
    public double atLeast() {
        return isSwept ? closed.atLeast() : Double.NEGATIVE_INFINITY;
    }

    /** Whether sweeps have made these books better than those of what was played. */
    public boolean isSwept() {
        return isSwept;
    }

    /** The books without the rounds that wait, to be read. */
    public Books settled() {
        return settled;
    }
}
