package io.acord.protocol.live;

import org.jspecify.annotations.Nullable;

/** What comes of an {@link Offer}. */
public sealed interface Reply {

    /**
     * It counts, or did already.
     *
     * @param isNew whether it was not known before
     * @param answer what the round came to; null if it is not over
     */
    record Taken(boolean isNew, @Nullable String answer) implements Reply {}

    /** It does not count. */
    record Refused(Cause cause, String why) implements Reply {}

    /** Why an offer does not count. */
    enum Cause {
        /** Another body was told for this round. */
        OTHER_BODY("decided-otherwise"),
        /** Another agent of the same member has told another β for this round. */
        OTHER_BETA("another-beta"),
        /** The round is further ahead than is kept. */
        FAR_AHEAD("out-of-turn"),
        /** The round is over for so long that it is not known any more. */
        FORGOTTEN("no-longer-kept");

        private final String word;

        Cause(String word) {
            this.word = word;
        }

        /** How programs tell refusals apart. */
        public String word() {
            return word;
        }
    }
}
