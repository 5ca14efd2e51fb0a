package io.acord.protocol.simulator;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Holds the books of a simulated fleet against those of an obvious keeper, who has everybody's actions of all rounds
 * before him, and what they prove against the hindsight optimum. Mutable.
 */
final class BooksChecker {

    private static final double ROUNDING = 1e-9;

    private final Setting setting;
    private final Scenario scenario;
    private final int[][] agentsOf;
    private final Function<String, BrokenPromise> broken;
    private final List<TreeMap<Integer, Numbers>> booked = new ArrayList<>(); // by block: by round
    private final List<TreeMap<Integer, Actions>> played = new ArrayList<>(); // the same, the first that counts

    BooksChecker(Setting setting, Scenario scenario, int[][] agentsOf, Function<String, BrokenPromise> broken) {
        this.setting = setting;
        this.scenario = scenario;
        this.agentsOf = agentsOf;
        this.broken = broken;
        for (int b = 0; b < agentsOf.length; b++) {
            booked.add(new TreeMap<>());
            played.add(new TreeMap<>());
        }
    }

    void published(int block, Effect.Publish publish) {
        played.get(block).putIfAbsent(publish.round(), publish.actions());
    }

    void booked(int block, Effect.Booked closed) {
        booked.get(block).put(closed.round(), closed.numbers());
    }

    /** The last round that everybody has closed. */
    int closed() {
        return booked.stream()
                .mapToInt(rounds -> rounds.isEmpty() ? 0 : rounds.lastKey())
                .min()
                .orElse(0);
    }

    /** Σ c after a round. */
    double atLeast(int round) {
        double sum = 0;
        for (int b = 0; b < agentsOf.length && round > 0; b++) {
            Numbers numbers = of(b, round);
            for (int row = 0; row < agentsOf[b].length; row++) {
                sum += numbers.get(row * (2 + setting.dimension()));
            }
        }
        return sum;
    }

    private Numbers of(int block, int round) {
        Numbers found = booked.get(block).get(round);
        if (found == null) {
            throw broken.apply("block " + block + " has closed no books of round " + round);
        }
        return found;
    }

    /**
     * Looks at everything once the run is over.
     *
     * @param sweeps by which the hindsight optimum is looked for, from what was played
     */
    void check(int sweeps) {
        int last = closed();
        List<Actions> all = new ArrayList<>();
        for (int t = 1; t <= last; t++) {
            all.add(together(t));
        }
        compare(all);
        double optimum = Hindsight.cost(scenario, all, sweeps);
        for (int t = last; t > 0 && t >= last - 1; t--) {
            double most = t == last ? optimum : Hindsight.cost(scenario, all.subList(0, t), sweeps);
            if (atLeast(t) > most + ROUNDING * (1 + Math.abs(most))) {
                throw broken.apply(
                        "the books prove " + atLeast(t) + " after round " + t + ", and somebody pays " + most);
            }
        }
    }

    private Actions together(int t) {
        int d = setting.dimension();
        double[] flat = new double[setting.agents() * d];
        for (int b = 0; b < agentsOf.length; b++) {
            Actions of = played.get(b).get(t);
            for (int row = 0; row < agentsOf[b].length; row++) {
                if (of == null) {
                    throw broken.apply("block " + b + " has closed round " + t + " and played nothing in it");
                }
                of.copyTo(row, flat, agentsOf[b][row] * d);
            }
        }
        return Actions.flat(d, flat);
    }

    /** What agents with quadratic costs write down follows from the actions alone, whatever happened on the way. */
    private void compare(List<Actions> all) {
        int d = setting.dimension();
        Books keeper = new Books(d, new double[setting.agents() * d]);
        boolean[] comparable = new boolean[setting.agents()];
        Arrays.fill(comparable, true);
        for (int t = 1; t <= all.size(); t++) {
            Round round = scenario.round(t);
            double[] x = all.get(t - 1).toArray();
            for (int i = 0; i < setting.agents(); i++) {
                comparable[i] &= round.cost(i) instanceof Quadratic;
                if (comparable[i]) {
                    close(keeper, round, i, x);
                }
            }
            double[] expected = keeper.toArray();
            for (int b = 0; b < agentsOf.length; b++) {
                Numbers found = of(b, t);
                for (int k = 0; k < found.size(); k++) {
                    int agent = agentsOf[b][k / (2 + d)];
                    double should = expected[agent * (2 + d) + k % (2 + d)];
                    double off = Math.abs(found.get(k) - should);
                    if (comparable[agent] && !(off <= ROUNDING * (1 + Math.abs(should)))) {
                        throw broken.apply("agent " + agent + " has " + found.get(k) + " in its books of round " + t
                                + ", and these actions give " + should);
                    }
                }
            }
        }
    }

    /** Theorem E as it is written. */
    private static void close(Books keeper, Round round, int i, double[] x) {
        int d = round.dimension();
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        Quadratic f = (Quadratic) round.cost(i);
        double[] h = new double[x.length];
        double paid = f.at(Arrays.copyOfRange(x, i * d, (i + 1) * d));
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                h[i * d + r] += f.curvature(r, c) * (x[i * d + c] - f.target(c));
            }
        }
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            int j = graph.neighbor(arc);
            paid += round.beta() / 4 * coupling.squaredDifference(e, x);
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    double apart = x[i * d + c] - x[j * d + c] - (i < j ? 1 : -1) * coupling.offset(e, c);
                    h[i * d + r] += round.beta() * coupling.gram(e, r, c) * apart;
                }
            }
        }
        keeper.close(i, round.switchingWeight(i), f.mu(), paid, x, h);
    }
}
