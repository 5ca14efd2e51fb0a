package io.acord.paper.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.lab.figure.Figure;
import io.acord.lab.figure.Figure.Curve;
import io.acord.lab.figure.Figure.Panel;
import io.acord.lab.figure.Figure.Plot;
import io.acord.lab.policy.LpcBoundary;
import io.acord.lab.scenario.MuRule;
import io.acord.paper.experiment.Study;
import io.acord.paper.experiment.StudySetup;
import io.acord.paper.finding.Claim;
import io.acord.paper.finding.Findings;
import io.acord.recipe.From;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** What the quick studies of the theorems find with a few seeds, each measured once for all tests. */
public final class StudyFindings {

    public static final int SEEDS = 4;

    private static final Map<String, Findings> BY_STUDY = new ConcurrentHashMap<>();

    private StudyFindings() {}

    public static StudySetup setup(int threads) {
        return new StudySetup(LpcBoundary.FULL, MuRule.HORIZON, From.ZERO, SEEDS, 1, true, threads);
    }

    static Findings by(Study study) {
        return BY_STUDY.computeIfAbsent(study.id(), id -> study.find(setup(2), (done, all) -> {}));
    }

    static Claim claim(Study study, String id) {
        return by(study).claims().stream()
                .filter(claim -> claim.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new AssertionError(study.id() + " says nothing of " + id));
    }

    /** A measured number of a claim. */
    static double number(Study study, String id, String name) {
        Map<String, Claim.Measured> measured = claim(study, id).measured();
        assertThat(measured).containsKey(name);
        return measured.getOrDefault(name, Claim.Measured.exactly(Double.NaN)).value();
    }

    static Curve curve(Study study, String figure, String panel, String name) {
        Figure found = by(study).figures().stream()
                .filter(candidate -> candidate.id().equals(figure))
                .findFirst()
                .orElseThrow();
        for (Panel candidate : found.panels()) {
            if (candidate.id().equals(panel) && candidate instanceof Plot plot) {
                return plot.curves().stream()
                        .filter(curve -> curve.name().equals(name))
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no curve " + name));
            }
        }
        throw new AssertionError("no panel " + panel);
    }

    /** The value of a curve at x. */
    static double at(Curve curve, double x) {
        int k = curve.x().indexOf(x);
        assertThat(k).as("x = %s of %s", x, curve.name()).isNotNegative();
        return curve.y().get(k);
    }
}
