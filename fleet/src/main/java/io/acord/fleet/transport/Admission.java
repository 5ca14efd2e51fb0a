package io.acord.fleet.transport;

import io.acord.internal.system.LogLimit;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whom a transport lets in, and what: peers of this member that are the ones to call, and frames as long as agreed. */
class Admission {

    /** Of two members the one whose name comes first calls the other. */
    static boolean calls(String caller, String called) {
        return caller.compareTo(called) < 0;
    }

    /**
     * The link that somebody who has called, and proven its name, may speak on; null if it is not welcome.
     *
     * @param links of this member, by the names of its peers
     * @param self this member's name
     */
    @Nullable
    Link linkOf(String caller, Map<String, Link> links, String self) {
        Link link = links.get(caller);
        return link == null || calls(self, caller) ? null : link;
    }

    /** Whether a peer may come with this X.509 certificate after it has come with one that began at a time. */
    boolean isNewEnough(X509Certificate shown, Instant newest) {
        return !shown.getNotBefore().toInstant().isBefore(newest);
    }

    /** How many streams may be reset, and how many other frames that carry no message sent, in ten seconds. */
    FrameLimits frames() {
        return FrameLimits.USUAL;
    }

    /** How many streams of a peer may greet and end within a second, in ten seconds, before it is not heard. */
    int shortStreams() {
        return 30;
    }

    /** How many datagrams of a peer may bring nothing new, in ten seconds, before it is not heard. */
    int idleDatagrams() {
        return 5_000;
    }

    /** While so many are in their handshakes over datagrams, callers have to show that they are where they say. */
    int crowd() {
        return 8;
    }

    /** How many refusals are logged. */
    LogLimit refusalLines() {
        return new LogLimit();
    }

    /** Bytes of the longest frame that is taken where this many were agreed on. */
    int largestFrame(int agreed) {
        return agreed;
    }
}
