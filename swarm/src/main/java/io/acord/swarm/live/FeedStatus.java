package io.acord.swarm.live;

import java.util.List;

/**
 * How the controllers of a member's agents fare. Says nothing that costs or actions could be told from.
 *
 * @param door where they speak
 * @param late what becomes of a round whose cost has not come in time, in the word of the agent's file
 */
public record FeedStatus(String door, String late, List<OfAgent> agents) {

    /**
     * The controller of one agent.
     *
     * @param told the last round that it told; 0 if none
     * @param lateRounds rounds that were decided without its word, in this life of the member
     * @param why what was said about the last of those; empty if there was none
     */
    public record OfAgent(String agent, int told, long lateRounds, String why) {}

    public FeedStatus {
        agents = List.copyOf(agents);
    }
}
