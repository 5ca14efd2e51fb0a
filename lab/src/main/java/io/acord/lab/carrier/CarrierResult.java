package io.acord.lab.carrier;

import io.acord.lab.run.RunResult;
import io.acord.lab.run.SummaryJson;

/**
 * What a carrier played, judged.
 *
 * @param section of the summary: what only the carrier knows
 * @param words the same for people; may be empty
 * @param isSound whether everything that the carrier checked itself was as it should be
 */
public record CarrierResult(RunResult result, SummaryJson.Section section, String words, boolean isSound) {

    /** Of a carrier that has nothing to add. */
    static CarrierResult of(RunResult result) {
        return new CarrierResult(result, json -> {}, "", true);
    }

    boolean isKept() {
        return isSound && result.verdict().isKept();
    }
}
