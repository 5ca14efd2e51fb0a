package io.acord.fleet;

/** Sees every frame that a member sends or hears, for audits. Called by the member's thread. */
@FunctionalInterface
public interface FrameAuditor {

    /** A frame as it crosses; {@code outgoing} if this member sends it. */
    void frame(String peer, boolean outgoing, byte[] frame);
}
