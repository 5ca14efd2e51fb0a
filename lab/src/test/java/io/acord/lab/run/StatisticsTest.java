package io.acord.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void theIntervalIsStudents() {
        // mean 3, standard deviation √2.5, t = 2.776 for four degrees of freedom
        Statistics statistics = Statistics.of(List.of(1.0, 2.0, 3.0, 4.0, 5.0));
        assertThat(statistics.mean()).isEqualTo(3);
        assertThat(statistics.high95() - 3).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(1e-12));
        assertThat(3 - statistics.low95()).isCloseTo(2.776 * Math.sqrt(2.5 / 5), within(1e-12));
    }

    @Test
    void oneRepeatIsAPoint() {
        assertThat(Statistics.of(List.of(7.0))).isEqualTo(new Statistics(7, 7, 7));
    }

    @Test
    void quantilesBeyondTheTableGoOnWhereItEnds() {
        assertThat(Statistics.student(30)).isEqualTo(2.042);
        assertThat(Statistics.student(31)).isCloseTo(2.0395, within(5e-4));
        assertThat(Statistics.student(100)).isCloseTo(1.9840, within(5e-4));
        assertThat(Statistics.student(100_000)).isCloseTo(1.96, within(1e-3));
    }
}
