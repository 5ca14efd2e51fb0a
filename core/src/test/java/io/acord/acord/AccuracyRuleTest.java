package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.acord.Decision.Ending;
import org.junit.jupiter.api.Test;

class AccuracyRuleTest {

    @Test
    void aCertificateOfEpsilonIsAccurate() {
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1e-3, false)).isEqualTo(Ending.ACCURATE);
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1.001e-3, false)).isEqualTo(Ending.DONE);
    }

    @Test
    void itEndsAtTheLimitAndWhereRoundingAllowsNoMore() {
        assertThat(new AccuracyRule(1e-3, 1).look(1, 1, false)).isEqualTo(Ending.LIMIT);
        assertThat(new AccuracyRule(1e-3, 10).look(1, 1, true)).isEqualTo(Ending.ROUNDING);
        assertThat(new AccuracyRule(1e-3, 10).look(1, Double.POSITIVE_INFINITY, false))
                .isEqualTo(Ending.NO_CERTIFICATE);
    }

    /** A thousand iterations, or as many as it took so far; hardly smaller is not smaller. */
    @Test
    void patienceEndsWhenNothingGetsSmaller() {
        assertThat(endOfStandstill(1)).isEqualTo(1 + 1_001);
        assertThat(endOfStandstill(500)).isEqualTo(500 + 1_001);
        assertThat(endOfStandstill(3_000)).isEqualTo(3_000 + 3_001);
    }

    /**
     * Certificates fall until an iteration and by half a thousandth once afterwards; returns when the rule gives up.
     */
    private static int endOfStandstill(int fallsUntil) {
        AccuracyRule rule = new AccuracyRule(1e-9, 100_000);
        for (int k = 1; ; k++) {
            double certificate = k <= fallsUntil ? Math.pow(0.998, k) : 0.9995 * Math.pow(0.998, fallsUntil);
            Ending ending = rule.look(k, certificate, false);
            if (ending != Ending.DONE) {
                assertThat(ending).isEqualTo(Ending.ROUNDING);
                return k;
            }
        }
    }
}
