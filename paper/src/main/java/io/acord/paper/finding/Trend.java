package io.acord.paper.finding;

import io.acord.lab.run.Statistics;
import java.util.List;

/**
 * Means in the order of something that grows, and which way they go. Two means differ where their 95 % intervals do not
 * touch: stricter than a test of the difference, and never fooled by seeds that both have in common.
 */
public record Trend(List<Statistics> means) {

    public Trend {
        means = List.copyOf(means);
    }

    /** Whether the last is below the first, and no step on the way goes up. */
    public boolean falls() {
        return means.size() > 1 && isBelow(last(), first()) && steps(false) == 0;
    }

    /** Whether the last is above the first, and no step on the way goes down. */
    public boolean rises() {
        return means.size() > 1 && isBelow(first(), last()) && steps(true) == 0;
    }

    /** How many steps go down, or up. */
    private long steps(boolean down) {
        long count = 0;
        for (int k = 1; k < means.size(); k++) {
            count += (down ? isBelow(means.get(k), means.get(k - 1)) : isBelow(means.get(k - 1), means.get(k))) ? 1 : 0;
        }
        return count;
    }

    public Statistics first() {
        return means.get(0);
    }

    public Statistics last() {
        return means.get(means.size() - 1);
    }

    public static boolean isBelow(Statistics a, Statistics b) {
        return a.high95() < b.low95();
    }
}
