package io.acord.fleet.transport;

/**
 * A member that this one may ever talk to.
 *
 * @param id what this member calls it by
 * @param member its name, as its certificate must say
 * @param host where it listens
 * @param port where it listens
 * @param largestFrame bytes of the longest frame that it may send
 */
public record Peer(int id, String member, String host, int port, int largestFrame) {}
