package io.acord.protocol.machine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Which life of each peer was heard last, and which peers are not there. Mutable. */
final class PeerRoster {

    private final Map<Integer, Long> epochs = new HashMap<>();
    private final TreeSet<Integer> reborn = new TreeSet<>(); // greeted as another life, and not heard since
    private final TreeSet<Integer> absent = new TreeSet<>(); // lost, and not heard since
    private final Map<Integer, Integer> quarantine = new HashMap<>(); // peer to the last round it is out of

    /** All that were ever heard or greeted, ascending. */
    List<Integer> known() {
        return epochs.keySet().stream().sorted().toList();
    }

    /**
     * A peer is connected. Which life it is says the greeting, not the larger number: one that has lost its journal
     * counts from 1 again, and a stolen key could greet with any.
     */
    void greet(int peer, long life) {
        Long known = life > 0 ? epochs.put(peer, life) : null;
        if (known != null && known != life) {
            reborn.add(peer);
        }
    }

    /** A peer speaks; false if that is a life of it that is over. */
    boolean hear(int peer, long epoch) {
        long known = epochs.getOrDefault(peer, 0L);
        if (epoch < known) {
            return false;
        }
        if (known > 0 && epoch > known) {
            reborn.add(peer);
        }
        epochs.put(peer, epoch);
        return true;
    }

    boolean isReborn(int peer) {
        return reborn.contains(peer);
    }

    /** Takes note that a peer's new life was heard; returns whether it is one. */
    boolean welcome(int peer) {
        return reborn.remove(peer);
    }

    void lose(int peer) {
        absent.add(peer);
    }

    void find(int peer) {
        absent.remove(peer);
    }

    boolean isAbsent(int peer) {
        return absent.contains(peer);
    }

    /** Those who are lost, ascending. */
    List<Integer> absent() {
        return List.copyOf(absent);
    }

    void quarantine(int peer, int lastRound) {
        quarantine.put(peer, lastRound);
    }

    /** Whether a round begins without this peer. */
    boolean isOut(int peer, int round) {
        return absent.contains(peer) || quarantine.getOrDefault(peer, 0) >= round;
    }

    /** A peer is of the fleet no more. */
    void remove(int peer) {
        absent.remove(peer);
        epochs.remove(peer);
        reborn.remove(peer);
        quarantine.remove(peer);
    }
}
