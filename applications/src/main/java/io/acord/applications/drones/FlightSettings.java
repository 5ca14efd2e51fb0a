package io.acord.applications.drones;

import io.acord.lab.options.Options;

/**
 * How the drones are flown.
 *
 * @param step seconds a round
 * @param track what a drone pays for being off its slot: track/2 ‖y − g‖² with g where a gust would push it, against
 *     1/2 ‖step‖² for a correction
 * @param avoid what it pays for each metre within an obstacle's reach
 * @param clearance metres to keep from obstacles
 * @param range metres that radio reaches: drones whose slots are so near are neighbours
 * @param separation metres that two drones shall be apart at least; slots that are nearer are refused
 */
record FlightSettings(double step, double track, double avoid, double clearance, double range, double separation) {

    static FlightSettings read(Options options) {
        return new FlightSettings(
                options.number("step", 1, 1e-3, 3600),
                options.number("track", 0.2, 1e-6, 1e6),
                options.number("avoid", 20, 0, 1e9),
                options.number("clearance", 1, 0, 1e6),
                options.number("range", 12.5, 0, 1e9),
                options.number("separation", 2, 1e-3, 1e6));
    }
}
