package io.acord.swarm.live;

import io.acord.input.Complaints;
import io.acord.internal.system.DaemonThread;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A socket in the file system, for whoever may open the file, which is its owner. Lines as over a {@link PipeDoor}, but
 * controllers may come and go, and there may be some at a time: all are told all actions.
 */
final class UnixDoor implements FeedDoor {

    private static final Logger LOG = LoggerFactory.getLogger(UnixDoor.class);

    private static final int MOST_CONTROLLERS = 16;

    private final LiveFeed feed;
    private final Path path;
    private final ServerSocketChannel server;
    private final Map<SocketChannel, PipeDoor> controllers = new ConcurrentHashMap<>();

    private UnixDoor(LiveFeed feed, Path path, ServerSocketChannel server) {
        this.feed = feed;
        this.path = path;
        this.server = server;
    }

    static UnixDoor open(LiveFeed feed, Path path) throws IOException {
        UnixDoor door = new UnixDoor(feed, path, listen(path));
        feed.listen((round, agent, answer) -> door.controllers.values().forEach(each -> each.say(answer)));
        DaemonThread.of(door::accept, "acord-feed-door").start();
        return door;
    }

    /** Under another name first: nobody can come in before the file is the owner's alone. */
    private static ServerSocketChannel listen(Path path) throws IOException {
        if (Files.exists(path) && Files.isRegularFile(path)) {
            throw Complaints.refuse(
                    "feed.unix", "is " + path + ", which is a file", "a name for a socket", "give another name");
        }
        Path made = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(made);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(made));
            if (Files.getFileStore(made).supportsFileAttributeView("posix")) {
                Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rw-------"));
            }
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE); // one that an earlier life has left gives way
            return server;
        } catch (IOException e) {
            server.close();
            throw Complaints.refuse(
                    "feed.unix",
                    "is " + path + ", where nobody can listen (" + e + ")",
                    "a name in a folder that can be written to, on a system with such sockets",
                    "give another name");
        }
    }

    @Override
    public String inWords() {
        return "controllers at " + path;
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                if (controllers.size() >= MOST_CONTROLLERS) {
                    LOG.warn("event=controller-refused why=\"{} are there already\"", MOST_CONTROLLERS);
                    channel.close();
                } else {
                    controllers.put(channel, PipeDoor.talk(feed, in(channel), out(channel), () -> leave(channel)));
                }
            }
        } catch (ClosedChannelException e) {
            // the member ends
        } catch (IOException e) {
            LOG.error("event=door-failed", e);
        }
    }

    private void leave(SocketChannel channel) {
        PipeDoor door = controllers.remove(channel);
        if (door != null) {
            door.close();
        }
        closeQuietly(channel);
    }

    private static void closeQuietly(java.io.Closeable what) {
        try {
            what.close();
        } catch (IOException e) {
            LOG.debug("event=not-closed why=\"{}\"", e.toString());
        }
    }

    /** Not those of Channels: there, in Java 17, whoever waits to read keeps others from writing. */
    private static InputStream in(SocketChannel channel) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                return channel.read(ByteBuffer.wrap(into, offset, length));
            }
        };
    }

    private static OutputStream out(SocketChannel channel) {
        return new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                write(new byte[] {(byte) octet}, 0, 1);
            }

            @Override
            public void write(byte[] from, int offset, int length) throws IOException {
                ByteBuffer bytes = ByteBuffer.wrap(from, offset, length);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
            }
        };
    }

    @Override
    public void close() {
        closeQuietly(server);
        java.util.Set.copyOf(controllers.keySet()).forEach(this::leave);
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            LOG.debug("event=not-removed why=\"{}\"", e.toString());
        }
    }
}
