package io.acord;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The minimiser of F_t by agent-wise descent in turn, to the last digits: slow, obvious, and unlike ACORD in everything
 * but the agents' own solves.
 */
public final class Exact {

    private Exact() {}

    public static Actions minimizer(RoundObjective objective) {
        return equilibrium(objective, (i, e) -> true);
    }

    /** Which edges an agent takes into account. */
    public interface Minds {
        boolean edge(int agent, int e);
    }

    /** The point at which no agent wants to move, each taking only some of its edges into account. */
    public static Actions equilibrium(RoundObjective objective, Minds minds) {
        Round round = objective.round();
        int n = round.agents();
        int d = round.dimension();
        double[] x = objective.previous().toArray();
        QuadraticPull pull = new QuadraticPull(d);
        double[] point = new double[d];
        for (int sweep = 0; sweep < 200_000; sweep++) {
            double moved = 0;
            double size = 1e-300;
            for (int i = 0; i < n; i++) {
                pull.clear();
                pull.add(objective.regularization(i), objective.previous().of(i));
                addNeighbors(round, i, x, minds, pull);
                System.arraycopy(x, i * d, point, 0, d);
                round.cost(i).argmin(pull, point);
                for (int c = 0; c < d; c++) {
                    moved = Math.max(moved, Math.abs(point[c] - x[i * d + c]));
                    size = Math.max(size, Math.abs(point[c]));
                    x[i * d + c] = point[c];
                }
            }
            if (moved <= 1e-15 * size) {
                break;
            }
        }
        return Actions.flat(d, x);
    }

    /** The pull of agent i's neighbours where they are now. */
    private static void addNeighbors(Round round, int i, double[] x, Minds minds, QuadraticPull pull) {
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        int d = round.dimension();
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            if (!minds.edge(i, e)) {
                continue;
            }
            int j = graph.neighbor(arc);
            double[] target = new double[d];
            for (int c = 0; c < d; c++) {
                double offset = i < j ? coupling.offset(e, c) : -coupling.offset(e, c);
                target[c] = x[j * d + c] + offset;
            }
            pull.add(round.beta(), coupling.gram(e), target);
        }
    }

    /**
     * The offline optimum: the actions of all rounds that pay least in all, by the same descent over agents and rounds.
     */
    public static List<Actions> hindsight(List<Round> rounds, Actions start) {
        int n = start.agents();
        int d = start.dimension();
        int horizon = rounds.size();
        double[][] x = new double[horizon][];
        for (int t = 0; t < horizon; t++) {
            x[t] = start.toArray();
        }
        QuadraticPull pull = new QuadraticPull(d);
        double[] point = new double[d];
        for (int sweep = 0; sweep < 200_000; sweep++) {
            double moved = 0;
            double size = 1e-300;
            for (int t = 0; t < horizon; t++) {
                Round round = rounds.get(t);
                for (int i = 0; i < n; i++) {
                    pull.clear();
                    pull.add(round.switchingWeight(i), t == 0 ? start.of(i) : slice(x[t - 1], i, d));
                    if (t + 1 < horizon) {
                        pull.add(rounds.get(t + 1).switchingWeight(i), slice(x[t + 1], i, d));
                    }
                    addNeighbors(round, i, x[t], (agent, e) -> true, pull);
                    System.arraycopy(x[t], i * d, point, 0, d);
                    round.cost(i).argmin(pull, point);
                    for (int c = 0; c < d; c++) {
                        moved = Math.max(moved, Math.abs(point[c] - x[t][i * d + c]));
                        size = Math.max(size, Math.abs(point[c]));
                        x[t][i * d + c] = point[c];
                    }
                }
            }
            if (moved <= 1e-12 * size) {
                break;
            }
        }
        List<Actions> actions = new ArrayList<>();
        for (double[] flat : x) {
            actions.add(Actions.flat(d, flat));
        }
        return actions;
    }

    /** What a sequence of actions pays. */
    public static double cost(List<Round> rounds, Actions start, List<Actions> actions) {
        double sum = 0;
        for (int t = 0; t < rounds.size(); t++) {
            sum += rounds.get(t)
                    .cost(actions.get(t), t == 0 ? start : actions.get(t - 1))
                    .total();
        }
        return sum;
    }

    private static double[] slice(double[] x, int i, int d) {
        return Arrays.copyOfRange(x, i * d, (i + 1) * d);
    }
}
