package io.acord.lab.policy;

import io.acord.acord.Traffic;
import io.acord.graph.Coupling;
import io.acord.lab.optimum.FlatRound;
import io.acord.lab.optimum.ParallelLoop;
import io.acord.lab.optimum.Patch;
import io.acord.lab.optimum.SpaceTime;
import io.acord.lab.options.Options;
import io.acord.lab.source.SeededRandom;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

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
 * <p>Traffic is counted as favourably to LPC as can be: everything that an agent needs to know reaches it once, over
 * one edge, as in a perfect multicast tree, and one message carries all that is new about one agent of the
 * neighbourhood: its last action and its newest cost; this round's true cost if it had only been predicted with noise;
 * all costs of the window and the edges between others when the neighbourhood is new, as it is with every new graph. Of
 * an agent at the boundary only what is used crosses: no cost if it does not count, the minimiser alone if it is pinned
 * there.
 *
 * @param predictionWindow k, this round included
 * @param noise standard deviation by which the targets of later rounds are mistaken; a round's prediction stays the
 *     same, for everybody, until the round has come
 */
public record Lpc(String name, int radius, int predictionWindow, Boundary boundary, double noise) implements Policy {

    @Override
    public int window(int horizon) {
        return predictionWindow;
    }

    @Override
    public Player start(Setting setting) {
        return new Run(setting);
    }

    /** A round as LPC knows it: the costs, and how many numbers it takes to tell each. */
    private static final class Known {
        final int round;
        final boolean exact; // or only predicted
        final FlatRound flat;
        final int[] numbers;

        Known(int round, boolean exact, FlatRound flat, int[] numbers) {
            this.round = round;
            this.exact = exact;
            this.flat = flat;
            this.numbers = numbers;
        }
    }

    private final class Run implements Player {

        /** What LPC's noise is drawn for, apart from anything else that the seed is used for. */
        private static final long PREDICTIONS = 0x6c7063;

        /** Fewer unknowns than this, all agents together, are not worth a second thread. */
        private static final long UNKNOWNS_PER_THREAD = 20_000;

        private static final int AGENTS_PER_CHUNK = 16;

        private final Setting setting;
        private final SpaceTime[] solvers;
        private final Neighborhoods.@Nullable Scout[] scouts;
        private @Nullable Known[] known = {}; // window of the round before
        private @Nullable Neighborhoods neighborhoods;
        private @Nullable Coupling lastCoupling;

        Run(Setting setting) {
            this.setting = setting;
            this.solvers = new SpaceTime[setting.threads()];
            Arrays.setAll(solvers, member -> new SpaceTime(1));
            this.scouts = new Neighborhoods.Scout[setting.threads()];
        }

        @Override
        public Move decide(Outlook outlook, Actions previous) {
            Known[] window = look(outlook);
            FlatRound[] rounds = new FlatRound[window.length];
            Coupling[] couplings = new Coupling[window.length];
            for (int tau = 0; tau < window.length; tau++) {
                rounds[tau] = window[tau].flat;
                couplings[tau] = rounds[tau].coupling();
            }
            Neighborhoods around = neighborhoods(couplings);
            Solve solve = new Solve(around, rounds, previous.toArray());
            solve.run(0, solve.unknowns() >= UNKNOWNS_PER_THREAD ? setting.threads() : 1);
            Traffic traffic = traffic(around, window, couplings[0] != lastCoupling);
            lastCoupling = couplings[0];
            return new Move(solve.actions(), 0, traffic);
        }

        /**
         * Who has an agent in its neighbourhood is in the agent's own: it is told about as often as it is told of
         * others.
         */
        private Traffic traffic(Neighborhoods around, Known[] window, boolean newNeighborhoods) {
            boolean ahead = window.length == predictionWindow; // a round has come into sight that was not before
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
                    boolean corrected = tau == 0 && noise > 0;
                    if (newNeighborhoods || corrected || (ahead && tau == window.length - 1)) {
                        costs += window[tau].numbers[j];
                        rounds++;
                    }
                }
                long rim = switch (boundary) {
                    case FULL -> costs + d;
                    case LITERAL -> d;
                    case PINNED -> (long) rounds * d;
                };
                numbers += around.inner(j) * (costs + d) + around.outer(j) * rim;
                messages += around.inner(j) + (rim > 0 ? around.outer(j) : 0);
            }
            return new Traffic(messages, 8 * numbers, 0, 0);
        }

        /** Asks for each round once, and once more when it has come if it was only predicted. */
        private Known[] look(Outlook outlook) {
            Known[] window = new Known[outlook.visible()];
            for (int tau = 0; tau < window.length; tau++) {
                int t = outlook.round() + tau;
                boolean exact = tau == 0 || noise == 0;
                Known before = tau + 1 < known.length ? known[tau + 1] : null;
                window[tau] = before != null && before.round == t && before.exact == exact
                        ? before
                        : know(t, exact, outlook.ahead(tau));
            }
            known = window;
            return window;
        }

        private Known know(int t, boolean exact, Round round) {
            int[] numbers = new int[round.agents()];
            Arrays.setAll(numbers, i -> round.cost(i).numbers().orElse(0));
            FlatRound flat = exact ? FlatRound.of(round) : FlatRound.shifted(round, mistakes(t));
            if (boundary == Boundary.PINNED) {
                flat.findMinimizers();
            }
            return new Known(t, exact, flat, numbers);
        }

        private double[] mistakes(int t) {
            SeededRandom random = new SeededRandom(setting.seed(), PREDICTIONS, t);
            double[] mistakes = new double[setting.agents() * setting.dimension()];
            Arrays.setAll(mistakes, c -> noise * random.gaussian());
            return mistakes;
        }

        private Neighborhoods neighborhoods(Coupling[] couplings) {
            Neighborhoods kept = neighborhoods;
            if (kept == null || !kept.serve(couplings)) {
                kept = new Neighborhoods(radius, boundary, couplings);
                neighborhoods = kept;
                Arrays.fill(scouts, null);
            }
            return kept;
        }

        private Neighborhoods.Scout scout(Neighborhoods around, int member) {
            Neighborhoods.Scout scout = scouts[member];
            if (scout == null) {
                scout = around.new Scout();
                scouts[member] = scout;
            }
            return scout;
        }

        /** All agents' problems, in chunks of agents. */
        private final class Solve extends ParallelLoop {
            private final Neighborhoods around;
            private final FlatRound[] rounds;
            private final double[] previous;
            private final double[] x;

            Solve(Neighborhoods around, FlatRound[] rounds, double[] previous) {
                super((setting.agents() + AGENTS_PER_CHUNK - 1) / AGENTS_PER_CHUNK);
                this.around = around;
                this.rounds = rounds;
                this.previous = previous;
                this.x = new double[previous.length];
            }

            long unknowns() {
                long sum = 0;
                for (int i = 0; i < setting.agents() && sum < UNKNOWNS_PER_THREAD; i++) {
                    long agents = around.solver(i) == i ? 1L + around.inner(i) + around.outer(i) : 0;
                    sum += agents * rounds.length * setting.dimension();
                }
                return sum;
            }

            @Override
            protected void chunk(int phase, int chunk, int member) {
                int to = Math.min((chunk + 1) * AGENTS_PER_CHUNK, setting.agents());
                for (int i = chunk * AGENTS_PER_CHUNK; i < to; i++) {
                    if (around.solver(i) == i) {
                        solve(i, around.patch(i, scout(around, member)), solvers[member]);
                    }
                }
            }

            private void solve(int i, Patch patch, SpaceTime problem) {
                problem.pose(rounds, patch, previous, null);
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
            if (!options.has("radius")) {
                options.missing("radius", "how many hops an agent sees, at least 1");
            }
            int radius = options.integer("radius", 1, 1, Integer.MAX_VALUE);
            int window = options.integer("window", 1, 1, Integer.MAX_VALUE);
            Boundary boundary = switch (options.word("boundary", "full", "literal", "pinned")) {
                case "literal" -> Boundary.LITERAL;
                case "pinned" -> Boundary.PINNED;
                default -> Boundary.FULL;
            };
            double noise = options.number("noise", 0, 0, Double.MAX_VALUE);
            return new Lpc(name, radius, window, boundary, noise);
        }
    }
}
