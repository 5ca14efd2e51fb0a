package io.acord.spark.block;

import io.acord.cost.HittingCosts;
import io.acord.cost.Quadratic;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One block's part of a round, on the way from the driver to a task. Immutable.
 *
 * @param iterations K; 1 if nobody is coupled with anybody
 * @param isCoupled whether blocks have anything to tell each other
 * @param graph which of the job's graphs the round has
 * @param curvature of diagonal quadratics, d numbers a row; null if some cost of the round is of another kind, and the
 *     task has to get all of them from where the driver has them
 * @param target of diagonal quadratics, d numbers a row
 * @param regularization λ b of each row
 * @param switchingWeights b of each row; null if all are 1
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record RoundFile(
        int t,
        double beta,
        int iterations,
        boolean isCoupled,
        int graph,
        double @Nullable [] curvature,
        double[] target,
        double[] regularization,
        double @Nullable [] switchingWeights) {

    private static final long MARK = 0x0001_646e756f72L; // "round", version 1

    /** Whether a task can be told the costs of a round by numbers alone. */
    public static boolean areNumbers(Round round) {
        int d = round.dimension();
        for (int i = 0; i < round.agents(); i++) {
            if (!(round.cost(i) instanceof Quadratic f)) {
                return false;
            }
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < r; c++) {
                    if (f.curvature(r, c) != 0) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /**
     * The part of a round that some agents have.
     *
     * @param numbers whether the round's costs are told by numbers
     * @param lambda of every agent of the fleet
     */
    public static RoundFile of(
            int t, Round round, int iterations, int graph, boolean numbers, double[] lambda, int[] agents) {
        int d = round.dimension();
        double[] curvature = numbers ? new double[agents.length * d] : null;
        double[] target = new double[numbers ? agents.length * d : 0];
        double[] regularization = new double[agents.length];
        double[] weights = new double[agents.length];
        for (int row = 0; row < agents.length; row++) {
            int agent = agents[row];
            weights[row] = round.switchingWeight(agent);
            regularization[row] = lambda[agent] * weights[row];
            if (curvature != null && round.cost(agent) instanceof Quadratic f) {
                for (int c = 0; c < d; c++) {
                    curvature[row * d + c] = f.curvature(c, c);
                    target[row * d + c] = f.target(c);
                }
            }
        }
        boolean ones = Arrays.stream(weights).allMatch(b -> b == 1);
        return new RoundFile(
                t,
                round.beta(),
                round.isCoupled() ? iterations : 1,
                round.isCoupled(),
                graph,
                curvature,
                target,
                regularization,
                ones ? null : weights);
    }

    /** Writes the file; returns its checksum. */
    public long write(Path file) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(file, MARK, false)) {
            out.number(t);
            out.number(beta);
            out.number(iterations);
            out.number(isCoupled ? 1L : 0L);
            out.number(graph);
            out.numbers(curvature);
            out.numbers(target);
            out.numbers(regularization);
            out.numbers(switchingWeights);
            return out.finish();
        }
    }

    static RoundFile read(Path file) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(file, MARK)) {
            RoundFile read = new RoundFile(
                    (int) in.number(),
                    in.real(),
                    (int) in.number(),
                    in.number() == 1,
                    (int) in.number(),
                    in.realsOrNull(),
                    in.reals(),
                    in.reals(),
                    in.realsOrNull());
            in.end();
            return read;
        }
    }

    /** The costs of the rows, if the file tells them. */
    @Nullable
    HittingCosts costs() {
        double[] q = curvature;
        return q == null ? null : HittingCosts.quadratics(target.length / regularization.length, q, target);
    }
}
