package io.acord.paper.audit;

import io.acord.paper.finding.Findings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Everything that the technical note takes its numbers from.
 *
 * @param version of Acord that measured
 * @param command that measures it again
 * @param setup with what, in words
 * @param studies what they found, by id
 */
record NoteResults(String version, String command, String setup, Map<String, Findings> studies) {

    NoteResults {
        studies = Collections.unmodifiableMap(new LinkedHashMap<>(studies));
    }

    Findings study(String id) {
        Findings findings = studies.get(id);
        if (findings == null) {
            throw new AssertionError("no study " + id + " among " + studies.keySet());
        }
        return findings;
    }
}
