package io.acord.claims;

import io.acord.cost.QuadraticPull;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ejml.simple.SimpleEVD;
import org.ejml.simple.SimpleMatrix;

/**
 * The lifted objective FF_t(x, z) and what follows from it, as theory 1 and 5.1 write it down: a loop for every sum,
 * dense matrices, nothing of the engine. z_e is kept as the tail of e sees it; the head sees z_e − o_e.
 */
public final class Lifted {

    private final RoundObjective objective;
    private final Round round;
    private final Graph graph;
    private final Coupling coupling;
    private final double beta;
    private final int n;
    private final int d;

    public Lifted(RoundObjective objective) {
        this.objective = objective;
        this.round = objective.round();
        this.graph = round.graph();
        this.coupling = round.coupling();
        this.beta = round.beta();
        this.n = round.agents();
        this.d = round.dimension();
    }

    /** z_e = (x_i + x_j + o_e)/2. */
    public double[][] midpoints(Actions x) {
        double[] flat = x.toArray();
        double[][] z = new double[graph.edges()][];
        for (int e = 0; e < z.length; e++) {
            z[e] = midpoint(e, flat);
        }
        return z;
    }

    private double[] midpoint(int e, double[] x) {
        double[] z = new double[d];
        for (int c = 0; c < d; c++) {
            z[c] = (x[graph.tail(e) * d + c] + x[graph.head(e) * d + c] + coupling.offset(e, c)) / 2;
        }
        return z;
    }

    /** z⁰. */
    public double[][] start(From start) {
        return midpoints(start == From.ZERO ? Actions.zero(n, d) : objective.previous());
    }

    /** FF(x, z) = Σ_i { φ_i(x_i) + β Σ_{e∋i} ‖x_i − z_e‖²_W }. */
    public double at(Actions x, double[][] z) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += objective.ownPart(i, x.of(i));
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                sum += beta * squared(e, minus(x.of(i), seen(i, e, z[e])));
            }
        }
        return sum;
    }

    /** x(z) = argmin_x FF(x, z): every agent on its own. */
    public Actions argmin(double[][] z) {
        double[] x = objective.previous().toArray();
        for (int i = 0; i < n; i++) {
            solve(i, z, x);
        }
        return Actions.flat(d, x);
    }

    private void solve(int i, double[][] z, double[] x) {
        QuadraticPull pull = new QuadraticPull(d);
        pull.add(objective.regularization(i), objective.previous().of(i));
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            int e = graph.edge(arc);
            pull.add(2 * beta, coupling.gram(e), seen(i, e, z[e]));
        }
        double[] point = new double[d];
        System.arraycopy(x, i * d, point, 0, d);
        round.cost(i).argmin(pull, point);
        System.arraycopy(point, 0, x, i * d, d);
    }

    /** g(z) = min_x FF(x, z). */
    public double g(double[][] z) {
        return at(argmin(z), z);
    }

    /** grad g(z), which is 4β W_e (z_e − the midpoint of x(z)). */
    public double[][] gradient(double[][] z) {
        double[][] middle = midpoints(argmin(z));
        double[][] gradient = new double[z.length][];
        for (int e = 0; e < z.length; e++) {
            gradient[e] = times(e, minus(z[e], middle[e]));
            for (int c = 0; c < d; c++) {
                gradient[e][c] *= 4 * beta;
            }
        }
        return gradient;
    }

    /** The x-part of argmin FF: all x_i and z_e in turn, each time in another order, until nothing moves. */
    public Actions minimizer(Actions from, Random random) {
        double[] x = from.toArray();
        double[][] z = midpoints(from);
        List<Integer> order = new ArrayList<>();
        for (int b = 0; b < n + z.length; b++) {
            order.add(b);
        }
        for (int sweep = 0; sweep < 100_000; sweep++) {
            Collections.shuffle(order, random);
            double[] before = x.clone();
            double moved = 0;
            for (int b : order) {
                if (b < n) {
                    solve(b, z, x);
                } else {
                    double[] middle = midpoint(b - n, x);
                    double[] step = minus(middle, z[b - n]);
                    moved = Math.max(moved, Math.sqrt(dot(step, step)));
                    z[b - n] = middle;
                }
            }
            double size = 1e-300;
            for (int k = 0; k < x.length; k++) {
                moved = Math.max(moved, Math.abs(x[k] - before[k]));
                size = Math.max(size, Math.abs(x[k]));
            }
            if (moved <= 1e-14 * size) {
                break;
            }
        }
        return Actions.flat(d, x);
    }

    /** ‖z − w‖²_H = Σ_e 4β ‖z_e − w_e‖²_W. */
    public double squaredH(double[][] z, double[][] w) {
        double sum = 0;
        for (int e = 0; e < z.length; e++) {
            sum += 4 * beta * squared(e, minus(z[e], w[e]));
        }
        return sum;
    }

    /**
     * Σ_i ‖r_i‖²/(2a_i) of a clean run, r_i = 2β Σ_{e∋i} W_e (y_e − z_e), if x was solved from y and has the midpoints
     * z (theory 5.6).
     */
    public double certificate(double[][] y, double[][] z) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double[] r = new double[d];
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                int e = graph.edge(arc);
                double[] pull = times(e, minus(y[e], z[e]));
                for (int c = 0; c < d; c++) {
                    r[c] += 2 * beta * pull[c];
                }
            }
            sum += dot(r, r) / (2 * objective.modulus(i));
        }
        return sum;
    }

    /** ‖x − y‖² in the norm of D_a + factor · β D_W: factor 2 is M of ACORD, 1 that of ACORD-J. */
    public double squaredNorm(Actions x, Actions y, double factor) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double[] difference = minus(x.of(i), y.of(i));
            sum += objective.modulus(i) * dot(difference, difference);
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                sum += factor * beta * squared(graph.edge(arc), difference);
            }
        }
        return sum;
    }

    /** Σ_i a_i/2 ‖x_i − y_i‖². */
    public double potential(Actions x, Actions y) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double[] difference = minus(x.of(i), y.of(i));
            sum += objective.modulus(i) / 2 * dot(difference, difference);
        }
        return sum;
    }

    /** ρ = λ_max(M^{−1/2} β (D_W + Adj_W) M^{−1/2}). */
    public double rho() {
        SimpleMatrix degrees = degrees();
        SimpleMatrix m = moduli().plus(degrees.scale(2 * beta));
        return largestSize(whitened(m, degrees.plus(adjacency()).scale(beta)));
    }

    /** ρ_J = max |eig(M_J^{−1} β Adj_W)|, M_J = D_a + β D_W. */
    public double rhoJacobi() {
        return largestSize(
                whitened(moduli().plus(degrees().scale(beta)), adjacency().scale(beta)));
    }

    /**
     * The paper's σ: the smallest eigenvalue of the lifted Hessian for d = 1 and W_e = m, [[D_a + 2βm D, −2βm B], [−2βm
     * Bᵀ, 4βm]].
     */
    public double sigma(double m) {
        int edges = graph.edges();
        SimpleMatrix hessian = new SimpleMatrix(n + edges, n + edges);
        for (int i = 0; i < n; i++) {
            hessian.set(i, i, objective.modulus(i) + 2 * beta * m * graph.degree(i));
        }
        for (int e = 0; e < edges; e++) {
            hessian.set(n + e, n + e, 4 * beta * m);
            for (int end : new int[] {graph.tail(e), graph.head(e)}) {
                hessian.set(end, n + e, -2 * beta * m);
                hessian.set(n + e, end, -2 * beta * m);
            }
        }
        return hessian.eig().getEigenvalues().stream()
                .mapToDouble(value -> value.getReal())
                .min()
                .orElseThrow();
    }

    private SimpleMatrix moduli() {
        SimpleMatrix a = new SimpleMatrix(n * d, n * d);
        for (int k = 0; k < n * d; k++) {
            a.set(k, k, objective.modulus(k / d));
        }
        return a;
    }

    private SimpleMatrix degrees() {
        SimpleMatrix sum = new SimpleMatrix(n * d, n * d);
        for (int e = 0; e < graph.edges(); e++) {
            addBlock(sum, e, graph.tail(e), graph.tail(e));
            addBlock(sum, e, graph.head(e), graph.head(e));
        }
        return sum;
    }

    private SimpleMatrix adjacency() {
        SimpleMatrix sum = new SimpleMatrix(n * d, n * d);
        for (int e = 0; e < graph.edges(); e++) {
            addBlock(sum, e, graph.tail(e), graph.head(e));
            addBlock(sum, e, graph.head(e), graph.tail(e));
        }
        return sum;
    }

    private void addBlock(SimpleMatrix sum, int e, int row, int column) {
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                sum.set(row * d + r, column * d + c, sum.get(row * d + r, column * d + c) + coupling.gram(e, r, c));
            }
        }
    }

    private static SimpleMatrix whitened(SimpleMatrix m, SimpleMatrix b) {
        SimpleEVD<SimpleMatrix> eigen = m.eig();
        SimpleMatrix inverseRoot = new SimpleMatrix(m.getNumRows(), m.getNumRows());
        for (int k = 0; k < m.getNumRows(); k++) {
            SimpleMatrix v = eigen.getEigenVector(k);
            inverseRoot = inverseRoot.plus(v.mult(v.transpose())
                    .scale(1 / Math.sqrt(eigen.getEigenvalue(k).getReal())));
        }
        SimpleMatrix product = inverseRoot.mult(b).mult(inverseRoot);
        return product.plus(product.transpose()).scale(0.5);
    }

    private static double largestSize(SimpleMatrix symmetric) {
        return symmetric.eig().getEigenvalues().stream()
                .mapToDouble(value -> Math.abs(value.getReal()))
                .max()
                .orElse(0);
    }

    /** z_e as an end of the edge sees it. */
    private double[] seen(int agent, int e, double[] z) {
        if (agent == graph.tail(e)) {
            return z;
        }
        double[] seen = new double[d];
        for (int c = 0; c < d; c++) {
            seen[c] = z[c] - coupling.offset(e, c);
        }
        return seen;
    }

    /** W_e v. */
    private double[] times(int e, double[] v) {
        double[] product = new double[d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                product[r] += coupling.gram(e, r, c) * v[c];
            }
        }
        return product;
    }

    /** ‖v‖²_W. */
    private double squared(int e, double[] v) {
        return dot(v, times(e, v));
    }

    static double dot(double[] u, double[] v) {
        double sum = 0;
        for (int c = 0; c < u.length; c++) {
            sum += u[c] * v[c];
        }
        return sum;
    }

    static double[] minus(double[] u, double[] v) {
        double[] difference = new double[u.length];
        for (int c = 0; c < u.length; c++) {
            difference[c] = u[c] - v[c];
        }
        return difference;
    }
}
