package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;

/** The technical note has no number but those that were measured, and docs/note is what its results make. */
class NotePageTest {

    private static final Path DOCS = Path.of("..", "docs");

    @TempDir
    Path folder;

    @Test
    void theTemplateHasNoNumberOutsideFormulas() {
        String words = NotePage.PLACE.matcher(NotePage.template()).replaceAll("");
        words = NotePage.FORMULA.matcher(words).replaceAll("");
        words = words.replaceAll("<cite>[^<]*</cite>", "").replaceAll("<[^>]*>", "");
        assertThat(words).doesNotContainPattern("\\d");
    }

    @Test
    void formulasHaveNoNumbersButZeroOneAndTwo() {
        Matcher formula = NotePage.FORMULA.matcher(NotePage.template());
        int count = 0;
        while (formula.find()) {
            count++;
            assertThat(formula.group(2)).doesNotContainPattern("[3-9]|\\d[.,]?\\d");
        }
        assertThat(count).isGreaterThan(50);
    }

    /** Findings of a study whose every number is the given one. */
    private static Findings findings(String study, double number) {
        String table = study.equals("foresight") ? "foresight-table" : study;
        Measured value = new Measured(number, number - 1, number + 1);
        Findings drawn = FindingsFileTest.findings(study);
        Claim claim = new Claim(
                study + "-claim",
                "theory",
                "A <sentence>.",
                Claim.Verdict.OURS_HOLDS,
                Claim.Basis.MEASURED,
                Map.of("ratio", value),
                "Because.",
                List.of());
        return new Findings(
                drawn.figures(),
                List.of(new Table(
                        table,
                        "Title",
                        "Found.",
                        "how",
                        "row",
                        List.of("column"),
                        List.of(new Table.Row("r & s", List.of(value))))),
                List.of(claim),
                List.of());
    }

    private static NoteResults results(double number) {
        Map<String, Findings> studies = new LinkedHashMap<>();
        StudyCatalog.note().forEach(study -> studies.put(study.id(), findings(study.id(), number)));
        return new NoteResults("acord 1.0", "./acord reproduce note", "how", studies);
    }

    @Test
    void everyPlaceIsFilledWithWhatWasMeasured() throws Exception {
        String page = NotePage.html(results(7.8125));
        assertThat(page)
                .contains("<td title=\"95 % interval 6.8125 to 8.8125\">7.8125</td>", "r &amp; s")
                .contains(
                        "A &lt;sentence&gt;. (theory: ours; holds)",
                        "<code>./acord reproduce note</code>",
                        "x<sub>t+1</sub>")
                .doesNotContain("{{", "}}");
        assertThat(NotePage.html(results(9.0625))).contains("9.0625").doesNotContain("7.81", "6.81", "8.81");
        DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        assertThatCode(() -> xml.parse(new InputSource(new StringReader(page)))).doesNotThrowAnyException();
    }

    @Test
    void theNoteIsWrittenOnceAllThatItShowsIsKnown() throws IOException {
        List<Study> studies =
                StudyCatalog.note().stream().map(NotePageTest::fake).toList();
        Reproduction reproduction =
                new Reproduction(folder, StudyFindings.setup(1), studies, "acord 1.0", "./acord reproduce note");
        reproduction.run(studies.subList(0, studies.size() - 1), false, ReproductionTest.NOBODY);
        assertThat(folder.resolve(Reproduction.NOTE)).doesNotExist();
        reproduction.run(studies, false, ReproductionTest.NOBODY);
        NoteResults kept = FindingsFile.readNote(Files.readString(folder.resolve("note/results.json")));
        assertThat(Files.readString(folder.resolve(Reproduction.NOTE))).isEqualTo(NotePage.html(kept));
        assertThat(folder.resolve("foresight-table.csv"))
                .hasContent("row,column,value,low95,high95\nr & s,column,2.5,1.5,3.5\n");
        assertThat(Files.readString(folder.resolve("index.html")))
                .contains("We say", "4 sentences of ours beyond it: 4 hold, 0 not.");
    }

    private static Study fake(Study study) {
        return new Study(study.id(), study.title()) {
            @Override
            public Findings find(StudySetup setup, Progress progress) {
                return findings(id(), 2.5);
            }
        };
    }

    private static NoteResults ofDocs() throws IOException {
        return FindingsFile.readNote(Files.readString(DOCS.resolve("note").resolve("results.json")));
    }

    @Test
    void theNoteInDocsIsMadeFromTheResultsBesideIt() throws IOException {
        Path page = DOCS.resolve("note").resolve("index.html");
        String made = NotePage.html(ofDocs());
        if (Boolean.getBoolean("acord.documents.write")) {
            Files.writeString(page, made);
        }
        assertThat(Files.readString(page)).isEqualTo(made);
        assertThat(ofDocs().studies().values())
                .allSatisfy(findings -> assertThat(findings.broken()).isEmpty());
    }

    /** docs/comparison.md is held to runs by a test of its own. */
    @Test
    void theRivalsOfTheNoteAreThoseOfTheComparison() throws IOException {
        Table table = ofDocs().study("rivals").tables().get(0);
        assertThat(Files.readString(DOCS.resolve("comparison.md")))
                .contains(MarkdownTable.of(table, name -> "`" + name + "`"));
    }

    @Test
    void theTableOfForesightIsThatOfTheNote() throws IOException {
        MarkdownTable.check(
                DOCS.resolve("foresight.md"),
                ofDocs().study("foresight").tables().get(0),
                name -> name);
    }
}
