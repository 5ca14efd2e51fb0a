package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.scenario.MuRule;
import io.acord.lab.source.PackagedText;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Table;
import io.acord.paper.rival.RivalsStudy;
import io.acord.recipe.From;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The numbers of docs/comparison.md are those of the commands that it names. */
class ComparisonTest {

    private static final Path DOCS = Path.of("..", "docs");

    @Test
    void everyNumberIsWhatTheCommandsPrint() throws IOException {
        StudySetup setup = new StudySetup(LpcBoundary.FULL, MuRule.HORIZON, From.ZERO, 10, 1, false, 1);
        Table table = new RivalsStudy().find(setup, (done, all) -> {}).tables().get(0);
        MarkdownTable.check(DOCS.resolve("comparison.md"), table, name -> "`" + name + "`");
    }

    /** The study has the scenario with it, wherever it is run; people find it in docs. */
    @Test
    void theScenarioOfThePageIsTheStudys() throws IOException {
        assertThat(Files.readString(DOCS.resolve("rivals.yaml")))
                .isEqualTo(PackagedText.of(RivalsStudy.class, "rivals.yaml"));
    }
}
