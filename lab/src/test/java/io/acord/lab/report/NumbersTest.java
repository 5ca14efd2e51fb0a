package io.acord.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.draw.EvenSample;
import io.acord.lab.draw.Scale;
import io.acord.lab.optimum.Interval;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, 0",
        "1.02149, 1.021",
        "12345.6, 12\u202F350",
        "99999, 10⁵",
        "123456789, 1.235×10⁸",
        "0.00123456, 0.001235",
        "0.000123456, 1.235×10⁻⁴",
        "-2.5, −2.5",
        "100, 100",
        "1e300, 10³⁰⁰",
        "NaN, not available",
        "Infinity, ∞"
    })
    void numbersHaveFourSignificantDigits(double value, String words) {
        assertThat(Numbers.brief(value)).isEqualTo(words);
    }

    @Test
    void anIntervalIsShownByItsEndsUnlessItIsAPoint() {
        assertThat(Numbers.brief(new Interval(1, 1.25))).isEqualTo("[1, 1.25]");
        assertThat(Numbers.brief(Interval.of(1.25))).isEqualTo("1.25");
        assertThat(Numbers.brief(Interval.of(Double.NaN))).isEqualTo("not available");
        assertThat(Numbers.brief(new Interval(1, Double.POSITIVE_INFINITY))).isEqualTo("[1, ∞]");
    }

    @Test
    void bytesAndSecondsHavePrefixes() {
        assertThat(Numbers.bytes(0)).isEqualTo("0 B");
        assertThat(Numbers.bytes(3520)).isEqualTo("3.52 kB");
        assertThat(Numbers.bytes(999.99)).isEqualTo("1 kB");
        assertThat(Numbers.bytes(2.5e9)).isEqualTo("2.5 GB");
        assertThat(Numbers.bytes(0.25)).isEqualTo("0.25 B");
        assertThat(Numbers.seconds(0.0000432)).isEqualTo("43.2 µs");
        assertThat(Numbers.seconds(Double.NaN)).isEqualTo("not available");
    }

    @Test
    void coordinatesHaveOneDecimal() {
        assertThat(Numbers.px(12.04)).isEqualTo("12");
        assertThat(Numbers.px(-0.26)).isEqualTo("-0.3");
        assertThat(Numbers.px(-12.26)).isEqualTo("-12.3");
    }

    @Test
    void theIntervalOfAMeanIsStudents() {
        MeanInterval spread = MeanInterval.of(new double[] {1, 2, 3, 4});
        assertThat(spread.mean()).isEqualTo(2.5);
        assertThat(spread.high() - spread.mean()).isCloseTo(3.182446305 * Math.sqrt(5.0 / 3 / 4), within(1e-9));
        assertThat(MeanInterval.of(new double[] {7}).hasInterval()).isFalse();
        assertThat(MeanInterval.of(new double[] {7, 7}).high()).isEqualTo(7);
        assertThat(MeanInterval.of(new double[] {1, Double.POSITIVE_INFINITY}).hasInterval())
                .isFalse();
        assertThat(MeanInterval.of(new double[] {1e308, 1e308}).mean()).isEqualTo(1e308);
    }

    @Test
    void studentsQuantilesContinueBeyondTheTable() {
        assertThat(MeanInterval.t975(31)).isCloseTo(2.039513446, within(1e-5));
        assertThat(MeanInterval.t975(120)).isCloseTo(1.979930405, within(1e-6));
    }

    @Test
    void ticksAreRoundAndInside() {
        assertThat(Scale.linear(0, 97, 0, 1).ticks(5)).containsExactly(0.0, 20.0, 40.0, 60.0, 80.0);
        assertThat(Scale.linear(1, 20, 0, 1).wholeTicks(10))
                .containsExactly(2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0, 16.0, 18.0, 20.0);
        assertThat(Scale.linear(1, 3, 0, 1).wholeTicks(10)).containsExactly(1.0, 2.0, 3.0);
        assertThat(Scale.log(1e-7, 1e5, 0, 1).ticks(7)).containsExactly(1e-6, 1e-4, 1e-2, 1.0, 100.0, 1e4);
        assertThat(Scale.log(1, 7, 0, 1).ticks(6)).containsExactly(1.0, 2.0, 5.0);
    }

    @Test
    void everyScaleKeepsEverythingInside() {
        List<Scale> scales = List.of(
                Scale.linear(0, 0, 10, 20),
                Scale.linear(5, 5, 10, 20),
                Scale.linear(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 10, 20),
                Scale.linear(Double.NaN, Double.NaN, 10, 20),
                Scale.linear(0, 1e-320, 10, 20),
                Scale.log(0, 0, 10, 20),
                Scale.log(1e-320, Double.MAX_VALUE, 10, 20));
        for (Scale scale : scales) {
            for (double value : new double[] {-1e308, 0, 1e-320, 1, 1e308}) {
                assertThat(scale.at(value)).isBetween(10.0, 20.0);
            }
            assertThat(scale.ticks(6)).hasSizeLessThan(61);
        }
    }

    @Test
    void thinningKeepsTheFirstAndTheLast() {
        assertThat(EvenSample.pick(5, 10)).containsExactly(0, 1, 2, 3, 4);
        assertThat(EvenSample.pick(1001, 3)).containsExactly(0, 500, 1000);
        assertThat(EvenSample.pick(0, 3)).isEmpty();
        assertThat(Arrays.stream(EvenSample.pick(Integer.MAX_VALUE, 240)).distinct())
                .hasSize(240);
    }
}
