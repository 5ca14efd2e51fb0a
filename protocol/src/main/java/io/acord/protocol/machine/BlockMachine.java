package io.acord.protocol.machine;

import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.Journal;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A block of one or many agents: told what happens, it answers with what to do. Mutable, for one thread; no clock,
 * socket, file, thread or randomness in here, so the same events give the same effects.
 *
 * <pre>
 *   BlockMachine machine = new BlockMachine(rules, agents, snapshot, inDoubt);
 *   perform(machine.start());
 *   for every event: perform(machine.on(event));   // all effects, in order
 * </pre>
 *
 * <p>Blocks go in lock-step: an iteration is made when every peer has shown the one before, so a peer is at most one
 * message ahead, and two messages a link are all that is ever kept. Messages may be lost, repeated or reordered on the
 * way; what is missed is asked for again at every {@link Event.Nudge}, and the actions stay those of the fault-free
 * run, bit for bit. A peer that stays silent is held at its last value for the rest of the round and left out of the
 * next ones until it is heard again.
 */
public final class BlockMachine {

    private final Rules rules;
    private final Outbox outbox;
    private final PeerRoster roster = new PeerRoster();
    private final BlockMembership membership;
    private final BlockBooks books;
    private final BlockRounds rounds;
    private final PeerAnswers answers;
    private final MessageRouter router;
    private boolean started;

    /**
     * A block at its last committed snapshot, or at {@link Snapshot#initial}.
     *
     * @param agents the global ids of the rows, in the order that every round's block will have
     * @param inDoubt whether a later snapshot may have been lost, see {@link Journal.Recovered#inDoubt}
     */
    public BlockMachine(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        this(rules, agents, last, inDoubt, new MessageInspection());
    }

    BlockMachine(Rules rules, int[] agents, Snapshot last, boolean inDoubt, MessageInspection inspection) {
        this(rules, agents, last, inDoubt, inspection, BlockRounds.Past.KNOWN);
    }

    /**
     * A block that finds no journal: it begins at its first actions, or it has lost its journal. If its first round is
     * not round 1 the fleet is on, perhaps with an earlier life of this block: it leaves alone what that life may have
     * played or said, which is all until the round after its first, and plays from then on.
     */
    public static BlockMachine withoutPast(Rules rules, int[] agents, Actions x0) {
        return new BlockMachine(
                rules, agents, Snapshot.initial(x0), false, new MessageInspection(), BlockRounds.Past.UNKNOWN);
    }

    /**
     * A block that comes to a fleet for the first time, and finds no journal either. Where the fleet is on, it takes
     * part from the second round after its first on, and keeps books from then on. It tells its neighbours which round
     * that is, so that their edges begin with the same.
     */
    public static BlockMachine joining(Rules rules, int[] agents, Actions x0) {
        return new BlockMachine(
                rules, agents, Snapshot.initial(x0), false, new MessageInspection(), BlockRounds.Past.NONE);
    }

    private BlockMachine(
            Rules rules,
            int[] agents,
            Snapshot last,
            boolean inDoubt,
            MessageInspection inspection,
            BlockRounds.Past past) {
        if (agents.length != last.actions().agents()) {
            throw Complaints.refuse(
                    "snapshot",
                    "is of " + last.actions().agents() + " agents",
                    agents.length + ", as the block has",
                    "give every block a journal of its own");
        }
        int[] rows = agents.clone();
        this.rules = rules;
        this.outbox = new Outbox(last.epoch() + 1);
        this.membership = new BlockMembership(outbox, roster);
        this.books = new BlockBooks(rules, outbox, inspection, rows, last, inDoubt);
        this.rounds = new BlockRounds(rules, rows, last, inDoubt, past, outbox, roster, membership, books);
        this.answers = new PeerAnswers(outbox, books);
        this.router = new MessageRouter(rules, inspection, outbox, roster, membership, books, rounds, answers);
    }

    /**
     * To be called once, before the first event: commits the new life, and repeats the actions that the last one
     * committed but may not have published.
     */
    public List<Effect> start() {
        if (started) {
            throw new AssertionError("started twice");
        }
        started = true;
        rounds.start();
        books.closeOn(); // asks what rounds were that an earlier life did not close
        return outbox.taken();
    }

    /** What follows from an event, to be done in this order. */
    public List<Effect> on(Event event) {
        if (!started) {
            throw new AssertionError("not started");
        }
        if (event instanceof Event.Heard heard) {
            router.hear(heard.peer(), heard.message());
        } else if (event instanceof Event.Nudge) {
            nudge();
        } else if (event instanceof Event.RoundOpened opened) {
            open(opened.round(), opened.local());
        } else if (event instanceof Event.Deadline deadline) {
            rounds.hurry(deadline.round());
        } else if (event instanceof Event.RoundMissed missed) {
            rounds.miss(missed.round());
        } else if (event instanceof Event.PeerLost gone) {
            lose(gone.peer());
        } else if (event instanceof Event.PeerBack back) {
            greet(back.peer(), back.life());
        } else if (event instanceof Event.Recalled recalled) {
            rounds.recall(recalled.round(), recalled.local());
        } else if (event instanceof Event.PeerAdded added) {
            membership.expect(added.peer());
            books.expect(added.peer(), true);
        } else if (event instanceof Event.PeerRemoved removed) {
            remove(removed.peer());
        } else if (event instanceof Event.Leave) {
            membership.leave(rounds.latest());
        } else {
            throw new AssertionError("unhandled event " + event);
        }
        if (books.closeOn()) {
            rounds.askForBooks(); // whoever was missed in this round may have been in the next
        }
        return outbox.taken();
    }

    /** The round that is open or was last; 0 before the first of this life. */
    public int round() {
        return rounds.round();
    }

    /** Which life of the block this is; higher after every restart. */
    public long epoch() {
        return outbox.epoch();
    }

    /** The last round that is committed, and what was played in it. */
    public Snapshot committed() {
        return rounds.committed();
    }

    /** Whether this block cannot go on without hearing somebody. */
    public boolean isWaiting() {
        RoundInProgress now = rounds.current();
        return now != null && !now.isDone() && now.links.all().stream().anyMatch(RoundLink::isAwaited);
    }

    /** Whether a past round cannot be closed in the books without hearing somebody. */
    public boolean hasOpenBooks() {
        return books.isWaiting();
    }

    /** The peers without whom this block cannot go on, ascending. */
    public int[] awaited() {
        RoundInProgress now = rounds.current();
        if (now == null || now.isDone()) {
            return new int[0];
        }
        return now.links.all().stream()
                .filter(RoundLink::isAwaited)
                .mapToInt(link -> link.peer)
                .toArray();
    }

    /** The peers of a round that take part in it, ascending: the others' edges do not count. */
    public int[] peersOf(int round, LocalRound local) {
        return Arrays.stream(local.peers())
                .filter(peer -> membership.isIn(peer, round))
                .toArray();
    }

    /** The most messages that wait here for their turn on any link. */
    public int largestInbox() {
        RoundInProgress now = rounds.current();
        return now == null ? 0 : now.links.largestInbox();
    }

    // ---- what happens

    private void open(int round, LocalRound local) {
        RoundInProgress now = rounds.open(round, local) ? rounds.current() : null;
        if (now != null) {
            router.hearEarly(now);
            rounds.askForBooks();
        }
    }

    /** The address book names a peer no more. */
    private void remove(int peer) {
        membership.leaves(peer, rounds.latest());
        lose(peer);
        books.expect(peer, false);
        rounds.early().remove(peer);
        roster.remove(peer);
    }

    private void lose(int peer) {
        roster.lose(peer);
        RoundInProgress now = rounds.current();
        RoundLink link = now == null ? null : now.links.to(peer);
        if (now != null && link != null) {
            now.lose(link, Effect.Loss.SILENT);
            now.proceed();
        }
    }

    /** Says where this block is, so that the peer can ask for what it lacks. */
    private void greet(int peer, long life) {
        roster.greet(peer, life);
        membership.tellAgain(peer, rounds.latest());
        // Whoever was lost is back when it says something: one that connects and hangs up must not be waited for.
        int detail = roster.isAbsent(peer) ? Message.ARE_YOU_THERE : 0;
        RoundInProgress now = rounds.current();
        RoundLink link = now == null ? null : now.links.to(peer);
        if (now == null || link == null) {
            int round = now == null ? rounds.committed().round() : now.round;
            outbox.tell(peer, Message.Kind.HERE, round, detail);
            return;
        }
        outbox.tell(peer, now.links.control(Message.Kind.HERE, link, detail));
        if (link.isAwaited()) {
            outbox.tell(peer, now.links.control(Message.Kind.ASK, link, 0));
        }
    }

    private void nudge() {
        RoundInProgress now = rounds.current();
        RoundInProgress before = rounds.before();
        if (now == null) {
            rounds.askForBooks();
            return;
        }
        List<RoundLink> silent = new ArrayList<>();
        boolean moved = now.hasMoved(); // whoever was awaited at the last nudge has been heard; now it is others
        for (RoundLink link : now.links.all()) {
            if (moved || now.isDone() || !link.isAwaited()) {
                continue;
            }
            if (link.unanswered >= rules.patience()) {
                silent.add(link);
            } else {
                link.unanswered++;
                outbox.tell(link.peer, now.links.control(Message.Kind.ASK, link, 0));
            }
        }
        // Perhaps they are there again; neighbours of later rounds must know in time, so whoever is absent is asked.
        roster.absent().forEach(peer -> outbox.tell(peer, Message.Kind.HERE, now.round, Message.ARE_YOU_THERE));
        membership.tellLeaving(rounds.latest());
        for (RoundLink link : silent) {
            roster.lose(link.peer);
            now.lose(link, Effect.Loss.SILENT);
        }
        answers.askForPlayed(before);
        answers.askForPlayed(now);
        books.ask(before == null ? now.round : before.round, roster::isAbsent);
        now.proceed();
    }
}
