package io.acord.applications.battery;

import java.util.Arrays;

/**
 * What a step of a battery's charge costs its unit in a round: energy from the grid at its price, less what is given to
 * it at its own, wear, and the excess over the unit's share of the connection.
 *
 * <p>It is linear in pieces, with kinks where charging turns to discharging, drawing to giving, and at the share; and
 * convex where a kWh that is drawn costs at least what one that is given brings, and that is no less than 0. Where
 * prices are otherwise, it is the largest convex function below. Scratch; one thread.
 */
final class StepCost {

    /** The most pieces that there are. */
    static final int MOST_PIECES = 4;

    private static final int POINTS = MOST_PIECES + 1;
    private static final double NEAR = 1e-9; // kWh: kinks so near are one, and their slope would be rounding

    private final Units units;
    private final double[] at = new double[POINTS];
    private final double[] cost = new double[POINTS];
    private final double[] slope = new double[MOST_PIECES];
    private final double[] length = new double[MOST_PIECES];
    private int pieces;

    StepCost(Units units) {
        this.units = units;
    }

    /** Takes a unit's numbers of a round. */
    void pose(int i, double net, double buy, double sell) {
        Planning planning = units.planning();
        double down = units.down(i);
        double up = units.up(i);
        at[0] = -down;
        at[1] = within(planning.stored(-net), down, up);
        at[2] = within(planning.stored(units.share() - net), down, up);
        at[3] = 0;
        at[4] = up;
        Arrays.sort(at);
        int hull = 0;
        for (int k = 0; k < POINTS; k++) {
            double step = at[k];
            double value = cost(planning, step, net, buy, sell);
            if (hull > 0 && step - at[hull - 1] < NEAR) {
                continue;
            }
            while (hull > 1 && isAbove(hull - 1, step, value)) {
                hull--;
            }
            at[hull] = step;
            cost[hull] = value;
            hull++;
        }
        pieces = hull - 1;
        for (int k = 0; k < pieces; k++) {
            length[k] = at[k + 1] - at[k];
            slope[k] = (cost[k + 1] - cost[k]) / length[k];
        }
    }

    private static double within(double step, double down, double up) {
        return Math.max(-down, Math.min(up, step));
    }

    /** € of a step, without its convex hull. */
    double cost(Planning planning, double step, double net, double buy, double sell) {
        double grid = net + planning.drawn(step);
        double beyond = Math.max(0, grid - units.share());
        return (grid > 0 ? buy : sell) * grid
                + planning.wear() * Math.abs(step)
                + (beyond > 0 ? planning.excess() * beyond : 0);
    }

    /** Whether a point of the hull lies on or above the line from the one before it to a new one. */
    private boolean isAbove(int k, double step, double value) {
        double left = (cost[k] - cost[k - 1]) * (step - at[k - 1]);
        double line = (value - cost[k - 1]) * (at[k] - at[k - 1]);
        return left >= line;
    }

    int pieces() {
        return pieces;
    }

    /** € a kWh, ascending with the piece. */
    double slope(int piece) {
        return slope[piece];
    }

    /** kWh. */
    double length(int piece) {
        return length[piece];
    }
}
