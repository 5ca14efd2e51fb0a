package io.acord.applications.balancing;

import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;

/**
 * Data centres over some hours. Servers are counted in thousands. Immutable.
 *
 * <p>Centre i has s servers on for interactive and for batch work, two numbers. Its action is the burden that they
 * usually put on its region, x = w_i s: w_i is what a server usually emits there, per resident, against the mean of all
 * centres. So the actions of two regions can be compared.
 *
 * <ul>
 *   <li>Hitting: {@code q/2 (s − n)² + price · e_t · s} for either kind of work, n the servers needed, e_t the tonnes
 *       that a thousand busy servers emit in this hour; the constant is dropped. 0 ≤ s ≤ capacity.
 *   <li>Switching: {@code toggle/2 ‖s_t − s_{t−1}‖²}, a weight of toggle/w_i² on x (theory 8.1).
 *   <li>Dissimilarity: {@code β · weight/2 (Σx_i − Σx_j)²}: regions shall bear the same in all, whichever work it comes
 *       from. A_e is the row (1 1), so W_e is no multiple of the identity.
 * </ul>
 */
final class Centers {

    private final double[][] capacity; // [interactive, batch][centre]
    private final double[] residents; // thousands
    private final double[] scale; // w
    private final double[][][] demand; // [interactive, batch][hour][centre]
    private final double[][] carbon; // g/kWh, [hour][centre]
    private final Coupling links;
    private final ServerSettings running;

    Centers(
            double[][] capacity,
            double[] usualCarbon,
            double[] residents,
            double[][][] demand,
            double[][] carbon,
            Coupling links,
            ServerSettings running) {
        this.capacity = capacity;
        this.residents = residents;
        this.demand = demand;
        this.carbon = carbon;
        this.links = links;
        this.running = running;
        int n = residents.length;
        this.scale = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            scale[i] = usualCarbon[i] / residents[i];
            mean += scale[i] / n;
        }
        for (int i = 0; i < n; i++) {
            scale[i] /= mean;
        }
    }

    int count() {
        return residents.length;
    }

    int hours() {
        return carbon.length;
    }

    ServerSettings running() {
        return running;
    }

    Coupling links() {
        return links;
    }

    double residents(int i) {
        return residents[i];
    }

    /** g/kWh in an hour. */
    double carbon(int t, int i) {
        return carbon[t - 1][i];
    }

    /** Thousands of servers that the work of an hour needs; kind 0 is interactive, 1 is batch. */
    double demand(int kind, int t, int i) {
        return demand[kind][t - 1][i];
    }

    double capacity(int kind, int i) {
        return capacity[kind][i];
    }

    /** Thousands of servers that an action stands for. */
    double servers(Actions x, int i, int kind) {
        return x.get(i, kind) / scale[i];
    }

    /** What a thousand servers weigh in an action of this centre. */
    double scale(int i) {
        return scale[i];
    }

    HittingCost[] costs(int t) {
        HittingCost[] costs = new HittingCost[count()];
        for (int i = 0; i < costs.length; i++) {
            double w = scale[i];
            double emitted = running.price() * running.tonnes(1, 1, carbon(t, i));
            double[] curvature = new double[2];
            double[] target = new double[2];
            double[] high = new double[2];
            for (int kind = 0; kind < 2; kind++) {
                double q = running.weight(kind);
                double needed = running.headroom(kind) * demand(kind, t, i);
                curvature[kind] = q / (w * w);
                target[kind] = w * (needed - emitted / q);
                high[kind] = w * capacity[kind][i];
            }
            costs[i] = Boxed.of(Quadratic.diagonal(curvature, target), new double[2], high);
        }
        return costs;
    }

    /** The same in all hours. */
    double[] switchingWeights() {
        double[] b = new double[count()];
        for (int i = 0; i < b.length; i++) {
            b[i] = running.toggle() / (scale[i] * scale[i]);
        }
        return b;
    }

    /** Before the first hour each centre has on what that hour needs, as far as it has so many. */
    Actions start() {
        double[] flat = new double[2 * count()];
        for (int i = 0; i < count(); i++) {
            for (int kind = 0; kind < 2; kind++) {
                flat[2 * i + kind] =
                        scale[i] * Math.min(capacity[kind][i], running.headroom(kind) * demand(kind, 1, i));
            }
        }
        return Actions.flat(2, flat);
    }
}
