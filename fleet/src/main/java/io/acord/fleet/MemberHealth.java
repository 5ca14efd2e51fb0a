package io.acord.fleet;

/**
 * How a member is.
 *
 * @param isWell whether it plays, and has published within the time that a round may take, ten times over: if not,
 *     starting it again may help
 * @param isReady whether it does what it is for: it is well, there is a link to some peer, and not all of the last
 *     rounds missed somebody. Starting it again will hardly help if it is not
 */
public record MemberHealth(
        String member,
        boolean isWell,
        boolean isReady,
        int round,
        boolean finished,
        int peersUp,
        int peers,
        String x509Ends) {}
