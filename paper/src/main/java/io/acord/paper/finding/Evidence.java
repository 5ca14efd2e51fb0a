package io.acord.paper.finding;

import io.acord.lab.run.Statistics;
import io.acord.paper.finding.Claim.Basis;
import io.acord.paper.finding.Claim.Measured;
import io.acord.paper.finding.Claim.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A claim in the making: what was measured about a sentence. Numbers decide, by a rule that the claim states. Scratch;
 * one thread.
 */
public final class Evidence {

    private final String id;
    private final String section;
    private final String claim;
    private final Map<String, Measured> measured = new LinkedHashMap<>();
    private final List<String> figures = new ArrayList<>();
    private Basis basis = Basis.MEASURED;

    private Evidence(String id, String section, String claim) {
        this.id = id;
        this.section = section;
        this.claim = claim;
    }

    public static Evidence about(String id, String section, String claim) {
        return new Evidence(id, section, claim);
    }

    /** A number that is no mean: a maximum over instances, a slope, something exact. */
    public Evidence number(String name, double value) {
        measured.put(name, Measured.exactly(value));
        return this;
    }

    public Evidence mean(String name, Statistics mean) {
        measured.put(name, new Measured(mean.mean(), mean.low95(), mean.high95()));
        return this;
    }

    public Evidence shownBy(String... ids) {
        figures.addAll(List.of(ids));
        return this;
    }

    /** The sentence cannot fail: it says what its words mean, or what algebra makes of them. */
    public Evidence restsOn(Basis what) {
        basis = what;
        return this;
    }

    /** Reproduced if the sentence holds as it is printed, else not. */
    public Claim holds(boolean asPrinted, String why) {
        return holds(asPrinted, false, why);
    }

    /** Reproduced with a correction if the sentence fails as it is printed and holds as corrected. */
    public Claim holds(boolean asPrinted, boolean corrected, String why) {
        return judged(asPrinted ? Verdict.REPRODUCED : corrected ? Verdict.CORRECTED : Verdict.NOT_REPRODUCED, why);
    }

    /** False as printed, if it fails and what does its work instead holds. */
    public Claim holdsOrAnother(boolean asPrinted, boolean another, String why) {
        return judged(asPrinted ? Verdict.REPRODUCED : another ? Verdict.REPLACED : Verdict.NOT_REPRODUCED, why);
    }

    /** A sentence of ours, which the paper does not have. */
    public Claim oursHolds(boolean holds, String why) {
        return judged(holds ? Verdict.OURS_HOLDS : Verdict.OURS_FAILS, why);
    }

    /**
     * No verdict: the sentence is about run times, and those are of a machine and of what else it does.
     *
     * @param here what this machine showed
     */
    public Claim dependsOnMachine(String here) {
        return judged(Verdict.DEPENDS_ON_MACHINE, "On this machine: " + here);
    }

    private Claim judged(Verdict verdict, String why) {
        return new Claim(id, section, claim, verdict, basis, measured, why, figures);
    }
}
