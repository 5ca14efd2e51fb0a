package io.acord.protocol;

import io.acord.input.Complaints;
import io.acord.internal.foresight.BlockForesight;
import io.acord.model.Actions;
import io.acord.protocol.membership.Membership;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

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
    private final MessageInspection inspection;
    private final MessageInspection.PlausibleNorm plausible = new MessageInspection.PlausibleNorm();
    private final int[] agents;
    private final long epoch;
    private final int inDoubt; // a round that an earlier life may have published unknown to this one; 0: none
    private boolean withoutPast; // there is no journal, and no round was opened yet
    private int foreign; // the last round that a forgotten life may have played or spoken in; 0: none
    private Snapshot last;
    private final BlockBooks books;
    private final PeerAnswers answers;
    private final Membership membership = new Membership(); // of peers
    private boolean isNew; // it joins, and no earlier life of it has played
    private final Map<Integer, Integer> spokenOf = new HashMap<>(); // by peer the latest round, as long as it is new
    private int joinsIn; // the first round of a new block that joined a fleet in this life; 0: it did not
    private int leavesAfter; // the last round that this block has a part in; 0: it stays
    private final Map<Integer, Long> epochs = new HashMap<>(); // of peers
    private final TreeSet<Integer> reborn = new TreeSet<>(); // greeted as another life, and not heard since
    private final TreeSet<Integer> absent = new TreeSet<>(); // lost, and not heard since
    private final Map<Integer, Integer> quarantine = new HashMap<>(); // peer to the last round it is out of
    private final TreeMap<Integer, Message> early = new TreeMap<>(); // openings of the round to come, by peer
    private @Nullable RoundInProgress current; // the round that is open or was last
    private @Nullable RoundInProgress before; // the one before it, for those who are behind and for late certificates
    private List<Effect> effects = new ArrayList<>();
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

    /**
     * A block that finds no journal: it begins at its first actions, or it has lost its journal. If its first round is
     * not round 1 the fleet is on, perhaps with an earlier life of this block: it leaves alone what that life may have
     * played or said, which is all until the round after its first, and plays from then on.
     */
    public static BlockMachine withoutPast(Rules rules, int[] agents, Actions x0) {
        BlockMachine machine = new BlockMachine(rules, agents, Snapshot.initial(x0), false);
        machine.withoutPast = true;
        return machine;
    }

    /**
     * A block that comes to a fleet for the first time, and finds no journal either. Where the fleet is on, it takes
     * part from the second round after its first on, and keeps books from then on. It tells its neighbours which round
     * that is, so that their edges begin with the same.
     */
    public static BlockMachine joining(Rules rules, int[] agents, Actions x0) {
        BlockMachine machine = withoutPast(rules, agents, x0);
        machine.isNew = true;
        return machine;
    }

    BlockMachine(Rules rules, int[] agents, Snapshot last, boolean inDoubt, MessageInspection inspection) {
        if (agents.length != last.actions().agents()) {
            throw Complaints.refuse(
                    "snapshot",
                    "is of " + last.actions().agents() + " agents",
                    agents.length + ", as the block has",
                    "give every block a journal of its own");
        }
        this.rules = rules;
        this.inspection = inspection;
        this.agents = agents.clone();
        this.epoch = last.epoch() + 1;
        this.inDoubt = inDoubt ? last.round() + 1 : 0;
        this.books = new BlockBooks(rules, host, inspection, this.agents, last, inDoubt);
        this.last = new Snapshot(
                last.round(),
                epoch,
                last.actions(),
                last.lambdaMemory(),
                last.level(),
                last.iteration(),
                books.snapshot(last.round()),
                books.keptForesight());
        this.answers = new PeerAnswers(host, books);
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
        if (!withoutPast) { // or the next life would take the rounds before its first for its own
            effects.add(new Effect.Persist(last));
        }
        if (last.round() > 0) {
            effects.add(new Effect.Publish(
                    last.round(), last.played(), last.level(), last.iteration(), true, books.followed(last.actions())));
        }
        books.closeOn(); // asks what rounds were that an earlier life did not close
        return taken();
    }

    /** What follows from an event, to be done in this order. */
    public List<Effect> on(Event event) {
        if (!started) {
            throw new AssertionError("not started");
        }
        if (event instanceof Event.Heard heard) {
            hear(heard.peer(), heard.message());
        } else if (event instanceof Event.Nudge) {
            nudge();
        } else if (event instanceof Event.RoundOpened opened) {
            open(opened.round(), opened.local());
        } else if (event instanceof Event.Deadline deadline) {
            hurry(deadline.round());
        } else if (event instanceof Event.RoundMissed missed) {
            miss(missed.round());
        } else if (event instanceof Event.PeerLost gone) {
            lose(gone.peer());
        } else if (event instanceof Event.PeerBack back) {
            greet(back.peer(), back.life());
        } else if (event instanceof Event.Recalled recalled) {
            recall(recalled.round(), recalled.local());
        } else if (event instanceof Event.PeerAdded added) {
            membership.expect(added.peer());
            books.expect(added.peer(), true);
        } else if (event instanceof Event.PeerRemoved removed) {
            remove(removed.peer());
        } else if (event instanceof Event.Leave) {
            leave();
        } else {
            throw new AssertionError("unhandled event " + event);
        }
        if (books.closeOn()) {
            askForBooks(); // whoever was missed in this round may have been in the next
        }
        return taken();
    }

    private List<Effect> taken() {
        List<Effect> done = effects;
        effects = new ArrayList<>();
        return done;
    }

    /** The round that is open or was last; 0 before the first of this life. */
    public int round() {
        RoundInProgress now = current;
        return now == null ? 0 : now.round;
    }

    /** Which life of the block this is; higher after every restart. */
    public long epoch() {
        return epoch;
    }

    /** The last round that is committed, and what was played in it. */
    public Snapshot committed() {
        return last;
    }

    /** Whether this block cannot go on without hearing somebody. */
    public boolean isWaiting() {
        RoundInProgress now = current;
        return now != null && !now.isDone() && now.links.all().stream().anyMatch(RoundLink::isAwaited);
    }

    /** Whether a past round cannot be closed in the books without hearing somebody. */
    public boolean hasOpenBooks() {
        return books.isWaiting();
    }

    /** The peers without whom this block cannot go on, ascending. */
    public int[] awaited() {
        RoundInProgress now = current;
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
        RoundInProgress now = current;
        return now == null ? 0 : now.links.largestInbox();
    }

    // ---- rounds

    private void open(int round, LocalRound whole) {
        boolean isBeyondTheEnd = leavesAfter > 0 && round > leavesAfter;
        if (round <= last.round() || isBeyondTheEnd) {
            effects.add(new Effect.RoundDone(
                    round, false)); // committed by an earlier life; it was published again at the start
            return;
        }
        LocalRound local = ofMembers(round, whole);
        RoundInProgress now = current;
        if (now != null && !now.isDone()) {
            now.hurry(); // publishes
            now.hurry(); // and waits for nobody
        }
        if (isForeign(round)) {
            pass(round);
            return;
        }
        for (int missed = firstOwn(); missed < round; missed++) {
            hold(missed);
        }
        if (inDoubt > 0 && round <= inDoubt + 1) {
            sitOut(round);
            return;
        }
        RoundInProgress next = new RoundInProgress(
                round, local, rules, host, agents, last.actions(), last.lambdaMemory(), books.foresight());
        next.largestNorm = largestNorm(local);
        if (before != null) {
            before.links.forgetMessages();
        }
        before = now;
        current = next;
        next.open(peer -> absent.contains(peer) || quarantine.getOrDefault(peer, 0) >= round);
        TreeMap<Integer, Message> waiting = new TreeMap<>(early);
        early.clear();
        waiting.forEach((peer, message) -> {
            if (message.round() == round) {
                hearNumbered(peer, message);
            }
        });
        checkQuarantine(next);
        askForBooks();
    }

    /** Asks for what the books need of rounds that are over. */
    private void askForBooks() {
        RoundInProgress now = current;
        books.ask(now == null || now.isDone() ? Integer.MAX_VALUE : now.round, absent::contains);
    }

    private double largestNorm(LocalRound local) {
        plausible.learn(local, agents.length, last.actions().dimension());
        return rules.hasLargestNorm() ? rules.largestNorm() : plausible.limit();
    }

    /** A round without the edges to those who have no part in it: they are charged to nobody. */
    private LocalRound ofMembers(int round, LocalRound whole) {
        return whole.without(peer -> !membership.isIn(peer, round));
    }

    private void recall(int round, @Nullable LocalRound whole) {
        LocalRound local = whole == null ? null : ofMembers(round, whole);
        if (books.recalled(round, local, local == null ? 0 : largestNorm(local))) {
            askForBooks();
        }
    }

    /**
     * A block whose journal is damaged may have published its next round already, and have said things in the one after
     * that it does not know any more. To play these would make two actions of one round, or two stories.
     */
    private void sitOut(int round) {
        hold(round);
        letGo(round);
    }

    private void letGo(int round) {
        early.keySet().forEach(peer -> tell(peer, answers.bare(Message.Kind.GAVE_UP, round, 0)));
        early.clear();
        effects.add(new Effect.RoundDone(round, !isNew || round > foreign)); // somebody new has missed nothing
    }

    /** Whether a round may be one of a life that this block knows nothing of. */
    private boolean isForeign(int round) {
        if (withoutPast) {
            withoutPast = false;
            foreign = round > 1 ? round + 1 : 0;
            if (foreign == 0) {
                effects.add(new Effect.Persist(last));
            } else if (isNew) {
                foreign = Math.max(round, usualRound()) + 1;
                joinsIn = foreign + 1;
                tellAll(Message.Kind.JOINS, joinsIn);
            } else {
                books.forget("the books of an earlier life are lost");
            }
        }
        return round <= foreign;
    }

    /** The round that most peers spoke of; one that lies among several cannot raise it. 0 if nobody spoke. */
    private int usualRound() {
        int[] rounds =
                spokenOf.values().stream().mapToInt(Integer::intValue).sorted().toArray();
        return rounds.length < 2 ? 0 : rounds[(rounds.length - 1) / 2];
    }

    /** The first round that this block owes an action. */
    private int firstOwn() {
        return Math.max(last.round(), foreign) + 1;
    }

    /** Remembers that a round is over, and gives nothing out: there may be an action of it. */
    private void pass(int round) {
        if (isNew) {
            books.beginAfter(round);
        }
        last = new Snapshot(
                round,
                epoch,
                last.actions(),
                last.lambdaMemory(),
                Effect.Level.HELD,
                0,
                books.snapshot(round),
                books.keptForesight());
        effects.add(new Effect.Persist(last));
        letGo(round);
    }

    private void hurry(int round) {
        RoundInProgress now = current;
        if (now != null && now.round == round && !now.isDone()) {
            List<RoundLink> silent = now.links.all().stream()
                    .filter(link -> link.isAwaited() && link.unanswered > 0)
                    .toList();
            now.hurry();
            silent.forEach(link -> absent.add(link.peer));
        }
    }

    private void miss(int round) {
        RoundInProgress now = current;
        if ((leavesAfter > 0 && round > leavesAfter) || round <= last.round() || (now != null && now.round >= round)) {
            return;
        }
        if (now != null && !now.isDone()) {
            now.hurry(); // publishes
            now.hurry(); // and waits for nobody
        }
        if (isForeign(round)) {
            pass(round);
            return;
        }
        for (int missed = firstOwn(); missed <= round; missed++) {
            hold(missed);
        }
        letGo(round);
    }

    /** Nobody decides a round: the previous actions stand; where the block looks ahead, its experts'. */
    private void hold(int round) {
        commit(round, last.actions(), null, false, last.lambdaMemory(), Effect.Level.HELD, 0);
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
        last = new Snapshot(
                round, epoch, actions, lambdaMemory, level, iteration, books.snapshot(round), books.keptForesight());
        effects.add(new Effect.Persist(last)); // first: an action that cannot be remembered must not be given out
        effects.add(new Effect.Publish(round, played, level, iteration, round == inDoubt, books.followed(actions)));
        return played;
    }

    private final RoundInProgress.Host host = new RoundInProgress.Host() {
        @Override
        public void tell(int peer, Message message) {
            effects.add(new Effect.Tell(peer, message));
        }

        @Override
        public Actions commit(
                int round,
                Actions actions,
                double @Nullable [] plan,
                boolean isBelieved,
                double[] lambdaMemory,
                Effect.Level level,
                int iteration) {
            return BlockMachine.this.commit(
                    round, actions, plan, isBelieved, Numbers.of(lambdaMemory), level, iteration);
        }

        @Override
        public void effect(Effect effect) {
            effects.add(effect);
        }

        @Override
        public long epoch() {
            return epoch;
        }
    };

    // ---- who takes part

    /**
     * The round after the one that is open is the last: neighbours may have opened it already, and none can be further
     * that has not given this block up.
     */
    private void leave() {
        if (leavesAfter == 0) {
            leavesAfter = Math.max(round(), last.round()) + 1;
            effects.add(new Effect.Leaves(leavesAfter));
            tellAll(Message.Kind.LEAVES, leavesAfter);
        }
    }

    private void tellAll(Message.Kind kind, int named) {
        new TreeSet<>(epochs.keySet()).forEach(peer -> tellMembership(peer, kind, named));
    }

    private void tellMembership(int peer, Message.Kind kind, int named) {
        int where = Math.max(round(), last.round());
        tell(peer, new Message(kind, where, named, 0, epoch, null, 0, Numbers.NONE));
    }

    /** Says again what whoever has just come may not have heard. */
    private void tellMembership(int peer) {
        if (joinsIn > 0) {
            tellMembership(peer, Message.Kind.JOINS, joinsIn);
        }
        if (leavesAfter > 0) {
            tellMembership(peer, Message.Kind.LEAVES, leavesAfter);
        }
    }

    private void hearMembership(int peer, Message message) {
        int named = message.number();
        if (message.kind() == Message.Kind.JOINS) {
            if (reborn.contains(peer)) {
                tell(peer, answers.bare(Message.Kind.HERE, round(), Message.KNOWN_OF_OLD));
            }
            join(peer, named);
        } else if (membership.leaves(peer, named)) {
            effects.add(new Effect.PeerLeaves(peer, named));
            absent.remove(peer);
            leaveOut(peer);
        }
    }

    private void join(int peer, int first) {
        if (membership.joins(peer, first)) {
            effects.add(new Effect.PeerJoins(peer, first));
            leaveOut(peer);
        }
    }

    /** Edges that were meant in rounds in which the peer has no part are charged to neither end. */
    private void leaveOut(int peer) {
        RoundInProgress now = current;
        RoundLink link = now == null || membership.isIn(peer, now.round) ? null : now.links.to(peer);
        books.leaveOut(peer, round -> !membership.isIn(peer, round));
        if (now != null && link != null && !link.isSettled()) {
            now.refuse(link, Disagreement.NO_EDGE);
            now.proceed();
        }
    }

    /** The address book names a peer no more. */
    private void remove(int peer) {
        int until = Math.max(round(), last.round());
        if (membership.leaves(peer, until)) {
            effects.add(new Effect.PeerLeaves(peer, until));
        }
        lose(peer);
        books.expect(peer, false);
        absent.remove(peer);
        early.remove(peer);
        epochs.remove(peer);
        reborn.remove(peer);
        quarantine.remove(peer);
    }

    /** Whoever opens a round takes part in the next that is not open here, if it was not known to. */
    private void noticeComing(int peer, Message opening, int open) {
        boolean isOpening = opening.kind() == Message.Kind.OPENING;
        if (isOpening && !membership.isIn(peer, opening.round()) && opening.round() >= open) {
            join(peer, Math.max(opening.round(), Math.max(open, last.round()) + 1));
        }
    }

    // ---- peers that come and go

    private void lose(int peer) {
        absent.add(peer);
        RoundInProgress now = current;
        RoundLink link = now == null ? null : now.links.to(peer);
        if (now != null && link != null) {
            now.lose(link, Effect.Loss.SILENT);
            now.proceed();
        }
    }

    /**
     * Says where this block is, so that the peer can ask for what it lacks. Which life it is says the greeting, not the
     * larger number: one that has lost its journal counts from 1 again, and a stolen key could greet with any.
     */
    private void greet(int peer, long life) {
        Long known = life > 0 ? epochs.put(peer, life) : null;
        if (known != null && known != life) {
            reborn.add(peer);
        }
        tellMembership(peer);
        // Whoever was lost is back when it says something: one that connects and hangs up must not be waited for.
        int detail = absent.contains(peer) ? Message.ARE_YOU_THERE : 0;
        RoundInProgress now = current;
        RoundLink link = now == null ? null : now.links.to(peer);
        if (now == null || link == null) {
            tell(peer, answers.bare(Message.Kind.HERE, now == null ? last.round() : now.round, detail));
            return;
        }
        tell(peer, now.links.control(Message.Kind.HERE, link, detail));
        if (link.isAwaited()) {
            tell(peer, now.links.control(Message.Kind.ASK, link, 0));
        }
    }

    private void nudge() {
        RoundInProgress now = current;
        if (now == null) {
            askForBooks();
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
                tell(link.peer, now.links.control(Message.Kind.ASK, link, 0));
            }
        }
        // Perhaps they are there again; neighbours of later rounds must know in time, so whoever is absent is asked.
        absent.forEach(peer -> tell(peer, answers.bare(Message.Kind.HERE, now.round, Message.ARE_YOU_THERE)));
        if (leavesAfter > 0) {
            tellAll(Message.Kind.LEAVES, leavesAfter);
        }
        for (RoundLink link : silent) {
            absent.add(link.peer);
            now.lose(link, Effect.Loss.SILENT);
        }
        answers.askForPlayed(before);
        answers.askForPlayed(now);
        books.ask(before == null ? now.round : before.round, absent::contains);
        now.proceed();
    }

    private void tell(int peer, Message message) {
        effects.add(new Effect.Tell(peer, message));
    }

    // ---- messages

    private void hear(int peer, Message message) {
        long known = epochs.getOrDefault(peer, 0L);
        if (message.epoch() < known) {
            reject(peer, Rejection.STALE_EPOCH);
            return;
        }
        RoundInProgress now = current;
        if (known > 0 && message.epoch() > known) {
            reborn.add(peer);
        }
        epochs.put(peer, message.epoch());
        if (message.kind() == Message.Kind.JOINS || message.kind() == Message.Kind.LEAVES) {
            hearMembership(peer, message);
            return;
        }
        if (message.kind() == Message.Kind.HERE && message.detail() == Message.KNOWN_OF_OLD && joinsIn > 0) {
            books.forget("an earlier life of this block has been here, and its books are lost");
        }
        if (isNew && withoutPast) {
            spokenOf.merge(peer, message.round(), Math::max);
        }
        noticeComing(peer, message, now == null ? last.round() : now.round);
        if (leavesAfter > 0 && message.round() > leavesAfter) {
            tellMembership(peer, Message.Kind.LEAVES, leavesAfter);
            return;
        }
        if (now == null) {
            hearIdle(peer, message);
            return;
        }
        RoundLink link = now.links.to(peer);
        if (message.round() >= now.round) {
            absent.remove(peer);
            if (link != null) {
                link.heard();
            }
        }
        boolean isBehind = message.round() < now.round; // it asks about rounds that are over, and will come to this one
        if (!isBehind && reborn.remove(peer) && link != null && message.round() == now.round) {
            answers.resend(now, link, 0);
            tell(peer, now.links.control(Message.Kind.HERE, link, 0)); // the rest is there for it to ask
        }
        if (message.kind().isNumbered()) {
            hearNumbered(peer, message);
        } else {
            hearControl(now, link, peer, message);
        }
        checkQuarantine(now);
    }

    /** Before the first round of this life. */
    private void hearIdle(int peer, Message message) {
        if (answers.tellPlayed(peer, message) || hearAnswer(peer, message)) {
            return;
        }
        if (message.kind() == Message.Kind.OPENING && message.round() > last.round()) {
            early.put(peer, message);
        } else if (!answers.answerIdle(peer, message, last.round()) && message.kind() != Message.Kind.HERE) {
            reject(peer, Rejection.EARLY);
        }
    }

    private void hearControl(RoundInProgress now, @Nullable RoundLink link, int peer, Message message) {
        boolean isOver = message.round() < now.round || (message.round() == now.round && now.isDone());
        if (isOver && message.kind() == Message.Kind.REFUSED) {
            Disagreement cause = Disagreement.of(message.detail()).orElse(Disagreement.START);
            if (!books.hearRefusal(peer, message.round(), cause)) {
                reject(peer, Rejection.OLD_ROUND);
            }
            return;
        }
        if (message.kind() == Message.Kind.ASK) {
            if (answers.tellPlayed(peer, message)) {
                return;
            }
            if (isMissed(now, message.round())) {
                tell(peer, answers.bare(Message.Kind.GAVE_UP, message.round(), 0));
            } else {
                answers.answer(now, before, peer, message);
            }
            return;
        }
        if (message.kind() == Message.Kind.HERE && message.detail() == Message.ARE_YOU_THERE) {
            Message here = answers.bare(Message.Kind.HERE, now.round, 0);
            tell(peer, link == null ? here : now.links.control(Message.Kind.HERE, link, 0));
        }
        if (message.round() < now.round) {
            reject(peer, Rejection.OLD_ROUND);
            return;
        }
        if (link == null) {
            if (message.kind() != Message.Kind.HERE) {
                reject(peer, Rejection.NOT_A_NEIGHBOR);
            }
            return;
        }
        if (message.round() > now.round + 1) {
            now.lose(link, Effect.Loss.GONE_ON);
        } else if (message.round() == now.round) {
            switch (message.kind()) {
                case HERE -> link.known = Math.max(link.known, message.number() - 1);
                case GAVE_UP -> now.lose(link, Effect.Loss.GAVE_US_UP);
                case REFUSED -> Disagreement.of(message.detail()).ifPresent(cause -> now.refuse(link, cause));
                default -> throw new AssertionError("unhandled " + message.kind());
            }
        }
    }

    private void hearNumbered(int peer, Message message) {
        RoundInProgress now = current;
        if (now == null || hearAnswer(peer, message)) {
            return;
        }
        int compared = inspection.compareRound(message, now);
        if (compared < 0) {
            hearLate(peer, message);
            return;
        }
        if (compared > 0 && isMissed(now, message.round())) {
            tell(peer, answers.bare(Message.Kind.GAVE_UP, message.round(), 0));
            return;
        }
        if (compared > 0) {
            keepEarly(now, peer, message);
            return;
        }
        RoundLink link = inspection.linkOf(peer, now);
        if (link == null) {
            reject(peer, Rejection.NOT_A_NEIGHBOR);
            if (message.kind() == Message.Kind.OPENING) {
                answers.refuse(peer, message.round());
            }
            return;
        }
        take(now, link, message);
    }

    /** Whether this block has sat a round out after the one that it played last: nobody needs to wait for it there. */
    private boolean isMissed(RoundInProgress now, int round) {
        return round > now.round && round <= last.round();
    }

    /** Takes a peer's answer to what it played in a round that is over; returns whether the message is one. */
    private boolean hearAnswer(int peer, Message message) {
        Fingerprint theirs = message.fingerprint();
        if (message.kind() != Message.Kind.PLAYED || theirs == null) {
            return false;
        }
        RoundInProgress now = current;
        boolean isOpen = now != null && now.round == message.round() && !now.isDone();
        Rejection why = isOpen ? Rejection.OUT_OF_ORDER : books.hear(peer, message, theirs, inspection);
        if (why != null) {
            reject(peer, why);
        } else if (now != null) {
            now.certify();
            if (before != null) {
                before.certify();
            }
        }
        return true;
    }

    private void take(RoundInProgress now, RoundLink link, Message message) {
        boolean listens = link.state == RoundLink.State.AWAITED || link.state == RoundLink.State.IN;
        if (link.quarantined) {
            reject(link.peer, Rejection.EDGE_OUT);
        } else if (message.number() < link.next || link.inbox.containsKey(message.number()) || link.stopped) {
            reject(link.peer, Rejection.DUPLICATE);
        } else if (listens && message.number() >= link.next + now.window()) {
            link.known = Math.max(link.known, message.number());
            reject(link.peer, Rejection.EARLY);
        } else {
            Rejection nonsense = inspection.nonsenseIn(message, link, now);
            if (nonsense != null) {
                link.hostile++;
                reject(link.peer, nonsense);
            } else if (listens) {
                link.inbox.put(message.number(), message);
            } else if (message.kind() == Message.Kind.PLAYED) {
                link.takePlayed(message);
                now.certify();
            } else if (message.number() == link.next) {
                Fingerprint theirs = message.fingerprint();
                link.agreed |=
                        theirs != null && link.fingerprint.disagreement(theirs).isEmpty();
                link.next++; // its opening, or an iteration of somebody who does not know yet that it was given up
                tellOut(now, link, message);
            } else {
                reject(link.peer, Rejection.EDGE_OUT);
            }
        }
    }

    /** Somebody who still shows iterations is not aware that it is held here. */
    private void tellOut(RoundInProgress now, RoundLink link, Message message) {
        if (message.kind() != Message.Kind.OPENING) {
            tell(link.peer, now.links.control(Message.Kind.GAVE_UP, link, 0));
        }
    }

    private void hearLate(int peer, Message message) {
        RoundInProgress late = before;
        RoundLink link = late == null ? null : late.links.to(peer);
        boolean missed = late != null
                && link != null
                && late.round == message.round()
                && message.kind() == Message.Kind.PLAYED
                && link.played == null;
        if (!missed || late == null || link == null) {
            reject(peer, Rejection.OLD_ROUND);
            boolean isMeantThereOnly = late != null && link == null && late.round == message.round();
            if (isMeantThereOnly && message.kind() == Message.Kind.OPENING) {
                answers.refuse(peer, message.round());
            }
        } else {
            take(late, link, message);
            late.certify();
        }
    }

    /**
     * A neighbour of the next round may have opened it already; there is room for that, and it says no more until it is
     * answered.
     */
    private void keepEarly(RoundInProgress now, int peer, Message message) {
        int following = Math.max(now.round, last.round()) + 1; // after rounds that were sat out, too
        boolean next = message.round() == following && message.kind() == Message.Kind.OPENING;
        Message kept = early.get(peer);
        if (kept != null && kept.round() == message.round() && kept.epoch() == message.epoch() && next) {
            reject(peer, Rejection.DUPLICATE);
        } else if (next) {
            early.put(peer, message);
        } else {
            reject(peer, Rejection.EARLY);
        }
    }

    private void reject(int peer, Rejection why) {
        effects.add(new Effect.Rejected(peer, why));
    }

    private void checkQuarantine(RoundInProgress now) {
        for (RoundLink link : now.links.all()) {
            if (!link.quarantined && link.hostile >= rules.quarantineAfter()) {
                quarantine.put(link.peer, now.round + 1);
                now.lose(link, Effect.Loss.QUARANTINED);
                link.quarantined = true;
            }
        }
        now.proceed();
    }
}
