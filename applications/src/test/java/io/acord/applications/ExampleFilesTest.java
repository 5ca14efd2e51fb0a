package io.acord.applications;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.application.Setpoints;
import io.acord.lab.instance.Instance;
import io.acord.lab.run.Experiment;
import io.acord.lab.run.RunResult;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files that {@code ./acord new --kind KEY --files} writes. */
class ExampleFilesTest {

    @TempDir
    private Path folder;

    static Set<String> kinds() {
        return ScenarioReader.examples().keySet();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyApplicationHasDataToEditThatRunsAsItStands(String kind) throws Exception {
        Map<String, String> files = ScenarioReader.exampleFiles(kind);
        assertThat(files).hasSizeGreaterThan(2).containsKey(kind + ".yaml");
        for (var each : files.entrySet()) {
            Files.writeString(folder.resolve(each.getKey()), each.getValue());
        }
        Scenario scenario = ScenarioReader.read(folder.resolve(kind + ".yaml"), List.of());
        assertThat(scenario.agents()).isEqualTo(3);
        RunResult result = Experiment.of(scenario).play();
        assertThat(result.verdict().isKept()).isTrue();
        assertThat(result.domain()).isPresent();
        assertThat(scenario.instance(1).setpoints()).isPresent();
        assertThat(scenario.costs().arriving(scenario.size(), 1))
                .as("it can be served")
                .isPresent();
    }

    /** Or a run would be played before it is seen that its files cannot be written. */
    @ParameterizedTest
    @MethodSource("kinds")
    void filesOfAFieldHaveNamesThatAreKnownBeforehand(String kind) throws Exception {
        for (var each : ScenarioReader.exampleFiles(kind).entrySet()) {
            Files.writeString(folder.resolve(each.getKey()), each.getValue());
        }
        Scenario scenario = ScenarioReader.read(folder.resolve(kind + ".yaml"), List.of());
        Instance instance = scenario.instance(1);
        Setpoints setpoints = instance.setpoints().orElseThrow();
        List<String> beforehand = setpoints.fileNames("mine");
        for (int t = 1; t <= instance.horizon(); t++) {
            setpoints.played(t, instance.start(), instance.start());
        }
        List<String> written = new ArrayList<>();
        setpoints.files("mine", (name, text) -> written.add(name));
        assertThat(written).isEqualTo(beforehand);
    }
}
