package io.acord.fleet.transport;

import io.acord.internal.system.RateWindow;

/**
 * What one connection may send besides messages. A member opens one stream and keeps it; whoever resets streams, or
 * sends SETTINGS again and again, wants us to work.
 *
 * @param resets of streams in ten seconds
 * @param control frames that open, reset or configure, in ten seconds
 * @param connections at a time, for each peer
 */
record FrameLimits(int resets, int control, int connections) {

    static final int SECONDS = RateWindow.SECONDS;

    static final FrameLimits USUAL = new FrameLimits(20, 100, 8);

    /** For connections that nobody has named a peer for yet. */
    static final int STRANGERS = 32;
}
