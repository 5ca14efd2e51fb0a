package io.acord.fleet.transport;

import java.security.cert.X509Certificate;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The first frame of a link, from either side. */
public interface Greeting {

    /** No fence is longer, in bytes. */
    int LONGEST_FENCE = 2048;

    /** What this member says. */
    byte[] mine();

    /** Which life of the peer greets, or null if the frame is not a greeting. */
    @Nullable
    Long lifeIn(byte[] frame);

    /**
     * What tells one process of a peer that another has taken its place, by what both have greeted with.
     *
     * @param older null if it has not greeted
     * @param shownWithNewer the certificate of the other one
     * @return null if the other is not a later life, or if nobody is to be told
     */
    default byte @Nullable [] fence(byte @Nullable [] older, byte[] newer, X509Certificate shownWithNewer) {
        return null;
    }

    /** Whether a frame says that another process has taken this member's place; that may be a lie. */
    default boolean isFence(byte[] frame) {
        return false;
    }

    /** The life of this member that has taken its place; empty if that is a lie. */
    default OptionalLong fencedBy(byte[] frame) {
        return OptionalLong.empty();
    }
}
