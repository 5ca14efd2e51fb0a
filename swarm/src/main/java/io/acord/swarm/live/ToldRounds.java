package io.acord.swarm.live;

import io.acord.fleet.NewRound;
import io.acord.model.Actions;
import io.acord.protocol.LocalRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.Offer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What controllers tell of rounds, costs as they are or readings that costs are made of. Safe for many threads. */
interface ToldRounds {

    /**
     * Reads what a controller says.
     *
     * @param spokenFor the agents that it may speak for
     * @throws io.acord.input.BadInputException with all that is wrong with it
     */
    Offer read(byte[] body, Set<Integer> spokenFor);

    /**
     * There are other members than before.
     *
     * @param names of agents by id
     * @param hosted those that somebody hosts
     */
    default void know(List<String> names, Set<Integer> hosted) {}

    /** A round has what it will be played with. Said again, it changes nothing. */
    default void decided(Decision decision) {}

    /** Something was told of a round that is decided. */
    default void late(Offer offer) {}

    /** The round as this member plays it; empty if too little is known of it. */
    Optional<LocalRound> described(Decision decision, NewRound draft);

    /**
     * The actions of a round are there.
     *
     * @return what controllers take, by row; nothing if that is the actions themselves, or if it was returned before
     */
    default List<FeedDocuments.Setpoints> played(int round, Actions actions) {
        return List.of();
    }

    /** What is told of every agent, by name; nothing where that is a cost. */
    default List<String> readings() {
        return List.of();
    }

    /** What is to be remembered of rounds that were played; empty if nothing. */
    default Optional<FeedJournal.Line> line() {
        return Optional.empty();
    }

    /** Goes on from what a line said after a round. */
    default void resume(int round, String text) {}

    /** A body as it is kept, in one line. */
    static String oneLine(byte[] body) {
        return new String(body, StandardCharsets.UTF_8)
                .replace('\n', ' ')
                .replace('\r', ' ')
                .strip();
    }
}
