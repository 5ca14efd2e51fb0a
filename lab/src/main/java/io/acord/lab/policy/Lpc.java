package io.acord.lab.policy;

import io.acord.lab.optimum.ParallelLoop;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.options.Options;
import io.acord.model.Actions;
import java.util.Arrays;

/**
 * LPC(r, k), Localized Predictive Control (Lin et al. 2022): every agent knows the costs of its r-hop neighbourhood in
 * the rounds t .. t + k − 1, solves that neighbourhood as one problem, and plays its own part of this round (theory
 * 9.4):
 *
 * <pre>
 *   min  Σ_τ { Σ_{j in N^r} f_{j,τ}(x_{j,τ}) + β/2 Σ_{e within N^r} ‖A_e(x_{i,τ} − x_{j,τ} − o_e)‖² + Σ_{j in N^r} b_j/2 ‖x_{j,τ} − x_{j,τ−1}‖² }
 * </pre>
 *
 * <p>Moving weighs b, not λ b. The neighbourhood is that of this round's graph. LPC assumes a graph that stays; where
 * it does not, each round of the window counts its own edges between these agents.
 *
 * @param predictionWindow k, this round included
 * @param noise standard deviation by which the targets of later rounds are mistaken; a round's prediction stays the
 *     same, for everybody, until the round has come
 */
public record Lpc(String name, int radius, int predictionWindow, LpcBoundary boundary, double noise) implements Policy {

    /** Fewer unknowns than this, all agents together, are not worth a second thread. */
    private static final long UNKNOWNS_PER_THREAD = 20_000;

    private static final int AGENTS_PER_CHUNK = 16;

    @Override
    public Sight sight() {
        return new Sight.Within(radius, predictionWindow, boundary, noise);
    }

    @Override
    public Player start(Setting setting) {
        SpaceTime[] solvers = new SpaceTime[setting.threads()];
        Arrays.setAll(solvers, member -> new SpaceTime(1));
        return outlook -> {
            Solve solve = new Solve(setting, solvers, outlook.surroundings());
            solve.run(0, solve.unknowns() >= UNKNOWNS_PER_THREAD ? setting.threads() : 1);
            return solve.actions();
        };
    }

    /** All agents' problems, in chunks of agents. */
    private static final class Solve extends ParallelLoop {
        private final Setting setting;
        private final SpaceTime[] solvers;
        private final Surroundings around;
        private final double[] x;

        Solve(Setting setting, SpaceTime[] solvers, Surroundings around) {
            super((setting.agents() + AGENTS_PER_CHUNK - 1) / AGENTS_PER_CHUNK);
            this.setting = setting;
            this.solvers = solvers;
            this.around = around;
            this.x = new double[setting.agents() * setting.dimension()];
        }

        long unknowns() {
            long sum = 0;
            for (int i = 0; i < setting.agents() && sum < UNKNOWNS_PER_THREAD; i++) {
                long agents = around.solver(i) == i ? around.size(i) : 0;
                sum += agents * around.rounds() * setting.dimension();
            }
            return sum;
        }

        @Override
        protected void chunk(int phase, int chunk, int member) {
            int to = Math.min((chunk + 1) * AGENTS_PER_CHUNK, setting.agents());
            for (int i = chunk * AGENTS_PER_CHUNK; i < to; i++) {
                if (around.solver(i) == i) {
                    solve(i, around.pose(i, solvers[member], member), solvers[member]);
                }
            }
        }

        private void solve(int i, Patch patch, SpaceTime problem) {
            int d = setting.dimension();
            if (!around.isShared(i)) {
                problem.solveFor(patch.placeOf(i), x, i * d);
                return;
            }
            double[] all = new double[problem.unknowns()];
            problem.guess(all);
            problem.solve(all);
            for (int a = 0; a < patch.size(); a++) {
                int j = patch.agent(a);
                if (around.solver(j) == i) {
                    System.arraycopy(all, a * d, x, j * d, d);
                }
            }
        }

        @Override
        protected int next(int phase) {
            return DONE;
        }

        Actions actions() {
            return Actions.flat(setting.dimension(), x);
        }
    }

    /** {@code lpc: {radius: 1, window: 1, boundary: full | literal | pinned, noise: 0}}. */
    public static final class Kind extends PolicyKind {

        public Kind() {
            super(
                    "lpc",
                    "LPC(r, k): the costs of r hops and k rounds",
                    "radius: 1",
                    "radius: 2, window: 3",
                    "radius: 1, window: 2, boundary: literal",
                    "radius: 2, window: 2, boundary: pinned",
                    "radius: 1, window: 3, noise: 0.5");
        }

        @Override
        public Policy create(String name, Options options) {
            options.need("radius", "how many hops an agent sees, at least 1");
            int radius = options.integer("radius", 1, 1, Integer.MAX_VALUE);
            int window = options.integer("window", 1, 1, Integer.MAX_VALUE);
            LpcBoundary boundary = switch (options.word("boundary", "full", "literal", "pinned")) {
                case "literal" -> LpcBoundary.LITERAL;
                case "pinned" -> LpcBoundary.PINNED;
                default -> LpcBoundary.FULL;
            };
            double noise = options.number("noise", 0, 0, Double.MAX_VALUE);
            return new Lpc(name, radius, window, boundary, noise);
        }
    }
}
