package io.acord.theory;

import io.acord.graph.Components;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.linear.Symmetric;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How fast one round's iterations contract (Theorem 5.1): ACORD by ρ in the norm of M = D_a + 2β D_W, ACORD-J by ρ_J in
 * that of D_a + β D_W, for every choice of a_i-strongly convex costs and every A_e.
 *
 * <p>The local numbers s_i, q_i and q_E need an agent and its neighbours only; ρ itself is a property of a connected
 * component. Immutable. Offsets change none of it.
 */
public final class Contraction {

    /** Well-connected graphs take dozens, chains of thousands of tightly coupled agents ten thousand. */
    public static final int DEFAULT_ITERATIONS = 20_000;

    private final Coupling coupling;
    private final Components components;
    private final double beta;
    private final double[] a;
    private final double[] strength;
    private final double[] edgeKappaOfComponent;

    private Contraction(Coupling coupling, double beta, double[] a) {
        this.coupling = coupling;
        this.components = coupling.graph().components();
        this.beta = beta;
        this.a = a;
        this.strength = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            strength[i] = largestOfSum(i);
        }
        this.edgeKappaOfComponent = edgeKappas();
    }

    /**
     * The contraction of a round.
     *
     * @param a a_i = μ_i + λ_i b_i, the strong convexity of agent i's hitting cost and regularizer together
     */
    public static Contraction of(Coupling coupling, double beta, double[] a) {
        Require.nonNegative("beta", beta, "a negative one would reward differing");
        Require.curvatures(a, coupling.agents());
        return new Contraction(coupling, beta, a.clone());
    }

    /** s_i = λ_max(Σ_{e∋i} W_e): the degree if every A_e = I. */
    public double strength(int i) {
        return strength[i];
    }

    /** 1 − q_i = a_i / (a_i + 2β s_i). */
    public double kappa(int i) {
        return kappa(beta, a[i], strength[i]);
    }

    /** The same from an agent's own numbers. */
    public static double kappa(double beta, double a, double strength) {
        return a / (a + 2 * beta * strength);
    }

    /** q_i = 2β s_i / (a_i + 2β s_i): 0 for an isolated agent. */
    public double q(int i) {
        return 2 * beta * strength[i] / (a[i] + 2 * beta * strength[i]);
    }

    /** κ_E = 1 − q_E = min over edges (i, j) of ((1 − q_i) + (1 − q_j))/2, at most 1 − ρ; 1 without edges. */
    public double edgeKappa() {
        double smallest = 1;
        for (double kappa : edgeKappaOfComponent) {
            smallest = Math.min(smallest, kappa);
        }
        return smallest;
    }

    /** κ_E over the edges of one component. */
    public double edgeKappa(int component) {
        return edgeKappaOfComponent[component];
    }

    /** q_E = max over edges (i, j) of (q_i + q_j)/2, at least ρ; 0 without edges. */
    public double qEdge() {
        Graph graph = coupling.graph();
        double largest = 0;
        for (int e = 0; e < graph.edges(); e++) {
            largest = Math.max(largest, (q(graph.tail(e)) + q(graph.head(e))) / 2);
        }
        return largest;
    }

    private double[] edgeKappas() {
        Graph graph = coupling.graph();
        double[] smallest = new double[components.count()];
        Arrays.fill(smallest, 1);
        for (int e = 0; e < graph.edges(); e++) {
            int c = components.componentOf(graph.tail(e));
            smallest[c] = Math.min(smallest[c], (kappa(graph.tail(e)) + kappa(graph.head(e))) / 2);
        }
        return smallest;
    }

    /** ρ = λ_max(M^{−1/2} β(D_W + Adj_W) M^{−1/2}), that of the slowest component. */
    public ContractionFactor rho() {
        return rho(DEFAULT_ITERATIONS);
    }

    /** ρ, with at most so many iterations for each component. */
    public ContractionFactor rho(int maxIterations) {
        return rhoByComponent(maxIterations).stream().reduce(ContractionFactor.exact(), ContractionFactor::orSlower);
    }

    /** ρ of every component, whose agents share a number of iterations; with at most so many iterations for each. */
    public List<ContractionFactor> rhoByComponent(int maxIterations) {
        RayleighDescent descent = RayleighDescent.ofAcord(coupling, components, beta, a);
        List<ContractionFactor> rates = new ArrayList<>(components.count());
        for (int c = 0; c < components.count(); c++) {
            rates.add(descent.run(c, edgeKappa(c), maxIterations));
        }
        return rates;
    }

    /** ρ_J = max |eig((D_a + β D_W)^{−1} β Adj_W)| of ACORD-J, that of the slowest component (5.8). */
    public ContractionFactor rhoJacobi() {
        return rhoJacobi(DEFAULT_ITERATIONS);
    }

    /** ρ_J, with at most so many iterations for each component and end of the spectrum. */
    public ContractionFactor rhoJacobi(int maxIterations) {
        double atLeast = jacobiKappa();
        ContractionFactor slowest = ContractionFactor.exact();
        RayleighDescent upper = RayleighDescent.ofJacobi(coupling, components, beta, a, false);
        for (int c = 0; c < components.count(); c++) {
            slowest = slowest.orSlower(upper.run(c, atLeast, maxIterations));
        }
        if (coupling.isIsotropic()) {
            return slowest; // a matrix without negative entries: no eigenvalue exceeds the largest in size
        }
        RayleighDescent lower = RayleighDescent.ofJacobi(coupling, components, beta, a, true);
        for (int c = 0; c < components.count(); c++) {
            slowest = slowest.orSlower(lower.run(c, atLeast, maxIterations));
        }
        return slowest;
    }

    /** min a_i / (a_i + β s_i), at most 1 − ρ_J: the local bound of ACORD-J. */
    public double jacobiKappa() {
        double smallest = 1;
        for (int i = 0; i < a.length; i++) {
            smallest = Math.min(smallest, a[i] / (a[i] + beta * strength[i]));
        }
        return smallest;
    }

    /**
     * max_i 2β Σ_{e∋i} l_e / (a_i + 2β λ_min(Σ_{e∋i} W_e)): by what an iteration stretches the largest error of an
     * agent at most. For isotropic edges it is max q_i &lt; 1; otherwise it may exceed 1 although the energy norm
     * always contracts.
     */
    public double maxNorm() {
        Graph graph = coupling.graph();
        double largest = 0;
        for (int i = 0; i < a.length; i++) {
            double sumOfLargest = 0;
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                sumOfLargest += coupling.largestEigenvalue(graph.edge(arc));
            }
            largest = Math.max(largest, 2 * beta * sumOfLargest / (a[i] + 2 * beta * smallestOfSum(i)));
        }
        return largest;
    }

    /**
     * Whether late, repeated and reordered messages do no harm beyond delay (7, rule 2): the largest error of an agent
     * shrinks in every step. If not, agents must go in lock-step.
     */
    public boolean allowsAsynchrony() {
        return coupling.isIsotropic() || maxNorm() < 1;
    }

    private double largestOfSum(int i) {
        if (coupling.isIsotropic()) {
            return sumOfWeights(i);
        }
        double[] eigenvalues = Symmetric.eigenvalues(sumOfGrams(i), 0, coupling.dimension());
        return Math.max(0, eigenvalues[eigenvalues.length - 1]);
    }

    private double smallestOfSum(int i) {
        if (coupling.isIsotropic()) {
            return sumOfWeights(i);
        }
        return Math.max(0, Symmetric.eigenvalues(sumOfGrams(i), 0, coupling.dimension())[0]);
    }

    private double sumOfWeights(int i) {
        Graph graph = coupling.graph();
        double sum = 0;
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            sum += coupling.weight(graph.edge(arc));
        }
        return sum;
    }

    /** Σ_{e∋i} W_e, row by row. */
    private double[] sumOfGrams(int i) {
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        double[] sum = new double[d * d];
        for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    sum[r * d + c] += coupling.gram(graph.edge(arc), r, c);
                }
            }
        }
        return sum;
    }
}
