package io.acord.applications.battery;

import java.nio.ByteBuffer;

/** The rounds of the last day, as they were told. Scratch; one thread. */
final class RecentHours implements KnownHours {

    private final int units;
    private final double[][] net; // [t mod a day][unit]
    private final double[][] buy;
    private final double[][] sell;

    /** @param day rounds that are remembered */
    RecentHours(int units, int day) {
        this.units = units;
        this.net = new double[day][units];
        this.buy = new double[day][units];
        this.sell = new double[day][units];
    }

    /** What a unit is told of a round; the round a day before is forgotten. */
    void tell(int t, int i, double kwh, double buyEur, double sellEur) {
        net[t % net.length][i] = kwh;
        buy[t % net.length][i] = buyEur;
        sell[t % net.length][i] = sellEur;
    }

    @Override
    public double net(int t, int i) {
        return net[t % net.length][i];
    }

    @Override
    public double buy(int t, int i) {
        return buy[t % net.length][i];
    }

    @Override
    public double sell(int t, int i) {
        return sell[t % net.length][i];
    }

    int bytes() {
        return 3 * net.length * units * Double.BYTES;
    }

    void save(ByteBuffer to) {
        for (int k = 0; k < net.length; k++) {
            for (int i = 0; i < units; i++) {
                to.putDouble(net[k][i]).putDouble(buy[k][i]).putDouble(sell[k][i]);
            }
        }
    }

    void resume(ByteBuffer from) {
        for (int k = 0; k < net.length; k++) {
            for (int i = 0; i < units; i++) {
                net[k][i] = from.getDouble();
                buy[k][i] = from.getDouble();
                sell[k][i] = from.getDouble();
            }
        }
    }
}
