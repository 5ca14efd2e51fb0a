package io.acord.model;

import io.acord.cost.HittingCost;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the environment hands out in one round: every agent's hitting cost, who is coupled with whom and how, β, and
 * what moving costs each agent. Immutable.
 */
public final class Round {

    private final HittingCost[] costs;
    private final double[] mu;
    private final Coupling coupling;
    private final double beta;
    private final double @Nullable [] switchingWeights; // null: all 1

    private Round(
            HittingCost[] costs, double[] mu, Coupling coupling, double beta, double @Nullable [] switchingWeights) {
        this.costs = costs;
        this.mu = mu;
        this.coupling = coupling;
        this.beta = beta;
        this.switchingWeights = switchingWeights;
    }

    public static Builder builder(int agents, int dimension) {
        return new Builder(agents, dimension);
    }

    public int agents() {
        return costs.length;
    }

    public int dimension() {
        return coupling.dimension();
    }

    /** f_t of an agent. */
    public HittingCost cost(int agent) {
        return costs[agent];
    }

    /** μ of an agent's hitting cost. */
    public double mu(int agent) {
        return mu[agent];
    }

    public Coupling coupling() {
        return coupling;
    }

    public Graph graph() {
        return coupling.graph();
    }

    public double beta() {
        return beta;
    }

    /** Whether anybody's action matters to anybody else: there are edges, and β > 0. */
    public boolean isCoupled() {
        return beta > 0 && graph().edges() > 0;
    }

    /** b_i: agent i pays b_i/2 ‖x_t − x_{t−1}‖² for moving (theory 8.1). */
    public double switchingWeight(int agent) {
        return switchingWeights == null ? 1 : switchingWeights[agent];
    }

    /** What playing {@code x} after {@code previous} costs in this round. */
    public Cost cost(Actions x, Actions previous) {
        checkShape("actions", x);
        checkShape("previous actions", previous);
        int d = dimension();
        double[] point = new double[d];
        double hitting = 0;
        double switching = 0;
        for (int i = 0; i < costs.length; i++) {
            x.copyTo(i, point, 0);
            hitting += costs[i].at(point);
            double moved = 0;
            for (int c = 0; c < d; c++) {
                double step = x.get(i, c) - previous.get(i, c);
                moved += step * step;
            }
            switching += switchingWeight(i) / 2 * moved;
        }
        return new Cost(hitting, switching, dissimilarity(x));
    }

    /** β/2 Σ_e ‖A_e(x_i − x_j − o_e)‖², each edge once. */
    double dissimilarity(Actions x) {
        double sum = 0;
        for (int e = 0; e < graph().edges(); e++) {
            sum += coupling.squaredDifference(e, x.live());
        }
        return beta / 2 * sum;
    }

    void checkShape(String what, Actions x) {
        if (x.agents() != agents() || x.dimension() != dimension()) {
            throw Complaints.refuse(
                    what,
                    "are of " + x.agents() + " agents with " + x.dimension() + " coordinates",
                    agents() + " agents with " + dimension() + " coordinates, as this round has",
                    "pass the actions of this fleet");
        }
    }

    /** Describes a round; everything that is wrong is said by {@link #build}. */
    public static final class Builder {
        private final int d;
        private final @Nullable HittingCost[] costs;
        private final Complaints givenTwice = new Complaints(); // what was wrong when it was said
        private Complaints complaints = new Complaints(); // of one build
        private Coupling.@Nullable Builder edges;
        private @Nullable Coupling coupling;
        private double beta = 1;
        private double @Nullable [] switchingWeights;

        private Builder(int agents, int dimension) {
            if (agents < 1) {
                throw Complaints.refuse(
                        "round.agents", "is " + agents, "at least 1 agent", "name the agents of the fleet");
            }
            this.d = dimension;
            this.costs = new HittingCost[agents];
        }

        /** Gives an agent its hitting cost. */
        public Builder cost(int agent, HittingCost cost) {
            if (agent < 0 || agent >= costs.length) {
                givenTwice.add(
                        "agents[" + agent + "].cost",
                        "is given",
                        "agents 0 to " + (costs.length - 1),
                        "correct the agent, or enlarge the fleet");
            } else if (costs[agent] != null) {
                givenTwice.add(
                        "agents[" + agent + "].cost", "is given twice", "one cost an agent", "use a Sum of both");
            } else {
                costs[agent] = cost;
            }
            return this;
        }

        /** Gives the agents 0, 1, … their hitting costs. */
        public Builder costs(HittingCost... all) {
            for (int i = 0; i < all.length; i++) {
                cost(i, all[i]);
            }
            return this;
        }

        /** Couples two agents by β/2 ‖x_i − x_j‖². */
        public Builder edge(int i, int j) {
            edges().edge(i, j);
            return this;
        }

        /** Couples two agents by weight · β/2 ‖x_i − x_j‖². */
        public Builder edge(int i, int j, double weight) {
            edges().edge(i, j, weight);
            return this;
        }

        /** Couples two agents by β/2 ‖A(x_i − x_j)‖². */
        public Builder edge(int i, int j, double[][] a) {
            edges().edge(i, j, a);
            return this;
        }

        /** Couples two agents by weight · β/2 ‖x_i − x_j − offset‖². */
        public Builder edge(int i, int j, double weight, double[] offset) {
            edges().edge(i, j, weight, offset);
            return this;
        }

        /** Couples two agents by weight · β/2 ‖A(x_i − x_j − offset)‖². */
        public Builder edge(int i, int j, double weight, double[][] a, double[] offset) {
            edges().edge(i, j, weight, a, offset);
            return this;
        }

        /** Takes a whole coupling, for instance that of the round before, instead of edges one by one. */
        public Builder coupling(Coupling whole) {
            this.coupling = Objects.requireNonNull(whole);
            return this;
        }

        /** β, the price of differing; 1 by default. */
        public Builder beta(double beta) {
            this.beta = beta;
            return this;
        }

        /** b_i, the price of moving, for each agent; 1 by default. */
        public Builder switchingWeights(double... b) {
            this.switchingWeights = b.clone();
            return this;
        }

        private Coupling.Builder edges() {
            if (edges == null) {
                edges = Coupling.builder(costs.length, d);
            }
            return edges;
        }

        public Round build() {
            complaints = givenTwice.copy();
            double[] mu = new double[costs.length];
            HittingCost[] given = checkedCosts(mu);
            complaints.needNonNegative(
                    "beta", beta, "a negative one would reward differing", "give a beta of 0 or more");
            double[] b = switchingWeights;
            checkSwitchingWeights(b);
            Coupling built = checkedCoupling();
            complaints.throwIfAny();
            return new Round(given, mu, built, beta, b);
        }

        private HittingCost[] checkedCosts(double[] mu) {
            HittingCost[] given = new HittingCost[costs.length];
            for (int i = 0; i < costs.length; i++) {
                HittingCost cost = costs[i];
                if (cost == null) {
                    complaints.add(
                            "agents[" + i + "].cost",
                            "is missing",
                            "a hitting cost for every agent in every round",
                            "give one, for instance that of the round before");
                    continue;
                }
                if (cost.dimension() != d) {
                    complaints.add(
                            "agents[" + i + "].cost",
                            "has dimension " + cost.dimension(),
                            "dimension " + d + ", as the round has",
                            "give a cost of " + d + " coordinates");
                }
                mu[i] = cost.mu();
                if (!(mu[i] > 0 && mu[i] < Double.POSITIVE_INFINITY)) {
                    complaints.needPositive(
                            "agents[" + i + "].cost.mu",
                            mu[i],
                            "lambda1 needs strong convexity",
                            "add a small ridge, mu/2 ||x - v||^2, to the cost");
                }
                given[i] = cost;
            }
            return given;
        }

        private void checkSwitchingWeights(double @Nullable [] b) {
            if (b == null) {
                return;
            }
            if (b.length != costs.length) {
                complaints.add(
                        "switchingWeights",
                        "has " + b.length + " numbers",
                        costs.length + ", one an agent",
                        "give one number an agent");
            }
            for (int i = 0; i < b.length; i++) {
                if (!(b[i] >= 0 && b[i] < Double.POSITIVE_INFINITY)) {
                    complaints.needNonNegative(
                            "switchingWeights[" + i + "]",
                            b[i],
                            "a negative one would reward moving",
                            "give a weight of 0 or more");
                }
            }
        }

        private Coupling checkedCoupling() {
            Coupling whole = coupling;
            if (whole == null) {
                try {
                    return edges().build();
                } catch (BadInputException refused) {
                    refused.complaints().forEach(complaints::add);
                    return Coupling.none(1, 1);
                }
            }
            if (edges != null) {
                complaints.add(
                        "round",
                        "has both single edges and a whole coupling",
                        "one of the two",
                        "add the edges to the coupling");
            }
            if (whole.agents() != costs.length || whole.dimension() != d) {
                complaints.add(
                        "coupling",
                        "is of " + whole.agents() + " agents with " + whole.dimension() + " coordinates",
                        costs.length + " agents with " + d + " coordinates",
                        "build the coupling for this fleet");
            }
            return whole;
        }
    }

    @Override
    public String toString() {
        return "Round[agents=" + agents() + ", dimension=" + dimension() + ", edges=" + graph().edges() + ", beta="
                + beta + (switchingWeights == null ? "" : ", switching weights given") + "]";
    }
}
