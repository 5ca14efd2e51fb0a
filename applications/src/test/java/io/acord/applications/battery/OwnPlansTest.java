package io.acord.applications.battery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.graph.Coupling;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What units do for themselves, and what their inverters make of what they are asked for. */
class OwnPlansTest {

    private static final double GRID = 0.5; // kWh: every kink of these fleets is a multiple of it

    /** Half of what goes in is stored, and half of what is taken out arrives; 2 kW; 8 kWh of which 1 to 7 are used. */
    private static Units lossy(double connection, double wear) {
        Planning planning = new Planning(0.5, 0.5, wear, 0, connection, 1, 6);
        Storage.Settings settings = new Storage.Settings(35, 75, 12.5, 87.5, 0, 0.1, 1, 0.3, planning);
        return new Units(new double[] {8}, new double[] {2}, settings, 1);
    }

    private static HomeSeries drawn(SeededRandom random, int horizon, boolean hasOddPrices) {
        double[][] generation = new double[horizon][1];
        double[][] load = new double[horizon][1];
        double[][] buy = new double[horizon][1];
        double[][] sell = new double[horizon][1];
        for (int t = 0; t < horizon; t++) {
            generation[t][0] = random.below(4);
            load[t][0] = random.below(4);
            buy[t][0] = hasOddPrices ? random.uniform(-0.2, 0.4) : random.uniform(0.1, 0.5);
            sell[t][0] = hasOddPrices ? random.uniform(-0.2, 0.4) : random.uniform(0, 0.1);
        }
        return new HomeSeries(1, generation, load, buy, sell);
    }

    /** The least that can be paid from a round on by steps on a grid, which have all the kinks. */
    private static double[] least(Units units, HomeSeries series, int first, int last) {
        StepCost step = new StepCost(units);
        int cells = (int) Math.round((units.most(0) - units.least(0)) / GRID);
        double cheapest = Double.POSITIVE_INFINITY;
        for (int t = 1; t <= last; t++) {
            cheapest = Math.min(cheapest, series.buy(t, 0));
        }
        double[] after = new double[cells + 1];
        double worth = cheapest * units.planning().discharging();
        Arrays.setAll(after, c -> -worth * c * GRID);
        for (int t = last; t >= first; t--) {
            double[] before = new double[cells + 1];
            Arrays.fill(before, Double.POSITIVE_INFINITY);
            for (int from = 0; from <= cells; from++) {
                for (int to = 0; to <= cells; to++) {
                    double moved = (to - from) * GRID;
                    if (moved <= units.up(0) && moved >= -units.down(0)) {
                        double paid = step.cost(
                                units.planning(), moved, series.net(t, 0), series.buy(t, 0), series.sell(t, 0));
                        before[from] = Math.min(before[from], paid + after[to]);
                    }
                }
            }
            after = before;
        }
        return after;
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.POSITIVE_INFINITY, 2})
    void aPlanIsTheCheapestThereIs(double connection) {
        for (long seed = 1; seed <= 300; seed++) {
            Units units = lossy(connection, 0.02);
            HomeSeries series = drawn(new SeededRandom(seed, 1), 6, false);
            double stored = 1 + GRID * new SeededRandom(seed, 2).below(13);
            double next = new OwnPlans(units, series).next(1, 0, stored, series);
            double paid = new StepCost(units)
                    .cost(units.planning(), next - stored, series.net(1, 0), series.buy(1, 0), series.sell(1, 0));
            double[] after = least(units, series, 2, 6);
            double[] before = least(units, series, 1, 6);
            int cell = (int) Math.round((next - 1) / GRID);
            assertThat(1 + cell * GRID).as("seed %d: a kink", seed).isCloseTo(next, within(1e-9));
            assertThat(paid + after[cell])
                    .as("seed %d", seed)
                    .isCloseTo(
                            before[(int) Math.round((stored - 1) / GRID)], within(1e-4)); // sooner is a little better
        }
    }

    /** A price below 0, or one for giving above that for drawing, is no convex cost; what is planned with is. */
    @Test
    void whatAStepCostsIsConvexAtAnyPrices() {
        for (long seed = 1; seed <= 1000; seed++) {
            Units units = lossy(2, 0.02);
            HomeSeries series = drawn(new SeededRandom(seed, 3), 1, true);
            StepCost step = new StepCost(units);
            step.pose(0, series.net(1, 0), series.buy(1, 0), series.sell(1, 0));
            double length = 0;
            for (int k = 0; k < step.pieces(); k++) {
                assertThat(step.length(k)).isPositive();
                assertThat(k == 0 || step.slope(k - 1) <= step.slope(k) + 1e-12)
                        .as("seed %d, piece %d", seed, k)
                        .isTrue();
                length += step.length(k);
            }
            assertThat(length).isCloseTo(units.up(0) + units.down(0), within(1e-6));
        }
    }

    /** Draws 1 kWh: 0.5 are stored. Cheap now and dear next: filled as far as that pays, and emptied. */
    @Test
    void cheapHoursFillWhatDearOnesUse() {
        Units units = lossy(Double.POSITIVE_INFINITY, 0.01);
        double[][] nothing = new double[3][1];
        double[][] load = {{0}, {0.25}, {0}};
        double[][] buy = {{0.1}, {0.9}, {0.1}};
        HomeSeries series = new HomeSeries(1, nothing, load, buy, nothing);
        OwnPlans plans = new OwnPlans(units, series);
        // a stored kWh costs 0.2 + 0.01 and saves 0.45 − 0.01; a quarter of a kWh is all that is needed, 0.5 stored
        double after = plans.next(1, 0, 1, series);
        assertThat(after).isCloseTo(1.5, within(1e-9));
        assertThat(plans.next(2, 0, after, series)).isCloseTo(1, within(1e-9));
        HomeSeries dull = new HomeSeries(1, nothing, load, new double[][] {{0.1}, {0.3}, {0.1}}, nothing);
        assertThat(new OwnPlans(units, dull).next(1, 0, 1, dull))
                .as("does not pay")
                .isCloseTo(1, within(1e-9));
    }

    /** Nobody expects anything of the first day; on the second one the first is expected. */
    @Test
    void withoutForecastsTomorrowIsLikeToday() {
        double[][] nothing = new double[48][1];
        double[][] load = new double[48][1];
        double[][] buy = new double[48][1];
        for (int t = 0; t < 48; t++) {
            load[t][0] = t % 24 == 5 ? 0.5 : 0;
            buy[t][0] = t % 24 == 5 ? 0.9 : t % 24 == 2 ? 0.1 : 0.3;
        }
        HomeSeries series = new HomeSeries(1, nothing, load, buy, nothing);
        Planning planning = new Planning(0.5, 0.5, 0.01, 0, Double.POSITIVE_INFINITY, 1, 24);
        Storage.Settings settings = new Storage.Settings(35, 75, 12.5, 87.5, 0, 0.1, 1, 0.3, planning);
        Units units = new Units(new double[] {8}, new double[] {4}, settings, 1);
        Storage storage = new Storage(units, new double[] {12.5}, series, null);
        assertThat(storage.origin(4)[0]).isCloseTo(12.5, within(1e-9));
        assertThat(storage.origin(24 + 2)[0]).isCloseTo(12.5, within(1e-9));
        assertThat(storage.origin(24 + 3)[0]).as("1 kWh for 0.5 that arrive").isCloseTo(25, within(1e-9));
        assertThat(storage.origin(24 + 6)[0]).isCloseTo(12.5, within(1e-9));
    }

    /**
     * By hand. The first: 1 kWh of sun and no load; is asked for 2 kWh more than the 4 that it stores, draws 1 kWh and
     * stores 1, because its inverter takes 2 kW, half of which are stored. The second: 0.5 kWh of load; asked for 1 kWh
     * less, it takes 1 kWh out, of which 0.5 arrive.
     */
    @Test
    void whatPlannedUnitsPayIsWhatOneFindsByHand() {
        Storage wide = sunnyAndDark(Double.POSITIVE_INFINITY);
        Map<String, Double> found = measured(wide, 75, 37.5);
        assertThat(found.get("bill")).isCloseTo((1 * 0.2 + (8 - 5 - 3) * 0.3) / 2, within(1e-9));
        assertThat(found.get("wear")).isCloseTo((1 + 1) * 0.04 / 2, within(1e-9));
        assertThat(found.get("losses")).isCloseTo((1 + 0.5) / 2, within(1e-9));
        assertThat(found.get("notFollowed")).isCloseTo(50, within(1e-9));
        assertThat(found.get("selfConsumption")).isCloseTo(100, within(1e-9));
        assertThat(found.get("peak")).isCloseTo(1, within(1e-9));
        assertThat(found.get("overConnection")).isZero();

        // 0.8 kW for both, 0.4 each: the first may draw 0.4 beside its sun, so that 0.7 kWh are stored; the second
        // stays where it is, and draws 0.1 beyond its share, while all together draw 0.9
        Storage narrow = sunnyAndDark(0.8);
        Map<String, Double> limited = measured(narrow, 75, 50);
        assertThat(limited.get("grid")).isCloseTo((0.4 + 0.5) / 2, within(1e-9));
        assertThat(limited.get("overConnection")).isCloseTo(0.1, within(1e-9));
        assertThat(limited.get("wear")).isCloseTo(0.7 * 0.04 / 2, within(1e-9));
    }

    private static Storage sunnyAndDark(double connection) {
        Planning planning = new Planning(0.5, 0.5, 0.04, 0, connection, 1, 24);
        Storage.Settings settings = new Storage.Settings(35, 75, 12.5, 87.5, 0, 0.1, 1, 0.3, planning);
        double[][] sun = {{1, 0}};
        double[][] load = {{0, 0.5}};
        HomeSeries hour = new HomeSeries(1, sun, load, new double[][] {{0.2, 0.2}}, new double[][] {{0.1, 0.1}});
        return new Storage(
                new Units(new double[] {8, 8}, new double[] {2, 2}, settings, 1), new double[] {50, 50}, hour, null);
    }

    private static Map<String, Double> measured(Storage storage, double... asked) {
        ChargeMeter meter = new ChargeMeter(storage, t -> Coupling.none(2, 1), Integer::toString, false);
        double[] x = asked.clone();
        Arrays.setAll(x, i -> asked[i] - storage.origin(1)[i]);
        meter.played(1, storage.start(), Actions.scalars(x));
        Map<String, Double> found = new HashMap<>();
        meter.measures().forEach((measure, value) -> found.put(measure.key(), value));
        return found;
    }
}
