package io.acord.fleet.transport;

import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Accepts so many connections at a time, closes those beyond at once, and watches over what the others send. */
final class BoundedServerChannel extends NioServerSocketChannel {

    private final IntSupplier mostConnections;
    private final int mostControlFrames;
    private final Consumer<String> refused;
    private final AtomicInteger open = new AtomicInteger();

    /** @param refused is told why a connection was closed */
    BoundedServerChannel(IntSupplier mostConnections, int mostControlFrames, Consumer<String> refused) {
        this.mostConnections = mostConnections;
        this.mostControlFrames = mostControlFrames;
        this.refused = refused;
    }

    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
        int before = accepted.size();
        int count = super.doReadMessages(accepted);
        for (int k = accepted.size() - 1; k >= before; k--) {
            Channel connection = (Channel) accepted.get(k);
            if (open.get() >= mostConnections.getAsInt()) {
                connection.unsafe().closeForcibly();
                accepted.remove(k);
                refused.accept("too many connections");
                continue;
            }
            open.incrementAndGet();
            Future<?> unused = connection.closeFuture().addListener(closed -> open.decrementAndGet());
            connection.pipeline().addLast(new ControlFrameLimit.Installer(mostControlFrames, refused));
        }
        return count;
    }
}
