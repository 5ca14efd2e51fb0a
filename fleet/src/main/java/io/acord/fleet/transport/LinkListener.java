package io.acord.fleet.transport;

/** Is told what happens on the links. Called by network threads: it must return at once and hand things on. */
public interface LinkListener {

    /** A link to a peer is there, and both sides have greeted; {@code life} counts the peer's starts. */
    void up(int peer, long life);

    /**
     * A frame came. Whoever has dealt with it calls {@link Transport#taken}, or the peer's next ones will stay with it.
     */
    void heard(int peer, byte[] frame);

    /** The link to a peer is gone. The transport tries to have another. */
    void down(int peer, String why);

    /** Somebody was turned away, or a frame was not taken in. */
    void refused(String who, Refused cause);

    /** A frame was not sent because the peer does not read. */
    void dropped(int peer);

    /** Another process has taken this member's place, and has proven it: it is the member's life {@code life}. */
    default void fenced(long life) {}

    /** Why. */
    enum Refused {
        /** A certificate that is not of this fleet, not valid now, of somebody else or denied. */
        CERTIFICATE,
        /** A member of the fleet, but not one of the peers. */
        NOT_A_PEER,
        /** A peer that has sent too much nonsense of late. */
        QUARANTINED,
        /** A frame longer than its link allows. */
        OVERSIZE,
        /** The first frame was not a greeting, or one in another version. */
        NO_GREETING,
        /** Too many connections, or too many frames that carry no message. */
        FLOOD,
        /** Bytes that are neither TLS nor HTTP/2. */
        GARBAGE,
        /** A frame that cannot be read, or says something that no member would say. */
        MALFORMED
    }
}
