package io.acord;

import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Band;
import io.acord.cost.Boxed;
import io.acord.cost.HittingCost;
import io.acord.cost.Huber;
import io.acord.cost.MaxAffine;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.cost.Sum;
import io.acord.graph.Coupling;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.CompetitiveRatio;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Random instances, each replayed by its seed: every kind of graph (also stars, disconnected ones, isolated agents,
 * none at all), of coupling (weights, anisotropic and rank-deficient matrices, offsets, β = 0) and of cost (smooth or
 * not, boxed, summed).
 */
public final class Instances {

    private static final String[] SHAPES = {"path", "ring", "star", "complete", "sparse", "clusters", "empty"};

    private final Random random;
    public final int n;
    public final int d;

    public Instances(long seed) {
        random = new Random(seed);
        random.nextInt();
        n = 2 + random.nextInt(7);
        d = 1 + random.nextInt(3);
    }

    /** An instance of a fixed size. */
    public Instances(long seed, int n, int d) {
        random = new Random(seed);
        this.n = n;
        this.d = d;
    }

    public Random random() {
        return random;
    }

    /** A run of rounds whose graphs change, with costs of all kinds. */
    public List<Round> rounds(int horizon) {
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < horizon; t++) {
            rounds.add(round());
        }
        return rounds;
    }

    /** A run in which only moving costs the same in every round, as the competitive ratio asks for (theory 8.1). */
    public List<Round> run(int horizon) {
        return run(horizon, () -> coupling(true), this::cost);
    }

    public List<Round> run(
            int horizon,
            java.util.function.Supplier<Coupling> couplings,
            java.util.function.Supplier<? extends HittingCost> costs) {
        double[] b = new double[n];
        boolean alike = random.nextInt(2) == 0;
        Arrays.setAll(b, i -> alike ? 1 : uniform(0.1, 3));
        List<Round> rounds = new ArrayList<>();
        for (int t = 0; t < horizon; t++) {
            Round.Builder builder =
                    Round.builder(n, d).coupling(couplings.get()).beta(beta()).switchingWeights(b);
            for (int i = 0; i < n; i++) {
                builder.cost(i, costs.get());
            }
            rounds.add(builder.build());
        }
        return rounds;
    }

    public Round round() {
        return round(coupling(true), this::cost);
    }

    public Round quadraticRound() {
        return round(coupling(true), this::quadratic);
    }

    public Round round(Coupling coupling, java.util.function.Supplier<HittingCost> costs) {
        Round.Builder builder = Round.builder(n, d).coupling(coupling).beta(beta());
        for (int i = 0; i < n; i++) {
            builder.cost(i, costs.get());
        }
        if (random.nextInt(4) == 0) {
            builder.switchingWeights(random.doubles(n, 0.1, 3).toArray());
        }
        return builder.build();
    }

    private double beta() {
        return random.nextInt(12) == 0 ? 0 : Math.pow(10, uniform(-2, 2));
    }

    /** Any graph with any couplings. */
    public Coupling coupling(boolean matrices) {
        Coupling.Builder builder = Coupling.builder(n, d);
        for (int[] edge : edges(SHAPES[random.nextInt(SHAPES.length)])) {
            switch (random.nextInt(matrices ? 5 : 3)) {
                case 0 -> builder.edge(edge[0], edge[1]);
                case 1 -> builder.edge(edge[0], edge[1], uniform(0.1, 4));
                case 2 -> builder.edge(edge[1], edge[0], uniform(0.1, 4), point(1));
                case 3 -> builder.edge(edge[0], edge[1], matrix(d));
                default -> builder.edge(edge[0], edge[1], uniform(0.1, 2), matrix(Math.max(1, d - 1)), point(1));
            }
        }
        return builder.build();
    }

    /** An r x d matrix with entries of very different sizes. */
    private double[][] matrix(int r) {
        double[][] a = new double[r][d];
        for (double[] row : a) {
            double scale = Math.pow(10, uniform(-1, 0.5));
            Arrays.setAll(row, c -> scale * random.nextGaussian());
        }
        return a;
    }

    public List<int[]> edges(String shape) {
        Set<List<Integer>> edges = new LinkedHashSet<>();
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                boolean chosen = switch (shape) {
                    case "path" -> j == i + 1;
                    case "ring" -> j == i + 1 || (i == 0 && j == n - 1);
                    case "star" -> i == 0;
                    case "complete" -> true;
                    case "sparse" -> random.nextDouble() < 0.25;
                    case "clusters" -> j == i + 2 || (j == i + 4 && random.nextBoolean());
                    default -> false;
                };
                if (chosen) {
                    edges.add(List.of(i, j));
                }
            }
        }
        return edges.stream().map(e -> new int[] {e.get(0), e.get(1)}).toList();
    }

    /** A hitting cost of any kind, never negative. */
    public HittingCost cost() {
        return switch (random.nextInt(8)) {
            case 0 -> absolute();
            case 1 -> Huber.of(uniform(0.1, 5), uniform(0.05, 2), point(3), mu());
            case 2 -> band();
            case 3 -> boxed(quadratic());
            case 4 -> boxed(absolute());
            case 5 -> Sum.of(absolute(), quadratic());
            case 6 -> maxAffine();
            default -> quadratic();
        };
    }

    private HittingCost absolute() {
        return AbsoluteDeviation.of(uniform(0.1, 5), point(3), mu());
    }

    private HittingCost band() {
        double[] low = point(3);
        double[] high = Arrays.stream(low).map(l -> l + uniform(0, 2)).toArray();
        return Band.of(low, high, uniform(0.1, 5), mu());
    }

    /** max_k ± with opposite slopes, so that it is never negative. */
    private HittingCost maxAffine() {
        double[] slope = point(2);
        double[] opposite = Arrays.stream(slope).map(s -> -s).toArray();
        double height = uniform(0, 1);
        return MaxAffine.of(new double[][] {slope, opposite}, new double[] {height, height}, mu(), point(2));
    }

    private HittingCost boxed(HittingCost cost) {
        double[] low = point(1);
        return Boxed.of(
                cost, low, Arrays.stream(low).map(l -> l + uniform(0.01, 4)).toArray());
    }

    public Quadratic quadratic() {
        int kind = d == 1 ? 0 : random.nextInt(3);
        if (kind == 0) {
            return Quadratic.alpha(mu() / 2, point(3));
        }
        if (kind == 1) {
            return Quadratic.diagonal(random.doubles(d, 0.05, 8).toArray(), point(3));
        }
        double[][] q = new double[d][d];
        double[][] root = matrix(d);
        double ridge = mu();
        for (int r = 0; r < d; r++) {
            for (int c = 0; c < d; c++) {
                for (int k = 0; k < d; k++) {
                    q[r][c] += root[k][r] * root[k][c];
                }
                q[r][c] += r == c ? ridge : 0;
            }
        }
        return Quadratic.matrix(q, point(3));
    }

    private double mu() {
        return Math.pow(10, uniform(-1.5, 1));
    }

    public double uniform(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    public double[] point(double scale) {
        return random.doubles(d).map(u -> scale * (2 * u - 1)).toArray();
    }

    public Actions actions(double scale) {
        double[] flat =
                random.doubles((long) n * d).map(u -> scale * (2 * u - 1)).toArray();
        return Actions.flat(d, flat);
    }

    /** Random actions that every agent of a round can take: points near by where its cost is finite. */
    public Actions feasible(Round round, double scale) {
        double[] flat = new double[n * d];
        for (int i = 0; i < n; i++) {
            double[] x = point(scale);
            QuadraticPull pull = new QuadraticPull(d);
            pull.add(1e6, x.clone());
            round.cost(i).argmin(pull, x);
            System.arraycopy(x, 0, flat, i * d, d);
        }
        return Actions.flat(d, flat);
    }

    /** F_t of a round after some actions, with each agent's optimal λ. */
    public static RoundObjective objective(Round round, Actions previous) {
        double[] lambda = new double[round.agents()];
        Arrays.setAll(lambda, i -> CompetitiveRatio.lambda1(round.cost(i).mu(), round.switchingWeight(i)));
        return new RoundObjective(round, previous, lambda);
    }
}
