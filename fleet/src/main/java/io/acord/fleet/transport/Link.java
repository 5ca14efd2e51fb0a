package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The link to one peer: at most one conversation at a time. Safe for many threads. */
final class Link {

    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** So many frames of a peer may wait to be dealt with; the next ones stay with it. */
    private static final int WINDOW = 16;

    /** So many frames wait here for a peer that does not read; then the oldest are dropped. */
    private static final int OUTBOX = 8;

    /** A peer that was asked before the first of so many looks, and was not heard until the last, is silent. */
    static final int LOOKS = 4;

    /** One that is silent again and again has so many times as long: it may be busy, or have nothing to say. */
    private static final int MOST_PATIENCE = 32;

    private volatile Peer peer;
    private final LinkListener listener;
    private final Greeting greeting;
    private final Admission admission;
    private volatile int largestFrame;
    private final Deque<byte[]> outbox = new ArrayDeque<>();
    private @Nullable Stream stream;
    private final PeerConduct conduct;
    private boolean asked; // the peer, since it was heard
    private int looks; // since then
    private int patience = 1; // how many times as many looks it has
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
        X509Certificate[] shown = open == null ? null : open.conversation.chain();
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
        return stream == null ? null : stream.conversation.chain();
    }

    /** Whether the peer is the one that called. */
    synchronized boolean isCalled() {
        return stream != null && stream.conversation.isCalled();
    }

    synchronized boolean send(byte[] frame) {
        Stream open = stream;
        if (open == null || !up) {
            return false;
        }
        asked = true;
        if (outbox.isEmpty() && open.conversation.isReady()) {
            open.conversation.send(frame);
            return true;
        }
        if (outbox.size() == OUTBOX) {
            outbox.removeFirst(); // what is older matters less; it is asked for if it is missed
            listener.dropped(peer.id());
        }
        outbox.addLast(frame);
        return true;
    }

    /**
     * Looks whether the peer answers; if it has not for some looks, the conversation is over, and whoever calls of the
     * two calls again. Looks are counted, not time: this process may have been stopped itself.
     */
    synchronized void look() {
        Stream open = stream;
        if (open == null || !up || !asked || open.owed >= WINDOW) {
            looks = 0;
        } else if (++looks > LOOKS * patience) {
            patience = Math.min(MOST_PATIENCE, 2 * patience);
            open.end(false, "silent", "it is silent");
        }
    }

    synchronized void taken() {
        Stream open = stream;
        if (open != null && open.owed > 0) {
            open.owed--;
            open.conversation.request(1);
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
            open.end(false, "cut", why);
        }
    }

    synchronized void goodbye() {
        Stream open = stream;
        if (open != null) {
            open.end(true, "", "this member ends");
        }
    }

    /** The peer calls: a conversation with it that is still there is an old one. */
    void accept(Conversation conversation) {
        replace(new Stream(conversation, () -> {}));
    }

    /** Calls the peer; {@code ended} runs when the conversation is over, however that came about. */
    void dial(Conversation conversation, Runnable ended) {
        replace(new Stream(conversation, ended));
    }

    private void replace(Stream fresh) {
        Stream old;
        synchronized (this) {
            old = stream;
            stream = fresh;
            fresh.displaced = old;
            outbox.clear();
            lasted = false;
            asked = false;
            looks = 0;
        }
        if (old != null) {
            old.end(false, "another stream", "it has another stream");
        }
        synchronized (this) {
            fresh.conversation.start(fresh);
            fresh.conversation.sendSurely(greeting.mine());
            fresh.conversation.request(WINDOW);
        }
    }

    /** One conversation in its life. */
    private final class Stream implements Conversation.Events {
        private final Conversation conversation;
        private final Runnable after;
        private int owed; // frames handed on and not dealt with yet
        private boolean greetedHere;
        private byte @Nullable [] greeted; // what the peer has greeted with
        private @Nullable Stream displaced; // the one that was there when this one came, until it has greeted
        private long greetedAt;
        private boolean over;
        private boolean closing;

        Stream(Conversation conversation, Runnable after) {
            this.conversation = conversation;
            this.after = after;
        }

        @Override
        public void heard(byte[] frame) {
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
                    end(false, "no greeting", "no greeting");
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
                    noteCertificate(conversation.chain());
                }
                listener.up(peer.id(), life);
                again();
                return;
            }
            synchronized (Link.this) {
                owed++;
                asked = false;
                looks = 0;
                patience = 1;
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
            X509Certificate[] shown = other == null ? null : other.conversation.chain();
            byte[] before = other == null ? null : other.greeted;
            byte[] fence = shown == null || before == null ? null : greeting.fence(frame, before, shown[0]);
            if (fence == null) {
                return false;
            }
            LOG.warn("event=fenced peer={} why=\"another process has its place\"", peer.member());
            synchronized (Link.this) {
                conversation.sendSurely(fence);
            }
            end(true, "", "another process has its place");
            return true;
        }

        private void noteCertificate(X509Certificate @Nullable [] shown) {
            Instant from = shown == null ? Instant.MIN : shown[0].getNotBefore().toInstant();
            newest = from.isAfter(newest) ? from : newest;
        }

        private void again() {
            synchronized (Link.this) {
                if (!over) {
                    conversation.request(1);
                }
            }
        }

        @Override
        public void ready() {
            synchronized (Link.this) {
                while (stream == this && up && !outbox.isEmpty() && conversation.isReady()) {
                    conversation.send(outbox.removeFirst());
                }
            }
        }

        @Override
        public void refused(Refused cause) {
            if (cause == Refused.FLOOD) {
                listener.refused(peer.member(), cause);
                cutIf(conduct.flood());
            } else {
                nonsense(cause);
            }
        }

        @Override
        public void goodbye() {
            end(true, "", "it said goodbye");
        }

        /** Ends the conversation from this side, with words for the peer. */
        void end(boolean isGoodbye, String words, String why) {
            synchronized (Link.this) {
                if (over || closing) {
                    return; // a conversation can be closed once, and somebody else is at it
                }
                closing = true;
                conversation.close(isGoodbye, words);
            }
            ended(why);
        }

        @Override
        public void ended(String why) {
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
            after.run();
        }
    }
}
