package io.acord.acord;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.Instances;
import io.acord.cost.AbsoluteDeviation;
import io.acord.cost.Quadratic;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A certificate covers what rounding hides, and is not made of it. */
class CertificateRoundingTest {

    private static final MathContext EXACT = new MathContext(80);

    /** A ring with chords whose F_t is some 1e8: the last digit of a plain sum is worth more than the gap. */
    private static RoundObjective large(int n) {
        SplittableRandom random = new SplittableRandom(7);
        Round.Builder builder = Round.builder(n, 1).beta(5);
        for (int i = 0; i < n; i++) {
            builder.cost(i, Quadratic.alpha(0.5 + random.nextDouble(), 100 * random.nextDouble()));
            builder.edge(i, (i + 1) % n);
        }
        for (int i = 0; i < n - 500; i += 2) {
            builder.edge(i, i + 100 + random.nextInt(400));
        }
        return Instances.objective(builder.build(), Actions.zero(n, 1));
    }

    private static Decision decide(RoundObjective objective, double epsilon) {
        return Acord.of(Recipe.of(Variant.AUTO, From.ZERO, IterationRule.accuracy(epsilon)))
                .decide(objective);
    }

    @Test
    void aLargeFleetIsCertifiedByItsGapAndNotByItsSize() {
        RoundObjective objective = large(50_000);
        Actions exact = decide(objective, 1e-12).actions();
        assertThat(objective.at(exact)).isGreaterThan(1e7);
        assertThat(PlayedCertificate.of(objective, exact)).as("of exact play").isLessThan(1e-9);
        Decision near = decide(objective, 1e-3);
        double gap = difference(objective, near.actions(), exact);
        assertThat(gap).isBetween(1e-6, 1e-3);
        assertThat(PlayedCertificate.of(objective, near.actions())).isBetween(gap, gap + 1e-3);
        assertThat(near.certificate()).isBetween(gap, 1e-3);
    }

    /** F_t(x) − F_t(y), exact but for the values of the terms. */
    private static double difference(RoundObjective objective, Actions x, Actions y) {
        BigDecimal sum = BigDecimal.ZERO;
        for (int i = 0; i < x.agents(); i++) {
            sum = sum.add(new BigDecimal(objective.ownPart(i, x.of(i))));
            sum = sum.subtract(new BigDecimal(objective.ownPart(i, y.of(i))));
        }
        Round round = objective.round();
        double[] xs = x.toArray();
        double[] ys = y.toArray();
        for (int e = 0; e < round.graph().edges(); e++) {
            double before = round.coupling().squaredDifference(e, xs);
            double after = round.coupling().squaredDifference(e, ys);
            sum = sum.add(new BigDecimal(round.beta() / 2 * before)).subtract(new BigDecimal(round.beta() / 2 * after));
        }
        return sum.doubleValue();
    }

    /**
     * Two agents beside steep kinks, whose slopes are balanced by where they were before: the numbers in their local
     * problems are far larger than what μ makes of their actions. The gap is exact.
     */
    @Test
    void besideSteepKinksTheGapIsWithinTheCertificate() {
        double tightest = 0;
        for (long seed = 1; seed <= 500; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            double beta = Math.pow(10, 4 * random.nextDouble() - 2);
            double[] mu = new double[2];
            double[] centre = new double[2];
            double[] slope = new double[2];
            double[] wanted = new double[2];
            Round.Builder builder = Round.builder(2, 1).beta(beta).edge(0, 1);
            for (int i = 0; i < 2; i++) {
                mu[i] = Math.pow(10, 3 * random.nextDouble() - 2);
                slope[i] = Math.pow(10, 9 * random.nextDouble());
                wanted[i] = random.nextDouble();
                boolean right = random.nextBoolean();
                centre[i] = right ? -1 : 2;
                builder.cost(i, AbsoluteDeviation.of(slope[i], centre[i], mu[i]));
                slope[i] = right ? slope[i] : -slope[i];
            }
            Round round = builder.build();
            RoundObjective shape = Instances.objective(round, Actions.zero(2, 1));
            double[] previous = new double[2];
            for (int i = 0; i < 2; i++) {
                double gradient = slope[i] + mu[i] * (wanted[i] - centre[i]) + beta * (wanted[i] - wanted[1 - i]);
                previous[i] = wanted[i] + gradient / shape.regularization(i);
            }
            RoundObjective objective = Instances.objective(round, Actions.flat(1, previous));
            BigDecimal[] a = new BigDecimal[2];
            BigDecimal[] b = new BigDecimal[2];
            for (int i = 0; i < 2; i++) {
                BigDecimal reg = new BigDecimal(objective.regularization(i));
                a[i] = new BigDecimal(mu[i]).add(reg);
                b[i] = new BigDecimal(mu[i])
                        .multiply(new BigDecimal(centre[i]))
                        .add(reg.multiply(new BigDecimal(previous[i])))
                        .subtract(new BigDecimal(slope[i]));
            }
            BigDecimal coupling = new BigDecimal(beta);
            BigDecimal m0 = a[0].add(coupling);
            BigDecimal m1 = a[1].add(coupling);
            BigDecimal determinant = m0.multiply(m1).subtract(coupling.multiply(coupling));
            BigDecimal x0 = b[0].multiply(m1).add(coupling.multiply(b[1])).divide(determinant, EXACT);
            BigDecimal x1 = b[1].multiply(m0).add(coupling.multiply(b[0])).divide(determinant, EXACT);
            for (double epsilon : new double[] {1e-6, 1e-300}) {
                Decision decision = decide(objective, epsilon);
                BigDecimal d0 = new BigDecimal(decision.actions().get(0)).subtract(x0);
                BigDecimal d1 = new BigDecimal(decision.actions().get(1)).subtract(x1);
                BigDecimal apart = d0.subtract(d1);
                double gap = a[0].multiply(d0)
                                .multiply(d0)
                                .add(a[1].multiply(d1).multiply(d1))
                                .add(coupling.multiply(apart).multiply(apart))
                                .doubleValue()
                        / 2;
                assertThat(gap)
                        .as("seed %d, accuracy %s, %s", seed, epsilon, decision.ending())
                        .isLessThanOrEqualTo(decision.certificate());
                assertThat(gap)
                        .as("of what was played, seed %d", seed)
                        .isLessThanOrEqualTo(PlayedCertificate.of(objective, decision.actions()));
                tightest = Math.max(tightest, gap / decision.certificate());
            }
        }
        assertThat(tightest).as("it is no empty bound").isGreaterThan(1e-4);
    }
}
