package io.acord.fleet.transport;

import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/**
 * One conversation with a peer that has proven its name: frames both ways until one side ends it. Which of them arrive,
 * and in what order, depends on the network. Safe for many threads.
 */
interface Conversation {

    /** Is told what happens, by the network thread. */
    interface Events {

        /** A frame came. */
        void heard(byte[] frame);

        /** {@link Conversation#isReady} may hold again. */
        void ready();

        /** A frame was not taken in. */
        void refused(LinkListener.Refused cause);

        /** The peer has said its last, and waits for this side to end. */
        void goodbye();

        /** The conversation is over, however that came about; said once. */
        void ended(String why);
    }

    /** Begins, and tells what happens. */
    void start(Events events);

    /** Whether the peer reads what it is sent. */
    boolean isReady();

    /** Sends a frame; where frames can be lost, this one may be. */
    void send(byte[] frame);

    /** Sends a frame without which the conversation makes no sense: it arrives as long as there is a connection. */
    void sendSurely(byte[] frame);

    /** So many more frames may come. */
    void request(int frames);

    /**
     * Ends it from this side.
     *
     * @param isGoodbye whether the peer did nothing wrong, and is to hear what was sent before
     * @param words for the peer
     */
    void close(boolean isGoodbye, String words);

    /** Gives up the connection that it was made for, at once or when what was said has gone out. */
    void hangUp(boolean now);

    /** The certificates of the other end; null if they are not known yet. */
    X509Certificate @Nullable [] chain();

    /** Whether the peer is the one that called. */
    boolean isCalled();
}
