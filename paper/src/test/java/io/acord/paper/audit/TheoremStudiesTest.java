package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Axis;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.figure.Figure.Plot;
import io.acord.paper.experiment.Study;
import io.acord.paper.finding.Claim;
import io.acord.paper.study.ConvergenceStudy;
import io.acord.paper.study.CrawlStudy;
import io.acord.paper.study.LemmaStudy;
import io.acord.paper.study.LowerBoundStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every study of a theorem has in common. */
class TheoremStudiesTest {

    static Stream<Study> studies() {
        return StudyCatalog.theorems().stream();
    }

    @ParameterizedTest
    @MethodSource("studies")
    void figuresCanBeDrawn(Study study) {
        for (Figure figure : StudyFindings.by(study).figures()) {
            assertThat(figure.found()).as(figure.id()).isNotBlank();
            assertThat(figure.conventions()).as(figure.id()).isNotBlank();
            assertThat(figure.panels().stream().map(Panel::id)).doesNotHaveDuplicates();
            for (Panel panel : figure.panels()) {
                if (panel instanceof Plot plot) {
                    assertThat(plot.curves().stream().map(Curve::name)).doesNotHaveDuplicates();
                    plot.curves().forEach(curve -> assertDrawable(figure.id() + plot.id(), plot, curve));
                }
            }
        }
    }

    private static void assertDrawable(String where, Plot plot, Curve curve) {
        String what = where + ", " + curve.name();
        assertThat(curve.x()).as(what).isNotEmpty().hasSameSizeAs(curve.y());
        assertThat(curve.low()).as(what).hasSameSizeAs(curve.y());
        assertThat(curve.high()).as(what).hasSameSizeAs(curve.y());
        assertThat(curve.x()).as(what).allMatch(x -> fits(plot.x(), x));
        assertThat(curve.y()).as(what).allMatch(y -> fits(plot.y(), y));
    }

    private static boolean fits(Axis axis, double value) {
        return Double.isFinite(value) && (!axis.log() || value > 0);
    }

    @ParameterizedTest
    @MethodSource("studies")
    void noPromiseOfOursIsBroken(Study study) {
        assertThat(StudyFindings.by(study).broken()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("studies")
    void claimsStandOnNumbersAndFiguresThatExist(Study study) {
        List<String> figures =
                StudyFindings.by(study).figures().stream().map(Figure::id).toList();
        for (Claim claim : StudyFindings.by(study).claims()) {
            assertThat(claim.measured()).as(claim.id()).isNotEmpty();
            claim.measured()
                    .forEach((name, measured) -> assertThat(measured.value())
                            .as("%s: %s", claim.id(), name)
                            .isFinite());
            assertThat(claim.why()).as(claim.id()).isNotBlank();
            assertThat(figures).as(claim.id()).containsAll(claim.figures());
        }
    }

    /** Times aside, which ResourceStudy has. */
    @Test
    void threadsChangeNothing() {
        for (Study study : List.of(new LemmaStudy(), new CrawlStudy(), new ConvergenceStudy(), new LowerBoundStudy())) {
            assertThat(study.find(StudyFindings.setup(1), (done, all) -> {})).isEqualTo(StudyFindings.by(study));
        }
    }

    @Test
    void idsAreUnique() {
        List<String> claims = new ArrayList<>();
        List<String> figures = new ArrayList<>();
        StudyCatalog.theorems().forEach(study -> {
            StudyFindings.by(study).claims().forEach(claim -> claims.add(claim.id()));
            StudyFindings.by(study).figures().forEach(figure -> figures.add(figure.id()));
        });
        assertThat(claims).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(25);
        assertThat(figures).doesNotHaveDuplicates();
        assertThat(StudyCatalog.all().stream().map(Study::id)).doesNotHaveDuplicates();
    }
}
