package io.acord.cost;

import io.acord.input.Complaints;
import io.acord.linear.Symmetric;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * ½ (x − v)ᵀ Q (x − v) with Q symmetric and positive definite; the paper's α‖x − v‖² is Q = 2α I. Immutable.
 *
 * <p>The engine minimises sums of this and a pull itself, through the accessors; {@link #argmin} does the same
 * arithmetic in the same order: (Qv + b)/(Q + H) in one dimension, a Cholesky factorisation of Q + H in more.
 */
public final class Quadratic extends Structured implements HittingCost.Differentiable {

    /**
     * Matrices whose two halves differ by more than this, relative to the largest entry, are not symmetric by accident.
     */
    private static final double SYMMETRY = 1e-12;

    private final double[] q; // row by row, or only the diagonal
    private final double[] v;
    private final boolean diagonal;
    private final double mu;

    private Quadratic(double[] q, double[] v, boolean diagonal, double mu) {
        this.q = q;
        this.v = v;
        this.diagonal = diagonal;
        this.mu = mu;
    }

    /** α‖x − v‖², the paper's; μ = 2α. */
    public static Quadratic alpha(double alpha, double... v) {
        Complaints complaints = new Complaints();
        complaints.needPositive(
                "alpha",
                2 * alpha < Double.POSITIVE_INFINITY ? alpha : Double.POSITIVE_INFINITY,
                "lambda1 needs mu = 2 alpha > 0",
                "raise alpha, or drop the agent if it has no preference");
        Checks.needVector(complaints, "v", v);
        Checks.needProducts(complaints, "v", 2 * alpha, v);
        complaints.throwIfAny();
        double[] q = new double[v.length];
        Arrays.fill(q, 2 * alpha);
        return new Quadratic(q, v.clone(), true, 2 * alpha);
    }

    /** ½ Σ curvatureₖ (xₖ − vₖ)²; μ is the smallest curvature. */
    public static Quadratic diagonal(double[] curvature, double... v) {
        Complaints complaints = new Complaints();
        Checks.needCoordinates(complaints, "curvature", curvature.length);
        Checks.needLength(complaints, "v", v.length, "curvature", curvature.length);
        for (int c = 0; c < curvature.length; c++) {
            complaints.needPositive(
                    "curvature[" + c + "]",
                    curvature[c],
                    "mu is the smallest of them and lambda1 needs mu > 0",
                    "raise it, or drop the coordinate if it has no preference");
        }
        Checks.needVector(complaints, "v", v);
        complaints.throwIfAny();
        for (int c = 0; c < v.length; c++) {
            Checks.needProduct(complaints, "v[" + c + "]", curvature[c], v[c]);
        }
        complaints.throwIfAny();
        return new Quadratic(
                curvature.clone(),
                v.clone(),
                true,
                Arrays.stream(curvature).min().orElseThrow());
    }

    /**
     * ½ (x − v)ᵀ q (x − v); μ is a lower bound on the smallest eigenvalue, below the computed one by more than its
     * rounding errors.
     */
    public static Quadratic matrix(double[][] q, double... v) {
        Complaints complaints = new Complaints();
        Checks.needCoordinates(complaints, "q", q.length);
        Checks.needLength(complaints, "v", v.length, "q", q.length);
        Checks.needVector(complaints, "v", v);
        double largest = needSquare(complaints, q);
        complaints.throwIfAny();
        needSymmetric(complaints, q, largest);
        for (int c = 0; c < q.length; c++) {
            complaints.needPositive(
                    "q[" + c + "][" + c + "]",
                    q[c][c],
                    "the diagonal of a positive definite matrix is",
                    "raise it, or drop the coordinate if it has no preference");
        }
        Checks.needProducts(complaints, "v", largest, v);
        complaints.throwIfAny();
        int d = v.length;
        double[] flat = new double[d * d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                flat[r * d + c] = q[r][c] == q[c][r] ? q[r][c] : 0.5 * q[r][c] + 0.5 * q[c][r];
            }
        }
        if (Symmetric.isDiagonal(flat, 0, d)) {
            double[] curvature = new double[d];
            Arrays.setAll(curvature, c -> flat[c * d + c]);
            return diagonal(curvature, v);
        }
        return new Quadratic(flat, v.clone(), false, smallestEigenvalue(flat, d));
    }

    private static double needSquare(Complaints complaints, double[][] q) {
        double largest = 0;
        for (int r = 0; r < q.length; r++) {
            Checks.needLength(complaints, "q[" + r + "]", q[r].length, "q", q.length);
            for (int c = 0; c < q[r].length; c++) {
                complaints.needFinite("q[" + r + "][" + c + "]", q[r][c], "replace it by a finite number");
                largest = Math.max(largest, Math.abs(q[r][c]));
            }
        }
        return largest;
    }

    private static void needSymmetric(Complaints complaints, double[][] q, double largest) {
        for (int r = 0; r < q.length; r++) {
            for (int c = 0; c < r; c++) {
                if (Math.abs(q[r][c] - q[c][r]) > SYMMETRY * largest) {
                    complaints.add(
                            "q[" + r + "][" + c + "]",
                            "is " + q[r][c] + " and q[" + c + "][" + r + "] is " + q[c][r],
                            "a symmetric matrix",
                            "replace q by the mean of q and its transpose, which is the same cost");
                }
            }
        }
    }

    /** The computed smallest eigenvalue less the error it can have. */
    private static double smallestEigenvalue(double[] q, int d) {
        double[] eigenvalues = Symmetric.eigenvalues(q, 0, d);
        double smallest = eigenvalues[0];
        double largest = Math.max(eigenvalues[d - 1], -smallest);
        double safe = smallest - 8 * d * Math.ulp(1.0) * largest;
        if (!(safe > 0)) {
            throw Complaints.refuse(
                    "q",
                    "has eigenvalues from " + smallest + " to " + largest,
                    "eigenvalues above 0 by more than rounding, because the smallest is mu and lambda1 needs mu > 0",
                    "add a small multiple of the identity to q");
        }
        return safe;
    }

    @Override
    public int dimension() {
        return v.length;
    }

    @Override
    public double mu() {
        return mu;
    }

    /** Whether coordinates do not mix. */
    public boolean isDiagonal() {
        return diagonal;
    }

    /** Q at a row and a column. */
    public double curvature(int row, int column) {
        if (diagonal) {
            return row == column ? q[row] : 0;
        }
        return q[row * v.length + column];
    }

    /** v at a coordinate. */
    public double target(int c) {
        return v[c];
    }

    /** The one of an agent whose curvatures and targets lie in columns. */
    static Quadratic ofColumns(double[] curvatures, double[] targets, double mu, int at, int d) {
        return new Quadratic(
                Arrays.copyOfRange(curvatures, at, at + d), Arrays.copyOfRange(targets, at, at + d), true, mu);
    }

    /** Writes the curvatures and targets of one whose coordinates do not mix. */
    void writeColumns(double[] curvatures, double[] targets, int at) {
        System.arraycopy(q, 0, curvatures, at, q.length);
        System.arraycopy(v, 0, targets, at, v.length);
    }

    /** h += Q, row by row from the offset. */
    public void addCurvatureTo(double[] h, int offset) {
        int d = v.length;
        if (diagonal) {
            for (int c = 0; c < d; c++) {
                h[offset + c * d + c] += q[c];
            }
        } else {
            for (int k = 0; k < q.length; k++) {
                h[offset + k] += q[k];
            }
        }
    }

    /** b += Q v, from the offset. */
    public void addLinearTo(double[] b, int offset) {
        int d = v.length;
        if (diagonal) {
            for (int c = 0; c < d; c++) {
                b[offset + c] += q[c] * v[c];
            }
        } else {
            Symmetric.addProduct(1, q, 0, d, v, 0, b, offset);
        }
    }

    /** Q(x − v). */
    @Override
    public void gradient(double[] x, double[] into) {
        int d = v.length;
        for (int r = 0; r < d; r++) {
            double sum = 0;
            for (int c = diagonal ? r : 0; c < (diagonal ? r + 1 : d); c++) {
                sum += curvature(r, c) * (x[c] - v[c]);
            }
            into[r] = sum;
        }
    }

    /** The largest eigenvalue of Q. */
    @Override
    public double smoothness() {
        return diagonal ? Arrays.stream(q).max().orElseThrow() : Symmetric.eigenvalues(q, 0, v.length)[v.length - 1];
    }

    @Override
    public double at(double[] x) {
        int d = v.length;
        double sum = 0;
        for (int r = 0; r < d; r++) {
            double off = x[r] - v[r];
            if (diagonal) {
                sum += q[r] * off * off;
            } else {
                double row = 0;
                for (int c = 0; c < d; c++) {
                    row += q[r * d + c] * (x[c] - v[c]);
                }
                sum += off * row;
            }
        }
        return Math.max(0, 0.5 * sum); // rounding may have left a few digits below zero
    }

    @Override
    public double argmin(QuadraticPull pull, double[] x) {
        int d = v.length;
        Checks.dimensions(d, pull, x);
        if (d == 1) {
            x[0] = (q[0] * v[0] + pull.linear()[0]) / (q[0] + pull.curvature()[0]);
            return 0;
        }
        double[] h = pull.curvature().clone();
        addCurvatureTo(h, 0);
        System.arraycopy(pull.linear(), 0, x, 0, d);
        addLinearTo(x, 0);
        if (!Symmetric.factor(h, 0, d)) {
            throw new AssertionError("the pull is not positive semidefinite");
        }
        Symmetric.solve(h, 0, d, x, 0);
        return 0;
    }

    @Override
    public double minimum() {
        return 0;
    }

    @Override
    Composite composite() {
        int d = v.length;
        double[] h = new double[d * d];
        double[] b = new double[d];
        addCurvatureTo(h, 0);
        addLinearTo(b, 0);
        return Composite.quadratic(mu, h, b);
    }

    @Override
    public OptionalInt numbers() {
        int d = v.length;
        return OptionalInt.of(d + (diagonal ? d : d * (d + 1) / 2));
    }

    @Override
    public String toString() {
        return "Quadratic[q=" + Arrays.toString(q) + ", v=" + Arrays.toString(v) + "]";
    }
}
