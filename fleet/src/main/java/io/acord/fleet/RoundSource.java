package io.acord.fleet;

import io.acord.protocol.LocalRound;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a member's rounds come from: whoever embeds it, from its own sensors, models and plans. Asked by a thread of
 * its own, one round at a time, when the round begins; it may wait for what it needs, at the price of the round's time.
 * If it throws, or takes longer than the deadline, the round's action is the one before, held.
 */
@FunctionalInterface
public interface RoundSource {

    /** There is no cost for a round, and that is nobody's fault here: the round's action is the one before, held. */
    final class NoCostException extends Exception {
        private static final long serialVersionUID = 1L;

        public NoCostException(String why) {
            super(why, null, false, false);
        }
    }

    /**
     * The costs of this member's agents in a round, and all edges that these are charged for.
     *
     * @param t counted from 1
     * @param round to be filled in; its {@code build} is the answer
     * @return empty if there are no more rounds
     */
    Optional<LocalRound> round(int t, NewRound round) throws Exception;

    /**
     * What a round was whose costs this member has not seen, or does not remember: a past one, in which it was away.
     * Its books need it; without it they end before that round. Of the last rounds that went by without this member, λ
     * needs it, too, before it takes part again: without it the λ of its next rounds rests on fewer costs, and so its
     * actions are not those of a fleet in which nobody was away. Sources that measure cannot tell.
     *
     * @return empty if it is not known any more
     */
    default Optional<LocalRound> past(int t, NewRound round) throws Exception {
        return Optional.empty();
    }

    /** The last round, where that is known beforehand: later ones are not asked for. */
    default OptionalInt horizon() {
        return OptionalInt.empty();
    }
}
