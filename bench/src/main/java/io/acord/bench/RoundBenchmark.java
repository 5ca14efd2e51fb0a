package io.acord.bench;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
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
 * What does a whole round cost, and what do more threads save? Expected: reading costs and proving the result takes as
 * long as a few iterations, and only the iterations and the proof get faster. Run with {@code ./acord bench jmh
 * RoundBenchmark}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@SuppressWarnings("NullAway.Init") // JMH sets the fields
public class RoundBenchmark {

    @Param({"10000", "1000000"})
    int agents;

    @Param({"1", "2"})
    int threads;

    private RoundObjective objective;
    private Acord acord;

    @Setup
    public void build() {
        objective = Fleets.objective(Fleets.Kind.RANDOM_REGULAR.coupling(agents));
        acord = Acord.of(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)), threads);
    }

    @Benchmark
    public Decision decide() {
        return acord.decide(objective);
    }
}
