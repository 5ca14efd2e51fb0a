package io.acord.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.acord.input.BadInputException;
import io.acord.input.Complaint;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bad numbers are refused when a cost is made, and the message says what to do. */
class RefusalsTest {

    private static final double NAN = Double.NaN;
    private static final double INF = Double.POSITIVE_INFINITY;
    private static final double[] NONE = {};
    private static final Quadratic IN_ONE = Quadratic.alpha(1, 0);
    private static final Quadratic IN_TWO = Quadratic.alpha(1, 0, 0);

    static Stream<Arguments> refusals() {
        return Stream.of(
                refusal(() -> Quadratic.alpha(0, 1), "alpha is 0.0", "lambda1 needs mu = 2 alpha > 0"),
                refusal(() -> Quadratic.alpha(-1, 1), "alpha is -1.0", "above 0"),
                refusal(() -> Quadratic.alpha(INF, 1), "alpha is Infinity", "finite"),
                refusal(() -> Quadratic.alpha(1, 0, NAN), "v[1] is NaN", "a finite number"),
                refusal(() -> Quadratic.alpha(1), "v has no coordinates", "at least one"),
                refusal(() -> Quadratic.alpha(1e300, 1e10), "v[0] is 1.0E10, which overflows", "larger unit"),
                refusal(() -> Quadratic.diagonal(NONE), "curvature has no coordinates", "at least one"),
                refusal(() -> Quadratic.diagonal(new double[] {1, 0}, 1, 1), "curvature[1] is 0.0", "above 0"),
                refusal(() -> Quadratic.diagonal(new double[] {1, 2}, 1), "v has length 1", "length 2"),
                refusal(() -> Quadratic.diagonal(new double[] {1, 1e300}, 1, 1e10), "v[1] is 1.0E10", "overflows"),
                refusal(() -> Quadratic.matrix(new double[0][]), "q has no coordinates", "at least one"),
                refusal(() -> Quadratic.matrix(new double[][] {{1, 2}}, 1), "q[0] has length 2", "length 1"),
                refusal(() -> Quadratic.matrix(new double[][] {{1}}, 1, 2), "v has length 2", "length 1"),
                refusal(() -> Quadratic.matrix(new double[][] {{NAN}}, 1), "q[0][0] is NaN", "finite"),
                refusal(
                        () -> Quadratic.matrix(new double[][] {{2, 1}, {0, 2}}, 1, 1),
                        "q[1][0] is 0.0 and q[0][1] is 1.0",
                        "mean of q and its transpose"),
                refusal(
                        () -> Quadratic.matrix(new double[][] {{1, 2}, {2, 1}}, 1, 1),
                        "q has eigenvalues from -",
                        "add a small multiple of the identity"),
                refusal(
                        () -> Quadratic.matrix(new double[][] {{1, 1}, {1, 1}}, 1, 1),
                        "q has eigenvalues from",
                        "above 0 by more than rounding"),
                refusal(() -> Quadratic.matrix(new double[][] {{-1, 0}, {0, 1}}, 1, 1), "q[0][0] is -1.0", "above"),
                refusal(() -> AbsoluteDeviation.of(-1, 0, 1), "weight is -1.0", "0 or above"),
                refusal(() -> AbsoluteDeviation.of(1, NAN, 1), "v[0] is NaN", "finite"),
                refusal(() -> AbsoluteDeviation.of(1, NONE, 1), "v has no coordinates", "at least one"),
                refusal(() -> AbsoluteDeviation.of(1, 0, 0), "mu is 0.0", "lambda1 needs a strongly convex cost"),
                refusal(() -> AbsoluteDeviation.of(1, 0, NAN), "mu is NaN", "finite"),
                refusal(() -> Huber.of(1, 0, 0, 1), "threshold is 0.0", "above 0"),
                refusal(() -> Huber.of(1, -2, 0, 1), "threshold is -2.0", "above 0"),
                refusal(() -> Huber.of(NAN, 1, 0, 1), "weight is NaN", "finite"),
                refusal(() -> Huber.of(1, 1, 0, -1), "mu is -1.0", "above 0"),
                refusal(() -> Huber.of(1e300, 1e10, 0, 1), "threshold is 1.0E10, which overflows", "larger unit"),
                refusal(() -> Band.of(2, 1, 1, 1), "low[0] is 2.0, above high[0] = 1.0", "low <= high"),
                refusal(() -> Band.of(-INF, 1, 1, 1), "low[0] is -Infinity", "finite"),
                refusal(() -> Band.of(NONE, NONE, 1, 1), "low has no coordinates", "at least one"),
                refusal(() -> Band.of(new double[1], new double[2], 1, 1), "high has length 2", "length 1"),
                refusal(() -> Band.of(0, 1, -1, 1), "weight is -1.0", "0 or above"),
                refusal(() -> Band.of(0, 1, 1, 0), "mu is 0.0", "above 0"),
                refusal(() -> MaxAffine.of(NONE, NONE, 1, 0), "slopes is empty", "at least one plane"),
                refusal(() -> MaxAffine.of(new double[] {1}, NONE, 1, 0), "intercepts has length 0", "length 1"),
                refusal(() -> MaxAffine.of(new double[] {NAN}, new double[1], 1, 0), "slopes[0][0] is NaN", "finite"),
                refusal(() -> MaxAffine.of(new double[] {1}, new double[] {INF}, 1, 0), "intercepts[0] is", "finite"),
                refusal(
                        () -> MaxAffine.of(new double[][] {{1, 2}, {1}}, new double[2], 1, new double[2]),
                        "slopes[1] has length 1",
                        "length 2, because centre has it"),
                refusal(() -> MaxAffine.of(new double[] {1}, new double[1], 0, 0), "mu is 0.0", "above 0"),
                refusal(() -> Smooth.of(new LogSumExp(new double[][] {{1}}, 1), 0, 1), "mu is 0.0", "above 0"),
                refusal(
                        () -> Smooth.of(new LogSumExp(new double[][] {{1}}, 1), 1, 0),
                        "start has no coordinates",
                        "one"),
                refusal(
                        () -> Smooth.of(new Barrier(new double[1], 1), 1, new double[] {-1}),
                        "start is [-1.0], where the function is NaN",
                        "give a start inside the domain"),
                refusal(() -> ScalarConvex.of(x -> x * x, 0, 0), "mu is 0.0", "above 0"),
                refusal(() -> ScalarConvex.of(x -> x * x, 1, NAN), "start is NaN", "finite"),
                refusal(() -> ScalarConvex.of(x -> INF, 1, 3), "start is 3.0, where the function is Inf", "domain"),
                refusal(() -> Boxed.of(IN_ONE, 2, 1), "low[0] is 2.0, above high[0] = 1.0", "low <= high"),
                refusal(() -> Boxed.of(IN_ONE, NAN, 1), "low[0] is NaN", "a number, or -Infinity for no limit"),
                refusal(() -> Boxed.of(IN_ONE, INF, INF), "low[0] is Infinity", "-Infinity for no limit"),
                refusal(() -> Boxed.of(IN_ONE, -INF, -INF), "high[0] is -Infinity", "Infinity for no limit"),
                refusal(() -> Boxed.of(IN_TWO, 0, 1), "low has length 1", "length 2, because cost has it"),
                refusal(
                        () -> Boxed.of(Boxed.of(IN_ONE, 0, 1), 2, 3),
                        "coordinate 0 is left with no value by the boxes",
                        "widen one of them"),
                refusal(
                        () -> Boxed.of(ScalarConvex.of(x -> x > 0 ? x * x - Math.log(x) : INF, 1, 1), -2, -1),
                        "cost is infinite wherever its parts start",
                        "inside the box"),
                refusal(
                        () -> Boxed.of(Smooth.of(new Barrier(new double[1], 1), 1, new double[] {1}), -2, -1),
                        "cost is infinite wherever its parts start",
                        "inside the box"),
                refusal(
                        () -> Boxed.of(new EveryCostTest.Own(1, new double[2]), new double[2], new double[2]),
                        "cost combines Own with others in dimension 2",
                        "describe it as a Smooth or a MaxAffine"),
                refusal(() -> Sum.of(), "costs is empty", "at least one cost"),
                refusal(() -> Sum.of(new EveryCostTest.Own(1, NONE)), "costs[0] has no coordinates", "at least one"),
                refusal(() -> Sum.of(IN_ONE, IN_TWO), "costs[1] has length 2", "length 1, because costs[0] has it"),
                refusal(
                        () -> Sum.of(Boxed.of(IN_ONE, 0, 1), Boxed.of(IN_ONE, 2, 3)),
                        "coordinate 0 is left with no value by the boxes",
                        "boxes that overlap"),
                refusal(
                        () -> Sum.of(
                                new EveryCostTest.Own(1, new double[2]), AbsoluteDeviation.of(1, new double[2], 1)),
                        "cost combines Own with others in dimension 2",
                        "only quadratics beside a HittingCost of your own"),
                refusal(() -> Sum.of(new EveryCostTest.Own(0, new double[1]), IN_ONE), "costs[0].mu is 0.0", "above 0"),
                refusal(
                        () -> StrongConvexityCheck.of(IN_ONE, 1, 0, new double[2], -1),
                        "samples is 0",
                        "radius is -1.0",
                        "centre has length 2"));
    }

    private static Arguments refusal(Executable made, String where, String... parts) {
        return arguments(where, List.of(parts), made);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void badNumbersAreRefused(String where, List<String> parts, Executable made) {
        BadInputException refused = catchThrowableOfType(BadInputException.class, made::execute);
        assertThat(refused).isNotNull().hasMessageContaining(where).hasMessageContaining("needed: ");
        assertThat(refused.complaints())
                .allSatisfy(complaint -> assertThat(complaint.fix()).isNotBlank());
        assertThat(parts).allSatisfy(part -> assertThat(refused).hasMessageContaining(part));
    }

    @Test
    void everyComplaintIsMadeAtOnce() {
        BadInputException refused = catchThrowableOfType(
                BadInputException.class, () -> Band.of(new double[] {3, NAN}, new double[] {2, 5}, -1, 0));
        assertThat(refused.complaints())
                .extracting(Complaint::where)
                .containsExactly("low[1]", "low[0]", "weight", "mu");
    }

    @Test
    void anActionOfAnotherDimensionIsTheCallersBug() {
        assertThatThrownBy(() -> IN_TWO.argmin(new QuadraticPull(2), new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dimension 2")
                .hasMessageContaining("dimension 1");
        assertThatThrownBy(() -> AbsoluteDeviation.of(1, 0, 1).argmin(new QuadraticPull(2), new double[1]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatTheCallerDoesToItsArraysLaterDoesNotMatter() {
        double[] v = {1, 2};
        double[][] q = {{2, 1}, {1, 2}};
        HittingCost[] costs = {
            Quadratic.matrix(q, v),
            Quadratic.alpha(1, v),
            AbsoluteDeviation.of(1, v, 1),
            Huber.of(1, 1, v, 1),
            Band.of(v, v, 1, 1),
            MaxAffine.of(q, v, 1, v),
            Boxed.of(IN_TWO, v, v),
            Smooth.of(new LogSumExp(new double[][] {{1, 2}}, 1), 1, v),
        };
        double[] x = {1, 2};
        double[] before =
                java.util.Arrays.stream(costs).mapToDouble(f -> f.at(x)).toArray();
        v[0] = 100;
        q[0][0] = 100;
        assertThat(java.util.Arrays.stream(costs).mapToDouble(f -> f.at(x)).toArray())
                .isEqualTo(before);
    }
}
