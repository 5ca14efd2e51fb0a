package io.acord.lab.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CarrierRunTest {

    @Test
    void aRunThatLooksAheadWritesHowFarPlansWereFollowed(@TempDir Path folder) throws Exception {
        Scenario scenario = ScenarioReader.readText("""
                agents: 3
                horizon: 4
                repeats: 2
                costs: {kind: drift}
                graph: {kind: ring}
                forecasts: {kind: exact}
                algorithms: [acord, foresight]
                """, "ahead.yaml", folder, List.of());
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        int exit = new CarrierRun(new MemoryCarrier(), scenario, folder.resolve("out"), new Carrier.Origin("", ""))
                .play(false, nowhere, nowhere);
        assertThat(exit).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/foresight.csv")))
                .hasSize(1 + 2 * 4 * 3)
                .startsWith("algorithm,repeat,round,agent,gamma,account,planned0,expert0")
                .element(1)
                .asString()
                .startsWith("foresight,0,1,0,");
    }
}
