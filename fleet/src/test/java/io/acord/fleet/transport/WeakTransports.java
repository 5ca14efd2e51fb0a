package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
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
}
