package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * max over k of slopesₖᵀx + interceptsₖ, plus mu/2 ‖x − centre‖²: tariffs, worst cases, any convex cost cut out by
 * planes. Immutable.
 *
 * <p>It may be negative. The bound on the cost of a run needs costs that are not, so raise the intercepts by
 * −{@link #minimum} where it is to be relied on; actions do not change.
 */
public final class MaxAffine extends Structured {

    private final MaxTerm term;
    private final double mu;
    private final double[] centre;
    private final Composite composite;

    private MaxAffine(MaxTerm term, double mu, double[] centre) {
        this.term = term;
        this.mu = mu;
        this.centre = centre;
        this.composite = Composite.isotropic(mu, centre).plus(Composite.max(centre.length, term));
    }

    /** One dimension: the highest of some lines. */
    public static MaxAffine of(double[] slopes, double[] intercepts, double mu, double centre) {
        double[][] rows = new double[slopes.length][];
        for (int k = 0; k < slopes.length; k++) {
            rows[k] = new double[] {slopes[k]};
        }
        return of(rows, intercepts, mu, new double[] {centre});
    }

    /** The highest of some planes, a slope vector and an intercept for each. */
    public static MaxAffine of(double[][] slopes, double[] intercepts, double mu, double[] centre) {
        Complaints complaints = new Complaints();
        Checks.needVector(complaints, "centre", centre);
        Checks.needMu(complaints, mu);
        Checks.needProducts(complaints, "centre", mu, centre);
        if (slopes.length == 0) {
            complaints.add(
                    "slopes",
                    "is empty",
                    "at least one plane, because the maximum of none is -infinity",
                    "give a slope of 0 and an intercept of 0 for no cost");
        }
        Checks.needLength(complaints, "intercepts", intercepts.length, "slopes", slopes.length);
        for (int k = 0; k < slopes.length; k++) {
            Checks.needLength(complaints, "slopes[" + k + "]", slopes[k].length, "centre", centre.length);
            for (int c = 0; c < slopes[k].length; c++) {
                complaints.needFinite("slopes[" + k + "][" + c + "]", slopes[k][c], "replace it by a finite number");
            }
        }
        for (int k = 0; k < intercepts.length; k++) {
            complaints.needFinite("intercepts[" + k + "]", intercepts[k], "replace it by a finite number");
        }
        complaints.throwIfAny();
        double[] rows = Arrays.stream(slopes).flatMapToDouble(Arrays::stream).toArray();
        return new MaxAffine(new MaxTerm(centre.length, rows, intercepts.clone()), mu, centre.clone());
    }

    /** How many planes there are. */
    public int planes() {
        return term.size();
    }

    /** A coordinate of a plane's slope. */
    public double slope(int plane, int coordinate) {
        return term.slope(plane, coordinate);
    }

    /** Where a plane is at 0. */
    public double intercept(int plane) {
        return term.intercept(plane);
    }

    /** A coordinate of the centre of the quadratic part. */
    public double centre(int coordinate) {
        return centre[coordinate];
    }

    @Override
    public double at(double[] x) {
        double sum = 0;
        for (int c = 0; c < centre.length; c++) {
            double off = x[c] - centre[c];
            sum += off * off;
        }
        return term.at(x) + 0.5 * mu * sum;
    }

    @Override
    Composite composite() {
        return composite;
    }

    @Override
    public OptionalInt numbers() {
        int d = centre.length;
        return OptionalInt.of(term.size() * (d + 1) + d + 1);
    }

    @Override
    public String toString() {
        return "MaxAffine[planes=" + term.size() + ", mu=" + mu + ", centre=" + Arrays.toString(centre) + "]";
    }
}
