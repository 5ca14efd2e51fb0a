package io.acord.protocol;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.model.Round;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A round as one block knows it: its agents' costs, and all edges that they are charged for. Immutable.
 *
 * <p>The block's rows are the machine's agents in the machine's order, in every round.
 */
public final class LocalRound {

    private final Block block;
    private final int[] hosts;
    private final HittingCost[] costs;
    private final double beta;
    private final double[] switchingWeights;
    private final @Nullable IterationRule iterations;
    private final int fleet;
    private final double kappa;
    private final Forecasts forecasts;

    private LocalRound(Builder builder) {
        this.block = builder.block;
        this.hosts = builder.hosts;
        this.costs = builder.costs;
        this.beta = builder.beta;
        this.switchingWeights = builder.switchingWeights;
        this.iterations = builder.iterations;
        this.fleet = builder.fleet;
        this.kappa = builder.kappa;
        this.forecasts = builder.forecasts;
    }

    private LocalRound(LocalRound whole, Block block, int[] hosts) {
        this.block = block;
        this.hosts = hosts;
        this.costs = whole.costs;
        this.beta = whole.beta;
        this.switchingWeights = whole.switchingWeights;
        this.iterations = whole.iterations;
        this.fleet = whole.fleet;
        this.kappa = whole.kappa;
        this.forecasts = whole.forecasts;
    }

    /** A round on these rows and their neighbours. */
    public static Builder builder(Block block) {
        return new Builder(block);
    }

    /**
     * What these agents know of a whole round, for whoever has it all: tests and simulations.
     *
     * @param hostOf the peer at which an agent lives
     */
    public static Builder of(Round round, int[] agents, IntUnaryOperator hostOf) {
        Block block = Block.of(round.coupling(), agents);
        int rows = block.rows();
        int[] hosts = new int[block.columns() - rows];
        Arrays.setAll(hosts, h -> hostOf.applyAsInt(block.agent(rows + h)));
        HittingCost[] costs = new HittingCost[rows];
        Arrays.setAll(costs, row -> round.cost(block.agent(row)));
        double[] b = new double[rows];
        Arrays.setAll(b, row -> round.switchingWeight(block.agent(row)));
        return builder(block)
                .hosts(hosts)
                .costs(costs)
                .beta(round.beta())
                .switchingWeights(b)
                .fleet(round.agents());
    }

    public Block block() {
        return block;
    }

    /** The peer at which the agent of a halo column lives. */
    public int host(int column) {
        return hosts[column - block.rows()];
    }

    /** The peers at which neighbours live, ascending. */
    public int[] peers() {
        return Arrays.stream(hosts).sorted().distinct().toArray();
    }

    /** The same round without the edges to some peers. */
    public LocalRound without(IntPredicate isOut) {
        boolean[] lost = new boolean[block.columns()];
        int[] kept = Arrays.stream(hosts).filter(isOut.negate()).toArray();
        for (int column = block.rows(); column < lost.length; column++) {
            lost[column] = isOut.test(host(column));
        }
        return kept.length == hosts.length ? this : new LocalRound(this, block.without(lost), kept);
    }

    public HittingCost cost(int row) {
        return costs[row];
    }

    public double beta() {
        return beta;
    }

    /** b of a row. */
    public double switchingWeight(int row) {
        return switchingWeights[row];
    }

    /** What is played in this round, by a fleet that plays this otherwise. */
    public Recipe recipe(Recipe fleets) {
        return iterations == null ? fleets : fleets.with(iterations);
    }

    /** N, the agents of the whole fleet; 0 if nobody said. */
    public int fleet() {
        return fleet;
    }

    /** A lower bound on 1 − ρ common to the fleet; NaN if nobody said. */
    public double kappa() {
        return kappa;
    }

    /** What the rows believe of their next costs, if the fleet looks ahead. */
    public Forecasts forecasts() {
        return forecasts;
    }

    /** Describes a round; everything that is wrong is said by {@link #build}. */
    public static final class Builder {
        private final Block block;
        private int[] hosts = {};
        private HittingCost[] costs = {};
        private double beta = 1;
        private double[] switchingWeights;
        private @Nullable IterationRule iterations;
        private int fleet;
        private double kappa = Double.NaN;
        private Forecasts forecasts;

        private Builder(Block block) {
            this.block = block;
            this.forecasts = Forecasts.none(block.rows());
            this.switchingWeights = new double[block.rows()];
            Arrays.fill(switchingWeights, 1);
        }

        /** The peer of each halo column, in the order of columns, which is that of the halo's ids. */
        public Builder hosts(int... peers) {
            this.hosts = peers.clone();
            return this;
        }

        /** f_t of each row. */
        public Builder costs(HittingCost... rows) {
            this.costs = rows.clone();
            return this;
        }

        /** β, the price of differing; 1 by default. */
        public Builder beta(double beta) {
            this.beta = beta;
            return this;
        }

        /** b of each row, the price of moving; 1 by default. */
        public Builder switchingWeights(double... b) {
            this.switchingWeights = b.clone();
            return this;
        }

        /** How many iterations this round gets, if it is not as the fleet's recipe says. */
        public Builder iterations(IterationRule rule) {
            this.iterations = rule;
            return this;
        }

        /** N, which shares of an accuracy are taken of. */
        public Builder fleet(int agents) {
            this.fleet = agents;
            return this;
        }

        /** For CERTIFIED without a crawl. */
        public Builder kappa(double kappa) {
            this.kappa = kappa;
            return this;
        }

        /**
         * What the rows believe of their next costs, row by row; nothing by default. Where their end is known, all
         * blocks must know it alike.
         */
        public Builder forecasts(Forecasts believed) {
            this.forecasts = believed;
            return this;
        }

        public LocalRound build() {
            Complaints complaints = new Complaints();
            int rows = block.rows();
            int halo = block.columns() - rows;
            count("hosts", hosts.length, halo, "one a halo column", complaints);
            count("costs", costs.length, rows, "one a row", complaints);
            count("forecasts", forecasts.agents(), rows, "one a row", complaints);
            count("switchingWeights", switchingWeights.length, rows, "one a row", complaints);
            for (int row = 0; row < costs.length; row++) {
                if (costs[row].dimension() != block.dimension()) {
                    complaints.add(
                            "costs[" + row + "]",
                            "has dimension " + costs[row].dimension(),
                            "dimension " + block.dimension() + ", as the block has",
                            "give a cost of " + block.dimension() + " coordinates");
                }
                complaints.needPositive(
                        "costs[" + row + "].mu",
                        costs[row].mu(),
                        "lambda1 needs strong convexity",
                        "add a small ridge to the cost");
            }
            for (double b : switchingWeights) {
                complaints.needNonNegative(
                        "switchingWeights", b, "a negative one would reward moving", "give a weight of 0 or more");
            }
            complaints.needNonNegative(
                    "beta", beta, "a negative one would reward differing", "give a beta of 0 or more");
            complaints.throwIfAny();
            return new LocalRound(this);
        }

        private static void count(String what, int found, int needed, String why, Complaints complaints) {
            if (found != needed) {
                complaints.add(what, "are " + found, needed + ", " + why, "give one each");
            }
        }
    }
}
