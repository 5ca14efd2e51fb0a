package io.acord.lab.generate;

import io.acord.cost.HittingCosts;
import io.acord.lab.options.Options;
import io.acord.lab.source.ColumnCosts;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * α‖x − v‖² with targets that drift: where a round is much like the one before, a start from the last actions pays.
 *
 * <ul>
 *   <li>Each coordinate of v starts anywhere in [−range, range] and walks at random by a normal step of standard
 *       deviation {@code step} every round; at the ends of the range it is reflected.
 *   <li>{@code alpha: [low, high]}: each agent has one α between them for all rounds.
 * </ul>
 */
public final class DriftCosts extends CostKind {

    private static final int ALPHA = "drift.alpha".hashCode();
    private static final int START = "drift.start".hashCode();
    private static final int WALK = "drift.walk".hashCode();

    public DriftCosts() {
        super("drift", "targets that walk at random");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        double step = CommonOptions.nonNegative(options, "step", 0.05, "it is a distance");
        double range = CommonOptions.positive(options, "range", 10, "targets need room to move");
        if (step > range) {
            options.complain("step", "at most the range, " + range, "lower the step, or widen the range");
        }
        double[] alpha = options.numbers("alpha").orElse(new double[] {0.5, 2});
        double low = alpha[0];
        double high = alpha[alpha.length - 1];
        if (alpha.length > 2 || !(0 < low && low <= high && high <= CommonOptions.MOST)) {
            options.complain(
                    "alpha",
                    "a number above 0, or [low, high] with 0 < low <= high <= " + CommonOptions.MOST,
                    "write for instance [0.5, 2]");
        }
        return new Drift(step, range, low, high);
    }

    private record Drift(double step, double range, double alphaLow, double alphaHigh) implements CostSource {

        @Override
        public Costs costs(Size size, long seed) {
            int d = size.dimension();
            ColumnCosts costs = t -> {
                double[] v = new Walk(size.agents() * d, seed).at(t - 1);
                double[] curvatures = new double[v.length];
                SeededRandom alpha = new SeededRandom(seed, ALPHA);
                SeededRandom start = new SeededRandom(seed, START);
                for (int i = 0; i < size.agents(); i++) {
                    Arrays.fill(curvatures, i * d, (i + 1) * d, 2 * alpha.uniform(alphaLow, alphaHigh));
                    for (int k = i * d; k < (i + 1) * d; k++) {
                        v[k] = reflected(start.uniform(-range, range) + step * v[k]);
                    }
                }
                return HittingCosts.ofFrozen(d, curvatures, v);
            };
            return costs;
        }

        /** The place within ±range that one comes to by turning round at the ends. */
        private double reflected(double v) {
            double fromLow = v + range;
            double phase = fromLow - 4 * range * Math.floor(fromLow / (4 * range));
            return Math.max(-range, Math.min(range, phase <= 2 * range ? phase - range : 3 * range - phase));
        }
    }

    /**
     * Random walks from 0 with standard normal steps, drawn by halving instead of step by step, so that any place of
     * them takes log t draws: first the places at 1, 2, 4, …, then always the middle between two known places (Lévy's
     * construction of Brownian motion). The normal of a place is named by its time.
     */
    private record Walk(int walks, long seed) {

        double[] at(int time) {
            double[] before = new double[walks];
            if (time == 0) {
                return before;
            }
            long from = 1;
            addNormals(before, 1, from);
            double[] after = before.clone();
            addNormals(after, 1, 2);
            while (2 * from <= time) {
                from *= 2;
                before = after;
                after = before.clone();
                addNormals(after, Math.sqrt((double) from), 2 * from);
            }
            // The place is in [from, from + gap).
            for (long gap = from; from < time; gap /= 2) {
                long middle = from + gap / 2;
                double[] between = new double[walks];
                for (int k = 0; k < walks; k++) {
                    between[k] = (before[k] + after[k]) / 2;
                }
                addNormals(between, Math.sqrt((double) gap) / 2, middle);
                if (middle <= time) {
                    from = middle;
                    before = between;
                } else {
                    after = between;
                }
            }
            return before;
        }

        private void addNormals(double[] places, double deviation, long time) {
            SeededRandom random = new SeededRandom(seed, WALK, time);
            for (int k = 0; k < walks; k++) {
                places[k] += deviation * random.gaussian();
            }
        }
    }
}
