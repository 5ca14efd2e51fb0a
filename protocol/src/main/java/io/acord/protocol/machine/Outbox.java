package io.acord.protocol.machine;

import io.acord.protocol.Effect;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import java.util.ArrayList;
import java.util.List;

/** What follows from an event, effect by effect in the order in which it is to be done. Mutable. */
final class Outbox {

    private final long epoch;
    private List<Effect> effects = new ArrayList<>();

    /** @param epoch which life of the block speaks */
    Outbox(long epoch) {
        this.epoch = epoch;
    }

    long epoch() {
        return epoch;
    }

    void add(Effect effect) {
        effects.add(effect);
    }

    void tell(int peer, Message message) {
        add(new Effect.Tell(peer, message));
    }

    /** Tells a peer something about a round as a whole, not about a link of it. */
    void tell(int peer, Message.Kind kind, int round, int detail) {
        tell(peer, new Message(kind, round, 0, 0, epoch, null, detail, Numbers.NONE));
    }

    void reject(int peer, Rejection why) {
        add(new Effect.Rejected(peer, why));
    }

    /** All effects since this was last asked. */
    List<Effect> taken() {
        List<Effect> done = effects;
        effects = new ArrayList<>();
        return done;
    }
}
