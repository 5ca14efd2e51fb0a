package io.acord.applications.balancing;

import io.acord.graph.Graph;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.Comparator;

/**
 * What becomes of the work of each hour once a decision has been made.
 *
 * <p>Interactive work is done by its own centre as far as that has servers on; what is left over goes to linked centres
 * that have room, the cleanest of the hour first; what nobody has room for is lost. So in every hour demanded = done +
 * lost.
 *
 * <p>Batch work is done where it came up, as far as the plan says and servers allow: what is done cannot be undone, and
 * no more can be done than there are servers. What a plan says beyond them is done as soon as there is room. So in
 * every hour waiting before + demanded = done + waiting after.
 *
 * <p>Scratch; one thread.
 */
final class Routing {

    private final Centers centers;
    private final double[] finished; // batch work done so far
    private final double[][] busy; // [kind][centre], thousands of servers in the last hour
    private final double[][] on; // [kind][centre]
    private final double[] given; // interactive work done elsewhere in the last hour
    private final double[] taken; // and for others
    private int hour;
    private double lost;
    private double late;

    Routing(Centers centers) {
        this(centers, new double[centers.count()]);
    }

    /** One that has done so much batch work. */
    Routing(Centers centers, double[] finished) {
        this.centers = centers;
        this.finished = finished.clone();
        this.busy = new double[2][centers.count()];
        this.on = new double[2][centers.count()];
        this.given = new double[centers.count()];
        this.taken = new double[centers.count()];
    }

    /** Does the work of an hour. */
    void hour(int t, Actions x) {
        hour = t;
        interactive(t, x);
        batch(t, x);
    }

    private void interactive(int t, Actions x) {
        int n = centers.count();
        double[] left = new double[n];
        double[] room = new double[n];
        for (int i = 0; i < n; i++) {
            double work = centers.hours().interactive(t, i);
            on[0][i] = centers.servers(x, i);
            busy[0][i] = Math.min(work, on[0][i]);
            left[i] = work - busy[0][i];
            room[i] = Math.max(0, on[0][i] - busy[0][i]);
        }
        Arrays.fill(given, 0);
        Arrays.fill(taken, 0);
        Graph graph = centers.graph();
        for (int i = 0; i < n; i++) {
            Integer[] others = new Integer[graph.degree(i)];
            int first = graph.firstArc(i);
            Arrays.setAll(others, k -> graph.neighbor(first + k));
            Arrays.sort(others, Comparator.comparingDouble(j -> centers.hours().carbon(t, j)));
            for (int j : others) {
                double moved = Math.min(left[i], room[j]);
                left[i] -= moved;
                room[j] -= moved;
                busy[0][j] += moved;
                given[i] += moved;
                taken[j] += moved;
            }
        }
        lost = Arrays.stream(left).sum();
    }

    private void batch(int t, Actions x) {
        late = 0;
        int due = t - centers.running().deadline();
        for (int i = 0; i < finished.length; i++) {
            double before = finished[i];
            double most = Math.min(before + centers.capacity(1, i), centers.arrived(t, i));
            finished[i] = Math.max(before, Math.min(most, centers.plannedWork(t, x, i)));
            busy[1][i] = finished[i] - before;
            on[1][i] = busy[1][i];
            late += Math.max(0, centers.arrived(due, i) - Math.max(finished[i], centers.arrived(due - 1, i)));
        }
    }

    /** Batch work of each centre that has been done. */
    double[] finished() {
        return finished.clone();
    }

    /** Thousands of servers that were on in a centre in the last hour; kind 0 is interactive, 1 is batch. */
    double on(int kind, int i) {
        return on[kind][i];
    }

    /** Thousands of servers that were busy in a centre in the last hour. */
    double busy(int kind, int i) {
        return busy[kind][i];
    }

    /** Of the last hour, all centres together. */
    double done(int kind) {
        return Arrays.stream(busy[kind]).sum();
    }

    /** Interactive work of the last hour. */
    double lost() {
        return lost;
    }

    /** Interactive work of a centre that others did in the last hour. */
    double given(int i) {
        return given[i];
    }

    /** Interactive work of others that a centre did in the last hour. */
    double taken(int i) {
        return taken[i];
    }

    /** Batch work whose deadline was the last hour and that is not done. */
    double late() {
        return late;
    }

    /** Batch work of a centre that waits after the last hour. */
    double waiting(int i) {
        return hour == 0 ? 0 : Math.max(0, centers.arrived(hour, i) - finished[i]);
    }

    /** All batch work that waits after the last hour. */
    double waiting() {
        double all = 0;
        for (int i = 0; i < finished.length; i++) {
            all += waiting(i);
        }
        return all;
    }
}
