package io.acord.fleet.transport;

import java.io.IOException;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps calling one peer, wherever that is. All on the network thread. */
final class PeerCaller {

    private static final Logger LOG = LoggerFactory.getLogger(PeerCaller.class);
    private static final long FIRST_PAUSE_MS = 20;

    /** So often it is looked whether a peer that has moved is there, before the process that it was is told. */
    private static final int GLANCES = 120;

    private static final long GLANCE_MS = 500;

    private final Link link;
    private final Network network;
    private final BooleanSupplier isClosed; // the transport
    private final Random jitter;
    private final LinkTimes times;
    private long pause = FIRST_PAUSE_MS;
    private volatile boolean over;
    private volatile @Nullable Conversation last;

    PeerCaller(Link link, Network network, BooleanSupplier isClosed, Random jitter, LinkTimes times) {
        this.link = link;
        this.network = network;
        this.isClosed = isClosed;
        this.jitter = jitter;
        this.times = times;
    }

    void call() {
        network.now(this::callNow);
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
            network.now(() -> {
                pause = FIRST_PAUSE_MS;
                link.cut("it has moved");
            });
            network.later(() -> tellFormer(before, GLANCES), GLANCE_MS);
        }
    }

    /** Tells the process that the peer was, if it is still there, that another has its place. */
    private void tellFormer(Peer former, int glances) {
        byte[] fence = link.isUp() ? link.fence() : null;
        if (isClosed.getAsBoolean() || over || glances == 0) {
            return;
        }
        if (fence == null) {
            network.later(() -> tellFormer(former, glances - 1), GLANCE_MS);
            return;
        }
        try {
            Conversation once = network.call(former, true, times.attempt());
            once.start(new Telling(once));
            once.request(2);
            once.sendSurely(fence);
            once.close(true, "");
        } catch (IOException e) {
            LOG.error("event=tls-failed peer={} why=\"{}\"", former.member(), e.toString());
        }
    }

    /** Tells something, and hangs up when it was told, or when nobody is there. */
    private record Telling(Conversation conversation) implements Conversation.Events {
        @Override
        public void heard(byte[] frame) {}

        @Override
        public void ready() {}

        @Override
        public void refused(LinkListener.Refused cause) {}

        @Override
        public void goodbye() {}

        @Override
        public void ended(String why) {
            conversation.hangUp(true);
        }
    }

    private void callNow() {
        if (isClosed.getAsBoolean() || over) {
            return;
        }
        if (link.isQuarantined()) {
            ended();
            return;
        }
        try {
            hangUp(true); // a new handshake for every attempt, with the certificates of today
            Conversation fresh = network.call(link.peer(), false, times.attempt());
            last = fresh;
            link.dial(fresh, this::ended);
        } catch (IOException e) {
            LOG.error("event=tls-failed peer={} why=\"{}\"", link.peer().member(), e.toString());
            ended();
        }
    }

    void hangUp(boolean now) {
        Conversation open = last;
        if (open != null) {
            open.hangUp(now);
        }
    }

    private void ended() {
        if (isClosed.getAsBoolean() || over) {
            return;
        }
        if (link.hasLasted()) {
            pause = FIRST_PAUSE_MS;
        }
        long wait = pause / 2 + jitter.nextLong(pause / 2 + 1);
        pause = Math.min(times.longestPause(), 2 * pause);
        network.later(this::callNow, wait);
    }
}
