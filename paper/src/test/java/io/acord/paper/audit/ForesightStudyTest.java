package io.acord.paper.audit;

import static io.acord.paper.audit.StudyFindings.at;
import static io.acord.paper.audit.StudyFindings.claim;
import static io.acord.paper.audit.StudyFindings.curve;
import static io.acord.paper.audit.StudyFindings.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.acord.lab.figure.Figure.Curve;
import io.acord.paper.experiment.Study;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Table;
import io.acord.paper.finding.VerdictCount;
import io.acord.paper.foresight.ForesightStudy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Theorems G and H, measured. Means of 20 seeds, however few are asked for. */
class ForesightStudyTest {

    private static final Study STUDY = new ForesightStudy();

    private static double cell(String row, String column) {
        Table table = StudyFindings.by(STUDY).tables().get(0);
        int index = table.columns().indexOf(column);
        assertThat(index).as(column).isNotNegative();
        return table.rows().stream()
                .filter(each -> each.name().equals(row))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row " + row))
                .values()
                .get(index)
                .value();
    }

    @Test
    void everySentenceOfOursHoldsAndNoneIsCountedAsThePapers() {
        List<Claim> claims = StudyFindings.by(STUDY).claims();
        assertThat(claims)
                .extracting(Claim::id)
                .containsExactly(
                        "foresight-exact-own",
                        "foresight-exact-common",
                        "foresight-promise",
                        "foresight-garbage",
                        "foresight-against-lpc");
        assertThat(claims)
                .allSatisfy(claim -> assertThat(claim.verdict()).as(claim.id()).isEqualTo(Claim.Verdict.OURS_HOLDS));
        VerdictCount count = VerdictCount.of(claims);
        assertThat(count.judged()).isZero();
        assertThat(count.inWords()).endsWith(" 5 sentences of ours beyond it: 5 hold, 0 not.");
        assertThat(StudyFindings.by(STUDY).broken()).isEmpty();
    }

    /** The expert and LPC(1, 1) of the table in theory 14, which other code measured on other seeds. */
    @Test
    void theExpertPaysWhatTheoryMeasured() {
        assertThat(cell("spikes, β = 50, b = 10; exact, k = 1", "expert")).isCloseTo(1.06, within(0.02));
        assertThat(cell("spikes, β = 1, b = 10; exact, k = 1", "expert")).isCloseTo(1.34, within(0.05));
        assertThat(cell("spikes, β = 50, b = 1; exact, k = 1", "LPC(1, k)")).isCloseTo(1.82, within(0.1));
    }

    @Test
    void everybodyMeetsTheSameCostsAndTheExpertHasNoForecasts() {
        for (String setting : List.of("spikes, β = 50, b = 10", "drift, β = 1, b = 10")) {
            assertThat(cell(setting + "; garbage, k = 4", "expert"))
                    .isEqualTo(cell(setting + "; exact, k = 1", "expert"));
        }
        String garbage = "spikes, β = 50, b = 10; garbage, k = 4";
        assertThat(cell(garbage, "LPC(10, k)"))
                .as("LPC that sees the whole ring is mpc")
                .isCloseTo(cell(garbage, "mpc"), within(1e-6));
    }

    @Test
    void theMoreRoundsAreKnownTheLessIsPaid() {
        for (String setting : List.of("spikes, β = 50, b = 10", "spikes, β = 1, b = 10", "drift, β = 1, b = 10")) {
            for (String who : List.of("foresight, own accounts", "foresight, one account", "mpc")) {
                assertThat(cell(setting + "; exact, k = 4", who))
                        .as(setting + ", " + who)
                        .isLessThan(cell(setting + "; exact, k = 1", who));
            }
        }
    }

    /** Where noise ruins those who believe it, foresight keeps its promise; where there is hardly any, it gains. */
    @Test
    void noiseRuinsLpcAndNotForesight() {
        Curve own = curve(STUDY, "foresight", "d", "foresight, own accounts");
        Curve expert = curve(STUDY, "foresight", "d", "expert, no forecasts");
        Curve promised = curve(STUDY, "foresight", "d", "promised, 1.5 × expert");
        assertThat(at(own, 0.1)).isLessThan(at(expert, 0.1));
        assertThat(at(curve(STUDY, "foresight", "d", "LPC(1, 4)"), 100)).isGreaterThan(10 * at(promised, 100));
        assertThat(at(curve(STUDY, "foresight", "d", "mpc"), 100)).isGreaterThan(10 * at(promised, 100));
        assertThat(at(own, 100)).isBetween(at(expert, 100), at(promised, 100));
    }

    @Test
    void theExceptionsAreNamed() {
        assertThat(claim(STUDY, "foresight-against-lpc").why())
                .contains("Above: spikes, β = 1, b = 10; exact, k = 1 (+", "spikes, β = 1, b = 10; exact, k = 4 (+");
        assertThat(number(STUDY, "foresight-against-lpc", "spikes, β = 1, b = 10; exact, k = 4"))
                .isBetween(1.0, 1.1);
    }
}
