package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import java.util.SplittableRandom;
import org.ejml.simple.SimpleMatrix;

/**
 * One round with quadratic hitting costs 1/2 (x − v)ᵀ H (x − v), H_i ≥ μ_i and steeper in some directions, solved in
 * the plainest way. Actions are columns, d numbers an agent.
 */
final class Round {

    final Coupling coupling;
    final double beta;
    final SimpleMatrix h;
    final SimpleMatrix v;
    final SimpleMatrix hold; // λ_i b_i, a diagonal matrix
    final SimpleMatrix xPrev;
    private final SimpleMatrix laplacian;
    private final SimpleMatrix mix; // β(D_W + Adj_W)
    private final SimpleMatrix local; // H + λ + 2β D_W
    private final SimpleMatrix coupled; // H + λ + β L_W

    Round(Coupling coupling, double beta, SimpleMatrix h, SimpleMatrix v, SimpleMatrix hold, SimpleMatrix xPrev) {
        this.coupling = coupling;
        this.beta = beta;
        this.h = h;
        this.v = v;
        this.hold = hold;
        this.xPrev = xPrev;
        this.laplacian = Dense.laplacian(coupling);
        SimpleMatrix degrees = Dense.degrees(coupling);
        this.mix = degrees.plus(Dense.adjacency(coupling)).scale(beta);
        this.local = h.plus(hold).plus(degrees.scale(2 * beta));
        this.coupled = h.plus(hold).plus(laplacian.scale(beta));
    }

    /** A round in which agent i has exactly this instance's a_i. */
    static Round random(Instance instance) {
        SplittableRandom random = new SplittableRandom(instance.seed() + 1_000_000);
        int d = instance.coupling().dimension();
        int n = instance.coupling().agents();
        double[] mu = new double[n];
        double[] held = new double[n];
        for (int i = 0; i < n; i++) {
            held[i] = instance.a()[i] * random.nextDouble();
            mu[i] = instance.a()[i] - held[i];
        }
        return new Round(
                instance.coupling(),
                instance.beta(),
                hessian(mu, d, random),
                column(n * d, 3, random),
                Dense.curvature(held, d),
                column(n * d, 3, random));
    }

    /** Blocks with smallest eigenvalue μ_i, or all eigenvalues μ_i. */
    static SimpleMatrix hessian(double[] mu, int d, SplittableRandom random) {
        SimpleMatrix h = Dense.curvature(mu, d);
        for (int i = 0; i < mu.length; i++) {
            double steep = random.nextBoolean() ? 0 : Instance.logUniform(random, 0.1, 100);
            double[] w = Instance.matrix(1, d, random)[0];
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    h.set(i * d + r, i * d + c, h.get(i * d + r, i * d + c) + steep * w[r] * w[c]);
                }
            }
        }
        return h;
    }

    static SimpleMatrix column(int rows, double size, SplittableRandom random) {
        SimpleMatrix column = new SimpleMatrix(rows, 1);
        for (int k = 0; k < rows; k++) {
            column.set(k, 0, size * (2 * random.nextDouble() - 1));
        }
        return column;
    }

    double hitting(SimpleMatrix x) {
        return 0.5 * Dense.form(h, x.minus(v));
    }

    double dissimilarity(SimpleMatrix x) {
        return 0.5 * beta * Dense.form(laplacian, x);
    }

    SimpleMatrix laplacian() {
        return laplacian;
    }

    /** φ(x) = f(x) + λb/2 |x − xPrev|², all agents together. */
    private double own(SimpleMatrix x) {
        return hitting(x) + 0.5 * Dense.form(hold, x.minus(xPrev));
    }

    /** F(x). */
    double at(SimpleMatrix x) {
        return own(x) + dissimilarity(x);
    }

    /** x~ = argmin F. */
    SimpleMatrix optimum() {
        return coupled.solve(h.mult(v).plus(hold.mult(xPrev)));
    }

    /** F(x) − F*, without subtracting large numbers. */
    double gap(SimpleMatrix x) {
        return 0.5 * Dense.form(coupled, x.minus(optimum()));
    }

    /** One ACORD iteration, edge values being the midpoints of x. */
    SimpleMatrix step(SimpleMatrix x) {
        return local.solve(h.mult(v).plus(hold.mult(xPrev)).plus(mix.mult(x)));
    }

    /** E₀ = g(z⁰) − F*, z⁰ the midpoints of x⁰. */
    double startGap(SimpleMatrix x0) {
        SimpleMatrix x1 = step(x0);
        return Math.max(0, own(x1) + beta * squaredToMidpoints(x1, x0) - at(optimum()));
    }

    /** Σ_i Σ_{e∋i} |x_i − z_e|²_{W_e}, z the midpoints of y. */
    private double squaredToMidpoints(SimpleMatrix x, SimpleMatrix y) {
        Graph graph = coupling.graph();
        double sum = 0;
        for (int e = 0; e < graph.edges(); e++) {
            SimpleMatrix z = midpoint(e, y);
            sum += form(e, part(x, graph.tail(e)).minus(z))
                    + form(e, part(x, graph.head(e)).minus(z));
        }
        return sum;
    }

    /** |z − z'|²_H = Σ_e 4β |z_e − z'_e|²_{W_e}, both being midpoints. */
    double squaredEdgeDistance(SimpleMatrix x, SimpleMatrix y) {
        double sum = 0;
        for (int e = 0; e < coupling.graph().edges(); e++) {
            sum += 4 * beta * form(e, midpoint(e, x).minus(midpoint(e, y)));
        }
        return sum;
    }

    /** r = β L x − 2β Σ W (x_i − y_e), y the midpoints of y: what the certificate needs, all agents together. */
    SimpleMatrix residual(SimpleMatrix x, SimpleMatrix y) {
        return laplacian
                .mult(x)
                .scale(beta)
                .minus(Dense.degrees(coupling).mult(x).scale(2 * beta))
                .plus(mix.mult(y));
    }

    /** Agent i's Hessian H_i + λ_i + 2β ΣW. */
    SimpleMatrix localHessian(int i) {
        int d = coupling.dimension();
        return local.extractMatrix(i * d, i * d + d, i * d, i * d + d);
    }

    SimpleMatrix part(SimpleMatrix x, int i) {
        int d = coupling.dimension();
        return x.extractMatrix(i * d, i * d + d, 0, 1);
    }

    private SimpleMatrix midpoint(int e, SimpleMatrix x) {
        Graph graph = coupling.graph();
        return part(x, graph.tail(e)).plus(part(x, graph.head(e))).scale(0.5);
    }

    private double form(int e, SimpleMatrix v) {
        double sum = 0;
        for (int r = 0; r < coupling.dimension(); r++) {
            for (int c = 0; c < coupling.dimension(); c++) {
                sum += coupling.gram(e, r, c) * v.get(r, 0) * v.get(c, 0);
            }
        }
        return sum;
    }
}
