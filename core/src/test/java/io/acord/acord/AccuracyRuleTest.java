package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Decision.Ending;
import org.junit.jupiter.api.Test;

class AccuracyRuleTest {

    @Test
    void aCertificateOfEpsilonIsAccurate() {
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1e-3, 1)).isEqualTo(Ending.ACCURATE);
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1.001e-3, 1)).isEqualTo(Ending.DONE);
    }

    @Test
    void itEndsAtTheLimitAndWhereRoundingAllowsNoMore() {
        assertThat(new AccuracyRule(1e-3, 1).look(1, 1, 1)).isEqualTo(Ending.LIMIT);
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1, Double.POSITIVE_INFINITY))
                .isEqualTo(Ending.ROUNDING);
        assertThat(new AccuracyRule(1e-3, 10).look(1, Double.POSITIVE_INFINITY, 1))
                .isEqualTo(Ending.NO_CERTIFICATE);
    }

    /** A thousand iterations, as many as it took so far, or ten over the root of κ; hardly smaller is not smaller. */
    @Test
    void patienceEndsWhenNothingGetsSmaller() {
        assertThat(endOfStandstill(1, 1e-2)).isEqualTo(1 + 1_001);
        assertThat(endOfStandstill(500, 1e-2)).isEqualTo(500 + 1_001);
        assertThat(endOfStandstill(3_000, 1e-2)).isEqualTo(3_000 + 3_001);
        assertThat(endOfStandstill(500, 1e-6)).isEqualTo(500 + 10_001);
    }

    /**
     * Certificates fall until an iteration and by half a thousandth once afterwards; returns when the rule gives up.
     */
    private static int endOfStandstill(int fallsUntil, double kappa) {
        AccuracyRule rule = new AccuracyRule(1e-9, 100_000);
        for (int k = 1; ; k++) {
            double certificate = k <= fallsUntil ? Math.pow(0.998, k) : 0.9995 * Math.pow(0.998, fallsUntil);
            Ending ending = rule.look(k, certificate, kappa);
            if (ending != Ending.DONE) {
                assertThat(ending).isEqualTo(Ending.STALLED);
                return k;
            }
        }
    }
}
