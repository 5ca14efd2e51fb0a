package io.acord.applications.battery;

/** What every unit generates and uses, and what its energy costs, round by round. Rounds count from 1. Immutable. */
final class HomeSeries {

    private final double hours;
    private final double[][] generation; // [t − 1][unit]
    private final double[][] load;
    private final double[][] buy;
    private final double[][] sell;

    /**
     * Series, each [t − 1][unit].
     *
     * @param hours of a round
     * @param generation kW
     * @param load kW
     * @param buy € a kWh that is drawn from the grid
     * @param sell € a kWh that is given to it, also below 0
     */
    HomeSeries(double hours, double[][] generation, double[][] load, double[][] buy, double[][] sell) {
        this.hours = hours;
        this.generation = generation;
        this.load = load;
        this.buy = buy;
        this.sell = sell;
    }

    int horizon() {
        return generation.length;
    }

    /** Of a round. */
    double hours() {
        return hours;
    }

    /** kWh in a round. */
    double generated(int t, int i) {
        return generation[t - 1][i] * hours;
    }

    /** σ: percent of a unit's capacity that it gains in a round. */
    double gained(int t, int i, double capacity) {
        return gained(generation[t - 1][i], load[t - 1][i], hours, capacity);
    }

    static double gained(double generationKw, double loadKw, double hours, double capacity) {
        double kw = generationKw - loadKw;
        return 100 * kw * hours / capacity;
    }

    /** € for so many kWh from the grid; below 0 they are given to it. */
    double paid(int t, int i, double kwh) {
        return kwh * (kwh > 0 ? buy[t - 1][i] : sell[t - 1][i]);
    }
}
