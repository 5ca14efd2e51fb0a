import io.acord.Fleet;
import io.acord.cost.Boxed;
import io.acord.cost.Quadratic;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.Locale;

/** Three gantries of a motorway, minute by minute, while a jam reaches the last one: speeds fall gently, not at once. */
public class ThreeGantries {

    /** km/h of the traffic at each gantry. */
    static final double[][] MINUTES = {{110, 110, 110}, {110, 105, 70}, {105, 100, 60}, {100, 85, 60}};

    public static void main(String[] args) {
        Fleet fleet = Fleet.builder(3).start(120).build();
        for (double[] traffic : MINUTES) {
            Round.Builder round = fleet.round().beta(2).edge(0, 1).edge(1, 2);
            for (int i = 0; i < 3; i++) {
                round.cost(i, Boxed.of(Quadratic.alpha(0.5, traffic[i]), 60, 120));
            }
            fleet.decide(round.build());
            System.out.println(Arrays.toString(Arrays.stream(fleet.actions().toArray())
                    .mapToObj(speed -> String.format(Locale.ROOT, "%.0f km/h", speed))
                    .toArray()));
        }
    }
}
