package io.acord.protocol.simulator;

import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import java.util.Objects;
import java.util.TreeMap;

/** What a member of a fleet that changes has played and proved. Mutable. */
final class MembershipRecord {

    private final int[] agents;
    private final TreeMap<Integer, Actions> played = new TreeMap<>(); // by round
    private final TreeMap<Integer, Numbers> booked = new TreeMap<>();
    private int degraded;

    MembershipRecord(int[] agents) {
        this.agents = agents;
    }

    void published(Effect.Publish publish) {
        played.putIfAbsent(publish.round(), publish.actions());
    }

    void booked(Effect.Booked closed) {
        booked.put(closed.round(), closed.numbers());
    }

    void degraded() {
        degraded++;
    }

    boolean hasPlayed() {
        return !played.isEmpty();
    }

    int[] agents() {
        return agents;
    }

    /** Its first round. */
    int first() {
        return played.firstKey();
    }

    /** Its last round. */
    int last() {
        return played.lastKey();
    }

    boolean isIn(int round) {
        return hasPlayed() && first() <= round && round <= last();
    }

    Actions played(int round) {
        return Objects.requireNonNull(played.get(round));
    }

    /** Rounds that missed somebody. */
    int degradedRounds() {
        return degraded;
    }

    /** The last round that is closed in its books; all that are to come if it has closed its last one. */
    int closed() {
        int last = booked.isEmpty() ? 0 : booked.lastKey();
        return hasPlayed() && last == last() ? Integer.MAX_VALUE : last;
    }

    /** Σ c of its agents after a round, or after its last one. */
    double atLeast(int round) {
        double sum = 0;
        var numbers = booked.floorEntry(round);
        for (int row = 0; numbers != null && row < agents.length; row++) {
            sum += numbers.getValue().get(row * (numbers.getValue().size() / agents.length));
        }
        return sum;
    }
}
