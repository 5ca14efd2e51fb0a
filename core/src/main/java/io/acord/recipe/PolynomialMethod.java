package io.acord.recipe;

import io.acord.theory.GapBound;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * Plain from extrapolated points, weights that make the error a polynomial which is small at all eigenvalues of the
 * iteration, and after the 12th iteration a fresh start of an agent's own after two steps uphill: the best we know for
 * messages between neighbours (docs/acceleration.md). Needs no constant.
 *
 * <p>y^k = y^{k−1} + μ_k (y^{k−1} − y^{k−2}) + ω_k (x^k − y^{k−1}), with the weights of Brakhage's ν-method for ν =
 * 3/2,
 *
 * <pre>
 *   μ_k = (k − 1)(k + 1)(2k − 3) / (k (k + 2)(2k + 5)),     ω_k = 4 (k + 1)(2k + 1) / ((k + 2)(2k + 5)).
 * </pre>
 *
 * <p>With quadratic costs an iteration is linear, and as long as nobody starts afresh the error is a polynomial of the
 * iteration matrix: the one that is small where its eigenvalues are, without knowing how far from 1 they keep. A step
 * led uphill if ⟨y^{k−1} − x^k, y^{k−1} − y^{k−2}⟩ > 0, which also sees a row swing whose x^k is held by a constraint.
 */
final class PolynomialMethod extends VariantMethod {

    /** μ_k. */
    private static double inertia(double k) {
        return (k - 1) * (k + 1) * (2 * k - 3) / (k * (k + 2) * (2 * k + 5));
    }

    /** ω_k. */
    private static double pull(double k) {
        return 4 * (k + 1) * (2 * k + 1) / ((k + 2) * (2 * k + 5));
    }

    @Override
    String word() {
        return "auto";
    }

    @Override
    String description() {
        return "auto, polynomial weights";
    }

    @Override
    boolean hasMomentum() {
        return true;
    }

    @Override
    boolean hasOwnMomentum() {
        return true;
    }

    @Override
    OwnMomentum ownMomentum(int rows, int dimension) {
        return new Momentum(rows, dimension);
    }

    @Override
    OptionalDouble gapAtMost(int k, Variant.RoundFacts facts) {
        return facts.isQuadratic()
                ? OptionalDouble.of(GapBound.polynomial(facts.squaredDistance(), k))
                : OptionalDouble.empty();
    }

    private static final class Momentum extends OwnMomentum {
        private final double[] step; // y^{k−1} − y^{k−2} of each row

        Momentum(int rows, int d) {
            super(rows, d);
            this.step = new double[Math.multiplyExact(rows, d)];
        }

        @Override
        public boolean needsActions() {
            return false;
        }

        @Override
        void stepTogether(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked) {
            if (isAsked) {
                System.arraycopy(next, from, x, from, to - from);
            }
            if (k == 0) {
                Arrays.fill(step, from, to, 0);
            }
            stepTogether(from, to, inertia(k + 1), pull(k + 1), step, shown, next);
        }

        /** Without a question in the loop, which the compiler then computes several rows of at a time. */
        private static void stepTogether(
                int from, int to, double inertia, double pull, double[] step, double[] shown, double[] next) {
            for (int i = from; i < to; i++) {
                double xi = next[i];
                double y = shown[i];
                double s = inertia * step[i] + pull * (xi - y);
                step[i] = s;
                next[i] = y + s;
            }
        }

        @Override
        void stepEach(int from, int to, double[] states, double[] x, double[] shown, double[] next, boolean isAsked) {
            if (isAsked) {
                System.arraycopy(next, from * d, x, from * d, (to - from) * d);
            }
            if (d == 1) {
                turn(from, to, states, step, shown, next);
                stepEach(from, to, states, step, shown, next);
                return;
            }
            for (int i = from; i < to; i++) {
                double slope = 0;
                for (int at = i * d; at < (i + 1) * d; at++) {
                    slope += (shown[at] - next[at]) * step[at];
                }
                states[i] = turned(states[i], slope);
                double k = age(states[i]);
                stepTogether(i * d, (i + 1) * d, inertia(k), pull(k), step, shown, next);
            }
        }

        // Two loops, because the compiler takes several rows at a time of each, and not of both in one.

        private static void turn(int from, int to, double[] states, double[] step, double[] shown, double[] next) {
            for (int i = from; i < to; i++) {
                states[i] = turned(states[i], (shown[i] - next[i]) * step[i]);
            }
        }

        private static void stepEach(int from, int to, double[] states, double[] step, double[] shown, double[] next) {
            for (int i = from; i < to; i++) {
                double k = age(states[i]);
                double y = shown[i];
                double s = inertia(k) * step[i] + pull(k) * (next[i] - y);
                step[i] = s;
                next[i] = y + s;
            }
        }
    }
}
