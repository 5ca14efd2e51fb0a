package io.acord.recipe;

import io.acord.theory.GapBound;
import java.util.OptionalDouble;

/**
 * Plain from extrapolated points, weights between those of FISTA and of the optimized gradient method, and after the
 * 12th iteration a fresh start of an agent's own after two steps uphill (docs/acceleration.md). Needs no constant.
 *
 * <p>y^k = x^k + (θ_k − 1)/θ_{k+1} (x^k − x^{k−1}) + γ θ_k/θ_{k+1} (x^k − y^{k−1}) with θ_1 = 1 and θ_{k+1} = (1 + √(1
 * + 4 θ_k²))/2. A step led uphill if ⟨y^{k−1} − x^k, x^k − x^{k−1}⟩ > 0.
 *
 * <p>γ = 0 are the FISTA weights and γ = 1 those of the optimized gradient method, whose proven bound is half as large.
 * At γ = 1 itself what is stiff swings from side to side for ever; a little less damps it and loses little.
 */
final class OptimizedMethod extends VariantMethod {

    private static final double GAMMA = 0.8;

    private static final OwnMomentum.WeightTable WEIGHTS = new OwnMomentum.WeightTable(OptimizedMethod::weights);

    /** (θ_k − 1)/θ_{k+1} and γ θ_k/θ_{k+1} of the first k. */
    private static void weights(double[] inertia, double[] pull) {
        double theta = 1;
        for (int k = 0; k < inertia.length; k++) {
            double after = (1 + Math.sqrt(1 + 4 * theta * theta)) / 2;
            inertia[k] = (theta - 1) / after;
            pull[k] = GAMMA * theta / after;
            theta = after;
        }
    }

    @Override
    String word() {
        return "optimized";
    }

    @Override
    String description() {
        return "optimized weights";
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
        return OptionalDouble.of(GapBound.optimized(facts.squaredDistance(), GAMMA, k));
    }

    private static final class Momentum extends OwnMomentum {

        Momentum(int rows, int d) {
            super(rows, d);
        }

        @Override
        void stepTogether(int from, int to, int k, double[] x, double[] shown, double[] next, boolean isAsked) {
            Weights w = WEIGHTS.upTo(k);
            stepTogether(from, to, w.inertia[k], w.pull[k], x, shown, next);
        }

        private static void stepTogether(
                int from, int to, double inertia, double pull, double[] x, double[] shown, double[] next) {
            for (int i = from; i < to; i++) {
                double xi = next[i];
                next[i] = xi + inertia * (xi - x[i]) + pull * (xi - shown[i]);
                x[i] = xi;
            }
        }

        @Override
        void stepEach(int from, int to, double[] states, double[] x, double[] shown, double[] next, boolean isAsked) {
            for (int i = from; i < to; i++) {
                double slope = 0;
                for (int at = i * d; at < (i + 1) * d; at++) {
                    slope += (shown[at] - next[at]) * (next[at] - x[at]);
                }
                states[i] = turned(states[i], slope);
                int now = Math.max(1, (int) age(states[i])) - 1; // numbers that are none have no age
                Weights w = WEIGHTS.upTo(now);
                stepTogether(i * d, (i + 1) * d, w.inertia[now], w.pull[now], x, shown, next);
            }
        }
    }
}
