package io.acord.lab.report;

import io.acord.graph.Coupling;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.Interval;
import io.acord.lab.policy.Policy;
import io.acord.lab.run.AlgorithmResult;
import io.acord.lab.run.Convergence;
import io.acord.lab.run.Effort;
import io.acord.lab.run.RatioPromise;
import io.acord.lab.run.RunResult;
import io.acord.lab.run.Verdict;
import io.acord.model.Cost;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Runs with made-up but plausible numbers: {@code RunFixtures.of(20).horizon(20).policies("acord", "local").build()}.
 */
final class RunFixtures {

    /** Name in the scenario, kind, how many times the optimum it pays, and what it sends. */
    record Player(String name, String kind, double ratio, double bytes) {}

    static final List<Player> PAPER = List.of(
            new Player("acord", "acord", 1.021, 3_520),
            new Player("acord+", "acord", 1.008, 3_520),
            new Player("acord-certified", "acord", 1.0036, 24_300),
            new Player("lpc(1)", "lpc", 1.9, 960),
            new Player("lpc(10)", "lpc", 1.002, 6_080),
            new Player("robd", "robd", 1.0035, 6_400),
            new Player("local", "local", 4.07, 0),
            new Player("local-robd", "local-robd", 3.6, 0),
            new Player("follow-the-minimizer", "follow-the-minimizer", 7.1, 0),
            new Player("opt", "opt", 1, 12_800));

    private final int agents;
    private String name = "ring-of-twenty";
    private int horizon = 20;
    private int repeats = 20;
    private int dimension = 1;
    private double scale = 1;
    private boolean bracketed;
    private boolean graphChanges;
    private boolean heat = true;
    private double bestPossible = 1.618;
    private double certificate = 0.0421;
    private String scenario = "name: ring-of-twenty\nseed: 7\nrepeats: 20\nbeta: 50  # \"strong\" & <tight>\n";
    private List<Player> players = PAPER;
    private List<String> agentNames;
    private Coupling coupling;
    private List<Convergence> convergence;
    private Verdict verdict = new Verdict(List.of(
            new Verdict.Check(
                    "theorem-a", Verdict.Outcome.KEPT, "acord paid at most 1.618 OPT + 0.3 in all 20 repeats."),
            new Verdict.Check(
                    "certificate",
                    Verdict.Outcome.KEPT,
                    "Every certificate was at least the true gap; the tightest was 1.04 times the gap."),
            new Verdict.Check(
                    "optimum", Verdict.Outcome.KEPT, "No policy paid less than the hindsight optimum, 1.284e7.")));

    private RunFixtures(int agents) {
        this.agents = agents;
        this.agentNames = IntStream.range(0, agents).mapToObj(Integer::toString).toList();
        this.coupling = ring(agents);
        this.convergence =
                List.of(variant("plain", 0.62, 60), variant("accelerated", 0.38, 60), variant("jacobi", 0.48, 60));
    }

    static RunFixtures of(int agents) {
        return new RunFixtures(agents);
    }

    static Coupling ring(int agents) {
        Coupling.Builder builder = Coupling.builder(agents, 1);
        for (int i = 0; i < agents && agents > 2; i++) {
            builder.edge(i, (i + 1) % agents);
        }
        return builder.build();
    }

    RunFixtures name(String value) {
        name = value;
        return this;
    }

    RunFixtures horizon(int value) {
        horizon = value;
        return this;
    }

    RunFixtures repeats(int value) {
        repeats = value;
        return this;
    }

    RunFixtures dimension(int value) {
        dimension = value;
        return this;
    }

    /** Multiplies all costs. */
    RunFixtures scale(double value) {
        scale = value;
        return this;
    }

    RunFixtures bracketed() {
        bracketed = true;
        return this;
    }

    RunFixtures withoutHeat() {
        heat = false;
        return this;
    }

    RunFixtures graphChanges() {
        graphChanges = true;
        return this;
    }

    RunFixtures bestPossible(double value) {
        bestPossible = value;
        return this;
    }

    RunFixtures certificate(double value) {
        certificate = value;
        return this;
    }

    RunFixtures scenario(String value) {
        scenario = value;
        return this;
    }

    RunFixtures players(Player... value) {
        players = List.of(value);
        return this;
    }

    RunFixtures agentNames(List<String> value) {
        agentNames = value;
        return this;
    }

    RunFixtures coupling(Coupling value) {
        coupling = value;
        return this;
    }

    RunFixtures convergence(Convergence... value) {
        convergence = List.of(value);
        return this;
    }

    RunFixtures verdict(Verdict.Check... checks) {
        verdict = new Verdict(List.of(checks));
        return this;
    }

    RunResult build() {
        List<HindsightOptimum> optima = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            double opt = Math.max(0, sum(costs(1, repeat)));
            optima.add(
                    bracketed && repeat % 2 == 0
                            ? new HindsightOptimum.Bracketed(0.98 * opt, 1.01 * opt, "time limit of 60 s")
                            : new HindsightOptimum.Solved(opt));
        }
        List<AlgorithmResult> results = new ArrayList<>();
        for (Player player : players) {
            results.add(result(player, optima));
        }
        return new RunResult(
                name,
                7,
                repeats,
                horizon,
                dimension,
                scenario,
                "./acord run " + name + ".yaml --set seed=7",
                "0.1.0-SNAPSHOT (4f2c9e1)",
                agentNames,
                Collections.nCopies(horizon, 50.0),
                results,
                optima,
                new RatioPromise(bestPossible, true),
                coupling,
                graphChanges,
                convergence,
                verdict,
                Optional.empty());
    }

    private AlgorithmResult result(Player player, List<HindsightOptimum> optima) {
        List<List<Cost>> costs = new ArrayList<>();
        List<Interval> ratios = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            Random random = new Random(31L * repeat + player.name().hashCode());
            double ratio = 1 + (player.ratio() - 1) * (1 + 0.18 * random.nextGaussian());
            List<Cost> rounds = costs(ratio, repeat);
            costs.add(rounds);
            ratios.add(optima.get(repeat).ratioOf(sum(rounds)));
        }
        boolean acord = player.kind().equals("acord");
        int shown = Math.min(300, agents);
        List<Integer> heatAgents = IntStream.range(0, heat ? shown : 0)
                .mapToObj(n -> (int) ((long) n * agents / shown))
                .toList();
        return new AlgorithmResult(
                player.name(),
                player.kind(),
                acord ? Policy.Role.ACORD : player.kind().equals("opt") ? Policy.Role.HINDSIGHT : Policy.Role.OTHER,
                Optional.empty(),
                Optional.empty(),
                costs,
                List.of(),
                ratios,
                acord ? Collections.nCopies(repeats, certificate) : List.of(),
                acord ? Optional.of(new AlgorithmResult.Bound(1.634, 0.318, true)) : Optional.empty(),
                Optional.empty(),
                new Effort(acord ? 12 : 1, player.bytes() / 8, player.bytes(), 0.000_043 * player.ratio()),
                heat ? heat(player, heatAgents) : List.of(),
                heatAgents);
    }

    private List<Cost> costs(double ratio, int repeat) {
        Random random = new Random(1_000L + repeat);
        List<Cost> rounds = new ArrayList<>();
        for (int round = 0; round < horizon; round++) {
            double paid = scale * ratio * (40 + 25 * random.nextGaussian() * random.nextGaussian() + 3 * round);
            double switching = 0.2 / ratio;
            double dissimilarity = 1 - 0.75 / ratio;
            rounds.add(new Cost(
                    Math.abs(paid) * (1 - switching - dissimilarity),
                    Math.abs(paid) * switching,
                    Math.abs(paid) * dissimilarity));
        }
        return rounds;
    }

    private static double sum(List<Cost> rounds) {
        return rounds.stream().mapToDouble(Cost::total).sum();
    }

    private List<List<Double>> heat(Player player, List<Integer> ids) {
        Random random = new Random(5);
        double wild = Math.min(1, (player.ratio() - 0.9) / 4);
        List<List<Double>> rounds = new ArrayList<>();
        for (int round = 0; round < horizon; round++) {
            List<Double> actions = new ArrayList<>();
            for (int i : ids) {
                double smooth = Math.sin(2 * Math.PI * i / agents + round / 6.0) + 0.05 * round;
                actions.add(smooth * (1 - 0.5 * wild) + wild * 2 * random.nextGaussian());
            }
            rounds.add(actions);
        }
        return rounds;
    }

    static Convergence variant(String name, double factor, int iterations) {
        List<Double> gaps = new ArrayList<>();
        List<Double> proven = new ArrayList<>();
        List<Double> certified = new ArrayList<>();
        for (int k = 0; k < iterations; k++) {
            double gap = 900 * Math.pow(factor, k) * (1 + 0.3 * Math.sin(k));
            gaps.add(gap < 1e-13 ? 0 : gap);
            proven.add(2500 * Math.pow(0.25 + 0.75 * factor, k));
            certified.add(Math.max(1e-15, 2.2 * gap));
        }
        return new Convergence(name, gaps, proven, certified);
    }
}
