package io.acord.applications.battery;

/**
 * What becomes of charges that are asked for: each inverter goes there as far as it can. Whatever is asked, late or
 * lost, a charge stays within its limits, no inverter gives more than it can, and no battery is charged beyond its
 * unit's share of the connection. Scratch; one thread.
 */
final class Inverters {

    private final Units units;
    private final double[] stored; // kWh
    private double step;
    private double grid;

    /** @param charge of every unit before the first round, in percent */
    Inverters(Units units, double[] charge) {
        this.units = units;
        this.stored = new double[units.count()];
        for (int i = 0; i < stored.length; i++) {
            stored[i] = charge[i] / 100 * units.capacity(i);
        }
    }

    /**
     * One round of a unit.
     *
     * @param asked charge at its end, in percent
     * @param net kWh by which its load exceeds what it generates
     */
    void follow(int i, double asked, double net) {
        Planning planning = units.planning();
        double reached = asked / 100 * units.capacity(i);
        if (planning.isOwn()) {
            double free = Math.max(0, planning.stored(units.share() - net)); // of the connection
            double high = Math.min(units.most(i), stored[i] + Math.min(units.up(i), free));
            double low = Math.max(units.least(i), stored[i] - units.down(i));
            reached = Math.max(low, Math.min(high, reached));
        }
        step = reached - stored[i];
        stored[i] = reached;
        grid = net + planning.drawn(step);
    }

    /** kWh. */
    double stored(int i) {
        return stored[i];
    }

    /** kWh that went in in the last round of whom was asked last, below 0 out. */
    double step() {
        return step;
    }

    /** kWh that it drew from the grid, below 0 gave to it. */
    double grid() {
        return grid;
    }

    /** kWh that were lost on the way in or out. */
    double lost() {
        return units.planning().drawn(step) - step;
    }

    /** Goes on from what a unit stored. */
    void resume(int i, double kwh) {
        stored[i] = kwh;
    }
}
