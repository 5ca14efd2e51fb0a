package io.acord.lab.rival;

import io.acord.graph.Coupling;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.options.Options;
import io.acord.lab.policy.Outlook;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Model predictive control by a centre: each round it minimises what the rounds t .. t + k cost together, whose true
 * costs, couplings and prices it knows, and plays the first of them. It is LPC without a limit in space, and what
 * decentralised predictive controllers approach (Lin et al. 2022). With k = 0 it is myopic, with k ≥ T − 1 the
 * hindsight optimum.
 *
 * @param window k, rounds beyond this one
 */
public record Mpc(String name, int window) implements Policy {

    @Override
    public Sight sight() {
        return Sight.ahead(window);
    }

    @Override
    public Player start(Setting setting) {
        Planner planner = new Planner(setting);
        return planner::decide;
    }

    /** The optimum's solver, on a window that moves on. Reused scratch; one run. */
    private static final class Planner {
        private final SpaceTime problem;
        private Coupling[] lastCouplings = {};
        private @Nullable Patch lastPatch;

        Planner(Setting setting) {
            this.problem = new SpaceTime(setting.threads());
        }

        Actions decide(Outlook outlook) {
            List<Round> rounds = outlook.ahead();
            FlatRound[] flat = rounds.stream().map(FlatRound::of).toArray(FlatRound[]::new);
            Coupling[] couplings = rounds.stream().map(Round::coupling).toArray(Coupling[]::new);
            problem.pose(flat, patchOf(couplings), outlook.previous().toArray(), null);
            double[] x = new double[problem.unknowns()];
            problem.guess(x);
            problem.solve(x);
            int d = outlook.dimension();
            return Actions.flat(d, Arrays.copyOf(x, outlook.agents() * d));
        }

        /** The same as in the round before where the same couplings are the same objects. */
        private Patch patchOf(Coupling[] couplings) {
            Patch known = lastPatch;
            boolean isKnown = known != null && couplings.length == lastCouplings.length;
            for (int tau = 0; isKnown && tau < couplings.length; tau++) {
                isKnown = couplings[tau] == lastCouplings[tau];
            }
            if (known == null || !isKnown) {
                known = Patch.whole(couplings);
                lastPatch = known;
                lastCouplings = couplings;
            }
            return known;
        }
    }

    /** {@code mpc: {window: 4}}. */
    public static final class Kind extends PolicyKind {
        public Kind() {
            super("mpc", "exact and centralised: all costs of this round and the next k", "", "window: 0", "window: 3");
        }

        @Override
        public Policy create(String name, Options options) {
            return new Mpc(name, options.integer("window", 1, 0, Integer.MAX_VALUE));
        }
    }
}
