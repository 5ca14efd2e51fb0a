package io.acord.theory;

import io.acord.graph.Coupling;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.simple.SimpleMatrix;

/**
 * A short run of a random fleet: graphs, costs and switching weights change every round, everyone starts at 0, and each
 * round's actions miss that round's optimum by some noise. The seed decides everything.
 */
final class Run {

    private static final int ROUNDS = 5;

    double lambdaMin = 1;
    double steepest = 1;
    double cost;
    double sumOfGaps;
    private final int size;
    private final SimpleMatrix hessian; // of the cost as a function of all actions of all rounds
    private final SimpleMatrix linear;
    private double constant;

    /**
     * @param noise how large the misses are
     * @param changingWeights whether switching weights change from round to round, instead of from agent to agent only:
     *     the λ's are then those of Theorem F, else λ₁
     */
    Run(long seed, double noise, boolean changingWeights) {
        SplittableRandom random = new SplittableRandom(seed);
        int n = 1 + random.nextInt(4);
        int d = 1 + random.nextInt(2);
        this.size = n * d;
        this.hessian = new SimpleMatrix(ROUNDS * size, ROUNDS * size);
        this.linear = new SimpleMatrix(ROUNDS * size, 1);
        double beta = Instance.logUniform(random, 0.1, 20);
        double[] mu = new double[n];
        double[] low = new double[n];
        double[] high = new double[n];
        double[] omega = new double[n];
        Arrays.fill(omega, Double.POSITIVE_INFINITY);
        for (int i = 0; i < n; i++) {
            mu[i] = Instance.logUniform(random, 0.02, 5);
            low[i] = Instance.logUniform(random, 0.2, 3);
            high[i] = changingWeights ? low[i] * (1 + 3 * random.nextDouble()) : low[i];
        }
        SimpleMatrix x = new SimpleMatrix(size, 1);
        SimpleMatrix before = x;
        for (int t = 0; t < ROUNDS; t++) {
            double[] b = new double[n];
            double[] hold = new double[n];
            for (int i = 0; i < n; i++) {
                b[i] = low[i] + random.nextDouble() * (high[i] - low[i]);
                hold[i] = changingWeights ? b[i] / (1 + b[i] / omega[i]) : CompetitiveRatio.lambda1(mu[i], b[i]) * b[i];
                omega[i] = mu[i] + hold[i];
                lambdaMin = Math.min(lambdaMin, hold[i] / b[i]);
                steepest = Math.max(steepest, omega[i] / mu[i]);
            }
            Coupling coupling = Coupling.unit(Graphs.random(n, 0.6, random), d);
            SimpleMatrix target = random.nextInt(3) == 0 ? new SimpleMatrix(size, 1) : Round.column(size, 3, random);
            Round round =
                    new Round(coupling, beta, Round.hessian(mu, d, random), target, Dense.curvature(hold, d), before);
            x = round.optimum().plus(Round.column(size, noise, random));
            sumOfGaps += round.gap(x);
            SimpleMatrix switching = Dense.curvature(b, d);
            cost += round.hitting(x) + round.dissimilarity(x) + 0.5 * Dense.form(switching, x.minus(before));
            addToHindsight(t, round, switching);
            before = x;
        }
    }

    private void addToHindsight(int t, Round round, SimpleMatrix switching) {
        add(t, t, round.h.plus(round.laplacian().scale(round.beta)).plus(switching));
        if (t > 0) {
            add(t - 1, t - 1, switching);
            add(t, t - 1, switching.negative());
            add(t - 1, t, switching.negative());
        }
        linear.insertIntoThis(t * size, 0, round.h.mult(round.v));
        constant += 0.5 * Dense.form(round.h, round.v);
    }

    private void add(int s, int t, SimpleMatrix block) {
        SimpleMatrix there = hessian.extractMatrix(s * size, (s + 1) * size, t * size, (t + 1) * size);
        hessian.insertIntoThis(s * size, t * size, there.plus(block));
    }

    /** OPT. */
    double opt() {
        SimpleMatrix best = hessian.solve(linear);
        return Math.max(0, constant - 0.5 * linear.dot(best));
    }
}
