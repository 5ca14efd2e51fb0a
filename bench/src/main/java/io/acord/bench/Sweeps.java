package io.acord.bench;

import io.acord.Fleet;
import io.acord.acord.Acord;
import io.acord.acord.HindsightSweeps;
import io.acord.acord.SweptBooks;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/** What hindsight sweeps over a window of rounds cost, compared with a round. */
final class Sweeps {

    private final boolean quick;
    private final Consumer<String> saying;

    Sweeps(boolean quick, Consumer<String> saying) {
        this.quick = quick;
        this.saying = saying;
    }

    /** What a service does: rounds are closed as they come, and swept when a window is full. */
    Table asServed() {
        Table table = new Table(
                "Hindsight sweeps of a service, degree 10, one thread",
                "A round: what a service decides it by, Fleet.decide: K = 12 iterations of auto, certificate, cost and books, without JSON and disk."
                        + " Hindsight: all that is done for it in the rounds of a window, closing each and sweeping them together at the end, over their number. All at once: the round in which a window ends, alone.",
                "agents",
                "window, rounds",
                "sweeps",
                "a round ms",
                "hindsight ms a round",
                "of a round",
                "all at once, rounds");
        for (int n : quick ? new int[] {1_000} : new int[] {100, 1_000, 10_000}) {
            saying.accept("a service of " + n + " agents");
            SweptBooks.Pace pace = SweptBooks.Pace.of(n, 1);
            int window = pace.window();
            List<Round> rounds = new ArrayList<>();
            Coupling coupling = Fleets.Kind.CIRCULANT.coupling(n);
            for (int t = 0; t < window; t++) {
                rounds.add(Fleets.objective(coupling, t + 1).round());
            }
            List<Actions> played = new ArrayList<>(Collections.nCopies(window, Actions.zero(n, 1)));
            Books before = new Books(1, new double[n]);
            double[] best = Stopwatch.smallest(
                    quick ? 15 : 40,
                    () -> {
                        Fleet fleet = Fleet.of(n);
                        for (int t = 0; t < window; t++) {
                            played.set(t, fleet.decide(rounds.get(t)).actions());
                        }
                    },
                    () -> Limits.sink = closed(pace, before, rounds, played),
                    () -> Limits.sink = closed(new SweptBooks.Pace(window + 1, 1), before, rounds, played));
            double round = best[0] / window;
            double atOnce = best[1] - best[2] * (window - 1) / window;
            table.row(n, window, pace.sweeps(), round / 1e6, best[1] / window / 1e6, best[1] / best[0], atOnce / round);
        }
        return table;
    }

    private static double closed(SweptBooks.Pace pace, Books before, List<Round> rounds, List<Actions> played) {
        SweptBooks books = new SweptBooks(pace, before, false);
        for (int t = 0; t < rounds.size(); t++) {
            books.close(rounds.get(t), played.get(t));
        }
        return books.atLeast();
    }

    Table run() {
        Table table = new Table(
                "Hindsight sweeps, degree 10, one thread",
                "A round: K = 12 iterations of auto, from the costs to actions, cost and certificate. Sweeps: from what was played in the rounds of a window to a bound, the fleet of all these rounds and its layout included.",
                "agents",
                "window, rounds",
                "sweeps",
                "a round ms",
                "sweeps ms",
                "rounds");
        for (int n : quick ? new int[] {1_000} : new int[] {1_000, 10_000}) {
            saying.accept("sweeps of " + n + " agents");
            RoundObjective objective = Fleets.objective(Fleets.Kind.CIRCULANT.coupling(n));
            Acord acord = Acord.of(Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(12)), 1);
            Actions played = acord.decide(objective).actions();
            int[][] windows = {{2, 1}, {5, 1}, {5, 4}, {10, 4}, {20, 12}};
            List<Stopwatch.Work> works = new ArrayList<>();
            works.add(() -> Limits.sink = acord.decide(objective).certificate());
            for (int[] window : windows) {
                HindsightSweeps sweeps = HindsightSweeps.of(window[1]);
                works.add(() -> Limits.sink = sweeps.improve(
                                objective.previous(),
                                Collections.nCopies(window[0], objective.round()),
                                Collections.nCopies(window[0], played))
                        .atLeast());
            }
            double[] best = Stopwatch.smallest(quick ? 5 : 15, works.toArray(Stopwatch.Work[]::new));
            for (int w = 0; w < windows.length; w++) {
                table.row(n, windows[w][0], windows[w][1], best[0] / 1e6, best[w + 1] / 1e6, best[w + 1] / best[0]);
            }
        }
        return table;
    }
}
