package io.acord.lab.optimum;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Runs in which everything changes every round and μ and b lie anywhere in eight decades: kinks, boxes, matrices,
 * offsets, weights. Each is replayed by its seed.
 */
public final class WildRuns {

    private final Random random;
    private final int n;
    private final int d;

    private WildRuns(long seed) {
        this.random = new Random(seed * 7919);
        this.n = 2 + random.nextInt(5);
        this.d = 1 + random.nextInt(2);
    }

    public static RandomRun of(long seed) {
        return new WildRuns(seed).run();
    }

    private RandomRun run() {
        int horizon = 1 + random.nextInt(7);
        boolean quadratic = random.nextInt(3) == 0;
        boolean steady = random.nextInt(4) == 0;
        Coupling coupling = coupling();
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < horizon; t++) {
            coupling = steady ? coupling : coupling();
            double[] b = new double[n];
            Arrays.setAll(b, i -> anySize());
            Round.Builder round = Round.builder(n, d)
                    .coupling(coupling)
                    .beta(random.nextInt(10) == 0 ? 0 : Math.pow(10, 4 * random.nextDouble() - 2))
                    .switchingWeights(b);
            for (int i = 0; i < n; i++) {
                round.cost(i, quadratic ? quadratic() : cost());
            }
            rounds.add(round.build());
        }
        return new RandomRun(Actions.everybodyAt(n, point(1)), rounds);
    }

    /** 1e-4 to 1e4. */
    private double anySize() {
        return Math.pow(10, 8 * random.nextDouble() - 4);
    }

    private Coupling coupling() {
        Coupling.Builder builder = Coupling.builder(n, d);
        int shape = random.nextInt(3);
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                if (shape == 0 ? j != i + 1 : shape == 1 ? i != 0 : random.nextBoolean()) {
                    continue;
                }
                double[] offset = random.nextBoolean() ? point(1) : new double[d];
                if (d > 1 && random.nextBoolean()) {
                    double[][] a = new double[1 + random.nextInt(d)][];
                    Arrays.setAll(a, r -> point(1));
                    builder.edge(i, j, 1, a, offset);
                } else {
                    builder.edge(i, j, Math.pow(10, 2 * random.nextDouble() - 1), offset);
                }
            }
        }
        return builder.build();
    }

    private HittingCost cost() {
        double[] low = point(2);
        double[] high = Arrays.stream(low).map(l -> l + random.nextDouble()).toArray();
        return switch (random.nextInt(6)) {
            case 0 -> AbsoluteDeviation.of(3 * random.nextDouble() + 0.1, point(3), anySize());
            case 1 -> Band.of(low, high, 3 * random.nextDouble() + 0.1, anySize());
            case 2 -> Boxed.of(quadratic(), low, high);
            case 3 -> Boxed.of(AbsoluteDeviation.of(1, point(3), anySize()), low, high);
            case 4 -> Huber.of(2, 0.5, point(3), anySize());
            default -> quadratic();
        };
    }

    private Quadratic quadratic() {
        double size = anySize();
        if (d == 1 || random.nextBoolean()) {
            return Quadratic.alpha(size / 2, point(3));
        }
        double off = random.nextDouble() - 0.5;
        return Quadratic.matrix(new double[][] {{size, size * off}, {size * off, size}}, point(3));
    }

    private double[] point(double scale) {
        return random.doubles(d).map(u -> scale * (2 * u - 1)).toArray();
    }
}
