package io.acord.applications.battery;

import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
 *       Assumed. With {@code tariff: hourly} it costs 0.20 € and a price that is another every hour: low at night and
 *       at noon, high in the evening, and on some days more than on others. Assumed.
 *   <li>With {@code seasons: s} the run begins on 1 January, the sun of midwinter is 1 − s of midsummer's, and loads
 *       are higher in winter by a fifth of s. Assumed.
 * </ul>
 *
 * @param sun mean share of light that the common clouds let through
 * @param shade how much of the light on a roof is its own luck
 * @param noise of the loads
 * @param seasons how much darker midwinter is than midsummer
 * @param isHourly whether every hour has a price of its own
 * @param beliefs what units that plan know of the hours to come
 */
record MadeUpDays(double sun, double shade, double noise, double seasons, boolean isHourly, Beliefs beliefs) {

    /**
     * What is known beforehand.
     *
     * @param isDayBefore whether hours to come are those of the day before; otherwise prices are published, and load
     *     and sun are forecast
     * @param error standard deviation of those forecasts, as a share
     */
    record Beliefs(boolean isDayBefore, double error) {

        static Beliefs read(Options options) {
            return switch (options.word("believes", "persistence", "noise", "exact")) {
                case "noise" -> new Beliefs(false, options.number("error", 0.3, 0, 10));
                case "exact" -> new Beliefs(false, 0);
                default -> new Beliefs(true, 0);
            };
        }
    }

    static MadeUpDays read(Options options, Storage.Settings settings) {
        return new MadeUpDays(
                options.number("sun", 0.45, 0, 1),
                options.number("shade", 0.5, 0, 1),
                options.number("noise", 0.5, 0, 1),
                options.number("seasons", 0, 0, 1),
                options.word("tariff", "steps", "hourly").equals("hourly"),
                settings.planning().isOwn() ? Beliefs.read(options) : new Beliefs(true, 0));
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
        double level = 1; // of prices
        for (int t = 1; t <= size.horizon(); t++) {
            SeededRandom hour = new SeededRandom(seed, "battery hours".hashCode(), t);
            int clock = (t - 1) % 24;
            double light = clock < 6 || clock >= 20 ? 0 : 0.7 * StrictMath.sin(Math.PI * (clock - 5.5) / 14);
            sky = Math.max(0, Math.min(1, 0.8 * sky + 0.2 * sun + 0.15 * hour.gaussian()));
            double winter = seasons * (0.5 + 0.5 * StrictMath.cos(2 * Math.PI * (t + 239) / 8760)); // from 21 December
            for (int i = 0; i < n; i++) {
                own[i] = 0.8 * own[i] + 0.2 * hour.uniform();
                double lit = Math.max(0, light) * sky * (1 - shade * own[i]) * (1 - winter);
                used[t - 1][i] =
                        load[i] * shape[clock] / mean * hour.uniform(1 - noise, 1 + noise) * (1 + 0.2 * winter);
                generation[t - 1][i] = roof[i] * lit;
            }
            SeededRandom market = new SeededRandom(seed, "battery prices".hashCode(), t);
            level = clock == 0 ? Math.max(0.2, 0.6 * level + 0.4 + 0.3 * market.gaussian()) : level;
            Arrays.fill(buy[t - 1], isHourly ? 0.20 + level * market(clock) + 0.01 * market.gaussian() : steps(clock));
            Arrays.fill(sell[t - 1], 0.08);
        }
        double[] inverter = new double[n];
        Arrays.fill(inverter, settings.planning().inverter());
        HomeSeries homes = new HomeSeries(1, generation, used, buy, sell);
        return new Storage(new Units(capacity, inverter, settings, 1), start, homes, expected(homes, seed));
    }

    /** Null where hours to come are believed to be those of the day before. */
    private @Nullable HomeSeries expected(HomeSeries homes, long seed) {
        if (beliefs.isDayBefore()) {
            return null;
        }
        return homes.mistaken(t -> new SeededRandom(seed, "battery forecasts".hashCode(), t), beliefs.error());
    }

    private static double steps(int clock) {
        return clock < 6 ? 0.24 : clock >= 17 && clock < 21 ? 0.42 : 0.30;
    }

    /** € a kWh on an exchange on a usual day. */
    private static double market(int clock) {
        return 0.10
                + 0.04 * bump(clock, 8, 1.5)
                - 0.06 * bump(clock, 13.5, 2.5)
                + 0.10 * bump(clock, 19, 1.8)
                - 0.03 * bump(clock, 3, 2);
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
