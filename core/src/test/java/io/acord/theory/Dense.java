package io.acord.theory;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.ejml.simple.SimpleMatrix;

/** The second opinion: everything as one big matrix. */
final class Dense {

    private Dense() {}

    /** D_a. */
    static SimpleMatrix curvature(double[] a, int d) {
        SimpleMatrix diagonal = new SimpleMatrix(a.length * d, a.length * d);
        for (int k = 0; k < a.length * d; k++) {
            diagonal.set(k, k, a[k / d]);
        }
        return diagonal;
    }

    /** D_W. */
    static SimpleMatrix degrees(Coupling coupling) {
        return blocks(coupling, true, false);
    }

    /** Adj_W. */
    static SimpleMatrix adjacency(Coupling coupling) {
        return blocks(coupling, false, true);
    }

    /** L_W = D_W − Adj_W. */
    static SimpleMatrix laplacian(Coupling coupling) {
        return degrees(coupling).minus(adjacency(coupling));
    }

    private static SimpleMatrix blocks(Coupling coupling, boolean diagonal, boolean off) {
        Graph graph = coupling.graph();
        int d = coupling.dimension();
        SimpleMatrix matrix = new SimpleMatrix(graph.agents() * d, graph.agents() * d);
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e) * d;
            int j = graph.head(e) * d;
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    double w = coupling.gram(e, r, c);
                    if (diagonal) {
                        matrix.set(i + r, i + c, matrix.get(i + r, i + c) + w);
                        matrix.set(j + r, j + c, matrix.get(j + r, j + c) + w);
                    }
                    if (off) {
                        matrix.set(i + r, j + c, w);
                        matrix.set(j + r, i + c, w);
                    }
                }
            }
        }
        return matrix;
    }

    /** The lifted Hessian [[D_a + 2βm D, −2βm B], [−2βm Bᵀ, 4βm I]]. */
    static SimpleMatrix lifted(Graph graph, double bm, double[] a) {
        int n = graph.agents();
        SimpleMatrix matrix = new SimpleMatrix(n + graph.edges(), n + graph.edges());
        for (int i = 0; i < n; i++) {
            matrix.set(i, i, a[i] + 2 * bm * graph.degree(i));
        }
        for (int e = 0; e < graph.edges(); e++) {
            matrix.set(n + e, n + e, 4 * bm);
            for (int end : new int[] {graph.tail(e), graph.head(e)}) {
                matrix.set(end, n + e, -2 * bm);
                matrix.set(n + e, end, -2 * bm);
            }
        }
        return matrix;
    }

    /** Ascending. */
    static double[] eigenvalues(SimpleMatrix symmetric) {
        int n = symmetric.getNumRows();
        EigenDecomposition_F64<DMatrixRMaj> eig = DecompositionFactory_DDRM.eig(n, false, true);
        if (!eig.decompose(symmetric.copy().getDDRM())) {
            throw new AssertionError("EJML found no eigenvalues");
        }
        double[] values = new double[n];
        for (int k = 0; k < n; k++) {
            values[k] = eig.getEigenvalue(k).getReal();
        }
        Arrays.sort(values);
        return values;
    }

    /** Eigenvalues of M⁻¹A, ascending, as those of L⁻¹ A L⁻ᵀ with M = L Lᵀ. */
    static double[] eigenvalues(SimpleMatrix a, SimpleMatrix m) {
        var cholesky = DecompositionFactory_DDRM.chol(m.getNumRows(), true);
        if (!cholesky.decompose(m.copy().getDDRM())) {
            throw new AssertionError("M is not positive definite");
        }
        SimpleMatrix inverse = SimpleMatrix.wrap(cholesky.getT(null)).invert();
        SimpleMatrix whitened = inverse.mult(a).mult(inverse.transpose());
        return eigenvalues(whitened.plus(whitened.transpose()).scale(0.5));
    }

    /** xᵀ A x. */
    static double form(SimpleMatrix a, SimpleMatrix x) {
        return x.transpose().mult(a).mult(x).get(0, 0);
    }
}
