package io.acord.applications.speeds;

import io.acord.lab.options.Options;
import io.acord.lab.source.CostSource.Size;
import io.acord.lab.source.SeededRandom;
import java.util.Arrays;

/**
 * A motorway out of a seed, minute by minute: gantries every kilometre, a limit of 120 km/h and at least 60 km/h, and a
 * jam that begins at a place and a time of the seed and moves upstream at 18 km/h, as jams do.
 *
 * @param density vehicles a kilometre and lane where there is no jam: assumed
 * @param jammed how many more in the middle of the jam: assumed
 * @param noise standard deviation, as a share: assumed
 */
record MadeUpTraffic(double density, double jammed, double noise) {

    private static final double UPSTREAM = 18 / 60.0; // gantries a minute
    private static final double LENGTH = 1.5; // standard deviation of the jam, in gantries

    static MadeUpTraffic read(Options options) {
        return new MadeUpTraffic(
                options.number("density", 20, 0, 1000),
                options.number("jammed", 60, 0, 1000),
                options.number("noise", 0.15, 0, 1));
    }

    Road draw(Size size, long seed, Road.Settings settings) {
        int n = size.agents();
        SeededRandom random = new SeededRandom(seed, "speeds jam".hashCode());
        double place = random.uniform(0.4, 1) * n;
        double begin = random.uniform(0, 0.5) * size.horizon();
        double[] kilometres = new double[n];
        double[] limit = new double[n];
        double[] lowest = new double[n];
        Arrays.fill(kilometres, 1);
        Arrays.fill(limit, 120);
        Arrays.fill(lowest, 60);
        double[][] vehicles = new double[size.horizon()][n];
        for (int t = 1; t <= size.horizon(); t++) {
            SeededRandom now = new SeededRandom(seed, "speeds minutes".hashCode(), t);
            double grown = Math.max(0, Math.min(1, (t - begin) / 5)); // within five minutes
            double centre = place - UPSTREAM * Math.max(0, t - begin);
            for (int i = 0; i < n; i++) {
                double away = (i - centre) / LENGTH;
                double mean = density + grown * jammed * StrictMath.exp(-away * away / 2);
                vehicles[t - 1][i] = Math.max(0, mean * (1 + noise * now.gaussian()));
            }
        }
        return new Road(kilometres, limit, lowest, vehicles, settings);
    }
}
