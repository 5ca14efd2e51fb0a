package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.acord.PlayedBooks;
import io.acord.input.BadInputException;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.report.Report;
import io.acord.lab.scenario.Scenario;
import io.acord.lab.scenario.ScenarioReader;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code optimum: solve | bound | none}. */
class OptimumRuleTest {

    private static Scenario scenario(String text, String... sets) {
        return ScenarioReader.readText(text, "s.yaml", Path.of(""), List.of(sets));
    }

    private static final String DRIFT =
            "{seed: 3, repeats: 2, horizon: 50, agents: 8, beta: 5, costs: {kind: drift}, graph: {kind: ring},"
                    + " algorithms: [acord: {iterations: 6}, local]}";

    @ParameterizedTest
    @ValueSource(
            strings = {
                DRIFT,
                "{seed: 4, repeats: 2, horizon: 45, agents: 6, dimension: 2, beta: 3, costs: {kind: mixed},"
                        + " graph: {kind: random-regular, degree: 3, every: 2}, algorithms: [acord: {iterations: 6}, robd]}"
            })
    void aBoundHoldsAndIsCloseWithoutTheOptimum(String text) {
        RunResult solved = Experiment.of(scenario(text)).play();
        RunResult bounded = Experiment.of(scenario(text, "optimum=bound")).play();
        assertThat(bounded.verdict().isKept()).isTrue();
        for (int r = 0; r < 2; r++) {
            double truth = solved.optima().get(r).lowerBound();
            HindsightOptimum bounds = bounded.optima().get(r);
            assertThat(bounds).isInstanceOf(HindsightOptimum.Bounded.class);
            assertThat(bounds.lowerBound()).isBetween(0.98 * truth, truth * (1 + 1e-9));
            assertThat(bounds.upperBound()).isBetween(truth * (1 - 1e-9), 1.01 * truth);
            for (int a = 0; a < 2; a++) {
                AlgorithmResult played = bounded.algorithms().get(a);
                assertThat(played.costs()).isEqualTo(solved.algorithms().get(a).costs());
                assertThat(played.ratios()).isEmpty();
                assertThat(played.ratiosAtMost().get(r))
                        .as("certified by one bound for all")
                        .isBetween(
                                solved.algorithms().get(a).ratios().get(r).high() * (1 - 1e-9),
                                1.02
                                        * solved.algorithms()
                                                .get(a)
                                                .ratios()
                                                .get(r)
                                                .high());
            }
        }
    }

    @Test
    void noRatioToAnOptimumThatNobodySolvedIsReported() {
        RunResult bounded = Experiment.of(scenario(DRIFT, "optimum=bound")).play();
        String summary = SummaryJson.of(bounded);
        assertThat(summary)
                .contains("\"ratioToOpt\":{\"mean\":null,\"max\":null,\"low\":null}")
                .contains("\"solved\":false")
                .contains("The hindsight optimum was not solved: the scenario asks for a bound.")
                .contains("Certified by a lower bound")
                .doesNotContain("\"ratioAtMost\":{\"mean\":null");
        assertThat(Report.html(bounded))
                .contains("Ratio to OPT, at most")
                .contains("The hindsight optimum was not solved: the scenario asks for a bound.")
                .contains("ACORD paid at most ");
    }

    @Test
    void noneKeepsTheBooksOfThePolicyAndNothingElse() {
        RunResult none = Experiment.of(scenario(DRIFT, "optimum=none")).play();
        RunResult bound = Experiment.of(scenario(DRIFT, "optimum=bound")).play();
        for (int a = 0; a < 2; a++) {
            AlgorithmResult played = none.algorithms().get(a);
            assertThat(played.booksRatios()).isEqualTo(bound.algorithms().get(a).booksRatios());
            for (int r = 0; r < 2; r++) {
                assertThat(played.ratiosAtMost().get(r))
                        .isBetween(1.0, played.booksRatios().get(r));
            }
        }
        assertThat(none.optima().get(0).lowerBound())
                .isLessThan(bound.optima().get(0).lowerBound());
        assertThat(none.verdict().checks().get(0).words()).contains("the scenario asks for none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"bound", "none", "solve"})
    void aPolicyThatPlaysTheOptimumHasItSolved(String word) {
        RunResult result = Experiment.of(scenario(DRIFT.replace("local]", "opt]"), "optimum=" + word))
                .play();
        assertThat(result.optima()).allMatch(HindsightOptimum.Solved.class::isInstance);
        assertThat(result.algorithms().get(1).maxRatio().high()).isCloseTo(1, within(1e-9));
    }

    @Test
    void theRuleIsKeptWithWhatWasPlayed() {
        assertThat(scenario(DRIFT, "optimum=none").canonical()).contains("optimum: none\n");
        assertThat(scenario(DRIFT).canonical()).doesNotContain("optimum");
    }

    @Test
    void anotherWordIsRefused() {
        assertThatThrownBy(() -> scenario(DRIFT, "optimum=bounds"))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("optimum")
                .hasMessageContaining("one of solve, bound, none")
                .hasMessageContaining("did you mean bound?");
    }

    /** Windows that move along lose next to nothing of what sweeps over all rounds at once find. */
    @Test
    void windowsThatMoveAlongProveNearlyWhatIsTrue() {
        var instance = scenario(DRIFT, "horizon=90").instance(11);
        double truth = Hindsight.solve(instance, 1).optimum().lowerBound();
        SweptBound swept = new SweptBound(instance.start(), 20, 1);
        PlayedBooks books = PlayedBooks.lending(instance.start());
        for (int t = 1; t <= 90; t++) {
            swept.add(instance.round(t), instance.start()); // as bad as it gets: nobody ever moves
            books.close(instance.round(t), instance.start());
        }
        swept.finish();
        assertThat(swept.atLeast()).isBetween(0.97 * truth, truth * (1 + 1e-9));
        assertThat(swept.paid()).isBetween(truth * (1 - 1e-9), 1.03 * truth);
        assertThat(books.atLeast()).isLessThan(swept.atLeast());
    }
}
