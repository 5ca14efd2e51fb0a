package io.acord.paper.audit;

import static io.acord.paper.audit.StudyFindings.at;
import static io.acord.paper.audit.StudyFindings.curve;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.figure.Figure.Curve;
import io.acord.paper.experiment.Study;
import io.acord.paper.study.BooksStudy;
import io.acord.paper.study.CertificateStudy;
import io.acord.paper.study.CertifiedIterationsStudy;
import io.acord.paper.study.MinimaxStudy;
import io.acord.paper.study.TrafficStudy;
import io.acord.paper.study.VariantStudy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the studies beyond the paper show. Means of four seeds; tolerances are those of the means' 95 % intervals. */
class BeyondThePaperTest {

    private static final Study VARIANTS = new VariantStudy();
    private static final Study TRAFFIC = new TrafficStudy();
    private static final Study CERTIFIED = new CertifiedIterationsStudy();
    private static final Study CERTIFICATES = new CertificateStudy();
    private static final Study BOOKS = new BooksStudy();
    private static final Study MINIMAX = new MinimaxStudy();

    /** Theorem E: what agents prove by their own books lies above the truth, and near it. */
    @Test
    void booksCertifyARatioNearTheTrueOne() {
        double certified = at(curve(BOOKS, "books", "a", "certified, Theorem F"), 12);
        double truth = at(curve(BOOKS, "books", "a", "true, Theorem F"), 12);
        assertThat(certified).isBetween(truth, 0.03);
        assertThat(truth).isLessThan(0.006);
        double lent = at(curve(BOOKS, "books", "a", "certified, curvature lent"), 12);
        double swept = at(curve(BOOKS, "books", "a", "certified, 12 sweeps"), 12);
        assertThat(lent).isBetween(swept, certified / 2);
        assertThat(swept).isBetween(truth, 1.05 * truth);
        double whereMovingIsDear = at(curve(BOOKS, "books", "c", "true, Theorem F"), 100);
        assertThat(at(curve(BOOKS, "books", "c", "certified, 12 sweeps"), 100))
                .isBetween(whereMovingIsDear, 1.01 * whereMovingIsDear);
        assertThat(StudyFindings.by(BOOKS).broken()).isEmpty();
    }

    /** Theorem F: the adversary gets as much out of these weights as out of any, at every horizon, and no more. */
    @Test
    void theWorstRunFoundIsTheLeastThatCanBePromised() {
        for (String panel : List.of("a", "b")) {
            Curve least = curve(MINIMAX, "minimax", panel, "least that can be promised, 1/a_{T−1}");
            Curve worst = curve(MINIMAX, "minimax", panel, "Theorem F's weights");
            for (int k = 0; k < least.y().size(); k++) {
                assertThat(worst.y().get(k) / least.y().get(k)).isCloseTo(1, within(1e-3));
            }
        }
        assertThat(at(curve(MINIMAX, "minimax", "a", "λ₁"), 2))
                .as("λ₁ pays for the rounds that do not come")
                .isGreaterThan(3);
        assertThat(StudyFindings.by(MINIMAX).broken()).isEmpty();
    }

    private static Curve above(String variant) {
        return curve(VARIANTS, "variants", "a", variant);
    }

    @Test
    void atEqualMessagesJacobiAndMomentumPayLessThanAlgorithm1() {
        double plain = at(above("plain (Algorithm 1)"), 12);
        assertThat(plain).isCloseTo(0.025, within(0.004));
        assertThat(at(above("Jacobi"), 12)).isCloseTo(0.007, within(0.002)).isLessThan(plain / 2);
        assertThat(at(above("accelerated, FISTA weights"), 12))
                .isCloseTo(0.007, within(0.002))
                .isLessThan(plain / 2);
        assertThat(at(above("Jacobi"), 6)).isLessThan(at(above("accelerated, FISTA weights"), 6));
        assertThat(at(above("exact ROBD"), 12)).isCloseTo(0.0065, within(0.002));
    }

    @Test
    void everyIterationHelpsAlgorithm1() {
        assertThat(above("plain (Algorithm 1)").y()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
    }

    private static Curve sent(String family) {
        return curve(TRAFFIC, "traffic", "a", family);
    }

    /** A regression in any policy moves one of these. */
    @Test
    void everyPolicyPaysWhatItIsKnownToPay() {
        assertThat(at(sent("ACORD plain (Algorithm 1)"), 192)).isCloseTo(1.026, within(0.005));
        assertThat(at(sent("ACORD Jacobi"), 192)).isCloseTo(1.007, within(0.002));
        assertThat(at(sent("ACORD accelerated, FISTA weights"), 192)).isCloseTo(1.007, within(0.002));
        assertThat(at(sent("LPC(r), r = 1, 2, …"), 48)).isCloseTo(1.90, within(0.15));
        assertThat(at(sent("LPC(r, 3), r = 1, 2, …"), 48)).isCloseTo(1.78, within(0.15));
        assertThat(at(sent("exact ROBD, by a centre"), 24)).isCloseTo(1.0065, within(0.002));
        assertThat(at(sent("myopic, by a centre"), 24)).isCloseTo(1.0025, within(0.001));
        assertThat(at(sent("follow the minimiser"), 1)).isCloseTo(7.9, within(1.0));
        assertThat(at(sent("LOCAL"), 1)).isCloseTo(4.5, within(0.6));
        assertThat(at(sent("local ROBD"), 1)).isCloseTo(5.8, within(0.8));
        assertThat(at(sent("consensus, by a centre"), 24)).isGreaterThan(500);
    }

    @Test
    void lpcPaysLessTheFartherItSees() {
        assertThat(sent("LPC(r), r = 1, 2, …").y()).isSortedAccordingTo((a, b) -> Double.compare(b, a));
        Curve ahead = sent("LPC(r, 3), r = 1, 2, …");
        for (double bytes : ahead.x()) {
            assertThat(at(ahead, bytes)).isLessThan(at(sent("LPC(r), r = 1, 2, …"), bytes));
        }
    }

    @Test
    void certifiedIterationsSufficeAndAreFewerThanThePapers() {
        for (String panel : List.of("a", "b", "c", "d")) {
            Curve paper = curve(CERTIFIED, "certified-iterations", panel, "paper's formula, exact σ");
            Curve plain = curve(CERTIFIED, "certified-iterations", panel, "certified, plain");
            Curve momentum = curve(CERTIFIED, "certified-iterations", panel, "certified, accelerated");
            Curve needed = curve(CERTIFIED, "certified-iterations", panel, "needed, plain");
            Curve neededMomentum = curve(CERTIFIED, "certified-iterations", panel, "needed, accelerated");
            for (double beta : paper.x()) {
                assertThat(at(needed, beta)).isLessThanOrEqualTo(at(plain, beta));
                assertThat(at(neededMomentum, beta)).isLessThanOrEqualTo(at(momentum, beta));
                assertThat(at(momentum, beta)).isLessThan(at(paper, beta) / 2);
            }
        }
        // ring of 20, β = 1, about as in the table of theory 5.7
        assertThat(at(curve(CERTIFIED, "certified-iterations", "a", "paper's formula, exact σ"), 1))
                .isCloseTo(206, within(10.0));
        assertThat(at(curve(CERTIFIED, "certified-iterations", "a", "certified, accelerated"), 1))
                .isCloseTo(40, within(5.0));
    }

    @Test
    void noGapLiesAboveItsCertificate() {
        for (String weather : List.of("all messages arrive", "30 % of messages lost", "80 % of messages lost")) {
            Curve points = curve(CERTIFICATES, "certificates", "a", weather);
            assertThat(points.x()).hasSizeGreaterThan(20);
            for (int k = 0; k < points.x().size(); k++) {
                assertThat(points.y().get(k)).isGreaterThanOrEqualTo(points.x().get(k));
            }
        }
    }
}
