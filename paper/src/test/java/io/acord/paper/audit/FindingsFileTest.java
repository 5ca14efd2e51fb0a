package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.graph.Graph;
import io.acord.lab.figure.Figure;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.paper.finding.Table;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FindingsFileTest {

    static final Graph TRIANGLE = Graph.of(3, new int[][] {{0, 1}, {1, 2}, {0, 2}});

    /** One of everything, with numbers that JSON cannot say. */
    static Findings findings(String id) {
        Figure.Curve curve = new Figure.Curve(
                "a \"name\", with all",
                Figure.Style.DASHED,
                List.of(1.0, 2.0),
                List.of(0.1 + 0.2, Double.POSITIVE_INFINITY),
                List.of(Double.NaN, Double.NEGATIVE_INFINITY),
                List.of(1e300, -0.0));
        Figure figure = new Figure(
                id,
                "Title",
                "paper <says>",
                "found & seen",
                "conventions",
                2,
                List.of(
                        new Figure.Plot(
                                "a",
                                "panel",
                                Figure.Axis.linear("x"),
                                Figure.Axis.log("y"),
                                List.of(curve),
                                Optional.of(1.0)),
                        new Figure.Plot(
                                "b",
                                "empty",
                                Figure.Axis.log("x"),
                                Figure.Axis.linear("y"),
                                List.of(),
                                Optional.empty()),
                        new Figure.Drawing("c", "graph", TRIANGLE)));
        Claim claim = new Claim(
                id + "-claim",
                "5.1",
                "A sentence.",
                Claim.Verdict.CORRECTED,
                Claim.Basis.MEASURED,
                Map.of("ratio", new Claim.Measured(1.5, 1.25, Double.NaN)),
                "Because.",
                List.of(id));
        Table table = new Table(
                id + "-table",
                "Table",
                "found",
                "conventions",
                "who",
                List.of("x", "y"),
                List.of(new Table.Row(
                        "a, b", List.of(Claim.Measured.exactly(1), new Claim.Measured(2, 1, Double.NaN)))));
        return new Findings(List.of(figure), List.of(table), List.of(claim), List.of("a promise"));
    }

    @Test
    void findingsComeBackAsTheyWere() {
        Findings before = findings("x");
        Findings after = FindingsFile.read(FindingsFile.write(before, "f"), "f").orElseThrow();
        assertThat(after.claims()).isEqualTo(before.claims());
        assertThat(after.broken()).isEqualTo(before.broken());
        assertThat(after.tables()).isEqualTo(before.tables());
        Figure figure = after.figures().get(0);
        assertThat(figure.panels().subList(0, 2))
                .isEqualTo(before.figures().get(0).panels().subList(0, 2));
        assertThat(figure.panels().get(2)).isInstanceOfSatisfying(Figure.Drawing.class, drawing -> {
            assertThat(drawing.graph().agents()).isEqualTo(3);
            assertThat(drawing.graph().edges()).isEqualTo(3);
            assertThat(drawing.graph().edgeBetween(0, 2)).isNotNegative();
        });
        assertThat(FindingsFile.write(after, "f")).isEqualTo(FindingsFile.write(before, "f"));
    }

    @Test
    void findingsOfAnotherSetupOrACutOffFileAreNone() {
        String text = FindingsFile.write(findings("x"), "f");
        assertThat(FindingsFile.read(text, "g")).isEmpty();
        for (int length = 0; length < text.stripTrailing().length(); length += 7) {
            assertThat(FindingsFile.read(text.substring(0, length), "f")).isEmpty();
        }
        for (String other : List.of("", "[]", "{}", "null", "{\"fingerprint\":\"f\"}", "hello", text + text)) {
            assertThat(FindingsFile.read(other, "f")).isEmpty();
        }
    }
}
