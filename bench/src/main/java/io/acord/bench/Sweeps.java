package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.acord.HindsightSweeps;
import io.acord.model.Actions;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
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
