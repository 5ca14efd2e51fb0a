package io.acord.protocol.simulator;

import io.acord.protocol.Rejection;
import java.util.Map;

/**
 * What became of a run that kept its promises.
 *
 * @param rounds rounds played
 * @param clean rounds in which no block lost an edge
 * @param degraded the others
 * @param lost actions that are missing at the end; 0 unless a promise is broken
 * @param duplicates rounds with two different actions of an agent; 0 unless a promise is broken
 * @param doubted actions that a block repeated after damage to its journal and that did not count
 * @param restarts of blocks
 * @param damaged journals whose last record was damaged
 * @param rejected messages, by cause
 * @param injected messages that the simulation repeated, replayed or poisoned and that reached a living block
 * @param refused edges refused
 * @param certified rounds whose certificate is complete
 * @param tightest the largest gap found, as a share of its certificate
 * @param largestInbox messages that waited on one link at most
 * @param largestShift what liars did at most, as a share of what they can
 * @param cost of what was played
 * @param certificates of all rounds, added up; +∞ if one is not complete
 * @param leastLambda the smallest λ of any agent in any round
 * @param booked the last round that is closed in everybody's books
 * @param strayed agents and rounds in which a plan was followed at least part of the way
 * @param events that were played
 * @param trace a hash of all events and effects
 */
public record Outcome(
        int rounds,
        int clean,
        int degraded,
        int lost,
        int duplicates,
        int doubted,
        int restarts,
        int damaged,
        Map<Rejection, Integer> rejected,
        int injected,
        int refused,
        int certified,
        double tightest,
        int largestInbox,
        double largestShift,
        double cost,
        double certificates,
        double leastLambda,
        int booked,
        int strayed,
        long events,
        long trace) {

    public int rejections() {
        return rejected.values().stream().mapToInt(Integer::intValue).sum();
    }
}
