package io.acord.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table = new Table("Times", "in ns", "graph | agents | time")
            .row("a \"ring\"", 1000, 0.1234)
            .row("grid", 20, Double.NaN);

    @Test
    void peopleReadColumns() {
        assertThat(table.plain())
                .isEqualTo(
                        "Times\nin ns\n  graph     agents   time\n  a \"ring\"    1000  0.123\n  grid          20       \n\n");
    }

    @Test
    void documentsHaveTheSameNumbers() {
        assertThat(table.markdown()).contains("## Times", "| a \"ring\" | 1000 | 0.123 |", "| grid | 20 |  |");
    }

    @Test
    void programsGetAllDigits() {
        assertThat(table.json())
                .isEqualTo(
                        "{\"title\":\"Times\",\"columns\":[\"graph\",\"agents\",\"time\"],\"rows\":[[\"a \\\"ring\\\"\",1000,0.1234],[\"grid\",20,null]]}");
    }

    @Test
    void thePlotIsWellFormed() throws Exception {
        String svg = Plot.svg(List.of(
                new Plot.Point("ring", 2e3, 1e3), new Plot.Point("ring", 2e4, 1e4), new Plot.Point("grid", 4e7, 1e8)));
        var document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    }
}
