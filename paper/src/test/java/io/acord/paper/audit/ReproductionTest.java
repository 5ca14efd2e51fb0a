package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.input.BadInputException;
import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.scenario.MuRule;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.recipe.From;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReproductionTest {

    @TempDir
    Path folder;

    /** Counts how often it measures. */
    private static class Counting extends Study {
        int measured;

        Counting(String id) {
            super(id, "the study " + id);
        }

        @Override
        public Findings find(StudySetup setup, Progress progress) {
            measured++;
            progress.done(1, 1);
            return FindingsFileTest.findings(id());
        }
    }

    private static final class Failing extends Counting {
        Failing(String id) {
            super(id);
        }

        @Override
        public Findings find(StudySetup setup, Progress progress) {
            throw new IllegalStateException("the lights went out");
        }
    }

    static final Reproduction.Watcher NOBODY = new Reproduction.Watcher() {
        @Override
        public void begins(Study study) {}

        @Override
        public void progress(long done, long ofAll) {}

        @Override
        public void kept(Study study) {}
    };

    private static StudySetup setup(int seeds) {
        return new StudySetup(LpcBoundary.FULL, MuRule.HORIZON, From.ZERO, seeds, 1, true, 1);
    }

    private Reproduction.Result run(int seeds, boolean again, List<? extends Study> all, Study... chosen)
            throws IOException {
        return new Reproduction(folder, setup(seeds), List.copyOf(all), "acord 1.0", "./acord reproduce")
                .run(chosen.length == 0 ? List.copyOf(all) : List.of(chosen), again, NOBODY);
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void aStudyBecomesPicturesTablesClaimsAndAPage() throws IOException {
        run(5, false, List.of(new Counting("one")));
        assertThat(files())
                .containsExactly(
                        "claims.json",
                        "index.html",
                        "one-a.csv",
                        "one-b.csv",
                        "one-c.csv",
                        "one-table.csv",
                        "one.pdf",
                        "one.png",
                        "one.svg",
                        "studies/one.json");
        assertThat(folder.resolve("one-c.csv")).hasContent("from,to\n0,1\n1,2\n0,2\n".replace("1,2\n0,2", "0,2\n1,2"));
        assertThat(Files.readAllLines(folder.resolve("one-a.csv")).get(1))
                .isEqualTo("\"a \"\"name\"\", with all\",1.0,0.30000000000000004,,1.0E300");
    }

    @Test
    void aSecondRunMeasuresNothingAndShowsTheSame() throws IOException {
        Counting study = new Counting("one");
        Reproduction.Result first = run(5, false, List.of(study));
        byte[] page = Files.readAllBytes(folder.resolve("index.html"));
        Files.delete(folder.resolve("one.svg"));
        Reproduction.Result second = run(5, false, List.of(study));
        assertThat(study.measured).isEqualTo(1);
        assertThat(second).isEqualTo(first);
        assertThat(folder.resolve("index.html")).hasBinaryContent(page);
        assertThat(folder.resolve("one.svg")).exists();
    }

    @Test
    void anotherSetupOrTheWishMeasuresAgain() throws IOException {
        Counting study = new Counting("one");
        run(5, false, List.of(study));
        run(6, false, List.of(study));
        assertThat(study.measured).isEqualTo(2);
        run(6, true, List.of(study));
        assertThat(study.measured).isEqualTo(3);
    }

    @Test
    void aCutOffFileIsMeasuredAgain() throws IOException {
        Counting study = new Counting("one");
        run(5, false, List.of(study));
        Path kept = folder.resolve("studies/one.json");
        Files.writeString(kept, Files.readString(kept).substring(0, 300));
        run(5, false, List.of(study));
        assertThat(study.measured).isEqualTo(2);
    }

    @Test
    void anInterruptedRunGoesOnWhereItWas() throws IOException {
        Counting one = new Counting("one");
        Counting two = new Counting("two");
        assertThatThrownBy(() -> run(5, false, List.of(one, new Failing("two"))))
                .hasMessage("the lights went out");
        assertThat(files())
                .contains("one.svg", "studies/one.json", "index.html")
                .noneMatch(f -> f.contains("partial"));
        run(5, false, List.of(one, two));
        assertThat(one.measured).isEqualTo(1);
        assertThat(two.measured).isEqualTo(1);
    }

    @Test
    void thePageShowsWhatIsThereAndNamesWhatIsNot() throws IOException {
        Counting one = new Counting("one");
        Counting two = new Counting("two");
        List<Counting> all = List.of(one, two);
        run(5, false, all, two);
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("Not measured with this setup yet: one.")
                .contains("1 sentence of the paper tested");
        Reproduction.Result result = run(5, false, all, one);
        assertThat(two.measured).isEqualTo(1);
        assertThat(result.claims()).extracting(Claim::id).containsExactly("one-claim", "two-claim");
        assertThat(result.broken()).hasSize(2);
    }

    @Test
    void thePageIsWellFormedAndAsksNobodyForAnything() throws Exception {
        run(5, false, List.of(new Counting("one")));
        String page = Files.readString(folder.resolve("index.html"));
        DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        builder.setEntityResolver((name, system) -> new InputSource(new ByteArrayInputStream(new byte[0])));
        Document document = builder.parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("svg").getLength()).isEqualTo(1);
        assertThat(document.getElementsByTagName("script").getLength()).isZero();
        assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http:", "https:", "@import", "url(");
        assertThat(page)
                .contains(
                        "paper &lt;says&gt;", "found &amp; seen", "A promise of Acord itself did not hold: a promise");
    }

    @Test
    void claimsAreJsonWithNullsForWhatIsUnknown() throws IOException {
        run(5, false, List.of(new Counting("one")));
        JsonNode claims = JsonMapper.shared().readTree(Files.readString(folder.resolve("claims.json")));
        JsonNode claim = claims.get(0);
        assertThat(claim.get("id").asString()).isEqualTo("one-claim");
        assertThat(claim.get("verdict").asString()).isEqualTo("reproduced with a correction");
        assertThat(claim.get("basis").asString()).isEqualTo("measured");
        assertThat(claim.get("measured").get("ratio").get("value").asDouble()).isEqualTo(1.5);
        assertThat(claim.get("measured").get("ratio").get("high95").isNull()).isTrue();
    }

    @Test
    void filesOfOthersAreLeftAlone() throws IOException {
        Files.writeString(folder.resolve("index.html"), "my homepage");
        assertThatThrownBy(() -> run(5, false, List.of(new Counting("one"))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("is not of a reproduction");
        assertThat(folder.resolve("index.html")).hasContent("my homepage");
        assertThat(files()).containsExactly("index.html");
    }

    @Test
    void theSameCodeHasTheSameChecksum() {
        List<String> sums = new ArrayList<>(List.of(Reproduction.code(), Reproduction.code()));
        assertThat(sums.get(0)).isEqualTo(sums.get(1)).hasSizeGreaterThan(4);
    }
}
