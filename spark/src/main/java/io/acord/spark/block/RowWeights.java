package io.acord.spark.block;

import io.acord.input.Complaints;
import io.acord.recipe.LambdaRule;

/** λ b of the rows of a block, round after round, by the job's rule for λ. Mutable. */
final class RowWeights {

    /** Rows whose numbers stay in the first-level cache. */
    private static final int WINDOW = 256;

    private final LambdaRule rule;
    private final double[] memory; // what the rule remembers of the rows; empty where somebody else computes it

    RowWeights(LambdaRule rule, double[] memory) {
        this.rule = rule;
        this.memory = memory.clone();
    }

    /** What the rule remembers of the rows. */
    double[] memory() {
        return memory.clone();
    }

    /**
     * λ b of the rows; remembers what the rule needs of them.
     *
     * @param switching b of the rows
     * @param agents whose rows they are
     */
    double[] regularization(RoundPart round, double[] switching, int[] agents) {
        double[] given = round.regularization();
        if (given != null) {
            return given;
        }
        if (rule.isDeclared()) {
            return declared(round, agents, switching);
        }
        int rows = switching.length;
        double[] regularization = new double[rows];
        double[] mu = new double[WINDOW];
        double[] b = new double[WINDOW];
        double[] known = new double[WINDOW];
        double[] lambda = new double[WINDOW];
        double[] next = new double[WINDOW];
        for (int from = 0; from < rows; from += WINDOW) {
            int count = Math.min(WINDOW, rows - from);
            round.costs().copyMu(from, from + count, mu);
            System.arraycopy(switching, from, b, 0, count);
            System.arraycopy(memory, from, known, 0, count);
            rule.step(0, count, mu, known, b, lambda, next);
            weigh(count, lambda, b);
            System.arraycopy(lambda, 0, regularization, from, count);
            System.arraycopy(next, 0, memory, from, count);
        }
        return regularization;
    }

    private static void weigh(int count, double[] lambda, double[] b) {
        for (int i = 0; i < count; i++) {
            lambda[i] *= b[i];
        }
    }

    /** The same by a rule that has something to say about each agent. */
    private double[] declared(RoundPart round, int[] agents, double[] switching) {
        Complaints complaints = new Complaints();
        double[] regularization = new double[switching.length];
        for (int row = 0; row < regularization.length; row++) {
            double mu = round.costs().mu(row);
            double b = switching[row];
            rule.check(agents[row], mu, complaints);
            regularization[row] = rule.lambda(agents[row], mu, memory[row], b) * b;
            memory[row] = rule.remember(mu, memory[row], b);
        }
        complaints.throwIfAny();
        return regularization;
    }
}
