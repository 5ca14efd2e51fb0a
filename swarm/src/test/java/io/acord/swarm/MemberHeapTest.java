package io.acord.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Graph;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberHeapTest {

    @TempDir
    private Path folder;

    private Scenario scenario(int agents) throws IOException {
        Path file = Files.writeString(folder.resolve(agents + ".yaml"), """
                agents: %d
                horizon: 2
                costs: {kind: drift}
                graph: {kind: ring}
                algorithms: [acord]
                """.formatted(agents));
        return ScenarioReader.read(file, List.of());
    }

    private static int mebibytes(Scenario scenario, int processes) {
        Graph graph = scenario.instance(1).round(1).graph();
        List<Integer> share =
                IntStream.range(0, scenario.agents() / processes).boxed().toList();
        return new MemberHeap(scenario, graph, true).mebibytes(share);
    }

    @Test
    void aMemberOfFewAgentsHasWhatItAlwaysHad() throws IOException {
        assertThat(mebibytes(scenario(8), 4)).isEqualTo(128);
    }

    @Test
    void theHeapGrowsWithTheMembersOwnShareAndNotWithTheRestOfTheFleet() throws IOException {
        Scenario large = scenario(400_000);
        assertThat(mebibytes(large, 80)).isEqualTo(mebibytes(scenario(20_000), 4));
        assertThat(mebibytes(large, 4)).isGreaterThan(mebibytes(large, 80) + 50);
    }

    @Test
    void whoHasMuchToEncryptHasTheCompilerThatKnowsHow() {
        assertThat(Swarm.compilers(8)).containsExactly("-XX:TieredStopAtLevel=1");
        assertThat(Swarm.compilers(80_000)).isEmpty();
    }

    @Test
    void whoHasToReadTheScenarioHasRoomForAllOfIt() throws IOException {
        Scenario large = scenario(400_000);
        Graph graph = large.instance(1).round(1).graph();
        assertThat(new MemberHeap(large, graph, false).mebibytes(List.of(0)))
                .isGreaterThan(new MemberHeap(large, graph, true).mebibytes(List.of(0)) + 200);
    }
}
