package io.acord.protocol.simulator;

/** Where in its work a block may die. */
enum CrashPoint {
    BEFORE_OPENING,
    AFTER_OPENING,
    BEFORE_SOLVE,
    AFTER_SOLVE,
    BEFORE_SHOWN,
    AFTER_SHOWN,
    BEFORE_WRITE,
    BEFORE_SYNC,
    AFTER_SYNC,
    AFTER_PUBLISH,
    AFTER_PLAYED,
    BEFORE_CERTIFIED
}
