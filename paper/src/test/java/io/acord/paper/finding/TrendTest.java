package io.acord.paper.finding;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.run.Statistics;
import io.acord.paper.experiment.PolicyTimer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrendTest {

    private static Trend of(double... means) {
        return new Trend(Arrays.stream(means)
                .mapToObj(mean -> new Statistics(mean, mean - 0.1, mean + 0.1))
                .toList());
    }

    @Test
    void meansWhoseIntervalsTouchDoNotDiffer() {
        assertThat(of(1, 0.85).falls()).isFalse();
        assertThat(of(1, 0.79).falls()).isTrue();
        assertThat(of(0.79, 1).rises()).isTrue();
        assertThat(of(1, 0.79).rises()).isFalse();
    }

    @Test
    void aStepTheOtherWayEndsATrendUnlessItIsWithinTheIntervals() {
        assertThat(of(3, 1, 1.15, 0.5).falls()).isTrue();
        assertThat(of(3, 1, 2, 0.5).falls()).isFalse();
        assertThat(of(0.5, 2, 1, 3).rises()).isFalse();
    }

    @Test
    void onePointIsNoTrend() {
        assertThat(of(1).falls()).isFalse();
        assertThat(of(1).rises()).isFalse();
    }

    @Test
    void theMedianOfTurnsIsCoveredByOrderStatistics() {
        double[] values = new double[21];
        for (int k = 0; k < values.length; k++) {
            values[k] = k * 8 % 21; // 0 .. 20 in another order
        }
        assertThat(PolicyTimer.median(values)).isEqualTo(new Statistics(10, 6, 14));
        assertThat(PolicyTimer.median(new double[] {3})).isEqualTo(new Statistics(3, 3, 3));
    }

    @Test
    void moreAndLessAreSaidInWords() {
        assertThat(List.of(Wording.more(1.0237), Wording.more(0.993), Wording.more(1)))
                .containsExactly("2.4 % more", "0.7 % less", "as much");
    }

    @Test
    void percentagesSayHowFarARatioIsFromOne() {
        assertThat(List.of(
                        Wording.percent(1.0237),
                        Wording.percent(0.993),
                        Wording.percent(1.5),
                        Wording.percent(1),
                        Wording.percent(1.00003)))
                .containsExactly("+2.4 %", "−0.7 %", "+50 %", "0 %", "+0.003 %");
    }
}
