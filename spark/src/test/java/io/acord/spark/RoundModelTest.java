package io.acord.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.spark.RoundModel.Measured;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundModelTest {

    private static final RoundModel TRUE = new RoundModel(100e-9, 12e-9, 40e-9);

    private static List<Measured> measured(int... degrees) {
        List<Measured> all = new ArrayList<>();
        for (double rows : new double[] {125_000, 250_000, 500_000}) {
            for (int degree : degrees) {
                for (double told : new double[] {60, 13 * rows}) {
                    all.add(new Measured(rows, degree * rows, told, TRUE.seconds(rows, degree * rows, told)));
                }
            }
        }
        return all;
    }

    @Test
    void roundsOfTwoDegreesTellRowsArcsAndNumbersApart() {
        RoundModel found = RoundModel.fit(measured(4, 10));
        assertThat(found.row()).isCloseTo(TRUE.row(), within(1e-12));
        assertThat(found.arc()).isCloseTo(TRUE.arc(), within(1e-12));
        assertThat(found.told()).isCloseTo(TRUE.told(), within(1e-12));
        assertThat(measured(4, 10))
                .allSatisfy(round -> assertThat(found.error(round)).isCloseTo(0, within(1e-9)));
    }

    /** Noise in what was measured must not make a round of a larger fleet take less than no time. */
    @Test
    void whatWouldTakeLessThanNoTimeIsLeftOut() {
        RoundModel odd = new RoundModel(100e-9, -2e-9, 40e-9);
        List<Measured> rounds = measured(4, 10).stream()
                .map(one -> new Measured(
                        one.rows(), one.arcs(), one.told(), odd.seconds(one.rows(), one.arcs(), one.told())))
                .toList();
        RoundModel found = RoundModel.fit(rounds);
        assertThat(found.arc()).isZero();
        assertThat(found.row()).isBetween(80e-9, 100e-9);
        assertThat(found.told()).isBetween(30e-9, 50e-9);
    }

    @Test
    void roundsOfOneDegreeDoNot() {
        assertThat(RoundModel.fit(measured(10)).arc()).isNaN();
    }
}
