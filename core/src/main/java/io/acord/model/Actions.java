package io.acord.model;

import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/** The actions of all agents in one round: x_t. Immutable. */
public final class Actions {

    private final double[] flat; // agent by agent
    private final int d;

    private Actions(double[] flat, int d) {
        this.flat = flat;
        this.d = d;
    }

    /** Everybody at the origin. */
    public static Actions zero(int agents, int dimension) {
        checkDimension(dimension);
        return new Actions(new double[size(agents, dimension)], dimension);
    }

    /** Everybody at this point. */
    public static Actions everybodyAt(int agents, double... point) {
        checkDimension(point.length);
        double[] flat = new double[size(agents, point.length)];
        for (int k = 0; k < flat.length; k++) {
            flat[k] = point[k % point.length];
        }
        return new Actions(flat, point.length);
    }

    /** Actions of one coordinate, one number an agent. */
    public static Actions scalars(double... x) {
        return new Actions(x.clone(), 1);
    }

    /** One row an agent. */
    public static Actions of(double[][] rows) {
        int d = rows[0].length;
        double[] flat = new double[rows.length * d];
        for (int i = 0; i < rows.length; i++) {
            System.arraycopy(rows[i], 0, flat, i * d, d);
        }
        return flat(d, flat);
    }

    /** Actions from a flat array, d numbers an agent; the array is copied. */
    public static Actions flat(int dimension, double[] flat) {
        if (dimension < 1 || flat.length % dimension != 0) {
            throw Complaints.refuse(
                    "actions",
                    "have " + flat.length + " numbers",
                    "a multiple of the dimension " + dimension,
                    "give every agent " + dimension + " numbers");
        }
        return new Actions(flat.clone(), dimension);
    }

    /**
     * Actions that somebody writes into an array that nobody has yet, d numbers an agent: large fleets need not be
     * copied.
     *
     * @param writer must not write to the array later
     */
    public static Actions written(int agents, int dimension, Consumer<double[]> writer) {
        checkDimension(dimension);
        double[] flat = new double[size(agents, dimension)];
        writer.accept(flat);
        return new Actions(flat, dimension);
    }

    private static int size(int agents, int dimension) {
        long size = (long) agents * dimension;
        if (agents < 1 || size > Integer.MAX_VALUE - 8) {
            throw Complaints.refuse(
                    "actions",
                    "are of " + agents + " agents with " + dimension + " coordinates",
                    "1 to " + (Integer.MAX_VALUE - 8) + " numbers in all",
                    "split a larger fleet into blocks");
        }
        return (int) size;
    }

    private static void checkDimension(int dimension) {
        if (dimension < 1) {
            throw Complaints.refuse(
                    "dimension", "is " + dimension, "at least 1", "give the number of coordinates of an action");
        }
    }

    public int agents() {
        return flat.length / d;
    }

    public int dimension() {
        return d;
    }

    /** One coordinate of an agent's action. */
    public double get(int agent, int coordinate) {
        return flat[agent * d + Objects.checkIndex(coordinate, d)];
    }

    /** An agent's action, for d = 1. */
    public double get(int agent) {
        if (d != 1) {
            throw Complaints.refuse(
                    "actions.get(" + agent + ")",
                    "asks for one number of an action of dimension " + d,
                    "a coordinate",
                    "call get(agent, coordinate) or of(agent)");
        }
        return flat[agent];
    }

    /** An agent's action, as an array of the caller's own. */
    public double[] of(int agent) {
        return Arrays.copyOfRange(flat, agent * d, (agent + 1) * d);
    }

    /** Writes an agent's action to {@code into}. */
    public void copyTo(int agent, double[] into, int at) {
        System.arraycopy(flat, agent * d, into, at, d);
    }

    /** Writes the actions of the agents from .. to − 1, d numbers each, from {@code at} on. */
    public void copyTo(int from, int to, double[] into, int at) {
        System.arraycopy(flat, from * d, into, at, (to - from) * d);
    }

    /** Writes the actions of the first agents, d numbers each: as many as there is room for. */
    public void copyTo(double[] into) {
        System.arraycopy(flat, 0, into, 0, into.length);
    }

    /** All numbers, agent by agent, as an array of the caller's own. */
    public double[] toArray() {
        return flat.clone();
    }

    double[] live() {
        return flat;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Actions actions && d == actions.d && Arrays.equals(flat, actions.flat);
    }

    @Override
    public int hashCode() {
        return 31 * d + Arrays.hashCode(flat);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        int shown = Math.min(agents(), 20);
        for (int i = 0; i < shown; i++) {
            text.append(i == 0 ? "" : ", ").append(d == 1 ? Double.toString(flat[i]) : Arrays.toString(of(i)));
        }
        return text.append(shown < agents() ? ", … " + (agents() - shown) + " more]" : "]")
                .toString();
    }
}
