package io.acord.protocol.machine;

import io.acord.internal.foresight.BlockForesight;
import io.acord.model.Actions;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a block one after the other: which one is open, which one is committed, and which ones the block has to
 * leave alone. Mutable.
 */
final class BlockRounds {

    /** What a block knows of the rounds before this life. */
    enum Past {
        /** Its journal does. */
        KNOWN,
        /** There is no journal, but there may have been an earlier life. */
        UNKNOWN,
        /** There was no earlier life: it comes to its fleet for the first time. */
        NONE
    }

    private final Rules rules;
    private final int[] agents;
    private final Outbox outbox;
    private final PeerRoster roster;
    private final BlockMembership membership;
    private final BlockBooks books;
    private final MessageInspection.PlausibleNorm plausible = new MessageInspection.PlausibleNorm();
    private final int inDoubt; // a round that an earlier life may have published unknown to this one; 0: none
    private final boolean isNew; // it joins, and no earlier life of it has played
    private boolean withoutPast; // there is no journal, and no round was opened yet
    private int foreign; // the last round that a forgotten life may have played or spoken in; 0: none
    private Snapshot last;
    private final TreeMap<Integer, LocalRound> skipped = new TreeMap<>(); // what rounds were that go by without it
    private boolean isForgetful; // λ of the last round rests on nothing that was known of it
    private final TreeMap<Integer, Message> early = new TreeMap<>(); // openings of the round to come, by peer
    private @Nullable RoundInProgress current; // the round that is open or was last
    private @Nullable RoundInProgress before; // the one before it, for those who are behind and for late certificates

    BlockRounds(
            Rules rules,
            int[] agents,
            Snapshot last,
            boolean inDoubt,
            Past past,
            Outbox outbox,
            PeerRoster roster,
            BlockMembership membership,
            BlockBooks books) {
        this.rules = rules;
        this.agents = agents;
        this.outbox = outbox;
        this.roster = roster;
        this.membership = membership;
        this.books = books;
        this.inDoubt = inDoubt ? last.round() + 1 : 0;
        this.isNew = past == Past.NONE;
        this.withoutPast = past != Past.KNOWN;
        this.last = snapshot(last.round(), last.actions(), last.lambdaMemory(), last.level(), last.iteration());
    }

    private Snapshot snapshot(int round, Actions actions, Numbers lambdaMemory, Effect.Level level, int iteration) {
        return new Snapshot(
                round,
                outbox.epoch(),
                actions,
                lambdaMemory,
                level,
                iteration,
                books.snapshot(round),
                books.keptForesight());
    }

    /** Commits the new life, and repeats the actions that the last one committed but may not have published. */
    void start() {
        if (!withoutPast) { // or the next life would take the rounds before its first for its own
            outbox.add(new Effect.Persist(last));
        }
        if (last.round() > 0) {
            outbox.add(new Effect.Publish(
                    last.round(), last.played(), last.level(), last.iteration(), true, books.followed(last.actions())));
        }
    }

    // ---- where the block is

    /** The round that is open or was last; null before the first of this life. */
    @Nullable
    RoundInProgress current() {
        return current;
    }

    /** The one before the current one; null if there is none. */
    @Nullable
    RoundInProgress before() {
        return before;
    }

    Snapshot committed() {
        return last;
    }

    /** The number of the round that is open or was last; 0 before the first of this life. */
    int round() {
        RoundInProgress now = current;
        return now == null ? 0 : now.round;
    }

    /** The latest round that this block has anything to do with. */
    int latest() {
        return Math.max(round(), last.round());
    }

    /** Whether nobody has told this block yet which round it is the first in. */
    boolean isNewAndIdle() {
        return isNew && withoutPast;
    }

    /** Whether this block has sat a round out after the one that it played last: nobody needs to wait for it there. */
    boolean isMissed(int round) {
        return round > round() && round <= last.round();
    }

    /** Openings of the round to come, by peer. */
    Map<Integer, Message> early() {
        return early;
    }

    // ---- rounds

    /** Opens a round; returns false if the block has no part in it, or has left it alone. */
    boolean open(int round, LocalRound whole) {
        if (round <= last.round() || membership.isBeyondTheEnd(round)) {
            // committed by an earlier life; it was published again at the start
            outbox.add(new Effect.RoundDone(round, false));
            return false;
        }
        LocalRound local = membership.ofMembers(round, whole);
        RoundInProgress now = current;
        endCurrent();
        if (isForeign(round)) {
            skipped.put(round, whole);
            pass(round);
            return false;
        }
        for (int missed = firstOwn(); missed < round; missed++) {
            hold(missed);
        }
        skipped.clear();
        if (inDoubt > 0 && round <= inDoubt + 1) {
            skipped.put(round, whole);
            sitOut(round);
            return false;
        }
        RoundInProgress next = new RoundInProgress(
                round,
                local,
                rules,
                outbox,
                this::commit,
                agents,
                last.actions(),
                last.lambdaMemory(),
                books.foresight());
        next.largestNorm = largestNorm(local);
        if (before != null) {
            before.links.forgetMessages();
        }
        before = now;
        current = next;
        next.open(peer -> roster.isOut(peer, round));
        return true;
    }

    /** Asks for what the books need of rounds that are over. */
    void askForBooks() {
        RoundInProgress now = current;
        books.ask(now == null || now.isDone() ? Integer.MAX_VALUE : now.round, roster::isAbsent);
    }

    private double largestNorm(LocalRound local) {
        plausible.learn(local, agents.length, last.actions().dimension());
        return rules.hasLargestNorm() ? rules.largestNorm() : plausible.limit();
    }

    /** The driver says what a past round was, or one that goes by without this block; null: nobody knows. */
    void recall(int round, @Nullable LocalRound whole) {
        if (round > latest()) {
            if (whole != null) {
                skipped.put(round, whole);
            }
            return;
        }
        if (whole != null && round == latest() && isForgetful) { // later, peers have seen what came of its λ
            isForgetful = false;
            Numbers memory = RoundInProgress.lambdaMemory(rules, whole, last.lambdaMemory());
            last = snapshot(round, last.actions(), memory, last.level(), last.iteration());
            outbox.add(new Effect.Persist(last));
        }
        LocalRound local = whole == null ? null : membership.ofMembers(round, whole);
        if (books.recalled(round, local, local == null ? 0 : largestNorm(local))) {
            askForBooks();
        }
    }

    /** The deadline of a round has come. */
    void hurry(int round) {
        RoundInProgress now = current;
        if (now != null && now.round == round && !now.isDone()) {
            List<RoundLink> silent = now.links.all().stream()
                    .filter(link -> link.isAwaited() && link.unanswered > 0)
                    .toList();
            now.hurry();
            silent.forEach(link -> roster.lose(link.peer));
        }
    }

    /** A round went by that nobody opened here. */
    void miss(int round) {
        RoundInProgress now = current;
        if (membership.isBeyondTheEnd(round) || round <= last.round() || (now != null && now.round >= round)) {
            return;
        }
        endCurrent();
        if (isForeign(round)) {
            pass(round);
            return;
        }
        for (int missed = firstOwn(); missed <= round; missed++) {
            hold(missed);
        }
        letGo(round);
    }

    private void endCurrent() {
        RoundInProgress now = current;
        if (now != null && !now.isDone()) {
            now.hurry(); // publishes
            now.hurry(); // and waits for nobody
        }
    }

    /** Edges that were meant in rounds in which the peer has no part are charged to neither end. */
    void leaveOut(int peer) {
        RoundInProgress now = current;
        RoundLink link = now == null || membership.isIn(peer, now.round) ? null : now.links.to(peer);
        books.leaveOut(peer, round -> !membership.isIn(peer, round));
        if (now != null && link != null && !link.isSettled()) {
            now.refuse(link, Disagreement.NO_EDGE);
            now.proceed();
        }
    }

    // ---- rounds that are left alone

    /** Whether a round may be one of a life that this block knows nothing of. */
    private boolean isForeign(int round) {
        if (withoutPast) {
            withoutPast = false;
            foreign = round > 1 ? round + 1 : 0;
            if (foreign == 0) {
                outbox.add(new Effect.Persist(last));
            } else if (isNew) {
                foreign = Math.max(round, membership.usualRound()) + 1;
                membership.join(foreign + 1, latest());
            } else {
                books.forget("the books of an earlier life are lost");
            }
        }
        return round <= foreign;
    }

    /** The first round that this block owes an action. */
    private int firstOwn() {
        return Math.max(last.round(), foreign) + 1;
    }

    /**
     * A block whose journal is damaged may have published its next round already, and have said things in the one after
     * that it does not know any more. To play these would make two actions of one round, or two stories.
     */
    private void sitOut(int round) {
        hold(round);
        letGo(round);
    }

    /** Remembers that a round is over, and gives nothing out: there may be an action of it. */
    private void pass(int round) {
        if (isNew) {
            books.beginAfter(round);
        }
        Numbers memory = last.lambdaMemory();
        for (LocalRound known : skipped.headMap(round, true).values()) {
            memory = isNew ? memory : RoundInProgress.lambdaMemory(rules, known, memory); // it was nobody's round then
        }
        skipped.headMap(round, true).clear();
        last = snapshot(round, last.actions(), memory, Effect.Level.HELD, 0);
        outbox.add(new Effect.Persist(last));
        letGo(round);
    }

    private void letGo(int round) {
        early.keySet().forEach(peer -> outbox.tell(peer, Message.Kind.GAVE_UP, round, 0));
        early.clear();
        outbox.add(new Effect.RoundDone(round, !isNew || round > foreign)); // somebody new has missed nothing
    }

    // ---- what stands

    /** Nobody decides a round: the previous actions stand; where the block looks ahead, its experts'. */
    private void hold(int round) {
        LocalRound known = skipped.remove(round);
        Numbers memory = last.lambdaMemory();
        if (known != null) { // the next round has the λ that it would have had
            memory = RoundInProgress.lambdaMemory(rules, known, memory);
        }
        commit(round, last.actions(), null, false, memory, Effect.Level.HELD, 0);
        isForgetful = known == null;
    }

    private Actions commit(
            int round,
            Actions actions,
            double @Nullable [] plan,
            boolean isBelieved,
            Numbers lambdaMemory,
            Effect.Level level,
            int iteration) {
        RoundInProgress now = current;
        boolean isOpen = now != null && now.round == round;
        if (isOpen && now != null && plan != null) {
            books.follow(round, now.local(), actions, plan, isBelieved);
        } else {
            books.hold(round);
        }
        BlockForesight foresight = books.foresight();
        Actions played = foresight == null ? actions : Actions.flat(actions.dimension(), foresight.played());
        Actions told = foresight == null ? null : played;
        books.add(isOpen && now != null ? now.page(actions, told) : new Page(round, actions, told));
        last = snapshot(round, actions, lambdaMemory, level, iteration);
        isForgetful = false;
        outbox.add(new Effect.Persist(last)); // first: an action that cannot be remembered must not be given out
        outbox.add(new Effect.Publish(round, played, level, iteration, round == inDoubt, books.followed(actions)));
        return played;
    }
}
