package io.acord;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * docs/paper-map.md says which class does what the paper says and which test shows it. It must not say more than there
 * is.
 */
class PaperMapTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    private static final Pattern TEST = Pattern.compile("`(\\w+Test)\\.(\\w+)`");
    private static final Pattern ANNOTATION =
            Pattern.compile("^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory)\\b.*");
    private static final Pattern METHOD = Pattern.compile("\\b(?:void|Stream<DynamicTest>) (\\w+)\\(");
    private static final Pattern MENTION =
            Pattern.compile("\\b[Tt]heory (\\d+(?:\\.\\d+)?(?:(?:, | and )\\d+(?:\\.\\d+)?)*)");
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");
    private static final Pattern ERRATUM = Pattern.compile("\\bE([1-9]\\d?)\\b");
    private static final int ERRATA = 35;

    /** Commands of the program that the map speaks of beside classes. */
    private static final Set<String> COMMANDS = Set.of("reproduce");

    private static final String MAP = read(ROOT.resolve("docs/paper-map.md"));
    private static final Map<String, String> MAIN = sources("main");
    private static final Map<String, String> TESTS = sources("test");

    /** The sources of all modules by the names of their classes; classes of one name are put together. */
    private static Map<String, String> sources(String part) {
        Map<String, String> sources = new TreeMap<>();
        for (String module : List.of("core", "protocol", "lab", "applications", "paper", "service", "cli")) {
            Path folder = ROOT.resolve(module).resolve("src").resolve(part).resolve("java");
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .sorted()
                        .forEach(file -> sources.merge(nameOf(file), read(file), String::concat));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return sources;
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the test methods in a source. */
    private static Set<String> testMethods(String source) {
        Set<String> names = new TreeSet<>();
        boolean annotated = false;
        for (String line : source.lines().toList()) {
            annotated |= ANNOTATION.matcher(line).matches();
            List<String> found = groups(METHOD, line);
            if (annotated && !found.isEmpty()) {
                names.add(found.get(0));
                annotated = false;
            }
        }
        return names;
    }

    private static List<String> groups(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> match.group(match.groupCount()))
                .toList();
    }

    /** The cells below every head cell of this name, in all tables. */
    private static List<String> column(String head) {
        List<String> cells = new ArrayList<>();
        int column = -1;
        boolean inside = false;
        for (String line : MAP.lines().toList()) {
            List<String> row = row(line);
            if (row.isEmpty()) {
                inside = false;
            } else if (!inside) {
                inside = true;
                column = row.indexOf(head);
            } else if (column >= 0) {
                assertThat(row).as("a cell for every head: %s", line).hasSizeGreaterThan(column);
                cells.add(row.get(column));
            }
        }
        return cells;
    }

    private static List<String> row(String line) {
        if (!line.startsWith("|")) {
            return List.of();
        }
        String[] cells = line.split("(?<!\\\\)\\|", -1);
        return Stream.of(cells)
                .skip(1)
                .limit(cells.length - 2)
                .map(String::strip)
                .toList();
    }

    @Test
    void everyTestThatIsNamedExists() {
        List<MatchResult> named = TEST.matcher(MAP).results().toList();
        assertThat(named).hasSizeGreaterThan(200);
        for (MatchResult test : named) {
            assertThat(testMethods(TESTS.getOrDefault(test.group(1), "")))
                    .as("tests of %s", test.group(1))
                    .contains(test.group(2));
        }
        for (String cell : column("test")) {
            for (String name : groups(QUOTED, cell)) {
                List<String> parts = List.of(name.split("\\.", -1));
                assertThat(TESTS).as("test sources").containsKey(parts.get(0));
                if (parts.size() > 1) {
                    assertThat(testMethods(TESTS.getOrDefault(parts.get(0), "")))
                            .as("tests of %s", parts.get(0))
                            .contains(parts.get(1));
                }
            }
        }
    }

    @Test
    void everyClassThatIsNamedExistsAndHasTheMemberThatIsNamed() {
        List<String> cells = column("class");
        assertThat(cells).hasSizeGreaterThan(100);
        for (String cell : cells) {
            assertThat(cell).as("a class, or why there is none").isNotEmpty();
            for (String name : groups(QUOTED, cell)) {
                if (COMMANDS.contains(name)) {
                    continue;
                }
                List<String> parts = List.of(name.split("\\.", -1));
                assertThat(MAIN.keySet()).as("sources").contains(parts.get(0));
                for (String member : parts.subList(1, parts.size())) {
                    assertThat(MAIN.getOrDefault(parts.get(0), ""))
                            .as("source of %s", parts.get(0))
                            .containsPattern("\\b" + member + "\\b");
                }
            }
        }
    }

    @Test
    void everyTestOfAClaimIsListed() {
        int claims = 0;
        for (Map.Entry<String, String> source : TESTS.entrySet()) {
            boolean claiming =
                    source.getKey().endsWith("ClaimsTest") || source.getValue().startsWith("package io.acord.claims;");
            if (claiming) {
                for (String method : testMethods(source.getValue())) {
                    claims++;
                    assertThat(MAP).contains("`" + source.getKey() + "." + method + "`");
                }
            }
        }
        assertThat(claims).isGreaterThan(50);
    }

    @Test
    void allErrataAreThereInOrderAndNoOthers() {
        List<String> numbers = new ArrayList<>();
        for (String cell : column("#")) {
            numbers.addAll(groups(ERRATUM, cell));
        }
        assertThat(numbers)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, ERRATA)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void whatCommentsPointAtIsExplained() {
        Set<String> sections = new TreeSet<>(column("section"));
        assertThat(sections).hasSizeGreaterThan(20);
        Map<String, String> sources = new TreeMap<>(MAIN);
        TESTS.forEach((name, source) -> sources.merge(name, source, String::concat));
        sources.remove("PaperMapTest");
        sources.forEach((name, source) -> {
            for (String mention : groups(MENTION, source)) {
                assertThat(sections)
                        .as("sections that %s points at", name)
                        .containsAll(NUMBER.matcher(mention)
                                .results()
                                .map(MatchResult::group)
                                .toList());
            }
            for (String erratum : groups(ERRATUM, source)) {
                assertThat(Integer.parseInt(erratum))
                        .as("E%s in %s", erratum, name)
                        .isLessThanOrEqualTo(ERRATA);
            }
        });
    }

    @Test
    void everyRowHasACellForEveryHead() {
        int heads = 0;
        for (String line : MAP.lines().toList()) {
            int cells = row(line).size();
            if (cells > 0 && heads > 0) {
                assertThat(cells).as("cells of %s", line).isEqualTo(heads);
            }
            heads = cells;
        }
    }
}
