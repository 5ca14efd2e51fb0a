package io.acord.bench;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The hindsight optimum: our conjugate gradients against scipy's, both preconditioned by the diagonal, to the same
 * accuracy, by turns.
 */
final class CompareOptimum {

    private static final int HORIZON = 20;
    private static final int TURNS = 4;

    private final Path programs;
    private final int n;
    private final Consumer<String> saying;

    CompareOptimum(Path programs, boolean quick, Consumer<String> saying) {
        this.programs = programs;
        this.n = quick ? 10_000 : 100_000;
        this.saying = saying;
    }

    Table run() throws IOException {
        Table table = new Table(
                "The hindsight optimum of " + n + " agents over " + HORIZON + " rounds",
                "The paper's costs, beta = 50. Both by conjugate gradients with the diagonal as preconditioner, scipy's in doubles on one thread, until the largest residual by an agent's own strong convexity, relative to the actions, is as small as Acord's, or as small as scipy gets it; scipy's steps were counted beforehand, so it spends no time on looking. Building the problem is not timed on either side. apart: the largest difference of actions, relative to the largest action.",
                "graph | Acord s | steps | scipy s | steps | Acord's accuracy | scipy's | apart | "
                        + "scipy / Acord | Acord s, 2 threads | scipy / Acord, 2 threads");
        try (Other.Exchange exchange = new Other.Exchange();
                Other scipy = Other.python(programs)) {
            if (scipy == null) {
                saying.accept("no python3 with numpy and scipy here: left out");
                return table;
            }
            for (String graph : List.of("kind: ring", "kind: random-regular, degree: 4", "kind: grid")) {
                saying.accept("hindsight optimum, " + graph);
                row(table, graph, exchange, scipy);
            }
        }
        return table;
    }

    private void row(Table table, String graph, Other.Exchange exchange, Other scipy) throws IOException {
        SpaceTime problem = new SpaceTime(1);
        SpaceTime shared = new SpaceTime(2);
        pose(graph, exchange, problem, shared);
        double[] x = new double[problem.unknowns()];
        problem.solve(x);
        shared.solve(x.clone());
        exchange.write("solution", x);
        scipy.ask("opt " + exchange + " " + n + " " + HORIZON + " 50");
        scipy.ask("cg");
        double ours = Double.POSITIVE_INFINITY;
        double ofTwo = Double.POSITIVE_INFINITY;
        double theirs = Double.POSITIVE_INFINITY;
        String[] answer = {};
        for (int turn = 0; turn < TURNS; turn++) {
            ours = Math.min(ours, seconds(problem));
            ofTwo = Math.min(ofTwo, seconds(shared));
            answer = scipy.ask("cg").split(" ");
            theirs = Math.min(theirs, Double.parseDouble(answer[0]));
        }
        table.row(
                graph.substring("kind: ".length()),
                ours,
                problem.iterations(),
                theirs,
                Integer.parseInt(answer[1]),
                Double.parseDouble(answer[2]),
                Double.parseDouble(answer[3]),
                Double.parseDouble(answer[4]),
                theirs / ours,
                ofTwo,
                theirs / ofTwo);
    }

    private static double seconds(SpaceTime problem) {
        double[] x = new double[problem.unknowns()];
        long from = System.nanoTime();
        problem.solve(x);
        return (System.nanoTime() - from) / 1e9;
    }

    /** Poses the problem here, and leaves it for scipy. */
    private void pose(String graph, Other.Exchange exchange, SpaceTime... problems) throws IOException {
        String scenario = """
                agents: %d
                horizon: %d
                beta: 50
                graph: {%s}
                costs: {kind: spikes}
                algorithms: [opt]
                """.formatted(n, HORIZON, graph);
        Instance instance = ScenarioReader.readText(scenario, "bench.yaml", Path.of("."), List.of())
                .instance(1);
        FlatRound[] window = new FlatRound[HORIZON];
        Coupling[] couplings = new Coupling[HORIZON];
        double[] curvature = new double[n * HORIZON];
        double[] target = new double[n * HORIZON];
        for (int t = 0; t < HORIZON; t++) {
            Round round = instance.round(t + 1);
            window[t] = FlatRound.of(round);
            couplings[t] = round.coupling();
            for (int i = 0; i < n; i++) {
                if (round.cost(i) instanceof Quadratic f) {
                    curvature[t * n + i] = f.curvature(0, 0);
                    target[t * n + i] = f.target(0);
                }
            }
        }
        Block block = Block.whole(couplings[0]);
        exchange.write("first", block.firstArc());
        exchange.write("column", block.column());
        exchange.write("curvature", curvature);
        exchange.write("target", target);
        Patch patch = Patch.whole(couplings);
        for (SpaceTime problem : problems) {
            problem.pose(window, patch, new double[n], null);
        }
    }
}
