package io.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.recipe.IterationRule;
import io.acord.recipe.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What there is several of has one document that lists it, and the list of files to touch is short and true. */
class ListsInDocumentsTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern QUOTED_PATH = Pattern.compile("`([a-z]+/[^`]+)`");

    private static List<String> rows(String document) throws IOException {
        return Files.readAllLines(ROOT.resolve(document)).stream()
                .filter(line -> line.startsWith("|"))
                .toList();
    }

    @Test
    void everyVariantHasARowWithItsWordItsConstantAndWhatTablesCallIt() throws IOException {
        List<String> rows = rows("docs/acceleration.md");
        for (Variant variant : Variant.all()) {
            assertThat(rows)
                    .anyMatch(row -> row.startsWith("| `" + variant.word() + "`")
                            && row.contains("| `" + variant.name() + "` | " + variant.description()));
        }
    }

    @Test
    void everyIterationRuleHasARow() throws IOException {
        List<String> rows = rows("docs/scenarios.md");
        for (Class<?> rule : IterationRule.class.getPermittedSubclasses()) {
            assertThat(rows).anyMatch(row -> row.contains("| `" + rule.getSimpleName() + "` |"));
        }
    }

    @Test
    void everyHittingCostHasARow() throws IOException {
        List<String> rows = rows("docs/library.md");
        try (var files = Files.list(ROOT.resolve("core/src/main/java/io/acord/cost"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                String name = file.getFileName().toString().replace(".java", "");
                boolean isCost = Files.readString(file)
                                .contains("public final class " + name + " implements HittingCost")
                        || Files.readString(file).contains("public final class " + name + " extends Structured");
                assertThat(rows).as(name).anyMatch(row -> !isCost || row.startsWith("| `" + name + "."));
            }
        }
    }

    @Test
    void whatHasToBeTouchedToAddSomethingExistsAndIsLittle() throws IOException {
        List<String> rows = rows("CONTRIBUTING.md");
        for (String row : rows) {
            for (String path : paths(row)) {
                assertThat(ROOT.resolve(path)).exists();
            }
        }
        for (String what : List.of("a variant", "an iteration rule", "a hitting cost")) {
            String touched = rows.stream()
                    .filter(row -> row.startsWith("| " + what + " |"))
                    .map(row -> row.split("\\|", -1)[2])
                    .findFirst()
                    .orElseThrow();
            assertThat(paths(touched)).as(what).hasSizeBetween(1, 4);
        }
    }

    private static List<String> paths(String row) {
        return QUOTED_PATH
                .matcher(row)
                .results()
                .map(MatchResult::group)
                .map(quoted -> quoted.substring(1, quoted.length() - 1))
                .filter(path -> Files.isDirectory(ROOT.resolve(path.substring(0, path.indexOf('/')))))
                .filter(path -> !path.contains("*") && !path.contains("/target/"))
                .toList();
    }
}
