package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;

/**
 * Which curvature agents lend each other before they close a round in their {@link Books} (theory 12.1).
 *
 * <p>Books see of agent i the curvature a_i = μ_i + ℓ_i alone. The dissimilarity cost has more, but between agents:
 * over an edge whose W has the smallest eigenvalue w, for every s ≥ 0 and every γ ≤ β,
 *
 * <pre>
 *     s ‖y_i‖² + γ ‖y_i − y_j‖²_W  ≥  p ‖y_j‖²,        p = γws / (γw + s),
 * </pre>
 *
 * <p>so that an end that gives s lets the other have p. Agents lend in {@value #PASSES} passes, each with an equal part
 * of β, so that curvature travels as many hops: an agent offers half of what it then has, the same over every edge, and
 * only to ends that have at most half as much. Everybody keeps at least half in a pass, so that curvatures stay above
 * 0, and as a diagonal matrix they are at most diag(a) + βL in the end.
 */
public final class CurvatureLoans {

    private static final int PASSES = 4;

    /** An agent lends to those who have at most this share of what it has itself. */
    private static final double POORER = 0.5;

    /** What an agent lends to all its neighbours together is at most this share of what it has. */
    private static final double SPARE = 0.5;

    private CurvatureLoans() {}

    /**
     * What every agent is lent, less what it lends itself.
     *
     * @param own a of every agent
     */
    public static double[] of(Coupling coupling, double beta, double[] own) {
        Graph graph = coupling.graph();
        double[] bonds = new double[graph.edges()];
        for (int e = 0; e < bonds.length; e++) {
            bonds[e] = beta / PASSES * leastEigenvalue(coupling, e);
        }
        double[] lent = new double[own.length];
        double[] has = new double[own.length];
        for (int pass = 0; pass < PASSES; pass++) {
            for (int i = 0; i < own.length; i++) {
                has[i] = own[i] + lent[i];
            }
            for (int e = 0; e < bonds.length; e++) {
                int tail = graph.tail(e);
                int head = graph.head(e);
                if (has[head] <= POORER * has[tail]) {
                    lend(tail, head, has[tail], graph.degree(tail), bonds[e], lent);
                } else if (has[tail] <= POORER * has[head]) {
                    lend(head, tail, has[head], graph.degree(head), bonds[e], lent);
                }
            }
        }
        return lent;
    }

    private static void lend(int from, int to, double has, int degree, double bond, double[] lent) {
        if (bond > 0) {
            double given = SPARE * has / degree;
            lent[from] -= given;
            lent[to] += given / (1 + given / bond);
        }
    }

    /** A lower bound on the smallest eigenvalue of W_e: the computed one less the error it can have. */
    private static double leastEigenvalue(Coupling coupling, int e) {
        if (coupling.isIsotropic(e)) {
            return coupling.weight(e);
        }
        double error = 8 * coupling.dimension() * Math.ulp(1.0) * coupling.largestEigenvalue(e);
        return coupling.smallestEigenvalue(e) - error;
    }
}
