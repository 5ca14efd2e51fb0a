package io.acord.lab.generate;

import static io.acord.lab.generate.KindFixtures.alpha;
import static io.acord.lab.generate.KindFixtures.target;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.acord.cost.HittingCost;
import io.acord.input.BadInputException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The costs of the paper's experiments (Appendix H, L1463). Tolerances are five standard deviations of what is
 * measured.
 */
class SpikeCostsTest {

    private static final int DRAWS = 200_000;

    @ParameterizedTest(name = "p = {0}")
    @ValueSource(doubles = {0.7, 0.2})
    void alphaSpikesInAShareOfOneMinusP(double p) {
        int t = 10;
        int spikes = 0;
        double low = 0;
        double high = 0;
        for (HittingCost f : draw(Map.of("p", p), 1, t)) {
            double alpha = alpha(f);
            if (alpha > 1) {
                spikes++;
                assertThat(alpha).isGreaterThan(1024).isLessThanOrEqualTo(1025);
                high += alpha - 1024;
            } else {
                assertThat(alpha).isPositive();
                low += alpha;
            }
        }
        assertThat(spikes / (double) DRAWS).isCloseTo(1 - p, within(5 * Math.sqrt(p * (1 - p) / DRAWS)));
        assertThat(low / (DRAWS - spikes)).isCloseTo(0.5, within(5 * Math.sqrt(1 / 12.0 / (DRAWS - spikes))));
        assertThat(high / spikes).isCloseTo(0.5, within(5 * Math.sqrt(1 / 12.0 / spikes)));
    }

    @ParameterizedTest(name = "q = {0}")
    @ValueSource(doubles = {0.9, 0.4})
    void targetsSpikeToEitherSideInAShareOfOneMinusQ(double q) {
        int t = 60; // 1.1^60 = 304.5, far from ±10
        double jump = Math.pow(1.1, t);
        int up = 0;
        int down = 0;
        double usual = 0;
        double squares = 0;
        double spiked = 0;
        for (HittingCost f : draw(Map.of("q", q), 1, t)) {
            double v = target(f, 0);
            if (Math.abs(v) > 10) {
                double rest = v - Math.signum(v) * jump;
                assertThat(rest).isBetween(-10.0 - 1e-9, 10 + 1e-9);
                spiked += rest;
                up += v > 0 ? 1 : 0;
                down += v > 0 ? 0 : 1;
            } else {
                usual += v;
                squares += v * v;
            }
        }
        int spikes = up + down;
        int others = DRAWS - spikes;
        double variance = 400 / 12.0;
        assertThat(spikes / (double) DRAWS).isCloseTo(1 - q, within(5 * Math.sqrt(q * (1 - q) / DRAWS)));
        assertThat(up / (double) spikes).isCloseTo(0.5, within(5 * Math.sqrt(0.25 / spikes)));
        assertThat(usual / others).isCloseTo(0, within(5 * Math.sqrt(variance / others)));
        assertThat(spiked / spikes).isCloseTo(0, within(5 * Math.sqrt(variance / spikes)));
        // U[−10, 10]: E v² = 100/3, E v⁴ = 10⁴/5.
        assertThat(squares / others).isCloseTo(variance, within(5 * Math.sqrt((2000 - variance * variance) / others)));
    }

    @Test
    void everythingSpikesIndependently() {
        int both = 0;
        int bothCoordinates = 0;
        for (HittingCost f : draw(Map.of("p", 0.7, "q", 0.6), 2, 60)) {
            both += alpha(f) > 1 && Math.abs(target(f, 0)) > 10 ? 1 : 0;
            bothCoordinates += Math.abs(target(f, 0)) > 10 && Math.abs(target(f, 1)) > 10 ? 1 : 0;
        }
        assertThat(both / (double) DRAWS).isCloseTo(0.12, within(5 * Math.sqrt(0.12 * 0.88 / DRAWS)));
        assertThat(bothCoordinates / (double) DRAWS).isCloseTo(0.16, within(5 * Math.sqrt(0.16 * 0.84 / DRAWS)));
    }

    @ParameterizedTest(name = "round {0}")
    @ValueSource(ints = {1, 2, 20, 52, 300})
    void aSpikeAddsExactlyWhatTheFormulaSays(int t) {
        var size = KindFixtures.size(50, 1, 300);
        HittingCost[] flat =
                KindFixtures.costs("spikes", Map.of("p", 1, "q", 1), size, 7).round(t);
        HittingCost[] steep =
                KindFixtures.costs("spikes", Map.of("p", 0, "q", 0), size, 7).round(t);
        HittingCost[] capped =
                KindFixtures.costs("spikes", Map.of("p", 0, "cap", 20), size, 7).round(t);
        double jump = StrictMath.pow(1.1, t);
        for (int i = 0; i < flat.length; i++) {
            assertThat(alpha(flat[i])).isBetween(Double.MIN_VALUE, 1.0);
            assertThat(alpha(steep[i])).isEqualTo(alpha(flat[i]) + Math.pow(2, t));
            assertThat(alpha(capped[i])).isEqualTo(alpha(flat[i]) + Math.pow(2, Math.min(t, 20)));
            assertThat(target(steep[i], 0)).isIn(target(flat[i], 0) + jump, target(flat[i], 0) - jump);
            assertThat(steep[i].mu()).isEqualTo(2 * alpha(steep[i]));
        }
    }

    @Test
    void theSpikesOfThePaperAreTheUsualOnes() {
        var size = KindFixtures.size(100, 2, 20);
        HittingCost[] usual = KindFixtures.costs("spikes", Map.of(), size, 3).round(9);
        HittingCost[] said = KindFixtures.costs("spikes", Map.of("p", 0.7, "q", 0.9), size, 3)
                .round(9);
        for (int i = 0; i < usual.length; i++) {
            assertThat(usual[i]).hasToString(said[i].toString());
        }
    }

    @Test
    void agentsSeeTheSameCostsInALargerFleet() {
        HittingCost[] few = KindFixtures.costs("spikes", Map.of(), KindFixtures.size(5, 2, 20), 3)
                .round(9);
        HittingCost[] many = KindFixtures.costs("spikes", Map.of(), KindFixtures.size(500, 2, 20), 3)
                .round(9);
        for (int i = 0; i < few.length; i++) {
            assertThat(many[i]).hasToString(few[i].toString());
        }
    }

    /** Computed once: another machine or Java version must draw the same. */
    @Test
    void theSameSeedGivesTheSameBitsOnEveryMachine() {
        HittingCost[] f = KindFixtures.costs("spikes", Map.of("p", 0, "q", 0), KindFixtures.size(2, 1, 20), 2024)
                .round(13);
        assertThat(alpha(f[1])).isEqualTo(8192.311193285328);
        assertThat(target(f[1], 0)).isEqualTo(-7.552325343750779);
    }

    @ParameterizedTest(name = "{0} agents in {1} dimensions, {2}")
    @CsvSource({"20, 1, 789", "1, 1, 793", "1000000, 3, 776"})
    void theLongestHorizonIsNamedAndPlayable(int agents, int dimension, int longest) {
        assertThatThrownBy(() -> KindFixtures.costs("spikes", Map.of(), KindFixtures.size(agents, dimension, 5000), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll(
                        "costs.cap is missing, and the horizon is 5000",
                        "a horizon of at most " + longest + ",",
                        "2^t and v jumps by 1.1^t",
                        "add cap: 40");
        var longer = KindFixtures.size(agents, dimension, longest + 1);
        assertThatThrownBy(() -> KindFixtures.costs("spikes", Map.of(), longer, 1))
                .isInstanceOf(BadInputException.class);
        var size = KindFixtures.size(agents, dimension, longest);
        var costs = KindFixtures.costs("spikes", Map.of("p", 0, "q", 0), size, 1);
        if (agents <= 20) {
            double total = 0;
            for (int t = 1; t <= longest; t++) {
                for (HittingCost f : costs.round(t)) {
                    total += f.at(new double[] {-target(f, 0)});
                }
            }
            assertThat(total).isFinite();
        }
    }

    @Test
    void aCapAllowsLongerHorizonsAndNoSpikesAnyHorizon() {
        assertThatThrownBy(() -> KindFixtures.costs("spikes", Map.of("cap", 40), KindFixtures.size(20, 1, 5000), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("costs overflow within the horizon of 5000", "at most 35", "v jumps by 1.1^t");
        assertThat(KindFixtures.costs("spikes", Map.of("cap", 40), KindFixtures.size(2, 1, 3000), 1)
                        .round(3000)[0]
                        .mu())
                .isFinite();
        assertThat(KindFixtures.costs(
                                "spikes", Map.of("cap", 40, "q", 1), KindFixtures.size(2, 1, Integer.MAX_VALUE), 1)
                        .round(Integer.MAX_VALUE)[0]
                        .mu())
                .isFinite();
        assertThatThrownBy(() -> KindFixtures.costs("spikes", Map.of("q", 1), KindFixtures.size(20, 1, 5000), 1))
                .hasMessageContainingAll("at most 1000,", "2^t, and later");
        assertThatThrownBy(() -> KindFixtures.costs("spikes", Map.of("p", 1), KindFixtures.size(20, 1, 5000), 1))
                .hasMessageContainingAll("costs overflow", "at most 36", "because v jumps", "fix: shorten the horizon");
    }

    @Test
    void anOverflowIsRefusedAlsoIfTheSizeWasUnknownWhenTheScenarioWasRead() {
        var source = KindFixtures.costSource("spikes", Map.of(), KindFixtures.nothing());
        assertThatThrownBy(() -> source.costs(KindFixtures.size(20, 1, 2000), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("at most 789");
        assertThat(source.names()).isEmpty();
        assertThat(source.dimension()).isEmpty();
        assertThat(source.horizon()).isEmpty();
    }

    @Test
    void whatIsNoProbabilityIsRefused() {
        assertThatThrownBy(() -> KindFixtures.costs(
                        "spikes", Map.of("p", 1.5, "q", "often", "cap", -1, "cab", 1), KindFixtures.size(2, 1, 5), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContainingAll("p is \"1.5\"", "q is \"often\"", "cap is \"-1\"", "did you mean cap?");
    }

    private static HittingCost[] draw(Map<String, ?> options, int dimension, int t) {
        return KindFixtures.costs("spikes", options, KindFixtures.size(DRAWS, dimension, 100), 11)
                .round(t);
    }
}
