package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.identity.IdentityRefusedException;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.internal.system.LogLimit;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Map;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides, whatever the network, who is let in and whom a call may reach; logs and counts who is not. */
final class Doorkeeper {

    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);

    private final Identity identity;
    private final Credentials credentials;
    private final Admission admission;
    private final LinkListener listener;
    private final LogLimit refusalLines;
    private volatile Map<String, Link> links = Map.of(); // by member

    Doorkeeper(Identity identity, Credentials credentials, Admission admission, LinkListener listener) {
        this.identity = identity;
        this.credentials = credentials;
        this.admission = admission;
        this.listener = listener;
        this.refusalLines = admission.refusalLines();
    }

    /** These are the peers from now on, by their names. */
    void know(Map<String, Link> peers) {
        links = peers;
    }

    Admission admission() {
        return admission;
    }

    /** By what name a peer is called in a handshake. */
    String nameOf(Peer peer) {
        return new Identity(identity.fleet(), peer.member()).dns();
    }

    /** How many connections there may be at a time. */
    int mostConnections() {
        return FrameLimits.STRANGERS + admission.frames().connections() * links.size();
    }

    X509ExtendedKeyManager keys() {
        return credentials.keyManager();
    }

    /** For handshakes with whoever calls. */
    X509ExtendedTrustManager callers() {
        return credentials.trustManager(this::checkCaller, this::refused);
    }

    /** For a handshake with a peer that is called. */
    X509ExtendedTrustManager called(Peer peer, boolean isFormer) {
        return credentials.trustManager((who, shown) -> checkCalled(peer, who, shown, isFormer), this::refused);
    }

    void refused(String who, Refused cause, @Nullable String words) {
        long withheld = refusalLines.next();
        if (withheld >= 0) {
            LOG.warn("event=refused who={} cause={} why=\"{}\" withheld={}", who, cause, words, withheld);
        }
        listener.refused(who, cause);
    }

    private void refused(IdentityRefusedException refusal) {
        Refused cause = refusal.why() == IdentityRefusedException.Cause.NOT_A_PEER
                ? Refused.NOT_A_PEER
                : refusal.why() == IdentityRefusedException.Cause.QUARANTINED
                        ? Refused.QUARANTINED
                        : Refused.CERTIFICATE;
        refused("?", cause, refusal.getMessage());
    }

    /** Somebody, whose handshake was good, sent a frame that is longer than the network takes. */
    void oversize(String who, @Nullable String words) {
        refused(who, Refused.OVERSIZE, words);
        Link link = links.get(who);
        if (link != null) {
            link.count();
        }
    }

    /** Whoever is not a peer is turned away in the handshake already: it can send nothing that would be work. */
    private void checkCaller(String who, X509Certificate shown) throws IdentityRefusedException {
        Link link = admission.linkOf(who, links, identity.member());
        if (link == null) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.NOT_A_PEER,
                    who + " is not among this member's peers, or not the one to call");
        }
        if (link.isQuarantined()) {
            throw new IdentityRefusedException(IdentityRefusedException.Cause.QUARANTINED, who + " is quarantined");
        }
        checkNewest(link, shown);
    }

    private void checkCalled(Peer peer, String who, X509Certificate shown, boolean isFormer)
            throws IdentityRefusedException {
        if (!who.equals(peer.member())) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.OTHER_MEMBER, "it is of " + who + ", not " + peer.member());
        }
        Link link = links.get(who);
        if (link != null && !isFormer) {
            checkNewest(link, shown);
        }
    }

    /** A peer that has shown a newer certificate has a new key: whoever comes with the old one may have stolen it. */
    private void checkNewest(Link link, X509Certificate shown) throws IdentityRefusedException {
        if (!admission.isNewEnough(shown, link.newest())) {
            throw new IdentityRefusedException(
                    IdentityRefusedException.Cause.SUPERSEDED,
                    link.peer().member() + " has shown a newer certificate, valid from " + link.newest());
        }
    }

    /**
     * The link that somebody who has called may speak on; null if it is not welcome, which is logged and counted.
     * Nothing of what it says has been read yet, and nothing will be unless it is a peer.
     *
     * @param chain what it has shown
     */
    @Nullable
    Link admit(X509Certificate @Nullable [] chain) {
        String who = "?";
        try {
            if (chain == null) {
                refused(who, Refused.CERTIFICATE, "no certificate");
                return null;
            }
            // Once more, after the handshake: a resumed session has not shown its certificate again.
            who = credentials.check(chain, true).member();
        } catch (CertificateException e) {
            refused(who, Refused.CERTIFICATE, e.getMessage());
            return null;
        }
        Link link = admission.linkOf(who, links, identity.member());
        if (link == null) {
            refused(who, Refused.NOT_A_PEER, "not among this member's peers, or not the one to call");
            return null;
        }
        if (link.isQuarantined()) {
            refused(who, Refused.QUARANTINED, "quarantined");
            return null;
        }
        if (!admission.isNewEnough(chain[0], link.newest())) {
            refused(who, Refused.CERTIFICATE, "superseded by a newer certificate");
            return null;
        }
        return link;
    }

    /** The certificates of the other end of a session. */
    static X509Certificate @Nullable [] chainOf(@Nullable SSLSession session) {
        if (session == null) {
            return null;
        }
        try {
            Certificate[] shown = session.getPeerCertificates();
            X509Certificate[] chain = new X509Certificate[shown.length];
            Arrays.setAll(chain, k -> (X509Certificate) shown[k]);
            return chain;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }
}
