package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The link to one peer: at most one stream at a time, over which frames go both ways. Safe for many threads. */
final class Link {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** So many frames of a peer may wait to be dealt with; the next ones stay with it. */
    private static final int WINDOW = 16;

    /** So many frames wait here for a peer that does not read; then the oldest are dropped. */
    private static final int OUTBOX = 8;

    private volatile Peer peer;
    private final LinkListener listener;
    private final Greeting greeting;
    private final Admission admission;
    private volatile int largestFrame;
    private final Deque<byte[]> outbox = new ArrayDeque<>();
    private @Nullable Stream stream;
    private final PeerConduct conduct;
    private volatile boolean up;
    private volatile boolean lasted; // the last stream
    private volatile Instant newest = Instant.MIN; // when the newest certificate began that a greeting came with

    Link(Peer peer, Admission admission, LinkListener listener, Greeting greeting) {
        this.peer = peer;
        this.listener = listener;
        this.greeting = greeting;
        this.admission = admission;
        this.largestFrame = admission.largestFrame(peer.largestFrame());
        this.conduct = new PeerConduct(admission.shortStreams());
    }

    Peer peer() {
        return peer;
    }

    /** The peer is somewhere else now, or hosts other agents. */
    void move(Peer to) {
        peer = to;
        largestFrame = admission.largestFrame(to.largestFrame());
    }

    /** What tells a process of the peer, that was there before, that the one on this link has taken its place. */
    synchronized byte @Nullable [] fence() {
        Stream open = stream;
        X509Certificate[] shown = open == null ? null : open.chain();
        byte[] greeted = open == null ? null : open.greeted;
        return shown == null || greeted == null ? null : greeting.fence(null, greeted, shown[0]);
    }

    boolean isUp() {
        return up;
    }

    /** When the newest certificate began that the peer has greeted with. */
    Instant newest() {
        return newest;
    }

    /** Whether the last stream was greeted on, and was there for longer than it takes to hang up. */
    boolean hasLasted() {
        return lasted;
    }

    boolean isQuarantined() {
        return conduct.isQuarantined();
    }

    synchronized X509Certificate @Nullable [] chain() {
        return stream == null ? null : stream.chain();
    }

    /** Whether the peer is the one that called. */
    synchronized boolean isCalled() {
        return stream instanceof Called;
    }

    synchronized boolean send(byte[] frame) {
        Stream open = stream;
        if (open == null || !up) {
            return false;
        }
        if (outbox.isEmpty() && open.isReady()) {
            open.send(frame);
            return true;
        }
        if (outbox.size() == OUTBOX) {
            outbox.removeFirst(); // what is older matters less; it is asked for if it is missed
            listener.dropped(peer.id());
        }
        outbox.addLast(frame);
        return true;
    }

    synchronized void taken() {
        Stream open = stream;
        if (open != null && open.owed > 0) {
            open.owed--;
            open.request(1);
        }
    }

    /** Counts nonsense; too much of it within a while cuts the link for some seconds. */
    void nonsense(Refused cause) {
        listener.refused(peer.member(), cause);
        count();
    }

    void count() {
        cutIf(conduct.nonsense());
    }

    private void cutIf(Optional<String> why) {
        why.ifPresent(words -> {
            LOG.warn("event=quarantine peer={} why=\"{}\"", peer.member(), words);
            cut(words);
        });
    }

    synchronized void cut(String why) {
        Stream open = stream;
        if (open != null) {
            open.end(Status.PERMISSION_DENIED.withDescription("cut"), why);
        }
    }

    synchronized void goodbye() {
        Stream open = stream;
        if (open != null) {
            open.end(Status.OK, "this member ends");
        }
    }

    /** The peer calls: a stream of it that is still there is an old one. */
    ServerCall.Listener<byte[]> accept(ServerCall<byte[], byte[]> call, X509Certificate[] chain) {
        Called fresh = new Called(call, chain);
        replace(fresh);
        return fresh.listener;
    }

    /** Calls the peer; {@code ended} runs when the stream is over, however that came about. */
    void dial(ClientCall<byte[], byte[]> call, Supplier<X509Certificate @Nullable []> chain, Runnable ended) {
        Dialed fresh = new Dialed(call, chain, ended);
        replace(fresh);
    }

    private void replace(Stream fresh) {
        Stream old;
        synchronized (this) {
            old = stream;
            stream = fresh;
            fresh.displaced = old;
            outbox.clear();
            lasted = false;
        }
        if (old != null) {
            old.end(Status.ABORTED.withDescription("another stream"), "it has another stream");
        }
        synchronized (this) {
            fresh.start();
            fresh.send(greeting.mine());
            fresh.request(WINDOW);
        }
    }

    /** One stream in its life. */
    private abstract class Stream {
        private int owed; // frames handed on and not dealt with yet
        private boolean greetedHere;
        private byte @Nullable [] greeted; // what the peer has greeted with
        private @Nullable Stream displaced; // the one that was there when this one came, until it has greeted
        private long greetedAt;
        private boolean over;
        private boolean closing;

        abstract void start();

        abstract boolean isReady();

        abstract void send(byte[] frame);

        abstract void request(int frames);

        abstract void close(Status status);

        abstract X509Certificate @Nullable [] chain();

        void heard(byte[] frame) {
            if (isQuarantined()) {
                return;
            }
            if (greeting.isFence(frame)) {
                fenced(frame);
                return;
            }
            if (frame.length > largestFrame) {
                nonsense(Refused.OVERSIZE);
                again();
                return;
            }
            if (!greetedHere) {
                Long life = greeting.lifeIn(frame);
                if (life == null) {
                    nonsense(Refused.NO_GREETING);
                    end(Status.INVALID_ARGUMENT.withDescription("no greeting"), "no greeting");
                    return;
                }
                if (isFencedOff(frame)) {
                    return;
                }
                greetedHere = true;
                greeted = frame;
                synchronized (Link.this) {
                    if (stream != this) {
                        return;
                    }
                    greetedAt = System.nanoTime();
                    up = true;
                    noteCertificate(chain());
                }
                listener.up(peer.id(), life);
                again();
                return;
            }
            synchronized (Link.this) {
                owed++;
            }
            listener.heard(peer.id(), frame);
        }

        /** Somebody says that another process has this member's place. */
        private void fenced(byte[] frame) {
            OptionalLong life = greeting.fencedBy(frame);
            if (life.isPresent()) {
                listener.fenced(life.getAsLong());
            } else {
                nonsense(Refused.MALFORMED);
                again();
            }
        }

        /** Tells a process of the peer whose place another one has; that one, which was cut off by it, comes again. */
        private boolean isFencedOff(byte[] frame) {
            Stream other = displaced;
            displaced = null;
            X509Certificate[] shown = other == null ? null : other.chain();
            byte[] before = other == null ? null : other.greeted;
            byte[] fence = shown == null || before == null ? null : greeting.fence(frame, before, shown[0]);
            if (fence == null) {
                return false;
            }
            LOG.warn("event=fenced peer={} why=\"another process has its place\"", peer.member());
            synchronized (Link.this) {
                send(fence);
            }
            end(Status.OK, "another process has its place");
            return true;
        }

        private void noteCertificate(X509Certificate @Nullable [] shown) {
            Instant from = shown == null ? Instant.MIN : shown[0].getNotBefore().toInstant();
            newest = from.isAfter(newest) ? from : newest;
        }

        private void again() {
            synchronized (Link.this) {
                if (!over) {
                    request(1);
                }
            }
        }

        void ready() {
            synchronized (Link.this) {
                while (stream == this && up && !outbox.isEmpty() && isReady()) {
                    send(outbox.removeFirst());
                }
            }
        }

        /** Ends the stream from this side. */
        void end(Status status, String why) {
            synchronized (Link.this) {
                if (over || closing) {
                    return; // a call can be closed once, and somebody else is at it
                }
                closing = true;
                close(status);
            }
            ended(why);
        }

        /** The stream is over. */
        void ended(String why) {
            boolean was;
            synchronized (Link.this) {
                if (over) {
                    return;
                }
                over = true;
                was = greetedHere;
                if (stream == this) {
                    stream = null;
                    up = false;
                    outbox.clear();
                }
            }
            if (was) {
                long nanos = System.nanoTime() - greetedAt;
                lasted = PeerConduct.isLong(nanos);
                cutIf(conduct.stream(nanos));
                listener.down(peer.id(), why);
            }
            after();
        }

        void after() {}
    }

    /** The peer has called. */
    private final class Called extends Stream {
        private final ServerCall<byte[], byte[]> call;
        private final X509Certificate[] chain;
        final ServerCall.Listener<byte[]> listener = new ServerCall.Listener<>() {
            @Override
            public void onMessage(byte[] frame) {
                heard(frame);
            }

            @Override
            public void onHalfClose() {
                end(Status.OK, "it said goodbye");
            }

            @Override
            public void onCancel() {
                ended("the stream broke");
            }

            @Override
            public void onReady() {
                ready();
            }
        };

        Called(ServerCall<byte[], byte[]> call, X509Certificate[] chain) {
            this.call = call;
            this.chain = chain;
        }

        @Override
        void start() {}

        @Override
        boolean isReady() {
            return call.isReady();
        }

        @Override
        void send(byte[] frame) {
            if (!call.isCancelled()) {
                call.sendMessage(frame);
            }
        }

        @Override
        void request(int frames) {
            call.request(frames);
        }

        @Override
        void close(Status status) {
            if (!call.isCancelled()) {
                call.close(status, new Metadata());
            }
        }

        @Override
        X509Certificate[] chain() {
            return chain;
        }
    }

    /** This member has called. */
    private final class Dialed extends Stream {
        private final ClientCall<byte[], byte[]> call;
        private final Supplier<X509Certificate @Nullable []> chain;
        private final Runnable then;

        Dialed(ClientCall<byte[], byte[]> call, Supplier<X509Certificate @Nullable []> chain, Runnable then) {
            this.call = call;
            this.chain = chain;
            this.then = then;
        }

        @Override
        void start() {
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(byte[] frame) {
                            heard(frame);
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                                nonsense(Refused.OVERSIZE);
                            }
                            ended(status.isOk() ? "it said goodbye" : "the stream broke: " + status.getCode());
                        }

                        @Override
                        public void onReady() {
                            ready();
                        }
                    },
                    new Metadata());
        }

        @Override
        boolean isReady() {
            return call.isReady();
        }

        @Override
        void send(byte[] frame) {
            call.sendMessage(frame);
        }

        @Override
        void request(int frames) {
            call.request(frames);
        }

        @Override
        void close(Status status) {
            if (status.isOk()) {
                call.halfClose();
            } else {
                call.cancel(status.getDescription(), null);
            }
        }

        @Override
        X509Certificate @Nullable [] chain() {
            return chain.get();
        }

        @Override
        void after() {
            then.run();
        }
    }
}
