package io.acord.fleet;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** What crossed the links of a member, by peer. Safe for many threads. */
public final class Ledger {

    private static final int FIELDS = 4;

    private final List<String> peers;
    private final AtomicLongArray counts;

    Ledger(List<String> peers) {
        this.peers = List.copyOf(peers);
        this.counts = new AtomicLongArray(FIELDS * peers.size());
    }

    void sent(int peer, int bytes) {
        counts.lazySet(FIELDS * peer, counts.get(FIELDS * peer) + 1);
        counts.lazySet(FIELDS * peer + 1, counts.get(FIELDS * peer + 1) + bytes);
    }

    void heard(int peer, int bytes) {
        counts.lazySet(FIELDS * peer + 2, counts.get(FIELDS * peer + 2) + 1);
        counts.lazySet(FIELDS * peer + 3, counts.get(FIELDS * peer + 3) + bytes);
    }

    /** What went to and came from one peer: bytes are those of frames, before TLS. */
    public record Line(String peer, long messagesSent, long bytesSent, long messagesHeard, long bytesHeard) {}

    /** A line for every peer that anything was exchanged with. */
    public List<Line> lines() {
        List<Line> lines = new java.util.ArrayList<>();
        for (int k = 0; k < peers.size(); k++) {
            Line line = new Line(
                    peers.get(k),
                    counts.get(FIELDS * k),
                    counts.get(FIELDS * k + 1),
                    counts.get(FIELDS * k + 2),
                    counts.get(FIELDS * k + 3));
            if (line.messagesSent() + line.messagesHeard() > 0) {
                lines.add(line);
            }
        }
        return lines;
    }
}
