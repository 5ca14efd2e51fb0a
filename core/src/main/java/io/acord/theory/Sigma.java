package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/**
 * The paper's σ: the smallest eigenvalue of the lifted Hessian
 *
 * <pre>
 *     [ D_a + 2βm D    −2βm B ]
 *     [ −2βm Bᵀ         4βm I ]        D degrees, B the unsigned incidence matrix of N agents and |E| edges,
 * </pre>
 *
 * <p>and what is known about it without eigenvalues of a matrix that large. ACORD's rate does not need σ (5.1); this is
 * for comparison with the paper. Immutable.
 */
public final class Sigma {

    /** The dense N x N work of {@link #exact} takes minutes and 72 MB here. */
    public static final int MOST_AGENTS = 3000;

    private static final double PRECISION = 1e-15;

    private final Graph graph;
    private final double bm; // β m
    private final double[] a;

    private Sigma(Graph graph, double bm, double[] a) {
        this.graph = graph;
        this.bm = bm;
        this.a = a;
    }

    /**
     * σ of a round.
     *
     * @param m the smallest eigenvalue of any W_e; 1 for A_e = I
     * @param a a_i = μ_i + λ_i b_i
     */
    public static Sigma of(Graph graph, double beta, double m, double[] a) {
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Require.nonNegative("m", m, "it is the smallest eigenvalue of a Gram matrix");
        Require.curvatures(a, graph.agents());
        return new Sigma(graph, beta * m, a.clone());
    }

    /** σ of a round, with m taken from the coupling. */
    public static Sigma of(Coupling coupling, double beta, double[] a) {
        double m = coupling.graph().edges() == 0 ? 0 : Double.POSITIVE_INFINITY;
        for (int e = 0; e < coupling.graph().edges(); e++) {
            m = Math.min(m, coupling.smallestEigenvalue(e));
        }
        return of(coupling.graph(), beta, m, a);
    }

    /**
     * σ itself, by bisection: for 0 &lt; λ &lt; 4βm the lifted Hessian minus λ is positive definite exactly if its
     * Schur complement D_a + βm L − λ (I + Q/(4 − λ/βm)) is, which Cholesky decides; L = D − Adj, Q = D + Adj. Without
     * edges it is min a; with edges but βm = 0, when nothing holds an edge's z, it is 0.
     */
    public double exact() {
        double smallest = smallestCurvature();
        if (graph.edges() == 0) {
            return smallest;
        }
        if (bm == 0) {
            return 0;
        }
        double[] work = dense(graph, "sigma");
        double low = 0;
        double high = 4 * bm; // a diagonal entry, with something beside it
        while (high - low > PRECISION * high) {
            double middle = 0.5 * (low + high);
            if (isBelowSigma(middle, work)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isBelowSigma(double lambda, double[] work) {
        double share = lambda / (4 - lambda / bm);
        fill(graph, work, i -> a[i] - lambda + (bm - share) * graph.degree(i), -(bm + share));
        return Symmetric.factor(work, 0, graph.agents());
    }

    /** λ_max(Q), Q = D + Adj the signless Laplacian: 2D for D-regular graphs, N for a star. */
    public static double signlessRadius(Graph graph) {
        double low = 0;
        double high = 0;
        for (int e = 0; e < graph.edges(); e++) {
            int di = graph.degree(graph.tail(e));
            int dj = graph.degree(graph.head(e));
            low = Math.max(low, Math.max(di, dj)); // a diagonal entry
            high = Math.max(high, di + dj);
        }
        double[] work = dense(graph, "signless Laplacian");
        while (high - low > PRECISION * high) {
            double middle = 0.5 * (low + high);
            fill(graph, work, i -> middle - graph.degree(i), -1);
            if (Symmetric.factor(work, 0, graph.agents())) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    /**
     * The paper's lower bound (L1291): 1/2 (a + 4βm − √((4βm − a)² + 16 (βm)² λ_max(Q))) with a = min_i (a_i + 2βm
     * D_i), here as 8βm (a − βm λ_max(Q)) / (a + 4βm + √…). It takes every degree for the smallest one, so it says
     * nothing unless a > βm λ_max(Q), and on graphs that are far from regular it says nothing at all (E13).
     */
    public PaperBound paperBound() {
        double smallest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < a.length; i++) {
            smallest = Math.min(smallest, a[i] + 2 * bm * graph.degree(i));
        }
        double radius = signlessRadius(graph);
        double root = StrictMath.hypot(4 * bm - smallest, 4 * bm * Math.sqrt(radius));
        double value = 8 * bm * (smallest - bm * radius) / (smallest + 4 * bm + root);
        if (value > 0) {
            return new PaperBound.Holds(value);
        }
        return new PaperBound.Vacuous(value, bm == 0 ? "beta m is 0" : whyVacuous(smallest, radius));
    }

    private String whyVacuous(double smallest, double radius) {
        return "min (a_i + 2 beta m degree) = " + smallest
                + " does not exceed beta m times the largest eigenvalue of the signless Laplacian = " + bm * radius;
    }

    /** 1 / ((1 + λ_max(Q)/4)/a_min + 1/(4βm)): a lower bound that is positive on every graph, if βm is (5.3). */
    public double schurBound() {
        return 1 / ((1 + signlessRadius(graph) / 4) / smallestCurvature() + 1 / (4 * bm));
    }

    /** 1 / ((1 + D_max/2)/a_min + 1/(4βm)): the same from the largest degree alone. */
    public double schurBoundByDegree() {
        int largest = 0;
        for (int i = 0; i < a.length; i++) {
            largest = Math.max(largest, graph.degree(i));
        }
        return 1 / ((1 + largest / 2.0) / smallestCurvature() + 1 / (4 * bm));
    }

    /**
     * σ of every D-regular graph whose agents share one a: with κ = a/(2βm), 4βm κ / (1 + (D + κ)/2 + √((1 − (D +
     * κ)/2)² + 2D)) (L1316 with E14).
     */
    public static double ofRegular(int degree, double beta, double m, double a) {
        double bm = requireRegular(degree, beta, m, a);
        double half = (degree + a / (2 * bm)) / 2;
        return 2 * a / (1 + half + StrictMath.hypot(1 - half, Math.sqrt(2.0 * degree)));
    }

    /** 2a/(2D + κ), at most σ of a D-regular graph, D ≥ 2. */
    public static double regularAtLeast(int degree, double beta, double m, double a) {
        double bm = requireRegular(degree, beta, m, a);
        Require.atLeast("degree", degree, 2, "the lower bound fails for matchings");
        return 2 * a / (2.0 * degree + a / (2 * bm));
    }

    /** 2a/(D + κ), at least σ of a D-regular graph. */
    public static double regularAtMost(int degree, double beta, double m, double a) {
        double bm = requireRegular(degree, beta, m, a);
        return 2 * a / (degree + a / (2 * bm));
    }

    private static double requireRegular(int degree, double beta, double m, double a) {
        Require.atLeast("degree", degree, 1, "without edges sigma is a");
        Require.positive("beta", beta, "without coupling the lifted Hessian is singular");
        Require.positive("m", m, "with deficient rank the lifted Hessian is singular");
        Require.positive("a", a, "it is mu + lambda1 b");
        return beta * m;
    }

    private double smallestCurvature() {
        double smallest = Double.POSITIVE_INFINITY;
        for (double curvature : a) {
            smallest = Math.min(smallest, curvature);
        }
        return smallest;
    }

    private static double[] dense(Graph graph, String what) {
        int n = graph.agents();
        if (n > MOST_AGENTS) {
            throw Complaints.refuse(
                    what,
                    "is asked of " + n + " agents",
                    "at most " + MOST_AGENTS + ", because it takes dense factorizations",
                    "use Contraction, which walks over the graph, or schurBoundByDegree");
        }
        return new double[n * n];
    }

    /** The lower triangle of the matrix with this diagonal and one value for every edge. */
    private static void fill(Graph graph, double[] work, IntToDoubleFunction diagonal, double perEdge) {
        int n = graph.agents();
        Arrays.fill(work, 0);
        for (int i = 0; i < n; i++) {
            work[i * n + i] = diagonal.applyAsDouble(i);
        }
        for (int e = 0; e < graph.edges(); e++) {
            work[graph.head(e) * n + graph.tail(e)] = perEdge;
        }
    }

    /** A lower bound on σ that may be none. */
    public sealed interface PaperBound {

        double value();

        /** Positive, hence of use. */
        record Holds(double value) implements PaperBound {}

        /** True, as σ > 0, but 0 or negative: any number of iterations computed from it is meaningless. */
        record Vacuous(double value, String why) implements PaperBound {}
    }
}
