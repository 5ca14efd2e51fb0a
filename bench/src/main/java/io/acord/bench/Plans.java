package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** What an iteration of a plan over several rounds costs, compared with one of a single round. */
record Plans(boolean quick, Consumer<String> saying) {

    private static final int FEW = 4;
    private static final int MANY = 24;

    Table run() {
        Table table = new Table(
                "Plans, one thread",
                "An iteration: a round of " + MANY + " less one of " + FEW + ", over the " + (MANY - FEW)
                        + " between. Over one round: the same of a single round of the same fleet, and that a round planned.",
                "variant | graph | agents | rounds ahead | iteration ms | over one round | "
                        + "over one round, per round");
        int agents = quick ? 10_000 : 100_000;
        for (Variant variant : new Variant[] {Variant.PLAIN, Variant.AUTO}) {
            for (Fleets.Kind kind : new Fleets.Kind[] {Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR}) {
                saying.accept("plans of " + variant.word() + ", " + kind.words);
                measure(table, variant, kind, agents);
            }
        }
        return table;
    }

    private void measure(Table table, Variant variant, Fleets.Kind kind, int agents) {
        Coupling coupling = kind.coupling(agents);
        RoundObjective one = Fleets.objective(coupling);
        int[] windows = {0, 1, 4, 8};
        List<Stopwatch.Work> works = new ArrayList<>();
        for (int window : windows) {
            RoundObjective objective = window == 0 ? one : plans(one, window + 1);
            for (int iterations : new int[] {FEW, MANY}) {
                Acord acord = Acord.of(Recipe.of(variant, From.PREVIOUS, IterationRule.fixed(iterations)), 1);
                works.add(() -> Limits.sink = acord.decide(objective).certificate());
            }
        }
        double[] best = Stopwatch.smallest(quick ? 3 : 15, works.toArray(Stopwatch.Work[]::new));
        double single = best[1] - best[0];
        for (int w = 0; w < windows.length; w++) {
            double each = best[2 * w + 1] - best[2 * w];
            table.row(
                    variant.word(),
                    kind.words,
                    agents,
                    windows[w],
                    each / (MANY - FEW) / 1e6,
                    each / single,
                    each / single / (windows[w] + 1));
        }
    }

    /** Plans of a fleet that believes that all rounds will be like this one. */
    private static RoundObjective plans(RoundObjective one, int stages) {
        Round round = one.round();
        int n = round.agents();
        double[] moving = new double[stages];
        Arrays.fill(moving, 1);
        HittingCost[] costs = new HittingCost[n];
        for (int i = 0; i < n; i++) {
            HittingCost[] each = new HittingCost[stages];
            Arrays.fill(each, round.cost(i));
            costs[i] = PlannedCost.of(one.previous().of(i), moving, each);
        }
        double[] lambda = new double[n];
        Arrays.fill(lambda, 1);
        Round ahead = Round.builder(n, stages)
                .costs(costs)
                .coupling(round.coupling().repeated(stages))
                .beta(round.beta())
                .switchingWeights(new double[n])
                .build();
        return new RoundObjective(ahead, Actions.zero(n, stages), lambda);
    }
}
