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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What whole rounds cost, what threads save, and what an agent takes in memory. */
final class Rounds {

    private final boolean quick;
    private final Consumer<String> saying;

    Rounds(boolean quick, Consumer<String> saying) {
        this.quick = quick;
        this.saying = saying;
    }

    /** Whole rounds, as a program sees them: layout known, costs read, K = 12 iterations, certificate, cost. */
    Table run() {
        Table table = new Table(
                "Whole rounds, degree 10, K = 12",
                "From the costs to actions, cost and certificate, in a heap of at most 4 GB; plain but for the column of auto. New graph: the same with a layout to be made first, as in every round of a graph that changes."
                        + " An iteration is (K = 36 less K = 12) / 24, and a round is compared with 12 of them. Books: what a round of auto takes longer where they are closed on its last walk, as a share of it."
                        + " Memory: what is alive in a round of auto, graph and costs included.",
                "graph",
                "agents",
                "1 thread ms",
                "2 threads ms",
                "auto, 1 thread ms",
                "new graph, 1 thread ms",
                "iteration, 1 thread ms",
                "iteration, 2 threads ms",
                "iterations faster",
                "round over its iterations",
                "books %",
                "bytes an agent");
        int[] sizes = quick ? new int[] {100_000} : new int[] {10_000, 100_000, 1_000_000, 4_000_000};
        for (Fleets.Kind kind : List.of(Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR)) {
            for (int n : sizes) {
                saying.accept("a round of " + n + " agents, " + kind.words);
                long before = used();
                RoundObjective objective = Fleets.objective(kind.coupling(n));
                double bytes = bytesSince(before, objective) / n;
                List<Stopwatch.Work> works = new ArrayList<>(List.of(
                        round(objective, Variant.PLAIN, 12, 1),
                        round(objective, Variant.PLAIN, 12, 2),
                        round(objective, Variant.AUTO, 12, 1),
                        () -> round(objective, Variant.PLAIN, 12, 1).run(),
                        closing(objective, 12)));
                boolean large = n > 1_000_000;
                if (!large) {
                    works.add(round(objective, Variant.PLAIN, 36, 1));
                    works.add(round(objective, Variant.PLAIN, 36, 2));
                }
                double[] best = Stopwatch.smallest(large ? 2 : 15, works.toArray(Stopwatch.Work[]::new));
                double one = large ? Double.NaN : (best[5] - best[0]) / 24;
                double two = large ? Double.NaN : (best[6] - best[1]) / 24;
                table.row(
                        kind.words,
                        n,
                        best[0] / 1e6,
                        best[1] / 1e6,
                        best[2] / 1e6,
                        best[3] / 1e6,
                        one / 1e6,
                        two / 1e6,
                        one / two,
                        best[0] / (12 * one),
                        100 * (best[4] - best[2]) / best[4],
                        Math.rint(bytes));
            }
        }
        return table;
    }

    private static Stopwatch.Work round(RoundObjective objective, Variant variant, int k, int threads) {
        Acord acord = Acord.of(Recipe.of(variant, From.ZERO, IterationRule.fixed(k)), threads);
        return () -> Limits.sink = acord.decide(objective).certificate();
    }

    /** A round of auto as a fleet plays it, whose books are closed on the way. */
    private static Stopwatch.Work closing(RoundObjective objective, int k) {
        Round round = objective.round();
        Acord acord = Acord.of(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.fixed(k)), 1);
        Books books = new Books(round.dimension(), objective.previous().toArray());
        Decision first = acord.decide(objective);
        first.entries().close(round, first.actions(), books);
        return () -> {
            BookClosing closing = new BookClosing(books, true);
            Limits.sink = acord.decide(objective, Bell.never(), closing).certificate();
            if (!closing.isDone()) {
                throw new AssertionError("books were not closed on the way");
            }
        };
    }

    /** What has become alive, a round of auto that is being played included. */
    private static double bytesSince(long before, RoundObjective objective) {
        BlockRound state =
                BlockRound.open(Block.whole(objective.round().coupling()), objective, Variant.AUTO, From.ZERO);
        state.iterate(0);
        double bytes = used() - before;
        Limits.sink = state.action(0, 0); // it lives until here
        return bytes;
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
