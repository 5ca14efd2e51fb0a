package io.acord.theory;

import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.linear.Symmetric;
import java.util.Arrays;

/**
 * The smallest eigenvalue κ of M⁻¹A on a connected component, by walking over its arcs: A = D_a + β(D_W ∓ Adj_W), M =
 * D_a + share · β D_W. M⁻¹A = 1 − T, where T is the step of ACORD (share 2) or of ACORD-J (share 1, either end of T's
 * spectrum). Scratch; one thread.
 *
 * <p>κ is the minimum of the Rayleigh quotient xᵀAx / xᵀMx, found by conjugate gradients in the inner product of M with
 * an exact search along each direction. Power iteration, which this replaces, needs about the square of the number of
 * steps. The quotient is taken edge by edge, xᵀAx = Σ a_i |x_i|² + β Σ_e |x_i ∓ x_j|²_{W_e}, and so loses no digits
 * however small κ is.
 *
 * <p>The proven bound is Collatz and Wielandt's with blocks: for every u > 0, ±2 x_iᵀ W x_j ≤ (u_j/u_i) |x_i|²_W +
 * (u_i/u_j) |x_j|²_W, hence κ ≥ min_i λ_min(M_i⁻¹ (a_i + β Σ_{e∋i} (1 − u_j/u_i) W_e)). With u_i = |x_i| it closes in
 * on κ itself if all edges are isotropic.
 *
 * <p>Edges that are all multiples of the identity treat every coordinate alike, so one coordinate is enough.
 */
final class RayleighDescent {

    /** Relative to κ. The error of κ is of the order of the residual's square. */
    private static final double RESIDUAL = 1e-10;

    /** What rounding leaves of a residual. */
    private static final double NOISE = 1e-14;

    private static final int POLISH = 100;

    private final Coupling coupling;
    private final Graph graph;
    private final Components components;
    private final int d;
    private final double beta;
    private final double[] a;
    private final double share; // 2 or 1
    private final double sign;
    private final double[] m; // blocks of M
    private final double[] factor; // and their Cholesky factors
    private final double[] x;
    private final double[] p;
    private final double[] w;
    private final double[] wBefore;
    private final double[] v; // d numbers each
    private final double[] r;
    private final int[] agent; // the agents of the component at hand are agent[0] .. agent[members − 1]
    private int members;

    private RayleighDescent(
            Coupling coupling, Components components, double beta, double[] a, double share, double sign) {
        this.coupling = coupling;
        this.graph = coupling.graph();
        this.components = components;
        this.d = coupling.isIsotropic() ? 1 : coupling.dimension();
        this.beta = beta;
        this.a = a;
        this.share = share;
        this.sign = sign;
        this.m = new double[a.length * d * d];
        this.x = new double[a.length * d];
        this.p = new double[a.length * d];
        this.w = new double[a.length * d];
        this.wBefore = new double[a.length * d];
        this.v = new double[d];
        this.r = new double[d];
        this.agent = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            addDiagonal(a[i], m, i * d * d);
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                addGram(share * beta, graph.edge(arc), m, i * d * d);
            }
        }
        this.factor = m.clone();
        for (int i = 0; i < a.length; i++) {
            if (!Symmetric.factor(factor, i * d * d, d)) {
                throw new AssertionError("a_i + share beta W_i of agent " + i + " is not positive definite");
            }
        }
    }

    /** T = M⁻¹ β(D_W + Adj_W), whose eigenvalues lie in [0, ρ]. */
    static RayleighDescent ofAcord(Coupling coupling, Components components, double beta, double[] a) {
        return new RayleighDescent(coupling, components, beta, a, 2, 1);
    }

    /** T = M⁻¹ β Adj_W, or its negative, whose eigenvalues lie in [−ρ_J, ρ_J]. */
    static RayleighDescent ofJacobi(
            Coupling coupling, Components components, double beta, double[] a, boolean negative) {
        return new RayleighDescent(coupling, components, beta, a, 1, negative ? -1 : 1);
    }

    /** @param knownAtLeast a bound on κ that holds anyway */
    ContractionFactor run(int component, double knownAtLeast, int maxIterations) {
        if (components.size(component) == 1 || beta == 0) {
            return ContractionFactor.exact();
        }
        members = components.size(component);
        for (int k = 0; k < members; k++) {
            agent[k] = components.agent(component, k);
        }
        start();
        double kappa = 1;
        double squaredBefore = 0;
        for (int k = 1; k <= maxIterations; k++) {
            scale(x, 1 / Math.sqrt(product(x, x)));
            kappa = Math.min(kappa, energy(x));
            double squared = gradient(kappa);
            if (Math.sqrt(squared) <= Math.max(RESIDUAL * kappa, NOISE)) {
                return new ContractionFactor.Converged(kappa, proven(knownAtLeast, kappa), k);
            }
            turn(squared, squaredBefore);
            search(kappa);
            squaredBefore = squared;
        }
        return new ContractionFactor.Bracketed(
                kappa, proven(knownAtLeast, kappa), "not settled after " + maxIterations + " iterations");
    }

    /** Positive, and in no special position: multiples of the golden ratio leave no eigenvector out. */
    private void start() {
        double golden = 0.6180339887498949;
        for (int k = 0; k < members; k++) {
            for (int c = 0; c < d; c++) {
                x[agent[k] * d + c] = d == 1 ? 1 : 0.5 + (k * d + c + 1) * golden % 1;
                p[agent[k] * d + c] = 0;
                w[agent[k] * d + c] = 0;
            }
        }
    }

    /**
     * w = M⁻¹Ax − κx, the gradient, keeping the one before; returns |w|²_M. An eigenvalue lies within |w|_M of κ, as
     * |x|_M = 1.
     */
    private double gradient(double kappa) {
        double squared = 0;
        for (int k = 0; k < members; k++) {
            int i = agent[k];
            System.arraycopy(w, i * d, wBefore, i * d, d);
            for (int c = 0; c < d; c++) {
                r[c] = a[i] * x[i * d + c];
            }
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                difference(x, i, graph.neighbor(arc));
                addProduct(beta, graph.edge(arc), v, r);
            }
            Symmetric.addProduct(-kappa, m, i * d * d, d, x, i * d, r, 0);
            System.arraycopy(r, 0, w, i * d, d);
            Symmetric.solve(factor, i * d * d, d, w, i * d);
            for (int c = 0; c < d; c++) {
                squared += r[c] * w[i * d + c];
            }
        }
        return Math.max(0, squared);
    }

    /** p = −w + γp with Polak and Ribière's γ = ⟨w, w − wBefore⟩/|wBefore|², made orthogonal to x. */
    private void turn(double squared, double squaredBefore) {
        double gamma = squaredBefore == 0 ? 0 : Math.max(0, (squared - product(w, wBefore)) / squaredBefore);
        for (int k = 0; k < members; k++) {
            for (int c = agent[k] * d; c < agent[k] * d + d; c++) {
                p[c] = gamma * p[c] - w[c];
            }
        }
        add(p, -product(x, p), x);
    }

    /** x + tp with the smallest quotient: an eigenvector of 2 x 2 numbers, as x and p are orthogonal and |x| = 1. */
    private void search(double kappa) {
        double length = Math.sqrt(product(p, p));
        double slope = 2 * product(w, p) / length;
        double rise = energy(p) / length / length - kappa;
        add(x, -slope / (rise + StrictMath.hypot(rise, slope)) / length, p);
    }

    /** ⟨y, z⟩_M. */
    private double product(double[] y, double[] z) {
        double sum = 0;
        for (int k = 0; k < members; k++) {
            int i = agent[k];
            Arrays.fill(r, 0);
            Symmetric.addProduct(1, m, i * d * d, d, z, i * d, r, 0);
            for (int c = 0; c < d; c++) {
                sum += y[i * d + c] * r[c];
            }
        }
        return sum;
    }

    /** yᵀAy = Σ a_i |y_i|² + β Σ_e |y_i ∓ y_j|²_{W_e}. */
    private double energy(double[] y) {
        double own = 0;
        double shared = 0;
        for (int k = 0; k < members; k++) {
            int i = agent[k];
            own += a[i] * squared(y, i);
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                if (i < graph.neighbor(arc)) {
                    difference(y, i, graph.neighbor(arc));
                    Arrays.fill(r, 0);
                    addProduct(1, graph.edge(arc), v, r);
                    for (int c = 0; c < d; c++) {
                        shared += v[c] * r[c];
                    }
                }
            }
        }
        return own + beta * shared;
    }

    private double proven(double knownAtLeast, double kappa) {
        if (d == 1) {
            polish();
        }
        double smallest = Double.POSITIVE_INFINITY;
        for (int k = 0; k < members; k++) {
            smallest = Math.min(smallest, collatzWielandt(agent[k]));
        }
        return Math.min(kappa, smallest > knownAtLeast ? smallest : knownAtLeast);
    }

    /**
     * Steps of power iteration, x ← Tx or x + Tx, from |x|: small entries, which the bound divides by, get their
     * digits.
     */
    private void polish() {
        for (int k = 0; k < members; k++) {
            x[agent[k]] = Math.abs(x[agent[k]]);
        }
        for (int step = 0; step < POLISH; step++) {
            for (int k = 0; k < members; k++) {
                int i = agent[k];
                double sum = 0;
                for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                    double weight = coupling.gram(graph.edge(arc), 0, 0);
                    sum += weight * ((share - 1) * x[i] + x[graph.neighbor(arc)]);
                }
                w[i] = (2 - share) * x[i] + beta * sum / m[i];
            }
            for (int k = 0; k < members; k++) {
                x[agent[k]] = w[agent[k]];
            }
            scale(x, 1 / Math.sqrt(product(x, x)));
        }
    }

    /** λ_min(M_i⁻¹ (a_i + β Σ_{e∋i} (1 − u_j/u_i) W_e)), u = |x|; not a number if u_i = 0. */
    private double collatzWielandt(int i) {
        double[] block = new double[d * d];
        addDiagonal(a[i], block, 0);
        double ui = Math.sqrt(squared(x, i));
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            double uj = Math.sqrt(squared(x, graph.neighbor(arc)));
            addGram(beta * (1 - uj / ui), graph.edge(arc), block, 0);
        }
        return d == 1 ? block[0] / m[i] : Symmetric.eigenvalues(whitened(i, block), 0, d)[0];
    }

    /** L⁻¹ G L⁻ᵀ for M_i = L Lᵀ. */
    private double[] whitened(int i, double[] g) {
        double[] half = forward(i, g); // rows: (L⁻¹ g_r)ᵀ, that is G L⁻ᵀ
        double[] transposed = new double[d * d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                transposed[c * d + r] = half[r * d + c];
            }
        }
        return forward(i, transposed);
    }

    /** Every row y of the result solves L y = row of g. */
    private double[] forward(int i, double[] g) {
        double[] y = g.clone();
        int l = i * d * d;
        for (int row = 0; row < d; row++) {
            for (int r = 0; r < d; r++) {
                double sum = y[row * d + r];
                for (int k = 0; k < r; k++) {
                    sum -= factor[l + r * d + k] * y[row * d + k];
                }
                y[row * d + r] = sum / factor[l + r * d + r];
            }
        }
        return y;
    }

    private double squared(double[] y, int i) {
        double sum = 0;
        for (int c = i * d; c < i * d + d; c++) {
            sum += y[c] * y[c];
        }
        return sum;
    }

    /** v = y_i ∓ y_j. */
    private void difference(double[] y, int i, int j) {
        for (int c = 0; c < d; c++) {
            v[c] = y[i * d + c] - sign * y[j * d + c];
        }
    }

    private void scale(double[] y, double factor) {
        for (int k = 0; k < members; k++) {
            for (int c = agent[k] * d; c < agent[k] * d + d; c++) {
                y[c] *= factor;
            }
        }
    }

    /** y += t z. */
    private void add(double[] y, double t, double[] z) {
        for (int k = 0; k < members; k++) {
            for (int c = agent[k] * d; c < agent[k] * d + d; c++) {
                y[c] += t * z[c];
            }
        }
    }

    private void addDiagonal(double value, double[] block, int offset) {
        for (int c = 0; c < d; c++) {
            block[offset + c * d + c] += value;
        }
    }

    private void addGram(double weight, int e, double[] block, int offset) {
        if (coupling.isIsotropic(e)) {
            addDiagonal(weight * coupling.weight(e), block, offset);
            return;
        }
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                block[offset + r * d + c] += weight * coupling.gram(e, r, c);
            }
        }
    }

    /** z += weight · W_e y. */
    private void addProduct(double weight, int e, double[] y, double[] z) {
        if (coupling.isIsotropic(e)) {
            for (int c = 0; c < d; c++) {
                z[c] += weight * coupling.weight(e) * y[c];
            }
            return;
        }
        for (int row = 0; row < d; row++) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                sum += coupling.gram(e, row, c) * y[c];
            }
            z[row] += weight * sum;
        }
    }
}
