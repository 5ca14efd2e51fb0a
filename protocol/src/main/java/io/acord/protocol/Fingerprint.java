package io.acord.protocol;

import java.util.Optional;

/**
 * What both ends of a link must agree on, as hashes part by part, so that a mismatch can be named. Guards against
 * mistakes, not against liars.
 */
public record Fingerprint(long edges, long beta, long variant, long budget, long start, long kappa) {

    /** The first part in which two ends differ. */
    public Optional<Disagreement> disagreement(Fingerprint other) {
        if (edges != other.edges) {
            return Optional.of(Disagreement.EDGES);
        }
        if (beta != other.beta) {
            return Optional.of(Disagreement.BETA);
        }
        if (variant != other.variant) {
            return Optional.of(Disagreement.VARIANT);
        }
        if (budget != other.budget) {
            return Optional.of(Disagreement.BUDGET);
        }
        if (start != other.start) {
            return Optional.of(Disagreement.START);
        }
        return kappa == other.kappa ? Optional.empty() : Optional.of(Disagreement.KAPPA);
    }
}
