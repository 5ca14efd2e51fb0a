package io.acord.protocol.clock;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * What a member has seen of the others: who is connected, when each was heard last, and of which round it spoke.
 * Mutable.
 */
final class PeerSightings {

    private final int self;
    private boolean[] isThere; // in the fleet
    private boolean[] up;
    private long[] heardAt;
    private boolean[] spoken;
    private int[] claimed; // the latest round that each speaks of

    PeerSightings(int members, int self, long now) {
        this.self = self;
        this.isThere = new boolean[members];
        this.up = new boolean[members];
        this.heardAt = new long[members];
        this.spoken = new boolean[members];
        this.claimed = new int[members];
        Arrays.fill(isThere, true);
        Arrays.fill(heardAt, now);
    }

    /** Somebody new may come. */
    void add(int peer, long now) {
        if (peer >= up.length) {
            isThere = Arrays.copyOf(isThere, peer + 1);
            up = Arrays.copyOf(up, peer + 1);
            heardAt = Arrays.copyOf(heardAt, peer + 1);
            spoken = Arrays.copyOf(spoken, peer + 1);
            claimed = Arrays.copyOf(claimed, peer + 1);
        }
        isThere[peer] = true;
        heardAt[peer] = now;
    }

    /** Somebody is not of the fleet any more: where it said to be means nothing. */
    void remove(int peer) {
        isThere[peer] = false;
        up[peer] = false;
        spoken[peer] = false;
        claimed[peer] = 0;
    }

    private boolean isOther(int peer) {
        return peer != self && isThere[peer];
    }

    private IntStream others() {
        return IntStream.range(0, isThere.length).filter(this::isOther);
    }

    void connected(int peer, boolean is) {
        up[peer] = is;
    }

    void heard(int peer, int round, long now) {
        heardAt[peer] = now;
        spoken[peer] = true;
        claimed[peer] = Math.max(claimed[peer], round);
    }

    /** How long ago, in nanoseconds, it was heard; of somebody who never was, how long ago one began to listen. */
    long silence(int peer, long now) {
        return now - heardAt[peer];
    }

    boolean areAllConnected() {
        return others().allMatch(peer -> up[peer]);
    }

    /** Whether all the others were heard, whatever they said. */
    boolean haveAllSpoken() {
        return others().allMatch(peer -> spoken[peer]);
    }

    /** Whether all of these have spoken of a round, or of a later one. */
    boolean haveAllReached(int round, int[] peers) {
        return Arrays.stream(peers).allMatch(peer -> claimed[peer] >= round);
    }

    /** Whether anybody has. */
    boolean hasAnyReached(int round) {
        return Arrays.stream(claimed).anyMatch(claim -> claim >= round);
    }

    /** Whether any of these is connected. */
    boolean isAnyConnected(int[] peers) {
        return Arrays.stream(peers).anyMatch(peer -> up[peer]);
    }

    /** Whether all of these have reached a round that are connected. */
    boolean haveTheConnectedReached(int round, int[] peers) {
        return Arrays.stream(peers).allMatch(peer -> !up[peer] || claimed[peer] >= round);
    }

    /** Whether there are no others, or one of them has spoken of a round. */
    boolean isAnyRoundKnown() {
        return others().findAny().isEmpty() || Arrays.stream(claimed).anyMatch(round -> round > 0);
    }

    /**
     * The round that most of the connected have reached; one liar among several cannot raise it, and a single one is
     * believed no further than {@code farthest}. 0 if nobody is connected.
     */
    int usualRound(int farthest) {
        int[] rounds = others().filter(peer -> up[peer])
                .map(peer -> claimed[peer])
                .sorted()
                .toArray();
        int n = rounds.length;
        return n == 0 ? 0 : n == 1 ? Math.min(rounds[0], farthest) : rounds[(n - 1) / 2];
    }
}
