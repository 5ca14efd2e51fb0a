package io.acord.acord;

/**
 * What crossed the edges in a round, payload only, 8 bytes a number.
 *
 * @param actionMessages messages that carried an action
 * @param actionBytes their payload
 * @param crawlMessages messages of NETWORK CRAWL, which carry scalars
 * @param crawlBytes their payload
 */
public record Traffic(long actionMessages, long actionBytes, long crawlMessages, long crawlBytes) {

    public static final Traffic NONE = new Traffic(0, 0, 0, 0);

    /** Actions of d numbers that crossed every arc, so many times. */
    public static Traffic ofActions(long exchanges, long arcs, int dimension) {
        long messages = Math.multiplyExact(exchanges, arcs);
        return new Traffic(messages, Math.multiplyExact(messages, 8L * dimension), 0, 0);
    }

    public long messages() {
        return actionMessages + crawlMessages;
    }

    public long bytes() {
        return actionBytes + crawlBytes;
    }

    public Traffic plus(Traffic other) {
        return new Traffic(
                actionMessages + other.actionMessages,
                actionBytes + other.actionBytes,
                crawlMessages + other.crawlMessages,
                crawlBytes + other.crawlBytes);
    }
}
