package io.acord.spark.block;

import io.acord.cost.HittingCost;
import io.acord.foresight.Forecasts;
import io.acord.lab.block.CostRows;
import io.acord.lab.block.NumberFile;
import io.acord.model.Round;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One block's part of a round, on the way from the driver to a task. Immutable.
 *
 * @param iterations K; 1 if nobody is coupled with anybody
 * @param isCoupled whether blocks have anything to tell each other
 * @param graph which of the job's graphs the round has
 * @param costs of the rows; null if some cannot be told by numbers, and the task has to get them from where the driver
 *     has them
 * @param regularization λ b of each row
 * @param switchingWeights b of each row; null if all are 1
 * @param ahead how the rows look ahead; null if they do not
 */
@SuppressWarnings("ArrayRecordComponent") // read by one task
public record RoundFile(
        int t,
        double beta,
        int iterations,
        boolean isCoupled,
        int graph,
        @Nullable CostRows costs,
        double[] regularization,
        double @Nullable [] switchingWeights,
        @Nullable Ahead ahead) {

    private static final long MARK = 0x0002_646e756f72L; // "round", version 2

    /**
     * What the rows believe.
     *
     * @param stages rounds that are planned, this one included
     * @param isFollowed whether anything speaks for the plan
     * @param costs of the next round, the one after it, and so on; who has none there believes in this round's. Null if
     *     some cannot be told by numbers
     */
    record Ahead(int stages, boolean isFollowed, @Nullable List<CostRows> costs) {

        private static Ahead of(Round round, RoundOutlook outlook, int[] agents) {
            List<CostRows> costs = new ArrayList<>();
            for (int s = 1; s < outlook.stages(); s++) {
                @Nullable HittingCost[] believed = new HittingCost[agents.length];
                for (int row = 0; row < agents.length; row++) {
                    HittingCost now = round.cost(agents[row]);
                    HittingCost then = outlook.forecasts().cost(agents[row], s, now);
                    believed[row] = then == now ? null : then;
                }
                CostRows told = CostRows.of(round.dimension(), believed);
                if (told == null) {
                    return new Ahead(outlook.stages(), outlook.isFollowed(), null);
                }
                costs.add(told);
            }
            return new Ahead(outlook.stages(), outlook.isFollowed(), costs);
        }

        private void write(NumberFile.Writer out) throws IOException {
            out.number(stages);
            out.number(isFollowed ? 1L : 0L);
            List<CostRows> told = costs;
            out.number(told == null ? 0L : 1L);
            for (int s = 1; told != null && s < stages; s++) {
                told.get(s - 1).write(out);
            }
        }

        private static Ahead read(int stages, NumberFile.Reader in) throws IOException {
            boolean isFollowed = in.number() == 1;
            boolean isTold = in.number() == 1;
            List<CostRows> told = new ArrayList<>();
            for (int s = 1; isTold && s < stages; s++) {
                told.add(CostRows.read(in));
            }
            return new Ahead(stages, isFollowed, isTold ? told : null);
        }

        /** What the rows believe, if the file tells it. */
        @Nullable
        Forecasts forecasts(int rows, int d) {
            List<CostRows> told = costs;
            if (told == null) {
                return null;
            }
            Forecasts.Builder believed = Forecasts.builder(rows);
            for (int s = 1; s < stages; s++) {
                @Nullable HittingCost[] each = told.get(s - 1).each(d);
                for (int row = 0; row < rows; row++) {
                    HittingCost cost = each[row];
                    if (cost != null) {
                        believed.cost(row, s, cost);
                    }
                }
            }
            return believed.build();
        }
    }

    /**
     * The part of a round that some agents have.
     *
     * @param lambda of every agent of the fleet
     * @param outlook of the whole fleet; null if it does not look ahead
     */
    public static RoundFile of(
            int t,
            Round round,
            int iterations,
            int graph,
            double[] lambda,
            @Nullable RoundOutlook outlook,
            int[] agents) {
        HittingCost[] costs = new HittingCost[agents.length];
        double[] regularization = new double[agents.length];
        double[] weights = new double[agents.length];
        for (int row = 0; row < agents.length; row++) {
            int agent = agents[row];
            costs[row] = round.cost(agent);
            weights[row] = round.switchingWeight(agent);
            regularization[row] = lambda[agent] * weights[row];
        }
        boolean ones = Arrays.stream(weights).allMatch(b -> b == 1);
        return new RoundFile(
                t,
                round.beta(),
                round.isCoupled() ? iterations : 1,
                round.isCoupled(),
                graph,
                CostRows.of(round.dimension(), costs),
                regularization,
                ones ? null : weights,
                outlook == null ? null : Ahead.of(round, outlook, agents));
    }

    /** Writes the file; returns its checksum. */
    public long write(Path file) throws IOException {
        CostRows told = costs;
        Ahead seen = ahead;
        try (NumberFile.Writer out = new NumberFile.Writer(file, MARK, false)) {
            out.number(t);
            out.number(beta);
            out.number(iterations);
            out.number(isCoupled ? 1L : 0L);
            out.number(graph);
            out.numbers(regularization);
            out.numbers(switchingWeights);
            out.number(told == null ? 0L : 1L);
            if (told != null) {
                told.write(out);
            }
            if (seen == null) {
                out.number(0L);
            } else {
                seen.write(out);
            }
            return out.finish();
        }
    }

    static RoundFile read(Path file) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(file, MARK)) {
            int t = (int) in.number();
            double beta = in.real();
            int iterations = (int) in.number();
            boolean isCoupled = in.number() == 1;
            int graph = (int) in.number();
            double[] regularization = in.reals();
            double[] weights = in.realsOrNull();
            CostRows costs = in.number() == 1 ? CostRows.read(in) : null;
            int stages = (int) in.number();
            Ahead ahead = stages == 0 ? null : Ahead.read(stages, in);
            in.end();
            return new RoundFile(t, beta, iterations, isCoupled, graph, costs, regularization, weights, ahead);
        }
    }

    int rows() {
        return regularization.length;
    }
}
