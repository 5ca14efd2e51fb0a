package io.acord.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Stands between two members, as the network does: carries their bytes, or does not, or damages them. */
final class LinkProxy implements AutoCloseable {

    /** A way through. */
    enum Way {
        /** From the one who called. */
        THERE,
        /** To the one who called. */
        BACK
    }

    private final ServerSocket door;
    private volatile int target;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger toDamage = new AtomicInteger();
    private final AtomicInteger damaged = new AtomicInteger();
    private volatile boolean cut;
    private volatile boolean thereStopped;
    private volatile boolean backStopped;

    /** Leads to a port of this machine. */
    LinkProxy(int target) throws IOException {
        this.target = target;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        run(this::admit);
    }

    int port() {
        return door.getLocalPort();
    }

    /** Who calls from now on gets another port. */
    void leadTo(int port) {
        target = port;
    }

    /** Ends what goes through and lets nobody through. */
    void cut() {
        cut = true;
        hangUp();
    }

    /** Lets bytes of one way pile up here; nobody is told. */
    void stop(Way way) {
        if (way == Way.THERE) {
            thereStopped = true;
        } else {
            backStopped = true;
        }
    }

    void heal() {
        cut = false;
        thereStopped = false;
        backStopped = false;
    }

    /** Turns one bit of the next bytes that go through. */
    void damage() {
        toDamage.incrementAndGet();
    }

    /** How many bits were turned. */
    int damaged() {
        return damaged.get();
    }

    private void hangUp() {
        for (Socket socket : sockets) {
            closeQuietly(socket);
        }
        sockets.clear();
    }

    private void admit() throws IOException {
        while (true) {
            Socket caller = door.accept();
            if (cut) {
                closeQuietly(caller);
                continue;
            }
            Socket called;
            try {
                called = new Socket(InetAddress.getLoopbackAddress(), target);
            } catch (IOException e) {
                closeQuietly(caller); // it is down, as it would be without a proxy
                continue;
            }
            sockets.add(caller);
            sockets.add(called);
            run(() -> carry(caller, called, Way.THERE));
            run(() -> carry(called, caller, Way.BACK));
        }
    }

    private void carry(Socket from, Socket to, Way way) throws IOException {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            byte[] bytes = new byte[16384];
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                while (way == Way.THERE ? thereStopped : backStopped) {
                    Thread.sleep(5);
                }
                if (toDamage.getAndUpdate(k -> Math.max(0, k - 1)) > 0) {
                    bytes[n / 2] ^= 1;
                    damaged.incrementAndGet();
                }
                out.write(bytes, 0, n);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private interface Carrier {
        void carry() throws IOException;
    }

    private static void run(Carrier carrier) {
        Thread thread = new Thread(
                () -> {
                    try {
                        carrier.carry();
                    } catch (IOException e) {
                        // a connection ended, by one of the members or by us
                    }
                },
                "link-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // gone all the same
        }
    }

    @Override
    public void close() throws IOException {
        door.close();
        hangUp();
    }
}
