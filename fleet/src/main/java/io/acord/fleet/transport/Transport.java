package io.acord.fleet.transport;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.identity.IdentityRefusedException;
import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.internal.system.LogLimit;
import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One member's links to its peers. {@link #open} listens, {@link #connect} names the peers: before that nobody is let
 * in. It calls peers whose names come after its own, is called by the others, and calls again when a link breaks, with
 * growing pauses.
 *
 * <p>One network thread; what it hears it hands to the {@link LinkListener}. {@link #send} may be called by any thread.
 */
public final class Transport implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Transport.class);
    private static final long RECHECK_MS = 1000;

    /** What every method of gRPC has in its path; the rest of the .proto is in the frames. */
    static final MethodDescriptor<byte[], byte[]> TALK = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("acord.v1.Neighbour", "Talk"))
            .setRequestMarshaller(new FrameMarshaller())
            .setResponseMarshaller(new FrameMarshaller())
            .build();

    /** How TLS is computed. */
    public enum Tls {
        /** By the JDK. */
        JDK,
        /** By BoringSSL, which comes with gRPC for the usual systems. */
        NATIVE
    }

    private final Identity identity;
    private final Credentials credentials;
    private final Tls tls;
    private final Admission admission;
    private final LinkListener listener;
    private final Random jitter;
    private final EventLoopGroup network;
    private final Greeting greeting;
    private volatile Map<String, Link> links = Map.of(); // by member
    private volatile Map<Integer, Link> byId = Map.of();
    private final LogLimit refusalLines;
    private final Map<String, PeerCaller> callers = new ConcurrentHashMap<>(); // by member
    private @Nullable Server server;
    private volatile boolean closed;

    /** A transport for a member; every link begins with the greeting, from both sides. */
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
        this.identity = identity;
        this.credentials = credentials;
        this.tls = tls;
        this.greeting = greeting;
        this.listener = listener;
        this.admission = admission;
        this.refusalLines = admission.refusalLines();
        this.jitter = new Random(identity.uri().hashCode());
        this.network = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("acord-network-" + identity.member(), true), NioIoHandler.newFactory());
    }

    /**
     * Listens, with a port of the system's choice if it is 0. Until {@link #connect}, everybody is turned away.
     *
     * @param largestFrame that any peer may send
     */
    public InetSocketAddress open(String host, int port, int largestFrame) throws IOException {
        FrameLimits frames = admission.frames();
        Server started = NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
                .channelFactory(() -> new BoundedServerChannel(
                        () -> FrameLimits.STRANGERS + frames.connections() * links.size(),
                        frames.control(),
                        why -> refused("?", Refused.FLOOD, why)))
                .bossEventLoopGroup(network)
                .workerEventLoopGroup(network)
                .sslContext(serverContext())
                .directExecutor()
                .handshakeTimeout(5, TimeUnit.SECONDS)
                .maxInboundMessageSize(Math.max(Greeting.LONGEST_FENCE, admission.largestFrame(largestFrame)))
                .maxInboundMetadataSize(4096)
                .maxConcurrentCallsPerConnection(2)
                .maxRstFramesPerWindow(frames.resets(), FrameLimits.SECONDS)
                .maxConnectionIdle(30, TimeUnit.SECONDS)
                .permitKeepAliveTime(1, TimeUnit.SECONDS)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .addStreamTracerFactory(new OversizeTracer(this::oversize))
                .addService(ServerServiceDefinition.builder("acord.v1.Neighbour")
                        .addMethod(TALK, this::called)
                        .build())
                .build()
                .start();
        server = started;
        return (InetSocketAddress) started.getListenSockets().get(0);
    }

    /** Names the peers, and begins to call those that it has to. */
    public void connect(List<Peer> peers) {
        later(this::recheckAgain, RECHECK_MS);
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
                PeerCaller fresh = new PeerCaller(link, line, jitter);
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
                later(this::recheckAgain, RECHECK_MS);
            }
        }
    }

    private void later(Runnable task, long millis) {
        if (!network.isShuttingDown()) {
            Future<?> unused = network.schedule(task, millis, TimeUnit.MILLISECONDS)
                    .addListener(done -> {
                        if (done.cause() != null && !closed) {
                            LOG.error("event=bug", done.cause());
                        }
                    });
        }
    }

    /** This member's certificate now. */
    public X509Certificate x509Certificate() {
        return credentials.x509Certificate();
    }

    private SslContext serverContext() throws SSLException {
        return TlsContexts.ofServer(
                tls, credentials.keyManager(), credentials.trustManager(this::checkCaller, this::refused));
    }

    private SslContext clientContext(Peer peer, boolean isFormer) throws SSLException {
        return TlsContexts.ofClient(
                tls,
                credentials.keyManager(),
                credentials.trustManager((who, shown) -> checkCalled(peer, who, shown, isFormer), this::refused));
    }

    private void refused(String who, Refused cause, @Nullable String words) {
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

    /** The certificates of the other end. */
    static X509Certificate @Nullable [] chainOf(Attributes attributes) {
        SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
        if (session == null) {
            return null;
        }
        try {
            Certificate[] shown = session.getPeerCertificates();
            X509Certificate[] chain = new X509Certificate[shown.length];
            for (int k = 0; k < chain.length; k++) {
                chain[k] = (X509Certificate) shown[k];
            }
            return chain;
        } catch (SSLPeerUnverifiedException e) {
            return null;
        }
    }

    /** Somebody calls. Nothing of what it says has been read yet, and nothing will be unless it is a peer. */
    private ServerCall.Listener<byte[]> called(ServerCall<byte[], byte[]> call, Metadata headers) {
        X509Certificate[] chain = chainOf(call.getAttributes());
        String who = "?";
        try {
            if (chain == null) {
                return turnAway(call, who, Refused.CERTIFICATE, "no certificate");
            }
            // Once more, after the handshake: a resumed session has not shown its certificate again.
            who = credentials.check(chain, true).member();
        } catch (CertificateException e) {
            return turnAway(call, who, Refused.CERTIFICATE, e.getMessage());
        }
        Link link = admission.linkOf(who, links, identity.member());
        if (link == null) {
            return turnAway(call, who, Refused.NOT_A_PEER, "not among this member's peers, or not the one to call");
        }
        if (link.isQuarantined()) {
            return turnAway(call, who, Refused.QUARANTINED, "quarantined");
        }
        if (!admission.isNewEnough(chain[0], link.newest())) {
            return turnAway(call, who, Refused.CERTIFICATE, "superseded by a newer certificate");
        }
        call.sendHeaders(new Metadata());
        return link.accept(call, chain);
    }

    private ServerCall.Listener<byte[]> turnAway(
            ServerCall<byte[], byte[]> call, String who, Refused cause, @Nullable String words) {
        refused(who, cause, words);
        call.close(Status.PERMISSION_DENIED.withDescription("not welcome"), new Metadata());
        return new ServerCall.Listener<>() {};
    }

    /** What peers' callers need of this transport. */
    private final PeerCaller.Line line = new PeerCaller.Line() {
        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public void now(Runnable task) {
            network.execute(task);
        }

        @Override
        public void later(Runnable task, long millis) {
            Transport.this.later(task, millis);
        }

        @Override
        public ManagedChannel channel(Peer peer, boolean isFormer) throws SSLException {
            return NettyChannelBuilder.forAddress(peer.host(), peer.port())
                    .sslContext(clientContext(peer, isFormer))
                    .overrideAuthority(new Identity(identity.fleet(), peer.member()).dns())
                    .channelType(NioSocketChannel.class)
                    .eventLoopGroup(network)
                    .directExecutor()
                    .disableRetry()
                    .maxInboundMessageSize(
                            Math.max(Greeting.LONGEST_FENCE, admission.largestFrame(peer.largestFrame())))
                    .maxInboundMetadataSize(4096)
                    .keepAliveTime(10, TimeUnit.SECONDS)
                    .keepAliveTimeout(5, TimeUnit.SECONDS)
                    .build();
        }
    };

    /** Somebody sent a frame that is longer than gRPC takes. */
    private void oversize(String who, @Nullable String words) {
        refused(who, Refused.OVERSIZE, words);
        Link link = links.get(who);
        if (link != null) {
            link.count();
        }
    }

    /** Ends all links in order and stops listening. */
    @Override
    public void close() {
        closed = true;
        for (Link link : links.values()) {
            link.goodbye();
        }
        callers.values().forEach(caller -> caller.hangUp(false));
        Server listening = server;
        if (listening != null) {
            listening.shutdown();
            try {
                if (!listening.awaitTermination(500, TimeUnit.MILLISECONDS)) {
                    listening.shutdownNow();
                    listening.awaitTermination(500, TimeUnit.MILLISECONDS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        callers.values().forEach(caller -> caller.hangUp(true));
        network.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(1000);
    }
}
