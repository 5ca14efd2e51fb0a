package io.acord.protocol.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.protocol.Event;
import io.acord.protocol.Rules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A member's timing, told by hand: two members, a deadline of 100, a pace of 10, times in nanoseconds. */
class RoundClockTest {

    private static final int[] NOBODY = {};
    private static final int[] PEER = {1};

    private static RoundClock clock(int last, long now) {
        return clock(last, now, 9, 2);
    }

    /** A clock of somebody who was away for 100. */
    private static RoundClock clock(int last, long now, int horizon, int members) {
        return clock(last, now, horizon, members, 10);
    }

    private static RoundClock clock(int last, long now, int horizon, int members, long pace) {
        Rules rules = Rules.builder().patience(Integer.MAX_VALUE).build();
        RoundClock.Times times = new RoundClock.Times(100, pace, 0, 1_000);
        RoundClock clock = RoundClock.start(times, rules, members, 0, last, 100, horizon, now);
        clock.passGate();
        return clock;
    }

    /** All that is due now. */
    private static List<RoundClock.Task> due(RoundClock clock, long now, int... awaited) {
        List<RoundClock.Task> tasks = new ArrayList<>();
        for (RoundClock.Task task = clock.next(now, () -> awaited);
                task != null;
                task = clock.next(now, () -> awaited)) {
            tasks.add(task);
        }
        return tasks;
    }

    private static RoundClock.Task tell(Event event) {
        return new RoundClock.Task.Tell(event);
    }

    /** A clock whose peer is connected and in round 1, which is open since time 0. */
    private static RoundClock inRoundOne(long start) {
        return inRoundOne(clock(0, start), start);
    }

    private static RoundClock inRoundOne(RoundClock clock, long start) {
        clock.connected(1, true);
        clock.heard(1, 0, start);
        assertThat(due(clock, start)).containsExactly(ask(1));
        clock.heard(1, 1, start);
        clock.opened(1, PEER, start);
        return clock;
    }

    private static RoundClock.Task ask(int round) {
        return ask(round, round);
    }

    private static RoundClock.Task ask(int round, int skippedFrom) {
        return new RoundClock.Task.AskSource(round, skippedFrom);
    }

    @Test
    void aNewFleetWaitsForAllOrForItsPatience() {
        assertThat(due(clock(0, 0), 999)).isEmpty();
        assertThat(due(clock(0, 0), 1_000)).containsExactly(ask(1));
    }

    @Test
    void aNewFleetListensBeforeItBegins() {
        RoundClock clock = clock(0, 0);
        clock.connected(1, true);
        assertThat(due(clock, 99)).isEmpty();
        assertThat(due(clock, 100)).as("who says nothing is not waited for").hasSize(1);
    }

    @Test
    void theFirstRoundIsNotTimedUntilEverybodyIsInIt() {
        RoundClock clock = clock(0, 0);
        clock.connected(1, true);
        clock.heard(1, 0, 0);
        due(clock, 0);
        clock.opened(1, PEER, 0);
        assertThat(due(clock, 500, PEER)).isEmpty();
        assertThat(clock.lookAgainAfter(500)).isPositive();
        clock.heard(1, 1, 600);
        assertThat(due(clock, 600, PEER)).isEmpty();
        assertThat(due(clock, 700, PEER)).contains(tell(new Event.Deadline(1)));
    }

    @Test
    void theSilentAreAskedAgainThenGivenUpThenTheDeadlineComes() {
        RoundClock clock = inRoundOne(0);
        assertThat(due(clock, 9, PEER)).isEmpty();
        assertThat(due(clock, 10, PEER)).containsExactly(tell(new Event.Nudge()));
        assertThat(due(clock, 50, PEER)).containsExactly(tell(new Event.Nudge()));
        assertThat(due(clock, 60, PEER)).containsExactly(tell(new Event.Nudge()), tell(new Event.PeerLost(1)));
        assertThat(due(clock, 100)).startsWith(tell(new Event.Deadline(1)));
    }

    @Test
    void whoWasHeardOfLateIsNotGivenUp() {
        RoundClock clock = inRoundOne(0);
        clock.heard(1, 1, 45);
        assertThat(due(clock, 60, PEER)).containsExactly(tell(new Event.Nudge()));
    }

    @Test
    void whoIsCutOffFromAllAndHasNoPaceDoesNotPlayAllRoundsBeforeAnybodyIsBack() {
        RoundClock clock = inRoundOne(clock(0, 0, 9, 2, 0), 0);
        clock.connected(1, false);
        clock.done(1, true);
        assertThat(due(clock, 99)).isEmpty();
        assertThat(clock.lookAgainAfter(99)).isEqualTo(1);
        assertThat(due(clock, 100)).containsExactly(ask(2));
    }

    @Test
    void whoIsCutOffAndHasAPaceKeepsIt() {
        RoundClock clock = inRoundOne(0);
        clock.connected(1, false);
        clock.done(1, true);
        assertThat(due(clock, 10)).containsExactly(ask(2));
    }

    @Test
    void whoIsConnectedToSomebodyDoesNotWaitForThoseWhoAreGone() {
        RoundClock clock = clock(0, 0, 9, 3, 0);
        clock.connected(2, true);
        clock.heard(2, 0, 0);
        due(clock, 1_000);
        clock.heard(2, 1, 1_000);
        clock.opened(1, new int[] {1, 2}, 1_000);
        clock.done(1, true);
        assertThat(due(clock, 1_001)).containsExactly(ask(2));
    }

    @Test
    void afterACleanRoundOnlyThePaceIsWaitedFor() {
        RoundClock clock = inRoundOne(0);
        clock.done(1, false);
        assertThat(due(clock, 9)).isEmpty();
        assertThat(clock.lookAgainAfter(9)).isEqualTo(1);
        assertThat(due(clock, 10)).containsExactly(ask(2));
    }

    @Test
    void afterARoundThatMissedSomebodyTheSlowAreWaitedForUntilTheDeadline() {
        RoundClock clock = inRoundOne(0);
        clock.done(1, false);
        due(clock, 10);
        clock.opened(2, PEER, 10);
        clock.done(2, true);
        assertThat(due(clock, 30)).isEmpty();
        assertThat(clock.lookAgainAfter(30)).isEqualTo(80);
        assertThat(due(clock, 110)).containsExactly(ask(3));
    }

    @Test
    void whoIsFarBehindSkipsToWhereTheFleetIs() {
        RoundClock clock = inRoundOne(0);
        clock.heard(1, 3, 5);
        clock.done(1, false);
        assertThat(due(clock, 10)).containsExactly(ask(2));
        clock.opened(2, NOBODY, 10);
        clock.heard(1, 7, 15);
        clock.done(2, false);
        assertThat(due(clock, 60)).as("and asks what it has missed").containsExactly(ask(7, 3));
    }

    @Test
    void aSinglePeerIsFollowedNoFurtherThanThePaceAllows() {
        RoundClock clock = clock(20, 0, 1_000_000, 2);
        clock.connected(1, true);
        assertThat(clock.heard(1, 2_000_000_000, 0)).isFalse();
        assertThat(due(clock, 0)).as("away for 100").containsExactly(ask(30, 21));
        clock.opened(30, NOBODY, 0);
        clock.done(30, false);
        assertThat(due(clock, 10)).containsExactly(ask(31));
    }

    @Test
    void whatSeveralPeersSayIsFollowedInSteps() {
        RoundClock clock = clock(20, 0, 1_000_000, 3);
        for (int peer = 1; peer < 3; peer++) {
            clock.connected(peer, true);
            clock.heard(peer, 500_000, 0);
        }
        assertThat(due(clock, 0)).containsExactly(ask(1_020, 1_020 - 128));
    }

    @Test
    void whoHasNoJournalAndFindsTheFleetPlayingDoesNotWaitForAll() {
        RoundClock clock = clock(0, 0, 1_000_000, 3);
        clock.connected(1, true);
        clock.heard(1, 8, 0);
        assertThat(due(clock, 199)).isEmpty();
        assertThat(due(clock, 200)).containsExactly(ask(8, 1));
        clock.opened(8, PEER, 200);
        assertThat(due(clock, 300, PEER)).contains(tell(new Event.Deadline(8)));
    }

    @Test
    void aSourceThatIsStuckCostsItsRoundAtTheDeadline() {
        RoundClock clock = inRoundOne(0);
        clock.done(1, false);
        due(clock, 10);
        assertThat(due(clock, 109)).isEmpty();
        assertThat(due(clock, 110)).containsExactly(tell(new Event.RoundMissed(2)));
        assertThat(clock.isSourceLate()).isTrue();
        clock.missed(2, 300);
        assertThat(due(clock, 310)).containsExactly(ask(3));
    }

    @Test
    void afterTheHorizonThereIsNothingToAskFor() {
        RoundClock clock = clock(9, 0);
        assertThat(due(clock, 200)).containsExactly(new RoundClock.Task.Finish());
        assertThat(due(clock, 10_000)).isEmpty();
    }

    @Test
    void timeMayOverflow() {
        long start = Long.MAX_VALUE - 30;
        RoundClock clock = inRoundOne(start);
        assertThat(due(clock, start + 60, PEER)).containsExactly(tell(new Event.Nudge()), tell(new Event.PeerLost(1)));
        assertThat(clock.lookAgainAfter(start + 60)).isEqualTo(10);
    }

    @Test
    void whoWasLateFollowsAPeerThatHasGoneOnAndNoFurtherThanThePaceAllows() {
        RoundClock clock = inRoundOne(0);
        clock.done(1, false);
        assertThat(due(clock, 10)).containsExactly(ask(2));
        clock.opened(2, PEER, 15); // 5 late
        clock.done(2, false);
        assertThat(due(clock, 20)).as("nobody has gone on").isEmpty();
        clock.heard(1, 3, 20);
        assertThat(due(clock, 20)).containsExactly(ask(3));
        clock.opened(3, PEER, 20);
        clock.done(3, false);
        clock.heard(1, 1_000, 21);
        assertThat(due(clock, 29)).as("it owes nothing any more").isEmpty();
        assertThat(due(clock, 30)).hasSize(1);
    }
}
