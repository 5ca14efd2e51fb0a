package io.acord.protocol.live;

/** What becomes of a round whose costs have not all come in time. */
public enum LatePolicy {
    /** The member sits it out: its agents do what they did before, and its neighbours play without them. */
    HOLD,
    /** Who has said nothing is taken to have the cost of before. */
    HELD_COST
}
