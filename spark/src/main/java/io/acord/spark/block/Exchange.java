package io.acord.spark.block;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.Peer;
import io.acord.fleet.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frames between one block and the others over the fleet's transport, in lock step: whoever is told something of a
 * moment tells something of it in return before either goes on. So a block can lack two frames of another at most, and
 * a link that broke is made good by telling the last two again; whoever knows them drops them.
 *
 * <p>Network threads put frames in, the block's thread takes them out.
 */
final class Exchange implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final int KEPT = 2;

    private final Transport transport;
    private final Duration patience;
    private final BlockFiles.Watch watch;
    private final Map<Integer, Deque<byte[]>> told = new HashMap<>(); // per peer, the last frames
    private final Map<Integer, Map<Long, byte[]>> heard = new HashMap<>(); // per peer, what was not taken yet
    private final Map<Integer, Long> taken = new HashMap<>(); // per peer, the last that was
    private final Set<Integer> gone = new HashSet<>(); // peers whose link is down

    private Exchange(
            Identity identity,
            Credentials credentials,
            Transport.Tls tls,
            String job,
            Duration patience,
            BlockFiles.Watch watch) {
        this.patience = patience;
        this.watch = watch;
        this.transport = new Transport(identity, credentials, tls, new Password(job), new FrameListener());
    }

    /**
     * Listens at a host.
     *
     * @param job what everybody says first: which attempt of which job
     * @param largestFrame that any block may send
     */
    static Opened open(
            Identity identity,
            Credentials credentials,
            String host,
            String job,
            int largestFrame,
            Duration patience,
            BlockFiles.Watch watch)
            throws IOException {
        IOException failed = null;
        // BoringSSL is quicker; where it is not to be had, Java's own will do.
        for (Transport.Tls tls : List.of(Transport.Tls.NATIVE, Transport.Tls.JDK)) {
            Exchange exchange = new Exchange(identity, credentials, tls, job, patience, watch);
            try {
                InetSocketAddress address = exchange.transport.open(host, 0, largestFrame);
                return new Opened(exchange, address.getPort());
            } catch (IOException | RuntimeException | LinkageError e) {
                exchange.close();
                IOException here = new IOException("no port could be opened at " + host + ": " + e, e);
                if (failed != null) {
                    here.addSuppressed(failed);
                }
                failed = here;
            }
        }
        throw failed == null ? new IOException("no TLS") : failed;
    }

    /** An exchange and the port at which it listens. */
    record Opened(Exchange exchange, int port) {}

    void connect(List<Peer> peers) {
        synchronized (this) {
            for (Peer peer : peers) {
                told.put(peer.id(), new ArrayDeque<>());
                heard.put(peer.id(), new HashMap<>());
                taken.put(peer.id(), -1L);
            }
        }
        transport.connect(peers);
    }

    /** Tells a peer; if there is no link now, as soon as there is one. */
    void tell(int peer, byte[] frame) {
        synchronized (this) {
            Deque<byte[]> last = deque(peer);
            if (last.size() == KEPT) {
                last.removeFirst();
            }
            last.addLast(frame);
        }
        transport.send(peer, frame);
    }

    private Deque<byte[]> deque(int peer) {
        Deque<byte[]> last = told.get(peer);
        if (last == null) {
            throw new AssertionError("block " + peer + " is no peer");
        }
        return last;
    }

    /** What a peer tells of a moment; waits for it, but not for ever. */
    synchronized byte[] hear(int peer, long when) throws IOException {
        byte[] frame = await(peer, when, false);
        if (frame == null) {
            throw new AssertionError("nothing was waited for");
        }
        return frame;
    }

    /** Waits until a peer has said that it is done, or has gone. */
    synchronized void hearLast(int peer, long when) throws IOException {
        await(peer, when, true);
    }

    private synchronized byte @Nullable [] await(int peer, long when, boolean orGone) throws IOException {
        Map<Long, byte[]> inbox = heard.get(peer);
        if (inbox == null) {
            throw new AssertionError("block " + peer + " is no peer");
        }
        long end = System.nanoTime() + patience.toNanos();
        while (true) {
            byte[] frame = inbox.remove(when);
            if (frame != null) {
                taken.put(peer, when);
                return frame;
            }
            if (orGone && gone.contains(peer)) {
                return null;
            }
            watch.look();
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new Silence("block " + peer + " told nothing for " + patience.toSeconds() + " s"
                        + (gone.contains(peer) ? ", and there is no link to it" : ""));
            }
            try {
                wait(Math.max(1, Math.min(100, left / 1_000_000)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IOException("interrupted while waiting for block " + peer, e);
            }
        }
    }

    /** A block that told nothing for too long. */
    static final class Silence extends IOException {
        private static final long serialVersionUID = 1;

        Silence(String message) {
            super(message);
        }
    }

    @Override
    public void close() {
        transport.close();
    }

    private final class FrameListener implements LinkListener {

        @Override
        public void up(int peer, long life) {
            List<byte[]> again;
            synchronized (Exchange.this) {
                gone.remove(peer);
                again = List.copyOf(deque(peer));
            }
            again.forEach(frame -> transport.send(peer, frame));
        }

        @Override
        public void heard(int peer, byte[] frame) {
            transport.taken(peer);
            if (frame.length < BlockBoundary.HEADER) {
                transport.nonsense(peer);
                return;
            }
            long when = BlockBoundary.when(frame);
            synchronized (Exchange.this) {
                if (when > taken.getOrDefault(peer, Long.MAX_VALUE)) {
                    heard.getOrDefault(peer, new HashMap<>()).put(when, frame);
                    Exchange.this.notifyAll();
                }
            }
        }

        @Override
        public void down(int peer, String why) {
            LOG.info("event=down peer={} why=\"{}\"", peer, why);
            synchronized (Exchange.this) {
                gone.add(peer);
                Exchange.this.notifyAll();
            }
        }

        @Override
        public void refused(String who, Refused cause) {
            LOG.warn("event=refused who={} cause={}", who, cause);
        }

        @Override
        public void dropped(int peer) {
            throw new AssertionError("more frames were under way to block " + peer + " than lock step allows");
        }
    }

    /** Both sides say which attempt of which job they are of; anybody else is turned away. */
    private record Password(String job) implements Greeting {

        @Override
        public byte[] mine() {
            return ("acord-spark 1 " + job).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public @Nullable Long lifeIn(byte[] frame) {
            return Arrays.equals(frame, mine()) ? Long.valueOf(1) : null;
        }
    }
}
