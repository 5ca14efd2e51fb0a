package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
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
}
