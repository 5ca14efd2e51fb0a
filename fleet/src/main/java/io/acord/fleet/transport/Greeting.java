package io.acord.fleet.transport;

import org.jspecify.annotations.Nullable;

/** The first frame of a link, from either side. */
public interface Greeting {

    /** What this member says. */
    byte[] mine();

    /** Which life of the peer greets, or null if the frame is not a greeting. */
    @Nullable
    Long lifeIn(byte[] frame);
}
