package io.acord.fleet.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RetryTokensTest {

    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
    private static final InetSocketAddress THERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 4001);
    private static final byte[] CONNECTION = {1, 2, 3, 4, 5};

    private static ByteBuf token(RetryTokens tokens) {
        ByteBuf token = Unpooled.buffer();
        assertThat(tokens.writeToken(token, Unpooled.wrappedBuffer(CONNECTION), HERE))
                .isTrue();
        return token;
    }

    @Test
    void aTokenIsGoodForWhomItWasSentTo() {
        RetryTokens tokens = new RetryTokens(() -> true);
        ByteBuf token = token(tokens);
        assertThat(token.readableBytes()).isLessThanOrEqualTo(tokens.maxTokenLength());
        int at = tokens.validateToken(token, HERE);
        assertThat(token.slice(at, token.readableBytes() - at)).isEqualTo(Unpooled.wrappedBuffer(CONNECTION));
    }

    @Test
    void aTokenOfAnotherAddressOrProcessOrWithAnotherByteIsNone() {
        RetryTokens tokens = new RetryTokens(() -> true);
        ByteBuf token = token(tokens);
        assertThat(tokens.validateToken(token, THERE)).isEqualTo(-1);
        assertThat(new RetryTokens(() -> true).validateToken(token, HERE)).isEqualTo(-1);
        for (int k = 0; k < token.readableBytes(); k++) {
            ByteBuf other = token.copy();
            other.setByte(k, other.getByte(k) ^ 1);
            assertThat(tokens.validateToken(other, HERE)).as("byte %d", k).isEqualTo(-1);
            assertThat(tokens.validateToken(token.slice(0, k), HERE)).isEqualTo(-1);
        }
    }

    @Test
    void whereThereIsNoCrowdNobodyIsAsked() {
        ByteBuf out = Unpooled.buffer();
        assertThat(new RetryTokens(() -> false).writeToken(out, Unpooled.wrappedBuffer(CONNECTION), HERE))
                .isFalse();
        assertThat(out.readableBytes()).isZero();
    }
}
