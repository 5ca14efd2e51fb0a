import io.acord.Fleet;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.ScalarConvex;
import io.acord.model.Round;
import java.util.Locale;

/**
 * Two batteries of one cellar with wishes of your own: nobody minds a charge between 35 % and 75 %, being low is worse than being high. Actions count what came from the grid, so that the charge is action plus
 * what sun and load brought so far.
 */
public class CellarBatteries {

    /** Percent of the capacity that sun less load brings in an hour. */
    static final double[][] HOURS = {{20, -5}, {25, 0}, {10, -15}, {-10, -20}};

    /** Your own convex function of the charge; anything will do that has a curvature of at least mu. */
    static double dislike(double charge) {
        double low = Math.max(0, 35 - charge);
        double high = Math.max(0, charge - 75);
        return 4 * low * low + high * high + 0.05 * (charge - 55) * (charge - 55);
    }

    public static void main(String[] args) {
        Fleet fleet = Fleet.builder(2).start(50).build();
        double[] brought = new double[2];
        for (int hour = 1; hour <= HOURS.length; hour++) {
            Round.Builder round = fleet.round().beta(0.5);
            for (int i = 0; i < 2; i++) {
                brought[i] += HOURS[hour - 1][i];
                double moved = brought[i];
                HittingCost cost = ScalarConvex.of(x -> dislike(x + moved), 0.1, 55 - moved);
                round.cost(i, Boxed.of(cost, 5 - moved, 95 - moved));
            }
            // the two shall have the same charge: their actions differ by what was brought
            round.edge(0, 1, 1, new double[] {brought[1] - brought[0]});
            double before = fleet.actions().get(0, 0) + fleet.actions().get(1, 0);
            fleet.decide(round.build());
            double grid = fleet.actions().get(0, 0) + fleet.actions().get(1, 0) - before;
            System.out.printf(
                    Locale.ROOT,
                    "hour %d: charge %.1f %% and %.1f %%, the grid gives %.1f %%%n",
                    hour,
                    fleet.actions().get(0, 0) + brought[0],
                    fleet.actions().get(1, 0) + brought[1],
                    grid);
        }
    }
}
