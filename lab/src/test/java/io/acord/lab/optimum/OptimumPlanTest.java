package io.acord.lab.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.acord.input.BadInputException;
import io.acord.lab.instance.Instance;
import io.acord.lab.scenario.ScenarioReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptimumPlanTest {

    private static final long GIGABYTE = 1L << 30;

    private static Instance ring(int agents, int dimension, int horizon, String costs, String graph) {
        return ScenarioReader.readText(
                        "{agents: " + agents + ", dimension: " + dimension + ", horizon: " + horizon
                                + ", costs: {kind: " + costs + "}, graph: " + graph + ", algorithms: [local]}",
                        "ring.yaml",
                        Path.of(""),
                        List.of())
                .instance(1);
    }

    private static Instance ring(int agents, int horizon) {
        return ring(agents, 1, horizon, "drift", "{kind: ring}");
    }

    @ParameterizedTest
    @CsvSource({
        // work is (N + edges) T = 2 N T
        "1000, 2000, 1, CHEAP, false, 4, SOLVE",
        "1000, 2001, 1, CHEAP, false, 4, SWEEP",
        "1000, 20, 101, CHEAP, false, 4, SWEEP", // all repeats count
        "1000, 5001, 1, CHEAP, false, 4, BOOKS",
        "1000, 2001, 1, CHEAP, true, 4, SOLVE", // a policy plays it
        "1000, 9000, 1, SOLVE, false, 4, SOLVE",
        "1000, 20, 1, BOUND, false, 4, SWEEP",
        "1000, 20, 1, BOUND, true, 4, SOLVE",
        "1000, 20, 1, NONE, false, 4, NONE",
        "1000, 20, 1, NONE, true, 4, SOLVE"
    })
    void numbersDecideWhatIsDone(
            int agents,
            int horizon,
            int repeats,
            OptimumRule rule,
            boolean isNeeded,
            int gigabytes,
            OptimumPlan.Way expected) {
        OptimumPlan plan = OptimumPlan.of(rule, isNeeded, ring(agents, horizon), repeats, gigabytes * GIGABYTE);
        assertThat(plan.way()).isEqualTo(expected);
        assertThat(plan.why().isEmpty()).isEqualTo(expected == OptimumPlan.Way.SOLVE);
        assertThat(plan.window() > 0).isEqualTo(expected == OptimumPlan.Way.SWEEP);
    }

    @Test
    void aSmallHeapBoundsWhatALargeOneSolves() {
        Instance instance = ring(1000, 1000);
        long enough = 2 * OptimumSize.of(instance).bytes();
        assertThat(OptimumPlan.of(OptimumRule.CHEAP, false, instance, 1, enough).way())
                .isEqualTo(OptimumPlan.Way.SOLVE);
        assertThat(OptimumPlan.of(OptimumRule.CHEAP, false, instance, 1, enough / 4)
                        .way())
                .isEqualTo(OptimumPlan.Way.SWEEP);
        assertThat(OptimumPlan.of(OptimumRule.SOLVE, false, instance, 8, 3 * enough)
                        .abreast())
                .as("repeats at a time")
                .isEqualTo(3);
    }

    @Test
    void whatTheHeapCannotHoldIsRefusedWithNumbersAndARemedy() {
        OptimumSize size = OptimumSize.of(ring(1000, 1000));
        assertThat(size.unknowns()).isEqualTo(1_000_000);
        size.checkFits(2 * size.bytes());
        assertThatThrownBy(() -> size.checkFits(size.bytes()))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("1,000,000 unknowns")
                .hasMessageContaining("of memory")
                .hasMessageContaining("a heap of 1 GB")
                .hasMessageContaining("optimum: bound")
                .hasMessageContaining("--heap 1g");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2000 | 1 | 100 | drift | {kind: ring}", // solved directly
                "2000 | 1 | 100 | drift | {kind: random-regular, degree: 4}", // by conjugate gradients
                "1000 | 3 | 100 | drift | {kind: random-regular, degree: 4}",
                "2000 | 1 | 100 | drift | {kind: random-regular, degree: 4, every: 1}"
            })
    void whatSolvingTakesIsKnownBeforehand(int agents, int dimension, int horizon, String costs, String graph) {
        Instance instance = ring(agents, dimension, horizon, costs, graph);
        OptimumSize size = OptimumSize.of(instance);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long making = threads.getCurrentThreadAllocatedBytes();
        for (int t = 1; t <= horizon; t++) {
            instance.round(t); // what making rounds allocates is gone when they are flat
        }
        making = threads.getCurrentThreadAllocatedBytes() - making;
        long before = threads.getCurrentThreadAllocatedBytes();
        Hindsight.solve(instance, 1);
        long taken = threads.getCurrentThreadAllocatedBytes() - before - making;
        // Of what is allocated some is garbage soon.
        assertThat((double) size.bytes() / taken)
                .as("%d of %d bytes", size.bytes(), taken)
                .isBetween(0.6, 1.8);
    }
}
