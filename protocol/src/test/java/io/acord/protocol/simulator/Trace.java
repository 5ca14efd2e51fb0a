package io.acord.protocol.simulator;

import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;

/** A hash of everything that happened, in order: two runs are the same if it is. Mutable. */
final class Trace {

    private long hash = 0x243f6a8885a308d3L;
    private long events;

    void event(long at, int place, String kind) {
        events++;
        add(at);
        add(place);
        add(kind.hashCode());
    }

    void message(Message message) {
        add(message.kind().name().hashCode());
        add(message.round());
        add((long) message.number() << 32 | message.iteration());
        add(message.epoch());
        add(message.detail());
        add(message.numbers());
    }

    void effect(Effect effect) {
        add(effect.getClass().getSimpleName().hashCode());
        if (effect instanceof Effect.Tell tell) {
            add(tell.peer());
            message(tell.message());
        } else if (effect instanceof Effect.Publish publish) {
            add(publish.round());
            add(publish.level().code());
            add(publish.actions());
        } else if (effect instanceof Effect.Certified certified) {
            add(certified.round());
            add(certified.shares());
        } else if (effect instanceof Effect.Persist persist) {
            add(persist.snapshot().round());
            add(persist.snapshot().actions());
        } else if (effect instanceof Effect.Booked closed) {
            add(closed.round());
            add(closed.numbers());
        } else {
            add(effect.toString().hashCode());
        }
    }

    private void add(Numbers numbers) {
        for (int i = 0; i < numbers.size(); i++) {
            add(Double.doubleToRawLongBits(numbers.get(i)));
        }
    }

    private void add(Actions actions) {
        for (int i = 0; i < actions.agents(); i++) {
            for (int c = 0; c < actions.dimension(); c++) {
                add(Double.doubleToRawLongBits(actions.get(i, c)));
            }
        }
    }

    private void add(long bits) {
        // The mixing step of SplitMix64.
        long mixed = (hash ^ bits) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        hash = mixed ^ (mixed >>> 31);
    }

    long hash() {
        return hash;
    }

    long events() {
        return events;
    }
}
