package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What one iteration costs, against the limits of the machine. */
final class Kernels {

    private final boolean quick;
    private final Consumer<String> saying;
    private final List<Plot.Point> points = new ArrayList<>();

    Kernels(boolean quick, Consumer<String> saying) {
        this.quick = quick;
        this.saying = saying;
    }

    List<Table> run() {
        return List.of(iterations(), rest(), batches());
    }

    /** The time of an iteration, of every graph measured. */
    List<Plot.Point> points() {
        return points;
    }

    private int[] sizes() {
        return quick ? new int[] {1_000, 10_000, 100_000} : new int[] {1_000, 10_000, 100_000, 1_000_000, 4_000_000};
    }

    private Table iterations() {
        Table table = new Table(
                "One iteration, one thread",
                "ns per edge visit (arc); gather: adding up the neighbours' values and nothing else; moved: 40 bytes a row, 48 where degrees differ, and 4 an arc where neighbours are looked up; triad: its share of a = b + s c in the same run.",
                "graph | agents | plain | auto | gather | plain / gather | moved GB/s | triad GB/s | " + "share");
        Limits.Triad triad = new Limits.Triad();
        for (Fleets.Kind kind :
                List.of(Fleets.Kind.RING, Fleets.Kind.CIRCULANT, Fleets.Kind.RANDOM_REGULAR, Fleets.Kind.POWER_LAW)) {
            for (int n : sizes()) {
                saying.accept("an iteration of " + n + " agents, " + kind.words);
                RoundObjective objective = Fleets.objective(kind.coupling(n));
                Block block = Block.whole(objective.round().coupling());
                BlockRound plain = BlockRound.open(block, objective, Variant.PLAIN, From.ZERO);
                BlockRound auto = BlockRound.open(block, objective, Variant.AUTO, From.ZERO);
                double[] best = Stopwatch.smallest(
                        n > 500_000 ? 1.5 : 0.5,
                        () -> plain.iterate(0),
                        () -> auto.iterate(0),
                        Limits.gather(block.column(), objective.previous().toArray()),
                        triad);
                int arcs = block.column().length;
                boolean band = kind == Fleets.Kind.RING || kind == Fleets.Kind.CIRCULANT;
                double row = kind == Fleets.Kind.POWER_LAW ? 48 : 40;
                double moved = (row * n + (band ? 0 : 4.0 * arcs)) / best[0];
                double limit = Limits.Triad.gigabytes(best[3]);
                points.add(new Plot.Point(kind.words, arcs, best[0]));
                table.row(
                        kind.words,
                        n,
                        best[0] / arcs,
                        best[1] / arcs,
                        best[2] / arcs,
                        best[0] / best[2],
                        moved,
                        limit,
                        moved / limit);
            }
        }
        return table;
    }

    /** Paths that the flat kernel does not take, and orders that it does not like. */
    private Table rest() {
        int n = quick ? 20_000 : 100_000;
        Table table = new Table(
                "Other paths, " + n + " agents, one thread",
                "ns per edge visit, and how much slower than the flat kernel on the same graph.",
                "path | ns | times");
        saying.accept("other paths");
        RoundObjective flat = Fleets.objective(Fleets.Kind.RANDOM_REGULAR.coupling(n));
        BlockRound kernel = open(flat);
        BlockRound general = open(disguised(flat));
        RoundObjective grid = Fleets.objective(Fleets.Kind.GRID.coupling(quick ? 90_000 : 1_000_000));
        RoundObjective hidden = Fleets.objective(Fleets.relabeled(grid.round().coupling()));
        Block laidOut = Block.nearby(hidden.round().coupling());
        BlockRound inOrder = open(grid);
        BlockRound byIds = open(hidden);
        BlockRound nearby = BlockRound.open(laidOut, hidden, Variant.PLAIN, From.ZERO);
        double[] best = Stopwatch.smallest(
                2,
                () -> kernel.iterate(0),
                () -> general.iterate(0),
                () -> inOrder.iterate(0),
                () -> byIds.iterate(0),
                () -> nearby.iterate(0));
        double arcs = flat.round().graph().arcs();
        double gridArcs = grid.round().graph().arcs();
        table.row("scalar quadratics, random regular of degree 10", best[0] / arcs, 1.0);
        table.row("the same costs through argmin: any other cost", best[1] / arcs, best[1] / best[0]);
        Coupling regular = flat.round().coupling();
        for (int d : new int[] {2, 3, 4, 8}) {
            BlockRound unit = open(Fleets.objective(Fleets.widened(regular, d, false)));
            BlockRound matrices = open(Fleets.objective(Fleets.widened(regular, d, true)));
            double[] wide = Stopwatch.smallest(1, () -> unit.iterate(0), () -> matrices.iterate(0));
            table.row("d = " + d + ", A = I", wide[0] / arcs, wide[0] / best[0]);
            table.row("d = " + d + ", a matrix on every edge", wide[1] / arcs, wide[1] / best[0]);
        }
        table.row("grid of " + grid.round().agents(), best[2] / gridArcs, 1.0);
        table.row("the same with ids drawn at random, in their order", best[3] / gridArcs, best[3] / best[2]);
        table.row("the same, laid out as the engine does it", best[4] / gridArcs, best[4] / best[2]);
        return table;
    }

    /** Whether many small fleets at once would be faster than one after the other. */
    private Table batches() {
        int many = 100;
        Table table = new Table(
                "Small fleets on rings, one after the other and " + many + " at once, K = 12, one thread",
                "µs a fleet. iterations: the sweeps alone; decide: a whole decision with its certificate; at once: the same for "
                        + many + " fleets that lie side by side as one.",
                "agents | iterations | decide | share of iterations | iterations at once | decide at once");
        saying.accept("small fleets");
        Acord acord = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(SWEEPS)), 1);
        for (int n : new int[] {20, 60, 200}) {
            RoundObjective one = Fleets.objective(rings(1, n));
            RoundObjective all = Fleets.objective(rings(many, n));
            BlockRound single = open(one);
            BlockRound batch = open(all);
            double[] best = Stopwatch.smallest(
                    0.5,
                    () -> sweep(single, many),
                    () -> {
                        for (int k = 0; k < many; k++) {
                            acord.decide(one);
                        }
                    },
                    () -> sweep(batch, 1),
                    () -> acord.decide(all));
            double unit = 1000.0 * many;
            table.row(n, best[0] / unit, best[1] / unit, best[0] / best[1], best[2] / unit, best[3] / unit);
        }
        return table;
    }

    private static final int SWEEPS = 12;

    private static void sweep(BlockRound round, int times) {
        for (int k = 0; k < times * SWEEPS; k++) {
            round.iterate(0);
        }
    }

    private static Coupling rings(int count, int agents) {
        Graph.Builder graph = Graph.builder(count * agents);
        for (int first = 0; first < count * agents; first += agents) {
            for (int i = 0; i < agents; i++) {
                graph.edge(first + i, first + (i + 1) % agents);
            }
        }
        return Coupling.unit(graph.build(), 1);
    }

    private static BlockRound open(RoundObjective objective) {
        return BlockRound.open(Block.whole(objective.round().coupling()), objective, Variant.PLAIN, From.ZERO);
    }

    /** The same costs, not recognisable as quadratics. */
    private static RoundObjective disguised(RoundObjective objective) {
        Round round = objective.round();
        Round.Builder other =
                Round.builder(round.agents(), 1).coupling(round.coupling()).beta(round.beta());
        double[] lambda = new double[round.agents()];
        for (int i = 0; i < lambda.length; i++) {
            lambda[i] = objective.lambda(i);
            other.cost(i, new Disguised(round.cost(i)));
        }
        return new RoundObjective(other.build(), objective.previous(), lambda);
    }

    private record Disguised(HittingCost cost) implements HittingCost {
        @Override
        public int dimension() {
            return cost.dimension();
        }

        @Override
        public double at(double[] x) {
            return cost.at(x);
        }

        @Override
        public double mu() {
            return cost.mu();
        }

        @Override
        public double minimum() {
            return cost.minimum();
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            return cost.argmin(pull, x);
        }
    }
}
