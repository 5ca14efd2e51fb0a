package io.acord.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/** What crossed the links of a member, by peer. Safe for many threads. */
public final class Ledger {

    /** Of one peer; written by the member's thread. */
    private static final class Counts {
        private final String peer;
        private final LongAdder messagesSent = new LongAdder();
        private final LongAdder bytesSent = new LongAdder();
        private final LongAdder messagesHeard = new LongAdder();
        private final LongAdder bytesHeard = new LongAdder();

        Counts(String peer) {
            this.peer = peer;
        }
    }

    private final List<Counts> peers = new CopyOnWriteArrayList<>(); // by number

    Ledger(List<String> peers) {
        know(peers);
    }

    /** All peers by number: those that were known, and perhaps more. */
    void know(List<String> names) {
        names.subList(peers.size(), names.size()).forEach(name -> peers.add(new Counts(name)));
    }

    void sent(int peer, int bytes) {
        peers.get(peer).messagesSent.increment();
        peers.get(peer).bytesSent.add(bytes);
    }

    void heard(int peer, int bytes) {
        peers.get(peer).messagesHeard.increment();
        peers.get(peer).bytesHeard.add(bytes);
    }

    /** What went to and came from one peer: bytes are those of frames, before TLS. */
    public record Line(String peer, long messagesSent, long bytesSent, long messagesHeard, long bytesHeard) {}

    /** A line for every peer that anything was exchanged with. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        for (Counts counts : peers) {
            Line line = new Line(
                    counts.peer,
                    counts.messagesSent.sum(),
                    counts.bytesSent.sum(),
                    counts.messagesHeard.sum(),
                    counts.bytesHeard.sum());
            if (line.messagesSent() + line.messagesHeard() > 0) {
                lines.add(line);
            }
        }
        return lines;
    }
}
