package io.acord.lab.run;

import java.util.List;

/** What a run checked, and whether it held. */
public record Verdict(List<Check> checks) {

    /**
     * One promise.
     *
     * @param outcome whether it was kept; SKIPPED means that it was not checked, and why is in the words
     * @param words a sentence with numbers
     */
    public record Check(String id, Outcome outcome, String words) {}

    public enum Outcome {
        KEPT,
        BROKEN,
        SKIPPED
    }

    /** Whether no promise was broken. */
    public boolean isKept() {
        return checks.stream().noneMatch(check -> check.outcome() == Outcome.BROKEN);
    }
}
