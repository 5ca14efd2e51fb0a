package io.acord.protocol.machine;

import io.acord.protocol.Fingerprint;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The edges of one round between a block and one peer, and what has been said over them. Mutable. */
final class RoundLink {

    /** What a link is good for in a round. */
    enum State {
        /** The peer's opening is still to come. */
        AWAITED,
        /** Both ends use its edges. */
        IN,
        /** The peer is held at its last value. */
        HELD,
        /** Its edges are charged but not used. */
        OUT
    }

    final int peer;
    final int[] rows; // boundary rows, in the order of their agents' ids
    final int[] columns; // halo columns at the peer, in the order of ids
    final Fingerprint fingerprint;
    final List<Message> sent = new ArrayList<>(); // numbered ones, kept to be sent again
    final TreeMap<Integer, Message> inbox = new TreeMap<>(); // by number, from next on
    State state = State.AWAITED;
    boolean quarantined;
    boolean satisfied; // has said what the current step needs
    boolean floodDone; // has said all it knows in the current flood
    boolean stopped; // has told what it played
    boolean agreed; // means the same edges and rules
    boolean refused; // means others
    boolean unshared; // means other edges: neither end is charged for any
    boolean accounted; // the accounts know what it played
    int next; // the number of the message to take next
    int known = -1; // the highest number that the peer has told and that there was no room for
    int asked = -1; // the number last asked for without being nudged
    int unanswered; // questions in a row
    int hostile; // messages of this round

    @Nullable
    Numbers previous; // x_{t−1} of the columns

    @Nullable
    Numbers played; // x_t of the columns

    RoundLink(int peer, int[] rows, int[] columns, Fingerprint fingerprint) {
        this.peer = peer;
        this.rows = rows;
        this.columns = columns;
        this.fingerprint = fingerprint;
    }

    boolean isAwaited() {
        return !satisfied && (state == State.AWAITED || state == State.IN);
    }

    /** Whether both ends count its edges alike: they mean the same round, and it is known what the peer played. */
    boolean isSettled() {
        return agreed && played != null;
    }

    /** Notes that something was heard of the peer. */
    void heard() {
        unanswered = 0;
    }

    /** The message whose turn it is, if it is here. */
    @Nullable
    Message head() {
        return inbox.get(next);
    }

    void take() {
        inbox.remove(next);
        next++;
    }

    void takePlayed(Message message) {
        played = message.numbers();
        stopped = true;
        next = Math.max(next, message.number() + 1);
        inbox.clear();
    }

    /** What is not listened to needs no room; only what the peer plays is still of interest. */
    void dropInbox() {
        Message last = inbox.isEmpty() ? null : inbox.lastEntry().getValue();
        inbox.clear();
        if (last != null && last.kind() == Message.Kind.PLAYED) {
            takePlayed(last);
        }
    }
}
