package io.acord.fleet.transport;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicTokenHandler;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Asks callers to show that they are where they say, by a token that is sent there, while many are at the door: whoever
 * forges addresses cannot take up the places of those who do not.
 */
final class RetryTokens implements QuicTokenHandler {

    private static final int SEAL = 16;
    private static final int TIME = 8;
    private static final long LASTS = TimeUnit.SECONDS.toNanos(10);
    private static final String MAC = "HmacSHA256";

    private final BooleanSupplier isCrowded;
    private final byte[] key = new byte[32];

    /** @param isCrowded whether callers are asked */
    RetryTokens(BooleanSupplier isCrowded) {
        this.isCrowded = isCrowded;
        new SecureRandom().nextBytes(key);
    }

    @Override
    public boolean writeToken(ByteBuf out, ByteBuf connection, InetSocketAddress address) {
        if (!isCrowded.getAsBoolean()) {
            return false;
        }
        byte[] said = new byte[TIME + connection.readableBytes()];
        ByteBuffer.wrap(said).putLong(System.nanoTime());
        connection.getBytes(connection.readerIndex(), said, TIME, connection.readableBytes());
        out.writeBytes(seal(said, address)).writeBytes(said);
        return true;
    }

    @Override
    public int validateToken(ByteBuf token, InetSocketAddress address) {
        if (token.readableBytes() < SEAL + TIME) {
            return -1;
        }
        byte[] seal = new byte[SEAL];
        byte[] said = new byte[token.readableBytes() - SEAL];
        token.getBytes(token.readerIndex(), seal);
        token.getBytes(token.readerIndex() + SEAL, said);
        long age = System.nanoTime() - ByteBuffer.wrap(said).getLong();
        boolean isOurs = MessageDigest.isEqual(seal, seal(said, address));
        return isOurs && age <= LASTS ? SEAL + TIME : -1;
    }

    @Override
    public int maxTokenLength() {
        return SEAL + TIME + Quic.MAX_CONN_ID_LEN;
    }

    private byte[] seal(byte[] said, InetSocketAddress address) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(new SecretKeySpec(key, MAC));
            mac.update(address.getAddress().getAddress());
            mac.update((byte) (address.getPort() >> 8));
            mac.update((byte) address.getPort());
            return Arrays.copyOf(mac.doFinal(said), SEAL);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every Java has " + MAC, e);
        }
    }
}
