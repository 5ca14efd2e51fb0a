package io.acord.lab.generate;

import io.acord.cost.HittingCosts;
import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.source.ColumnCosts;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.SeededRandom;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The costs of the paper's experiments (Appendix H): α‖x − v‖², where now and then α or a coordinate of v jumps, and
 * farther every round.
 *
 * <ul>
 *   <li>α is U(0, 1] with probability {@code p}, else U(0, 1] + 2^t. The paper's U[0, 1] contains 0, which is not
 *       strongly convex.
 *   <li>Each coordinate of v is U[−10, 10] with probability {@code q}, else U[−10, 10] ± 1.1^t.
 *   <li>{@code cap} limits the exponent of 2^t.
 * </ul>
 */
public final class SpikeCosts extends CostKind {

    public SpikeCosts() {
        super("spikes", "the paper's: targets and steepness that jump now and then");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        double p = options.number("p", 0.7, 0, 1);
        double q = options.number("q", 0.9, 0, 1);
        OptionalInt cap = options.integer("cap", 0, Double.MAX_EXPONENT);
        Spikes spikes = new Spikes(p, q, cap, options.place());
        if (declared.horizon().isPresent()) {
            int agents = Math.max(1, CommonOptions.agents(declared).orElse(1));
            int dimension = Math.max(1, declared.dimension().orElse(1));
            spikes.overflow(agents, dimension, declared.horizon().getAsInt()).ifPresent(options.complaints()::add);
        }
        return spikes;
    }

    private record Spikes(double p, double q, OptionalInt cap, String place) implements CostSource {

        @Override
        public Costs costs(Size size, long seed) {
            Complaints complaints = new Complaints();
            overflow(size.agents(), size.dimension(), size.horizon()).ifPresent(complaints::add);
            complaints.throwIfAny();
            ColumnCosts costs =
                    t -> draw(t, size.agents(), size.dimension(), new SeededRandom(seed, "spikes".hashCode(), t));
            return costs;
        }

        /** Draws everything, needed or not, so that another p or q makes no other difference. */
        private HittingCosts draw(int t, int agents, int d, SeededRandom random) {
            double[] curvatures = new double[agents * d];
            double[] v = new double[curvatures.length];
            double distance = distance(t);
            for (int i = 0; i < agents; i++) {
                double alpha = 1 - random.uniform();
                if (!random.chance(p)) {
                    alpha += steepness(t);
                }
                for (int k = i * d; k < (i + 1) * d; k++) {
                    curvatures[k] = 2 * alpha;
                    v[k] = random.uniform(-10, 10);
                    double epsilon = random.chance(0.5) ? 1 : -1;
                    if (!random.chance(q)) {
                        v[k] += epsilon * distance;
                    }
                }
            }
            return HittingCosts.ofFrozen(d, curvatures, v);
        }

        /** 2^t, or 2^cap from there on. */
        private double steepness(int t) {
            return Math.scalb(1.0, cap.isPresent() ? Math.min(t, cap.getAsInt()) : t);
        }

        /** 1.1^t. */
        private static double distance(int t) {
            return StrictMath.pow(1.1, t);
        }

        private Optional<Complaint> overflow(int agents, int dimension, int horizon) {
            if (fits(agents, dimension, horizon)) {
                return Optional.empty();
            }
            int largest = 0;
            for (int step = Integer.highestOneBit(horizon); step > 0; step /= 2) {
                if (fits(agents, dimension, largest + step)) {
                    largest += step;
                }
            }
            boolean couldCap = cap.isEmpty() && p < 1;
            return Optional.of(new Complaint(
                    place + (couldCap ? ": costs.cap" : ": costs"),
                    couldCap
                            ? "is missing, and the horizon is " + horizon
                            : "overflow within the horizon of " + horizon,
                    "a horizon of at most " + largest + ", because "
                            + (p < 1 ? "alpha jumps by " + (cap.isPresent() ? "2^" + cap.getAsInt() : "2^t") : "")
                            + (p < 1 && q < 1 ? " and " : "") + (q < 1 ? "v jumps by 1.1^t" : "")
                            + ", and later costs may not fit into a double",
                    couldCap
                            ? "add cap: 40, say, or shorten the horizon"
                            : p < 1 ? "shorten the horizon, or lower the cap" : "shorten the horizon"));
        }

        /**
         * Whether the run's cost fits into a double whatever is drawn and played between the targets, with room for the
         * doubled α of the solvers.
         */
        private boolean fits(int agents, int dimension, int horizon) {
            double alpha = 1 + (p < 1 ? steepness(horizon) : 0);
            double apart = 2 * (10 + (q < 1 ? distance(horizon) : 0));
            return Double.isFinite((double) horizon * agents * dimension * 2 * alpha * apart * apart);
        }
    }
}
