package io.acord.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.BadInputException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PaperRuleTest {

    static LongStream seeds() {
        return Instance.seeds();
    }

    /**
     * 5.4: rounded up, the formula with 128 keeps the budget of Theorem A, because σ²/(βl max a) ≤ 8/3 on any graph
     * with an edge.
     */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void with128AndItsFactorThePapersRuleKeepsTheorem31sBudget(long seed) {
        Instance instance = Instance.random(seed);
        Graph graph = instance.coupling().graph();
        double beta = instance.beta();
        if (graph.edges() == 0 || beta == 0) {
            return;
        }
        double largest = Arrays.stream(instance.a()).max().orElseThrow();
        double sigma = Sigma.of(graph, beta, 1, instance.a()).exact();
        assertThat(sigma * sigma / (beta * largest)).isLessThanOrEqualTo(8 / 3.0);
        for (double start : new double[] {0.1, 10, 1e6}) {
            int iterations = new PaperRule(20, beta, 1, sigma, largest, 0.3).unbounded(start);
            double left = start * Math.exp(iterations * Math.log1p(-sigma / (4 * beta)));
            assertThat(left).isLessThanOrEqualTo(new TheoremA(0.3).roundBudget(20));
        }
    }

    /** 5.2: κ ≥ σ/(4βl), so the corrected rule never needs more for the same start and budget. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theTrueRateIsNoSlowerThanThePapers(long seed) {
        Instance instance = Instance.random(seed);
        Coupling coupling = instance.coupling();
        double l = 0;
        for (int e = 0; e < coupling.graph().edges(); e++) {
            l = Math.max(l, coupling.largestEigenvalue(e));
        }
        if (l == 0 || instance.beta() == 0) {
            return;
        }
        double sigma = Sigma.of(coupling, instance.beta(), instance.a()).exact();
        assertThat(instance.contraction().rho().kappa())
                .isGreaterThanOrEqualTo(sigma / (4 * instance.beta() * l) * (1 - 1e-9));
    }

    /**
     * D₀ is not given with the table of theory 5.7, see SufficientIterationsTest; the fitted ones agree, for the same
     * fleet, to a thousandth.
     */
    @ParameterizedTest
    @CsvSource({
        "ring,     20,  1,    206, 366.5",
        "ring,     20, 50,  11771, 366.5",
        "complete, 40,  1,   2542, 695.9",
        "complete, 40, 50, 142370, 696.3",
        "star,     40, 50,  11881, 696.2",
    })
    void thePapersColumnOfTheTableIsExplainedByItsStart(
            String shape, int agents, double beta, int iterations, double start) {
        assertThat(rule(shape, agents, beta).unbounded(start)).isEqualTo(iterations);
    }

    /** For agents with μ = .5, T = 20 and the true σ. */
    private static PaperRule rule(String shape, int agents, double beta) {
        double[] a = new double[agents];
        Arrays.fill(a, 1);
        double sigma = Sigma.of(SufficientIterationsTest.named(shape, agents), beta, 1, a)
                .exact();
        return new PaperRule(20, beta, 1, sigma, 1, 0.5);
    }

    @Test
    void theBoundedFormulaIsTheUnboundedOneAtItsWorstStart() {
        PaperRule rule = new PaperRule(20, 3, 2, 0.4, 1.5, 0.5);
        assertThat(rule.bounded(10, 7, 4)).isEqualTo(rule.unbounded(150));
    }

    /** E1, E2. */
    @Test
    void thePrintedVariantsAskForFewer() {
        PaperRule rule = new PaperRule(20, 50, 1, 0.4, 3, 0.5);
        assertThat(rule.crawlAsPrinted(100)).isLessThan(rule.unbounded(100));
        assertThat(rule.unboundedAsPrinted(100)).isLessThan(rule.unbounded(100));
        double left = 100 * Math.exp(rule.crawlAsPrinted(100) * Math.log1p(-0.4 / 200));
        double asked = 0.4 * 0.4 * 0.25 / (128 * 50 * 3.0 * 160_000); // what the proof at (eqn12) asks for
        assertThat(left).isGreaterThan(asked * 3.9);
    }

    /** E18. */
    @Test
    void oneIterationIsEnoughWithoutBetaOrFromAnOptimalStartOrForALargeSigma() {
        assertThat(new PaperRule(20, 0, 1, 0, 1, 0.5).unbounded(10)).isEqualTo(1);
        assertThat(new PaperRule(20, 1, 1, 0.4, 1, 0.5).unbounded(0)).isEqualTo(1);
        assertThat(new PaperRule(1, 1, 1, 0.4, 1, 0.5).unbounded(1e-9)).isEqualTo(1);
        assertThat(new PaperRule(20, 0.01, 1, 0.4, 1, 0.5).unbounded(10)).isEqualTo(1);
    }

    @Test
    void badArgumentsAreRefused() {
        assertThatThrownBy(() -> new PaperRule(20, 1, 1, -5.14, 1, 0.5))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("sigma is -5.14")
                .hasMessageContaining("E13");
        assertThatThrownBy(() -> new PaperRule(0, 1, 1, 1, 1, 0.5)).hasMessageContaining("horizon is 0");
        assertThatThrownBy(() -> new PaperRule(20, 1, 1, 1e-30, 1, 0.5).unbounded(1))
                .hasMessageContaining("K would be");
        assertThatThrownBy(() -> new PaperRule(20, 1, 1, 0.4, 1, 0.5).unbounded(-1))
                .hasMessageContaining("start is -1.0");
        assertThatThrownBy(() -> new PaperRule(20, 1, 1, 0.4, 1, 0.5).bounded(0, 1, 1))
                .hasMessageContaining("agents is 0");
    }

    /**
     * (4 log T + log(factor · β l D₀/(σ λ)²)) / −log(1 − σ/(4βl)), rounded up, with each factor as its text has it (E1,
     * E2).
     */
    @Test
    void theThreePrintsDifferByTheirFactor() {
        PaperRule rule = new PaperRule(20, 3, 2, 0.7, 5, 0.4);
        assertThat(rule.unbounded(11)).isEqualTo(expected(128 * 5));
        assertThat(rule.unboundedAsPrinted(11)).isEqualTo(expected(128));
        assertThat(rule.crawlAsPrinted(11)).isEqualTo(expected(32 * 5));
        assertThat(rule.bounded(4, 2, 1.5)).isEqualTo(new PaperRule(20, 3, 2, 0.7, 5, 0.4).unbounded(4 * (2 + 1.125)));
    }

    private static int expected(double factor) {
        double argument = Math.pow(20, 4) * factor * 3 * 2 * 11 / Math.pow(0.7 * 0.4, 2);
        return (int) Math.ceil(Math.log(argument) / -Math.log1p(-0.7 / (4 * 3 * 2)));
    }

    @Test
    void oneIterationIsEnoughWhereNothingIsLeftToDo() {
        assertThat(new PaperRule(20, 0, 1, 1, 5, 0.4).unbounded(11)).isEqualTo(1);
        assertThat(new PaperRule(20, 1, 1, 4, 5, 0.4).unbounded(11)).isEqualTo(1);
        assertThat(new PaperRule(20, 1, 1, 0.5, 5, 0.4).unbounded(0)).isEqualTo(1);
    }
}
