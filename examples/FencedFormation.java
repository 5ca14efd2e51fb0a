import io.acord.Fleet;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Variant;
import io.acord.recipe.Recipe;
import io.acord.recipe.From;
import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;

public class FencedFormation {
    /** 1/2 ‖p − slot‖² and 10 (p_y − fence)² beyond the fence. */
    static final class Slot implements HittingCost {
        private static final double BEYOND = 20;
        private final double[] slot;
        private final double fence;

        Slot(double[] slot, double fence) {
            this.slot = slot;
            this.fence = fence;
        }

        @Override
        public int dimension() {
            return 2;
        }

        @Override
        public double at(double[] p) {
            double dx = p[0] - slot[0];
            double dy = p[1] - slot[1];
            double over = Math.max(0, p[1] - fence);
            return (dx * dx + dy * dy + BEYOND * over * over) / 2;
        }

        @Override
        public double mu() {
            return 1;
        }

        @Override
        public double argmin(QuadraticPull pull, double[] p) {
            double h = pull.curvature()[0]; // edges with a weight pull alike in x and y
            double[] b = pull.linear();
            p[0] = (slot[0] + b[0]) / (1 + h);
            double inside = (slot[1] + b[1]) / (1 + h);
            double beyond = (slot[1] + BEYOND * fence + b[1]) / (1 + BEYOND + h);
            p[1] = inside <= fence ? inside : Math.max(fence, beyond);
            return 0; // solved exactly
        }
    }

    public static void main(String[] args) {
        double[][] offsets = {{0, 0}, {0, 6}, {0, 12}};
        Fleet fleet = Fleet.builder(3)
                .start(Actions.flat(2, new double[] {0, 0, 0, 6, 0, 12})).recipe(Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.accuracy(1e-6)))
                .build();
        for (int t = 1; t <= 40; t++) {
            var round = fleet.round().beta(4);
            for (int i = 0; i < 3; i++) {
                double[] slot = {t + offsets[i][0], offsets[i][1]};
                round.cost(i, new Slot(slot, t < 10 ? 100 : 9)); // from round 10 on there is a fence at y = 9
            }
            round.edge(0, 1, 1, new double[] {0, -6}).edge(1, 2, 1, new double[] {0, -6});
            fleet.decide(round.build());
        }
        for (int i = 0; i < 3; i++) {
            System.out.printf("%.2f %.2f%n", fleet.actions().get(i, 0), fleet.actions().get(i, 1));
        }
    }
}
