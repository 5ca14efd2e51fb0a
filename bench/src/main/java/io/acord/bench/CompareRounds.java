package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.acord.Bell;
import io.acord.acord.BookClosing;
import io.acord.acord.Decision;
import io.acord.cost.Quadratic;
import io.acord.internal.kernel.Block;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A whole round against the best that numpy and scipy do for the same numbers: the same fleet, by turns. */
record CompareRounds(Path programs, boolean quick, Consumer<String> saying) {

    private static final int K = 12;

    /** Seconds that the turns of one fleet take, about. */
    private static final double SECONDS = 6;

    Table run() throws IOException {
        try (Other.Exchange exchange = new Other.Exchange();
                Other numpy = Other.python(programs)) {
            Table table = new Table(
                    "A whole round against numpy",
                    "ms, smallest of many turns. Acord: as a fleet plays it, auto from zero, K = " + K
                            + ", from the costs to actions, the three costs, certificate and books, with one thread, and with two, which small fleets make no use of. "
                            + (numpy == null ? "numpy, which is not here" : numpy.name())
                            + ": the same without books, with its one thread, from the costs on, arrays kept from round to round. Actions agree to 1e-9, costs and certificate to 1e-6 of themselves.",
                    "graph | agents | Acord | numpy | numpy / Acord | Acord / numpy | Acord, 2 threads | "
                            + "numpy / that");
            if (numpy == null) {
                saying.accept("no python3 with numpy and scipy here: left out");
                return table;
            }
            for (Fleets.Kind kind : List.of(Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR)) {
                for (int n : quick ? new int[] {10_000} : new int[] {10_000, 100_000, 1_000_000}) {
                    row(table, kind, n, exchange, numpy);
                }
            }
            for (int n : quick ? new int[] {13_659} : new int[] {2_869, 13_659, 71_678}) {
                row(table, Fleets.Kind.POWER_GRID, n, exchange, numpy);
            }
            return table;
        }
    }

    private void row(Table table, Fleets.Kind kind, int n, Other.Exchange exchange, Other numpy) throws IOException {
        saying.accept("a round of " + n + " agents, " + kind.words);
        RoundObjective objective = Fleets.objective(kind.coupling(n));
        write(exchange, objective);
        Recipe recipe = Recipe.of(Variant.AUTO, From.ZERO, IterationRule.fixed(K));
        Acord acord = Acord.of(recipe, 1);
        Acord both = Acord.of(recipe, 2);
        Books books = new Books(1, objective.previous().toArray());
        numpy.ask("round " + exchange + " " + n + " " + objective.round().beta());
        check(acord.decide(objective), numpy.ask("play " + K).split(" ", -1), exchange.read("x"));
        double ours = Double.POSITIVE_INFINITY;
        double theirs = Double.POSITIVE_INFINITY;
        double oursOfTwo = Double.POSITIVE_INFINITY;
        long begun = System.nanoTime();
        for (int turn = 0; turn < 20 || System.nanoTime() - begun < (quick ? 1 : SECONDS) * 1e9; turn++) {
            ours = Math.min(ours, time(acord, objective, books));
            oursOfTwo = Math.min(oursOfTwo, time(both, objective, books));
            theirs = Math.min(
                    theirs, 1e9 * Double.parseDouble(numpy.ask("play " + K).split(" ", -1)[0]));
        }
        table.row(
                kind.words,
                n,
                ours / 1e6,
                theirs / 1e6,
                theirs / ours,
                ours / theirs,
                oursOfTwo / 1e6,
                theirs / oursOfTwo);
    }

    private static double time(Acord acord, RoundObjective objective, Books books) {
        long from = System.nanoTime();
        Limits.sink = acord.decide(objective, Bell.never(), new BookClosing(books, true))
                .certificate();
        return System.nanoTime() - from;
    }

    private static void write(Other.Exchange exchange, RoundObjective objective) throws IOException {
        Round round = objective.round();
        Block block = Block.whole(round.coupling());
        int n = round.agents();
        double[] curvature = new double[n];
        double[] target = new double[n];
        double[] held = new double[n];
        for (int i = 0; i < n; i++) {
            if (!(round.cost(i) instanceof Quadratic f)) {
                throw new AssertionError("not a quadratic");
            }
            curvature[i] = f.curvature(0, 0);
            target[i] = f.target(0);
            held[i] = objective.regularization(i);
        }
        exchange.write("first", block.firstArc());
        exchange.write("column", block.column());
        exchange.write("curvature", curvature);
        exchange.write("target", target);
        exchange.write("before", objective.previous().toArray());
        exchange.write("held", held);
    }

    private static void check(Decision decision, String[] theirs, double[] x) {
        Actions actions = decision.actions();
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i] - actions.get(i)) <= 1e-9)) {
                throw new AssertionError("agent " + i + " plays " + actions.get(i) + " here and " + x[i] + " there");
            }
        }
        Cost cost = decision.cost();
        double[] ours = {cost.hitting(), cost.switching(), cost.dissimilarity(), decision.certificate()};
        for (int c = 0; c < ours.length; c++) {
            double there = Double.parseDouble(theirs[c + 1]);
            if (!(Math.abs(there - ours[c]) <= 1e-6 * ours[c])) {
                throw new AssertionError("number " + c + " is " + ours[c] + " here and " + there + " there");
            }
        }
    }
}
