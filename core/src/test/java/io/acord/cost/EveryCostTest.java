package io.acord.cost;

import io.acord.constraint.Ball;
import io.acord.constraint.Constrained;
import io.acord.constraint.ConvexSet;
import io.acord.constraint.HalfSpace;
import io.acord.constraint.Simplex;
import java.util.Random;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Nested;

/** Every cost of this package, alone, boxed and in sums, keeps the contract. */
class EveryCostTest {

    static double upTo(Random random, double most) {
        return most * random.nextDouble();
    }

    static double mu(Random random) {
        return Math.pow(10, 3 * random.nextDouble() - 2);
    }

    static Quadratic quadratic(Random random, int d) {
        double[] v = Pulls.vector(random, d, 3);
        double[] curvature = new double[d];
        for (int c = 0; c < d; c++) {
            curvature[c] = mu(random);
        }
        int kind = random.nextInt(3);
        if (kind == 0) {
            return Quadratic.alpha(curvature[0], v);
        }
        if (kind == 1) {
            return Quadratic.diagonal(curvature, v);
        }
        double[] flat = Pulls.rotated(random, curvature);
        double[][] q = new double[d][d];
        for (int k = 0; k < d * d; k++) {
            q[k / d][k % d] = flat[k];
        }
        return Quadratic.matrix(q, v);
    }

    static AbsoluteDeviation absolute(Random random, int d) {
        return AbsoluteDeviation.of(upTo(random, 10), Pulls.vector(random, d, 3), mu(random));
    }

    static Huber huber(Random random, int d) {
        return Huber.of(upTo(random, 10), upTo(random, 2) + 1e-3, Pulls.vector(random, d, 3), mu(random));
    }

    static Band band(Random random, int d) {
        double[] low = Pulls.vector(random, d, 3);
        double[] high = low.clone();
        for (int c = 0; c < d; c++) {
            high[c] += random.nextBoolean() ? upTo(random, 4) : 0;
        }
        return Band.of(low, high, upTo(random, 50), mu(random));
    }

    static MaxAffine maxAffine(Random random, int d) {
        int planes = 1 + random.nextInt(2 * d + 3);
        double[][] slopes = new double[planes][];
        for (int k = 0; k < planes; k++) {
            slopes[k] = random.nextInt(5) == 0 && k > 0 ? slopes[k - 1].clone() : Pulls.vector(random, d, 5);
        }
        return MaxAffine.of(slopes, Pulls.vector(random, planes, 3), mu(random), Pulls.vector(random, d, 3));
    }

    static Smooth logSumExp(Random random, int d) {
        double[][] a = new double[d + 2][];
        for (int k = 0; k < a.length; k++) {
            a[k] = Pulls.vector(random, d, 2);
        }
        double mu = mu(random);
        return Smooth.of(new LogSumExp(a, mu), mu, d);
    }

    static Smooth barrier(Random random, int d) {
        double[] floor = Pulls.vector(random, d, 3);
        double[] start = floor.clone();
        for (int c = 0; c < d; c++) {
            start[c] += 1;
        }
        double mu = mu(random);
        return Smooth.of(new Barrier(floor, mu), mu, start);
    }

    /** A kink at v, +∞ below floor, smooth elsewhere. */
    static ScalarConvex scalar(Random random) {
        double v = 3 * random.nextGaussian();
        double weight = upTo(random, 5);
        double mu = mu(random);
        double floor = random.nextBoolean() ? Double.NEGATIVE_INFINITY : 3 * random.nextGaussian();
        return ScalarConvex.of(
                x -> x < floor
                        ? Double.POSITIVE_INFINITY
                        : weight * Math.abs(x - v)
                                + 0.5 * mu * x * x
                                + Math.log(1 + Math.exp(-Math.abs(x)))
                                + Math.max(x, 0),
                mu,
                Double.isFinite(floor) ? floor + 1 : 0);
    }

    /** A cost of the user's own: ½ mu ‖x − v‖², about which nobody knows anything. */
    static final class Own implements HittingCost {

        private final double mu;
        private final double[] v;

        Own(double mu, double[] v) {
            this.mu = mu;
            this.v = v;
        }

        @Override
        public double mu() {
            return mu;
        }

        @Override
        public int dimension() {
            return v.length;
        }

        @Override
        public double at(double[] x) {
            double sum = 0;
            for (int c = 0; c < v.length; c++) {
                sum += 0.5 * mu * (x[c] - v[c]) * (x[c] - v[c]);
            }
            return sum;
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            return Quadratic.alpha(0.5 * mu, v).argmin(pull, x);
        }
    }

    static Own own(Random random, int d) {
        return new Own(mu(random), Pulls.vector(random, d, 3));
    }

    /** Boxes far enough up to meet any domain that {@link #scalar} has. */
    static HittingCost boxedAbove(Random random, ScalarConvex cost) {
        double low = 3 * random.nextGaussian();
        return Boxed.of(cost, random.nextBoolean() ? low : Double.NEGATIVE_INFINITY, low + 20);
    }

    /** Bounded, bounded on one side only, or a single point, coordinate by coordinate. */
    static HittingCost boxed(Random random, HittingCost cost) {
        int d = cost.dimension();
        double[] low = Pulls.vector(random, d, 3);
        double[] high = low.clone();
        for (int c = 0; c < d; c++) {
            int kind = random.nextInt(5);
            if (kind == 0) {
                low[c] = Double.NEGATIVE_INFINITY;
            } else if (kind == 1) {
                high[c] = Double.POSITIVE_INFINITY;
            } else if (kind < 4) {
                high[c] += upTo(random, 4);
            }
        }
        return Boxed.of(cost, low, high);
    }

    @Nested
    class AQuadratic extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return quadratic(random, d);
        }
    }

    @Nested
    class AnAbsoluteDeviation extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return absolute(random, d);
        }
    }

    @Nested
    class AHuber extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return huber(random, d);
        }
    }

    @Nested
    class ABand extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return band(random, d);
        }
    }

    @Nested
    class AMaxAffine extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return maxAffine(random, d);
        }
    }

    @Nested
    class ALogSumExp extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return logSumExp(random, d);
        }

        @Override
        protected boolean isDirect() {
            return false;
        }
    }

    @Nested
    class ABarrier extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return barrier(random, d);
        }

        @Override
        protected boolean isDirect() {
            return false;
        }
    }

    @Nested
    class AScalarConvex extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return scalar(random);
        }

        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected int[] dimensions() {
            return new int[] {1};
        }
    }

    @Nested
    class ABoxedQuadratic extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, quadratic(random, d));
        }
    }

    @Nested
    class ABoxedAbsoluteDeviation extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, absolute(random, d));
        }
    }

    @Nested
    class ABoxedMaxAffine extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, maxAffine(random, d));
        }
    }

    @Nested
    class ABoxedLogSumExp extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, logSumExp(random, d));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }
    }

    @Nested
    class ABoxedScalarConvex extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxedAbove(random, scalar(random));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected int[] dimensions() {
            return new int[] {1};
        }
    }

    @Nested
    class ABoxedCostOfOnesOwn extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, own(random, 1));
        }

        @Override
        protected int[] dimensions() {
            return new int[] {1};
        }
    }

    @Nested
    class ASumOfAllPiecewiseQuadratics extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return Sum.of(quadratic(random, d), absolute(random, d), huber(random, d), band(random, d));
        }
    }

    @Nested
    class ASumOfMaxAffines extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return Sum.of(maxAffine(random, d), maxAffine(random, d), absolute(random, d));
        }
    }

    @Nested
    class ABoxedSumWithKinksAndPlanes extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, Sum.of(maxAffine(random, d), absolute(random, d), huber(random, d)));
        }
    }

    @Nested
    class ABoxedSumOfSmoothAndKinksAndPlanes extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return boxed(random, Sum.of(logSumExp(random, d), absolute(random, d), maxAffine(random, d)));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }
    }

    @Nested
    class ASumOfTwoSmoothOnes extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return Sum.of(barrier(random, d), logSumExp(random, d), absolute(random, d));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }
    }

    @Nested
    class ASumOfScalarConvexAndKinks extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return Sum.of(scalar(random), absolute(random, 1), logSumExp(random, 1));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected int[] dimensions() {
            return new int[] {1};
        }
    }

    @Nested
    class ASumOfOnesOwnAndQuadratics extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return Sum.of(quadratic(random, d), own(random, d), quadratic(random, d));
        }
    }

    /** A plan over two rounds of d / 2 coordinates, or over d rounds of one. */
    static PlannedCost plan(Random random, int d, BiFunction<Random, Integer, HittingCost> stage) {
        int stages = d % 2 == 0 && random.nextBoolean() ? 2 : d;
        HittingCost[] all = new HittingCost[stages];
        double[] moving = new double[stages];
        for (int s = 0; s < stages; s++) {
            all[s] = stage.apply(random, d / stages);
            moving[s] = random.nextInt(4) == 0 ? 0 : upTo(random, 20);
        }
        return PlannedCost.of(Pulls.vector(random, d / stages, 3), moving, all);
    }

    @Nested
    class APlanOverQuadratics extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return plan(random, d, EveryCostTest::quadratic);
        }

        @Override
        protected int[] dimensions() {
            return new int[] {2, 3, 6};
        }
    }

    @Nested
    class APlanOverKinks extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return plan(random, d, (seeds, each) -> switch (seeds.nextInt(4)) {
                case 0 -> absolute(seeds, each);
                case 1 -> band(seeds, each);
                case 2 -> maxAffine(seeds, each);
                default -> quadratic(seeds, each);
            });
        }

        @Override
        protected int[] dimensions() {
            return new int[] {2, 3, 6};
        }
    }

    @Nested
    class APlanOverSmoothFunctions extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return plan(
                    random, d, (seeds, each) -> seeds.nextBoolean() ? logSumExp(seeds, each) : absolute(seeds, each));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected int[] dimensions() {
            return new int[] {2, 4};
        }
    }

    @Nested
    class APlanOverOnesOwn extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            return plan(random, d, (seeds, each) -> seeds.nextBoolean() ? own(seeds, each) : quadratic(seeds, each));
        }

        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected int[] dimensions() {
            return new int[] {2, 3, 4};
        }
    }

    /** Small integers, so that kinks, ridges, ends of boxes and minimisers coincide all the time. */
    @Nested
    class ADegenerateOne extends HittingCostContract {
        @Override
        protected HittingCost cost(Random random, int d) {
            double[][] slopes = new double[3 * d + 2][];
            for (int k = 0; k < slopes.length; k++) {
                slopes[k] = integers(random, d, 1);
            }
            double[] low = integers(random, d, 1);
            double[] high = integers(random, d, 1);
            for (int c = 0; c < d; c++) {
                high[c] = Math.max(low[c], high[c]);
            }
            HittingCost sum = Sum.of(
                    MaxAffine.of(slopes, integers(random, slopes.length, 1), 1, integers(random, d, 1)),
                    MaxAffine.of(slopes, new double[slopes.length], 1, new double[d]),
                    AbsoluteDeviation.of(1, integers(random, d, 1), 1),
                    Huber.of(1, 1, integers(random, d, 1), 1));
            return random.nextBoolean() ? sum : Boxed.of(sum, low, high);
        }

        private double[] integers(Random random, int n, int most) {
            double[] v = new double[n];
            for (int k = 0; k < n; k++) {
                v[k] = random.nextInt(2 * most + 1) - most;
            }
            return v;
        }
    }

    /** Costs of all kinds that argmin alone is asked of. */
    static HittingCost any(Random random, int d) {
        return switch (random.nextInt(4)) {
            case 0 -> quadratic(random, d);
            case 1 -> absolute(random, d);
            case 2 -> band(random, d);
            default -> new Own(mu(random), Pulls.vector(random, d, 3));
        };
    }

    @Nested
    class InABall extends HittingCostContract {
        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected HittingCost cost(Random random, int d) {
            Ball ball = Ball.of(Pulls.vector(random, d, 3), Math.pow(10, 3 * random.nextDouble() - 2));
            return Constrained.of(any(random, d), ball);
        }
    }

    @Nested
    class InAHalfSpace extends HittingCostContract {
        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected HittingCost cost(Random random, int d) {
            HalfSpace half = HalfSpace.of(Pulls.vector(random, d, 2), 3 * random.nextGaussian());
            return Constrained.of(any(random, d), half);
        }
    }

    @Nested
    class OnASimplex extends HittingCostContract {
        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected HittingCost cost(Random random, int d) {
            HittingCost cost = random.nextBoolean() ? quadratic(random, d) : huber(random, d);
            return Constrained.of(cost, Simplex.of(d, 1e-3 + upTo(random, 10)));
        }
    }

    @Nested
    class InABoxByItsProjection extends HittingCostContract {
        @Override
        protected boolean isDirect() {
            return false;
        }

        @Override
        protected HittingCost cost(Random random, int d) {
            HittingCost cost = random.nextBoolean() ? quadratic(random, d) : huber(random, d);
            return Constrained.of(cost, new UnitBox(d));
        }

        @Override
        protected int[] dimensions() {
            return new int[] {1, 2, 3};
        }
    }

    /** [−1, 1]^d, of which nobody is told but the projection. */
    private record UnitBox(int dimension) implements ConvexSet {
        @Override
        public void project(double[] x) {
            for (int c = 0; c < dimension; c++) {
                x[c] = Math.max(-1, Math.min(1, x[c]));
            }
        }
    }
}
