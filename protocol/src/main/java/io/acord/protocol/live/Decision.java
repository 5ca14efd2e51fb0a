package io.acord.protocol.live;

import java.util.List;

/**
 * What a member does with a round.
 *
 * @param isMissed whether it sits the round out: its actions are held
 * @param agents by row; an edge between two of them is with one of them only, and is there only if both mean it
 * @param whys by row, what is to be said about it; empty if nothing
 */
public record Decision(int round, boolean isMissed, List<AgentRound> agents, double beta, List<String> whys) {}
