package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.input.Complaints;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One member's links to its peers. {@link #open} listens, {@link #connect} names the peers: before that nobody is let
 * in. It calls peers whose names come after its own, is called by the others, and calls again when a link breaks or is
 * silent, with growing pauses.
 *
 * <p>One network thread; what it hears it hands to the {@link LinkListener}. {@link #send} may be called by any thread.
 */
public final class Transport implements AutoCloseable {

    private static final long RECHECK_MS = 1000;

    /** What carries frames. */
    public enum Kind {
        /** gRPC over TCP: every frame arrives, after all that were sent before it. */
        GRPC,
        /** QUIC datagrams over UDP: a lost frame holds up no other. For networks that lose; needs a native library. */
        DATAGRAMS;

        /** Why this machine cannot have it; null if it can. */
        public @Nullable String obstacle() {
            return this == GRPC ? null : DatagramNetwork.obstacle();
        }
    }

    /** How TLS is computed. */
    public enum Tls {
        /** By the JDK. */
        JDK,
        /** By BoringSSL, which comes with gRPC for the usual systems. */
        NATIVE
    }

    private final Identity identity;
    private final Credentials credentials;
    private final Admission admission;
    private final LinkListener listener;
    private final Random jitter;
    private final Network network;
    private final Greeting greeting;
    private final Doorkeeper door;
    private volatile Map<String, Link> links = Map.of(); // by member
    private volatile Map<Integer, Link> byId = Map.of();
    private final Map<String, PeerCaller> callers = new ConcurrentHashMap<>(); // by member
    private volatile LinkTimes times = LinkTimes.STANDARD;
    private volatile boolean closed;

    /** A transport over gRPC for a member; every link begins with the greeting, from both sides. */
    public Transport(Identity identity, Credentials credentials, Tls tls, Greeting greeting, LinkListener listener) {
        this(identity, credentials, tls, greeting, listener, new Admission());
    }

    Transport(
            Identity identity,
            Credentials credentials,
            Tls tls,
            Greeting greeting,
            LinkListener listener,
            Admission admission) {
        this(
                identity,
                credentials,
                greeting,
                listener,
                admission,
                door -> new GrpcNetwork(identity.member(), door, tls));
    }

    private Transport(
            Identity identity,
            Credentials credentials,
            Greeting greeting,
            LinkListener listener,
            Admission admission,
            Function<Doorkeeper, Network> networks) {
        this.identity = identity;
        this.credentials = credentials;
        this.greeting = greeting;
        this.listener = listener;
        this.admission = admission;
        this.door = new Doorkeeper(identity, credentials, admission, listener);
        this.jitter = new Random(identity.uri().hashCode());
        this.network = networks.apply(door);
    }

    /**
     * The same over QUIC datagrams; TLS is that of the native library.
     *
     * @throws io.acord.input.BadInputException where this machine has no such library
     */
    public static Transport ofDatagrams(
            Identity identity, Credentials credentials, Greeting greeting, LinkListener listener) {
        return ofDatagrams(identity, credentials, greeting, listener, new Admission());
    }

    static Transport ofDatagrams(
            Identity identity, Credentials credentials, Greeting greeting, LinkListener listener, Admission admission) {
        String obstacle = Kind.DATAGRAMS.obstacle();
        if (obstacle != null) {
            throw Complaints.refuse(
                    "transport",
                    "is datagrams, which this machine cannot have (" + obstacle + ")",
                    "a native library for its system, which comes along for Linux, macOS and Windows on usual processors",
                    "write transport: grpc in the files of all members: those with different ones do not hear each other");
        }
        return new Transport(
                identity,
                credentials,
                greeting,
                listener,
                admission,
                door -> new DatagramNetwork(identity.member(), door));
    }

    /**
     * Listens, with a port of the system's choice if it is 0. Until {@link #connect}, everybody is turned away.
     *
     * @param largestFrame that any peer may send
     */
    public InetSocketAddress open(String host, int port, int largestFrame) throws IOException {
        return network.listen(host, port, largestFrame);
    }

    /** Names the peers, and begins to call those that it has to. */
    public void connect(List<Peer> peers) {
        connect(peers, LinkTimes.STANDARD);
    }

    /** The same for somebody who has not got all the time of the world. */
    public void connect(List<Peer> peers, LinkTimes given) {
        times = given;
        network.later(this::recheckAgain, RECHECK_MS);
        if (given.silence() > 0) {
            network.later(this::listenAgain, given.silence() / Link.LOOKS);
        }
        know(peers);
    }

    /**
     * Names the peers anew: links to those that are no more among them are cut, those that are somewhere else are
     * called there, and new ones are let in. A process of a peer that has moved is told by the way.
     */
    public synchronized void know(List<Peer> peers) {
        Map<String, Link> named = new TreeMap<>();
        for (Peer peer : peers) {
            Link link = links.get(peer.member());
            named.put(peer.member(), link == null ? new Link(peer, admission, listener, greeting) : link);
        }
        Map<String, Link> before = links;
        links = Map.copyOf(named);
        door.know(links);
        byId = named.values().stream()
                .collect(Collectors.toUnmodifiableMap(l -> l.peer().id(), l -> l));
        before.forEach((member, link) -> {
            if (!named.containsKey(member)) {
                PeerCaller caller = callers.remove(member);
                if (caller != null) {
                    caller.end();
                }
                link.cut("it is not a peer any more");
            }
        });
        for (Peer peer : peers) {
            Link link = named.get(peer.member());
            PeerCaller caller = callers.get(peer.member());
            if (caller != null) {
                caller.move(peer);
            } else if (link != null && Admission.calls(identity.member(), peer.member())) {
                PeerCaller fresh = new PeerCaller(link, network, () -> closed, jitter, times);
                callers.put(peer.member(), fresh);
                fresh.call();
            } else if (link != null) {
                link.move(peer);
            }
        }
    }

    /**
     * Sends a frame if there is a link, and the peer reads; returns whether it went out or waits for the peer to read.
     */
    public boolean send(int peer, byte[] frame) {
        Link link = byId.get(peer);
        return link != null && link.send(frame);
    }

    /** A frame of a peer has been dealt with: it may send another. */
    public void taken(int peer) {
        Link link = byId.get(peer);
        if (link != null) {
            link.taken();
        }
    }

    /** A frame of a peer was nonsense; a peer that goes on like that is not heard for some seconds. */
    public void nonsense(int peer) {
        Link link = byId.get(peer);
        if (link != null) {
            link.nonsense(Refused.MALFORMED);
        }
    }

    public boolean isUp(int peer) {
        Link link = byId.get(peer);
        return link != null && link.isUp();
    }

    /** How many peers there is a link to. */
    public int peersUp() {
        return (int) byId.values().stream().filter(Link::isUp).count();
    }

    /**
     * Looks at certificates again, this member's and those of all links: files may have changed, and time passes. Links
     * that would not be let in now are cut.
     */
    void recheck() {
        credentials.refresh();
        for (Link link : links.values()) {
            X509Certificate[] chain = link.chain();
            if (chain != null) {
                try {
                    credentials.check(chain, link.isCalled());
                } catch (CertificateException e) {
                    listener.refused(link.peer().member(), Refused.CERTIFICATE);
                    link.cut("its certificate is not accepted any more: " + e.getMessage());
                }
            }
        }
    }

    private void recheckAgain() {
        if (!closed) {
            try {
                recheck();
            } finally {
                network.later(this::recheckAgain, RECHECK_MS);
            }
        }
    }

    /** Looks who does not answer. */
    private void listenAgain() {
        if (!closed) {
            links.values().forEach(Link::look);
            network.later(this::listenAgain, times.silence() / Link.LOOKS);
        }
    }

    /** This member's certificate now. */
    public X509Certificate x509Certificate() {
        return credentials.x509Certificate();
    }

    /** Ends all links in order and stops listening. */
    @Override
    public void close() {
        closed = true;
        for (Link link : links.values()) {
            link.goodbye();
        }
        callers.values().forEach(caller -> caller.hangUp(false));
        network.stopListening();
        callers.values().forEach(caller -> caller.hangUp(true));
        network.end();
    }
}
