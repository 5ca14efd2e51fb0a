package io.acord.lab.optimum;

import io.acord.linear.Symmetric;

/**
 * Conjugate gradients for a quadratic {@link SpaceTime}, preconditioned by the d x d blocks of the diagonal, without a
 * matrix.
 *
 * <p>Stops when every node's residual is small by its own strong convexity, |r_i| ≤ 1e-12 a_i max |x|, or as small as
 * rounding leaves it. ‖r‖/‖b‖ would mislead: one steep cost dominates ‖b‖. The recursion's residual may be smaller than
 * the true one, so the true one decides; from there it starts afresh, as long as that helps.
 */
final class ConjugateGradients extends ParallelLoop {

    /** r = b − Ax, p = M⁻¹r, rᵀp, and how large residual and x are. */
    private static final int RESIDUAL = 0;

    /** Ap and pᵀAp. */
    private static final int MULTIPLY = 1;

    /** x += αp, r −= αAp, rᵀM⁻¹r, and how large the residual is. */
    private static final int UPDATE = 2;

    /** p = M⁻¹r + gain p. */
    private static final int DIRECTION = 3;

    private static final double ACCURACY = 1e-12;
    private static final double ROUNDING = 2e-15;
    private static final int MOST_ITERATIONS = 50_000;

    /** Nodes a chunk. */
    private static final int CHUNK = 4096;

    private final SpaceTime problem;
    private final int d;
    private final double[] x;
    private final double[] r;
    private final double[] p;
    private final double[] ap;
    private final double[] z; // the preconditioned residual
    private final double[] diagonal; // for d = 1
    private final double[] factor; // of the diagonal blocks; for d = 1 the inverse of the diagonal
    private final double[] scale; // a node: the inverse of what its residual may be for max |x| = 1
    private final double[] products; // chunk by chunk
    private final double[] ratios; // chunk by chunk: the largest |r_i| scale_i
    private final double[] sizes; // chunk by chunk: the largest |x|

    private double alpha;
    private double gain;
    private double rz;
    private double lastTrueRatio = Double.POSITIVE_INFINITY;
    private int iterations;
    private boolean accurate;

    ConjugateGradients(SpaceTime problem, double[] x) {
        super(chunks(problem));
        this.problem = problem;
        this.d = problem.d;
        this.x = x;
        int n = problem.unknowns();
        r = new double[n];
        p = new double[n];
        ap = new double[n];
        z = d == 1 ? r : new double[n]; // scalars are divided on the way
        factor = new double[n * d];
        diagonal = new double[d == 1 ? n : 0];
        scale = new double[problem.nodes];
        products = new double[chunks(problem)];
        ratios = new double[products.length];
        sizes = new double[products.length];
        for (int node = 0; node < problem.nodes; node++) {
            precondition(node);
            scale[node] = scale(problem, node);
        }
    }

    private static int chunks(SpaceTime problem) {
        return (problem.nodes + CHUNK - 1) / CHUNK;
    }

    /** The inverse of what a node's residual may be for max |x| = 1. */
    static double scale(SpaceTime problem, int node) {
        return 1 / Math.max(ACCURACY * problem.modulus[node], ROUNDING * problem.largestCurvature(node));
    }

    private void precondition(int node) {
        int at = node * d * d;
        if (d == 1) {
            diagonal[at] = problem.own[at] + problem.tied[at];
            factor[at] = 1 / diagonal[at];
            return;
        }
        for (int c = 0; c < d * d; c++) {
            factor[at + c] = problem.own[at + c] + problem.tied[at + c];
        }
        if (!Symmetric.factor(factor, at, d)) {
            throw new AssertionError("a node's curvature is not positive definite");
        }
    }

    void run(int threads) {
        run(RESIDUAL, threads);
    }

    /** Whether it stopped because the residual was small enough. */
    boolean isAccurate() {
        return accurate;
    }

    int iterations() {
        return iterations;
    }

    @Override
    protected int next(int phase) {
        return switch (phase) {
            case RESIDUAL -> begin();
            case MULTIPLY -> {
                alpha = rz / sum(products);
                yield UPDATE;
            }
            case UPDATE -> goOn();
            case DIRECTION -> MULTIPLY;
            default -> throw new AssertionError("no phase " + phase);
        };
    }

    /** The true residual is known: done, or a fresh start from here if the last one brought us nearer. */
    private int begin() {
        rz = sum(products);
        double ratio = largest(ratios) / largest(sizes);
        // The passes may overlook NaN in their largest numbers, not in their sums.
        accurate = largest(ratios) <= largest(sizes) && rz < Double.POSITIVE_INFINITY;
        if (accurate || !(ratio <= lastTrueRatio / 2) || iterations >= MOST_ITERATIONS) {
            return DONE;
        }
        lastTrueRatio = ratio;
        return MULTIPLY;
    }

    private int goOn() {
        iterations++;
        double next = sum(products);
        gain = next / rz;
        rz = next;
        boolean looksSmall = largest(ratios) <= largest(sizes);
        if (looksSmall || !(gain < Double.POSITIVE_INFINITY) || next == 0 || iterations >= MOST_ITERATIONS) {
            gain = 0; // p = M⁻¹r after the next look at the true residual
            return RESIDUAL;
        }
        return DIRECTION;
    }

    @Override
    protected void chunk(int phase, int chunk, int member) {
        int from = chunk * CHUNK;
        int to = Math.min(from + CHUNK, problem.nodes);
        switch (phase) {
            case RESIDUAL -> trueResidual(chunk, from, to);
            case MULTIPLY -> products[chunk] = d == 1 ? multiplyScalars(from, to) : multiplyVectors(from, to);
            case UPDATE -> update(chunk, from, to);
            case DIRECTION -> direction(from, to);
            default -> throw new AssertionError("no phase " + phase);
        }
    }

    /** r = b − Ax, p = z = M⁻¹r. */
    private void trueResidual(int chunk, int from, int to) {
        double[] residual = new double[d];
        for (int node = from; node < to; node++) {
            problem.residual(x, node / problem.m, node % problem.m, residual);
            System.arraycopy(residual, 0, r, node * d, d);
        }
        look(chunk, from, to);
        direction(from, to);
    }

    /** Ap, and pᵀAp. */
    private double multiplyScalars(int from, int to) {
        problem.neighborsOfAll(p, from, to, ap);
        double sum = 0;
        for (int node = from; node < to; node++) {
            double product = diagonal[node] * p[node] - ap[node];
            ap[node] = product;
            sum += product * p[node];
        }
        return sum;
    }

    private double multiplyVectors(int from, int to) {
        double[] around = new double[d];
        double sum = 0;
        for (int node = from; node < to; node++) {
            problem.neighbors(p, node / problem.m, node % problem.m, around);
            for (int row = 0; row < d; row++) {
                double product = -around[row];
                for (int c = 0; c < d; c++) {
                    int at = (node * d + row) * d + c;
                    product += (problem.own[at] + problem.tied[at]) * p[node * d + c];
                }
                ap[node * d + row] = product;
                sum += product * p[node * d + row];
            }
        }
        return sum;
    }

    /** x += αp, r −= αAp, z = M⁻¹r. */
    private void update(int chunk, int from, int to) {
        for (int c = from * d; c < to * d; c++) {
            x[c] += alpha * p[c];
            r[c] -= alpha * ap[c];
        }
        look(chunk, from, to);
    }

    /** z = M⁻¹r and rᵀz, and how large residual and x are. */
    private void look(int chunk, int from, int to) {
        double product = 0;
        double ratio = 0;
        double size = 0;
        if (d == 1) {
            for (int node = from; node < to; node++) {
                double off = Math.abs(r[node]) * scale[node];
                double far = Math.abs(x[node]);
                product += r[node] * r[node] * factor[node];
                ratio = off > ratio ? off : ratio; // Math.max would care for NaN, which the product shows anyway
                size = far > size ? far : size;
            }
        } else {
            for (int node = from; node < to; node++) {
                int at = node * d;
                System.arraycopy(r, at, z, at, d);
                Symmetric.solve(factor, at * d, d, z, at);
                for (int c = at; c < at + d; c++) {
                    product += r[c] * z[c];
                    ratio = Math.max(ratio, Math.abs(r[c]) * scale[node]);
                    size = Math.max(size, Math.abs(x[c]));
                }
            }
        }
        products[chunk] = product;
        ratios[chunk] = ratio;
        sizes[chunk] = size;
    }

    /** p = z + gain p. */
    private void direction(int from, int to) {
        if (d == 1) {
            for (int node = from; node < to; node++) {
                p[node] = r[node] * factor[node] + gain * p[node];
            }
            return;
        }
        for (int c = from * d; c < to * d; c++) {
            p[c] = z[c] + gain * p[c];
        }
    }
}
