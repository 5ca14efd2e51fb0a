package io.acord.fleet.transport;

import io.acord.fleet.identity.Identity;
import io.grpc.Attributes;
import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;
import io.grpc.Status;
import java.security.cert.X509Certificate;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** gRPC ends a stream with a frame that is too long before anybody sees it; only its tracer is told why. */
final class OversizeTracer extends ServerStreamTracer.Factory {

    private final BiConsumer<String, @Nullable String> refused;

    /** @param refused is told who has sent one, and in what words gRPC says so */
    OversizeTracer(BiConsumer<String, @Nullable String> refused) {
        this.refused = refused;
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String method, Metadata headers) {
        return new ServerStreamTracer() {
            private volatile @Nullable Attributes attributes;

            @Override
            public void serverCallStarted(ServerCallInfo<?, ?> info) {
                attributes = info.getAttributes();
            }

            @Override
            public void streamClosed(Status status) {
                Attributes known = attributes;
                X509Certificate[] chain = known == null ? null : GrpcConversation.chainOf(known);
                if (status.getCode() == Status.Code.RESOURCE_EXHAUSTED && chain != null) {
                    refused.accept(Identity.of(chain[0]).map(Identity::member).orElse("?"), status.getDescription());
                }
            }
        };
    }
}
