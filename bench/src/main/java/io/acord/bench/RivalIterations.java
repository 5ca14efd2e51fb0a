package io.acord.bench;

import io.acord.lab.instance.FixedRounds;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.rival.Admm;
import io.acord.lab.rival.Nesterov;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Variant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * How many iterations the rivals need that approach the same minimiser with the same messages. All begin at the
 * previous actions.
 */
record RivalIterations(Iterations iterations, Consumer<String> saying) {

    private static final double EPSILON = 1e-6;

    /** ADMM is tuned over ρ = β 2^(j/2) for these j. */
    private static final int LEAST_HALVING = -10;

    private static final int MOST_HALVING = 2;

    static final Iterations.Way AUTO = Iterations.Way.of("auto", Variant.AUTO, From.PREVIOUS);

    /** The rounds of a graph, costs and β, with the best that can be had in each. */
    final class Rounds {
        private final String graph;
        private final String costs;
        private final int beta;
        private final List<RoundObjective> objectives;
        private final double[] minima;
        private final LambdaRule lambda1;

        Rounds(String graph, String costs, int beta) {
            this.graph = graph;
            this.costs = costs;
            this.beta = beta;
            this.objectives = iterations.objectives(graph, costs, beta);
            this.minima = objectives.stream().mapToDouble(Iterations::minimum).toArray();
            this.lambda1 =
                    LambdaRule.declared(iterations.instance(graph, costs, beta).leastMu());
        }

        double auto() {
            return iterations.counts(List.of(AUTO), graph, costs, beta, EPSILON).getOrDefault(AUTO, Double.NaN);
        }

        /** Geometric mean over the rounds. */
        double count(Policy policy) {
            double log = 0;
            for (int t = 0; t < minima.length; t++) {
                log += Math.log(steps(policy, objectives.get(t), minima[t])) / minima.length;
            }
            return Math.exp(log);
        }

        private int steps(Policy policy, RoundObjective objective, double minimum) {
            Instance run = new FixedRounds(List.of(objective.round()), objective.previous());
            Setting setting = new Setting(run.agents(), run.dimension(), 1, lambda1, 1, 1);
            Contestant contestant = Contestant.of(policy, run, setting);
            int[] steps = {0};
            contestant.watch(x -> {
                steps[0]++;
                if (objective.at(x) - minimum <= EPSILON * minimum) {
                    throw new CancellationException("near enough");
                }
            });
            try {
                contestant.decide(1, objective.previous());
            } catch (CancellationException nearEnough) {
                return steps[0];
            }
            return steps[0]; // the most that are tried
        }

        double admm(double rho) {
            return count(
                    new Admm("admm", Iterations.MOST, OptionalDouble.of(rho), Admm.Duals.PREVIOUS, Optional.empty()));
        }

        /** The best ρ of the search, and its iterations. */
        double[] tunedAdmm() {
            double[] best = {0, Double.POSITIVE_INFINITY};
            for (int j = LEAST_HALVING; j <= MOST_HALVING; j++) {
                double rho = beta * Math.pow(2, j / 2.0);
                double count = admm(rho);
                best = count < best[1] ? new double[] {rho, count} : best;
            }
            return best;
        }

        double ruledAdmm() {
            return count(
                    new Admm("admm", Iterations.MOST, OptionalDouble.empty(), Admm.Duals.PREVIOUS, Optional.empty()));
        }

        double nesterov() {
            return count(new Nesterov("nesterov", Iterations.MOST, Optional.empty()));
        }
    }

    Table table() {
        Table table = new Table(
                "Iterations to 1.0E-6: auto and rivals",
                Iterations.AGENTS
                        + " agents, geometric mean over the rounds; F_t(x^k) - min F_t <= 1.0E-6 min F_t; all begin at the previous actions and send d numbers over every arc in an iteration. Tuned: the best rho of beta 2^(j/2), j = "
                        + LEAST_HALVING + " .. " + MOST_HALVING
                        + ", found afterwards for that row; ruled: rho = beta / 3, the default. nesterov knows the fleet's largest smoothness and least convexity. At most "
                        + Iterations.MOST + " iterations; the last row of a block is the geometric mean.",
                "costs | beta | graph | auto | admm, tuned | its rho | admm, ruled | nesterov | "
                        + "tuned admm / auto");
        for (String costs : List.of("kind: spikes", "kind: drift")) {
            for (int beta : new int[] {50, 250}) {
                double[] logs = new double[6];
                for (String graph : Iterations.GRAPHS) {
                    saying.accept("rivals, " + costs + ", beta " + beta + ", " + graph);
                    Rounds rounds = new Rounds(graph, costs, beta);
                    double auto = rounds.auto();
                    double[] tuned = rounds.tunedAdmm();
                    double[] row = {auto, tuned[1], tuned[0], rounds.ruledAdmm(), rounds.nesterov(), tuned[1] / auto};
                    for (int c = 0; c < row.length; c++) {
                        logs[c] += Math.log(row[c]) / Iterations.GRAPHS.size();
                    }
                    table.row(cells(costs, beta, graph.substring("kind: ".length()), row));
                }
                for (int c = 0; c < logs.length; c++) {
                    logs[c] = Math.exp(logs[c]);
                }
                table.row(cells(costs, beta, "geometric mean", logs));
            }
        }
        return table;
    }

    private static Object[] cells(String costs, int beta, String graph, double[] row) {
        Object[] cells = new Object[3 + row.length];
        cells[0] = costs.substring("kind: ".length());
        cells[1] = beta;
        cells[2] = graph;
        for (int c = 0; c < row.length; c++) {
            cells[3 + c] = row[c];
        }
        return cells;
    }
}
