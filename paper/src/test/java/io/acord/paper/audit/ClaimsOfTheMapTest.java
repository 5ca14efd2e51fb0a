package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.paper.experiment.Study;
import io.acord.paper.finding.Claim;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/paper-map.md names the claims of the audit. It must name all of them and no others. */
class ClaimsOfTheMapTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern QUOTED = Pattern.compile("`([a-z0-9-]+)`");
    private static final Pattern CLAIM = Pattern.compile("(?:new Claim|Evidence\\.about)\\(\\s*\"([a-z0-9-]+)\"");

    /** The ids in the column "claim" of all tables. */
    private static Set<String> ofTheMap() throws IOException {
        Set<String> ids = new TreeSet<>();
        int column = -1;
        boolean inside = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/paper-map.md"))) {
            List<String> row = row(line);
            if (row.isEmpty()) {
                inside = false;
            } else if (!inside) {
                inside = true;
                column = row.indexOf("claim");
            } else if (column >= 0) {
                Matcher id = QUOTED.matcher(row.get(column));
                while (id.find()) {
                    ids.add(id.group(1));
                }
            }
        }
        return ids;
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

    /** The ids that stand in the sources of the studies. */
    private static Set<String> ofTheSources() throws IOException {
        Set<String> ids = new TreeSet<>();
        Path folder = Path.of("src/main/java/io/acord/paper");
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                Matcher id = CLAIM.matcher(Files.readString(file));
                while (id.find()) {
                    ids.add(id.group(1));
                }
            }
        }
        return ids;
    }

    @Test
    void theMapNamesAllClaimsAndNoOthers() throws IOException {
        assertThat(ofTheMap()).isEqualTo(ofTheSources());
    }

    @Test
    void noPromisedClaimIsForgotten() throws IOException {
        assertThat(ofTheMap()).containsAll(Claim.PROMISED_IDS).hasSizeGreaterThanOrEqualTo(25);
    }

    /** What is read from the sources is what studies answer with. */
    @Test
    void theSourcesDoNotLie() throws IOException {
        List<String> measured = new ArrayList<>();
        for (Study study : StudyCatalog.theorems()) {
            StudyFindings.by(study).claims().forEach(claim -> measured.add(claim.id()));
        }
        assertThat(ofTheSources()).containsAll(measured);
        assertThat(measured).hasSizeGreaterThanOrEqualTo(25);
    }
}
