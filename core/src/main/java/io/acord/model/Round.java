package io.acord.model;

import io.acord.cost.HittingCost;
import io.acord.cost.HittingCosts;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the environment hands out in one round: every agent's hitting cost, who is coupled with whom and how, β, and
 * what moving costs each agent. Immutable.
 */
public final class Round {

    private final HittingCosts costs;
    private final Coupling coupling;
    private final double beta;
    private final double @Nullable [] switchingWeights; // null: all 1

    private Round(HittingCosts costs, Coupling coupling, double beta, double @Nullable [] switchingWeights) {
        this.costs = costs;
        this.coupling = coupling;
        this.beta = beta;
        this.switchingWeights = switchingWeights;
    }

    public static Builder builder(int agents, int dimension) {
        return new Builder(agents, dimension);
    }

    public int agents() {
        return costs.agents();
    }

    public int dimension() {
        return coupling.dimension();
    }

    /** f_t of an agent. */
    public HittingCost cost(int agent) {
        return costs.cost(agent);
    }

    /** f_t of all agents. */
    public HittingCosts costs() {
        return costs;
    }

    /** μ of an agent's hitting cost. */
    public double mu(int agent) {
        return costs.mu(agent);
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

    /** Whether no b is larger. */
    public boolean movesWithin(double most) {
        for (int i = 0; switchingWeights != null && i < switchingWeights.length; i++) {
            if (switchingWeights[i] > most) {
                return false;
            }
        }
        return true;
    }

    /** Writes b of the agents from .. to − 1, from 0 on. */
    public void copySwitchingWeights(int from, int to, double[] into) {
        if (switchingWeights == null) {
            Arrays.fill(into, 0, to - from, 1);
        } else {
            System.arraycopy(switchingWeights, from, into, 0, to - from);
        }
    }

    /** Multiplies numbers of the agents from .. to − 1, from 0 on, by their b. */
    void multiplyBySwitchingWeights(int from, int to, double[] numbers) {
        for (int i = from; switchingWeights != null && i < to; i++) {
            numbers[i - from] *= switchingWeights[i];
        }
    }

    /** What playing {@code x} after {@code previous} costs in this round. */
    public Cost cost(Actions x, Actions previous) {
        checkShape("actions", x);
        checkShape("previous actions", previous);
        int d = dimension();
        double[] room = new double[d];
        double hitting = 0;
        double switching = 0;
        for (int i = 0; i < agents(); i++) {
            hitting += costs.at(i, x.live(), i * d, room);
            switching += switching(i, x, previous);
        }
        return new Cost(hitting, switching, dissimilarity(x));
    }

    /**
     * The same from what the agents paid of the first and last part of it.
     *
     * @param first what the first agents pay together, as far as it is known
     * @param from the first agent that is not one of them
     * @param hitting f_t of each agent from there on at its action
     * @param halfEdges half of what the edges of each agent cost: their other ends have the other half
     */
    public Cost cost(Actions x, Actions previous, Cost first, int from, double[] hitting, double[] halfEdges) {
        checkShape("actions", x);
        checkShape("previous actions", previous);
        double hit = first.hitting();
        double moved = first.switching();
        double differed = first.dissimilarity();
        for (int i = from; i < agents(); i++) {
            hit += hitting[i];
            moved += switching(i, x, previous);
            differed += halfEdges[i];
        }
        return new Cost(hit, moved, differed);
    }

    private double switching(int agent, Actions x, Actions previous) {
        int d = dimension();
        double moved = 0;
        for (int k = agent * d; k < (agent + 1) * d; k++) {
            double step = x.live()[k] - previous.live()[k];
            moved += step * step;
        }
        return switchingWeight(agent) / 2 * moved;
    }

    /** β/2 Σ_e ‖A_e(x_i − x_j − o_e)‖²: half of an edge is paid by either end, and they are added up agent by agent. */
    double dissimilarity(Actions x) {
        double sum = 0;
        for (int i = 0; i < agents(); i++) {
            sum += halfEdges(i, x.live());
        }
        return sum;
    }

    /**
     * Half of what the edges of an agent cost: its neighbours pay the other half.
     *
     * @param x actions of all agents, d numbers each
     */
    public double halfEdges(int agent, double[] x) {
        Graph graph = graph();
        double sum = 0;
        for (int arc = graph.firstArc(agent); arc < graph.endArc(agent); arc++) {
            sum += coupling.squaredDifference(graph.edge(arc), x);
        }
        return beta / 4 * sum;
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
        private static final HittingCosts NO_COSTS = HittingCosts.of(1); // where there are complaints

        private final int d;
        private final int agents;
        private @Nullable HittingCost[] costs = {}; // none yet, or a place for each agent's
        private @Nullable HittingCosts allCosts;
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
            this.agents = agents;
        }

        /** Gives an agent its hitting cost. */
        public Builder cost(int agent, HittingCost cost) {
            if (costs.length == 0) {
                costs = new HittingCost[agents];
            }
            if (agent < 0 || agent >= agents) {
                givenTwice.add(
                        "agents[" + agent + "].cost",
                        "is given",
                        "agents 0 to " + (agents - 1),
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

        /** Gives all agents their hitting costs at once, for instance {@link HittingCosts#quadratics}. */
        public Builder costs(HittingCosts all) {
            this.allCosts = Objects.requireNonNull(all);
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
                edges = Coupling.builder(agents, d);
            }
            return edges;
        }

        public Round build() {
            complaints = givenTwice.copy();
            HittingCosts given = allCosts == null ? checkedCosts() : checked(allCosts);
            complaints.needNonNegative(
                    "beta", beta, "a negative one would reward differing", "give a beta of 0 or more");
            double[] b = switchingWeights;
            checkSwitchingWeights(b);
            Coupling built = checkedCoupling();
            complaints.throwIfAny();
            return new Round(given, built, beta, b);
        }

        private HittingCosts checked(HittingCosts all) {
            if (costs.length > 0) {
                complaints.add(
                        "round",
                        "has both single costs and the costs of all agents",
                        "one of the two",
                        "omit the single ones");
            }
            if (all.agents() != agents || all.dimension() != d) {
                complaints.add(
                        "costs",
                        "are of " + all.agents() + " agents with " + all.dimension() + " coordinates",
                        agents + " agents with " + d + " coordinates, as the round has",
                        "give the costs of this fleet");
            }
            for (int i = 0; !all.areColumns() && i < all.agents(); i++) {
                checkMu(i, all.mu(i));
            }
            return all;
        }

        private HittingCosts checkedCosts() {
            HittingCost[] given = new HittingCost[agents];
            for (int i = 0; i < agents; i++) {
                HittingCost cost = costs.length == 0 ? null : costs[i];
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
                checkMu(i, cost.mu());
                given[i] = cost;
            }
            return complaints.isEmpty() ? HittingCosts.of(d, given) : NO_COSTS;
        }

        private void checkMu(int agent, double mu) {
            if (!(mu > 0 && mu < Double.POSITIVE_INFINITY)) {
                complaints.needPositive(
                        "agents[" + agent + "].cost.mu",
                        mu,
                        "lambda1 needs strong convexity",
                        "add a small ridge, mu/2 ||x - v||^2, to the cost");
            }
        }

        private void checkSwitchingWeights(double @Nullable [] b) {
            if (b == null) {
                return;
            }
            if (b.length != agents) {
                complaints.add(
                        "switchingWeights",
                        "has " + b.length + " numbers",
                        agents + ", one an agent",
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
            if (whole.agents() != agents || whole.dimension() != d) {
                complaints.add(
                        "coupling",
                        "is of " + whole.agents() + " agents with " + whole.dimension() + " coordinates",
                        agents + " agents with " + d + " coordinates",
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
