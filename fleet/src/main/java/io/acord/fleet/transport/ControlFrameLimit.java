package io.acord.fleet.transport;

import io.acord.internal.system.RateWindow;
import io.grpc.netty.shaded.io.netty.buffer.ByteBuf;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslHandler;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Counts the frames of HTTP/2 on a connection that open, reset or configure something, and closes the connection when
 * there are too many in ten seconds. Data, window updates and pings are left to flow control and to gRPC, which bounds
 * them. Netty has a limit of its own for resets; of SETTINGS it has none, and answers each.
 */
final class ControlFrameLimit extends ChannelInboundHandlerAdapter {

    private static final int PREFACE = 24; // "PRI * HTTP/2.0 ..."
    private static final int HEADER = 9; // length (3), type (1), flags (1), stream (4)
    private static final int DATA = 0;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;

    private final int most;
    private final RateWindow window;
    private final Consumer<String> refused;
    private long toSkip = PREFACE; // bytes until the next header
    private int seen; // bytes of the header that begins next
    private long length; // of the frame whose header is being read
    private int type;

    ControlFrameLimit(int most, Consumer<String> refused) {
        this.most = most;
        this.window = new RateWindow(most);
        this.refused = refused;
    }

    /** Stands before TLS, and puts the limit behind it once there is a handshake. */
    static final class Installer extends ChannelInboundHandlerAdapter {
        private final int most;
        private final Consumer<String> refused;

        Installer(int most, Consumer<String> refused) {
            this.most = most;
            this.refused = refused;
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            SslHandler tls = ctx.pipeline().get(SslHandler.class);
            if (tls != null) {
                String name = ctx.pipeline().context(tls).name();
                ctx.pipeline().addAfter(name, null, new ControlFrameLimit(most, refused));
                ctx.pipeline().remove(this);
            }
            ctx.fireChannelRead(message);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes && isTooMuch(bytes)) {
            ReferenceCountUtil.release(message);
            refused.accept("more than " + most + " control frames in " + FrameLimits.SECONDS + " s");
            Future<?> unused = ctx.close();
            return;
        }
        ctx.fireChannelRead(message);
    }

    /** Reads along; returns whether a frame was one too many. */
    private boolean isTooMuch(ByteBuf bytes) {
        int at = bytes.readerIndex();
        int end = bytes.writerIndex();
        while (at < end) {
            if (toSkip > 0) {
                long skipped = Math.min(toSkip, end - at);
                at += (int) skipped;
                toSkip -= skipped;
                continue;
            }
            int octet = bytes.getUnsignedByte(at++);
            if (seen < 3) {
                length = length << 8 | octet;
            } else if (seen == 3) {
                type = octet;
            }
            if (++seen == HEADER) {
                toSkip = length;
                seen = 0;
                length = 0;
                if (isControl() && !window.admits()) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isControl() {
        return type != DATA && type != PING && type != WINDOW_UPDATE;
    }
}
