package io.acord.bench;

import io.acord.graph.Coupling;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Momentum;
import io.acord.recipe.Variant;
import io.acord.theory.CompetitiveRatio;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How many iterations the variants need, which is what a fleet pays for: all of them send the same messages, d numbers
 * over every arc in every iteration. Counts, not times: the same on every machine.
 *
 * @param rounds of every instance
 */
record Iterations(int rounds, Consumer<String> saying) {

    /** No more than this many iterations are tried. */
    static final int MOST = 20_000;

    static final int AGENTS = 256;

    static final List<String> GRAPHS = List.of(
            "kind: ring",
            "kind: circulant, degree: 10",
            "kind: random-regular, degree: 4",
            "kind: grid",
            "kind: barabasi-albert, m: 2",
            "kind: star");

    /** N, degree, β and K of the paper's Figures 2 to 4. */
    static final List<int[]> PAPER = List.of(
            new int[] {20, 2, 10, 6},
            new int[] {20, 2, 50, 12},
            new int[] {20, 2, 250, 15},
            new int[] {40, 2, 50, 12},
            new int[] {40, 10, 50, 12},
            new int[] {40, 39, 50, 12},
            new int[] {20, 5, 50, 6},
            new int[] {60, 15, 50, 6},
            new int[] {200, 50, 50, 6});

    /** A round being played. */
    interface Run {
        void iterate();

        Actions actions();
    }

    /** How a round is played. */
    record Way(String name, Function<RoundObjective, Run> opening) {

        static Way of(String name, Variant variant) {
            return of(name, variant, From.ZERO);
        }

        static Way of(String name, Variant variant, From from) {
            return new Way(name, objective -> new Engine(objective, variant, from));
        }

        static Way polynomial(double nu, int patience, int steady) {
            return new Way(
                    String.format(Locale.ROOT, "nu %.2f, %s", nu, afresh(patience, steady)),
                    objective -> new OtherPolynomials(objective, nu, patience, steady));
        }

        private static String afresh(int patience, int steady) {
            if (patience == SlowRun.NEVER) {
                return "never afresh";
            }
            return "afresh after " + patience
                    + (steady == SlowRun.STEADY
                            ? ""
                            : steady == 0 ? ", from the beginning" : ", not in the first " + steady);
        }

        static Way other(double gamma, int patience, int steady) {
            return new Way(
                    String.format(Locale.ROOT, "gamma %.1f, %s", gamma, afresh(patience, steady)),
                    objective -> new OtherWeights(objective, gamma, patience, steady, false));
        }

        static Way common(double gamma) {
            return new Way(
                    String.format(Locale.ROOT, "gamma %.1f, all afresh together", gamma),
                    objective -> new OtherWeights(objective, gamma, 1, 0, true));
        }

        Run open(RoundObjective objective) {
            return opening.apply(objective);
        }
    }

    /** A round of the engine. */
    private static final class Engine implements Run {
        private final BlockRound round;
        private final Momentum momentum;

        Engine(RoundObjective objective, Variant variant, From from) {
            round = BlockRound.open(Block.whole(objective.round().coupling()), objective, variant, from);
            momentum = variant.momentum(Double.NaN);
        }

        @Override
        public void iterate() {
            round.iterate(momentum.next());
        }

        @Override
        public Actions actions() {
            int d = round.block().dimension();
            double[] x = new double[round.block().rows() * d];
            for (int row = 0; row < round.block().rows(); row++) {
                for (int c = 0; c < d; c++) {
                    x[row * d + c] = round.action(row, c);
                }
            }
            return Actions.flat(d, x);
        }
    }

    static final Way PLAIN = Way.of("plain", Variant.PLAIN);
    static final Way AUTO = Way.of("auto", Variant.AUTO);

    private static final Way JACOBI = Way.of("jacobi", Variant.JACOBI);
    private static final Way ACCELERATED = Way.of("accelerated", Variant.ACCELERATED);

    /** Plain, then all others that need no constant of the fleet. */
    private static final List<Way> VARIANTS = Stream.concat(
                    Stream.of(PLAIN),
                    Variant.all().stream()
                            .filter(variant -> variant != Variant.PLAIN && !variant.needsKappa())
                            .map(variant -> variant == Variant.AUTO ? AUTO : Way.of(variant.word(), variant)))
            .toList();

    List<Table> run() {
        List<Table> tables = new ArrayList<>();
        for (String costs : List.of("kind: spikes", "kind: drift", "kind: mixed")) {
            tables.add(variants(costs, 1e-3));
            tables.add(variants(costs, 1e-6));
        }
        tables.add(others());
        tables.add(paper());
        tables.add(new RivalIterations(this, saying).table());
        return tables;
    }

    Instance instance(String graph, String costs, int beta) {
        return scenario(AGENTS, graph, costs, beta, rounds).instance(1);
    }

    /** Rounds as exact ROBD meets them: the previous actions are the minimisers of the round before. */
    List<RoundObjective> objectives(String graph, String costs, int beta) {
        Instance instance = instance(graph, costs, beta);
        double[] lambda = lambdas(instance);
        List<RoundObjective> objectives = new ArrayList<>();
        Actions previous = instance.start();
        for (int t = 1; t <= rounds; t++) {
            RoundObjective objective = new RoundObjective(instance.round(t), previous, lambda);
            objectives.add(objective);
            previous = minimizer(objective, lambda);
        }
        return objectives;
    }

    private static Scenario scenario(int agents, String graph, String costs, int beta, int horizon) {
        String text = """
                agents: %d
                horizon: %d
                beta: %d
                graph: {%s}
                costs: {%s}
                algorithms: [acord: {iterations: 1}]
                """.formatted(agents, horizon, beta, graph, costs);
        return ScenarioReader.readText(text, "bench.yaml", Path.of("."), List.of());
    }

    private static double[] lambdas(Instance instance) {
        double[] lambda = instance.leastMu();
        for (int i = 0; i < lambda.length; i++) {
            lambda[i] = CompetitiveRatio.lambda1(lambda[i]);
        }
        return lambda;
    }

    private static Actions minimizer(RoundObjective objective, double[] lambda) {
        Round round = objective.round();
        SpaceTime problem = new SpaceTime(1);
        problem.pose(
                new FlatRound[] {FlatRound.of(round)},
                Patch.whole(new Coupling[] {round.coupling()}),
                objective.previous().toArray(),
                lambda);
        double[] x = new double[problem.unknowns()];
        problem.guess(x);
        problem.solve(x);
        return Actions.flat(round.dimension(), x);
    }

    /** min F_t. */
    static double minimum(RoundObjective objective) {
        double[] lambda = new double[objective.round().agents()];
        Arrays.setAll(lambda, objective::lambda);
        return objective.at(minimizer(objective, lambda));
    }

    /** The first k with F_t(x^k) − min F_t ≤ ε min F_t. */
    static int count(Way way, RoundObjective objective, double minimum, double epsilon) {
        Run run = way.open(objective);
        for (int k = 1; k <= MOST; k++) {
            run.iterate();
            if (objective.at(run.actions()) - minimum <= epsilon * minimum) {
                return k;
            }
        }
        return MOST;
    }

    /** The geometric mean over the rounds of the iterations of each way. */
    Map<Way, Double> counts(List<Way> ways, String graph, String costs, int beta, double epsilon) {
        List<RoundObjective> objectives = objectives(graph, costs, beta);
        Map<Way, Double> logs = new LinkedHashMap<>();
        for (RoundObjective objective : objectives) {
            double minimum = minimum(objective);
            for (Way way : ways) {
                logs.merge(way, Math.log(count(way, objective, minimum, epsilon)) / objectives.size(), Double::sum);
            }
        }
        logs.replaceAll((way, log) -> Math.exp(log));
        return logs;
    }

    private Table variants(String costs, double epsilon) {
        Table table = new Table(
                "Iterations to " + epsilon + ", costs " + costs.substring("kind: ".length()),
                AGENTS + " agents, geometric mean over " + rounds + " rounds; F_t(x^k) - min F_t <= " + epsilon
                        + " min F_t; cold start; the last column and row are ratios to plain.",
                Stream.of(Stream.of("beta", "graph"), VARIANTS.stream().map(Way::name), Stream.of("plain / auto"))
                        .flatMap(columns -> columns)
                        .collect(Collectors.joining(" | ")));
        for (int beta : new int[] {10, 50, 250}) {
            double[] logs = new double[VARIANTS.size()];
            for (String graph : GRAPHS) {
                saying.accept("iterations to " + epsilon + ", " + costs + ", beta " + beta + ", " + graph);
                Map<Way, Double> counts = counts(VARIANTS, graph, costs, beta, epsilon);
                double plain = counts.getOrDefault(PLAIN, Double.NaN);
                double[] each = VARIANTS.stream()
                        .mapToDouble(way -> counts.getOrDefault(way, Double.NaN))
                        .toArray();
                for (int v = 0; v < logs.length; v++) {
                    logs[v] += Math.log(plain / each[v]) / GRAPHS.size();
                }
                table.row(row(
                        beta, graph.substring("kind: ".length()), each, plain / counts.getOrDefault(AUTO, Double.NaN)));
            }
            double[] timesFewer = Arrays.stream(logs).map(Math::exp).toArray();
            table.row(row(beta, "geometric mean: times fewer", timesFewer, timesFewer[VARIANTS.indexOf(AUTO)]));
        }
        return table;
    }

    private static Object[] row(int beta, String words, double[] each, double last) {
        return Stream.of(Stream.of(beta, words), Arrays.stream(each).boxed(), Stream.of(last))
                .flatMap(cells -> cells)
                .toArray();
    }

    /** How many times fewer iterations than plain, geometric mean over the graphs. */
    double timesFewer(Way way, String costs, int beta, double epsilon) {
        double log = 0;
        for (String graph : GRAPHS) {
            Map<Way, Double> counts = counts(List.of(PLAIN, way), graph, costs, beta, epsilon);
            log += Math.log(counts.getOrDefault(PLAIN, Double.NaN) / counts.getOrDefault(way, Double.NaN));
        }
        return Math.exp(log / GRAPHS.size());
    }

    /** The choices that were not made. */
    private Table others() {
        Table table = new Table(
                "Constants that auto does not use",
                "Times fewer iterations than plain, geometric mean over the graphs and rounds, costs spikes by default; auto is nu 1.50, afresh after 2, and optimized gamma 0.8, afresh after 2, both not in the first 12 iterations, where nothing else is said. worst: the most iterations on any graph, of at most "
                        + MOST + ".",
                "constants | 1e-3, beta 10 | 1e-6, beta 10 | 1e-6, beta 50 | 1e-6, beta 250 | "
                        + "1e-6, beta 50, drift | worst");
        List<Way> ways = new ArrayList<>();
        ways.add(PLAIN);
        for (double nu : new double[] {0.5, 1, 1.25, 1.5, 1.75, 2, 3}) {
            ways.add(Way.polynomial(nu, 2, SlowRun.STEADY));
        }
        for (int patience : new int[] {1, 3, SlowRun.NEVER}) {
            ways.add(Way.polynomial(1.5, patience, SlowRun.STEADY));
        }
        for (int steady : new int[] {0, 6, 18}) {
            ways.add(Way.polynomial(1.5, 2, steady));
        }
        for (double gamma : new double[] {0, 0.5, 0.7, 0.8, 0.9, 1}) {
            ways.add(Way.other(gamma, 2, SlowRun.STEADY));
        }
        for (int patience : new int[] {1, 3, 4, 6, SlowRun.NEVER}) {
            ways.add(Way.other(0.8, patience, SlowRun.STEADY));
        }
        ways.add(Way.other(0.8, 2, 0));
        ways.add(Way.other(1, SlowRun.NEVER, SlowRun.STEADY));
        ways.add(Way.common(0.8));
        Map<Way, double[]> times = new LinkedHashMap<>();
        double[] epsilons = {1e-3, 1e-6, 1e-6, 1e-6, 1e-6};
        int[] betas = {10, 10, 50, 250, 50};
        for (int s = 0; s < betas.length; s++) {
            String costs = s < 4 ? "kind: spikes" : "kind: drift";
            for (String graph : GRAPHS) {
                saying.accept("other constants, to " + epsilons[s] + ", beta " + betas[s] + ", " + graph);
                int at = s;
                Map<Way, Double> counts = counts(ways, graph, costs, betas[s], epsilons[s]);
                double plain = counts.getOrDefault(PLAIN, Double.NaN);
                counts.forEach((way, count) -> {
                    double[] row = times.computeIfAbsent(way, w -> new double[6]);
                    row[at] += Math.log(plain / count) / GRAPHS.size();
                    row[5] = Math.max(row[5], count);
                });
            }
        }
        times.forEach((way, row) -> table.row(
                way.name,
                Math.exp(row[0]),
                Math.exp(row[1]),
                Math.exp(row[2]),
                Math.exp(row[3]),
                Math.exp(row[4]),
                row[5]));
        return table;
    }

    /** The gap F_t(x_t) − min F_t of a policy that plays K iterations a round, round by round. */
    static double[] gaps(Way way, Instance instance, int k) {
        double[] lambda = lambdas(instance);
        double[] gaps = new double[instance.horizon()];
        Actions previous = instance.start();
        for (int t = 1; t <= gaps.length; t++) {
            RoundObjective objective = new RoundObjective(instance.round(t), previous, lambda);
            Run run = way.open(objective);
            for (int iteration = 0; iteration < k; iteration++) {
                run.iterate();
            }
            previous = run.actions();
            gaps[t - 1] = objective.at(previous) - objective.at(minimizer(objective, lambda));
        }
        return gaps;
    }

    /** The instance of one of the {@link #PAPER}'s settings. */
    static Instance paperInstance(int[] setting, long seed) {
        return scenario(setting[0], "kind: circulant, degree: " + setting[1], "kind: spikes", setting[2], 20)
                .instance(seed);
    }

    /**
     * Plain's gap over a way's at one of the {@link #PAPER}'s settings: of each round, geometric mean over rounds and
     * seeds, and of their means.
     */
    static double[] gapRatio(Way way, int[] setting, int seeds) {
        double log = 0;
        double plainSum = 0;
        double waySum = 0;
        int count = 0;
        for (long seed = 1; seed <= seeds; seed++) {
            Instance instance = paperInstance(setting, seed);
            double[] plain = gaps(PLAIN, instance, setting[3]);
            double[] other = gaps(way, instance, setting[3]);
            for (int t = 0; t < plain.length; t++) {
                plainSum += plain[t];
                waySum += other[t];
                log += Math.log(plain[t] / other[t]);
                count++;
            }
        }
        return new double[] {Math.exp(log / count), plainSum / waySum};
    }

    private Table paper() {
        int seeds = 10;
        Table table = new Table(
                "The gap of a round at the paper's settings",
                "F_t(x_t) - min F_t of plain ACORD over that of each variant with the same K, hence the same messages; each plays its own run. T = 20, "
                        + seeds + " seeds; geometric mean over rounds, and, for auto, the ratio of the mean gaps.",
                "N | degree | beta | K | jacobi | accelerated | auto | auto, of means");
        double[] logs = new double[4];
        for (int[] setting : PAPER) {
            saying.accept("the paper's N = " + setting[0] + ", degree " + setting[1] + ", beta " + setting[2]);
            double[] ratios = {gapRatio(JACOBI, setting, seeds)[0], gapRatio(ACCELERATED, setting, seeds)[0], 0, 0};
            System.arraycopy(gapRatio(AUTO, setting, seeds), 0, ratios, 2, 2);
            for (int r = 0; r < logs.length; r++) {
                logs[r] += Math.log(ratios[r]) / PAPER.size();
            }
            table.row(setting[0], setting[1], setting[2], setting[3], ratios[0], ratios[1], ratios[2], ratios[3]);
        }
        table.row(
                "geometric mean",
                "",
                "",
                "",
                Math.exp(logs[0]),
                Math.exp(logs[1]),
                Math.exp(logs[2]),
                Math.exp(logs[3]));
        return table;
    }
}
