package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicClientCodecBuilder;
import io.netty.handler.codec.quic.QuicCodecBuilder;
import io.netty.handler.codec.quic.QuicCongestionControlAlgorithm;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.netty.handler.codec.quic.QuicServerCodecBuilder;
import io.netty.handler.codec.quic.QuicSslContext;
import io.netty.handler.codec.quic.QuicSslContextBuilder;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamFrame;
import io.netty.handler.ssl.ClientAuth;
import io.netty.util.AttributeKey;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * QUIC over UDP with TLS 1.3, for frames that do not wait for lost ones. One socket listens, and one is for each call.
 */
final class DatagramNetwork implements Network {

    private static final Logger LOG = LoggerFactory.getLogger(DatagramNetwork.class);

    private static final String PROTOCOL = "acord/1";

    /** A handshake takes no longer than this, and a connection on which nothing comes is given up after it. */
    private static final long SILENCE_MS = 4_000;

    /** So many frames that are too long for a datagram, or must arrive, may be on their way. */
    private static final int STREAMS = 9;

    /** Datagrams that wait in either direction; who is that far behind wants none of the older ones. */
    private static final int QUEUE = 32;

    private static final AttributeKey<DatagramConversation> CONVERSATION =
            AttributeKey.valueOf(DatagramNetwork.class, "conversation");

    private final Doorkeeper door;
    private final EventLoopGroup network;
    private final EventLoop loop;
    private @Nullable Channel socket;
    private int open; // connections that have come; on the network thread, like the next
    private int atTheDoor; // those that have not been let in yet

    /** @param member whose network it is */
    DatagramNetwork(String member, Doorkeeper door) {
        this.door = door;
        this.network = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("acord-network-" + member, true), NioIoHandler.newFactory());
        this.loop = network.next();
    }

    /** Why there can be no such network here; null if there can. */
    static @Nullable String obstacle() {
        try {
            if (Quic.isAvailable()) {
                return null;
            }
            Throwable cause = Quic.unavailabilityCause();
            return "no native library of QUIC for " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch") + (cause == null ? "" : ": " + cause.getMessage());
        } catch (LinkageError e) {
            return "netty-codec-native-quic is not on the class path";
        }
    }

    private <B extends QuicCodecBuilder<B>> B bounded(B builder, int largestFrame) {
        long largest = largestFrame;
        return builder.maxIdleTimeout(SILENCE_MS, TimeUnit.MILLISECONDS)
                .initialMaxData(STREAMS * largest)
                .initialMaxStreamDataUnidirectional(largest)
                .initialMaxStreamsUnidirectional(STREAMS)
                .initialMaxStreamsBidirectional(0)
                .activeMigration(false)
                // What is lost on a radio is no sign of a crowded line.
                .congestionControlAlgorithm(QuicCongestionControlAlgorithm.BBR)
                .datagram(QUEUE, QUEUE);
    }

    private int largestOf(int largestFrame) {
        return Math.max(Greeting.LONGEST_FENCE, door.admission().largestFrame(largestFrame));
    }

    @Override
    public InetSocketAddress listen(String host, int port, int largestFrame) throws IOException {
        QuicSslContext tls = QuicSslContextBuilder.forServer(door.keys(), null)
                .trustManager(door.callers())
                .clientAuth(ClientAuth.REQUIRE)
                .applicationProtocols(PROTOCOL)
                .build();
        int largest = largestOf(largestFrame);
        return bind(
                new InetSocketAddress(host, port),
                bounded(new QuicServerCodecBuilder(), largest)
                        .sslContext(tls)
                        .tokenHandler(new RetryTokens(
                                () -> atTheDoor >= door.admission().crowd()))
                        .handler(new Caller())
                        .streamHandler(new FrameReaders(largest))
                        .build());
    }

    private InetSocketAddress bind(InetSocketAddress address, ChannelHandler codec) throws IOException {
        ChannelFuture bound = new Bootstrap()
                .group(loop)
                .channel(NioDatagramChannel.class)
                .handler(codec)
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new IOException("Failed to bind to address " + address, bound.cause());
        }
        socket = bound.channel();
        return (InetSocketAddress) bound.channel().localAddress();
    }

    /** Sees whoever calls through its handshake, and to its link. Shared by all of them; keeps nothing of any. */
    @Sharable
    private final class Caller extends ChannelInitializer<QuicChannel> {
        @Override
        protected void initChannel(QuicChannel connection) {
            if (open >= door.mostConnections()) {
                Future<?> unused = connection.close();
                door.refused("?", Refused.FLOOD, "too many connections");
                return;
            }
            open++;
            atTheDoor++;
            Admitting admitting = new Admitting();
            connection.pipeline().addLast(admitting);
            Future<?> unusedEnd = connection.closeFuture().addListener(over -> {
                open--;
                admitting.leaveTheDoor();
            });
            Future<?> unusedLimit = loop.schedule(
                    () -> {
                        if (admitting.isAtTheDoor) {
                            Future<?> unused = connection.close();
                        }
                    },
                    SILENCE_MS,
                    TimeUnit.MILLISECONDS);
        }
    }

    /** One caller until it is let in. */
    private final class Admitting extends ChannelInboundHandlerAdapter {
        private boolean isAtTheDoor = true;
        private int longestDatagram; // is told before it is let in

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof QuicDatagramExtensionEvent can) {
                longestDatagram = can.maxLength();
            }
            context.fireUserEventTriggered(event);
        }

        void leaveTheDoor() {
            if (isAtTheDoor) {
                isAtTheDoor = false;
                atTheDoor--;
            }
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            leaveTheDoor();
            QuicChannel connection = (QuicChannel) context.channel();
            X509Certificate[] chain = chainOf(connection);
            Link link = door.admit(chain);
            if (link == null) {
                Future<?> unused = connection.close();
                return;
            }
            DatagramConversation conversation = conversation(true, connected -> connected.connected(connection, chain));
            conversation.longestDatagram(longestDatagram);
            connection.attr(CONVERSATION).set(conversation);
            connection.pipeline().addLast(conversation);
            link.accept(conversation);
            context.fireChannelActive();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            Future<?> unused = context.close(); // a handshake that failed was logged where it was refused
        }
    }

    private static X509Certificate @Nullable [] chainOf(QuicChannel connection) {
        SSLEngine engine = connection.sslEngine();
        return engine == null ? null : Doorkeeper.chainOf(engine.getSession());
    }

    private DatagramConversation conversation(boolean isCalled, Consumer<DatagramConversation> connecting) {
        return new DatagramConversation(loop, isCalled, door.admission().idleDatagrams(), connecting);
    }

    @Override
    public Conversation call(Peer peer, boolean isFormer, long millis) {
        return conversation(false, fresh -> {
            dial(peer, isFormer, fresh);
            Future<?> unused = loop.schedule(
                    () -> {
                        if (!fresh.isConnected()) {
                            fresh.failed("it does not answer");
                        }
                    },
                    millis,
                    TimeUnit.MILLISECONDS);
        });
    }

    private void dial(Peer peer, boolean isFormer, DatagramConversation fresh) {
        QuicSslContext tls = QuicSslContextBuilder.forClient()
                .keyManager(door.keys(), null)
                .trustManager(door.called(peer, isFormer))
                .applicationProtocols(PROTOCOL)
                .build();
        int largest = largestOf(peer.largestFrame());
        InetSocketAddress where = new InetSocketAddress(peer.host(), peer.port());
        if (where.isUnresolved()) {
            fresh.failed("nobody knows where " + peer.host() + " is");
            return;
        }
        Future<?> unused = new Bootstrap()
                .group(loop)
                .channel(NioDatagramChannel.class)
                .handler(bounded(new QuicClientCodecBuilder(), largest)
                        .sslEngineProvider(each -> tls.newEngine(each.alloc(), door.nameOf(peer), peer.port()))
                        .build())
                .bind(0)
                .addListener((ChannelFuture bound) -> {
                    if (!bound.isSuccess()) {
                        fresh.failed("no socket: " + bound.cause());
                        return;
                    }
                    Channel own = bound.channel();
                    fresh.whenHungUp(() -> loop.execute(() -> {
                        Future<?> unusedEnd = own.close(); // when what was said last has gone out
                    }));
                    connect(own, where, largest, fresh);
                });
    }

    private static void connect(Channel own, InetSocketAddress where, int largest, DatagramConversation fresh) {
        Future<?> unused = QuicChannel.newBootstrap(own)
                .handler(fresh)
                .attr(CONVERSATION, fresh)
                .streamHandler(new FrameReaders(largest))
                .remoteAddress(where)
                .connect()
                .addListener(called -> {
                    if (called.isSuccess()) {
                        QuicChannel connection = (QuicChannel) called.getNow();
                        fresh.connected(connection, chainOf(connection));
                    } else {
                        fresh.failed("it cannot be reached: " + called.cause());
                    }
                });
    }

    /** Puts a reader on every stream that a peer opens. */
    @Sharable
    private static final class FrameReaders extends ChannelInitializer<QuicStreamChannel> {
        private final int largest;

        FrameReaders(int largest) {
            this.largest = largest;
        }

        @Override
        protected void initChannel(QuicStreamChannel stream) {
            stream.config().setReadFrames(true);
            stream.pipeline().addLast(new FrameReader(largest));
        }
    }

    /** Reads a stream to its end: that is a frame. */
    private static final class FrameReader extends ChannelInboundHandlerAdapter {
        private final int largest;
        private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
        private boolean isOver;

        FrameReader(int largest) {
            this.largest = largest;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws IOException {
            try {
                DatagramConversation conversation = conversationOf(context);
                if (!(message instanceof QuicStreamFrame part) || isOver || conversation == null) {
                    return;
                }
                if (part.content().readableBytes() > largest - frame.size()) {
                    isOver = true;
                    Future<?> unused = context.close();
                    conversation.refused(Refused.OVERSIZE);
                    return;
                }
                part.content().readBytes(frame, part.content().readableBytes());
                if (part.hasFin()) {
                    isOver = true;
                    conversation.streamed(((QuicStreamChannel) context.channel()).streamId(), frame.toByteArray());
                }
            } finally {
                ReferenceCountUtil.release(message);
            }
        }

        private static @Nullable DatagramConversation conversationOf(ChannelHandlerContext context) {
            return context.channel().parent().attr(CONVERSATION).get();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            isOver = true;
            Future<?> unused = context.close();
        }
    }

    @Override
    public void now(Runnable task) {
        loop.execute(task);
    }

    @Override
    public void later(Runnable task, long millis) {
        if (!network.isShuttingDown()) {
            Future<?> unused = loop.schedule(task, millis, TimeUnit.MILLISECONDS)
                    .addListener(done -> {
                        if (done.cause() != null && !network.isShuttingDown()) {
                            LOG.error("event=bug", done.cause());
                        }
                    });
        }
    }

    @Override
    public void stopListening() {
        Channel listening = socket;
        if (listening != null) {
            listening.close().awaitUninterruptibly(500);
        }
    }

    @Override
    public void end() {
        network.shutdownGracefully(0, 500, TimeUnit.MILLISECONDS).awaitUninterruptibly(1000);
    }
}
