package io.acord.fleet;

import com.google.protobuf.ByteString;
import io.acord.fleet.identity.Authority;
import io.acord.fleet.wire.Frame;
import io.acord.fleet.wire.Hello;
import io.acord.fleet.wire.NeighbourGrpc;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who speaks the published protocol by generated code, as a program in another language would, and may be up
 * to no good.
 */
final class Stranger implements AutoCloseable {

    private final ManagedChannel channel;
    private final CompletableFuture<Status> ended = new CompletableFuture<>();
    final List<Frame> heard = new CopyOnWriteArrayList<>();
    private final StreamObserver<Frame> to;

    /** Calls a port with a certificate, or with none. */
    Stranger(int port, Authority.@Nullable Issued shown, String tlsVersion) throws Exception {
        SslContextBuilder tls = SslContextBuilder.forClient().trustManager(InsecureTrustManagerFactory.INSTANCE);
        if (shown != null) {
            tls.keyManager(shown.key(), shown.x509Certificate());
        }
        channel = NettyChannelBuilder.forAddress("127.0.0.1", port)
                .sslContext(GrpcSslContexts.configure(tls, SslProvider.JDK)
                        .protocols(tlsVersion)
                        .build())
                .overrideAuthority("somebody")
                .build();
        to = NeighbourGrpc.newStub(channel).talk(new StreamObserver<>() {
            @Override
            public void onNext(Frame frame) {
                heard.add(frame);
            }

            @Override
            public void onError(Throwable thrown) {
                ended.complete(Status.fromThrowable(thrown));
            }

            @Override
            public void onCompleted() {
                ended.complete(Status.OK);
            }
        });
    }

    Stranger(int port, Authority.@Nullable Issued shown) throws Exception {
        this(port, shown, "TLSv1.3");
    }

    Stranger greet() {
        return greet(1);
    }

    Stranger greet(long life) {
        say(Frame.newBuilder()
                .setHello(Hello.newBuilder().setVersion(1).setLife(life))
                .build());
        return this;
    }

    /** Greets on a further stream of this connection, and hangs up when it was answered or ended. */
    void greetAndHangUp() throws Exception {
        CompletableFuture<Boolean> answered = new CompletableFuture<>();
        StreamObserver<Frame> stream = NeighbourGrpc.newStub(channel).talk(new StreamObserver<>() {
            @Override
            public void onNext(Frame frame) {
                answered.complete(true);
            }

            @Override
            public void onError(Throwable thrown) {
                answered.complete(false);
            }

            @Override
            public void onCompleted() {
                answered.complete(false);
            }
        });
        stream.onNext(Frame.newBuilder()
                .setHello(Hello.newBuilder().setVersion(1).setLife(1))
                .build());
        if (answered.get(1, TimeUnit.MINUTES)) {
            stream.onError(Status.CANCELLED.asRuntimeException());
        }
    }

    void say(Frame frame) {
        to.onNext(frame);
    }

    /** A frame of so many bytes, in a field that nobody knows. */
    static Frame oversized(int bytes) {
        return Frame.newBuilder()
                .setUnknownFields(com.google.protobuf.UnknownFieldSet.newBuilder()
                        .addField(
                                99,
                                com.google.protobuf.UnknownFieldSet.Field.newBuilder()
                                        .addLengthDelimited(ByteString.copyFrom(new byte[bytes]))
                                        .build())
                        .build())
                .build();
    }

    /** How the stream ended; null if it is still open after a while. */
    @Nullable
    Status end() throws InterruptedException, ExecutionException {
        try {
            return ended.get(30, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return null;
        }
    }

    boolean isOver() {
        return ended.isDone();
    }

    boolean isOpenAfter(long millis) throws InterruptedException, ExecutionException {
        try {
            ended.get(millis, TimeUnit.MILLISECONDS);
            return false;
        } catch (TimeoutException e) {
            return true;
        }
    }

    List<Frame> heard() {
        return new ArrayList<>(heard);
    }

    @Override
    public void close() {
        channel.shutdownNow();
    }
}
