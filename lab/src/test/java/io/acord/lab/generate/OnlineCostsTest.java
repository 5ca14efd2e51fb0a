package io.acord.lab.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class OnlineCostsTest {

    private static final String SCENARIO = """
            agents: [a, b]
            costs: {kind: online}
            graph: {kind: path}
            algorithms: [acord]
            """;

    private static Scenario read(String... sets) {
        return ScenarioReader.readText(SCENARIO, "s.yaml", Path.of(""), List.of(sets));
    }

    @Test
    void aScenarioWithoutCostsAndHorizonIsRead() {
        Scenario scenario = read();
        assertThat(scenario.costs().isOnline()).isTrue();
        assertThat(scenario.costs().holdsMissing()).isFalse();
        assertThat(scenario.names()).containsExactly("a", "b");
        assertThat(read("costs.missing=hold").costs().holdsMissing()).isTrue();
        Scenario again = ScenarioReader.readText(scenario.canonical(), "s.yaml", Path.of(""), List.of());
        assertThat(again.canonical()).isEqualTo(scenario.canonical());
    }

    @Test
    void itHasNoRoundsToPlay() {
        assertThatThrownBy(() -> read().instance(1))
                .hasMessageContaining("costs.kind is \"online\"")
                .hasMessageContaining("acord serve");
    }

    @Test
    void whatIsWrongWithTheRestIsStillSaid() {
        assertThatThrownBy(() -> read("beta=[1, 2]")).hasMessageContaining("because there is no last one");
        assertThatThrownBy(() -> read("graph.kind=random-regular", "graph.degree=3"))
                .hasMessageContaining("degree");
        assertThatThrownBy(() -> read("costs.file=x")).hasMessageContaining("costs.file is not known here");
    }
}
