package io.acord.lab.optimum;

import java.util.Arrays;

/**
 * {@link ConjugateGradients} for d = 1 and a graph that stays the same: the same steps and the same end, with the
 * rounds of an agent side by side in memory. A neighbour is then looked up once for all rounds, and what is read of it
 * lies in one piece. Memory is what it waits for, so it reads little: x moves one step later, in the pass that reads
 * the direction anyway; instead of the residual it keeps z = M⁻¹r, which the direction takes as it is; weights of steps
 * that do not differ between agents are there once.
 */
final class SteadyGradients extends ConjugateLoop {

    /** Nodes a chunk, about. */
    private static final int CHUNK = 4096;

    /** Agents whose neighbours are prefetched at once. */
    private static final int CALLED = 64;

    private static final int LINE = 8; // doubles of a cache line

    private final SpaceTime problem;
    private final int k; // rounds
    private final int m; // agents
    private final int agentsPerChunk;
    private final int[] first;
    private final int[] column;
    private final double[] weight; // of an arc
    private final boolean unit;
    private final double[] beta; // of a round
    private final double[] solution; // round by round, the caller's
    private final double[] linear;
    private final double[] x;
    private final double[] z;
    private final double[] p;
    private final double[] ap;
    private final double[] diagonal;
    private final float[] scale; // the inverse of what |z| may be for max |x| = 1
    private final double[] step; // of the step from the round before; 0 in the first round
    private final boolean sameSteps; // for all agents: step has those of one
    private final double[] called; // a chunk; so that nobody thinks that calling has no use

    SteadyGradients(SpaceTime problem, double[] solution) {
        super(chunks(problem), true);
        this.problem = problem;
        this.k = problem.k;
        this.m = problem.m;
        this.agentsPerChunk = Math.max(1, CHUNK / k);
        this.solution = solution;
        Patch.Arcs arcs = problem.patch.arcs[0];
        first = arcs.first;
        column = arcs.column;
        unit = problem.patch.unitWeights;
        weight = new double[unit ? 0 : column.length];
        for (int arc = 0; arc < weight.length; arc++) {
            weight[arc] = arcs.coupling.weight(arcs.edge[arc]);
        }
        beta = new double[k];
        int n = problem.nodes;
        linear = new double[n];
        x = new double[n];
        z = new double[n];
        p = new double[n];
        ap = new double[n];
        diagonal = new double[n];
        scale = new float[n];
        sameSteps = haveSameSteps(problem);
        step = new double[sameSteps ? k : n];
        called = new double[products.length];
        for (int tau = 0; tau < k; tau++) {
            beta[tau] = problem.rounds[tau].beta;
            for (int a = 0; a < m; a++) {
                take(tau * m + a, a * k + tau);
            }
        }
    }

    /** Whether a problem is one for it. */
    static boolean isFor(SpaceTime problem) {
        boolean same = problem.d == 1 && problem.k > 1 && problem.patch.pinned.length == 0;
        for (int tau = 1; tau < problem.k; tau++) {
            same &= problem.patch.arcs[tau] == problem.patch.arcs[0];
        }
        return same;
    }

    private static boolean haveSameSteps(SpaceTime problem) {
        for (int node = 0; node < problem.nodes; node++) {
            if (problem.step[node] != problem.step[node - node % problem.m]) {
                return false;
            }
        }
        return true;
    }

    private static int chunks(SpaceTime problem) {
        int agents = Math.max(1, CHUNK / problem.k);
        return (problem.m + agents - 1) / agents;
    }

    private void take(int node, int at) {
        linear[at] = problem.linear[node];
        x[at] = solution[node];
        diagonal[at] = problem.own[node] + problem.tied[node];
        step[sameSteps ? at % k : at] = problem.step[node];
        scale[at] = (float) (diagonal[at] * scale(problem, node));
    }

    @Override
    void run(int threads) {
        super.run(threads);
        for (int tau = 0; tau < k; tau++) {
            for (int a = 0; a < m; a++) {
                solution[tau * m + a] = x[a * k + tau];
            }
        }
    }

    @Override
    protected void chunk(int phase, int chunk, int member) {
        int from = chunk * agentsPerChunk;
        int to = Math.min(from + agentsPerChunk, m);
        switch (phase) {
            case RESIDUAL -> trueResidual(chunk, from, to);
            case MULTIPLY -> products[chunk] = multiply(p, ap, from, to);
            case UPDATE -> update(chunk, from * k, to * k);
            case DIRECTION, LAST_STEP -> sizes[chunk] = direction(from * k, to * k, alpha, gain, x, p, z);
            default -> throw new AssertionError("no phase " + phase);
        }
    }

    /** p = z = M⁻¹(b − Ax). */
    private void trueResidual(int chunk, int from, int to) {
        multiply(x, ap, from, to);
        double product = 0;
        double ratio = 0;
        double size = 0;
        for (int at = from * k; at < to * k; at++) {
            double preconditioned = (linear[at] - ap[at]) / diagonal[at];
            z[at] = preconditioned;
            p[at] = preconditioned;
            product += preconditioned * preconditioned * diagonal[at];
            ratio = Math.max(ratio, Math.abs(preconditioned) * scale[at]);
            size = Math.max(size, Math.abs(x[at]));
        }
        products[chunk] = product;
        ratios[chunk] = ratio;
        sizes[chunk] = size;
    }

    /** Av of some agents, and vᵀAv. */
    private double multiply(double[] v, double[] into, int from, int to) {
        double sum = 0;
        int here = from;
        while (here < to) {
            int end = Math.min(to, here + CALLED);
            called[from / agentsPerChunk] = call(first[here], first[end], k, column, v);
            for (int a = here; a < end; a++) {
                addNeighbors(v, into, a, a * k);
                sum += multiplyOne(v, into, a * k);
            }
            here = end;
        }
        return sum;
    }

    /**
     * A prefetch: reads one number of every cache line that is going to be needed, so that the misses overlap. Sums
     * would take them one after the other.
     */
    private static double call(int from, int to, int k, int[] column, double[] v) {
        double sum = 0;
        for (int arc = from; arc < to; arc++) {
            int at = column[arc] * k;
            for (int c = 0; c < k; c += LINE) {
                sum += v[at + c];
            }
            sum += v[at + k - 1];
        }
        return sum;
    }

    /** Av of an agent whose Σ_j w_j v_j is there. */
    private double multiplyOne(double[] v, double[] into, int base) {
        int steps = sameSteps ? 0 : base;
        double sum = 0;
        double before = 0;
        double here = v[base];
        for (int tau = 0; tau < k; tau++) {
            int at = base + tau;
            double around = beta[tau] * into[at] + step[steps + tau] * before;
            double after = 0;
            if (tau + 1 < k) {
                after = v[at + 1];
                around += step[steps + tau + 1] * after;
            }
            double product = diagonal[at] * here - around;
            into[at] = product;
            sum += product * here;
            before = here;
            here = after;
        }
        return sum;
    }

    /** Writes Σ_j w_j v_j of an agent, for all rounds. */
    private void addNeighbors(double[] v, double[] into, int a, int base) {
        int arc = first[a];
        int end = first[a + 1];
        if (!unit) {
            Arrays.fill(into, base, base + k, 0);
            for (; arc < end; arc++) {
                addOne(v, into, base, k, column[arc] * k, weight[arc]);
            }
            return;
        }
        if (arc + 1 < end) {
            setTwo(v, into, base, k, column[arc] * k, column[arc + 1] * k);
            arc += 2;
        } else {
            Arrays.fill(into, base, base + k, 0);
        }
        for (; arc + 1 < end; arc += 2) {
            addTwo(v, into, base, k, column[arc] * k, column[arc + 1] * k);
        }
        if (arc < end) {
            addOne(v, into, base, k, column[arc] * k, 1);
        }
    }

    private static void setTwo(double[] v, double[] into, int base, int k, int i, int j) {
        for (int tau = 0; tau < k; tau++) {
            into[base + tau] = v[i + tau] + v[j + tau];
        }
    }

    private static void addTwo(double[] v, double[] into, int base, int k, int i, int j) {
        for (int tau = 0; tau < k; tau++) {
            into[base + tau] += v[i + tau] + v[j + tau];
        }
    }

    private static void addOne(double[] v, double[] into, int base, int k, int j, double w) {
        for (int tau = 0; tau < k; tau++) {
            into[base + tau] += w * v[j + tau];
        }
    }

    /** z −= αM⁻¹Ap; rᵀz, and how large z is. */
    private void update(int chunk, int from, int to) {
        double product = 0;
        double ratio = 0;
        for (int at = from; at < to; at++) {
            double preconditioned = z[at] - alpha * ap[at] / diagonal[at];
            double off = Math.abs(preconditioned) * scale[at];
            z[at] = preconditioned;
            product += preconditioned * preconditioned * diagonal[at];
            ratio = off > ratio ? off : ratio; // Math.max would care for NaN, which the product shows anyway
        }
        products[chunk] = product;
        ratios[chunk] = ratio;
    }

    /** x += αp, p = z + gain p; the largest |x|. */
    private static double direction(int from, int to, double alpha, double gain, double[] x, double[] p, double[] z) {
        double size = 0;
        for (int at = from; at < to; at++) {
            double moved = x[at] + alpha * p[at];
            double far = Math.abs(moved);
            x[at] = moved;
            p[at] = z[at] + gain * p[at];
            size = far > size ? far : size;
        }
        return size;
    }
}
