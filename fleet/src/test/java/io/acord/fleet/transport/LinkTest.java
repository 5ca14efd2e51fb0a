package io.acord.fleet.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A link on which one side hears nothing: sockets would wait for minutes. */
class LinkTest {

    private static final byte[] GREETING = {1};
    private static final byte[] FRAME = {2};

    private final List<String> down = new ArrayList<>();
    private final Link link =
            new Link(new Peer(0, "b", "localhost", 1, 100), new Admission(), new Downs(), new Greets());

    private final class Downs implements LinkListener {
        @Override
        public void up(int peer, long life) {}

        @Override
        public void heard(int peer, byte[] frame) {}

        @Override
        public void down(int peer, String why) {
            down.add(why);
        }

        @Override
        public void refused(String who, Refused cause) {}

        @Override
        public void dropped(int peer) {}
    }

    private static final class Greets implements Greeting {
        @Override
        public byte[] mine() {
            return GREETING;
        }

        @Override
        public @Nullable Long lifeIn(byte[] frame) {
            return 1L;
        }
    }

    /** A conversation by hand. */
    private static final class Told implements Conversation {
        private @Nullable Events events;
        private boolean closed;

        Events events() {
            return Objects.requireNonNull(events);
        }

        @Override
        public void start(Events told) {
            events = told;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void send(byte[] frame) {}

        @Override
        public void sendSurely(byte[] frame) {}

        @Override
        public void request(int frames) {}

        @Override
        public void close(boolean isGoodbye, String words) {
            closed = true;
        }

        @Override
        public void hangUp(boolean now) {}

        @Override
        public X509Certificate @Nullable [] chain() {
            return null;
        }

        @Override
        public boolean isCalled() {
            return false;
        }
    }

    private Told greeted() {
        Told conversation = new Told();
        link.dial(conversation, () -> {});
        conversation.events().heard(GREETING);
        return conversation;
    }

    /** As often as it takes; returns how often that was. */
    private int lookUntilDown() {
        for (int looks = 1; looks <= 1_000; looks++) {
            link.look();
            if (!link.isUp()) {
                return looks;
            }
        }
        throw new AssertionError("it was waited for for good");
    }

    @Test
    void aPeerThatIsAskedAndDoesNotAnswerIsCalledAgain() {
        Told conversation = greeted();
        link.send(FRAME);
        assertThat(lookUntilDown()).isEqualTo(Link.LOOKS + 1);
        assertThat(conversation.closed).isTrue();
        assertThat(down).containsExactly("it is silent");
    }

    @Test
    void aPeerThatWasNotAskedMaySaySoLittleAsItLikes() {
        greeted();
        for (int k = 0; k < 100; k++) {
            link.look();
        }
        assertThat(link.isUp()).isTrue();
    }

    @Test
    void whoAnswersNowAndThenIsNotSilent() {
        Told conversation = greeted();
        for (int k = 0; k < 100; k++) {
            link.send(FRAME);
            link.look();
            if (k % Link.LOOKS == 0) {
                conversation.events().heard(FRAME);
                link.taken();
            }
        }
        assertThat(link.isUp()).isTrue();
    }

    /** What it has said waits here: the silence is of this side's making. */
    @Test
    void aPeerWhoseFramesWaitHereIsNotSilent() {
        Told conversation = greeted();
        for (int k = 0; k < 16; k++) {
            conversation.events().heard(FRAME);
        }
        link.send(FRAME);
        for (int k = 0; k < 100; k++) {
            link.look();
        }
        assertThat(link.isUp()).isTrue();
    }

    /** It may be busy: calling it again and again would keep it so. */
    @Test
    void aPeerThatStaysSilentIsGivenTwiceAsLongEachTimeUntilItSpeaks() {
        greeted();
        link.send(FRAME);
        int first = lookUntilDown();
        greeted();
        link.send(FRAME);
        assertThat(lookUntilDown()).isGreaterThan(first + Link.LOOKS - 1);
        Told third = greeted();
        third.events().heard(FRAME);
        link.send(FRAME);
        assertThat(lookUntilDown()).isEqualTo(first);
    }

    @Test
    void aShortDeadlineCallsSoonerAndALongOneNoLaterThanEver() {
        LinkTimes brisk = LinkTimes.of(Duration.ofMillis(500));
        assertThat(brisk).isEqualTo(new LinkTimes(1_000, 500, 100));
        LinkTimes slow = LinkTimes.of(Duration.ofMinutes(2));
        assertThat(slow.attempt()).isEqualTo(LinkTimes.STANDARD.attempt());
        assertThat(slow.longestPause()).isEqualTo(LinkTimes.STANDARD.longestPause());
        assertThat(LinkTimes.of(Duration.ofMillis(1)).attempt()).isPositive();
    }
}
