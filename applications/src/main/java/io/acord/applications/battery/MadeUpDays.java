package io.acord.applications.battery;

import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * Homes with a roof and a battery, hour by hour, out of a seed.
 *
 * <ul>
 *   <li>Batteries of 5 to 10 kWh, roofs of as many kWp, loads of 2.5 to 5.5 MWh a year: typical of single-family homes.
 *   <li>Load has the shape that is typical of a household: low at night, a small peak in the morning, a large one in
 *       the evening, times U[1 − noise, 1 + noise] each hour.
 *   <li>The sun shines from 6 to 20 h as the sine of its height, at most 0.7 of the kWp, through clouds: a sky common
 *       to all that changes slowly, and a share of shade of each roof's own. Assumed.
 *   <li>A kWh costs 0.24 € from 0 to 6 h, 0.42 € from 17 to 21 h and 0.30 € else; one that is given brings 0.08 €.
 *       Assumed.
 * </ul>
 *
 * @param sun mean share of light that the common clouds let through
 * @param shade how much of the light on a roof is its own luck
 * @param noise of the loads
 */
record MadeUpDays(double sun, double shade, double noise) {

    static MadeUpDays read(Options options) {
        return new MadeUpDays(
                options.number("sun", 0.45, 0, 1),
                options.number("shade", 0.5, 0, 1),
                options.number("noise", 0.5, 0, 1));
    }

    Storage draw(Size size, long seed, Storage.Settings settings) {
        int n = size.agents();
        SeededRandom random = new SeededRandom(seed, "battery units".hashCode());
        double[] capacity = new double[n];
        double[] roof = new double[n];
        double[] load = new double[n]; // mean kW
        double[] start = new double[n];
        double[] own = new double[n]; // shade of a roof, changing slowly
        for (int i = 0; i < n; i++) {
            capacity[i] = random.uniform(5, 10);
            roof[i] = random.uniform(5, 10);
            load[i] = random.uniform(2500, 5500) / 8760;
            start[i] = random.uniform(settings.low(), settings.high());
            own[i] = random.uniform();
        }
        double[] shape = new double[24];
        Arrays.setAll(shape, MadeUpDays::usual);
        double mean = Arrays.stream(shape).average().orElseThrow();
        double[][] generation = new double[size.horizon()][n];
        double[][] used = new double[size.horizon()][n];
        double[][] buy = new double[size.horizon()][n];
        double[][] sell = new double[size.horizon()][n];
        double sky = sun;
        for (int t = 1; t <= size.horizon(); t++) {
            SeededRandom hour = new SeededRandom(seed, "battery hours".hashCode(), t);
            int clock = (t - 1) % 24;
            double light = clock < 6 || clock >= 20 ? 0 : 0.7 * StrictMath.sin(Math.PI * (clock - 5.5) / 14);
            sky = Math.max(0, Math.min(1, 0.8 * sky + 0.2 * sun + 0.15 * hour.gaussian()));
            for (int i = 0; i < n; i++) {
                own[i] = 0.8 * own[i] + 0.2 * hour.uniform();
                double lit = Math.max(0, light) * sky * (1 - shade * own[i]);
                used[t - 1][i] = load[i] * shape[clock] / mean * hour.uniform(1 - noise, 1 + noise);
                generation[t - 1][i] = roof[i] * lit;
            }
            Arrays.fill(buy[t - 1], clock < 6 ? 0.24 : clock >= 17 && clock < 21 ? 0.42 : 0.30);
            Arrays.fill(sell[t - 1], 0.08);
        }
        return new Storage(capacity, start, new HomeSeries(1, generation, used, buy, sell), settings);
    }

    /** Load at an hour, in no unit. */
    private static double usual(int clock) {
        return 0.5 + 0.6 * bump(clock, 7.5, 1.5) + 0.4 * bump(clock, 12.5, 2) + 1.1 * bump(clock, 19.5, 2.2);
    }

    private static double bump(int clock, double at, double width) {
        double away = (clock - at) / width;
        return StrictMath.exp(-away * away / 2);
    }
}
