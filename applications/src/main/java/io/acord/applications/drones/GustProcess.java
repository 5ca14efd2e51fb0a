package io.acord.applications.drones;

import io.acord.lab.options.Options;
import io.acord.lab.source.SeededRandom;

/**
 * Wind that comes and goes: each coordinate is a first-order process, as in the low-altitude model of Dryden
 * (MIL-F-8785C), with a part that all drones feel and one of their own.
 *
 * @param gust standard deviation, m/s: at 30 m height and 15 kn of wind at 6 m the model gives 0.1 · 15 kn / (0.177 +
 *     0.000823 · 98 ft)^0.4 = 1.3 m/s along the wind
 * @param eddy length of an eddy in metres: 98 ft / (0.177 + 0.000823 · 98 ft)^1.2 = 150 m; a formation at speed V
 *     leaves it after about eddy/V seconds
 * @param shared share of the variance that all drones feel together: assumed
 * @param yields metres that a drone is pushed off its slot by 1 m/s of wind, if it holds alone: assumed
 */
record GustProcess(double gust, double eddy, double shared, double yields) {

    static GustProcess read(Options options) {
        return new GustProcess(
                options.number("gust", 1.3, 0, 100),
                options.number("eddy", 150, 1e-3, 1e6),
                options.number("shared", 0.5, 0, 1),
                options.number("yields", 1, 0, 1000));
    }

    /** How far each drone is pushed in each round, [round][d numbers a drone]. */
    double[][] draw(FlightPlan plan, double step, int horizon, long seed) {
        int d = plan.dimension();
        int n = plan.drones();
        double kept = StrictMath.exp(-plan.speed() * step / eddy);
        double fresh = Math.sqrt(1 - kept * kept);
        double all = gust * yields * Math.sqrt(shared);
        double own = gust * yields * Math.sqrt(1 - shared);
        double[] felt = new double[(n + 1) * d]; // the last is what all feel
        SeededRandom before = new SeededRandom(seed, "drones gusts".hashCode(), 0);
        for (int k = 0; k < felt.length; k++) {
            felt[k] = before.gaussian();
        }
        double[][] pushed = new double[horizon][n * d];
        for (int t = 1; t <= horizon; t++) {
            SeededRandom now = new SeededRandom(seed, "drones gusts".hashCode(), t);
            for (int k = 0; k < felt.length; k++) {
                felt[k] = kept * felt[k] + fresh * now.gaussian();
            }
            for (int k = 0; k < n * d; k++) {
                pushed[t - 1][k] = own * felt[k] + all * felt[n * d + k % d];
            }
        }
        return pushed;
    }
}
