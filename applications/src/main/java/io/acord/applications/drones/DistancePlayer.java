package io.acord.applications.drones;

import io.acord.cost.HittingCost;
import io.acord.cost.QuadraticPull;
import io.acord.lab.policy.AgentView;
import io.acord.lab.policy.Outlook;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import java.util.Arrays;

/**
 * Drones that iterate with penalties on distances. A round starts in the slots, as ACORD does from z = 0, and repeats K
 * times: every drone goes downhill on
 *
 * <pre>  f(y) + λb/2 ‖y − y_prev‖² + Σ_neighbours half(‖slot + y − z‖²)</pre>
 *
 * from where it was, and z becomes the midpoint of where the two have come to. What does not move any more is a
 * stationary point of the sum of all costs with the whole penalties, unless the guard holds it; whether it is a good
 * one, nobody knows. Scratch; one thread.
 *
 * <p>The guard: with n from the neighbour to itself, a drone keeps n·(p − z) ≥ r_min/2, and its neighbour −n·(p − z) ≥
 * r_min/2. So they stay r_min apart although both move at once. Who is no neighbour is not seen, and not guarded
 * against.
 */
final class DistancePlayer implements Player {

    private static final int MOST_STEPS = 60; // downhill, within an iteration
    private static final double STILL = 1e-11; // m; a drone that would move less stays

    private final DistanceAcord.Settings settings;
    private final Flight flight;
    private final int d;
    private final QuadraticPull pull;
    private final double[] before;
    private final double[] gradient;
    private final double[] target;
    private final double[] next;

    DistancePlayer(DistanceAcord.Settings settings, Flight flight, Setting setting) {
        this.settings = settings;
        this.flight = flight;
        this.d = setting.dimension();
        this.pull = new QuadraticPull(d);
        this.before = new double[d];
        this.gradient = new double[d];
        this.target = new double[d];
        this.next = new double[d];
    }

    /** A neighbour as one drone sees it in an iteration. */
    private final class Neighbor {
        final double[] middle = new double[d];
        final double[] away = new double[d]; // of length 1, from the neighbour to the drone
        double planned;
        double stiffness;

        /** How far a drone at {@code slot + y} is on its side of the guard's wall, in metres. */
        double room(double[] slots, int i, double[] y) {
            double sum = -settings.least() / 2;
            for (int c = 0; c < d; c++) {
                sum += away[c] * (slots[i * d + c] + y[c] - middle[c]);
            }
            return sum;
        }

        double squared(double[] slots, int i, double[] y) {
            double sum = 0;
            for (int c = 0; c < d; c++) {
                double u = slots[i * d + c] + y[c] - middle[c];
                sum += u * u;
            }
            return sum;
        }
    }

    @Override
    public Actions decide(Outlook outlook) {
        double[] slots = flight.slots(outlook.round());
        Actions y = outlook.each((me, own) -> iterate(me, slots, true, own));
        for (int k = 2; k <= settings.iterations(); k++) {
            outlook.exchange();
            y = outlook.each((me, own) -> iterate(me, slots, false, own));
        }
        return y;
    }

    /** One drone goes downhill; at first everybody is known to be in its slot. */
    private void iterate(AgentView me, double[] slots, boolean isFirst, double[] own) {
        if (isFirst) {
            Arrays.fill(own, 0);
        }
        System.arraycopy(me.previous(), 0, before, 0, d);
        Neighbor[] neighbors = new Neighbor[me.degree()];
        double[] inSlot = new double[d];
        for (int a = 0; a < neighbors.length; a++) {
            double[] its = isFirst ? inSlot : me.heard(a);
            neighbors[a] = neighbor(me.agent(), own, me.neighbor(a), its, slots, me.beta());
        }
        descend(me.cost(), me.lambda() * me.switchingWeight(), slots, me.agent(), neighbors, own);
    }

    private Neighbor neighbor(int i, double[] own, int j, double[] other, double[] slots, double beta) {
        Neighbor neighbor = new Neighbor();
        double length = 0;
        for (int c = 0; c < d; c++) {
            double mine = slots[i * d + c] + own[c];
            double its = slots[j * d + c] + other[c];
            neighbor.middle[c] = (mine + its) / 2;
            neighbor.away[c] = mine - its;
            length += neighbor.away[c] * neighbor.away[c];
        }
        length = Math.sqrt(length);
        for (int c = 0; c < d; c++) {
            neighbor.away[c] /= length; // above 0: slots are apart, and the guard keeps it so
        }
        neighbor.planned = NearPairs.distance(slots, d, i, j);
        neighbor.stiffness = settings.weight() * settings.penalty().stiffness(beta, neighbor.planned);
        return neighbor;
    }

    /**
     * Goes downhill from y to where one drone's part is stationary, in proximal steps: the cost itself need not be
     * smooth.
     */
    private void descend(HittingCost cost, double hold, double[] slots, int i, Neighbor[] neighbors, double[] y) {
        double steep = 1e-3;
        for (Neighbor neighbor : neighbors) {
            steep += neighbor.stiffness * neighbor.planned * neighbor.planned;
        }
        for (int step = 0; step < MOST_STEPS; step++) {
            double here = penalty(slots, i, neighbors, y);
            slope(slots, i, neighbors, y);
            double length = tryStep(cost, hold, slots, i, neighbors, y, steep);
            while (penalty(slots, i, neighbors, next) > here + model(y, steep) + 1e-12 * Math.abs(here)) {
                steep *= 2;
                length = tryStep(cost, hold, slots, i, neighbors, y, steep);
            }
            System.arraycopy(next, 0, y, 0, d);
            if (length <= STILL) {
                return;
            }
            steep /= 1.5;
        }
    }

    /** What the penalties would grow by at most if {@code steep} bounds their curvature. */
    private double model(double[] y, double steep) {
        double sum = 0;
        for (int c = 0; c < d; c++) {
            double step = next[c] - y[c];
            sum += gradient[c] * step + steep / 2 * step * step;
        }
        return sum;
    }

    /** Writes a proximal step, cut where the guard's walls are, into {@code next}; its length. */
    private double tryStep(
            HittingCost cost, double hold, double[] slots, int i, Neighbor[] neighbors, double[] y, double steep) {
        for (int c = 0; c < d; c++) {
            target[c] = y[c] - gradient[c] / steep;
        }
        pull.clear();
        pull.add(hold, before);
        pull.add(steep, target);
        System.arraycopy(y, 0, next, 0, d);
        cost.argmin(pull, next);
        double share = 1;
        for (Neighbor neighbor : neighbors) {
            double from = neighbor.room(slots, i, y);
            double to = neighbor.room(slots, i, next);
            if (to < 0 && to < from) {
                share = Math.min(share, Math.max(0, from) / (from - to));
            }
        }
        double squared = 0;
        for (int c = 0; c < d; c++) {
            next[c] = share == 1 ? next[c] : y[c] + share * (next[c] - y[c]);
            squared += (next[c] - y[c]) * (next[c] - y[c]);
        }
        return Math.sqrt(squared);
    }

    private double penalty(double[] slots, int i, Neighbor[] neighbors, double[] y) {
        double sum = 0;
        for (Neighbor neighbor : neighbors) {
            sum += settings.penalty().half(neighbor.stiffness, neighbor.squared(slots, i, y), neighbor.planned);
        }
        return sum;
    }

    private void slope(double[] slots, int i, Neighbor[] neighbors, double[] y) {
        Arrays.fill(gradient, 0);
        for (Neighbor neighbor : neighbors) {
            double slope =
                    settings.penalty().slope(neighbor.stiffness, neighbor.squared(slots, i, y), neighbor.planned);
            for (int c = 0; c < d; c++) {
                gradient[c] += 2 * slope * (slots[i * d + c] + y[c] - neighbor.middle[c]);
            }
        }
    }
}
