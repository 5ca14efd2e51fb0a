package io.acord.release.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The site of the tree's documents. */
class SiteBuilderTest {

    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"#]*)(#[^\"]*)?\"");

    @TempDir
    private Path out;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private int build(Path tree) throws IOException {
        return SiteBuilder.run(
                List.of(tree.toString(), out.toString(), "0.1.0"), new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    @Test
    void everyLinkOfEveryPageLeadsToAFileOfTheSite() throws IOException {
        assertThat(build(Path.of("..")))
                .as(said.toString(StandardCharsets.UTF_8))
                .isZero();
        List<String> missing = new ArrayList<>();
        int pages = 0;
        try (Stream<Path> files = Files.walk(out)) {
            for (Path page : files.filter(file -> file.toString().endsWith(".html"))
                    .filter(file -> !file.toString().contains("note")) // a page of its own, copied
                    .toList()) {
                pages++;
                Matcher address = ADDRESS.matcher(Files.readString(page));
                while (address.find()) {
                    String to = address.group(1);
                    if (!to.isEmpty()
                            && !to.contains("://")
                            && !Files.exists(page.resolveSibling(to).normalize())) {
                        missing.add(out.relativize(page) + " -> " + to);
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(pages).isGreaterThan(40);
        assertThat(out.resolve("docs/engineer.html")).content().contains("href=\"library.html\"");
        assertThat(out.resolve("docs/researcher.html")).content().contains("href=\"theory.html\"");
        assertThat(out.resolve("docs/operator.html")).content().contains("href=\"fleet.html\"");
    }

    @Test
    void theIndexFindsWhatPeopleLookFor() throws IOException {
        assertThat(build(Path.of(".."))).isZero();
        String script = Files.readString(out.resolve("search-index.js"));
        JsonNode index =
                JsonMapper.shared().readTree(script.substring(script.indexOf('['), script.lastIndexOf(']') + 1));
        for (String word : List.of("certificate", "riccati", "swarm")) {
            List<String> found = new ArrayList<>();
            for (JsonNode section : index) {
                if (section.path("text").asString().toLowerCase(Locale.ROOT).contains(word)) {
                    found.add(section.path("address").asString());
                }
            }
            assertThat(found).as(word).isNotEmpty();
        }
    }

    @Test
    void aDeadLinkIsSaidAndNothingIsWritten(@TempDir Path tree) throws IOException {
        Files.createDirectory(tree.resolve("docs"));
        Files.writeString(tree.resolve("README.md"), "[gone](docs/gone.md)\n");
        assertThat(build(tree)).isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("README.md: (docs/gone.md) leads to docs/gone.md");
        assertThat(out).isEmptyDirectory();
    }
}
