package io.acord.lab.policy;

import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.RandomRun;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.recipe.LambdaRule;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * How long OPT of a large fleet takes, and what LPC's computing costs beside ACORD's. Asserts nothing; run its main by
 * hand.
 */
final class Measurements {

    private Measurements() {}

    public static void main(String[] arguments) {
        int agents = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 100_000;
        for (int threads : new int[] {1, 2}) {
            optimum("ring", circulant(agents, 2), threads);
            optimum("random 4-regular", regular(agents, new Random(1)), threads);
        }
        for (int degree : new int[] {2, 8}) {
            for (int radius : new int[] {1, 4}) {
                compare(degree, radius);
            }
        }
    }

    private static void optimum(String name, Graph graph, int threads) {
        RandomRun run = spikes(graph, 20);
        for (int again = 0; again < 2; again++) {
            long before = System.nanoTime();
            long busyBefore = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            Hindsight hindsight = Hindsight.solve(run, threads);
            double busy = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - busyBefore) / 1e9;
            double seconds = (System.nanoTime() - before) / 1e9;
            System.out.printf(
                    "OPT %s %d x 20, %d threads: %.2f s, of which %.2f s on a core, %s%n",
                    name, graph.agents(), threads, seconds, busy, hindsight.optimum());
        }
    }

    private static void compare(int degree, int radius) {
        RandomRun run = spikes(circulant(50, degree), 20);
        double acord = nanosPerAgentAndRound(Plays.policy("acord", Map.of("iterations", 15)), run);
        double lpc = nanosPerAgentAndRound(new Lpc("lpc", radius, 1, LpcBoundary.FULL, 0), run);
        System.out.printf(
                "N = 50, degree %d: ACORD K = 15 %.0f ns, LPC(%d) %.0f ns an agent and round, ACORD/LPC = %.3f%n",
                degree, acord, radius, lpc, acord / lpc);
    }

    /** Least of many runs. */
    private static double nanosPerAgentAndRound(Policy policy, RandomRun run) {
        Setting setting = new Setting(run.agents(), 1, run.horizon(), LambdaRule.declared(run.leastMu()), 1, 1);
        long least = Long.MAX_VALUE;
        for (int k = 0; k < 3_000; k++) {
            long before = System.nanoTime();
            Plays.play(policy, run, setting);
            least = Math.min(least, System.nanoTime() - before);
        }
        return (double) least / run.agents() / run.horizon();
    }

    /** The paper's costs, the exponent of 2^t capped at 20. */
    private static RandomRun spikes(Graph graph, int horizon) {
        Random random = new Random(7);
        int n = graph.agents();
        Coupling coupling = Coupling.unit(graph, 1);
        List<Round> rounds = new ArrayList<>();
        for (int t = 1; t <= horizon; t++) {
            Round.Builder round = Round.builder(n, 1).coupling(coupling).beta(50);
            for (int i = 0; i < n; i++) {
                double alpha =
                        random.nextDouble() + 1e-12 + (random.nextDouble() < 0.3 ? Math.pow(2, Math.min(t, 20)) : 0);
                double spike = random.nextDouble() < 0.1 ? (random.nextBoolean() ? 1 : -1) * Math.pow(1.1, t) : 0;
                round.cost(i, Quadratic.alpha(alpha, 20 * random.nextDouble() - 10 + spike));
            }
            rounds.add(round.build());
        }
        return new RandomRun(Actions.zero(n, 1), rounds);
    }

    private static Graph circulant(int n, int degree) {
        Graph.Builder builder = Graph.builder(n);
        for (int i = 0; i < n; i++) {
            for (int k = 1; k <= degree / 2; k++) {
                builder.edge(i, (i + k) % n);
            }
        }
        return builder.build();
    }

    /** Two random Hamiltonian cycles, the few edges that are in both taken once. */
    private static Graph regular(int n, Random random) {
        Set<Long> edges = new HashSet<>();
        for (int cycle = 0; cycle < 2; cycle++) {
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                order.add(i);
            }
            Collections.shuffle(order, random);
            for (int k = 0; k < n; k++) {
                long a = order.get(k);
                long b = order.get((k + 1) % n);
                edges.add(Math.min(a, b) << 32 | Math.max(a, b));
            }
        }
        Graph.Builder builder = Graph.builder(n);
        edges.stream().sorted().forEach(e -> builder.edge((int) (e >> 32), (int) (long) e));
        return builder.build();
    }
}
