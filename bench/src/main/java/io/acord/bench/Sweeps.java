package io.acord.bench;

import io.acord.Fleet;
import io.acord.acord.Acord;
import io.acord.acord.HindsightSweeps;
import io.acord.acord.SweptBooks;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Quadratic;
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
import java.util.stream.IntStream;

/** What hindsight sweeps over a window of rounds cost, compared with a round. */
record Sweeps(boolean quick, Consumer<String> saying) {

    /** What a service does: rounds are closed as they come, and swept when a window is full. */
    Table asServed() {
        Table table = new Table(
                "Hindsight sweeps of a service, degree 10, one thread",
                "A round: what a service decides it by, Fleet.decide: K = 12 iterations of auto, certificate, cost and books, without JSON and disk."
                        + " Hindsight: all that is done for it in the rounds of a window, closing each and sweeping them together at the end, over their number. All at once: the round in which a window ends, alone.",
                "costs | agents | window, rounds | sweeps | a round ms | hindsight ms a round | "
                        + "of a round | all at once, rounds");
        for (ServedCosts costs : ServedCosts.values()) {
            for (int n : quick ? new int[] {1_000} : new int[] {100, 1_000, 10_000}) {
                saying.accept("a service of " + n + " agents, " + costs.words);
                addServed(table, costs, n);
            }
        }
        return table;
    }

    private void addServed(Table table, ServedCosts costs, int n) {
        int d = costs.dimension;
        SweptBooks.Pace pace = SweptBooks.Pace.of(n, d);
        int window = pace.window();
        Coupling coupling = costs.coupling(n);
        List<Round> rounds = IntStream.range(0, window)
                .mapToObj(t -> costs.round(coupling, t + 1))
                .toList();
        List<Actions> played = new ArrayList<>(Collections.nCopies(window, Actions.zero(n, d)));
        Books before = new Books(d, new double[n * d]);
        double[] best = Stopwatch.smallest(
                quick ? 8 : 12,
                () -> {
                    Fleet fleet = Fleet.builder(n).start(Actions.zero(n, d)).build();
                    for (int t = 0; t < window; t++) {
                        played.set(t, fleet.decide(rounds.get(t)).actions());
                    }
                },
                () -> Limits.sink = closed(pace, before, rounds, played),
                () -> Limits.sink = closed(new SweptBooks.Pace(window + 1, 1), before, rounds, played));
        double round = best[0] / window;
        double atOnce = best[1] - best[2] * (window - 1) / window;
        table.row(
                costs.words,
                n,
                window,
                pace.sweeps(),
                round / 1e6,
                best[1] / window / 1e6,
                best[1] / best[0],
                atOnce / round);
    }

    /** What costs the agents of a service have. */
    private enum ServedCosts {
        NUMBERS("c/2 (x - v)^2", 1),
        TWO_COORDINATES("the same in two coordinates", 2),
        MATRICES("quadratics with matrices, two coordinates", 2),
        KINKS("|x - v| with a kink", 1);

        private final String words;
        private final int dimension;

        ServedCosts(String words, int dimension) {
            this.words = words;
            this.dimension = dimension;
        }

        Coupling coupling(int n) {
            Coupling.Builder coupling = Coupling.builder(n, dimension);
            for (int i = 0; i < n; i++) {
                for (int step = 1; step <= 5; step++) {
                    coupling.edge(i, (i + step) % n);
                }
            }
            return coupling.build();
        }

        Round round(Coupling coupling, int seed) {
            Round quadratic = Fleets.objective(coupling, seed).round();
            if (this == NUMBERS || this == TWO_COORDINATES) {
                return quadratic;
            }
            Round.Builder round = Round.builder(quadratic.agents(), dimension)
                    .coupling(coupling)
                    .beta(quadratic.beta());
            for (int i = 0; i < quadratic.agents(); i++) {
                double mu = quadratic.costs().curvature(i, 0);
                double v = quadratic.costs().target(i, 0);
                round.cost(
                        i,
                        this == KINKS
                                ? AbsoluteDeviation.of(1, v, mu)
                                : Quadratic.matrix(new double[][] {{2 * mu, mu / 2}, {mu / 2, mu}}, v, -v));
            }
            return round.build();
        }
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
                "agents | window, rounds | sweeps | a round ms | sweeps ms | rounds");
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
