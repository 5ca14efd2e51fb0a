package io.acord.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What others depend on: one version, every module with a name of its own, nobody forgotten. */
class PublishedModulesTest {

    private static final Path ROOT = Path.of("..");

    private static List<String> all(Path file, String pattern) throws IOException {
        List<String> found = new ArrayList<>();
        Matcher matcher = Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(file));
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }

    private static List<String> modules() throws IOException {
        return all(ROOT.resolve("pom.xml"), "<module>(.*)</module>").stream()
                .filter(module -> !module.equals("bom"))
                .toList();
    }

    @Test
    void theBomHasEveryModuleThatIsPublished() throws IOException {
        List<String> published = new ArrayList<>();
        for (String module : modules()) {
            if (!Files.readString(ROOT.resolve(module).resolve("pom.xml"))
                    .contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
                published.add("acord-" + module);
            }
        }
        assertThat(all(ROOT.resolve("bom/pom.xml"), "^        <artifactId>(.*)</artifactId>"))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void aModuleHasItsNameOnTheModulePathAndTheVersionOfAll(String module) throws IOException {
        Path pom = ROOT.resolve(module).resolve("pom.xml");
        assertThat(all(pom, "<acord.module>(.*)</acord.module>")).containsExactly("io.acord." + module);
        assertThat(all(pom, "^    <version>(.*)</version>"))
                .startsWith(all(ROOT.resolve("pom.xml"), "^  <version>(.*)</version>")
                        .get(0));
    }

    @Test
    void theExampleOutsideTheTreeHasNoParentAndTakesItsVersionsFromTheBom() throws IOException {
        String pom = Files.readString(ROOT.resolve("examples/embedding/pom.xml"));
        assertThat(pom).doesNotContain("<parent>").contains("<artifactId>acord-bom</artifactId>");
        assertThat(all(ROOT.resolve("examples/embedding/pom.xml"), "<acord.version>(.*)</acord.version>"))
                .containsExactlyElementsOf(all(ROOT.resolve("pom.xml"), "^  <version>(.*)</version>"));
    }
}
