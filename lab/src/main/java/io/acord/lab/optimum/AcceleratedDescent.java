package io.acord.lab.optimum;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.linear.Symmetric;
import io.acord.theory.Certificate;
import java.util.Arrays;

/**
 * Accelerated proximal steps for a {@link SpaceTime} with costs of any kind: ACORD's iteration (theory 2.1) with
 * FISTA's momentum (theory 6) on the graph of agents and rounds. A node moves to
 *
 * <pre>
 *   x⁺_i = argmin f_i(x) + ½ xᵀ(own_i + 2 tied_i)x − (linear_i + tied_i y_i + Σ_j W_ij y_j)ᵀx
 * </pre>
 *
 * <p>and r_i = tied_i δ_i + Σ_j W_ij δ_j, δ = y − x⁺, is a subgradient there. The momentum starts afresh when it points
 * uphill, ⟨y − x⁺, x⁺ − x⟩ > 0 in the norm of tied, which makes the rate linear without knowing a constant.
 *
 * <p>Stops when every |r_i| ≤ 1e-13 a_i max |x| or as small as rounding leaves it; large problems when the certificate
 * is within 1e-11 of the value; or when neither gets any nearer.
 */
final class AcceleratedDescent extends ParallelLoop {

    private static final int STEP = 0;
    private static final int CHECK = 1;
    private static final int MOVE = 2;

    /** Nodes a chunk. */
    private static final int CHUNK = 512;

    private static final double ACCURACY = 1e-13;
    private static final double ROUNDING = 4e-15;

    /** Of the certificate, relative to the value, for problems above {@link #SMALL} unknowns. */
    private static final double RELATIVE = 1e-11;

    private static final int SMALL = 4096;
    private static final int ITERATIONS_PER_CHECK = 8;
    private static final int MOST_ITERATIONS = 200_000;
    private static final long MOST_NODE_STEPS = 4_000_000_000L;

    /** So many iterations without the residual falling by a tenth are enough. */
    private static final int PATIENCE = 5_000;

    private final SpaceTime problem;
    private final int d;
    private final int limit;
    private final double[] result;
    private double[] x; // before the step
    private double[] next; // after it
    private final double[] y;
    private final double[] matrix; // of quadratic nodes the factor of own + 2 tied, of the others the matrix itself
    private final double[] tau; // what a node's last argmin left open
    private final double[] allowed;

    private final double[] uphill; // chunk by chunk
    private final double[] ratios;
    private final double[] sizes;
    private final double[] certificates;

    private double t = 1;
    private double weight;
    private int iterations;
    private double certificate = Double.POSITIVE_INFINITY;
    private double bestRatio = Double.POSITIVE_INFINITY;
    private int bestAt;
    private double valuedAt = Double.POSITIVE_INFINITY; // the certificate when the value was last asked for
    private double value;
    private boolean accurate;

    AcceleratedDescent(SpaceTime problem, double[] x) {
        super((problem.nodes + CHUNK - 1) / CHUNK);
        this.problem = problem;
        this.d = problem.d;
        this.result = x;
        int n = problem.unknowns();
        int chunks = (problem.nodes + CHUNK - 1) / CHUNK;
        this.limit = (int) Math.max(1_000, Math.min(MOST_ITERATIONS, MOST_NODE_STEPS / problem.nodes));
        this.x = Arrays.copyOf(x, n);
        this.y = Arrays.copyOf(x, n);
        this.next = new double[n];
        this.matrix = new double[n * d];
        this.tau = new double[problem.nodes];
        this.allowed = new double[problem.nodes];
        this.uphill = new double[chunks];
        this.ratios = new double[chunks];
        this.sizes = new double[chunks];
        this.certificates = new double[chunks];
        for (int node = 0; node < problem.nodes; node++) {
            prepare(node);
            allowed[node] = Math.max(ACCURACY * problem.modulus[node], ROUNDING * problem.largestCurvature(node));
        }
    }

    private void prepare(int node) {
        int at = node * d * d;
        for (int c = 0; c < d * d; c++) {
            matrix[at + c] = problem.own[at + c] + 2 * problem.tied[at + c];
        }
        if (problem.general[node] == null && !Symmetric.factor(matrix, at, d)) {
            throw new AssertionError("a node's curvature is not positive definite");
        }
    }

    void run(int threads) {
        run(STEP, threads);
        System.arraycopy(x, 0, result, 0, x.length);
    }

    /** A bound on how far the value lies above the minimum. */
    double certificate() {
        return certificate;
    }

    boolean isAccurate() {
        return accurate;
    }

    int iterations() {
        return iterations;
    }

    @Override
    protected void chunk(int phase, int chunk, int member) {
        int from = chunk * CHUNK;
        int to = Math.min(from + CHUNK, problem.nodes);
        switch (phase) {
            case STEP -> step(chunk, from, to);
            case CHECK -> check(chunk, from, to);
            case MOVE -> {
                for (int c = from * d; c < to * d; c++) {
                    y[c] = next[c] + weight * (next[c] - x[c]);
                }
            }
            default -> throw new AssertionError("no phase " + phase);
        }
    }

    private void step(int chunk, int from, int to) {
        QuadraticPull pull = new QuadraticPull(d);
        double[] point = new double[d];
        double[] around = new double[d];
        double sum = 0;
        for (int node = from; node < to; node++) {
            pulled(node, y, around);
            for (int r = 0; r < d; r++) {
                around[r] += problem.linear[node * d + r];
            }
            HittingCost cost = problem.general[node];
            if (cost == null) {
                Symmetric.solve(matrix, node * d * d, d, around, 0);
                System.arraycopy(around, 0, next, node * d, d);
            } else {
                System.arraycopy(around, 0, pull.linear(), 0, d);
                System.arraycopy(matrix, node * d * d, pull.curvature(), 0, d * d);
                System.arraycopy(x, node * d, point, 0, d);
                tau[node] = cost.argmin(pull, point);
                System.arraycopy(point, 0, next, node * d, d);
            }
            sum += uphill(node);
        }
        uphill[chunk] = sum;
    }

    /** tied_i x_i + Σ_j W_ij x_j. */
    private void pulled(int node, double[] at, double[] into) {
        int round = node / problem.m;
        int a = node - round * problem.m;
        if (d == 1) {
            into[0] = problem.neighbors(at, round, a) + problem.tied[node] * at[node];
            return;
        }
        problem.neighbors(at, round, a, into);
        Symmetric.addProduct(1, problem.tied, node * d * d, d, at, node * d, into, 0);
    }

    /** ⟨y − x⁺, x⁺ − x⟩ in the norm of tied. */
    private double uphill(int node) {
        double sum = 0;
        for (int r = 0; r < d; r++) {
            double row = 0;
            for (int c = 0; c < d; c++) {
                int at = node * d + c;
                row += problem.tied[(node * d + r) * d + c] * (y[at] - next[at]);
            }
            sum += row * (next[node * d + r] - x[node * d + r]);
        }
        return sum;
    }

    private void check(int chunk, int from, int to) {
        double[] atY = new double[d];
        double[] atNext = new double[d];
        double ratio = 0;
        double size = 0;
        double share = 0;
        for (int node = from; node < to; node++) {
            pulled(node, y, atY);
            pulled(node, next, atNext);
            double squared = 0;
            for (int c = 0; c < d; c++) {
                double r = atY[c] - atNext[c];
                squared += r * r;
                size = Math.max(size, Math.abs(next[node * d + c]));
            }
            ratio = Math.max(ratio, Math.sqrt(squared) / allowed[node]);
            share += certificate(node, squared);
        }
        ratios[chunk] = ratio;
        sizes[chunk] = size;
        certificates[chunk] = share;
    }

    private double certificate(int node, double squared) {
        double a = problem.modulus[node];
        if (!(a > 0) || !(squared < Double.POSITIVE_INFINITY) || !(tau[node] < Double.POSITIVE_INFINITY)) {
            return Double.POSITIVE_INFINITY;
        }
        if (tau[node] == 0) {
            return Certificate.ofAgent(squared, a);
        }
        double trace = 0;
        for (int c = 0; c < d; c++) {
            trace += problem.tied[(node * d + c) * d + c];
        }
        return Certificate.ofAgent(squared, a, tau[node], 1, trace);
    }

    @Override
    protected int next(int phase) {
        return switch (phase) {
            case STEP -> ++iterations % ITERATIONS_PER_CHECK == 1 || iterations >= limit ? CHECK : turn();
            case CHECK -> isEnough() ? end() : turn();
            case MOVE -> {
                double[] before = x;
                x = next;
                next = before;
                yield STEP;
            }
            default -> throw new AssertionError("no phase " + phase);
        };
    }

    /** (t_k − 1)/t_{k+1} with t_{k+1} = (1 + √(1 + 4 t_k²))/2; 0 when the momentum starts afresh. */
    private int turn() {
        if (sum(uphill) > 0) {
            t = 1;
        }
        double after = (1 + Math.sqrt(1 + 4 * t * t)) / 2;
        weight = (t - 1) / after;
        t = after;
        return MOVE;
    }

    private int end() {
        x = next;
        return DONE;
    }

    private boolean isEnough() {
        double ratio = largest(ratios);
        double size = largest(sizes);
        certificate = sum(certificates);
        accurate = ratio <= size || ratio == 0 || isSmallBesideTheValue();
        if (ratio / size <= 0.9 * bestRatio) {
            bestRatio = ratio / size;
            bestAt = iterations;
        }
        return accurate || iterations - bestAt >= PATIENCE || iterations >= limit || Double.isNaN(ratio);
    }

    private boolean isSmallBesideTheValue() {
        if (problem.unknowns() <= SMALL || !(certificate < Double.POSITIVE_INFINITY)) {
            return false;
        }
        if (certificate < valuedAt / 100) {
            value = problem.value(next);
            valuedAt = certificate;
        }
        return certificate <= RELATIVE * Math.abs(value);
    }
}
