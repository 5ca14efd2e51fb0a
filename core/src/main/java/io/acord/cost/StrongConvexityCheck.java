package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * Looks for proof that a cost is not μ-strongly convex: two actions whose midpoint costs more than f(x)/2 + f(y)/2 −
 * μ/8 ‖x − y‖².
 *
 * <p>Finding none proves nothing, but an overstated μ rarely survives a few thousand pairs. The same seed gives the
 * same pairs.
 */
public final class StrongConvexityCheck {

    /** Pairs are this much closer than the radius at the least: a kink or a flat spot may be small. */
    private static final double CLOSEST = 1e-3;

    private StrongConvexityCheck() {}

    /**
     * A pair of actions that shows μ to be overstated.
     *
     * @param excess by how much the midpoint costs more than μ allows
     * @param largestMu the largest μ that this pair allows; below 0 the cost is not even convex
     * @param seed gives this pair again, together with the other arguments of the check
     */
    public record Violation(List<Double> x, List<Double> y, double excess, double largestMu, double mu, long seed) {

        @Override
        public String toString() {
            return "mu = " + mu + " is overstated: between x = " + x + " and y = " + y + " at most " + largestMu
                    + " holds (the midpoint costs " + excess + " too much; seed " + seed + ")";
        }
    }

    /** Checks the μ that the cost declares. */
    public static Optional<Violation> of(HittingCost cost, long seed, int samples, double[] centre, double radius) {
        return of(cost, cost.mu(), seed, samples, centre, radius);
    }

    /** The worst violation among pairs of actions whose coordinates lie within the radius of the centre's. */
    public static Optional<Violation> of(
            HittingCost cost, double mu, long seed, int samples, double[] centre, double radius) {
        Complaints complaints = new Complaints();
        complaints.needFinite("mu", mu, "give the mu to be checked");
        complaints.needPositive("radius", radius, "pairs differ", "give the size of a usual action");
        Checks.needLength(complaints, "centre", centre.length, "cost", cost.dimension());
        Checks.needVector(complaints, "centre", centre);
        if (samples < 1) {
            complaints.add("samples", "is " + samples, "at least 1", "a few thousand are usual");
        }
        complaints.throwIfAny();
        SplittableRandom random = new SplittableRandom(seed);
        int d = centre.length;
        double[] x = new double[d];
        double[] y = new double[d];
        Optional<Violation> worst = Optional.empty();
        for (int k = 0; k < samples; k++) {
            double apart = radius * StrictMath.pow(CLOSEST, random.nextDouble());
            for (int c = 0; c < d; c++) {
                x[c] = centre[c] + radius * (2 * random.nextDouble() - 1);
                double there = x[c] + apart * (2 * random.nextDouble() - 1);
                y[c] = Math.max(centre[c] - radius, Math.min(centre[c] + radius, there));
            }
            Optional<Violation> found = violation(cost, mu, x, y, seed);
            if (found.isPresent()
                    && (worst.isEmpty() || found.get().excess() > worst.get().excess())) {
                worst = found;
            }
        }
        return worst;
    }

    private static Optional<Violation> violation(HittingCost cost, double mu, double[] x, double[] y, long seed) {
        double[] middle = new double[x.length];
        double square = 0;
        for (int c = 0; c < x.length; c++) {
            middle[c] = 0.5 * x[c] + 0.5 * y[c];
            square += (x[c] - y[c]) * (x[c] - y[c]);
        }
        double atX = cost.at(x);
        double atY = cost.at(y);
        if (!(Double.isFinite(atX) && Double.isFinite(atY)) || square == 0) {
            return Optional.empty(); // outside the domain nothing is promised
        }
        double atMiddle = cost.at(middle);
        double sag = 0.5 * atX + 0.5 * atY - atMiddle;
        double excess = mu / 8 * square - sag;
        // a middle outside the domain of its ends is a violation whatever the rounding
        if (Double.isFinite(atMiddle)
                && excess
                        <= rounding(x, y, square, mu, atX, atY, atMiddle)
                                + noise(cost, x, atX)
                                + noise(cost, y, atY)
                                + noise(cost, middle, atMiddle)) {
            return Optional.empty();
        }
        return Optional.of(new Violation(boxed(x), boxed(y), excess, 8 * sag / square, mu, seed));
    }

    /** Values are rounded, and so are the actions they belong to, which counts as much as the function is steep. */
    private static double rounding(
            double[] x, double[] y, double square, double mu, double atX, double atY, double atMiddle) {
        double farthest = 0;
        for (int c = 0; c < x.length; c++) {
            farthest = Math.max(farthest, Math.max(Math.abs(x[c]), Math.abs(y[c])));
        }
        double steepness = (Math.abs(atX - atMiddle) + Math.abs(atY - atMiddle)) / Math.sqrt(square);
        double size = Math.abs(atX) + Math.abs(atY) + mu * square + steepness * farthest;
        return 16 * Math.ulp(1.0) * size;
    }

    /** Steps of unequal size: values that jump only now and then are caught between jumps. */
    private static final int[] TREMBLE = {1, 2, 3, 5, 8, 13, 21, 34, 55};

    /**
     * How much a value trembles when its action does in the last digits: large numbers may cancel inside the function.
     */
    private static double noise(HittingCost cost, double[] x, double atX) {
        double noise = 0;
        double[] near = x.clone();
        for (int c = 0; c < x.length; c++) {
            for (int steps : TREMBLE) {
                for (int sign = -1; sign <= 1; sign += 2) {
                    near[c] = x[c] + sign * steps * Math.ulp(x[c]);
                    double atNear = cost.at(near);
                    if (Double.isFinite(atNear)) {
                        noise = Math.max(noise, Math.abs(atNear - atX));
                    }
                }
            }
            near[c] = x[c];
        }
        return 4 * noise;
    }

    private static List<Double> boxed(double[] x) {
        return Arrays.stream(x).boxed().collect(Collectors.toUnmodifiableList());
    }
}
