package io.acord.fleet.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.fleet.transport.LinkListener.Refused;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a peer can do by datagrams of its own making. */
class DatagramConversationTest {

    private static final int MOST_IDLE = 5;
    private static final long FIRST = 2; // stream of a caller

    private final List<byte[]> heard = new ArrayList<>();
    private final List<Refused> refused = new ArrayList<>();
    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final DatagramConversation conversation =
            new DatagramConversation(channel.eventLoop(), true, MOST_IDLE, called -> {});
    private final RecentFrames peer = new RecentFrames();

    DatagramConversationTest() {
        channel.pipeline().addLast(conversation);
        conversation.start(new Conversation.Events() {
            @Override
            public void heard(byte[] frame) {
                heard.add(frame);
            }

            @Override
            public void ready() {}

            @Override
            public void refused(Refused cause) {
                refused.add(cause);
            }

            @Override
            public void goodbye() {}

            @Override
            public void ended(String why) {}
        });
    }

    @AfterEach
    void close() {
        Future<?> unused = channel.close();
    }

    private void send(byte[] datagram) {
        channel.writeInbound(Unpooled.wrappedBuffer(datagram));
    }

    private void greet() {
        conversation.request(1);
        conversation.streamed(FIRST, new byte[] {1});
        assertThat(heard).hasSize(1);
        heard.clear();
    }

    private byte[] news() {
        peer.add(new byte[] {7});
        return peer.datagram(1000);
    }

    @Test
    void whatComesBeforeTheGreetingIsDropped() {
        conversation.request(10);
        send(news());
        conversation.streamed(FIRST + 4, new byte[2000]);
        assertThat(heard).isEmpty();
        assertThat(refused).isEmpty();
    }

    @Test
    void noMoreFramesAreHandedOnThanWereAskedFor() {
        greet();
        conversation.request(3);
        for (int k = 0; k < MOST_IDLE; k++) {
            send(news());
            conversation.streamed(FIRST + 4L * k + 4, new byte[2000]);
        }
        assertThat(heard).hasSize(3);
    }

    @Test
    void datagramsThatBringNothingNewAreAFlood() {
        greet();
        conversation.request(10);
        byte[] datagram = news();
        for (int k = 0; k <= MOST_IDLE; k++) {
            send(datagram);
        }
        assertThat(refused).isEmpty();
        send(datagram);
        assertThat(refused).containsExactly(Refused.FLOOD);
        assertThat(heard).hasSize(1);
    }

    @Test
    void bytesThatAreNoDatagramOfAMemberAreMalformed() {
        greet();
        send(new byte[] {1, 2, 3});
        assertThat(refused).containsExactly(Refused.MALFORMED);
    }
}
