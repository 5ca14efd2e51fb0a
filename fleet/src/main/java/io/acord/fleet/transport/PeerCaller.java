package io.acord.fleet.transport;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import java.util.Random;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps calling one peer, wherever that is. All on the network thread. */
final class PeerCaller {

    private static final Logger LOG = LoggerFactory.getLogger(PeerCaller.class);
    private static final long FIRST_PAUSE_MS = 20;
    private static final long LONGEST_PAUSE_MS = 1000;

    /** So often it is looked whether a peer that has moved is there, before the process that it was is told. */
    private static final int GLANCES = 120;

    private static final long GLANCE_MS = 500;

    /** What a caller needs of its transport. */
    interface Line {

        boolean isClosed();

        /** Runs a task on the network thread. */
        void now(Runnable task);

        void later(Runnable task, long millis);

        /**
         * A connection to a peer.
         *
         * @param isFormer whether a process is called whose place another has taken
         */
        ManagedChannel channel(Peer peer, boolean isFormer) throws SSLException;
    }

    private final Link link;
    private final Line line;
    private final Random jitter;
    private long pause = FIRST_PAUSE_MS;
    private volatile boolean over;
    private volatile @Nullable ManagedChannel channel;

    PeerCaller(Link link, Line line, Random jitter) {
        this.link = link;
        this.line = line;
        this.jitter = jitter;
    }

    void call() {
        line.now(this::callNow);
    }

    /** The peer is not called any more. */
    void end() {
        over = true;
        hangUp(true);
    }

    /** The peer may be somewhere else now. */
    void move(Peer to) {
        Peer before = link.peer();
        link.move(to);
        if (!before.host().equals(to.host()) || before.port() != to.port()) {
            LOG.info("event=moved peer={} to={}:{}", to.member(), to.host(), to.port());
            line.now(() -> {
                pause = FIRST_PAUSE_MS;
                link.cut("it has moved");
            });
            line.later(() -> tellFormer(before, GLANCES), GLANCE_MS);
        }
    }

    /** Tells the process that the peer was, if it is still there, that another has its place. */
    private void tellFormer(Peer former, int glances) {
        byte[] fence = link.isUp() ? link.fence() : null;
        if (line.isClosed() || over || glances == 0) {
            return;
        }
        if (fence == null) {
            line.later(() -> tellFormer(former, glances - 1), GLANCE_MS);
            return;
        }
        try {
            ManagedChannel once = line.channel(former, true);
            ClientCall<byte[], byte[]> call = once.newCall(Transport.TALK, CallOptions.DEFAULT);
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            once.shutdownNow(); // it was told, or is not there
                        }
                    },
                    new Metadata());
            call.request(2);
            call.sendMessage(fence);
            call.halfClose();
        } catch (SSLException e) {
            LOG.error("event=tls-failed peer={} why=\"{}\"", former.member(), e.toString());
        }
    }

    private void callNow() {
        if (line.isClosed() || over) {
            return;
        }
        if (link.isQuarantined()) {
            ended();
            return;
        }
        try {
            ManagedChannel old = channel;
            if (old != null) {
                old.shutdownNow(); // a new handshake for every attempt, with the certificates of today
            }
            ManagedChannel fresh = line.channel(link.peer(), false);
            channel = fresh;
            ClientCall<byte[], byte[]> call = fresh.newCall(Transport.TALK, CallOptions.DEFAULT);
            link.dial(call, () -> Transport.chainOf(call.getAttributes()), this::ended);
        } catch (SSLException e) {
            LOG.error("event=tls-failed peer={} why=\"{}\"", link.peer().member(), e.toString());
            ended();
        }
    }

    void hangUp(boolean now) {
        ManagedChannel last = channel;
        if (last != null && now) {
            last.shutdownNow();
        } else if (last != null) {
            last.shutdown();
        }
    }

    private void ended() {
        if (line.isClosed() || over) {
            return;
        }
        if (link.hasLasted()) {
            pause = FIRST_PAUSE_MS;
        }
        long wait = pause / 2 + jitter.nextLong(pause / 2 + 1);
        pause = Math.min(LONGEST_PAUSE_MS, 2 * pause);
        line.later(this::callNow, wait);
    }
}
