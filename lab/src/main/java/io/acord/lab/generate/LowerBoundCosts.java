package io.acord.lab.generate;

import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.CostKind;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.theory.LowerBound;
import java.util.Arrays;
import java.util.OptionalInt;

/**
 * The instances on which no online algorithm beats CR* (theory 9.3): {@code rounds} rounds of mu/2 x², then one of
 * final/2 (x − 1)². Everybody should start at 0.
 *
 * <ul>
 *   <li>{@code mu} is everybody's, unless
 *   <li>{@code heterogeneous: [μ_0, μ_1, …]} gives each agent its own: only the first of those with the smallest sees
 *       the last round then, the others have μ_i/2 x² throughout. {@code heterogeneous: true} means mu, 2 mu, 3 mu, ….
 *       It is meant for {@code beta: 0} (E23): neighbours would hold the mover back.
 *   <li>{@code final} is μ′: the ratio tends to CR* as it grows.
 *   <li>{@code rounds} is T, by default one less than the scenario's horizon.
 * </ul>
 */
public final class LowerBoundCosts extends CostKind {

    public LowerBoundCosts() {
        super("lower-bound", "the instance on which no online algorithm does better than CR*");
    }

    @Override
    public CostSource create(Options options, DeclaredSize declared) {
        double mu = CommonOptions.positive(options, "mu", 1, "hitting costs are strongly convex");
        double finalMu = CommonOptions.positive(options, "final", 1e6, "hitting costs are strongly convex");
        boolean isListed = options.value("heterogeneous").orElse(null) instanceof Value.Listing;
        boolean differ = isListed || CommonOptions.flag(options, "heterogeneous");
        double[] mus = isListed ? listed(options, declared) : new double[0];
        double least = Arrays.stream(mus).min().orElse(mu);
        if (finalMu < least) {
            options.complain(
                    "final",
                    "at least the smallest mu, " + least + ", because mu has to hold in every round",
                    "raise it: the ratio tends to CR* as it grows");
        }
        return new Rounds(mu, mus, differ, finalMu, rounds(options, declared));
    }

    private static double[] listed(Options options, DeclaredSize declared) {
        double[] mus = options.numbers("heterogeneous").orElse(new double[0]);
        if (Arrays.stream(mus).anyMatch(mu -> !(mu > 0 && mu <= CommonOptions.MOST))) {
            options.complain(
                    "heterogeneous",
                    "numbers above 0, because hitting costs are strongly convex, and at most " + CommonOptions.MOST,
                    "correct them");
        }
        OptionalInt agents = CommonOptions.agents(declared);
        if (mus.length > 0 && agents.isPresent() && agents.getAsInt() != mus.length) {
            options.complain(
                    "heterogeneous",
                    "one number for each of the " + agents.getAsInt() + " agents",
                    "give " + agents.getAsInt() + " numbers, or change the number of agents");
        }
        if (options.has("mu")) {
            options.complain("mu", "either mu or a list of them under heterogeneous", "drop one of the two");
        }
        return mus;
    }

    private static int rounds(Options options, DeclaredSize declared) {
        OptionalInt given = options.integer("rounds", 0, Integer.MAX_VALUE - 1);
        OptionalInt horizon = declared.horizon();
        if (given.isPresent() && horizon.isPresent() && given.getAsInt() != horizon.getAsInt() - 1) {
            options.complain(
                    "rounds",
                    "one less than the horizon of " + horizon.getAsInt() + ", because one round follows",
                    "omit it, or set the horizon to " + (given.getAsInt() + 1));
        }
        return given.orElse(horizon.isPresent() ? Math.max(0, horizon.getAsInt() - 1) : 20);
    }

    /** @param listed each agent's μ; empty if there is no list */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Rounds(double mu, double[] listed, boolean differ, double finalMu, int rounds)
            implements CostSource {

        /** The paper's space is the line. */
        @Override
        public OptionalInt dimension() {
            return OptionalInt.of(1);
        }

        @Override
        public OptionalInt horizon() {
            return OptionalInt.of(rounds + 1);
        }

        @Override
        public Costs costs(Size size, long seed) {
            double[] mus = mus(size.agents());
            LowerBound bound = differ
                    ? LowerBound.ofUnequalAgents(mus, rounds, finalMu)
                    : LowerBound.ofEqualAgents(size.agents(), mu, rounds, finalMu);
            boolean[] moves = movers(mus);
            return t -> {
                HittingCost[] f = new HittingCost[size.agents()];
                Arrays.setAll(f, i -> moves[i] ? cost(bound.curvature(t), bound.target(t)) : cost(mus[i], 0));
                return f;
            };
        }

        private double[] mus(int agents) {
            if (listed.length > 0 && listed.length != agents) {
                throw Complaints.refuse(
                        "costs.heterogeneous",
                        "is a list of " + listed.length,
                        "one number for each of the " + agents + " agents",
                        "give " + agents + " numbers, or change the number of agents");
            }
            double[] mus = Arrays.copyOf(listed, agents);
            if (listed.length == 0) {
                Arrays.setAll(mus, i -> differ ? (i + 1) * mu : mu);
            }
            return mus;
        }

        private boolean[] movers(double[] mus) {
            boolean[] moves = new boolean[mus.length];
            Arrays.fill(moves, !differ);
            int least = 0;
            for (int i = 1; i < mus.length; i++) {
                least = mus[i] < mus[least] ? i : least;
            }
            moves[least] = true;
            return moves;
        }

        /** curvature/2 (x − target)². */
        private static HittingCost cost(double curvature, double target) {
            return Quadratic.diagonal(new double[] {curvature}, target);
        }
    }
}
