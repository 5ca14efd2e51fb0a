package io.acord.protocol.clock;

import io.acord.protocol.Event;
import io.acord.protocol.Rules;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * When a member of a fleet does what: asks for the next round, asks silent peers again and gives them up, publishes at
 * the deadline, catches up. Time is an argument, in nanoseconds that only grow (and may overflow), so the same story
 * gives the same answers whether a real clock or a simulated one tells it. Mutable, for one thread.
 *
 * <pre>
 *   clock.heard(peer, round, now), clock.opened(…), clock.done(…)      // what happened
 *   while ((task = clock.next(now, machine::awaited)) != null) do it   // what to do, one after the other
 *   wait for something to happen, clock.lookAgainAfter(now) at most
 * </pre>
 *
 * <p>A round is timed from its opening. A member that misses somebody asks again every so often, gives up those who
 * have been silent when most of the time is over, and has the rest for iterations without them. After a round that
 * missed somebody it waits for the slow who are connected, at most until the deadline: they play their rounds without
 * waiting for those that have gone on, and so all meet again. Cut off from all whom it needs, and without a pace, it
 * waits for the deadline. Who was late by its pace, and hears of a peer that has gone on, follows at once. A member
 * that is more than two rounds behind most of its peers skips to where they are; behind a single one, no further than
 * the fleet can have come since this member was with it, because a single one may lie.
 */
public class RoundClock {

    /**
     * How long things may take, in nanoseconds.
     *
     * @param deadline from the opening of a round to its action
     * @param pace from the opening of a round to that of the next, at least
     * @param warmUp for so long a new fleet has so long for every round
     * @param patienceAtStart for so long a new fleet waits for all to come
     * @param every rounds begin at the multiples of this by the wall clock; 0: they do not look at it
     */
    public record Times(long deadline, long pace, long warmUp, long patienceAtStart, long every) {

        public Times(long deadline, long pace, long warmUp, long patienceAtStart) {
            this(deadline, pace, warmUp, patienceAtStart, 0);
        }
    }

    /** Something to be done now. */
    public sealed interface Task {

        /** Tell the machine that this happened, and do what follows. */
        record Tell(Event event) implements Task {}

        /**
         * Ask the source for a round; {@link RoundClock#opened}, {@link RoundClock#missed} or
         * {@link RoundClock#finished} says what came of it.
         *
         * @param skippedFrom the first of the rounds before it that go by without this member, of which it is to be
         *     asked, in order, what they were; the round itself if there are none
         */
        record AskSource(int round, int skippedFrom) implements Task {}

        /** There are no more rounds. */
        record Finish() implements Task {}
    }

    /** After this share of a round's time those who have been silent for half of it are given up for the round. */
    private static final double GIVE_UP = 0.6;

    private static final long MOST_NUDGE = 200_000_000;

    /** So many rounds are skipped at a time: what follows from them is held in memory. */
    private static final int MOST_SKIPPED = 1_000;

    /** And the source is asked what the last so many of them were. */
    private static final int MOST_RECALLED = 128;

    /** So far may an honest peer be ahead of where it was thought to be. */
    private static final int LEEWAY = 2;

    /** Who comes to a fleet that is on leaves the round that it finds and the next to others. */
    private static final int TO_TAKE_PART = 2;

    /** How often to look for what nobody tells, such as whether the gate is open. */
    private static final long GLANCE = 20_000_000;

    private final Times times;
    private final int patience;
    private int horizon;
    private boolean newborn; // this is the member's first life, and the fleet's
    private final long joinedAt;
    private final PeerSightings sightings;
    private final WallMarks marks;
    private long firstMark; // at which a new fleet begins
    private boolean hasFirstMark;
    private final Deque<Integer> silent = new ArrayDeque<>(); // to be given up

    private int[] needed = {}; // the peers of the open round
    private int opened; // the round that is open, or was last
    private int wanted; // the round that the source is asked for; 0: none
    private long wantedAt;
    private boolean late; // the source has had its time
    private boolean done = true; // the open round is over
    private boolean degraded; // it missed somebody
    private boolean finished; // there are no more rounds
    private boolean timing; // whether the deadline of the open round runs
    private boolean nudged; // just now
    private boolean atLarge; // past the gate
    private boolean started; // the first round of this life was opened
    private long completeAt; // since when all are connected
    private long openedAt;
    private long dueAt; // when the open round was due by the pace, LEEWAY rounds before it was opened at the earliest
    private int followsFrom; // the first round of this life in which it can be behind
    private long firstOpenedAt;
    private long timedFrom;
    private long nudgedAt;

    RoundClock(Times times, Rules rules, int members, int self, int last, long sinceLast, int horizon, long now) {
        this.times = times;
        this.patience = rules.patience();
        this.horizon = horizon;
        this.newborn = last == 0;
        this.opened = last;
        this.openedAt = now - sinceLast;
        this.dueAt = openedAt;
        this.joinedAt = now;
        this.completeAt = now;
        this.nudgedAt = now;
        this.sightings = new PeerSightings(members, self, now);
        this.marks = new WallMarks(times.every());
    }

    /**
     * A clock for a member that joins its fleet now.
     *
     * @param rules whose patience with silent peers is spread over a round's time
     * @param members of the fleet that it knows, itself included
     * @param self its number among them
     * @param last the last round that an earlier life has committed; 0 if there is none
     * @param sinceLast how long ago that was, or how long the fleet can have been playing, in nanoseconds
     * @param horizon the last round to be asked for
     */
    public static RoundClock start(
            Times times, Rules rules, int members, int self, int last, long sinceLast, int horizon, long now) {
        return new RoundClock(times, rules, members, self, last, sinceLast, horizon, now);
    }

    // ---- what happened

    /** What the wall clock shows, in nanoseconds since 1970: of use where rounds begin by it. */
    public void wallClock(long wall, long now) {
        marks.show(wall, now);
    }

    /** Somebody new may come, whose number follows those of all others that were ever there. */
    public void added(int peer, long now) {
        sightings.add(peer, now);
    }

    /** Somebody is not of the fleet any more. */
    public void removed(int peer) {
        sightings.remove(peer);
        silent.remove((Integer) peer);
    }

    /** There will be no round after this one. */
    public void endAfter(int round) {
        horizon = Math.min(horizon, round);
    }

    /** There is a connection to a peer, or none any more. */
    public void connected(int peer, boolean is) {
        sightings.connected(peer, is);
    }

    /** A peer was heard to speak of a round; returns whether the fleet can have come that far. */
    public boolean heard(int peer, int round, long now) {
        sightings.heard(peer, round, now);
        return round <= farthest(now) + (long) LEEWAY;
    }

    /** The gate is open: the first round of this life may be asked for. */
    public void passGate() {
        atLarge = true;
    }

    /** The source has brought a round; to be said before the machine is told. {@code peers} are those it needs. */
    public void opened(int round, int[] peers, long now) {
        boolean first = !started;
        begin(round, now);
        if (first) {
            firstOpenedAt = now;
        }
        timedFrom = now;
        nudgedAt = now;
        done = false;
        needed = peers.clone();
        // A fleet's first round is not timed until all whom it needs have been heard to be in it.
        timing = !(first && newborn) || sightings.haveAllReached(round, needed);
    }

    /** The source has failed, or was late: the round's actions are held. */
    public void missed(int round, long now) {
        begin(round, now);
        done = true;
    }

    private void begin(int round, long now) {
        boolean isNew = !started && (opened == 0 || round > opened + 1);
        long due = dueAt + (round - opened) * times.pace();
        dueAt = isNew ? now : later(due, now - LEEWAY * times.pace(), now);
        followsFrom = isNew && round > 1 ? round + TO_TAKE_PART : followsFrom;
        wanted = 0;
        opened = round;
        openedAt = now;
        started = true;
        degraded = false;
    }

    /** The source has no more rounds. */
    public void finished() {
        wanted = 0;
        finished = true;
    }

    /** The machine says that a round is over. */
    public void done(int round, boolean missedSomebody) {
        if (round >= opened) {
            done = true;
            degraded = missedSomebody;
        }
    }

    // ---- what is known

    /** Whether the source has had its time for the round that it is asked for: what it brings is of no use. */
    public boolean isSourceLate() {
        return late;
    }

    /** Whether nothing but the gate keeps the first round of this life from being asked for. */
    public boolean isAtTheGate(long now) {
        return !atLarge && !started && wanted == 0 && !finished && hasEnoughCompany(now);
    }

    /** How long ago a round was opened; negative if it is not the open one, or not timed. */
    public long sinceOpening(int round, long now) {
        return round == opened && timing ? now - openedAt : -1;
    }

    /** For so long nothing will be due unless something happens. */
    public long lookAgainAfter(long now) {
        long next = now + GLANCE;
        if (wanted != 0 && started && !late) {
            next = earlier(next, wantedAt + times.deadline(), now);
        } else if (!done && timing) {
            next = earlier(next, nudgedAt + nudgeAfter(), now);
            next = earlier(next, timedFrom + deadline(), now);
        } else if (done && started && wanted == 0 && !finished) {
            long begins = marks.areKept() ? marks.after(openedAt) : nextByThePace();
            boolean paced = now - begins >= 0; // then it waits for the slow
            next = earlier(next, paced ? openedAt + times.deadline() : begins, now);
        }
        return Math.max(0, next - now);
    }

    /** The earlier of two times, which may have overflowed. */
    private static long earlier(long a, long b, long now) {
        return a - now <= b - now ? a : b;
    }

    private static long later(long a, long b, long now) {
        return a - now >= b - now ? a : b;
    }

    // ---- what to do

    /**
     * What is due, one task at a time: each is to be done, and what came of it said, before the next is asked for; null
     * if there is nothing to be done now.
     *
     * @param awaited the peers that the machine waits for
     */
    public @Nullable Task next(long now, Supplier<int[]> awaited) {
        return next(now, awaited, () -> false);
    }

    /**
     * The same for a machine with books.
     *
     * @param booksWait whether peers owe it an answer about rounds that are over
     */
    public @Nullable Task next(long now, Supplier<int[]> awaited, BooleanSupplier booksWait) {
        if (nudged) {
            nudged = false;
            noteTheSilent(now, awaited.get());
        }
        if (!silent.isEmpty()) {
            return new Task.Tell(new Event.PeerLost(silent.remove()));
        }
        if (wanted == 0 && done && !finished && mayOpen(now)) {
            return want(now);
        }
        if (wanted != 0 && started && !late && now - wantedAt >= times.deadline()) {
            late = true; // the source is stuck: the round has to have an action all the same
            return new Task.Tell(new Event.RoundMissed(wanted));
        }
        if (!done) {
            return nextOfOpenRound(now);
        }
        if (now - nudgedAt >= nudgeAfter() && booksWait.getAsBoolean()) {
            nudgedAt = now;
            return new Task.Tell(new Event.Nudge());
        }
        return null;
    }

    private @Nullable Task nextOfOpenRound(long now) {
        if (!timing && (sightings.haveAllReached(opened, needed) || now - joinedAt >= times.patienceAtStart())) {
            timing = true;
            timedFrom = now;
            nudgedAt = now;
        }
        if (timing && now - timedFrom >= deadline()) {
            timedFrom = now; // once more if it has had no effect
            return new Task.Tell(new Event.Deadline(opened));
        }
        if (timing && now - nudgedAt >= nudgeAfter()) {
            nudgedAt = now;
            nudged = true;
            return new Task.Tell(new Event.Nudge());
        }
        return null;
    }

    /** A fleet's first rounds are played by programs that have just been started: they have as long as the warm-up. */
    private long deadline() {
        boolean warming = newborn && openedAt - firstOpenedAt < times.warmUp();
        return warming ? Math.max(times.deadline(), times.warmUp()) : times.deadline();
    }

    /**
     * How often to ask again for what is missed; never so often that the rules' patience would end long before the
     * deadline.
     */
    private long nudgeAfter() {
        long often = Math.min(deadline() / 10, MOST_NUDGE);
        return Math.max(1, Math.max(often, (long) (GIVE_UP * deadline() / patience)));
    }

    /** Those who are awaited and have been silent: the rest of the round's time is for iterations without them. */
    private void noteTheSilent(long now, int[] awaited) {
        if (now - timedFrom < GIVE_UP * deadline()) {
            return;
        }
        for (int peer : awaited) {
            if (sightings.silence(peer, now) >= GIVE_UP / 2 * deadline()) {
                silent.add(peer);
            }
        }
    }

    private boolean mayOpen(long now) {
        if (started) {
            return isTime(now) && hasWaitedForTheSlow(now);
        }
        return atLarge && hasEnoughCompany(now) && isTimeToBegin(now);
    }

    /** Whether the next round begins: by the pace, or by the wall clock, if not by those of most others. */
    private boolean isTime(long now) {
        if (!marks.areKept()) {
            return now - nextByThePace() >= 0;
        }
        boolean isLeft = marks.isNear(openedAt, now) && sightings.usualRound(farthest(now)) > opened;
        return now - marks.after(openedAt) >= 0 || isLeft;
    }

    /**
     * When the next round may begin. Paces are counted from a member's own openings, which are a little late every
     * time, and later at one than at another: they would drift apart until the time for a round is over before the
     * slower ones open it, and never meet again. So a member makes good what it was late by when a peer has gone on;
     * its rounds are no more than the pace allows, whatever peers say.
     */
    private long nextByThePace() {
        return (isBehind() && dueAt - openedAt < 0 ? dueAt : openedAt) + times.pace();
    }

    boolean isBehind() {
        return opened >= followsFrom && sightings.hasAnyReached(opened + 1);
    }

    /** A fleet's first round begins at a mark; whoever comes to a fleet that is on goes to where it is. */
    private boolean isTimeToBegin(long now) {
        if (!marks.areKept() || !newborn || sightings.usualRound(Integer.MAX_VALUE) > 0) {
            return true;
        }
        if (!hasFirstMark) {
            hasFirstMark = true;
            firstMark = marks.next(now);
        }
        return now - firstMark >= 0;
    }

    /** After a round that missed somebody: whether all who are connected have reached it, or have had their time. */
    boolean hasWaitedForTheSlow(long now) {
        return !degraded
                || now - openedAt >= times.deadline()
                || (!racesWhenCutOff() && sightings.haveTheConnectedReached(opened, needed));
    }

    /** Whether nothing but deadlines would keep this member from playing all rounds alone before anybody is back. */
    private boolean racesWhenCutOff() {
        boolean isTimed = times.pace() > 0 || marks.areKept();
        return !isTimed && !sightings.isAnyConnected(needed);
    }

    /**
     * Before the first round of a life: all are there, and have said where they are. Who has no journal and does not
     * listen first would play again what a life that it does not know of has played.
     */
    private boolean hasEnoughCompany(long now) {
        boolean first = newborn && whereTheFleetIs(now) == 0;
        boolean patient = now - joinedAt < (first ? times.patienceAtStart() : 2 * times.deadline());
        if (!sightings.areAllConnected()) {
            completeAt = now;
            return !patient;
        }
        boolean told =
                first ? sightings.haveAllSpoken() || now - completeAt >= times.deadline() : sightings.isAnyRoundKnown();
        return !patient || told;
    }

    private Task want(long now) {
        if (opened >= horizon) {
            finished();
            return new Task.Finish();
        }
        int ahead = whereTheFleetIs(now);
        newborn &= ahead == 0;
        wanted = Math.min(horizon, Math.max(opened + 1, ahead));
        wantedAt = now;
        late = false;
        return new Task.AskSource(wanted, Math.max(opened + 1, wanted - MOST_RECALLED));
    }

    /** The round of the fleet, or one on the way to it, if this member cannot catch up with it; 0 if it can. */
    private int whereTheFleetIs(long now) {
        int usual = sightings.usualRound(farthest(now));
        if (usual <= opened + LEEWAY) {
            return 0;
        }
        boolean hasPast = opened > 0 || started; // one without begins where the fleet is: it owes no earlier round
        return hasPast ? Math.min(usual, opened + MOST_SKIPPED) : usual;
    }

    /**
     * The round that the fleet can have reached by now if it opened the next one whenever its pace allowed it. Without
     * a pace nobody knows; then a round is taken to last its deadline, and who is behind a single peer catches up by
     * playing on, while that one waits for it.
     */
    int farthest(long now) {
        long shortest = marks.areKept() ? times.every() : times.pace() > 0 ? times.pace() : times.deadline();
        return (int) Math.min(horizon, opened + Math.max(0, now - openedAt) / shortest);
    }
}
