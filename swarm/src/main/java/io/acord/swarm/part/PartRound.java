package io.acord.swarm.part;

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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a member is told of a round: the costs of its own agents and what these believe. Immutable.
 *
 * @param epsilon the gap that a budget allows in this run; NaN where the recipe says all
 * @param graph which of the scenario's graphs the round has
 * @param costs null if some cannot be told by numbers: the member has to read the scenario for them
 * @param weights b of each agent
 * @param believed the costs of the next round, the one after it, and so on; null as for {@code costs}
 * @param isEnd whether the agents know that no round follows those
 */
@SuppressWarnings("ArrayRecordComponent") // read by one member
public record PartRound(
        double beta,
        double epsilon,
        int graph,
        @Nullable CostRows costs,
        double[] weights,
        @Nullable List<CostRows> believed,
        boolean isEnd) {

    private static final long MARK = 0x0001_646e756f72L; // "round", version 1

    /**
     * What some agents have of a round.
     *
     * @param forecasts of all agents; null if nobody looks ahead
     */
    static PartRound of(Round round, double epsilon, int graph, @Nullable Forecasts forecasts, int[] agents) {
        HittingCost[] costs = new HittingCost[agents.length];
        double[] weights = new double[agents.length];
        for (int row = 0; row < agents.length; row++) {
            costs[row] = round.cost(agents[row]);
            weights[row] = round.switchingWeight(agents[row]);
        }
        return new PartRound(
                round.beta(),
                epsilon,
                graph,
                CostRows.of(round.dimension(), costs),
                weights,
                believed(round, forecasts, agents),
                forecasts != null && forecasts.isEnd());
    }

    private static @Nullable List<CostRows> believed(Round round, @Nullable Forecasts forecasts, int[] agents) {
        List<CostRows> all = new ArrayList<>();
        for (int s = 1; forecasts != null && s <= forecasts.rounds(); s++) {
            HittingCost[] then = new HittingCost[agents.length];
            for (int row = 0; row < agents.length; row++) {
                then[row] = forecasts.cost(agents[row], s, round.cost(agents[row]));
            }
            CostRows told = CostRows.of(round.dimension(), then);
            if (told == null) {
                return null;
            }
            all.add(told);
        }
        return all;
    }

    void write(Path file) throws IOException {
        try (NumberFile.Writer out = new NumberFile.Writer(file, MARK, false)) {
            out.number(beta);
            out.number(epsilon);
            out.number(graph);
            out.numbers(isUnit() ? null : weights);
            out.number(weights.length);
            CostRows told = costs;
            out.number(told == null ? 0L : 1L);
            if (told != null) {
                told.write(out);
            }
            List<CostRows> ahead = believed;
            out.number(ahead == null ? -1L : ahead.size());
            for (int s = 0; ahead != null && s < ahead.size(); s++) {
                ahead.get(s).write(out);
            }
            out.number(isEnd ? 1L : 0L);
            out.finish();
        }
    }

    private boolean isUnit() {
        return Arrays.stream(weights).allMatch(b -> b == 1);
    }

    public static PartRound read(Path file) throws IOException {
        try (NumberFile.Reader in = new NumberFile.Reader(file, MARK)) {
            double beta = in.real();
            double epsilon = in.real();
            int graph = (int) in.number();
            double[] weights = in.realsOrNull();
            int rows = (int) in.number();
            CostRows costs = in.number() == 1 ? CostRows.read(in) : null;
            int rounds = (int) in.number();
            List<CostRows> believed = new ArrayList<>();
            for (int s = 0; s < rounds; s++) {
                believed.add(CostRows.read(in));
            }
            boolean isEnd = in.number() == 1;
            in.end();
            if (weights == null) {
                weights = new double[rows];
                Arrays.fill(weights, 1);
            }
            return new PartRound(beta, epsilon, graph, costs, weights, rounds < 0 ? null : believed, isEnd);
        }
    }

    /** Whether numbers tell all of it. */
    boolean isTold() {
        return costs != null && believed != null;
    }

    /** f_t of each agent. */
    public HittingCost[] costs(int dimension) {
        return each(Objects.requireNonNull(costs), dimension);
    }

    Forecasts forecasts(int dimension) {
        Forecasts.Builder all = Forecasts.builder(weights.length);
        List<CostRows> ahead = Objects.requireNonNull(believed);
        for (int s = 1; s <= ahead.size(); s++) {
            HittingCost[] then = each(ahead.get(s - 1), dimension);
            for (int row = 0; row < then.length; row++) {
                all.cost(row, s, then[row]);
            }
        }
        return isEnd ? all.end().build() : all.build();
    }

    private static HittingCost[] each(CostRows rows, int dimension) {
        return Arrays.stream(rows.each(dimension)).map(Objects::requireNonNull).toArray(HittingCost[]::new);
    }
}
