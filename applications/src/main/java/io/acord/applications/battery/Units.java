package io.acord.applications.battery;

/** Batteries and their inverters; energies are in kWh, of a round where they move. Immutable. */
final class Units {

    private final double[] capacity;
    private final double[] inverter; // kW
    private final Storage.Settings settings;
    private final double hours;

    /**
     * Units.
     *
     * @param capacity kWh
     * @param inverter kW; 0 where it fills the battery in two hours
     * @param hours of a round
     */
    Units(double[] capacity, double[] inverter, Storage.Settings settings, double hours) {
        this.capacity = capacity.clone();
        this.inverter = inverter.clone();
        for (int i = 0; i < inverter.length; i++) {
            this.inverter[i] = inverter[i] > 0 ? inverter[i] : capacity[i] / 2;
        }
        this.settings = settings;
        this.hours = hours;
    }

    int count() {
        return capacity.length;
    }

    Storage.Settings settings() {
        return settings;
    }

    Planning planning() {
        return settings.planning();
    }

    double hours() {
        return hours;
    }

    double capacity(int i) {
        return capacity[i];
    }

    double least(int i) {
        return settings.least() / 100 * capacity[i];
    }

    double most(int i) {
        return settings.most() / 100 * capacity[i];
    }

    /** The most that an inverter stores in a round. */
    double up(int i) {
        return planning().stored(inverter[i] * hours);
    }

    /** The most that it takes out. */
    double down(int i) {
        return -planning().stored(-inverter[i] * hours);
    }

    /** What a unit may draw of the connection that all share. */
    double share() {
        return planning().connection() * hours / count();
    }

    /** Rounds of a day; at least one. */
    int day() {
        return (int) Math.max(1, Math.round(24 / hours));
    }

    /** Rounds that a plan looks at. */
    int ahead() {
        return (int) Math.max(1, Math.round(planning().ahead() / hours));
    }

    /** Charge in percent, within its limits whatever rounding does. */
    double percent(int i, double stored) {
        return Math.max(settings.least(), Math.min(settings.most(), 100 * stored / capacity[i]));
    }
}
