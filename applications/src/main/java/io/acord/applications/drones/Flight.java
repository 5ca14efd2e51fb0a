package io.acord.applications.drones;

import io.acord.cost.HittingCost;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.cost.Sum;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Obstacle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A formation on its way. An action y is how far a drone is from its slot, in metres; it flies at slot + y. Immutable.
 *
 * <ul>
 *   <li>Hitting: {@code track/2 ‖y − g‖²}. g is where wind would push a drone that holds alone: a spring of stiffness
 *       {@code track} against a force {@code track · g}, the constant dropped.
 *   <li>Obstacles: free space is not convex, so the plan decides on which side a drone passes, the side on which its
 *       slot is, seen across the direction of flight n. It pays {@code avoid} for each metre that it is short of
 *       {@code n·(p − centre) ≥ R cos²(πa/6R)}, R = radius + clearance, a how far the slot is before or behind the
 *       centre, |a| &lt; 3R: a bulge that covers the disc and is entered gently.
 *   <li>Dissimilarity: {@code β/2 ‖y_i − y_j‖²} = {@code β/2 ‖p_i − p_j − o_ij‖²} for neighbours, o_ij the offset
 *       between their slots (theory 8.4).
 *   <li>Who leaves has no neighbours, no wind and no obstacles from then on; the others keep their slots.
 * </ul>
 */
record Flight(FlightPlan plan, FlightSettings handling, int horizon) {

    private static final double LOOKED_AT = 4; // in R, across: obstacles further away never matter

    double[] slots(int t) {
        return plan.slots(t * handling.step());
    }

    boolean flies(int t, int i) {
        return plan.flies(i, t * handling.step());
    }

    /** Who flies in a round. */
    boolean[] flying(int t) {
        boolean[] flying = new boolean[plan.drones()];
        for (int i = 0; i < flying.length; i++) {
            flying[i] = flies(t, i);
        }
        return flying;
    }

    HittingCost[] costs(int t, double[] pushed) {
        return costs(t, pushed, flying(t));
    }

    /** The costs of a round. Whoever has left has one that no wind and no obstacle changes, and no neighbours. */
    HittingCost[] costs(int t, double[] pushed, boolean[] flying) {
        int d = plan.dimension();
        double[] slots = slots(t);
        double[] heading = plan.heading(t * handling.step(), handling.step());
        HittingCost[] costs = new HittingCost[plan.drones()];
        for (int i = 0; i < costs.length; i++) {
            if (!flying[i]) {
                costs[i] = Quadratic.alpha(handling.track() / 2, new double[d]);
                continue;
            }
            double[] g = Arrays.copyOfRange(pushed, i * d, (i + 1) * d);
            List<Wall> walls = walls(Arrays.copyOfRange(slots, i * d, (i + 1) * d), heading);
            costs[i] = walls.isEmpty() ? Quadratic.alpha(handling.track() / 2, g) : avoiding(walls, g);
        }
        return costs;
    }

    /** What an obstacle asks for: {@code normal · y ≥ depth}. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Wall(double[] normal, double depth) {}

    private HittingCost avoiding(List<Wall> walls, double[] g) {
        double mu = handling.track() / walls.size(); // each brings its share of the spring
        List<HittingCost> costs = new ArrayList<>();
        for (Wall wall : walls) {
            double[] slope = new double[g.length];
            Arrays.setAll(slope, c -> -handling.avoid() * wall.normal[c]);
            costs.add(MaxAffine.of(
                    new double[][] {new double[g.length], slope},
                    new double[] {0, handling.avoid() * wall.depth},
                    mu,
                    g));
        }
        return costs.size() == 1 ? costs.get(0) : Sum.of(costs);
    }

    /** What the obstacles ask of a drone with this slot. */
    private List<Wall> walls(double[] slot, double[] heading) {
        List<Wall> walls = new ArrayList<>();
        for (Obstacle obstacle : plan.obstacles()) {
            double reach = obstacle.radius() + handling.clearance();
            double along = 0;
            for (int c = 0; c < slot.length; c++) {
                along += heading[c] * (slot[c] - obstacle.center(c));
            }
            double squared = 0;
            double[] across = new double[slot.length];
            for (int c = 0; c < slot.length; c++) {
                across[c] = slot[c] - obstacle.center(c) - along * heading[c];
                squared += across[c] * across[c];
            }
            double distance = Math.sqrt(squared);
            if (Math.abs(along) < 3 * reach && distance < LOOKED_AT * reach) {
                double cos = StrictMath.cos(Math.PI * along / (6 * reach));
                walls.add(new Wall(normal(across, distance, heading), reach * cos * cos - distance));
            }
        }
        return walls;
    }

    /** The side on which the slot passes; where it leads through the very centre, the left or above. */
    private static double[] normal(double[] across, double distance, double[] heading) {
        double[] normal = across.clone();
        double length = distance;
        if (distance < 1e-6) {
            Arrays.fill(normal, 0);
            boolean level = heading.length == 2 || Math.abs(heading[0]) + Math.abs(heading[1]) < 1e-6;
            if (level && Math.abs(heading[0]) + Math.abs(heading[1]) < 1e-6) {
                normal[0] = 1;
            } else if (level) {
                normal[0] = -heading[1];
                normal[1] = heading[0];
            } else {
                for (int c = 0; c < 3; c++) {
                    normal[c] = (c == 2 ? 1 : 0) - heading[2] * heading[c];
                }
            }
            length = Math.sqrt(Arrays.stream(normal).map(x -> x * x).sum());
        }
        for (int c = 0; c < normal.length; c++) {
            normal[c] /= length;
        }
        return normal;
    }

    /**
     * Who is within radio range of whom in each round, by the slots; one and the same object as long as nothing
     * changes.
     */
    List<Coupling> neighbors() {
        List<Coupling> all = new ArrayList<>();
        Coupling last = Coupling.none(plan.drones(), plan.dimension());
        for (int t = 1; t <= horizon; t++) {
            last = neighbors(t, last, flying(t));
            all.add(last);
        }
        return all;
    }

    /** Those of a round, the same object as before if nothing has changed. */
    Coupling neighbors(int t, Coupling before, boolean[] flying) {
        int d = plan.dimension();
        List<int[]> pairs = new ArrayList<>();
        NearPairs.pairs(slots(t), d, handling.range(), (i, j, distance) -> {
            if (flying[i] && flying[j]) {
                pairs.add(new int[] {i, j});
            }
        });
        boolean same = pairs.size() == before.graph().edges();
        for (int k = 0; same && k < pairs.size(); k++) {
            same = before.graph().edgeBetween(pairs.get(k)[0], pairs.get(k)[1]) >= 0;
        }
        if (same) {
            return before;
        }
        Coupling.Builder builder = Coupling.builder(plan.drones(), d);
        pairs.forEach(pair -> builder.edge(pair[0], pair[1]));
        return builder.build();
    }
}
