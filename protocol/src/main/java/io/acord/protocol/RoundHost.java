package io.acord.protocol;

import io.acord.model.Actions;

/** What a round needs of the machine that plays it. */
interface RoundHost {

    void tell(int peer, Message message);

    /** The round's actions stand. */
    void commit(int round, Actions actions, double[] lambdaMemory, Effect.Level level, int iteration);

    void effect(Effect effect);

    /** Which life of the block this is. */
    long epoch();
}
