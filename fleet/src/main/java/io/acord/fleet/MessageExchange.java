package io.acord.fleet;

import io.acord.fleet.transport.Transport;
import io.acord.protocol.Message;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Messages to and from peers as frames: counted, entered in the ledger, shown to an auditor. For the member's thread.
 *
 * @param names of peers
 */
record MessageExchange(
        Transport transport,
        IntFunction<String> names,
        Metrics metrics,
        Ledger ledger,
        @Nullable FrameAuditor auditor) {

    void send(int peer, Message message) {
        if (message.kind() == Message.Kind.SHOWN) {
            metrics.iterates(message.iteration());
        }
        byte[] frame = Codec.encode(message);
        if (transport.send(peer, frame)) {
            metrics.sent(frame.length);
            ledger.sent(peer, frame.length);
            if (auditor != null) {
                auditor.frame(names.apply(peer), true, frame);
            }
        }
    }

    /** The message in a frame; empty if it is nonsense, which is counted against the peer. */
    Optional<Message> read(int peer, byte[] frame) {
        metrics.heard(frame.length);
        ledger.heard(peer, frame.length);
        if (auditor != null) {
            auditor.frame(names.apply(peer), false, frame);
        }
        Optional<Message> message = Codec.decode(frame);
        if (message.isEmpty()) {
            transport.nonsense(peer);
        }
        return message;
    }
}
