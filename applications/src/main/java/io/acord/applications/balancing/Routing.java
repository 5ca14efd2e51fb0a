package io.acord.applications.balancing;

import io.acord.graph.Graph;
import io.acord.model.Actions;
import java.util.Arrays;
import java.util.Comparator;

/**
 * What becomes of the work of each hour once servers have been decided on: a centre does its own as far as it can, what
 * is left over goes to linked centres that have room, the cleanest of the hour first. Interactive work that nobody has
 * room for is lost; batch work waits where it came up. Nothing else happens to work: in every hour
 *
 * <ul>
 *   <li>interactive: demanded = done + lost,
 *   <li>batch: waiting before + demanded = done + waiting after.
 * </ul>
 *
 * <p>The costs know nothing of it: that all servers together suffice is no constraint of the model. Scratch; one
 * thread.
 */
final class Routing {

    private final Centers centers;
    private final double[] waiting;
    private final double[][] busy; // [kind][centre], thousands of servers in the last hour
    private double lost;
    private double moved;
    private double demanded;

    Routing(Centers centers) {
        this.centers = centers;
        this.waiting = new double[centers.count()];
        this.busy = new double[2][centers.count()];
    }

    /** Does the work of an hour. */
    void hour(int t, Actions x) {
        lost = 0;
        moved = 0;
        demanded = 0;
        for (int kind = 0; kind < 2; kind++) {
            int n = centers.count();
            double[] left = new double[n];
            double[] room = new double[n];
            for (int i = 0; i < n; i++) {
                double work = centers.demand(kind, t, i);
                demanded += work;
                left[i] = work + (kind == 1 ? waiting[i] : 0);
                double on = centers.servers(x, i, kind);
                busy[kind][i] = Math.min(left[i], on);
                left[i] -= busy[kind][i];
                room[i] = Math.max(0, on - busy[kind][i]);
            }
            spread(t, kind, left, room);
            for (int i = 0; i < n; i++) {
                if (kind == 0) {
                    lost += left[i];
                } else {
                    waiting[i] = left[i];
                }
            }
        }
    }

    private void spread(int t, int kind, double[] left, double[] room) {
        Graph graph = centers.links().graph();
        for (int i = 0; i < left.length; i++) {
            Integer[] others = new Integer[graph.degree(i)];
            int first = graph.firstArc(i);
            Arrays.setAll(others, k -> graph.neighbor(first + k));
            Arrays.sort(others, Comparator.comparingDouble(j -> centers.carbon(t, j)));
            for (int j : others) {
                double taken = Math.min(left[i], room[j]);
                left[i] -= taken;
                room[j] -= taken;
                busy[kind][j] += taken;
                moved += taken;
            }
        }
    }

    /** Thousands of servers that were busy in a centre in the last hour. */
    double busy(int kind, int i) {
        return busy[kind][i];
    }

    /** Of the last hour, all centres together. */
    double done(int kind) {
        return Arrays.stream(busy[kind]).sum();
    }

    double lost() {
        return lost;
    }

    double moved() {
        return moved;
    }

    double demanded() {
        return demanded;
    }

    /** Batch work that waits after the last hour. */
    double waiting() {
        return Arrays.stream(waiting).sum();
    }
}
