package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.lab.policy.Policy;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a round came about, iteration by iteration. */
class IterationRecordTest {

    private static final String MIXED = "{kind: mixed}";

    private static Repeat repeat(String costs, String graph, String acord) {
        Scenario scenario =
                ScenarioReader.readText("""
                name: record
                seed: 3
                horizon: 3
                agents: 14
                beta: 4
                mu: running
                costs: %s
                graph: %s
                algorithms:
                  - acord: %s
                """.formatted(costs, graph, acord), "scenario.yaml", Path.of(""), List.of());
        return Repeat.open(scenario, 0, 1);
    }

    private static IterationRecord record(Repeat repeat, int t, Repeat.Turn turn) {
        Policy policy = repeat.scenario().algorithms().get(0).policy();
        return IterationRecord.of(
                policy.engineRecipe(repeat.rule()).orElseThrow(), repeat.setting(), repeat.instance(), t, turn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{iterations: 15, variant: plain, from: zero}",
                "{iterations: 15, variant: plain}",
                "{iterations: 15, variant: jacobi}",
                "{iterations: 15, variant: accelerated, from: zero}",
                "{iterations: 15, variant: accelerated}",
                "{iterations: 15, variant: accelerated, theta: certified, from: zero}",
                "{iterations: 15, variant: accelerated, theta: certified}",
                "{iterations: 15, variant: optimized}",
                "{iterations: 15, variant: auto, from: zero}",
                "{iterations: 15}",
                "{accuracy: 1e-7, variant: auto}",
                "{budget: crawl}"
            })
    void theRecordEndsWhereItWasPlayedAndStaysBelowWhatIsProvedAndCertified(String acord) {
        for (String costs : List.of(MIXED, "{kind: drift}")) {
            follow(costs, "{kind: circulant, degree: 4}", acord);
            follow(costs, "{kind: erdos-renyi, p: 0.12, every: 1}", acord);
        }
    }

    private static void follow(String costs, String graph, String acord) {
        Repeat repeat = repeat(costs, graph, acord);
        int proven = 0;
        for (int t = 1; t <= 3; t++) {
            Repeat.Turn turn = repeat.next().get(0);
            IterationRecord record = record(repeat, t, turn);
            int last = record.iterations();
            assertThat(last).isEqualTo(turn.move().iterations());
            assertThat(record.actions(last)).isEqualTo(turn.actions());
            double rounding = 1e-11 * Math.abs(record.minimum());
            for (int k = 0; k <= record.kept(); k++) {
                String where = acord + " on " + graph + ", round " + t + ", iteration " + k;
                assertThat(record.gap(k)).as(where).isNotNegative();
                if (k == 0) {
                    assertThat(record.certificate(k)).isNaN();
                    continue;
                }
                assertThat(record.gap(k)).as(where).isLessThanOrEqualTo(record.certificate(k) + rounding);
                if (!Double.isNaN(record.proven(k))) {
                    proven++;
                    assertThat(record.gap(k)).as(where).isLessThanOrEqualTo(record.proven(k) + rounding);
                }
            }
        }
        boolean jacobi = acord.contains("jacobi");
        boolean byComponent = !acord.contains("iterations") && graph.contains("erdos");
        boolean auto = acord.contains("auto") || (!acord.contains("variant") && !acord.contains("budget"));
        boolean autoForAnyCosts = auto && costs.equals(MIXED);
        assertThat(proven > 0 || jacobi || byComponent || autoForAnyCosts)
                .as(acord + " on " + graph + " has a proven rate")
                .isTrue();
        assertThat((jacobi || autoForAnyCosts) && proven > 0).isFalse();
    }

    @Test
    void ofALongRoundTheBeginningAndTheEndAreKept() {
        Repeat repeat = repeat(MIXED, "{kind: path}", "{iterations: 700, variant: plain, from: zero}");
        Repeat.Turn turn = repeat.next().get(0);
        IterationRecord record = record(repeat, 1, turn);
        assertThat(record.iterations()).isEqualTo(700);
        assertThat(record.kept()).isEqualTo(IterationRecord.KEPT);
        assertThat(record.actions(700)).isEqualTo(turn.actions());
        assertThat(record.gap(700)).isLessThanOrEqualTo(record.gap(400));
        assertThat(record.usedFor(700)).isNotNull();
        assertThatThrownBy(() -> record.actions(500)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aGameThatIsOverGoesNoFurther() {
        Repeat repeat = repeat(MIXED, "{kind: ring}", "{iterations: 2}");
        assertThatThrownBy(repeat::outcome).isInstanceOf(IllegalStateException.class);
        for (int t = 1; t <= 3; t++) {
            assertThat(repeat.isOver()).isFalse();
            assertThat(repeat.next()).hasSize(1);
            assertThat(repeat.round()).isEqualTo(t);
        }
        assertThat(repeat.isOver()).isTrue();
        assertThatThrownBy(repeat::next).isInstanceOf(IllegalStateException.class);
    }
}
