package io.acord.fleet.transport;

import java.io.IOException;
import java.net.InetSocketAddress;

/** What carries conversations: sockets, TLS, and one thread on which everything about them happens. */
interface Network {

    /**
     * Listens, with a port of the system's choice if it is 0, and asks the doorkeeper about whoever comes.
     *
     * @param largestFrame that any peer may send
     */
    InetSocketAddress listen(String host, int port, int largestFrame) throws IOException;

    /**
     * A conversation with a peer that is called when it starts, with a handshake of its own.
     *
     * @param isFormer whether a process is called whose place another has taken
     * @param millis that it is given to answer
     */
    Conversation call(Peer peer, boolean isFormer, long millis) throws IOException;

    /** Runs a task on the network thread. */
    void now(Runnable task);

    /** Runs a task on the network thread after a while, unless the network has ended by then. */
    void later(Runnable task, long millis);

    /** Stops listening; what was said last may still go out for a while. */
    void stopListening();

    /** Ends it all. */
    void end();
}
