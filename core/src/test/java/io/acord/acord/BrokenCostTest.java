package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Fleet;
import io.acord.Guarantee;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.HittingCost;
import io.acord.cost.HittingCostCheck;
import io.acord.cost.Quadratic;
import io.acord.cost.QuadraticPull;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A cost that is not what it says is found out, and nothing is proved from it. */
class BrokenCostTest {

    private static final Quadratic[] SQUARES = {Quadratic.alpha(1, 0), Quadratic.alpha(1, 0, 0)}; // by dimension

    /** x², told wrongly. */
    private record Broken(int dimension, double mu, double constantAnswer, ToDoubleFunction<double[]> value)
            implements HittingCost {

        @Override
        public double at(double[] x) {
            return value.applyAsDouble(x);
        }

        @Override
        public double argmin(QuadraticPull pull, double[] x) {
            if (!Double.isNaN(constantAnswer)) {
                Arrays.fill(x, constantAnswer);
                return 0;
            }
            return SQUARES[dimension - 1].argmin(pull, x);
        }

        @Override
        public double minimum() {
            return 0;
        }
    }

    private static double square(double[] x) {
        return Arrays.stream(x).map(c -> c * c).sum();
    }

    private static HittingCost wrongArgmin(int d) {
        return new Broken(d, 2, 5, BrokenCostTest::square);
    }

    private static HittingCost wrongMu(int d) {
        return new Broken(d, 3, Double.NaN, BrokenCostTest::square);
    }

    private static HittingCost tooSteep(int d) {
        return new Broken(d, 2, Double.NaN, x -> 3 * square(x));
    }

    private static HittingCost tooFlat(int d) {
        return new Broken(d, 2, Double.NaN, x -> 0.5 * square(x));
    }

    private static HittingCost notANumber(int d) {
        return new Broken(d, 2, Double.NaN, x -> square(x) > 0.5 ? Double.NaN : square(x));
    }

    private static HittingCost right(int d) {
        return new Broken(d, 2, Double.NaN, BrokenCostTest::square);
    }

    private static void assertFoundOut(HittingCost broken, String found) {
        for (IterationRule rule :
                List.of(IterationRule.fixed(3), IterationRule.fixed(12), IterationRule.accuracy(1e-6))) {
            int d = broken.dimension();
            Fleet fleet = Fleet.builder(3)
                    .dimension(d)
                    .recipe(Recipe.standard().with(rule))
                    .build();
            Round round = round(fleet.round(), broken, d);
            RoundObjective objective = fleet.objective(round);
            Decision decision = fleet.decide(round);
            assertThat(decision.certificate()).as("%s, %s", broken, rule).isInfinite();
            assertThat(decision.certificate(0)).as("an honest agent").isFinite();
            assertThat(decision.whyNoCertificate().orElseThrow())
                    .startsWith("agents[1] has a cost that cannot be trusted: ")
                    .contains(found)
                    .contains("; needed: ");
            assertThat(decision.ending())
                    .isEqualTo(rule.isFixed() ? Decision.Ending.DONE : Decision.Ending.NO_CERTIFICATE);
            assertNoProof(fleet);
            Fleet resumed = Fleet.builder(3).dimension(d).resume(fleet.save());
            assertNoProof(resumed);
            assertThat(PlayedCertificate.of(objective, decision.actions())).isInfinite();
            PlayedBooks books = new PlayedBooks(Actions.zero(3, d));
            books.close(round, decision.actions());
            assertThat(books.atLeast()).isEqualTo(Double.NEGATIVE_INFINITY);
        }
    }

    private static void assertNoProof(Fleet fleet) {
        assertThat(fleet.guarantee()).isInstanceOf(Guarantee.NotCovered.class);
        assertThat(fleet.guarantee().inWords()).contains("in round 1: agents[1] has a cost");
    }

    private static Round round(Round.Builder builder, HittingCost second, int d) {
        double[] three = new double[d];
        Arrays.fill(three, 3);
        return builder.cost(0, Quadratic.alpha(1, three))
                .cost(1, second)
                .cost(2, AbsoluteDeviation.of(1, three, 0.5))
                .edge(0, 1)
                .edge(1, 2)
                .beta(2)
                .build();
    }

    @Test
    void aWrongArgminGivesNoCertificateAndNoRatio() {
        assertFoundOut(wrongArgmin(1), "its argmin answers [5.0], where it costs ");
        assertFoundOut(wrongArgmin(2), "its argmin answers [5.0, 5.0], where it costs ");
    }

    @Test
    void aWrongMuGivesNoCertificateAndNoRatio() {
        assertFoundOut(wrongMu(1), "if mu is 3.0");
        assertFoundOut(wrongMu(2), "if mu is 3.0");
    }

    @Test
    void aWrongValueGivesNoCertificateAndNoRatio() {
        for (int d = 1; d <= 2; d++) {
            assertFoundOut(tooSteep(d), "its argmin answers [");
            assertFoundOut(tooFlat(d), "its argmin answers [");
        }
    }

    /** Where a broken cost holds everybody at its answer, nothing pulls any more, and it is found out all the same. */
    @Test
    void aWrongArgminIsFoundOutWhereNothingPulls() {
        Fleet fleet = Fleet.builder(2).start(5).build();
        Round round =
                fleet.round().costs(wrongArgmin(1), wrongArgmin(1)).edge(0, 1).build();
        assertThat(fleet.decide(round).certificate()).isInfinite();
    }

    @Test
    void aCostThatIsWhatItSaysKeepsItsProof() {
        for (int d = 1; d <= 2; d++) {
            Fleet fleet = Fleet.builder(3).dimension(d).build();
            for (int t = 1; t <= 20; t++) {
                Decision decision = fleet.decide(round(fleet.round(), right(d), d));
                assertThat(decision.certificate()).isFinite();
                assertThat(decision.whyNoCertificate()).isEmpty();
            }
            assertThat(fleet.guarantee()).isInstanceOf(Guarantee.Proven.class);
        }
    }

    @Test
    void samplesFindOutTheSame() {
        for (int d = 1; d <= 2; d++) {
            double[] centre = new double[d];
            assertThat(HittingCostCheck.of(wrongArgmin(d), 1, 100, centre, 4)).isPresent();
            assertThat(HittingCostCheck.of(wrongMu(d), 1, 100, centre, 4)
                            .orElseThrow()
                            .toString())
                    .contains("mu = 3.0 is overstated");
            assertThat(HittingCostCheck.of(tooSteep(d), 1, 100, centre, 4)).isPresent();
            assertThat(HittingCostCheck.of(tooFlat(d), 1, 100, centre, 4)).isPresent();
            assertThat(HittingCostCheck.of(notANumber(d), 1, 100, centre, 4)).isPresent();
            assertThat(HittingCostCheck.of(right(d), 1, 1000, centre, 4)).isEmpty();
            HittingCost negative = new Broken(d, 2, Double.NaN, x -> square(x) - 1);
            assertThat(HittingCostCheck.of(negative, 1, 100, centre, 1)
                            .orElseThrow()
                            .found())
                    .startsWith("its minimum() is 0.0, and its value -");
        }
    }
}
