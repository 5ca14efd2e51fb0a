package io.acord.applications.battery;

import io.acord.lab.options.Options;

/**
 * How a unit plans for itself, {@code plan: own}; Immutable.
 *
 * @param charging share of what goes into a battery that is stored
 * @param discharging share of what is taken out that arrives
 * @param wear € a kWh that is stored or taken out
 * @param inverter kW that go in or out at most; 0 if a battery is filled in two hours
 * @param connection kW that all units may draw together; infinite if nobody minds
 * @param excess € a kWh that a unit draws beyond its share of it
 * @param ahead hours that a plan looks at, the present one included; 0 if nobody plans
 */
record Planning(
        double charging,
        double discharging,
        double wear,
        double inverter,
        double connection,
        double excess,
        double ahead) {

    /** Nobody plans: charge is what sun, load and grid make of it. */
    static final Planning NONE = new Planning(1, 1, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 0, 0);

    private static final double[] EFFICIENCY = {0.95, 0.95};
    private static final double MOST_KW = 1e6;

    static Planning read(Options options) {
        if (options.word("plan", "none", "own").equals("none")) {
            return NONE;
        }
        double[] efficiency = options.numbers("efficiency").orElse(EFFICIENCY);
        if (efficiency.length != 2 || !isShare(efficiency[0]) || !isShare(efficiency[1])) {
            options.complain(
                    "efficiency", "two shares above 0 and up to 1, of charging and discharging", "write [0.95, 0.95]");
            efficiency = EFFICIENCY;
        }
        return new Planning(
                efficiency[0],
                efficiency[1],
                options.number("wear", 0.04, 0, StorageFiles.MOST_EUR),
                options.number("inverter", 0, 1e-3, MOST_KW),
                options.number("connection", Double.POSITIVE_INFINITY, 1e-3, MOST_KW),
                options.number("excess", 1, 0, StorageFiles.MOST_EUR),
                options.number("ahead", 24, 1, 168));
    }

    private static boolean isShare(double number) {
        return number > 0 && number <= 1;
    }

    boolean isOwn() {
        return ahead > 0;
    }

    /** kWh that go into the inverter, below 0 out of it, for so many that are stored. */
    double drawn(double stored) {
        return stored > 0 ? stored / charging : stored * discharging;
    }

    /** kWh that are stored, below 0 taken out, for so many that go into the inverter. */
    double stored(double drawn) {
        return drawn > 0 ? drawn * charging : drawn / discharging;
    }
}
