package io.acord.cost;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Looks for proof that a hitting cost is not what it says: that {@link HittingCost#at}, {@link HittingCost#mu},
 * {@link HittingCost#argmin} and {@link HittingCost#minimum} do not belong to one μ-strongly convex function.
 *
 * <p>If x is within τ of the minimum of f + pull, whose strong convexity is M = μ + H, then at every other action y
 *
 * <pre>
 *   (f + pull)(y) ≥ (f + pull)(x) − τ + ½ (‖y − x‖_M − √(2τ))₊².
 * </pre>
 *
 * <p>A y where this fails is the proof. Everything that is certified rests on it, so a round asks it of every answer at
 * two actions ({@link #ofAnswer}), and whoever writes a cost asks it of many ({@link #of}). Finding nothing proves
 * nothing. A constant that is added to f, say, cannot be seen.
 */
public final class HittingCostCheck {

    /** Of all that is added up: far above rounding, also where some digits cancel inside f, and far below a mistake. */
    private static final double TOLERANCE = 1e-9;

    /** Sizes of steps from an action that nothing pulls, as shares of its own size. */
    private static final double[] STEPS = {1, 1.0 / 16, 1.0 / 256};

    private HittingCostCheck() {}

    /**
     * What is wrong.
     *
     * @param found for instance "its argmin answers [5.0], …"
     * @param needed what a hitting cost promises
     */
    public record Violation(String found, String needed) {

        @Override
        public String toString() {
            return found + "; needed: " + needed;
        }
    }

    /**
     * Checks what {@link HittingCost#argmin} answered, at two actions on either side of it, on the way to where the
     * pull leads. Takes three values of f. The same arguments give the same answer.
     *
     * @param x what it answered for the pull
     * @param tau what it returned
     */
    public static Optional<Violation> ofAnswer(HittingCost f, QuadraticPull pull, double[] x, double tau) {
        double value = f.at(x);
        Optional<Violation> wrong = ofNumbers(x, value, tau);
        if (wrong.isPresent()) {
            return wrong;
        }
        double[] way = way(pull, x);
        double[] y = new double[x.length];
        for (int side = -1; side <= 1; side += 2) {
            for (int c = 0; c < x.length; c++) {
                y[c] = x[c] + side * way[c];
            }
            wrong = ofPair(f, pull, x, value, tau, y);
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private static Optional<Violation> ofNumbers(double[] x, double value, double tau) {
        for (double c : x) {
            if (!Double.isFinite(c)) {
                return Optional.of(new Violation("its argmin answers " + Arrays.toString(x), "finite numbers"));
            }
        }
        if (!Double.isFinite(value)) {
            return Optional.of(new Violation(
                    "its value is " + value + " at " + Arrays.toString(x) + ", which its argmin answers",
                    "a finite value there"));
        }
        if (!(tau >= 0)) {
            return Optional.of(new Violation("its argmin returns a tau of " + tau, "a bound of 0 or more"));
        }
        return Optional.empty();
    }

    /** From x to the lowest point of the pull along its steepest way down; where nothing pulls, a step of x's size. */
    private static double[] way(QuadraticPull pull, double[] x) {
        int d = x.length;
        double[] h = pull.curvature();
        double[] u = new double[d];
        double squared = 0;
        double size = 0;
        for (int r = 0; r < d; r++) {
            u[r] = pull.linear()[r];
            for (int c = 0; c < d; c++) {
                u[r] -= h[r * d + c] * x[c];
            }
            squared += u[r] * u[r];
            size = Math.max(size, Math.abs(x[r]));
        }
        double curvature = 0;
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                curvature += u[r] * h[r * d + c] * u[c];
            }
        }
        double far = squared / curvature;
        double length = far * Math.sqrt(squared);
        if (length > 1e-4 * (1 + size) && Double.isFinite(length)) {
            for (int c = 0; c < d; c++) {
                u[c] *= far;
            }
            return u;
        }
        int bits = Arrays.hashCode(x);
        bits = (bits ^ bits >>> 16) * 0x45d9f3b;
        double step = STEPS[Math.floorMod(bits >>> 8, STEPS.length)];
        for (int c = 0; c < d; c++) {
            u[c] = ((bits >>> c % 8 & 1) == 0 ? step : -step) * (1 + Math.abs(x[c]));
        }
        return u;
    }

    /** The inequality above at y. */
    private static Optional<Violation> ofPair(
            HittingCost f, QuadraticPull pull, double[] x, double value, double tau, double[] y) {
        double there = f.at(y);
        if (there == Double.POSITIVE_INFINITY || tau == Double.POSITIVE_INFINITY) {
            return Optional.empty(); // outside the domain nothing is promised
        }
        if (!Double.isFinite(there)) {
            return Optional.of(new Violation(
                    "its value is " + there + " at " + Arrays.toString(y),
                    "a number, or +Infinity outside its domain"));
        }
        int d = x.length;
        double rise = there - value;
        double size = Math.abs(there) + Math.abs(value);
        double distance = 0; // ‖y − x‖²_M
        for (int r = 0; r < d; r++) {
            double step = y[r] - x[r];
            double slope = -pull.linear()[r];
            double terms = Math.abs(slope);
            double along = f.mu() * step;
            for (int c = 0; c < d; c++) {
                double h = pull.curvature()[r * d + c];
                slope += h * (0.5 * x[c] + 0.5 * y[c]);
                terms += Math.abs(h) * (Math.abs(x[c]) + Math.abs(y[c]));
                along += h * (y[c] - x[c]);
            }
            rise += step * slope;
            size += Math.abs(step) * terms;
            distance += step * along;
        }
        double beyond = Math.max(0, Math.sqrt(Math.max(0, distance)) - Math.sqrt(2 * tau));
        double least = beyond * beyond / 2 - tau;
        if (rise >= least - TOLERANCE * (size + distance)) {
            return Optional.empty();
        }
        String answer = "its argmin answers " + Arrays.toString(x) + (tau > 0 ? " with a tau of " + tau : "");
        String where = Arrays.toString(y);
        return Optional.of(
                rise < -tau
                        ? new Violation(
                                answer + ", where it costs " + -rise + " more than at " + where + ", the pull included",
                                "the minimum of its value plus the pull, up to the tau that it returns")
                        : new Violation(
                                answer + ", from where cost and pull rise by " + rise + " to " + where,
                                "at least " + least + ", if mu is " + f.mu()
                                        + ": an argmin, values and a mu that belong together"));
    }

    /**
     * Checks values, μ, argmin and minimum by samples: of actions whose coordinates lie within the radius of the
     * centre's, and of pulls towards them that are weak and strong. The same seed gives the same samples; a few hundred
     * are usual.
     */
    public static Optional<Violation> of(HittingCost f, long seed, int samples, double[] centre, double radius) {
        Complaints complaints = new Complaints();
        complaints.needPositive("radius", radius, "samples differ", "give the size of a usual action");
        complaints.needPositive("mu", f.mu(), "a hitting cost is strongly convex", "add a small ridge to the cost");
        Checks.needLength(complaints, "centre", centre.length, "cost", f.dimension());
        Checks.needVector(complaints, "centre", centre);
        if (samples < 1) {
            complaints.add("samples", "is " + samples, "at least 1", "a few hundred are usual");
        }
        complaints.throwIfAny();
        Optional<StrongConvexityCheck.Violation> mu = StrongConvexityCheck.of(f, seed, samples, centre, radius);
        if (mu.isPresent()) {
            return Optional.of(new Violation(mu.get().toString(), "a mu with which it is strongly convex"));
        }
        double minimum = f.minimum();
        SplittableRandom random = new SplittableRandom(seed);
        for (int k = 0; k < samples; k++) {
            double[] y = within(random, centre, radius);
            double value = f.at(y);
            if (Double.isNaN(value) || value == Double.NEGATIVE_INFINITY) {
                return Optional.of(new Violation(
                        "its value is " + value + " at " + Arrays.toString(y),
                        "a number, or +Infinity outside its domain"));
            }
            if (!(minimum <= value + TOLERANCE * (Math.abs(value) + Math.abs(minimum)))) {
                return Optional.of(new Violation(
                        "its minimum() is " + minimum + ", and its value " + value + " at " + Arrays.toString(y),
                        "a lower bound on all values"));
            }
            QuadraticPull pull = new QuadraticPull(centre.length);
            pull.add(f.mu() * StrictMath.pow(10, 6 * random.nextDouble() - 3), within(random, centre, radius));
            double[] x = within(random, centre, radius);
            double tau = f.argmin(pull, x);
            Optional<Violation> wrong = ofAnswer(f, pull, x, tau);
            if (wrong.isEmpty()) {
                wrong = ofPair(f, pull, x, f.at(x), tau, y);
            }
            if (wrong.isPresent()) {
                return wrong;
            }
        }
        return Optional.empty();
    }

    private static double[] within(SplittableRandom random, double[] centre, double radius) {
        double[] x = new double[centre.length];
        Arrays.setAll(x, c -> centre[c] + radius * (2 * random.nextDouble() - 1));
        return x;
    }
}
