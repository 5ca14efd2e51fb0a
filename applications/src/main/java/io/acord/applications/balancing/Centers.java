package io.acord.applications.balancing;

import io.acord.applications.model.FieldModel;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.source.CostSource;
import io.acord.model.Actions;
import java.util.Arrays;

/**
 * Data centres over some hours. Servers are counted in thousands. Immutable.
 *
 * <p>Interactive work can be done elsewhere, but not later; batch work later, but not elsewhere. So centre i decides on
 * two numbers: s, the servers that are on for interactive work, and W, the batch work that will have been done when the
 * hour is over, of all that has come up since the first hour, D. What has not been done waits, D − W, and comes back in
 * the costs of every later hour until it is done. Costs know the demand and nothing of what was played.
 *
 * <p>The first coordinate of the action is the burden that servers usually put on their region, x = w_i s: w_i is what
 * a server usually emits there, per resident, against the mean of all centres. So two regions can be compared. The
 * second is v_i (W − R_t), counted from an origin that moves by r_t every hour (theory 8.4).
 *
 * <ul>
 *   <li>Interactive, hitting: {@code interactive/2 (s − n)² + c_t · s}, n the servers needed, c_t what carbon and
 *       electricity of a thousand servers cost in this hour; the constant is dropped. 0 ≤ s ≤ capacity. Switching:
 *       {@code toggle/2 (s_t − s_{t−1})²}.
 *   <li>Batch, hitting: {@code waiting/2 (D − W)²}, and +∞ if W is above D, or below what came up {@code deadline}
 *       hours ago or before. Doing u = W_t − W_{t−1} in an hour costs {@code batch/2 (u − d_t)² + (c_t − c) · u}, d_t
 *       what came up in the hour and c what the hour usually costs; but for a constant that is {@code batch/2 (u −
 *       r_t)²} with r_t = d_t − (c_t − c)/batch: a switching cost. That all work costs c some time or other is the same
 *       for everybody.
 *   <li>Both switching costs have one weight, toggle/w_i², because v_i = w_i √(batch/toggle).
 *   <li>Dissimilarity: {@code β · weight/2 (w_i (s_i + d_i) − w_j (s_j + d_j))²}: linked regions shall bear the same in
 *       all, the batch work of the hour included, which is an offset. A_e is the row (1 0).
 * </ul>
 */
final class Centers implements FieldModel {

    private final CenterHours hours;
    private final double[][] capacity; // [interactive, batch][centre]
    private final double[] residents; // thousands
    private final double[] usualCarbon; // g/kWh
    private final double[] usualPrice; // €/MWh
    private final double[] scale; // w
    private final Coupling links;
    private final ServerSettings running;
    private final double[][] arrived; // D, [t][centre], from t = 0
    private final double[][] origin; // R, [t][centre]

    /**
     * Centres.
     *
     * @param capacity thousands of servers, [interactive, batch][centre]
     * @param usualCarbon g/kWh
     * @param usualPrice €/MWh
     * @param residents thousands
     * @param links with a weight each; whose burdens are compared, and where interactive work can go
     */
    Centers(
            double[][] capacity,
            double[] usualCarbon,
            double[] usualPrice,
            double[] residents,
            CenterHours hours,
            Coupling links,
            ServerSettings running) {
        this(
                capacity,
                usualCarbon,
                usualPrice,
                residents,
                hours,
                links,
                running,
                new double[residents.length],
                new double[residents.length]);
    }

    /** The same where some hours have passed: what has come up by then, and where the origin is. */
    private Centers(
            double[][] capacity,
            double[] usualCarbon,
            double[] usualPrice,
            double[] residents,
            CenterHours hours,
            Coupling links,
            ServerSettings running,
            double[] arrivedBefore,
            double[] originBefore) {
        this.capacity = capacity;
        this.usualCarbon = usualCarbon;
        this.usualPrice = usualPrice;
        this.residents = residents;
        this.hours = hours;
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
        this.arrived = new double[hours.count() + 1][n];
        this.origin = new double[hours.count() + 1][n];
        arrived[0] = arrivedBefore.clone();
        origin[0] = originBefore.clone();
        for (int t = 1; t <= hours.count(); t++) {
            for (int i = 0; i < n; i++) {
                arrived[t][i] = arrived[t - 1][i] + hours.batch(t, i);
                origin[t][i] = origin[t - 1][i] + preferred(t, i);
            }
        }
    }

    /** The same centres in other hours, before which so much has come up and the origin has moved so far. */
    Centers after(CenterHours others, double[] arrivedBefore, double[] originBefore) {
        return new Centers(
                capacity, usualCarbon, usualPrice, residents, others, links, running, arrivedBefore, originBefore);
    }

    /** Where the origin of batch work is at the end of hour t. */
    double origin(int t, int i) {
        return origin[t][i];
    }

    /** r_t: what the hour's own batch work and the hour's own price make of the servers for it. */
    private double preferred(int t, int i) {
        double dearer =
                running.hourly(hours.carbon(t, i), hours.price(t, i)) - running.hourly(usualCarbon[i], usualPrice[i]);
        return hours.batch(t, i) - dearer / running.batch();
    }

    int count() {
        return residents.length;
    }

    /** Demand, carbon and prices. */
    CenterHours hours() {
        return hours;
    }

    ServerSettings running() {
        return running;
    }

    /** Who is linked with whom. */
    Graph graph() {
        return links.graph();
    }

    double residents(int i) {
        return residents[i];
    }

    /** g/kWh. */
    double usualCarbon(int i) {
        return usualCarbon[i];
    }

    /** €/MWh. */
    double usualPrice(int i) {
        return usualPrice[i];
    }

    /** Thousands of servers; kind 0 is interactive, 1 is batch. */
    double capacity(int kind, int i) {
        return capacity[kind][i];
    }

    /** Batch work that has come up until the end of hour t. */
    double arrived(int t, int i) {
        return arrived[Math.max(0, t)][i];
    }

    /** Thousands of servers for interactive work that an action stands for. */
    double servers(Actions x, int i) {
        return x.get(i, 0) / scale[i];
    }

    /** Batch work that an action would have done by the end of hour t, of all that has come up since the first. */
    double plannedWork(int t, Actions x, int i) {
        return x.get(i, 1) / batchScale(i) + origin[t][i];
    }

    /** What a thousand servers weigh in an action of this centre. */
    double scale(int i) {
        return scale[i];
    }

    private double batchScale(int i) {
        return scale[i] * Math.sqrt(running.batch() / running.toggle());
    }

    @Override
    public HittingCost[] costs(int t) {
        HittingCost[] costs = new HittingCost[count()];
        Arrays.setAll(costs, i -> cost(i, t, arrived(t - running.deadline(), i), arrived[t][i], origin[t][i]));
        return costs;
    }

    /**
     * The costs of a later hour if work comes up and the grid goes on as in the {@code period} hours up to {@code now}:
     * sums begin at what they are now. Of hours that nobody knows, nothing is believed to come.
     */
    @Override
    public HittingCost[] continued(int now, int later, int period) {
        double[] due = new double[count()];
        double[] all = arrived[now].clone();
        double[] moved = origin[now].clone();
        for (int t = now + 1; t <= later; t++) {
            int then = CostSource.Costs.before(now, t, period);
            for (int i = 0; i < all.length && then >= 1; i++) {
                all[i] += hours.batch(then, i);
                moved[i] += preferred(then, i);
            }
            if (t == later - running.deadline()) {
                due = all.clone();
            }
        }
        HittingCost[] costs = new HittingCost[count()];
        int then = Math.max(1, CostSource.Costs.before(now, later, period));
        for (int i = 0; i < costs.length; i++) {
            double late = later - running.deadline() <= now ? arrived(later - running.deadline(), i) : due[i];
            costs[i] = cost(i, then, late, all[i], moved[i]);
        }
        return costs;
    }

    /**
     * What a centre pays.
     *
     * @param hour whose interactive work and prices count
     * @param due batch work that has to be done by then
     * @param all batch work that has come up
     * @param from where the origin is
     */
    private HittingCost cost(int i, int hour, double due, double all, double from) {
        double w = scale[i];
        double v = batchScale(i);
        double needed = running.spare() * hours.interactive(hour, i);
        double hourly = running.hourly(hours.carbon(hour, i), hours.price(hour, i));
        return Boxed.of(
                Quadratic.diagonal(
                        new double[] {running.interactive() / (w * w), running.waiting() / (v * v)},
                        new double[] {w * (needed - hourly / running.interactive()), v * (all - from)}),
                new double[] {0, v * (due - from)},
                new double[] {w * capacity[0][i], v * (all - from)});
    }

    /** Compares what linked regions bear in an hour. */
    Coupling coupling(int t) {
        Coupling.Builder edges = Coupling.builder(count(), 2);
        for (int e = 0; e < links.graph().edges(); e++) {
            int i = links.graph().tail(e);
            int j = links.graph().head(e);
            double batch = scale[j] * hours.batch(t, j) - scale[i] * hours.batch(t, i);
            edges.edge(i, j, links.weight(e), new double[][] {{1, 0}}, new double[] {batch, 0});
        }
        return edges.build();
    }

    /** The same in all hours. */
    @Override
    public double[] switchingWeights(int t) {
        double[] b = new double[count()];
        Arrays.setAll(b, i -> running.toggle() / (scale[i] * scale[i]));
        return b;
    }

    /** Before the first hour each centre has on what that hour needs, as far as it has so many, and nothing waits. */
    @Override
    public Actions start() {
        double[] flat = new double[2 * count()];
        for (int i = 0; i < count(); i++) {
            flat[2 * i] = scale[i] * Math.min(capacity[0][i], running.spare() * hours.interactive(1, i));
        }
        return Actions.flat(2, flat);
    }
}
