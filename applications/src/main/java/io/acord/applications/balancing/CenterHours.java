package io.acord.applications.balancing;

/**
 * What comes up in every hour, and what the grid is like. Hours count from 1. Immutable.
 *
 * @param interactive thousands of servers
 * @param batch thousands of servers for an hour
 * @param carbon g/kWh
 * @param euros a MWh, also below 0
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record CenterHours(double[][] interactive, double[][] batch, double[][] carbon, double[][] euros) {

    int count() {
        return carbon.length;
    }

    /** Thousands of servers that the interactive work of an hour needs. */
    double interactive(int t, int i) {
        return interactive[t - 1][i];
    }

    /** Batch work that comes up in an hour, in thousands of servers for an hour. */
    double batch(int t, int i) {
        return batch[t - 1][i];
    }

    /** g/kWh. */
    double carbon(int t, int i) {
        return carbon[t - 1][i];
    }

    /** Euros a MWh. */
    double price(int t, int i) {
        return euros[t - 1][i];
    }
}
