package io.acord.claims;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.ArrayList;
import java.util.List;
import org.ejml.simple.SimpleMatrix;

/** A sum of quadratics in blocks of d numbers, minimised as one system of linear equations. */
final class Dense {

    private final int d;
    private final SimpleMatrix h;
    private final SimpleMatrix b;

    private Dense(int blocks, int d) {
        this.d = d;
        this.h = new SimpleMatrix(blocks * d, blocks * d);
        this.b = new SimpleMatrix(blocks * d, 1);
    }

    /** argmin FF over x and z at once, the part of x; every cost must be quadratic. */
    static Actions liftedMinimizer(RoundObjective objective) {
        Round round = objective.round();
        Graph graph = round.graph();
        int n = round.agents();
        int d = round.dimension();
        Dense system = new Dense(n + graph.edges(), d);
        double[] none = new double[d];
        for (int i = 0; i < n; i++) {
            system.addCost(i, round.cost(i));
            system.addPull(i, objective.regularization(i), objective.previous().of(i));
        }
        for (int e = 0; e < graph.edges(); e++) {
            double[] offset = Play.offset(round.coupling(), graph.tail(e), e);
            system.addEdge(graph.tail(e), n + e, round.coupling(), e, 2 * round.beta(), none);
            system.addEdge(n + e, graph.head(e), round.coupling(), e, 2 * round.beta(), offset);
        }
        // Where W_e is deficient many z_e serve; x is unique all the same.
        SimpleMatrix solution = system.h.pseudoInverse().mult(system.b);
        return Actions.flat(d, system.numbers(solution, 0, n));
    }

    /** The offline optimum; every cost must be quadratic. */
    static List<Actions> hindsight(List<Round> rounds, Actions start) {
        int n = start.agents();
        int d = start.dimension();
        Dense system = new Dense(rounds.size() * n, d);
        for (int t = 0; t < rounds.size(); t++) {
            Round round = rounds.get(t);
            Graph graph = round.graph();
            for (int i = 0; i < n; i++) {
                int at = t * n + i;
                double weight = round.switchingWeight(i);
                system.addCost(at, round.cost(i));
                if (t == 0) {
                    system.addPull(at, weight, start.of(i));
                } else {
                    system.addDifference(at, at - n, weight);
                }
            }
            for (int e = 0; e < graph.edges(); e++) {
                double[] offset = Play.offset(round.coupling(), graph.tail(e), e);
                system.addEdge(t * n + graph.tail(e), t * n + graph.head(e), round.coupling(), e, round.beta(), offset);
            }
        }
        SimpleMatrix solution = system.h.solve(system.b);
        List<Actions> actions = new ArrayList<>();
        for (int t = 0; t < rounds.size(); t++) {
            actions.add(Actions.flat(d, system.numbers(solution, t * n, (t + 1) * n)));
        }
        return actions;
    }

    private void addCost(int block, io.acord.cost.HittingCost cost) {
        Quadratic f = (Quadratic) cost;
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                add(block * d + r, block * d + c, f.curvature(r, c));
                b.set(block * d + r, b.get(block * d + r) + f.curvature(r, c) * f.target(c));
            }
        }
    }

    /** w/2 ‖x − target‖². */
    private void addPull(int block, double w, double[] target) {
        for (int c = 0; c < d; c++) {
            add(block * d + c, block * d + c, w);
            b.set(block * d + c, b.get(block * d + c) + w * target[c]);
        }
    }

    /** w/2 ‖x − y‖². */
    private void addDifference(int one, int two, double w) {
        for (int c = 0; c < d; c++) {
            add(one * d + c, one * d + c, w);
            add(two * d + c, two * d + c, w);
            add(one * d + c, two * d + c, -w);
            add(two * d + c, one * d + c, -w);
        }
    }

    /** w/2 ‖x − y − offset‖² in the norm of W_e. */
    private void addEdge(int one, int two, Coupling coupling, int e, double w, double[] offset) {
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                double entry = w * coupling.gram(e, r, c);
                add(one * d + r, one * d + c, entry);
                add(two * d + r, two * d + c, entry);
                add(one * d + r, two * d + c, -entry);
                add(two * d + r, one * d + c, -entry);
                b.set(one * d + r, b.get(one * d + r) + entry * offset[c]);
                b.set(two * d + r, b.get(two * d + r) - entry * offset[c]);
            }
        }
    }

    private void add(int row, int column, double value) {
        h.set(row, column, h.get(row, column) + value);
    }

    private double[] numbers(SimpleMatrix solution, int from, int to) {
        double[] numbers = new double[(to - from) * d];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = solution.get(from * d + k);
        }
        return numbers;
    }
}
