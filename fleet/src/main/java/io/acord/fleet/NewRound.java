package io.acord.fleet;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.protocol.LocalRound;
import io.acord.recipe.IterationRule;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A round as a member's {@link RoundSource} describes it: by the global ids of agents. Scratch; one thread. */
public final class NewRound {

    private final AddressBook book;
    private final int[] agents;
    private final int dimension;
    private final Coupling.Builder edges;
    private final Map<Integer, HittingCost> costs = new HashMap<>();
    private final Map<Integer, Double> weights = new HashMap<>();
    private final Complaints complaints = new Complaints();
    private double beta = 1;
    private @Nullable IterationRule iterations;
    private int fleet;
    private double kappa = Double.NaN;
    private @Nullable Forecasts forecasts;

    NewRound(AddressBook book, int[] agents, int dimension) {
        this.book = book;
        this.agents = agents;
        this.dimension = dimension;
        this.edges = Coupling.builder(book.agents(), dimension);
        this.fleet = book.agents();
    }

    /** A round of these agents, ascending, for whoever tries a source without a member. */
    public static NewRound of(AddressBook book, int[] agents, int dimension) {
        return new NewRound(book, agents.clone(), dimension);
    }

    /** f_t of an agent of this member. */
    public NewRound cost(int agent, HittingCost cost) {
        costs.put(agent, cost);
        return this;
    }

    /** f_t of this member's only agent, or of all its agents in the order of their ids. */
    public NewRound costs(HittingCost... all) {
        for (int row = 0; row < Math.min(all.length, agents.length); row++) {
            costs.put(agents[row], all[row]);
        }
        return this;
    }

    /** Couples an agent of this member with another agent by β/2 ‖x_i − x_j‖². */
    public NewRound edge(int i, int j) {
        return edge(i, j, 1);
    }

    /**
     * Couples an agent of this member with another agent by weight · β/2 ‖x_i − x_j‖². The other's member must say the
     * same.
     */
    public NewRound edge(int i, int j, double weight) {
        if (isKnown(i, j)) {
            edges.edge(i, j, weight);
        }
        return this;
    }

    /** Couples an agent of this member with another agent by β/2 ‖A(x_i − x_j)‖². */
    public NewRound edge(int i, int j, double[][] a) {
        if (isKnown(i, j)) {
            edges.edge(i, j, a);
        }
        return this;
    }

    /**
     * Couples an agent of this member with another agent by weight · β/2 ‖A(x_i − x_j − offset)‖².
     *
     * @param a rows of A; none for the unit matrix
     * @param offset none for 0
     */
    public NewRound edge(int i, int j, double weight, double[][] a, double[] offset) {
        if (a.length > 0 && isKnown(i, j)) {
            edges.edge(i, j, weight, a, offset.length == 0 ? new double[dimension] : offset);
        } else if (offset.length > 0 && isKnown(i, j)) {
            edges.edge(i, j, weight, offset);
        } else if (isKnown(i, j)) {
            edges.edge(i, j, weight);
        }
        return this;
    }

    private boolean isKnown(int i, int j) {
        for (int agent : List.of(i, j)) {
            if (book.hostOf(agent).isEmpty()) {
                complaints.add(
                        "edge (" + i + ", " + j + ")",
                        "names agent " + agent,
                        "agents in the address book, because the others are not let in",
                        "add its member to the book");
                return false;
            }
        }
        return true;
    }

    /** Whether some member hosts an agent, or has: edges with others are refused. */
    public boolean isHosted(int agent) {
        return book.hostOf(agent).isPresent();
    }

    /** β, the price of differing; 1 by default. */
    public NewRound beta(double price) {
        this.beta = price;
        return this;
    }

    /** b of an agent, the price of moving; 1 by default. */
    public NewRound switchingWeight(int agent, double b) {
        weights.put(agent, b);
        return this;
    }

    /** K; by default what the rules' recipe says. */
    public NewRound iterations(int k) {
        return iterations(IterationRule.fixed(k));
    }

    /** How many iterations; the same for all members of a component. */
    public NewRound iterations(IterationRule rule) {
        this.iterations = rule;
        return this;
    }

    /** N, where the iteration rule asks for it. */
    public NewRound fleet(int allAgents) {
        this.fleet = allAgents;
        return this;
    }

    /** A lower bound on 1 − ρ common to the fleet, for CERTIFIED without a crawl. */
    public NewRound kappa(double bound) {
        this.kappa = bound;
        return this;
    }

    /**
     * What this member's agents believe of their next costs, in the order of their ids; nothing by default. Where the
     * end is known, all members must know it.
     */
    public NewRound forecasts(Forecasts believed) {
        this.forecasts = believed;
        return this;
    }

    /** The round on a coupling that the caller has, all agents of the fleet or those that matter to this member. */
    public Optional<LocalRound> build(Block block) {
        complaints.throwIfAny();
        int[] hosts = new int[block.columns() - block.rows()];
        for (int k = 0; k < hosts.length; k++) {
            int agent = block.agent(block.rows() + k);
            hosts[k] = book.hostOf(agent)
                    .orElseThrow(() -> Complaints.refuse(
                            "agent " + agent,
                            "is a neighbour and lives with nobody in the address book",
                            "its member in the book",
                            "add it"));
        }
        HittingCost[] rows = new HittingCost[agents.length];
        double[] b = new double[agents.length];
        for (int row = 0; row < agents.length; row++) {
            int agent = agents[row];
            HittingCost cost = costs.get(agent);
            if (cost == null) {
                throw Complaints.refuse(
                        "agent " + agent, "has no cost", "a cost in every round", "call cost(" + agent + ", …)");
            }
            rows[row] = cost;
            b[row] = weights.getOrDefault(agent, 1.0);
        }
        LocalRound.Builder round = LocalRound.builder(block);
        if (iterations != null) {
            round.iterations(iterations);
        }
        if (forecasts != null) {
            round.forecasts(forecasts);
        }
        return Optional.of(round.hosts(hosts)
                .costs(rows)
                .beta(beta)
                .switchingWeights(b)
                .fleet(fleet)
                .kappa(kappa)
                .build());
    }

    /** The round. */
    public Optional<LocalRound> build() {
        complaints.throwIfAny();
        return build(Block.of(edges.build(), agents));
    }

    /** This member's agents, ascending. */
    public int[] agents() {
        return agents.clone();
    }

    @Override
    public String toString() {
        return "round of agents " + Arrays.toString(agents) + " in " + dimension + " dimensions";
    }
}
