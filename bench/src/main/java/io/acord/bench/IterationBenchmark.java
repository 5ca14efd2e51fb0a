package io.acord.bench;

import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.Variant;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does one iteration cost as the graph grows, and what do the variants cost? Expected: linear in arcs, and plain's
 * price for all within a factor of two. Run with {@code ./acord bench jmh IterationBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields
public class IterationBenchmark {

    @Param({"RING", "CIRCULANT", "RANDOM_REGULAR", "POWER_LAW"})
    String graph;

    @Param({"1000", "100000"})
    int agents;

    @Param({"PLAIN", "AUTO"})
    Variant variant;

    private BlockRound round;

    @Setup
    public void open() {
        RoundObjective objective = Fleets.objective(Fleets.Kind.valueOf(graph).coupling(agents));
        round = BlockRound.open(Block.whole(objective.round().coupling()), objective, variant, From.ZERO);
    }

    @Benchmark
    public double iterate() {
        round.iterate(0);
        return round.shown(0, 0);
    }
}
