package io.acord.lab.optimum;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * {@link ConjugateGradients} for d = 1 and a graph that stays the same, in single precision, with the rounds of an
 * agent side by side in memory.
 *
 * <p>It waits for memory, so it moves half as much of it: residual, direction and what x has moved since the last look
 * are floats. x itself and the true residual are doubles. Whenever the residual has become {@link #DROP} times what it
 * was, x takes over what it has moved, the true residual replaces that of the recursion, and the direction goes on as
 * if nothing had happened: starting afresh would lose what it knows of the steps before ("reliable updates", van der
 * Vorst and Ye 2000). The steps are as many as in double precision, but for a few, and the end is the same: the true
 * residual decides. Where floats do not get there, {@link #isAccurate} says so, and x is a good guess for somebody
 * else.
 */
final class SteadyGradients extends ParallelLoop {

    /** z = M⁻¹(b − Ax) in doubles, zᵀMz, and how large residual and x are. */
    private static final int RESIDUAL = 0;

    /** z in a unit that suits floats; p = z + gain p. */
    private static final int RESCALE = 1;

    /** Ap and pᵀAp. */
    private static final int MULTIPLY = 2;

    /** z −= αM⁻¹Ap, and zᵀMz. */
    private static final int UPDATE = 3;

    /** moved += αp, p = z + gain p. */
    private static final int DIRECTION = 4;

    /** x += moved + αp. */
    private static final int TAKE_OVER = 5;

    /** The true residual is looked at when the one of the recursion has become so much smaller. */
    private static final double DROP = 1e-3;

    /** What the last look aims at, as a share of what is allowed: the recursion ends a little beside the truth. */
    private static final double AIM = 0.5;

    private static final int MOST_ITERATIONS = 50_000;

    /** Numbers beyond it, or below its inverse, are left to double precision. */
    private static final double LARGEST = 1e30;

    /** Numbers of a window, about: a dozen windows stay in the first-level cache. */
    private static final int WINDOW = 512;

    private static final int WINDOWS_PER_CHUNK = 8;

    /** Numbers that lie no further apart than this are found in a cache. */
    private static final int NEAR = 1 << 15;

    private final SpaceTime problem;
    private final int k; // rounds
    private final int m; // agents
    private final int agentsPerWindow;
    private final int agentsPerChunk;
    private final int[] first;
    private final int[] column;
    private final Patch.Arcs arcs;
    private final float[] weight; // of an arc; none where all are 1
    private final boolean scattered; // neighbours lie where no cache has them
    private final boolean sameSteps; // for all agents: steps has those of one
    private final double[] steps; // of the step from the round before; 0 in the first round
    private final double[] beta; // of a round
    private final double[] solution; // round by round, the caller's
    private final double[] linear;
    private final double[] diagonal;
    private final double[] x;
    private final float[] scale; // the inverse of what |z| may be for max |x| = 1
    private final float[] curvature; // the diagonal
    private final float[] z;
    private final float[] p;
    private final float[] ap;
    private final float[] moved; // since the last look at the true residual
    private final double[] products; // chunk by chunk
    private final double[] ratios; // chunk by chunk: the largest |z_i| scale_i
    private final double[] sizes; // chunk by chunk: the largest |x|
    private final double[] largest; // chunk by chunk: the largest |z|
    private GradientWindow[] windows = {}; // a thread's

    private double unit = 1; // of z, p and moved, a power of two
    private double zoom = 1; // the old unit over the new one
    private double alpha;
    private double gain;
    private double zz; // zᵀMz
    private double lastZz; // of the step before
    private double aim; // the zᵀMz at which the true residual is looked at
    private double lastRatio = Double.POSITIVE_INFINITY;
    private int iterations;
    private boolean accurate;

    SteadyGradients(SpaceTime problem, double[] solution) {
        super(chunks(problem));
        this.problem = problem;
        this.solution = solution;
        k = problem.k;
        m = problem.m;
        agentsPerWindow = agentsPerWindow(k);
        agentsPerChunk = WINDOWS_PER_CHUNK * agentsPerWindow;
        arcs = problem.patch.arcs[0];
        first = arcs.first;
        column = arcs.column;
        weight = new float[problem.patch.unitWeights ? 0 : column.length];
        for (int arc = 0; arc < weight.length; arc++) {
            weight[arc] = (float) arcs.coupling.weight(arcs.edge[arc]);
        }
        scattered = isScattered();
        int n = problem.nodes;
        linear = new double[n];
        diagonal = new double[n];
        x = new double[n];
        scale = new float[n];
        curvature = new float[n];
        z = new float[n];
        p = new float[n];
        ap = new float[n];
        moved = new float[n];
        sameSteps = haveSameSteps(problem);
        steps = new double[sameSteps ? k : n];
        beta = new double[k];
        for (int tau = 0; tau < k; tau++) {
            beta[tau] = problem.rounds[tau].beta;
        }
        for (int a = 0; a < m; a++) {
            for (int tau = 0; tau < k; tau++) {
                take(tau * m + a, a * k + tau);
            }
        }
        int chunks = chunks(problem);
        products = new double[chunks];
        ratios = new double[chunks];
        sizes = new double[chunks];
        largest = new double[chunks];
    }

    /** Whether a problem is one for it. */
    static boolean isFor(SpaceTime problem) {
        boolean same = problem.d == 1 && problem.k > 1 && problem.patch.pinned.length == 0;
        for (int tau = 1; tau < problem.k; tau++) {
            same &= problem.patch.arcs[tau] == problem.patch.arcs[0];
        }
        for (int node = 0; same && node < problem.nodes; node++) {
            double h = problem.own[node] + problem.tied[node]; // no weight and no step is larger
            same = h < LARGEST && h > 1 / LARGEST;
        }
        return same;
    }

    private boolean isScattered() {
        long far = 0;
        for (int a = 0; a < m; a++) {
            for (int arc = first[a]; arc < first[a + 1]; arc++) {
                far += (long) Math.abs(column[arc] - a) * k > NEAR ? 1 : 0;
            }
        }
        return 4 * far > column.length;
    }

    private static boolean haveSameSteps(SpaceTime problem) {
        return IntStream.range(0, problem.nodes)
                .allMatch(node -> problem.step[node] == problem.step[node - node % problem.m]);
    }

    private static int agentsPerWindow(int k) {
        return Math.max(1, WINDOW / k);
    }

    private static int chunks(SpaceTime problem) {
        int agents = WINDOWS_PER_CHUNK * agentsPerWindow(problem.k);
        return (problem.m + agents - 1) / agents;
    }

    private void take(int node, int at) {
        linear[at] = problem.linear[node];
        x[at] = solution[node];
        diagonal[at] = problem.own[node] + problem.tied[node];
        curvature[at] = (float) diagonal[at];
        scale[at] = (float) (diagonal[at] * ConjugateGradients.scale(problem, node));
        steps[sameSteps ? at % k : at] = problem.step[node];
    }

    /** Solves the problem, as well as floats can. */
    void run(int threads) {
        windows = new GradientWindow[Math.max(1, threads)];
        Arrays.setAll(windows, member -> new GradientWindow(agentsPerWindow, beta, sameSteps ? steps : null));
        run(RESIDUAL, threads);
        for (int a = 0; a < m; a++) {
            for (int tau = 0; tau < k; tau++) {
                solution[tau * m + a] = x[a * k + tau];
            }
        }
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
            case RESIDUAL -> look();
            case RESCALE, DIRECTION -> MULTIPLY;
            case MULTIPLY -> {
                double curved = sum(products);
                alpha = curved > 0 ? zz / curved : 0; // 0: nothing is left that floats could tell from rounding
                yield alpha > 0 ? UPDATE : TAKE_OVER;
            }
            case UPDATE -> goOn();
            case TAKE_OVER -> RESIDUAL;
            default -> throw new AssertionError("no phase " + phase);
        };
    }

    /** The true residual is known: done, or on from here if the steps since the last look brought us nearer. */
    private int look() {
        double product = sum(products);
        double ratio = largest(ratios) / largest(sizes);
        double size = largest(largest);
        // The passes may overlook NaN in their largest numbers, not in their sums.
        accurate = largest(ratios) <= largest(sizes) && product < Double.POSITIVE_INFINITY;
        boolean fits = size < LARGEST && size > 1 / LARGEST;
        if (accurate || !fits || !(ratio <= lastRatio / 2) || iterations >= MOST_ITERATIONS) {
            return DONE;
        }
        lastRatio = ratio;
        gain = alpha > 0 ? product / lastZz : 0;
        zoom = 1 / Math.scalb(1.0, Math.getExponent(size));
        unit /= zoom;
        zz = product * zoom * zoom;
        double drop = Math.max(DROP, AIM / ratio);
        aim = zz * drop * drop;
        return RESCALE;
    }

    private int goOn() {
        iterations++;
        double next = sum(products);
        gain = next / zz;
        lastZz = zz;
        zz = next;
        return next > aim && gain < Double.POSITIVE_INFINITY && iterations < MOST_ITERATIONS ? DIRECTION : TAKE_OVER;
    }

    @Override
    protected void chunk(int phase, int chunk, int member) {
        int from = chunk * agentsPerChunk;
        int to = Math.min(from + agentsPerChunk, m);
        switch (phase) {
            case RESIDUAL -> trueResidual(chunk, from, to);
            case RESCALE -> rescale(from * k, to * k, (float) zoom, (float) (gain * zoom), z, p);
            case MULTIPLY -> products[chunk] = multiply(from, to, windows[member]);
            case UPDATE -> products[chunk] = update(from * k, to * k, windows[member]);
            case DIRECTION -> direction(from * k, to * k, (float) alpha, (float) gain, moved, p, z);
            case TAKE_OVER -> takeOver(from * k, to * k, unit, alpha * unit, x, moved, p);
            default -> throw new AssertionError("no phase " + phase);
        }
    }

    private void trueResidual(int chunk, int from, int to) {
        double product = 0;
        double ratio = 0;
        double size = 0;
        double most = 0;
        double[] around = new double[k];
        for (int a = from; a < to; a++) {
            addNeighbors(a, around);
            for (int tau = 0; tau < k; tau++) {
                int at = a * k + tau;
                double preconditioned = (linear[at] + around[tau]) / diagonal[at] - x[at];
                double inUnits = preconditioned / unit;
                z[at] = (float) inUnits;
                product += inUnits * inUnits * diagonal[at];
                ratio = Math.max(ratio, Math.abs(preconditioned) * scale[at]);
                size = Math.max(size, Math.abs(x[at]));
                most = Math.max(most, Math.abs(inUnits));
            }
        }
        products[chunk] = product;
        ratios[chunk] = ratio;
        sizes[chunk] = size;
        largest[chunk] = most;
    }

    /** Weight times x of everything next to an agent, in space and time, in doubles. */
    private void addNeighbors(int a, double[] into) {
        Arrays.fill(into, 0);
        for (int arc = first[a]; arc < first[a + 1]; arc++) {
            int at = column[arc] * k;
            double w = weight.length == 0 ? 1 : arcs.coupling.weight(arcs.edge[arc]);
            for (int tau = 0; tau < k; tau++) {
                into[tau] += w * x[at + tau];
            }
        }
        int at = sameSteps ? 0 : a * k;
        for (int tau = 0; tau < k; tau++) {
            double sum = beta[tau] * into[tau];
            if (tau > 0) {
                sum += steps[at + tau] * x[a * k + tau - 1];
            }
            if (tau + 1 < k) {
                sum += steps[at + tau + 1] * x[a * k + tau + 1];
            }
            into[tau] = sum;
        }
    }

    private static void rescale(int from, int to, float zoom, float gain, float[] z, float[] p) {
        for (int at = from; at < to; at++) {
            float zoomed = z[at] * zoom;
            z[at] = zoomed;
            p[at] = zoomed + gain * p[at];
        }
    }

    private static void direction(int from, int to, float alpha, float gain, float[] moved, float[] p, float[] z) {
        for (int at = from; at < to; at++) {
            float along = p[at];
            moved[at] += alpha * along;
            p[at] = z[at] + gain * along;
        }
    }

    private static void takeOver(int from, int to, double unit, double alpha, double[] x, float[] moved, float[] p) {
        for (int at = from; at < to; at++) {
            x[at] += unit * moved[at] + alpha * p[at];
            moved[at] = 0;
        }
    }

    private double update(int from, int to, GradientWindow window) {
        step(from, to, (float) alpha, z, ap, curvature);
        window.begin();
        for (int here = from; here < to; here += agentsPerWindow * k) {
            window.addSquares(z, curvature, here, Math.min(agentsPerWindow * k, to - here));
        }
        return window.sum();
    }

    private static void step(int from, int to, float alpha, float[] z, float[] ap, float[] curvature) {
        for (int at = from; at < to; at++) {
            z[at] -= alpha * ap[at] / curvature[at];
        }
    }

    private double multiply(int from, int to, GradientWindow window) {
        window.begin();
        for (int here = from; here < to; here += agentsPerWindow) {
            int end = Math.min(to, here + agentsPerWindow);
            if (scattered) {
                window.prefetch(first, column, p, here, end);
            }
            window.addNeighbors(first, column, weight, p, here, end);
            window.multiply(p, curvature, sameSteps ? null : steps, ap, here * k, (end - here) * k);
        }
        return window.sum();
    }
}
