package io.acord.lab.optimum;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.lab.instance.Forecaster;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import io.acord.model.Round;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Small random runs, each replayed by its seed. */
public final class RandomRun implements Instance {

    /** What costs there are. */
    public enum Costs {
        QUADRATIC,
        /** Quadratics whose coordinates do not know of each other, and edges neither. */
        SEPARABLE,
        ANY
    }

    private final int n;
    private final int d;
    private final Random random;
    private final boolean isSeparable;
    private final Actions start;
    private boolean isForeseen;
    private final List<Round> rounds = new ArrayList<>();

    /**
     * A run.
     *
     * @param changing whether every round has another graph
     */
    public RandomRun(long seed, int n, int d, int horizon, Costs costs, boolean changing) {
        this.n = n;
        this.d = d;
        this.random = new Random(seed * 31 + n * 7L + d);
        this.isSeparable = costs == Costs.SEPARABLE;
        this.start = Actions.everybodyAt(n, point(1));
        double[] b = new double[n];
        boolean alike = random.nextBoolean();
        Arrays.setAll(b, i -> alike ? 1 : uniform(0.2, 2));
        Coupling coupling = coupling();
        double beta = Math.pow(10, uniform(-1, 1.5));
        for (int t = 0; t < horizon; t++) {
            if (changing && t > 0) {
                coupling = coupling();
                beta = Math.pow(10, uniform(-1, 1.5));
            }
            Round.Builder round =
                    Round.builder(n, d).coupling(coupling).beta(beta).switchingWeights(b);
            for (int i = 0; i < n; i++) {
                round.cost(i, costs == Costs.ANY ? cost() : quadratic());
            }
            rounds.add(round.build());
        }
    }

    /** A run of given rounds. */
    public RandomRun(Actions start, List<Round> rounds) {
        this.n = start.agents();
        this.d = start.dimension();
        this.random = new Random(0);
        this.isSeparable = false;
        this.start = start;
        this.rounds.addAll(rounds);
    }

    /**
     * A ring, path or star, a random graph, two halves that do not know each other, or nobody who knows anybody;
     * weights, matrices, offsets.
     */
    private Coupling coupling() {
        Coupling.Builder builder = Coupling.builder(n, d);
        int shape = random.nextInt(6);
        boolean plain = random.nextInt(3) == 0;
        boolean offsets = random.nextInt(3) == 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                boolean joined = switch (shape) {
                    case 0 -> j == i + 1 || (i == 0 && j == n - 1);
                    case 1 -> j == i + 1;
                    case 2 -> i == 0;
                    case 3 -> random.nextInt(3) == 0;
                    case 4 -> (i < n / 2) == (j < n / 2) && j - i <= 2;
                    default -> false;
                };
                if (!joined) {
                    continue;
                }
                if (plain) {
                    builder.edge(i, j);
                } else if (d > 1 && !isSeparable && random.nextBoolean()) {
                    builder.edge(j, i, 1, matrix(random.nextInt(d) + 1), offsets ? point(1) : new double[d]);
                } else {
                    builder.edge(j, i, uniform(0.1, 3), offsets ? point(1) : new double[d]);
                }
            }
        }
        return builder.build();
    }

    private HittingCost cost() {
        double[] low = point(2);
        return switch (random.nextInt(5)) {
            case 0 -> AbsoluteDeviation.of(uniform(0.1, 4), point(3), uniform(0.3, 3));
            case 1 ->
                Band.of(
                        low,
                        Arrays.stream(low).map(l -> l + uniform(0, 2)).toArray(),
                        uniform(0.2, 4),
                        uniform(0.3, 3));
            case 2 -> Boxed.of(quadratic(), filled(-1.5), filled(uniform(0.5, 2)));
            case 3 -> Boxed.of(AbsoluteDeviation.of(1, point(3), uniform(0.3, 3)), filled(-1), filled(1));
            default -> quadratic();
        };
    }

    private Quadratic quadratic() {
        if (isSeparable) {
            double[] curvatures = new double[d];
            Arrays.setAll(curvatures, k -> uniform(0.1, 4));
            return Quadratic.diagonal(curvatures, point(3));
        }
        if (d == 1 || random.nextInt(3) == 0) {
            return Quadratic.alpha(uniform(0.1, 4), point(3));
        }
        double[][] root = matrix(d);
        double[][] q = new double[d][d];
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                for (double[] row : root) {
                    q[r][c] += row[r] * row[c];
                }
                q[r][c] += r == c ? 0.3 : 0;
            }
        }
        return Quadratic.matrix(q, point(3));
    }

    private double[][] matrix(int rows) {
        double[][] a = new double[rows][];
        Arrays.setAll(a, r -> point(1));
        return a;
    }

    private double[] filled(double value) {
        double[] filled = new double[d];
        Arrays.fill(filled, value);
        return filled;
    }

    private double[] point(double scale) {
        return random.doubles(d).map(u -> scale * (2 * u - 1)).toArray();
    }

    private double uniform(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    @Override
    public int agents() {
        return n;
    }

    @Override
    public String name(int agent) {
        return Integer.toString(agent);
    }

    @Override
    public int dimension() {
        return d;
    }

    /** The same, and everybody knows what its costs will be. */
    public RandomRun foreseen() {
        isForeseen = true;
        return this;
    }

    @Override
    public Optional<Forecaster> forecaster() {
        return !isForeseen
                ? Optional.empty()
                : Optional.of((now, later) -> {
                    HittingCost[] costs = new HittingCost[n];
                    Arrays.setAll(costs, i -> round(later).cost(i));
                    return costs;
                });
    }

    @Override
    public int horizon() {
        return rounds.size();
    }

    @Override
    public Actions start() {
        return start;
    }

    @Override
    public Round round(int t) {
        return rounds.get(t - 1);
    }

    /** What these actions pay. */
    public double cost(List<Actions> actions) {
        double sum = 0;
        for (int t = 1; t <= horizon(); t++) {
            Actions before = t == 1 ? start : actions.get(t - 2);
            sum += round(t).cost(actions.get(t - 1), before).total();
        }
        return sum;
    }
}
