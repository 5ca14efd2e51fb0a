import io.acord.Fleet;
import io.acord.recipe.IterationRule;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import io.acord.recipe.Recipe;
import io.acord.acord.Decision;
import io.acord.recipe.LambdaRule;
import io.acord.cost.Quadratic;
import io.acord.model.Round;
import java.util.Locale;

/**
 * Three products of one shelf, priced every day with the demand model of your own. Product i sells a − k x + Σ e x_j + b x_yesterday; what follows for the library is in {@code cost} and {@code day}.
 */
public class ShelfPrices {

    static final double[] SLOPE = {9, 12, 7}; // k: units lost per euro of the own price
    static final double[] MEMORY = {1, 2, 0.5}; // b: units gained per euro of yesterday's price
    static final int[][] PAIRS = {{0, 1}, {1, 2}};
    static final double[] GAMMA = {1.5, 0.75}; // units gained per euro of a substitute's price, mean of both directions

    /** Demand at price 0 is what your forecast says in the morning. */
    static double forecast(int product, int day) {
        return new double[] {120, 200, 80}[product] * (1 + 0.2 * Math.sin(day + product));
    }

    /** The cost whose minimum is the largest revenue: ξ (x − a/(2ξ))². */
    static Quadratic cost(int product, int day) {
        double xi = SLOPE[product] - MEMORY[product]; // memory of today and tomorrow, half each
        for (int e = 0; e < PAIRS.length; e++) {
            xi -= PAIRS[e][0] == product || PAIRS[e][1] == product ? GAMMA[e] : 0;
        }
        return Quadratic.alpha(xi, forecast(product, day) / (2 * xi));
    }

    static Round day(Fleet fleet, int day) {
        Round.Builder round = fleet.round().beta(1).switchingWeights(MEMORY);
        for (int i = 0; i < SLOPE.length; i++) {
            round.cost(i, cost(i, day));
        }
        for (int e = 0; e < PAIRS.length; e++) {
            round.edge(PAIRS[e][0], PAIRS[e][1], 2 * GAMMA[e]);
        }
        return round.build();
    }

    public static void main(String[] args) {
        Fleet fleet = Fleet.builder(3).start(9).recipe(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(1e-6)).with(LambdaRule.running())).build();
        for (int day = 1; day <= 3; day++) {
            double[] yesterday = fleet.actions().toArray();
            Decision decision = fleet.decide(day(fleet, day));
            double revenue = 0;
            for (int i = 0; i < 3; i++) {
                double sold = forecast(i, day) - SLOPE[i] * fleet.actions().get(i, 0) + MEMORY[i] * yesterday[i];
                for (int e = 0; e < PAIRS.length; e++) {
                    int other = PAIRS[e][0] == i ? PAIRS[e][1] : PAIRS[e][1] == i ? PAIRS[e][0] : -1;
                    sold += other < 0 ? 0 : GAMMA[e] * fleet.actions().get(other, 0);
                }
                revenue += sold * fleet.actions().get(i, 0);
            }
            System.out.printf(
                    Locale.ROOT,
                    "day %d: %.2f %.2f %.2f EUR bring in %.0f EUR after %d iterations%n",
                    day,
                    fleet.actions().get(0, 0),
                    fleet.actions().get(1, 0),
                    fleet.actions().get(2, 0),
                    revenue,
                    decision.iterations());
        }
    }
}
