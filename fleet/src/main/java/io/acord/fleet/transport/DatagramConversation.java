package io.acord.fleet.transport;

import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.fleet.transport.RecentFrames.Brought;
import io.acord.internal.system.RateWindow;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionPathStats;
import io.netty.handler.codec.quic.QuicDatagramExtensionEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamLimitChangedEvent;
import io.netty.handler.codec.quic.QuicStreamType;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A conversation over one QUIC connection. Frames go as datagrams, which are repeated for a while until they are
 * confirmed, and carry the frames before them; no frame waits for another. Those that are too long for a datagram, and
 * those that must arrive, have a stream each, the first of which greets. What comes before the greeting is dropped.
 *
 * <p>All state belongs to the network thread.
 */
final class DatagramConversation extends ChannelInboundHandlerAdapter implements Conversation {

    /** An unconfirmed datagram is sent again after two round trips, as far as that lies between these. */
    private static final long SOONEST_REPEAT_MS = 8;

    private static final long LATEST_REPEAT_MS = 400;

    /**
     * Each repeat takes twice as long as the one before; after so many the protocol asks by itself, or nobody needs it.
     */
    private static final int REPEATS = 6;

    /** What was said for certain is given so long to arrive before a connection is ended. */
    private static final long LINGER_MS = 1500;

    /** A silent peer is shown so often that this side is there. */
    static final long SIGN_OF_LIFE_MS = 500;

    private static final int GOODBYE = 0;
    private static final int CUT = 1;

    private final EventLoop loop;
    private final boolean isCalled;
    private final Consumer<DatagramConversation> connecting; // at the start; does nothing where the peer has called
    private final RecentFrames recent = new RecentFrames();
    private final List<byte[]> sureFrames = new ArrayList<>(); // that wait for the connection
    private final RateWindow idleDatagrams;
    private volatile X509Certificate @Nullable [] chain;
    private volatile boolean hasRoom = true; // for another stream
    private @Nullable QuicChannel channel;
    private @Nullable Runnable whenHungUp;
    private @Nullable Events events;
    private int credit; // frames that may come
    private int longestDatagram;
    private boolean isGreeted;
    private boolean isOver;
    private int repeats; // of what is unconfirmed
    private long turn; // counts what was sent, so that a repeat that is due knows whether it is still wanted
    private long repeatMillis = 50; // until the round trip is known
    private long sentAt; // the last datagram
    private long sureAt = System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(LINGER_MS); // the last frame on a stream

    /**
     * A conversation that begins with a call, or with one that has been accepted.
     *
     * @param connecting calls, and says {@link #connected} or {@link #failed}
     * @param mostIdle datagrams that bring nothing new, in ten seconds
     */
    DatagramConversation(EventLoop loop, boolean isCalled, int mostIdle, Consumer<DatagramConversation> connecting) {
        this.loop = loop;
        this.isCalled = isCalled;
        this.connecting = connecting;
        this.idleDatagrams = new RateWindow(mostIdle);
    }

    // ---- what the link says, on any thread

    /**
     * At once, if this is the network thread: what was read behind the handshake is next, and must find us listening.
     */
    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    @Override
    public void start(Events told) {
        onLoop(() -> {
            events = told;
            connecting.accept(this);
        });
    }

    @Override
    public boolean isReady() {
        return hasRoom;
    }

    @Override
    public void send(byte[] frame) {
        onLoop(() -> sendNow(frame));
    }

    @Override
    public void sendSurely(byte[] frame) {
        onLoop(() -> {
            if (channel == null) {
                sureFrames.add(frame);
            } else {
                sendAsStream(frame);
            }
        });
    }

    @Override
    public void request(int frames) {
        onLoop(() -> credit += frames);
    }

    @Override
    public void close(boolean isGoodbye, String words) {
        loop.execute(() -> {
            long age = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sureAt);
            boolean lingers = isGoodbye && (channel == null || age < LINGER_MS);
            if (lingers) {
                Future<?> unused = loop.schedule(() -> closeNow(GOODBYE, words), 2 * LINGER_MS, TimeUnit.MILLISECONDS);
            } else {
                closeNow(isGoodbye ? GOODBYE : CUT, words);
            }
        });
    }

    @Override
    public void hangUp(boolean now) {
        if (now) {
            loop.execute(() -> {
                closeNow(GOODBYE, "");
                over("it was hung up");
            });
        }
    }

    @Override
    public X509Certificate @Nullable [] chain() {
        X509Certificate[] shown = chain;
        return shown == null ? null : shown.clone();
    }

    @Override
    public boolean isCalled() {
        return isCalled;
    }

    // ---- what the network says, on its thread

    /** What to do when the connection is not needed any more, such as closing the socket that it has of its own. */
    void whenHungUp(Runnable then) {
        whenHungUp = then;
    }

    /** The other side takes datagrams of so many bytes; 0: none. */
    void longestDatagram(int bytes) {
        longestDatagram = bytes;
    }

    /** The handshake is over. */
    void connected(QuicChannel connection, X509Certificate @Nullable [] shown) {
        channel = connection;
        chain = shown;
        sureFrames.forEach(this::sendAsStream);
        sureFrames.clear();
        signOfLife();
    }

    boolean isConnected() {
        return channel != null;
    }

    /** The peer cannot be reached, or is not the one that was called. */
    void failed(String why) {
        over(why);
    }

    /** A stream was read to its end. */
    void streamed(long stream, byte[] frame) {
        Events told = events;
        if (told == null || isOver) {
            return;
        }
        boolean greets = stream < 4; // the first one that the other side may open
        if (greets) {
            isGreeted = true;
        }
        if (isGreeted && (greets || credit > 0)) {
            credit--;
            told.heard(frame);
        }
    }

    /** Something was not taken in. */
    void refused(Refused cause) {
        Events told = events;
        if (told != null) {
            told.refused(cause);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof ByteBuf bytes)) {
            context.fireChannelRead(message); // a stream
            return;
        }
        try {
            read(ByteBufUtil.getBytes(bytes));
        } finally {
            bytes.release();
        }
    }

    private void read(byte[] datagram) {
        Events told = events;
        if (told == null || isOver || !isGreeted) {
            return;
        }
        Brought brought = recent.read(datagram, frame -> {
            if (credit <= 0) {
                return false;
            }
            credit--;
            told.heard(frame);
            return true;
        });
        if (brought == Brought.NONSENSE) {
            told.refused(Refused.MALFORMED);
        } else if (brought != Brought.NEWS && !idleDatagrams.admits()) {
            told.refused(Refused.FLOOD);
        } else if (brought == Brought.REPEATS) {
            transmit(); // the confirmation was lost, or nothing was to be said since
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof QuicDatagramExtensionEvent can) {
            longestDatagram(can.maxLength());
        } else if (event instanceof QuicStreamLimitChangedEvent) {
            lookForRoom();
            Events told = events;
            if (told != null && hasRoom) {
                told.ready();
            }
        }
        context.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        QuicChannel gone = channel;
        over(gone != null && gone.isTimedOut() ? "it is silent" : "it said goodbye, or the connection broke");
        context.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        closeNow(CUT, "an error");
    }

    // ---- datagrams and streams

    private void sendNow(byte[] frame) {
        if (channel == null || isOver) {
            return;
        }
        if (!RecentFrames.fits(frame, longestDatagram)) {
            sendAsStream(frame);
            return;
        }
        recent.add(frame);
        repeats = 0;
        transmit();
    }

    /** Sends what is unconfirmed, or that all came, and again after a while. */
    private void transmit() {
        QuicChannel open = channel;
        if (open == null || isOver || longestDatagram == 0) {
            return;
        }
        sentAt = System.nanoTime();
        Future<?> unused = open.writeAndFlush(Unpooled.wrappedBuffer(recent.datagram(longestDatagram)));
        long mine = ++turn;
        if (!recent.isConfirmed() && repeats < REPEATS) {
            Future<?> unusedRepeat = loop.schedule(
                    () -> {
                        if (turn == mine && !recent.isConfirmed()) {
                            repeats++;
                            transmit();
                        }
                    },
                    repeatMillis << repeats,
                    TimeUnit.MILLISECONDS);
        }
    }

    private void sendAsStream(byte[] frame) {
        QuicChannel open = channel;
        if (open == null || isOver) {
            return;
        }
        sureAt = System.nanoTime();
        Future<?> unused = open.createStream(QuicStreamType.UNIDIRECTIONAL, new ChannelInboundHandlerAdapter())
                .addListener(made -> {
                    if (made.isSuccess()) {
                        QuicStreamChannel stream = (QuicStreamChannel) made.getNow();
                        Future<?> unusedToo = stream.writeAndFlush(Unpooled.wrappedBuffer(frame))
                                .addListener(QuicStreamChannel.SHUTDOWN_OUTPUT);
                    }
                    lookForRoom();
                });
    }

    private void lookForRoom() {
        QuicChannel open = channel;
        hasRoom = open == null || open.peerAllowedStreams(QuicStreamType.UNIDIRECTIONAL) > 0;
    }

    /** Keeps the connection, and looks how long a round trip takes. */
    private void signOfLife() {
        QuicChannel open = channel;
        if (open == null || isOver) {
            return;
        }
        if (System.nanoTime() - sentAt >= TimeUnit.MILLISECONDS.toNanos(SIGN_OF_LIFE_MS)) {
            transmit();
        }
        Future<?> unused = open.collectPathStats(0).addListener(found -> {
            if (found.isSuccess()) {
                long nanos = ((QuicConnectionPathStats) found.getNow()).rtt();
                long millis = 2 * TimeUnit.NANOSECONDS.toMillis(nanos);
                repeatMillis = Math.max(SOONEST_REPEAT_MS, Math.min(LATEST_REPEAT_MS, millis));
            }
        });
        Future<?> unusedNext = loop.schedule(this::signOfLife, SIGN_OF_LIFE_MS, TimeUnit.MILLISECONDS);
    }

    private void closeNow(int code, String words) {
        QuicChannel open = channel;
        if (open != null) {
            Future<?> unused = open.close(true, code, ByteBufUtil.writeUtf8(open.alloc(), words));
        }
    }

    private void over(String why) {
        if (isOver) {
            return;
        }
        isOver = true;
        Runnable then = whenHungUp;
        if (then != null) {
            then.run();
        }
        Events told = events;
        if (told != null) {
            told.ended(why);
        }
    }
}
