package io.acord.fleet;

import io.acord.fleet.identity.Authority;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** Somebody with a certificate of the fleet who speaks HTTP/2 frame by frame, to make work. */
public final class Flood {

    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int ACK = 1;
    private static final int END_HEADERS = 4;
    private static final int BATCH = 64;

    /** What is sent over and over. */
    public enum Kind {
        /** A stream is opened and reset at once. */
        RAPID_RESET,
        SETTINGS
    }

    private Flood() {}

    /**
     * Sends so many pieces to a port over one connection after the other, for as long as each holds, and no longer than
     * a time; returns how many went out.
     */
    public static int send(int port, Authority.Issued shown, Kind kind, int pieces, long millis) throws Exception {
        long end = System.nanoTime() + millis * 1_000_000;
        int sent = 0;
        while (sent < pieces && System.nanoTime() < end) {
            try (SSLSocket socket = connection(port, shown)) {
                for (int stream = 1; sent < pieces && System.nanoTime() < end; stream += 2 * BATCH) {
                    sendBatch(socket, kind, stream, BATCH);
                    sent += BATCH;
                    while (socket.getInputStream().available() > 0) {
                        socket.getInputStream()
                                .skipNBytes(socket.getInputStream().available());
                    }
                }
            } catch (IOException closed) {
                sent++; // they have hung up
            }
        }
        return sent;
    }

    /** Sends so many pieces over one connection; returns whether a ping is answered on it afterwards. */
    public static boolean isBorne(int port, Authority.Issued shown, Kind kind, int pieces) throws Exception {
        try (SSLSocket socket = connection(port, shown)) {
            sendBatch(socket, kind, 1, pieces);
            socket.getOutputStream().write(frame(PING, 0, 0, new byte[8]));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
                int type = in.readUnsignedByte();
                int flags = in.readUnsignedByte();
                in.skipNBytes(4L + length);
                if (type == PING && (flags & ACK) != 0) {
                    return true;
                }
            }
        } catch (IOException closed) {
            return false;
        }
    }

    private static SSLSocket connection(int port, Authority.Issued shown) throws Exception {
        SSLContext context = TrustingClient.context(shown);
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), port);
        try {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            socket.setSoTimeout(20_000);
            OutputStream out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.write(frame(SETTINGS, 0, 0, new byte[0]));
            return socket;
        } catch (IOException refused) {
            socket.close();
            throw refused;
        }
    }

    private static void sendBatch(SSLSocket socket, Kind kind, int firstStream, int pieces) throws IOException {
        ByteArrayOutputStream batch = new ByteArrayOutputStream();
        for (int k = 0; k < pieces; k++) {
            batch.write(piece(kind, firstStream + 2 * k));
        }
        socket.getOutputStream().write(batch.toByteArray());
        socket.getOutputStream().flush();
    }

    private static byte[] piece(Kind kind, int stream) throws IOException {
        if (kind == Kind.SETTINGS) {
            return frame(SETTINGS, 0, 0, new byte[0]);
        }
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(frame(HEADERS, END_HEADERS, stream, headers()));
        both.write(frame(RST_STREAM, 0, stream, new byte[] {0, 0, 0, 8}));
        return both.toByteArray();
    }

    /** A call of the published method, in HPACK without a dynamic table. */
    private static byte[] headers() throws IOException {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        block.write(new byte[] {(byte) 0x83, (byte) 0x87}); // POST, https
        literal(block, new byte[] {4}, "/acord.v1.Neighbour/Talk");
        literal(block, new byte[] {1}, "somebody");
        literal(block, new byte[] {0x0f, 16}, "application/grpc"); // content-type
        literal(block, new byte[] {0, 2, 't', 'e'}, "trailers");
        return block.toByteArray();
    }

    private static void literal(ByteArrayOutputStream into, byte[] name, String value) throws IOException {
        into.write(name);
        into.write(value.length());
        into.write(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] frame(int type, int flags, int stream, byte[] body) {
        return ByteBuffer.allocate(9 + body.length)
                .putShort((short) (body.length >> 8))
                .put((byte) body.length)
                .put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(body)
                .array();
    }
}
