package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.internal.system.LogLimit;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Transports that leave one check out, to see that a test notices. For tests in other packages. */
public final class WeakTransports {

    private WeakTransports() {}

    /** Takes any member of the fleet for its first peer. */
    public static Transport welcomingEverybody(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            @Nullable
            Link linkOf(String caller, Map<String, Link> links, String self) {
                Link link = links.get(caller);
                return link == null ? links.values().iterator().next() : link;
            }
        });
    }

    /** Takes frames of any length. */
    public static Transport takingAnyLength(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            int largestFrame(int agreed) {
                return Integer.MAX_VALUE;
            }
        });
    }

    /** Takes any number of resets and of frames that carry no message. */
    public static Transport takingAnyFrames(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            FrameLimits frames() {
                return new FrameLimits(1_000_000_000, Integer.MAX_VALUE, 1_000);
            }
        });
    }

    /** Takes any number of resets, and no more other frames than usual. */
    public static Transport takingAnyResets(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            FrameLimits frames() {
                FrameLimits usual = FrameLimits.USUAL;
                return new FrameLimits(1_000_000_000, usual.control(), usual.connections());
            }
        });
    }

    /** Takes any number of connections. */
    public static Transport takingAnyConnections(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            FrameLimits frames() {
                FrameLimits usual = FrameLimits.USUAL;
                return new FrameLimits(usual.resets(), usual.control(), 100_000);
            }
        });
    }

    /** Logs whatever it refuses. */
    public static Transport loggingEverything(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            LogLimit refusalLines() {
                return new LogLimit(Integer.MAX_VALUE);
            }
        });
    }

    /** Lets a peer greet and hang up as often as it likes. */
    public static Transport bearingShortStreams(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            int shortStreams() {
                return Integer.MAX_VALUE;
            }
        });
    }

    /** Lets a peer in with an older certificate than it has shown. */
    public static Transport takingOldCertificates(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return new Transport(identity, credentials, tls, greeting, listener, new Admission() {
            @Override
            boolean isNewEnough(X509Certificate shown, Instant newest) {
                return true;
            }
        });
    }

    /** Over datagrams: asks every caller to show where it is, as if there were a crowd; not weak at all. */
    public static Transport askingEveryCaller(
            Identity identity, Credentials credentials, Transport.Tls tls, Greeting greeting, LinkListener listener) {
        return Transport.ofDatagrams(identity, credentials, greeting, listener, new Admission() {
            @Override
            int crowd() {
                return 0;
            }
        });
    }
}
