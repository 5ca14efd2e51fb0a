package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class NumbersTest {

    static Stream<Arguments> costs() {
        double[] v = {1, 2, 3};
        return Stream.of(
                Arguments.of(Quadratic.alpha(1, 2), 2),
                Arguments.of(Quadratic.diagonal(new double[] {1, 2, 3}, v), 6),
                Arguments.of(Quadratic.matrix(new double[][] {{2, 1}, {1, 2}}, 0, 0), 5),
                Arguments.of(AbsoluteDeviation.of(1, v, 1), 5),
                Arguments.of(Huber.of(1, 1, v, 1), 6),
                Arguments.of(Band.of(0, 1, 1, 1), 4),
                Arguments.of(MaxAffine.of(new double[] {1, -1}, new double[] {0, 0}, 1, 0), 6),
                Arguments.of(Boxed.of(Quadratic.alpha(1, 2), 0, 1), 4),
                Arguments.of(Sum.of(Quadratic.alpha(1, 2), Band.of(0, 1, 1, 1)), 6));
    }

    @ParameterizedTest
    @MethodSource("costs")
    void aCostIsDescribedByItsParameters(HittingCost cost, int numbers) {
        assertThat(cost.numbers()).hasValue(numbers);
    }

    @ParameterizedTest
    @MethodSource("unbounded")
    void aFunctionOfTheUsersIsDescribedByNoNumberOfNumbers(HittingCost cost) {
        assertThat(cost.numbers()).isEmpty();
    }

    static Stream<HittingCost> unbounded() {
        HittingCost own = ScalarConvex.of(x -> x * x, 2, 0);
        return Stream.of(own, Boxed.of(own, 0, 1), Sum.of(own, Quadratic.alpha(1, 2)));
    }
}
