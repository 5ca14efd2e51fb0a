package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import io.grpc.Attributes;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import org.jspecify.annotations.Nullable;

/** Conversations that are streams of gRPC: all frames arrive, in order, each as soon as all before it have. */
final class GrpcConversation {

    private GrpcConversation() {}

    static X509Certificate @Nullable [] chainOf(Attributes attributes) {
        return Doorkeeper.chainOf(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    }

    /** The peer has called. */
    static final class Called implements Conversation {
        private final ServerCall<byte[], byte[]> call;
        private final X509Certificate[] chain;
        private @Nullable Events events;
        final ServerCall.Listener<byte[]> listener = new ServerCall.Listener<>() {
            @Override
            public void onMessage(byte[] frame) {
                events().heard(frame);
            }

            @Override
            public void onHalfClose() {
                events().goodbye();
            }

            @Override
            public void onCancel() {
                events().ended("the stream broke");
            }

            @Override
            public void onReady() {
                events().ready();
            }
        };

        Called(ServerCall<byte[], byte[]> call, X509Certificate[] chain) {
            this.call = call;
            this.chain = chain;
        }

        private Events events() {
            Events told = events;
            if (told == null) {
                throw new AssertionError("frames of a stream that has not been started");
            }
            return told;
        }

        @Override
        public void start(Events told) {
            events = told;
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void send(byte[] frame) {
            if (!call.isCancelled()) {
                call.sendMessage(frame);
            }
        }

        @Override
        public void sendSurely(byte[] frame) {
            send(frame);
        }

        @Override
        public void request(int frames) {
            call.request(frames);
        }

        @Override
        public void close(boolean isGoodbye, String words) {
            if (!call.isCancelled()) {
                call.close(isGoodbye ? Status.OK : Status.ABORTED.withDescription(words), new Metadata());
            }
        }

        @Override
        public void hangUp(boolean now) {}

        @Override
        public X509Certificate[] chain() {
            return chain.clone();
        }

        @Override
        public boolean isCalled() {
            return true;
        }
    }

    /** This member calls. */
    static final class Dialed implements Conversation {
        private final ManagedChannel channel;
        private final ClientCall<byte[], byte[]> call;

        /** @param channel for this conversation alone */
        Dialed(ManagedChannel channel) {
            this.channel = channel;
            this.call = channel.newCall(GrpcNetwork.TALK, CallOptions.DEFAULT);
        }

        @Override
        public void start(Events events) {
            call.start(
                    new ClientCall.Listener<>() {
                        @Override
                        public void onMessage(byte[] frame) {
                            events.heard(frame);
                        }

                        @Override
                        public void onClose(Status status, Metadata trailers) {
                            if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED) {
                                events.refused(Refused.OVERSIZE);
                            }
                            events.ended(status.isOk() ? "it said goodbye" : "the stream broke: " + status.getCode());
                        }

                        @Override
                        public void onReady() {
                            events.ready();
                        }
                    },
                    new Metadata());
        }

        @Override
        public boolean isReady() {
            return call.isReady();
        }

        @Override
        public void send(byte[] frame) {
            call.sendMessage(frame);
        }

        @Override
        public void sendSurely(byte[] frame) {
            send(frame);
        }

        @Override
        public void request(int frames) {
            call.request(frames);
        }

        @Override
        public void close(boolean isGoodbye, String words) {
            if (isGoodbye) {
                call.halfClose();
            } else {
                call.cancel(words, null);
            }
        }

        @Override
        public void hangUp(boolean now) {
            if (now) {
                channel.shutdownNow();
            } else {
                channel.shutdown();
            }
        }

        @Override
        public X509Certificate @Nullable [] chain() {
            return chainOf(call.getAttributes());
        }

        @Override
        public boolean isCalled() {
            return false;
        }
    }
}
