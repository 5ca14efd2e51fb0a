package io.acord.lab.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.Complaints;
import io.acord.lab.figure.Figure;
import io.acord.lab.run.Watcher;
import io.acord.lab.scenario.ScenarioReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SweepFilesTest {

    @TempDir
    private Path folder;

    private Sweep.Result play(String... words) throws IOException {
        Complaints complaints = new Complaints();
        List<SweepAxis> axes = SweepAxis.parse(List.of(words), complaints);
        complaints.throwIfAny();
        return new Sweep(sets -> ScenarioReader.readText("""
                                {agents: 4, horizon: 2, repeats: 2, costs: {kind: drift}, graph: {kind: ring},
                                 algorithms: [acord, local, opt]}
                                """, "ring.yaml", folder, sets), axes)
                .play(folder.resolve("played"), "version", 2, false, Watcher.NOBODY);
    }

    private static List<Figure> figures(Sweep.Result result) {
        return SweepFigures.of(result.axes(), SweepCell.of(result.rows()), "ring", "conventions");
    }

    @Test
    void thePageAndTheFiguresAreWhole() throws Exception {
        Sweep.Result result = play("beta=1,10,100", "graph.kind=ring,star");
        List<String> written = new SweepFiles("ring <1>", "./acord sweep my.yaml", "acord 1").write(folder, result);
        assertThat(written)
                .contains("sweep.csv", "differences.csv", "table.tex", "cost.svg", "ratio.svg", "sweep.html");
        for (String file : written) {
            assertThat(folder.resolve(file)).isNotEmptyFile();
        }
        String page = Files.readString(folder.resolve("sweep.html"));
        assertThat(page).contains("ring &lt;1&gt;", "graph.kind = star", "./acord sweep my.yaml", "paired");
        for (String text : List.of(page, Files.readString(folder.resolve("cost.svg")))) {
            DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        }
    }

    @Test
    void numbersGoToTheRightAndTheOtherKeysHavePanels() throws IOException {
        Figure cost = figures(play("graph.kind=ring,star", "beta=100,1,10")).get(0);
        assertThat(cost.panels()).hasSize(2);
        Figure.Plot plot = (Figure.Plot) cost.panels().get(0);
        assertThat(plot.title()).isEqualTo("graph.kind = ring");
        assertThat(plot.x().label()).isEqualTo("beta");
        assertThat(plot.x().log()).isTrue();
        assertThat(plot.curves()).extracting(Figure.Curve::name).containsExactly("acord", "local", "opt");
        assertThat(plot.curves().get(0).x()).containsExactly(1.0, 10.0, 100.0);
    }

    @Test
    void wordsAreNumbered() throws IOException {
        Figure.Plot plot = (Figure.Plot)
                figures(play("graph.kind=ring,star")).get(0).panels().get(0);
        assertThat(plot.x().label()).isEqualTo("graph.kind: 1 = ring, 2 = star");
        assertThat(plot.curves().get(0).x()).containsExactly(1.0, 2.0);
    }
}
