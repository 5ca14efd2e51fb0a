package io.acord.applications.balancing;

import io.acord.lab.options.Options;

/**
 * What it takes to run servers, and how much which aim weighs.
 *
 * @param peak kW of a busy server: assumed
 * @param idle share of it that a server takes when it is on and idle: about half (Barroso and Hölzle 2007)
 * @param pue power of the whole centre per power of its servers: 1.58, the mean of the Uptime Institute's survey of
 *     2023
 * @param boot hours of full power that turning a server on or off takes: 1, typical
 * @param interactive q of interactive work
 * @param batch q of batch work, which can wait
 * @param spare servers on per server of interactive work needed: room for the minutes within the hour
 * @param price what a tonne of CO2 costs, in units of the model
 * @param toggle what switching weighs
 */
record ServerSettings(
        double peak,
        double idle,
        double pue,
        double boot,
        double interactive,
        double batch,
        double spare,
        double price,
        double toggle) {

    static ServerSettings read(Options options) {
        return new ServerSettings(
                options.number("peak", 0.4, 1e-3, 1000),
                options.number("idle", 0.5, 0, 1),
                options.number("pue", 1.58, 1, 10),
                options.number("boot", 1, 0, 1000),
                options.number("interactive", 4, 1e-6, 1e6),
                options.number("batch", 2, 1e-6, 1e6),
                options.number("spare", 1.25, 1, 10),
                options.number("price", 1, 0, 1e6),
                options.number("toggle", 1, 0, 1e6));
    }

    double weight(int kind) {
        return kind == 0 ? interactive : batch;
    }

    double headroom(int kind) {
        return kind == 0 ? spare : 1;
    }

    /** MWh of an hour with so many thousand servers on, and so many of them busy. */
    double energy(double on, double busy) {
        return pue * peak * (idle * on + (1 - idle) * busy);
    }

    /** MWh of turning so many thousand servers on or off. */
    double bootEnergy(double turned) {
        return pue * peak * boot * turned;
    }

    /** Tonnes of CO2 of an hour. */
    double tonnes(double on, double busy, double carbon) {
        return energy(on, busy) * carbon / 1000;
    }
}
