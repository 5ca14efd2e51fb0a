package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.optimum.Hindsight;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who does not want a result any more does not have to wait for it. */
@Timeout(120)
class InterruptTest {

    private static Scenario scenario(int agents, String costs, String algorithm) {
        return ScenarioReader.readText(
                "{horizon: 2, agents: " + agents + ", beta: 4, costs: {kind: " + costs + "}, graph: {kind: ring},"
                        + " algorithms: [" + algorithm + "]}",
                "scenario.yaml",
                Path.of(""),
                List.of());
    }

    @AfterEach
    void forgetTheInterrupt() {
        Thread.interrupted();
    }

    /** Rounds that would take days, by one thread and by two. */
    @ParameterizedTest
    @ValueSource(ints = {14, 50_000})
    void iterationsEnd(int agents) {
        Repeat repeat = Repeat.open(scenario(agents, "drift", "acord: {iterations: 2000000000}"), 0, 2);
        Thread.currentThread().interrupt();
        assertThatThrownBy(repeat::next).isInstanceOf(CancellationException.class);
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"drift", "mixed"})
    void theSearchForTheOptimumEnds(String costs) {
        Scenario scenario = scenario(5_000, costs, "local");
        for (int threads : new int[] {1, 2}) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Hindsight.solve(scenario.instance(1), threads))
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void aRoundEndsBetweenTwoPolicies() {
        Repeat repeat = Repeat.open(scenario(14, "drift", "local, follow-the-minimizer"), 0, 1);
        Thread.currentThread().interrupt();
        assertThatThrownBy(repeat::next).isInstanceOf(CancellationException.class);
        assertThat(repeat.round()).isZero();
    }
}
