package io.acord.applications.battery;

import io.acord.lab.source.SeededRandom;
import java.util.function.IntFunction;

/**
 * What every unit generates and uses, and what its energy costs, round by round. Rounds count from 1. Immutable.
 *
 * @param hours of a round
 * @param generation kW
 * @param load kW
 * @param buy € a kWh that is drawn from the grid
 * @param sell € a kWh that is given to it, also below 0
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record HomeSeries(double hours, double[][] generation, double[][] load, double[][] buy, double[][] sell)
        implements KnownHours {

    int horizon() {
        return generation.length;
    }

    /** kWh in a round. */
    double generated(int t, int i) {
        return generation[t - 1][i] * hours;
    }

    @Override
    public double net(int t, int i) {
        return net(generation[t - 1][i], load[t - 1][i], hours);
    }

    @Override
    public double buy(int t, int i) {
        return buy[t - 1][i];
    }

    @Override
    public double sell(int t, int i) {
        return sell[t - 1][i];
    }

    static double net(double generationKw, double loadKw, double hours) {
        return (loadKw - generationKw) * hours;
    }

    /**
     * A forecast of this: prices are as they are, loads and generation are mistaken by a normal share.
     *
     * @param random of a round
     * @param error standard deviation
     */
    HomeSeries mistaken(IntFunction<SeededRandom> random, double error) {
        double[][] forecastGeneration = new double[horizon()][];
        double[][] forecastLoad = new double[horizon()][];
        for (int t = 1; t <= horizon(); t++) {
            SeededRandom luck = random.apply(t);
            forecastGeneration[t - 1] = mistaken(generation[t - 1], luck, error);
            forecastLoad[t - 1] = mistaken(load[t - 1], luck, error);
        }
        return new HomeSeries(hours, forecastGeneration, forecastLoad, buy, sell);
    }

    private static double[] mistaken(double[] numbers, SeededRandom luck, double error) {
        double[] mistaken = numbers.clone();
        for (int i = 0; i < mistaken.length; i++) {
            mistaken[i] *= Math.max(0, 1 + error * luck.gaussian());
        }
        return mistaken;
    }

    /** € for so many kWh from the grid; below 0 they are given to it. */
    double paid(int t, int i, double kwh) {
        return kwh * (kwh > 0 ? buy[t - 1][i] : sell[t - 1][i]);
    }
}
