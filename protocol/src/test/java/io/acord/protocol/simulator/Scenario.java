package io.acord.protocol.simulator;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** The rounds of a run: costs that drift, and another graph every round, in one piece or in several. Immutable. */
final class Scenario {

    private final List<Round> rounds = new ArrayList<>(); // round t is at t − 1

    Scenario(Setting setting, SplittableRandom random) {
        int n = setting.agents();
        int d = setting.dimension();
        double[][] target = new double[n][d];
        double[] alpha = new double[n];
        boolean[] kinked = new boolean[n];
        for (int i = 0; i < n; i++) {
            alpha[i] = 0.1 + 2 * random.nextDouble();
            kinked[i] = random.nextInt(8) == 0;
            for (int c = 0; c < d; c++) {
                target[i][c] = 6 * random.nextDouble() - 3;
            }
        }
        double beta = Math.exp(random.nextDouble(-1, 2.5));
        for (int t = 1; t <= setting.rounds(); t++) {
            Round.Builder round =
                    Round.builder(n, d).coupling(coupling(setting, random)).beta(beta);
            for (int i = 0; i < n; i++) {
                for (int c = 0; c < d; c++) {
                    target[i][c] += 0.4 * (random.nextDouble() - 0.5);
                }
                double mu = 2 * alpha[i] * (0.8 + 0.4 * random.nextDouble());
                HittingCost cost = kinked[i]
                        ? AbsoluteDeviation.of(0.5 + random.nextDouble(), target[i].clone(), mu)
                        : Quadratic.alpha(mu / 2, target[i].clone());
                round.cost(i, cost);
            }
            rounds.add(round.build());
        }
    }

    /** A few shuffled circles, so that there are agents without a path to each other, and some chords within them. */
    private static Coupling coupling(Setting setting, SplittableRandom random) {
        int n = setting.agents();
        int[] order = new int[n];
        for (int i = 0; i < n; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        Coupling.Builder coupling = Coupling.builder(n, setting.dimension());
        Set<Long> taken = new HashSet<>();
        int pieces = n < 8 ? 1 : 1 + random.nextInt(3);
        for (int p = 0; p < pieces; p++) {
            int from = n * p / pieces;
            int size = n * (p + 1) / pieces - from;
            for (int k = 0; k < size; k++) {
                join(coupling, order[from + k], order[from + (k + 1) % size], taken, setting, random);
                if (random.nextInt(2) == 0) {
                    join(coupling, order[from + k], order[from + random.nextInt(size)], taken, setting, random);
                }
            }
        }
        return coupling.build();
    }

    private static void join(
            Coupling.Builder coupling, int i, int j, Set<Long> taken, Setting setting, SplittableRandom random) {
        if (i == j || !taken.add((long) Math.min(i, j) << 32 | Math.max(i, j))) {
            return;
        }
        int d = setting.dimension();
        double weight = 0.2 + 2 * random.nextDouble();
        if (!setting.matrices()) {
            coupling.edge(i, j, weight);
            return;
        }
        double[] offset = new double[d];
        double[][] a = new double[d][d];
        for (int r = 0; r < d; r++) {
            offset[r] = random.nextDouble() - 0.5;
            for (int c = 0; c < d; c++) {
                a[r][c] = 2 * random.nextDouble() - 1;
            }
        }
        switch (random.nextInt(3)) {
            case 0 -> coupling.edge(i, j, weight);
            case 1 -> coupling.edge(i, j, weight, offset);
            default -> coupling.edge(i, j, weight, a, offset);
        }
    }

    Round round(int t) {
        return rounds.get(t - 1);
    }

    int rounds() {
        return rounds.size();
    }
}
