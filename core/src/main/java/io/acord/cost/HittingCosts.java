package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The hitting costs of all agents in one round. Those that are ½ Σ curvatureₖ (xₖ − vₖ)², the common case and the large
 * one, lie in columns: a number a coordinate and agent, and no object. Immutable.
 */
public final class HittingCosts {

    private static final HittingCost[] NONE = {};

    private final int d;
    private final int agents;
    private final double[] curvatures; // d an agent, 0 for those that are not in columns
    private final double[] targets; // d an agent
    private final double[] mu; // with one coordinate and nothing but columns the curvatures themselves
    private final HittingCost[] given; // one an agent, or none: all came as columns
    private final boolean areColumns;
    private final boolean areQuadratic;

    private HittingCosts(
            int d, double[] curvatures, double[] targets, double[] mu, HittingCost[] given, boolean areColumns) {
        this.d = d;
        this.agents = mu.length;
        this.curvatures = curvatures;
        this.targets = targets;
        this.mu = mu;
        this.given = given;
        this.areColumns = areColumns;
        this.areQuadratic = areColumns || Arrays.stream(given).allMatch(HittingCosts::isQuadratic);
    }

    /** One cost an agent, all of the same dimension. */
    public static HittingCosts of(int dimension, HittingCost... costs) {
        int n = costs.length;
        double[] curvatures = new double[Math.multiplyExact(n, dimension)];
        double[] targets = new double[curvatures.length];
        int columns = 0;
        for (int i = 0; i < n; i++) {
            if (costs[i] instanceof Quadratic f && f.isDiagonal()) {
                f.writeColumns(curvatures, targets, i * dimension);
                columns++;
            }
        }
        double[] mu = curvatures;
        if (columns < n || dimension > 1) {
            mu = new double[n];
            for (int i = 0; i < n; i++) {
                mu[i] = costs[i].mu();
            }
        }
        return new HittingCosts(dimension, curvatures, targets, mu, costs.clone(), columns == n);
    }

    /**
     * ½ Σ curvatureₖ (xₖ − vₖ)² for every agent, without an object each.
     *
     * @param curvatures d an agent
     * @param targets v, d an agent
     */
    public static HittingCosts quadratics(int dimension, double[] curvatures, double[] targets) {
        return ofFrozen(dimension, curvatures.clone(), targets.clone());
    }

    /**
     * {@link #quadratics} in arrays that nobody writes to any more: the columns of large fleets need not be copied.
     *
     * @param curvatures d an agent
     * @param targets v, d an agent
     */
    public static HittingCosts ofFrozen(int dimension, double[] curvatures, double[] targets) {
        Complaints complaints = new Complaints();
        if (dimension < 1 || curvatures.length == 0 || curvatures.length % dimension != 0) {
            complaints.add(
                    "curvatures",
                    "has " + curvatures.length + " numbers",
                    "at least one agent, and " + dimension + " for each",
                    "give one a coordinate and agent");
        }
        Checks.needLength(complaints, "targets", targets.length, "curvatures", curvatures.length);
        complaints.throwIfAny();
        for (int k = 0; k < curvatures.length; k++) {
            if (!(curvatures[k] > 0 && curvatures[k] < Double.POSITIVE_INFINITY)) {
                complaints.needPositive(
                        place("curvature", k, dimension),
                        curvatures[k],
                        "mu is the smallest of them and has to be positive",
                        "raise it, or drop the coordinate if it has no preference");
            } else if (!Double.isFinite(curvatures[k] * targets[k])) {
                complaints.needFinite(place("v", k, dimension), targets[k], "replace it by a finite number");
                Checks.needProduct(complaints, place("v", k, dimension), curvatures[k], targets[k]);
            }
        }
        complaints.throwIfAny();
        return new HittingCosts(dimension, curvatures, targets, smallest(dimension, curvatures), NONE, true);
    }

    private static String place(String what, int k, int dimension) {
        return "agents[" + k / dimension + "].cost." + what + (dimension == 1 ? "" : "[" + k % dimension + "]");
    }

    private static double[] smallest(int d, double[] curvatures) {
        if (d == 1) {
            return curvatures;
        }
        double[] mu = new double[curvatures.length / d];
        for (int i = 0; i < mu.length; i++) {
            mu[i] = Double.POSITIVE_INFINITY;
            for (int k = i * d; k < (i + 1) * d; k++) {
                mu[i] = Math.min(mu[i], curvatures[k]);
            }
        }
        return mu;
    }

    public int agents() {
        return agents;
    }

    public int dimension() {
        return d;
    }

    /** The cost of an agent; one that lies in columns only is made for whoever asks. */
    public HittingCost cost(int agent) {
        return given.length > 0 ? given[agent] : Quadratic.ofColumns(curvatures, targets, mu[agent], agent * d, d);
    }

    /** μ of an agent's cost. */
    public double mu(int agent) {
        return mu[agent];
    }

    /** Whether every cost is ½ Σ curvatureₖ (xₖ − vₖ)². */
    public boolean areColumns() {
        return areColumns;
    }

    private static boolean isQuadratic(HittingCost f) {
        return f instanceof Quadratic || (f instanceof PlannedCost plan && plan.isQuadratic());
    }

    /** Whether every cost is a {@link Quadratic}, or a plan over such. */
    public boolean areQuadratic() {
        return areQuadratic;
    }

    /** Whether an agent's cost is ½ Σ curvatureₖ (xₖ − vₖ)². */
    public boolean isColumn(int agent) {
        return curvatures[agent * d] > 0;
    }

    /** A curvature of an agent that lies in columns. */
    public double curvature(int agent, int coordinate) {
        return curvatures[agent * d + coordinate];
    }

    /** v of an agent that lies in columns. */
    public double target(int agent, int coordinate) {
        return targets[agent * d + coordinate];
    }

    /**
     * f of an agent at a point.
     *
     * @param x where the point begins at {@code at}
     * @param room for d numbers
     */
    public double at(int agent, double[] x, int at, double[] room) {
        if (!isColumn(agent)) {
            System.arraycopy(x, at, room, 0, d);
            return given[agent].at(room);
        }
        double sum = 0;
        for (int c = 0; c < d; c++) {
            double off = x[at + c] - targets[agent * d + c];
            sum += curvatures[agent * d + c] * off * off;
        }
        return 0.5 * sum;
    }

    /** Writes μ of the agents from .. to − 1, from 0 on. */
    public void copyMu(int from, int to, double[] into) {
        System.arraycopy(mu, from, into, 0, to - from);
    }

    /**
     * Writes curvature and v of the coordinates from .. to − 1, d an agent, from 0 on; 0 for those that do not lie in
     * columns.
     */
    public void copyColumns(int from, int to, double[] intoCurvatures, double[] intoTargets) {
        System.arraycopy(curvatures, from, intoCurvatures, 0, to - from);
        System.arraycopy(targets, from, intoTargets, 0, to - from);
    }

    /** Σ min(0, min f): how far below 0 the costs may go together. */
    public double negativeMinima() {
        double sum = 0;
        for (int i = 0; !areQuadratic && i < agents; i++) {
            sum += isColumn(i) ? 0 : Math.min(0, given[i].minimum());
        }
        return sum;
    }

    /**
     * The same costs for agents in another order, or for some of them.
     *
     * @param order whose cost is that of agent 0, 1, …; null: as they are
     */
    public HittingCosts inOrder(int @Nullable [] order) {
        if (order == null) {
            return this;
        }
        int n = order.length;
        double[] q = new double[Math.multiplyExact(n, d)];
        double[] v = new double[q.length];
        double[] m = mu == curvatures ? q : new double[n];
        HittingCost[] f = given.length == 0 ? NONE : new HittingCost[n];
        for (int i = 0; i < n; i++) {
            int from = order[i] * d;
            for (int c = 0; c < d; c++) { // few: a call to copy them takes longer
                q[i * d + c] = curvatures[from + c];
                v[i * d + c] = targets[from + c];
            }
            m[i] = mu[order[i]];
            if (f.length > 0) {
                f[i] = given[order[i]];
            }
        }
        return new HittingCosts(d, q, v, m, f, areColumns);
    }
}
