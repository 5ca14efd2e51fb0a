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
 * @param interactive what a thousand servers too many or too few cost, squared, for interactive work
 * @param batch what a thousand servers more or fewer than the hour's batch work needs cost, squared
 * @param waiting what a thousand server-hours of batch work that wait cost in an hour, squared
 * @param deadline hours within which batch work has to be done
 * @param spare servers on per server of interactive work needed: room for the minutes within the hour
 * @param price what a tonne of CO2 costs, in units of the model
 * @param electricity what 1,000 € of electricity cost, in the same units
 * @param toggle what turning a thousand servers for interactive work costs, squared
 */
record ServerSettings(
        double peak,
        double idle,
        double pue,
        double boot,
        double interactive,
        double batch,
        double waiting,
        int deadline,
        double spare,
        double price,
        double electricity,
        double toggle) {

    static ServerSettings read(Options options) {
        return new ServerSettings(
                options.number("peak", 0.4, 1e-3, 1000),
                options.number("idle", 0.5, 0, 1),
                options.number("pue", 1.58, 1, 10),
                options.number("boot", 1, 0, 1000),
                options.number("interactive", 4, 1e-6, 1e6),
                options.number("batch", 0.1, 1e-6, 1e6),
                options.number("waiting", 0.01, 1e-6, 1e6),
                options.integer("deadline", 24, 1, 8760),
                options.number("spare", 1.25, 1, 10),
                options.number("price", 1, 0, 1e6),
                options.number("electricity", 0, 0, 1e6),
                options.number("toggle", 1, 1e-6, 1e6));
    }

    /** MWh of an hour with so many thousand servers on, and so many of them busy. */
    double energy(double on, double busy) {
        return pue * peak * (idle * on + (1 - idle) * busy);
    }

    /** MWh of turning so many thousand servers on or off. */
    double bootEnergy(double turned) {
        return pue * peak * boot * turned;
    }

    /**
     * What an hour of a thousand busy servers costs, in units of the model.
     *
     * @param carbon g/kWh
     * @param euros a MWh, below 0 where power is given away
     */
    double hourly(double carbon, double euros) {
        double energy = energy(1, 1);
        return price * energy * carbon / 1000 + electricity * energy * euros / 1000;
    }
}
