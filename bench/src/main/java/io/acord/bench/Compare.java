package io.acord.bench;

import io.acord.cost.Quadratic;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One iteration against what people use instead: the same fleet, the same machine, by turns. */
record Compare(Path programs, boolean quick, Consumer<String> saying) {

    /** Seconds that the turns of one fleet take, about. */
    private static final double SECONDS = 3;

    private static final double BETA = 50;

    private static final int CHECKED = 7; // iterations after which all must play the same

    Table run() throws IOException {
        try (Other.Exchange exchange = new Other.Exchange();
                Other numpy = Other.python(programs);
                Other c = Other.compiled(programs.resolve("kernel.c"), exchange.file("kernel"))) {
            if (numpy == null) {
                saying.accept("no python3 with numpy and scipy here: left out");
            }
            if (c == null) {
                saying.accept("no gcc here: left out");
            }
            return iterations(exchange, numpy, c);
        }
    }

    private Table iterations(Other.Exchange exchange, @Nullable Other numpy, @Nullable Other c) throws IOException {
        Table table = new Table(
                "One iteration against numpy and C",
                "ns per edge visit, one thread, smallest of many turns. naive: (linear + beta (degree x + A x)) / m with "
                        + (numpy == null ? "numpy, which is not here" : numpy.name())
                        + "; folded: own + B x; C: gcc -O3 -march=native, the loop over rows, and the same for one degree everywhere. After "
                        + CHECKED + " iterations all play the same to 1e-11.",
                "graph | agents | Acord | naive | folded | C | C, one degree | naive / Acord | "
                        + "folded / Acord | Acord / C | Acord / C, one degree");
        int[] sizes = quick ? new int[] {1_000, 10_000} : new int[] {1_000, 10_000, 100_000, 1_000_000};
        for (Fleets.Kind kind :
                List.of(Fleets.Kind.RING, Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR, Fleets.Kind.POWER_LAW)) {
            for (int n : sizes) {
                saying.accept("one iteration of " + n + " agents, " + kind.words);
                double[] ns = times(Fleets.objective(kind.coupling(n)), exchange, numpy, c);
                table.row(
                        kind.words,
                        n,
                        ns[0],
                        ns[1],
                        ns[2],
                        ns[3],
                        ns[4],
                        ns[1] / ns[0],
                        ns[2] / ns[0],
                        ns[0] / ns[3],
                        ns[0] / ns[4]);
            }
        }
        return table;
    }

    /**
     * Nanoseconds per arc of us, naive, folded, C and C for one degree; NaN for who is not here or not for this graph.
     */
    private double[] times(RoundObjective objective, Other.Exchange exchange, @Nullable Other numpy, @Nullable Other c)
            throws IOException {
        Block block = Block.whole(objective.round().coupling());
        BlockRound round = BlockRound.open(block, objective, Variant.PLAIN, From.ZERO);
        write(exchange, objective, block);
        iterate(round, CHECKED);
        boolean oneDegree = false;
        for (Other other : new @Nullable Other[] {numpy, c}) {
            if (other != null) {
                oneDegree = other.number("load " + exchange + " " + block.rows() + " " + BETA) > 0;
                other.ask("check " + CHECKED);
                check(exchange.read("x"), round);
            }
        }
        int arcs = block.column().length;
        int k = (int) Math.max(1, 1_000_000L / arcs);
        iterate(round, 20 * k); // for Java to compile
        double[] best = new double[5];
        Arrays.fill(best, Double.NaN);
        long begun = System.nanoTime();
        for (int turn = 0; turn < 8 || System.nanoTime() - begun < (quick ? 1 : SECONDS) * 1e9; turn++) {
            least(best, 0, iterate(round, k));
            if (numpy != null) {
                least(best, 1, numpy.number("naive " + k) * 1e9);
                least(best, 2, numpy.number("folded " + k) * 1e9);
            }
            if (c != null) {
                least(best, 3, c.number("csr " + k) * 1e9);
            }
            if (c != null && oneDegree) {
                least(best, 4, c.number("equal " + k) * 1e9);
            }
        }
        return Arrays.stream(best).map(ns -> ns / arcs).toArray();
    }

    private static void least(double[] best, int at, double time) {
        best[at] = best[at] <= time ? best[at] : time;
    }

    /** Nanoseconds of one of k iterations. */
    private static double iterate(BlockRound round, int k) {
        long from = System.nanoTime();
        for (int i = 0; i < k; i++) {
            round.iterate(0);
        }
        return (double) (System.nanoTime() - from) / k;
    }

    private static void write(Other.Exchange exchange, RoundObjective objective, Block block) throws IOException {
        int n = block.rows();
        double[] linear = new double[n];
        double[] m = new double[n];
        for (int i = 0; i < n; i++) {
            if (!(objective.round().cost(i) instanceof Quadratic f)) {
                throw new AssertionError("not a quadratic");
            }
            double c = f.curvature(0, 0);
            linear[i] = c * f.target(0)
                    + objective.regularization(i) * objective.previous().get(i);
            m[i] = c + objective.regularization(i) + 2 * BETA * block.degree(i);
        }
        exchange.write("first", block.firstArc());
        exchange.write("column", block.column());
        exchange.write("linear", linear);
        exchange.write("m", m);
    }

    private static void check(double[] x, BlockRound round) {
        for (int i = 0; i < x.length; i++) {
            if (!(Math.abs(x[i] - round.action(i, 0)) <= 1e-11)) {
                throw new AssertionError(
                        "agent " + i + " plays " + round.action(i, 0) + " here and " + x[i] + " there");
            }
        }
    }
}
