package io.acord.swarm.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventQueueTest {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<Integer> heard = new ArrayList<>();
    private final EventQueue queue = new EventQueue(0, (round, answer) -> heard.add(round), tasks::add);

    @Test
    void roundsThatWereMissedComeBeforeThoseThatAreNewAndEachComesOnce() {
        queue.add(5, "new, while what was missed is looked up");
        assertThat(tasks).isEmpty();
        queue.add(3, "missed");
        queue.add(4, "missed");
        queue.add(5, "the same");
        queue.begin();
        queue.add(6, "new");
        assertThat(tasks).as("one thread at a time").hasSize(1);
        tasks.remove().run();
        assertThat(heard).containsExactly(3, 4, 5, 6);
        assertThat(queue.add(6, "repeated")).isTrue();
        assertThat(tasks).isEmpty();
        queue.add(7, "new");
        tasks.remove().run();
        assertThat(heard).endsWith(6, 7);
    }

    @Test
    void oneThatDoesNotListenIsGivenUpAndKeepsWhoeverAddsFromNothing() {
        queue.begin();
        for (int t = 1; t <= EventQueue.MOST_WAITING; t++) {
            assertThat(queue.add(t, "")).isTrue();
        }
        assertThat(queue.add(EventQueue.MOST_WAITING + 1, "")).isFalse();
        assertThat(heard).isEmpty();
    }
}
