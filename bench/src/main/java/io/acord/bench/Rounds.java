package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.acord.Bell;
import io.acord.acord.BookClosing;
import io.acord.acord.Decision;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.List;
import java.util.function.Consumer;

/** What whole rounds cost, what threads save, and what an agent takes in memory. */
record Rounds(boolean quick, Consumer<String> saying) {

    /** Whole rounds, as a program sees them: layout known, costs read, K iterations, certificate, cost, books. */
    List<Table> run() {
        return List.of(large(), small(), new LargestFleets(quick, saying).run());
    }

    private Table large() {
        Table table = new Table(
                "Whole rounds, degree 10, K = 12",
                "As a fleet plays them, but from zero: auto, from the costs to actions, cost, certificate and books, in a heap of at most 4 GB. Its iterations: 12 times (K = 12 less K = 4) / 8."
                        + " Books: what a round in which they are closed takes longer than one that keeps what they would be closed with, as a share of it, by the processor's time: the median of pairs that follow each other, and that of the smallest of both. New graph: a round with a layout to be made first, as in every round of a graph that changes, over one whose layout is known. A few edges: the same where one edge in a thousand leads elsewhere than in the round before."
                        + " Iteration of plain: (K = 36 less K = 12) / 24. Memory: what is alive in a round, graph and costs included.",
                "graph | agents | 1 thread ms | 2 threads ms | rounds faster | its iterations ms | "
                        + "round over its iterations | books % | by minima | new graph over known | "
                        + "a few edges over known | iteration of plain, 1 thread ms | 2 threads ms | "
                        + "iterations faster | bytes an agent");
        int[] sizes = quick ? new int[] {100_000} : new int[] {10_000, 100_000, 1_000_000};
        List<Fleets.Kind> kinds = List.of(Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR);
        double[][] bytes = new double[kinds.size()][sizes.length]; // before engines and their threads leave something
        for (int k = 0; k < bytes.length; k++) {
            for (int n = 0; n < sizes.length; n++) {
                bytes[k][n] = bytesAnAgent(kinds.get(k), sizes[n]);
            }
        }
        for (int k = 0; k < bytes.length; k++) {
            for (int n = 0; n < sizes.length; n++) {
                row(table, kinds.get(k), sizes[n], bytes[k][n]);
            }
        }
        return table;
    }

    private void row(Table table, Fleets.Kind kind, int n, double bytes) {
        saying.accept("a round of " + n + " agents, " + kind.words);
        RoundObjective objective = Fleets.objective(kind.coupling(n));
        RoundObjective changed =
                Fleets.objective(Fleets.changed(objective.round().coupling()));
        double[] best = Stopwatch.smallest(
                15,
                round(objective, K, 1),
                round(objective, K, 2),
                round(objective, FEWER, 1),
                plain(objective, K, 1),
                () -> plain(objective, K, 1).run(),
                plain(objective, K, 2),
                plain(objective, MORE, 1),
                plain(objective, MORE, 2),
                plain(changed, K, 1),
                turns(objective, changed, K));
        double own = ownIterations(best[0], best[2]);
        double one = (best[6] - best[3]) / (MORE - K);
        double two = (best[7] - best[5]) / (MORE - K);
        Stopwatch.Surplus books = books(8, objective);
        table.row(
                kind.words,
                n,
                best[0] / 1e6,
                best[1] / 1e6,
                best[0] / best[1],
                own / 1e6,
                best[0] / own,
                100 * books.byPairs(),
                100 * books.byMinima(),
                best[4] / best[3],
                best[9] / (best[3] + best[8]),
                one / 1e6,
                two / 1e6,
                one / two,
                Math.rint(bytes));
    }

    private Table small() {
        Table table = new Table(
                "Whole rounds of small fleets on rings, K = 12, one thread",
                "As above, in microseconds of the processor.",
                "agents | a round | its iterations | round over its iterations | books % | by minima");
        for (int n : new int[] {20, 60, 200, 1_000, 10_000}) {
            saying.accept("a round of " + n + " agents, ring");
            RoundObjective objective = Fleets.objective(Fleets.Kind.RING.coupling(n));
            double[] best = Stopwatch.leastComputed(quick ? 2 : 4, round(objective, K, 1), round(objective, FEWER, 1));
            double own = ownIterations(best[0], best[1]);
            Stopwatch.Surplus books = books(quick ? 1 : 3, objective);
            table.row(n, best[0] / 1e3, own / 1e3, best[0] / own, 100 * books.byPairs(), 100 * books.byMinima());
        }
        return table;
    }

    private static final int K = 12;
    private static final int FEWER = 4;
    private static final int MORE = 36;

    /** What K iterations take, by what a round of fewer takes less. */
    private static double ownIterations(double round, double fewer) {
        return K * (round - fewer) / (K - FEWER);
    }

    private static Stopwatch.Work plain(RoundObjective objective, int k, int threads) {
        Acord acord = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(k)), threads);
        return () -> Limits.sink = acord.decide(objective).certificate();
    }

    /** Two rounds of plain whose graphs differ a little. */
    private static Stopwatch.Work turns(RoundObjective objective, RoundObjective changed, int k) {
        Acord acord = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(k)), 1);
        return () -> {
            double first = acord.decide(objective).certificate();
            Limits.sink = first + acord.decide(changed).certificate();
        };
    }

    /** A round of auto as a fleet plays it. */
    private static Stopwatch.Work round(RoundObjective objective, int k, int threads) {
        Player player = new Player(objective, k, threads);
        return () -> player.play(true);
    }

    /** What closing the books adds to a round. */
    private static Stopwatch.Surplus books(double seconds, RoundObjective objective) {
        Player player = new Player(objective, K, 1); // of both: where its arrays lie makes as much of a difference
        return Stopwatch.surplus(seconds, () -> player.play(true), () -> player.play(false));
    }

    /** An engine with books that have been opened. */
    private static final class Player {
        private final RoundObjective objective;
        private final Acord acord;
        private final Books books;

        Player(RoundObjective objective, int k, int threads) {
            this.objective = objective;
            this.acord = Acord.of(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.fixed(k)), threads);
            Round round = objective.round();
            this.books = new Books(round.dimension(), objective.previous().toArray());
            Decision first = acord.decide(objective);
            first.entries().close(round, first.actions(), books);
        }

        /** @param isClosed whether books are closed, or what they would be closed with is kept */
        void play(boolean isClosed) {
            BookClosing closing = new BookClosing(books, isClosed);
            Limits.sink = acord.decide(objective, Bell.never(), closing).certificate();
            if (closing.isDone() != isClosed) {
                throw new AssertionError("books were not closed on the way");
            }
        }
    }

    /** What is alive of a fleet, graph and costs included, while a round of auto is being played. */
    private static double bytesAnAgent(Fleets.Kind kind, int n) {
        long before = used();
        RoundObjective objective = Fleets.objective(kind.coupling(n));
        BlockRound state =
                BlockRound.open(Block.whole(objective.round().coupling()), objective, Variant.AUTO, From.ZERO);
        state.iterate(0);
        double bytes = used() - before;
        Limits.sink = state.action(0, 0); // it lives until here
        return bytes / n;
    }

    private static long used() {
        Runtime runtime = Runtime.getRuntime();
        long least = Long.MAX_VALUE;
        long now = Long.MAX_VALUE - 1;
        while (now < least) { // one collection leaves what only the last one could find
            least = now;
            System.gc();
            now = runtime.totalMemory() - runtime.freeMemory();
        }
        return now;
    }
}
