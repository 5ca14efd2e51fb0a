package io.acord.fleet;

import io.acord.model.Actions;
import io.acord.protocol.Effect;
import org.jspecify.annotations.Nullable;

/** Gets a member's actions, one for every round. Called by the member's thread: while it runs, the member does not. */
@FunctionalInterface
public interface ActionListener {

    void act(Published published);

    /**
     * The actions of a round. They are in the journal already.
     *
     * @param actions of the member's agents, in the order of their ids
     * @param level whether they are the last iterate, the latest there was, or those of the round before
     * @param iteration k of the iterate; 0 for held ones
     * @param repeated whether an earlier life of this member may have given them out; they are the same then, and who
     *     has them keeps them
     * @param followed how they came about; null if the fleet does not look ahead
     */
    record Published(
            int round,
            Actions actions,
            Effect.Level level,
            int iteration,
            boolean repeated,
            Effect.@Nullable Followed followed) {

        /** Actions of a fleet that does not look ahead. */
        public Published(int round, Actions actions, Effect.Level level, int iteration, boolean repeated) {
            this(round, actions, level, iteration, repeated, null);
        }
    }
}
