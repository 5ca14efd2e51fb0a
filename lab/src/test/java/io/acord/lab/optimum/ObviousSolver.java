package io.acord.lab.optimum;

import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ejml.simple.SimpleMatrix;

/**
 * A space-time problem written down term by term and solved the slow way: dense by EJML if all costs are quadratic,
 * else by minimising over one agent in one round at a time until nothing moves.
 */
public final class ObviousSolver {

    private final List<Round> rounds;
    private final Actions start;
    private final int d;
    private final Set<Integer> free = new TreeSet<>();
    private final Set<Integer> unwatched = new TreeSet<>();
    private final Set<Integer> pinned = new TreeSet<>();
    private double[] lambda;

    /** Everybody in all these rounds, with λ = 1. */
    public ObviousSolver(List<Round> rounds, Actions start) {
        this.rounds = rounds;
        this.start = start;
        this.d = start.dimension();
        for (int i = 0; i < start.agents(); i++) {
            free.add(i);
        }
        lambda = new double[start.agents()];
        Arrays.fill(lambda, 1);
    }

    public ObviousSolver lambda(double... weights) {
        lambda = weights.clone();
        return this;
    }

    /** Only these decide, some of them without their hitting costs; some others stand at their minimisers. */
    public ObviousSolver among(Set<Integer> deciding, Set<Integer> withoutCost, Set<Integer> standing) {
        free.clear();
        free.addAll(deciding);
        unwatched.addAll(withoutCost);
        pinned.addAll(standing);
        return this;
    }

    /** x of the agents that decide, round by round; by agent. */
    public List<Map<Integer, double[]>> minimizer() {
        boolean quadratic = true;
        for (Round round : rounds) {
            for (int i : free) {
                quadratic &= unwatched.contains(i) || round.cost(i) instanceof Quadratic;
            }
        }
        return quadratic ? dense() : descent();
    }

    /** The actions, if everybody decides. */
    public List<Actions> actions() {
        List<Actions> actions = new ArrayList<>();
        for (Map<Integer, double[]> round : minimizer()) {
            double[] flat = new double[start.agents() * d];
            round.forEach((i, x) -> System.arraycopy(x, 0, flat, i * d, d));
            actions.add(Actions.flat(d, flat));
        }
        return actions;
    }

    /**
     * A term ½ (x − other − shift)ᵀ G (x − other − shift), other being an agent in a round; a round of −1 stands for
     * "other is 0".
     */
    private static final class Pull {
        final int round;
        final int agent;
        final double[] gram;
        final double[] shift;

        Pull(int round, int agent, double[] gram, double[] shift) {
            this.round = round;
            this.agent = agent;
            this.gram = gram;
            this.shift = shift;
        }
    }

    /** What pulls at an agent in a round. */
    private List<Pull> pulls(int t, int i) {
        List<Pull> pulls = new ArrayList<>();
        Round round = rounds.get(t);
        double b = round.switchingWeight(i);
        if (t == 0) {
            pulls.add(new Pull(-1, i, identity(lambda[i] * b), start.of(i)));
        } else {
            pulls.add(new Pull(t - 1, i, identity(b), new double[d]));
        }
        if (t + 1 < rounds.size()) {
            pulls.add(new Pull(t + 1, i, identity(rounds.get(t + 1).switchingWeight(i)), new double[d]));
        }
        Coupling coupling = round.coupling();
        for (int e = 0; e < round.graph().edges(); e++) {
            int tail = round.graph().tail(e);
            int head = round.graph().head(e);
            if (tail != i && head != i) {
                continue;
            }
            int j = tail == i ? head : tail;
            double[] gram = new double[d * d];
            double[] shift = new double[d];
            for (int r = 0; r < d; r++) {
                shift[r] = (tail == i ? 1 : -1) * coupling.offset(e, r);
                for (int c = 0; c < d; c++) {
                    gram[r * d + c] = round.beta() * coupling.gram(e, r, c);
                }
            }
            if (free.contains(j)) {
                pulls.add(new Pull(t, j, gram, shift));
            } else if (pinned.contains(j)) {
                double[] there = new double[d];
                round.cost(j).argmin(new QuadraticPull(d), there);
                for (int c = 0; c < d; c++) {
                    shift[c] += there[c];
                }
                pulls.add(new Pull(-1, j, gram, shift));
            }
        }
        return pulls;
    }

    private double[] identity(double w) {
        double[] gram = new double[d * d];
        for (int c = 0; c < d; c++) {
            gram[c * d + c] = w;
        }
        return gram;
    }

    private List<Map<Integer, double[]>> dense() {
        List<Integer> order = new ArrayList<>(free);
        int m = order.size();
        int n = rounds.size() * m * d;
        SimpleMatrix h = new SimpleMatrix(n, n);
        SimpleMatrix g = new SimpleMatrix(n, 1);
        for (int t = 0; t < rounds.size(); t++) {
            for (int a = 0; a < m; a++) {
                int i = order.get(a);
                int at = (t * m + a) * d;
                if (!unwatched.contains(i)) {
                    Quadratic f = (Quadratic) rounds.get(t).cost(i);
                    for (int r = 0; r < d; r++) {
                        for (int c = 0; c < d; c++) {
                            add(h, at + r, at + c, f.curvature(r, c));
                            add(g, at + r, 0, f.curvature(r, c) * f.target(c));
                        }
                    }
                }
                for (Pull pull : pulls(t, i)) {
                    for (int r = 0; r < d; r++) {
                        for (int c = 0; c < d; c++) {
                            double w = pull.gram[r * d + c];
                            add(h, at + r, at + c, w);
                            add(g, at + r, 0, w * pull.shift[c]);
                            if (pull.round >= 0) {
                                int other = (pull.round * m + order.indexOf(pull.agent)) * d;
                                add(h, at + r, other + c, -w);
                            }
                        }
                    }
                }
            }
        }
        SimpleMatrix x = h.solve(g);
        List<Map<Integer, double[]>> result = new ArrayList<>();
        for (int t = 0; t < rounds.size(); t++) {
            Map<Integer, double[]> round = new TreeMap<>();
            for (int a = 0; a < m; a++) {
                double[] point = new double[d];
                for (int c = 0; c < d; c++) {
                    point[c] = x.get((t * m + a) * d + c);
                }
                round.put(order.get(a), point);
            }
            result.add(round);
        }
        return result;
    }

    private static void add(SimpleMatrix matrix, int r, int c, double value) {
        matrix.set(r, c, matrix.get(r, c) + value);
    }

    private List<Map<Integer, double[]>> descent() {
        int horizon = rounds.size();
        double[][][] x = new double[horizon][start.agents()][];
        List<List<List<Pull>>> pulls = new ArrayList<>();
        for (int t = 0; t < horizon; t++) {
            List<List<Pull>> ofRound = new ArrayList<>();
            for (int i = 0; i < start.agents(); i++) {
                x[t][i] = start.of(i);
                ofRound.add(free.contains(i) ? pulls(t, i) : List.of());
            }
            pulls.add(ofRound);
        }
        for (int sweep = 0; sweep < 100_000; sweep++) {
            double moved = 0;
            for (int t = 0; t < horizon; t++) {
                for (int i : free) {
                    double[] before = x[t][i].clone();
                    improve(t, i, pulls.get(t).get(i), x);
                    for (int c = 0; c < d; c++) {
                        moved = Math.max(moved, Math.abs(x[t][i][c] - before[c]));
                    }
                }
            }
            if (moved <= 1e-15) {
                break;
            }
        }
        List<Map<Integer, double[]>> result = new ArrayList<>();
        for (double[][] ofRound : x) {
            Map<Integer, double[]> round = new TreeMap<>();
            free.forEach(i -> round.put(i, ofRound[i]));
            result.add(round);
        }
        return result;
    }

    private void improve(int t, int i, List<Pull> pulls, double[][][] x) {
        QuadraticPull pull = new QuadraticPull(d);
        for (Pull p : pulls) {
            double[] target = p.shift.clone();
            for (int c = 0; c < d && p.round >= 0; c++) {
                target[c] += x[p.round][p.agent][c];
            }
            pull.add(1, p.gram, target);
        }
        if (unwatched.contains(i)) {
            SimpleMatrix h = new SimpleMatrix(d, d, true, pull.curvature());
            SimpleMatrix b = new SimpleMatrix(d, 1, true, pull.linear());
            x[t][i] = h.solve(b).getDDRM().getData();
        } else {
            rounds.get(t).cost(i).argmin(pull, x[t][i]);
        }
    }
}
