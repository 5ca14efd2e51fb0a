package io.acord.paper.finding;

import io.acord.lab.run.Statistics;
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

    /** Reproduced if the sentence holds as it is printed, else not. */
    public Claim holds(boolean asPrinted, String why) {
        return holds(asPrinted, false, why);
    }

    /** Reproduced with a correction if the sentence fails as it is printed and holds as corrected. */
    public Claim holds(boolean asPrinted, boolean corrected, String why) {
        Verdict verdict = asPrinted ? Verdict.REPRODUCED : corrected ? Verdict.CORRECTED : Verdict.NOT_REPRODUCED;
        return new Claim(id, section, claim, verdict, measured, why, figures);
    }
}
