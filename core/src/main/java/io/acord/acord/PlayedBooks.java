package io.acord.acord;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.theory.Books;

/**
 * The books of a fleet, kept by somebody who sees all of it, for actions of any origin.
 *
 * <p>A quadratic cost has a gradient. Of any other an agent takes one step of its own from what was played, which tells
 * a subgradient where it ends, and that point stands in the books instead: they hold for any actions. Where an agent's
 * action was the best for what its neighbours do, the step leads nowhere. Mutable; one thread.
 */
public final class PlayedBooks {

    private final Books books;
    private final int d;

    /** Opens books before round 1. */
    public PlayedBooks(Actions start) {
        this.d = start.dimension();
        this.books = new Books(d, start.toArray());
    }

    /** Nobody can have paid less in the rounds so far. */
    public double atLeast() {
        return books.atLeast();
    }

    /** The books themselves, to be read. */
    public Books books() {
        return books;
    }

    /** Closes a round. */
    public void close(Round round, Actions played) {
        int n = round.agents();
        double[] x = played.toArray();
        double[] pull = couplingGradient(round, x);
        double[] h = new double[x.length]; // of the hitting costs, then of all
        double[] tau = new double[n];
        double[] whole = new double[n];
        boolean hasMoved = false;
        for (int i = 0; i < n; i++) {
            HittingCost cost = round.cost(i);
            if (cost instanceof Quadratic quadratic) {
                gradient(quadratic, x, i * d, h);
            } else {
                whole[i] = cost.mu() + books.hold(i, round.switchingWeight(i)) + round.beta() * strength(round, i);
                tau[i] = step(cost, i, round.switchingWeight(i), whole[i], pull, x, h);
                whole[i] += cost.mu();
                hasMoved = true;
            }
        }
        if (hasMoved) {
            pull = couplingGradient(round, x);
        }
        double[] own = new double[d];
        for (int i = 0; i < n; i++) {
            for (int k = i * d; k < (i + 1) * d; k++) {
                h[k] += pull[k];
            }
            System.arraycopy(x, i * d, own, 0, d);
            double paid = round.cost(i).at(own) + halfOfEdges(round, i, x);
            books.close(i, round.switchingWeight(i), round.mu(i), paid, x, h, tau[i], whole[i]);
        }
    }

    /** ∇f at a row of x. */
    private static void gradient(Quadratic f, double[] x, int at, double[] into) {
        int d = f.dimension();
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += f.curvature(r, c) * (x[at + c] - f.target(c));
            }
            into[at + r] = sum;
        }
    }

    /**
     * Moves agent i to argmin f(y) + w/2 ‖y − x − s/w‖², s being the subgradient that would balance everything else,
     * and writes the one that it finds there; returns what the solve left open.
     */
    private double step(HittingCost f, int i, double b, double w, double[] pull, double[] x, double[] into) {
        double hold = books.hold(i, b);
        double[] target = new double[d];
        double[] y = new double[d];
        for (int c = 0; c < d; c++) {
            int k = i * d + c;
            double wanted = -(pull[k] + hold * (x[k] - books.centre(i, c)));
            target[c] = x[k] + wanted / w;
            y[c] = x[k];
        }
        QuadraticPull towards = new QuadraticPull(d);
        towards.add(w, target);
        double tau = f.argmin(towards, y);
        if (HittingCostCheck.ofAnswer(f, towards, y, tau).isPresent()) {
            tau = Double.POSITIVE_INFINITY; // nothing follows from what cannot be trusted
        }
        for (int c = 0; c < d; c++) {
            x[i * d + c] = y[c];
            into[i * d + c] = w * (target[c] - y[c]);
        }
        return tau;
    }

    /** Σ of the largest eigenvalues of an agent's edges. */
    private static double strength(Round round, int i) {
        Graph graph = round.graph();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += round.coupling().largestEigenvalue(graph.edge(arc));
        }
        return sum;
    }

    /** β Σ_e W_e(x_i − x_j − o_e) of every agent, its edges in the order of neighbours. */
    private double[] couplingGradient(Round round, double[] x) {
        Graph graph = round.graph();
        Coupling coupling = round.coupling();
        double[] gradient = new double[x.length];
        for (int i = 0; i < round.agents(); i++) {
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                int j = graph.neighbor(arc);
                double sign = graph.tail(e) == i ? 1 : -1; // offsets are the tail's
                for (int r = 0; r < d; r++) {
                    double sum = 0;
                    for (int c = coupling.isIsotropic(e) ? r : 0; c < (coupling.isIsotropic(e) ? r + 1 : d); c++) {
                        double off = x[i * d + c] - x[j * d + c] - sign * coupling.offset(e, c);
                        sum += coupling.gram(e, r, c) * off;
                    }
                    gradient[i * d + r] += round.beta() * sum;
                }
            }
        }
        return gradient;
    }

    /** Half of what an agent's edges cost: its neighbours count the other half. */
    private static double halfOfEdges(Round round, int i, double[] x) {
        Graph graph = round.graph();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += round.coupling().squaredDifference(graph.edge(arc), x);
        }
        return round.beta() / 4 * sum;
    }
}
