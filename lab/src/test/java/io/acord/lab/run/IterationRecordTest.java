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

    private static Repeat game(String costs, String graph, String acord) {
        Scenario scenario =
                ScenarioReader.readText("""
                name: course
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

    private static IterationRecord course(Repeat game, int t, Repeat.Turn turn) {
        Policy policy = game.scenario().algorithms().get(0).policy();
        return IterationRecord.of(
                policy.engineRecipe(game.rule()).orElseThrow(), game.setting(), game.instance(), t, turn);
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
        Repeat game = game(costs, graph, acord);
        int proven = 0;
        for (int t = 1; t <= 3; t++) {
            Repeat.Turn turn = game.next().get(0);
            IterationRecord course = course(game, t, turn);
            int last = course.iterations();
            assertThat(last).isEqualTo(turn.move().iterations());
            assertThat(course.actions(last)).isEqualTo(turn.actions());
            double rounding = 1e-11 * Math.abs(course.minimum());
            for (int k = 0; k <= course.kept(); k++) {
                String where = acord + " on " + graph + ", round " + t + ", iteration " + k;
                assertThat(course.gap(k)).as(where).isNotNegative();
                if (k == 0) {
                    assertThat(course.certificate(k)).isNaN();
                    continue;
                }
                assertThat(course.gap(k)).as(where).isLessThanOrEqualTo(course.certificate(k) + rounding);
                if (!Double.isNaN(course.proven(k))) {
                    proven++;
                    assertThat(course.gap(k)).as(where).isLessThanOrEqualTo(course.proven(k) + rounding);
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
        Repeat game = game(MIXED, "{kind: path}", "{iterations: 700, variant: plain, from: zero}");
        Repeat.Turn turn = game.next().get(0);
        IterationRecord course = course(game, 1, turn);
        assertThat(course.iterations()).isEqualTo(700);
        assertThat(course.kept()).isEqualTo(IterationRecord.KEPT);
        assertThat(course.actions(700)).isEqualTo(turn.actions());
        assertThat(course.gap(700)).isLessThanOrEqualTo(course.gap(400));
        assertThat(course.usedFor(700)).isNotNull();
        assertThatThrownBy(() -> course.actions(500)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aGameThatIsOverGoesNoFurther() {
        Repeat game = game(MIXED, "{kind: ring}", "{iterations: 2}");
        assertThatThrownBy(game::outcome).isInstanceOf(IllegalStateException.class);
        for (int t = 1; t <= 3; t++) {
            assertThat(game.isOver()).isFalse();
            assertThat(game.next()).hasSize(1);
            assertThat(game.round()).isEqualTo(t);
        }
        assertThat(game.isOver()).isTrue();
        assertThatThrownBy(game::next).isInstanceOf(IllegalStateException.class);
    }
}
