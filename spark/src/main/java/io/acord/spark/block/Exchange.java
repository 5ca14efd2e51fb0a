package io.acord.spark.block;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.Peer;
import io.acord.fleet.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.DoubleBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Frames between one block and the others over the fleet's transport, in lock step: whoever is told something of a
 * moment tells something of it in return before either goes on. So a block can lack two frames of another at most, and
 * a link that broke is made good by telling the last two again; whoever knows them drops them.
 *
 * <p>Blocks on one host tell each other through {@link SharedFrames memory that they share} as soon as both have it;
 * links stay, to say who has gone. A frame may come both ways: the second one is dropped.
 *
 * <p>Network threads put frames in, the block's thread takes them out.
 */
final class Exchange implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    private static final int KEPT = 2;
    private static final int SPINS = 2_000; // some hundredths of a millisecond: most of what blocks differ by
    private static final long SHORTEST_NANOS = 20_000;
    private static final long LONGEST_NANOS = 1_000_000;
    private static final long LOOKED_NANOS = 5_000_000;

    private final Transport transport;
    private final Duration patience;
    private final BlockFiles.Watch watch;
    private final Map<Integer, Deque<byte[]>> told = new HashMap<>(); // per peer, the last frames
    private final Map<Integer, Map<Long, byte[]>> heard = new HashMap<>(); // per peer, what was not taken yet
    private final Map<Integer, Long> taken = new HashMap<>(); // per peer, the last that was
    private final Set<Integer> gone = new HashSet<>(); // peers whose link is down
    private final String host; // of this block
    private final @Nullable Path folder; // of files that blocks of a host share; null: they do not
    private double[] room = {}; // for a piece of a frame; of the block's thread
    private final Set<Integer> near = new HashSet<>(); // peers on this host
    private final Map<Integer, SharedFrames> tellsBy = new ConcurrentHashMap<>(); // per peer, what it was offered last
    private final Map<Integer, List<SharedFrames>> hearsBy = new ConcurrentHashMap<>(); // per peer, the last two

    private Exchange(
            Identity identity,
            Credentials credentials,
            Transport.Tls tls,
            String host,
            @Nullable Path folder,
            String job,
            Duration patience,
            BlockFiles.Watch watch) {
        this.host = host;
        this.folder = folder;
        this.patience = patience;
        this.watch = watch;
        this.transport = new Transport(identity, credentials, tls, new Password(job), new FrameListener());
    }

    /**
     * Listens at a host.
     *
     * @param folder of files that blocks of a host share; null if they are not to
     * @param job what everybody says first: which attempt of which job
     * @param largestFrame that any block may send
     */
    static Opened open(
            Identity identity,
            Credentials credentials,
            String host,
            @Nullable Path folder,
            String job,
            int largestFrame,
            Duration patience,
            BlockFiles.Watch watch)
            throws IOException {
        IOException failed = null;
        // BoringSSL is quicker; where it is not to be had, Java's own will do.
        for (Transport.Tls tls : List.of(Transport.Tls.NATIVE, Transport.Tls.JDK)) {
            Exchange exchange = new Exchange(identity, credentials, tls, host, folder, job, patience, watch);
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
                if (folder != null && peer.host().equals(host)) {
                    near.add(peer.id());
                }
            }
        }
        transport.connect(peers);
    }

    /**
     * Tells a peer so many numbers of each agent at a moment; if there is no way to it now, as soon as there is one.
     *
     * @param teller writes what is told of some of them
     */
    void tell(int peer, long when, BlockBoundary.Pieces agents, int width, BlockBoundary.Teller teller) {
        int count = agents.agents() * width;
        SharedFrames memory = memoryTo(peer, count);
        if (memory != null) {
            write(agents, width, teller, memory.next());
            memory.tell(when, count);
        } else {
            byte[] frame = BlockBoundary.frame(when, count);
            write(agents, width, teller, BlockBoundary.numbersOf(frame));
            tell(peer, frame);
        }
    }

    private void write(BlockBoundary.Pieces agents, int width, BlockBoundary.Teller teller, DoubleBuffer into) {
        double[] some = room(width);
        int at = 0;
        for (int[] piece : agents.each()) {
            teller.write(piece, some);
            into.put(at, some, 0, piece.length * width);
            at += piece.length * width;
        }
    }

    private void read(BlockBoundary.Pieces agents, int width, BlockBoundary.Listener listener, DoubleBuffer from) {
        double[] some = room(width);
        int at = 0;
        for (int[] piece : agents.each()) {
            from.get(at, some, 0, piece.length * width);
            listener.take(piece, some);
            at += piece.length * width;
        }
    }

    private double[] room(int width) {
        if (room.length < BlockBoundary.Pieces.SIZE * width) {
            room = new double[BlockBoundary.Pieces.SIZE * width];
        }
        return room;
    }

    /** Where a peer of this host reads; null if it does not, which it is offered if it has not been. */
    private @Nullable SharedFrames memoryTo(int peer, int count) {
        Path here = folder;
        if (here == null || !near.contains(peer)) {
            return null;
        }
        SharedFrames known = tellsBy.get(peer);
        if (known == null || !known.hasRoomFor(count)) {
            try {
                SharedFrames fresh = SharedFrames.create(here, count);
                tellsBy.put(peer, fresh);
                transport.send(peer, fresh.offer());
            } catch (IOException e) {
                LOG.info("event=unshared peer={} why=\"{}\"", peer, e.toString());
                near.remove(peer);
            }
            if (known != null) {
                known.forget();
            }
            return null;
        }
        return known.isRead() ? known : null;
    }

    /** To how many peers it tells by memory now. */
    int peersThatRead() {
        return (int) tellsBy.values().stream().filter(SharedFrames::isRead).count();
    }

    /** Tells a peer something short, by its link. */
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

    /**
     * Takes what a peer tells of a moment; waits for it, but not for ever.
     *
     * @param listener takes what is told of some agents
     * @return false if it is not so many numbers of each
     */
    boolean hear(int peer, long when, BlockBoundary.Pieces agents, int width, BlockBoundary.Listener listener)
            throws IOException {
        int count = agents.agents() * width;
        Wait wait = new Wait(peer, when);
        while (true) {
            for (SharedFrames memory : hearsBy.getOrDefault(peer, List.of())) {
                int slot = memory.find(when);
                if (slot >= 0) {
                    DoubleBuffer numbers = memory.numbers(slot, count);
                    if (numbers != null) {
                        read(agents, width, listener, numbers);
                    }
                    took(peer, when);
                    return numbers != null;
                }
            }
            if (wait.spins()) {
                continue;
            }
            byte[] frame = takeNow(peer, when);
            if (frame != null) {
                boolean isWhole = frame.length == BlockBoundary.HEADER + 8 * count;
                if (isWhole) {
                    read(agents, width, listener, BlockBoundary.numbersOf(frame));
                }
                return isWhole;
            }
            wait.pause();
        }
    }

    /** Waits until a peer has said that it is done, or has gone. */
    void hearLast(int peer, long when) throws IOException {
        Wait wait = new Wait(peer, when);
        while (takeNow(peer, when) == null && !isGone(peer)) {
            wait.pause();
        }
    }

    private synchronized boolean isGone(int peer) {
        return gone.contains(peer);
    }

    private synchronized void took(int peer, long when) {
        taken.put(peer, when);
        inbox(peer).remove(when); // it may have come both ways
    }

    private synchronized byte @Nullable [] takeNow(int peer, long when) {
        byte[] frame = inbox(peer).remove(when);
        if (frame != null) {
            taken.put(peer, when);
        }
        return frame;
    }

    private Map<Long, byte[]> inbox(int peer) {
        Map<Long, byte[]> inbox = heard.get(peer);
        if (inbox == null) {
            throw new AssertionError("block " + peer + " is no peer");
        }
        return inbox;
    }

    /** Until a peer tells something of a moment. */
    private final class Wait {
        private final int peer;
        private final long when;
        private final long begun = System.nanoTime();
        private final long end = begun + patience.toNanos();
        private long nextLook = begun + LOOKED_NANOS;
        private int spins;

        Wait(int peer, long when) {
            this.peer = peer;
            this.when = when;
        }

        /** Whether it is too soon to let somebody else have the processor. */
        boolean spins() {
            boolean isSoon = hearsBy.containsKey(peer) && spins++ < SPINS;
            if (isSoon) {
                Thread.onSpinWait();
            }
            return isSoon;
        }

        /** Looks now and then whether waiting is of any use, and sleeps. */
        void pause() throws IOException {
            long now = System.nanoTime();
            if (now - nextLook >= 0 || !hearsBy.containsKey(peer)) {
                nextLook = now + LOOKED_NANOS;
                watch.look();
                if (now - end >= 0) {
                    throw new Silence("block " + peer + " told nothing for " + patience.toSeconds() + " s"
                            + (isGone(peer) ? ", and there is no link to it" : ""));
                }
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IOException("interrupted while waiting for block " + peer);
            }
            if (hearsBy.containsKey(peer)) {
                long longer = (now - begun) / 8; // nobody can wake us from another process
                LockSupport.parkNanos(Math.max(SHORTEST_NANOS, Math.min(LONGEST_NANOS, longer)));
            } else {
                sleep(Math.max(1, Math.min(100, (end - now) / 1_000_000)));
            }
        }

        private void sleep(long millis) throws IOException {
            synchronized (Exchange.this) {
                if (inbox(peer).containsKey(when) || (gone.contains(peer) && when == Long.MAX_VALUE)) {
                    return;
                }
                try {
                    Exchange.this.wait(millis);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IOException("interrupted while waiting for block " + peer, e);
                }
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
        tellsBy.values().forEach(SharedFrames::forget);
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
            SharedFrames offered = tellsBy.get(peer);
            if (offered != null) { // perhaps when there was no link
                transport.send(peer, offered.offer());
            }
        }

        @Override
        public void heard(int peer, byte[] frame) {
            transport.taken(peer);
            if (frame.length < BlockBoundary.HEADER) {
                transport.nonsense(peer);
                return;
            }
            long when = BlockBoundary.when(frame);
            if (when == SharedFrames.OFFER) {
                open(peer, frame);
                return;
            }
            synchronized (Exchange.this) {
                if (when > taken.getOrDefault(peer, Long.MAX_VALUE)) {
                    heard.getOrDefault(peer, new HashMap<>()).put(when, frame);
                    Exchange.this.notifyAll();
                }
            }
        }

        /** From now on a peer tells here, or if it cannot be opened goes on as before. */
        private void open(int peer, byte[] offer) {
            Path here = folder;
            SharedFrames fresh = here == null ? null : SharedFrames.accept(here, offer);
            if (fresh == null) {
                return;
            }
            List<SharedFrames> known = hearsBy.getOrDefault(peer, List.of());
            hearsBy.put(peer, known.isEmpty() ? List.of(fresh) : List.of(fresh, known.get(0)));
            fresh.beRead();
            synchronized (Exchange.this) {
                Exchange.this.notifyAll();
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
