package io.acord.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary speaks of what is there, and what it rules out is not there. */
class VocabularyTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    /** The cells of the tables below a heading, row by row, without the tables' own headings. */
    private static List<List<String>> rows(String document, String heading) {
        int from = document.indexOf("## " + heading);
        int to = document.indexOf("\n## ", from + 1);
        String section = document.substring(from, to < 0 ? document.length() : to);
        return section.lines()
                .filter(line -> line.startsWith("| ") || line.startsWith("|-"))
                .dropWhile(line -> !line.startsWith("|-"))
                .filter(line -> !line.startsWith("|-"))
                .map(line -> Stream.of(line.substring(1).split("(?<!\\\\)\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static String glossary() throws IOException {
        return Files.readString(ROOT.resolve("docs/glossary.md"));
    }

    private static List<String> quoted(String cell) {
        List<String> words = new ArrayList<>();
        Matcher matcher = QUOTED.matcher(cell);
        while (matcher.find()) {
            words.add(matcher.group(1));
        }
        return words;
    }

    private static Stream<Path> files(String... endings) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                // What builds and runs leave comes and goes while other modules are built.
                boolean isLeft =
                        ROOT.relativize(folder).getFileName().toString().matches("target|runs|\\..+");
                return isLeft ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Stream.of(endings).anyMatch(file.toString()::endsWith)) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return found.stream();
    }

    @Test
    void everyClassThatTheGlossaryNamesExists() throws IOException {
        Set<String> sources = files(".java")
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (String heading : List.of("The problem", "What ACORD plays", "How good it was", "Runs")) {
            for (List<String> row : rows(glossary(), heading)) {
                for (String word : quoted(row.get(3))) {
                    if (word.matches("[A-Z]\\w+(\\.\\w+)*")) {
                        named++;
                        if (!sources.contains(word.replaceAll("\\..*", ""))) {
                            missing.add(row.get(0) + ": " + word);
                        }
                    }
                }
            }
        }
        assertThat(named).isGreaterThan(40);
        assertThat(missing).isEmpty();
    }

    @Test
    void everyWordForFilesIsExplainedWhereFilesAre() throws IOException {
        String explained = Files.readString(ROOT.resolve("docs/scenarios.md"))
                + Files.readString(ROOT.resolve("README.md"))
                + Files.readString(ROOT.resolve("docs/fleet.md"))
                + Files.readString(ROOT.resolve("docs/serve.md"));
        for (String heading : List.of("The problem", "What ACORD plays", "How good it was", "Runs")) {
            for (List<String> row : rows(glossary(), heading)) {
                for (String word : quoted(row.get(2))) {
                    assertThat(explained).as("%s: %s", row.get(0), word).contains(word);
                }
            }
        }
    }

    @Test
    void wordsThatAreNotUsedAreNotUsed() throws IOException {
        List<String> banned = new ArrayList<>();
        for (List<String> row : rows(glossary(), "Words that are not used")) {
            banned.addAll(List.of(row.get(0).split(", ")));
        }
        assertThat(banned).hasSizeGreaterThan(8);
        List<String> found = new ArrayList<>();
        for (Path file : files(".md", ".html", ".js", ".yaml", ".java").toList()) {
            String name = ROOT.relativize(file).toString();
            if (name.equals("docs/glossary.md") || name.contains("src/test")) {
                continue;
            }
            String text = Files.readString(file).toLowerCase(Locale.ROOT);
            for (String words : banned) {
                if (Pattern.compile("\\b" + Pattern.quote(words) + "\\b")
                        .matcher(text)
                        .find()) {
                    found.add(name + ": " + words);
                }
            }
        }
        assertThat(found).isEmpty();
    }
}
