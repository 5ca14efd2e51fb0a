package io.acord.protocol.simulator;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the best actions in hindsight pay in a simulated run, by descent over one agent and round after the other: slow
 * and obvious.
 */
final class Hindsight {

    private Hindsight() {}

    static double cost(long seed, Setting setting) {
        Scenario scenario = new Scenario(setting, new SplittableRandom(seed).split());
        Actions start = Actions.zero(setting.agents(), setting.dimension());
        return cost(scenario, Collections.nCopies(scenario.rounds(), start), 5_000);
    }

    /** What somebody pays in as many rounds as there are actions to begin from; the least with enough sweeps. */
    static double cost(Scenario scenario, List<Actions> from, int sweeps) {
        return cost(
                java.util.stream.IntStream.rangeClosed(1, from.size())
                        .mapToObj(scenario::round)
                        .toList(),
                from,
                sweeps);
    }

    /** The same of any rounds; the first is round 1. */
    static double cost(List<Round> rounds, List<Actions> from, int sweeps) {
        if (from.isEmpty()) {
            return 0;
        }
        int n = from.get(0).agents();
        int d = from.get(0).dimension();
        int horizon = from.size();
        double[][] x = new double[horizon + 1][n * d]; // x[0] is the start
        for (int t = 1; t <= horizon; t++) {
            x[t] = from.get(t - 1).toArray();
        }
        for (int sweep = 0; sweep < sweeps; sweep++) {
            double moved = 0;
            for (int t = 1; t <= horizon; t++) {
                for (int i = 0; i < n; i++) {
                    moved = Math.max(moved, improve(rounds, x, t, i, d));
                }
            }
            if (moved < 1e-8) {
                break;
            }
        }
        double sum = 0;
        for (int t = 1; t <= horizon; t++) {
            sum += rounds.get(t - 1)
                    .cost(Actions.flat(d, x[t]), Actions.flat(d, x[t - 1]))
                    .total();
        }
        return sum;
    }

    private static double improve(List<Round> rounds, double[][] x, int t, int i, int d) {
        Round round = rounds.get(t - 1);
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        QuadraticPull pull = new QuadraticPull(d);
        pull.add(round.switchingWeight(i), slice(x[t - 1], i, d));
        if (t < x.length - 1) {
            pull.add(rounds.get(t).switchingWeight(i), slice(x[t + 1], i, d));
        }
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            int j = graph.neighbor(arc);
            double[] target = slice(x[t], j, d);
            double[] gram = new double[d * d];
            for (int r = 0; r < d; r++) {
                target[r] += (i < j ? 1 : -1) * coupling.offset(e, r);
                for (int c = 0; c < d; c++) {
                    gram[r * d + c] = coupling.gram(e, r, c);
                }
            }
            pull.add(round.beta(), gram, target);
        }
        double[] point = slice(x[t], i, d);
        round.cost(i).argmin(pull, point);
        double moved = 0;
        for (int c = 0; c < d; c++) {
            moved = Math.max(moved, Math.abs(point[c] - x[t][i * d + c]));
            x[t][i * d + c] = point[c];
        }
        return moved;
    }

    private static double[] slice(double[] flat, int i, int d) {
        return Arrays.copyOfRange(flat, i * d, (i + 1) * d);
    }
}
