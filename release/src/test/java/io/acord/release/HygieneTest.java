package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files that hosts of repositories read, and that nobody here would notice if they broke. */
class HygieneTest {

    private static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.walk(Deployed.ROOT.resolve(".github"))) {
            return Stream.concat(all.filter(Files::isRegularFile), Stream.of(Deployed.ROOT.resolve("CITATION.cff")))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void whatHostsReadIsYaml(Path file) throws IOException {
        assertThat(Deployed.yaml(file)).hasSize(1).doesNotContainNull();
    }

    @Test
    void theWorkflowDoesWhatContinuousIntegrationDoes() throws IOException {
        assertThat(Deployed.under(Deployed.yaml(Deployed.ROOT.resolve(".github/workflows/build.yaml")), "run"))
                .containsExactly(".ci/run");
        assertThat(Deployed.ROOT.resolve(".ci/run")).isExecutable();
    }

    @Test
    void theCitationNamesTheVersionOfTheTreeAndThePaper() throws IOException {
        Path citation = Deployed.ROOT.resolve("CITATION.cff");
        Object version = Deployed.under(Deployed.yaml(citation), "version").get(0);
        assertThat(Files.readString(Deployed.ROOT.resolve("pom.xml")))
                .containsPattern("\\n {2}<version>" + version + "(-SNAPSHOT)?</version>");
        assertThat(Files.readString(citation)).contains("arXiv:2411.08355");
    }
}
