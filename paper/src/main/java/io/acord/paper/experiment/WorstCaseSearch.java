package io.acord.paper.experiment;

import io.acord.lab.source.SeededRandom;
import io.acord.linear.Symmetric;
import io.acord.recipe.LambdaRule;
import java.util.Arrays;

/**
 * A search for the run on which exact ROBD does worst: a few agents on a path, a few rounds, targets, curvatures from μ
 * upwards and β all free. Differential evolution; the same seed finds the same.
 */
public final class WorstCaseSearch {

    private static final int POPULATION = 30;
    private static final double STEP = 0.6;
    private static final double MIXING = 0.9;

    /** Curvatures go from μ to μ times this, as powers of ten. */
    private static final double STEEPEST = 7;

    private final double mu;
    private final LambdaRule rule;
    private final int agents;
    private final int rounds;
    private final double[] round; // scratch: a round's matrix
    private final double[] run; // scratch: the whole run's matrix
    private final double[] target;
    private final double[] curvature;

    private WorstCaseSearch(double mu, LambdaRule rule, int agents, int rounds) {
        this.mu = mu;
        this.rule = rule;
        this.agents = agents;
        this.rounds = rounds;
        int unknowns = agents * rounds;
        this.round = new double[agents * agents];
        this.run = new double[unknowns * unknowns];
        this.target = new double[unknowns];
        this.curvature = new double[unknowns];
    }

    /** The largest cost/OPT found for ROBD that weighs moving by {@code lambda}. */
    public static double search(double mu, double lambda, int agents, int rounds, int generations, long seed) {
        return search(mu, LambdaRule.fixed(lambda), agents, rounds, generations, seed);
    }

    /** The same for weights that come from a rule. */
    public static double search(double mu, LambdaRule rule, int agents, int rounds, int generations, long seed) {
        return new WorstCaseSearch(mu, rule, agents, rounds)
                .evolve(generations, new SeededRandom(seed, agents, rounds));
    }

    private double evolve(int generations, SeededRandom random) {
        int genes = 2 * agents * rounds + 1;
        double[][] population = new double[POPULATION][genes];
        double[] ratio = new double[POPULATION];
        for (int p = 0; p < POPULATION; p++) {
            for (int g = 0; g < genes; g++) {
                population[p][g] = random.uniform();
            }
            ratio[p] = ratio(population[p]);
        }
        double[] trial = new double[genes];
        for (int generation = 0; generation < generations; generation++) {
            for (int p = 0; p < POPULATION; p++) {
                double[] a = population[random.below(POPULATION)];
                double[] b = population[random.below(POPULATION)];
                double[] c = population[random.below(POPULATION)];
                int kept = random.below(genes);
                for (int g = 0; g < genes; g++) {
                    boolean mixed = g == kept || random.chance(MIXING);
                    double moved = a[g] + STEP * (b[g] - c[g]);
                    trial[g] = mixed ? Math.max(0, Math.min(1, moved)) : population[p][g];
                }
                double found = ratio(trial);
                if (found >= ratio[p]) {
                    ratio[p] = found;
                    System.arraycopy(trial, 0, population[p], 0, genes);
                }
            }
        }
        return Arrays.stream(ratio).max().orElseThrow();
    }

    /** Genes lie in [0, 1]: β, then target and curvature of every agent in every round. */
    private double ratio(double[] genes) {
        double beta = agents == 1 ? 0 : Math.pow(10, 4 * genes[0] - 2);
        for (int node = 0; node < target.length; node++) {
            target[node] = 2 * genes[1 + 2 * node] - 1;
            curvature[node] = mu * Math.pow(10, STEEPEST * genes[2 + 2 * node]);
        }
        double[] best = optimum(beta);
        double opt = cost(best, beta);
        return opt > 1e-9 ? cost(robd(beta), beta) / opt : 0;
    }

    private double[] robd(double beta) {
        double[] x = new double[target.length];
        double[] b = new double[agents];
        double[] memory = new double[agents];
        Arrays.fill(memory, Double.POSITIVE_INFINITY);
        for (int t = 0; t < rounds; t++) {
            Arrays.fill(round, 0);
            for (int i = 0; i < agents; i++) {
                int node = t * agents + i;
                double before = t == 0 ? 0 : x[node - agents];
                double lambda = rule.lambda(i, curvature[node], memory[i], 1);
                memory[i] = rule.remember(curvature[node], memory[i], 1);
                round[i * agents + i] = curvature[node] + lambda + beta * degree(i);
                b[i] = curvature[node] * target[node] + lambda * before;
                if (i > 0) {
                    round[i * agents + i - 1] = -beta;
                }
            }
            solve(round, agents, b);
            System.arraycopy(b, 0, x, t * agents, agents);
        }
        return x;
    }

    private double[] optimum(double beta) {
        int n = target.length;
        double[] x = new double[n];
        Arrays.fill(run, 0);
        for (int node = 0; node < n; node++) {
            int moves = node + agents < n ? 2 : 1;
            run[node * n + node] = curvature[node] + moves + beta * degree(node % agents);
            x[node] = curvature[node] * target[node];
            if (node >= agents) {
                run[node * n + node - agents] = -1;
            }
            if (node % agents > 0) {
                run[node * n + node - 1] -= beta;
            }
        }
        solve(run, n, x);
        return x;
    }

    private int degree(int i) {
        return agents == 1 ? 0 : i == 0 || i == agents - 1 ? 1 : 2;
    }

    private static void solve(double[] matrix, int n, double[] b) {
        if (!Symmetric.factor(matrix, 0, n)) {
            throw new AssertionError("a strongly convex problem has no minimiser");
        }
        Symmetric.solve(matrix, 0, n, b, 0);
    }

    private double cost(double[] x, double beta) {
        double sum = 0;
        for (int node = 0; node < x.length; node++) {
            double off = x[node] - target[node];
            double step = x[node] - (node < agents ? 0 : x[node - agents]);
            double apart = node % agents == 0 ? 0 : x[node] - x[node - 1];
            sum += (curvature[node] * off * off + step * step + beta * apart * apart) / 2;
        }
        return sum;
    }
}
