package io.acord.lab.policy;

import io.acord.acord.Traffic;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What agents see who know the costs within some hops and in some rounds, made by the lab and counted by it.
 *
 * <p>Traffic is counted as favourably to the policy as can be: everything that an agent may know reaches it once, over
 * one edge, as in a perfect multicast tree, and one message carries all that is new about one agent of the
 * neighbourhood: its last action and its newest cost; this round's true cost if it had only been predicted with noise;
 * all costs of the window and the edges between others when the neighbourhood is new, as it is with every new graph. Of
 * an agent at the boundary only what is used crosses: no cost if it does not count, the minimiser alone if it is pinned
 * there.
 *
 * <p>The neighbourhood is that of this round's graph; each round of the window has its own edges between these agents.
 */
public final class Surroundings {

    /** What noise is drawn for, apart from anything else that the seed is used for. */
    private static final long PREDICTIONS = 0x6c7063;

    /**
     * A round as it is known: the costs, and how many numbers it takes to tell each.
     *
     * @param exact or only predicted
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Known(int round, boolean exact, FlatRound flat, int[] numbers) {}

    private final Sight.Within sight;
    private final Instance instance;
    private final Setting setting;
    private final Neighborhoods.@Nullable Scout[] scouts;
    private Known[] window = {};
    private FlatRound[] rounds = {};
    private double[] previous = {};
    private @Nullable Neighborhoods neighborhoods;
    private @Nullable Coupling lastCoupling;
    private Traffic traffic = Traffic.NONE;

    Surroundings(Sight.Within sight, Instance instance, Setting setting) {
        this.sight = sight;
        this.instance = instance;
        this.setting = setting;
        this.scouts = new Neighborhoods.Scout[setting.threads()];
    }

    /** Takes the next round into sight. */
    void look(int t, Actions before) {
        window = windowFrom(t);
        rounds = new FlatRound[window.length];
        Coupling[] couplings = new Coupling[window.length];
        for (int tau = 0; tau < window.length; tau++) {
            rounds[tau] = window[tau].flat;
            couplings[tau] = rounds[tau].coupling();
        }
        previous = before.toArray();
        Neighborhoods kept = neighborhoods;
        if (kept == null || !kept.serve(couplings)) {
            kept = new Neighborhoods(sight.hops(), sight.boundary(), couplings);
            neighborhoods = kept;
            Arrays.fill(scouts, null);
        }
        traffic = traffic(kept, couplings[0] != lastCoupling);
        lastCoupling = couplings[0];
    }

    /** Asks for each round once, and once more when it has come if it was only predicted. */
    private Known[] windowFrom(int t) {
        Known[] seen = new Known[(int) Math.min(sight.window(), (long) instance.horizon() - t + 1)];
        for (int tau = 0; tau < seen.length; tau++) {
            boolean isForecast = tau > 0 && instance.forecaster().isPresent();
            boolean exact = tau == 0 || (sight.noise() == 0 && !isForecast);
            Known before = tau + 1 < window.length ? window[tau + 1] : null;
            seen[tau] = before != null && before.round == t + tau && before.exact == exact && !isForecast
                    ? before
                    : know(t + tau, exact, instance.believed(t, t + tau));
        }
        return seen;
    }

    private Known know(int t, boolean exact, Round round) {
        int[] numbers = new int[round.agents()];
        Arrays.setAll(numbers, i -> round.cost(i).numbers().orElse(0));
        FlatRound flat = exact || sight.noise() == 0 ? FlatRound.of(round) : FlatRound.shifted(round, mistakes(t));
        if (sight.boundary() == LpcBoundary.PINNED) {
            flat.findMinimizers();
        }
        return new Known(t, exact, flat, numbers);
    }

    private double[] mistakes(int t) {
        SeededRandom random = new SeededRandom(setting.seed(), PREDICTIONS, t);
        double[] mistakes = new double[setting.agents() * setting.dimension()];
        Arrays.setAll(mistakes, c -> sight.noise() * random.gaussian());
        return mistakes;
    }

    private Neighborhoods around() {
        Neighborhoods around = neighborhoods;
        if (around == null) {
            throw new AssertionError("no round is in sight");
        }
        return around;
    }

    /** How many rounds are in sight, this one included. */
    public int rounds() {
        return window.length;
    }

    /** How many agents an agent sees, itself included. */
    public int size(int agent) {
        return 1 + around().inner(agent) + around().outer(agent);
    }

    /** Who solves for an agent: itself, or the first of its component where both see all of that. */
    public int solver(int agent) {
        return around().solver(agent);
    }

    /** Whether an agent solves for others too. */
    public boolean isShared(int agent) {
        return around().isShared(agent);
    }

    /**
     * Poses an agent's surroundings as one problem: to pay least in the rounds in sight, switching included. Threads
     * may do so at the same time.
     *
     * @param thread which of the setting's threads asks, from 0
     * @return who is in it
     */
    public Patch pose(int agent, SpaceTime problem, int thread) {
        Neighborhoods around = around();
        Neighborhoods.Scout scout = scouts[thread];
        if (scout == null) {
            scout = around.new Scout();
            scouts[thread] = scout;
        }
        Patch patch = around.patch(agent, scout);
        problem.pose(rounds, patch, previous, null);
        return patch;
    }

    Traffic traffic() {
        return traffic;
    }

    /**
     * Who has an agent in its neighbourhood is in the agent's own: it is told about as often as it is told of others.
     */
    private Traffic traffic(Neighborhoods around, boolean newNeighborhoods) {
        boolean ahead = window.length == sight.window(); // a round has come into sight that was not before
        long messages = 0;
        long numbers = 0;
        for (int tau = newNeighborhoods ? 0 : Math.max(1, window.length - 1); tau < window.length; tau++) {
            numbers += newNeighborhoods || ahead ? around.edgeNumbers(tau) : 0;
        }
        int d = setting.dimension();
        for (int j = 0; j < setting.agents(); j++) {
            long costs = 0;
            int rounds = 0;
            for (int tau = 0; tau < window.length; tau++) {
                boolean corrected =
                        tau == 0 && (sight.noise() > 0 || instance.forecaster().isPresent());
                if (newNeighborhoods || corrected || (ahead && tau == window.length - 1)) {
                    costs += window[tau].numbers[j];
                    rounds++;
                }
            }
            long rim = switch (sight.boundary()) {
                case FULL -> costs + d;
                case LITERAL -> d;
                case PINNED -> (long) rounds * d;
            };
            numbers += around.inner(j) * (costs + d) + around.outer(j) * rim;
            messages += around.inner(j) + (rim > 0 ? around.outer(j) : 0);
        }
        return new Traffic(messages, 8 * numbers, 0, 0);
    }
}
