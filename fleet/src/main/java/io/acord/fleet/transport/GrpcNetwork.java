package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** gRPC over TLS 1.3 and TCP: one stream for each two peers. */
final class GrpcNetwork implements Network {

    private static final Logger LOG = LoggerFactory.getLogger(GrpcNetwork.class);

    /** What every method of gRPC has in its path; the rest of the .proto is in the frames. */
    static final MethodDescriptor<byte[], byte[]> TALK = MethodDescriptor.<byte[], byte[]>newBuilder()
            .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
            .setFullMethodName(MethodDescriptor.generateFullMethodName("acord.v1.Neighbour", "Talk"))
            .setRequestMarshaller(new FrameMarshaller())
            .setResponseMarshaller(new FrameMarshaller())
            .build();

    private final Doorkeeper door;
    private final Transport.Tls tls;
    private final EventLoopGroup network;
    private @Nullable Server server;

    /** @param member whose network it is */
    GrpcNetwork(String member, Doorkeeper door, Transport.Tls tls) {
        this.door = door;
        this.tls = tls;
        this.network = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("acord-network-" + member, true), NioIoHandler.newFactory());
    }

    @Override
    public InetSocketAddress listen(String host, int port, int largestFrame) throws IOException {
        Admission admission = door.admission();
        FrameLimits frames = admission.frames();
        Server started = NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
                .channelFactory(() -> new BoundedServerChannel(
                        door::mostConnections, frames.control(), why -> door.refused("?", Refused.FLOOD, why)))
                .bossEventLoopGroup(network)
                .workerEventLoopGroup(network)
                .sslContext(TlsContexts.ofServer(tls, door.keys(), door.callers()))
                .directExecutor()
                .handshakeTimeout(5, TimeUnit.SECONDS)
                .maxInboundMessageSize(Math.max(Greeting.LONGEST_FENCE, admission.largestFrame(largestFrame)))
                .maxInboundMetadataSize(4096)
                .maxConcurrentCallsPerConnection(2)
                .maxRstFramesPerWindow(frames.resets(), FrameLimits.SECONDS)
                .maxConnectionIdle(30, TimeUnit.SECONDS)
                .permitKeepAliveTime(1, TimeUnit.SECONDS)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .addStreamTracerFactory(new OversizeTracer(door::oversize))
                .addService(ServerServiceDefinition.builder("acord.v1.Neighbour")
                        .addMethod(TALK, this::called)
                        .build())
                .build()
                .start();
        server = started;
        return (InetSocketAddress) started.getListenSockets().get(0);
    }

    private ServerCall.Listener<byte[]> called(ServerCall<byte[], byte[]> call, Metadata headers) {
        X509Certificate[] chain = GrpcConversation.chainOf(call.getAttributes());
        Link link = door.admit(chain);
        if (link == null || chain == null) {
            call.close(Status.PERMISSION_DENIED.withDescription("not welcome"), new Metadata());
            return new ServerCall.Listener<>() {};
        }
        call.sendHeaders(new Metadata());
        GrpcConversation.Called fresh = new GrpcConversation.Called(call, chain);
        link.accept(fresh);
        return fresh.listener;
    }

    @Override
    public Conversation call(Peer peer, boolean isFormer, long millis) throws IOException {
        int largest = door.admission().largestFrame(peer.largestFrame());
        return new GrpcConversation.Dialed(NettyChannelBuilder.forAddress(peer.host(), peer.port())
                .sslContext(TlsContexts.ofClient(tls, door.keys(), door.called(peer, isFormer)))
                .overrideAuthority(door.nameOf(peer))
                .channelType(NioSocketChannel.class)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) millis)
                .eventLoopGroup(network)
                .directExecutor()
                .disableRetry()
                .maxInboundMessageSize(Math.max(Greeting.LONGEST_FENCE, largest))
                .maxInboundMetadataSize(4096)
                .keepAliveTime(10, TimeUnit.SECONDS)
                .keepAliveTimeout(5, TimeUnit.SECONDS)
                .build());
    }

    @Override
    public void now(Runnable task) {
        network.execute(task);
    }

    @Override
    public void later(Runnable task, long millis) {
        if (!network.isShuttingDown()) {
            Future<?> unused = network.schedule(task, millis, TimeUnit.MILLISECONDS)
                    .addListener(done -> {
                        if (done.cause() != null && !network.isShuttingDown()) {
                            LOG.error("event=bug", done.cause());
                        }
                    });
        }
    }

    @Override
    public void stopListening() {
        Server listening = server;
        if (listening == null) {
            return;
        }
        listening.shutdown();
        try {
            if (!listening.awaitTermination(500, TimeUnit.MILLISECONDS)) {
                listening.shutdownNow();
                listening.awaitTermination(500, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void end() {
        network.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(1000);
    }
}
