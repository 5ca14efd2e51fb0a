package io.acord.acord;

/** Where z⁰ lies, the point from which the iterations of a round start. The paper leaves it open (E20). */
public enum Start {
    /** At the origin: nothing to send, and the K rule for bounded costs holds. */
    ZERO,
    /** At the midpoints of the previous actions: one exchange more, better when costs drift. */
    PREVIOUS
}
