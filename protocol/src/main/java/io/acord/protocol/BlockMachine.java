package io.acord.protocol;

import io.acord.input.Complaints;
import io.acord.model.Actions;
import java.util.ArrayList;
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
    private final Guards guards;
    private final int[] agents;
    private final long epoch;
    private final int inDoubt; // a round that an earlier life may have published unknown to this one; 0: none
    private Snapshot last;
    private final Map<Integer, Long> epochs = new HashMap<>(); // of peers
    private final TreeSet<Integer> absent = new TreeSet<>(); // lost, and not heard since
    private final Map<Integer, Integer> quarantine = new HashMap<>(); // peer to the last round it is out of
    private final TreeMap<Integer, Message> early = new TreeMap<>(); // openings of the round to come, by peer
    private @Nullable Play play; // the round that is open or was last
    private @Nullable Play before; // the one before it, for those who are behind and for late certificates
    private List<Effect> effects = new ArrayList<>();
    private boolean started;

    /**
     * A block at its last committed snapshot, or at {@link Snapshot#initial}.
     *
     * @param agents the global ids of the rows, in the order that every round's block will have
     * @param inDoubt whether a later snapshot may have been lost, see {@link Journal.Recovered#inDoubt}
     */
    public BlockMachine(Rules rules, int[] agents, Snapshot last, boolean inDoubt) {
        this(rules, agents, last, inDoubt, Guards.ALL);
    }

    /** The same with some guards off; nobody but tests has other guards than {@link Guards#ALL} to give. */
    public BlockMachine(Rules rules, int[] agents, Snapshot last, boolean inDoubt, Guards guards) {
        if (agents.length != last.actions().agents()) {
            throw Complaints.refuse(
                    "snapshot",
                    "is of " + last.actions().agents() + " agents",
                    agents.length + ", as the block has",
                    "give every block a journal of its own");
        }
        this.rules = rules;
        this.guards = guards;
        this.agents = agents.clone();
        this.epoch = last.epoch() + 1;
        this.inDoubt = inDoubt ? last.round() + 1 : 0;
        this.last = new Snapshot(last.round(), epoch, last.actions(), last.leastMu(), last.level(), last.iteration());
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
        effects.add(new Effect.Persist(last));
        if (last.round() > 0) {
            effects.add(new Effect.Publish(last.round(), last.actions(), last.level(), last.iteration(), true));
        }
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
            greet(back.peer());
        } else {
            throw new AssertionError("unhandled event " + event);
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
        Play now = play;
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
        Play now = play;
        return now != null && !now.isDone() && now.links.values().stream().anyMatch(Link::isAwaited);
    }

    /** The peers without whom this block cannot go on, ascending. */
    public int[] awaited() {
        Play now = play;
        if (now == null || now.isDone()) {
            return new int[0];
        }
        return now.links.values().stream()
                .filter(Link::isAwaited)
                .mapToInt(link -> link.peer)
                .toArray();
    }

    /** The most messages that wait here for their turn on any link. */
    public int largestInbox() {
        Play now = play;
        return now == null ? 0 : now.largestInbox();
    }

    // ---- rounds

    private void open(int round, LocalRound local) {
        if (round <= last.round()) {
            effects.add(new Effect.RoundDone(
                    round, false)); // committed by an earlier life; it was published again at the start
            return;
        }
        Play now = play;
        if (now != null && !now.isDone()) {
            now.hurry(); // publishes
            now.hurry(); // and waits for nobody
        }
        for (int missed = last.round() + 1; missed < round; missed++) {
            commit(missed, last.actions(), last.leastMu(), Effect.Level.HELD, 0);
        }
        if (inDoubt > 0 && round <= inDoubt + 1) {
            sitOut(round);
            return;
        }
        Play next = new Play(round, local, rules, around, agents, last.actions(), last.leastMu());
        before = now;
        play = next;
        next.open(peer -> absent.contains(peer) || quarantine.getOrDefault(peer, 0) >= round);
        TreeMap<Integer, Message> waiting = new TreeMap<>(early);
        early.clear();
        waiting.forEach((peer, message) -> {
            if (message.round() == round) {
                hearNumbered(peer, message);
            }
        });
        checkQuarantine(next);
    }

    /**
     * A block whose journal is damaged may have published its next round already, and have said things in the one after
     * that it does not know any more. To play these would make two actions of one round, or two stories.
     */
    private void sitOut(int round) {
        commit(round, last.actions(), last.leastMu(), Effect.Level.HELD, 0);
        early.keySet().forEach(peer -> tell(peer, bare(Message.Kind.GAVE_UP, round, 0)));
        early.clear();
        effects.add(new Effect.RoundDone(round, true));
    }

    private void hurry(int round) {
        Play now = play;
        if (now != null && now.round == round && !now.isDone()) {
            List<Link> silent = now.links.values().stream()
                    .filter(link -> link.isAwaited() && link.unanswered > 0)
                    .toList();
            now.hurry();
            silent.forEach(link -> absent.add(link.peer));
        }
    }

    private void miss(int round) {
        Play now = play;
        if (round <= last.round() || (now != null && now.round >= round)) {
            return;
        }
        if (now != null && !now.isDone()) {
            now.hurry(); // publishes
            now.hurry(); // and waits for nobody
        }
        for (int missed = last.round() + 1; missed <= round; missed++) {
            commit(missed, last.actions(), last.leastMu(), Effect.Level.HELD, 0);
        }
        effects.add(new Effect.RoundDone(round, true));
    }

    private void commit(int round, Actions actions, Numbers leastMu, Effect.Level level, int iteration) {
        last = new Snapshot(round, epoch, actions, leastMu, level, iteration);
        Effect.Persist persist = new Effect.Persist(last);
        Effect.Publish publish = new Effect.Publish(round, actions, level, iteration, round == inDoubt);
        boolean safe = guards.has(Guards.Guard.SYNC_BEFORE_PUBLISH);
        effects.add(safe ? persist : publish);
        effects.add(safe ? publish : persist);
    }

    private final Play.Surroundings around = new Play.Surroundings() {
        @Override
        public void tell(int peer, Message message) {
            effects.add(new Effect.Tell(peer, message));
        }

        @Override
        public void commit(Play of, Actions actions, double[] leastMu, Effect.Level level, int iteration) {
            BlockMachine.this.commit(of.round, actions, Numbers.of(leastMu), level, iteration);
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

    // ---- peers that come and go

    private void lose(int peer) {
        absent.add(peer);
        Play now = play;
        Link link = now == null ? null : now.links.get(peer);
        if (now != null && link != null) {
            now.lose(link, Effect.Loss.SILENT);
            now.proceed();
        }
    }

    /** Says where this block is, so that the peer can ask for what it lacks. */
    private void greet(int peer) {
        absent.remove(peer);
        Play now = play;
        Link link = now == null ? null : now.links.get(peer);
        if (now != null && link != null) {
            tell(peer, now.control(Message.Kind.HERE, link, 0));
            if (link.isAwaited()) {
                tell(peer, now.control(Message.Kind.ASK, link, 0));
            }
        }
    }

    private void nudge() {
        Play now = play;
        if (now == null) {
            return;
        }
        List<Link> silent = new ArrayList<>();
        boolean moved = now.hasMoved(); // whoever was awaited at the last nudge has been heard; now it is others
        for (Link link : now.links.values()) {
            if (moved || now.isDone() || !link.isAwaited()) {
                continue;
            }
            if (link.unanswered >= rules.patience()) {
                silent.add(link);
            } else {
                link.unanswered++;
                tell(link.peer, now.control(Message.Kind.ASK, link, 0));
            }
        }
        // Perhaps they are there again; neighbours of later rounds must know in time, so whoever is absent is asked.
        absent.forEach(peer -> tell(peer, bare(Message.Kind.HERE, now.round, Message.ARE_YOU_THERE)));
        for (Link link : silent) {
            absent.add(link.peer);
            now.lose(link, Effect.Loss.SILENT);
        }
        askForPlayed(before);
        askForPlayed(now);
        now.proceed();
    }

    /** A certificate may still become complete. */
    private void askForPlayed(@Nullable Play of) {
        if (of == null || !of.isDone() || of.isCertified()) {
            return;
        }
        for (Link link : of.links.values()) {
            if (link.played == null && !link.quarantined) {
                tell(link.peer, of.control(Message.Kind.ASK, link, Message.ONLY_PLAYED));
            }
        }
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
        Play now = play;
        boolean reborn = known > 0 && message.epoch() > known;
        epochs.put(peer, message.epoch());
        if (now == null) {
            hearIdle(peer, message);
            return;
        }
        Link link = now.links.get(peer);
        if (message.round() >= now.round) {
            absent.remove(peer);
            if (link != null) {
                link.heard();
            }
        }
        if (reborn && link != null && message.round() == now.round) {
            resend(now, link, 0);
            tell(peer, now.control(Message.Kind.HERE, link, 0)); // the rest is there for it to ask
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
        boolean question = message.kind() == Message.Kind.ASK
                || (message.kind() == Message.Kind.HERE && message.detail() == Message.ARE_YOU_THERE);
        if (message.kind() == Message.Kind.OPENING && message.round() > last.round()) {
            early.put(peer, message);
        } else if (message.round() == last.round()
                && (question || message.kind().isNumbered())) {
            tell(peer, bare(Message.Kind.GAVE_UP, message.round(), 0)); // a round that this life did not play
        } else if (question) {
            tell(peer, bare(Message.Kind.HERE, last.round() + 1, 0));
        } else {
            reject(peer, Rejection.EARLY);
        }
    }

    private Message bare(Message.Kind kind, int round, int detail) {
        return new Message(kind, round, 0, 0, epoch, null, detail, Numbers.NONE);
    }

    private void hearControl(Play now, @Nullable Link link, int peer, Message message) {
        if (message.kind() == Message.Kind.ASK) {
            answer(now, peer, message);
            return;
        }
        if (message.kind() == Message.Kind.HERE && message.detail() == Message.ARE_YOU_THERE) {
            Message here = bare(Message.Kind.HERE, now.round, 0);
            tell(peer, link == null ? here : now.control(Message.Kind.HERE, link, 0));
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

    /** Tells again what is asked for; or where this block is, which shows that it lives. */
    private void answer(Play now, int peer, Message question) {
        Play asked = question.round() == now.round ? now : before;
        Link link = asked == null ? null : asked.links.get(peer);
        if (asked != null && link != null && asked.round == question.round()) {
            boolean onlyPlayed = question.detail() == Message.ONLY_PLAYED;
            resend(asked, link, onlyPlayed ? asked.numberOfPlayed(link) : question.number());
            return;
        }
        if (question.round() == now.round) {
            reject(peer, Rejection.NOT_A_NEIGHBOR);
            tell(peer, refusal(question.round()));
            return;
        }
        tell(peer, bare(Message.Kind.HERE, now.round, 0));
    }

    private Message refusal(int round) {
        return bare(Message.Kind.REFUSED, round, Disagreement.NO_EDGE.code());
    }

    /** Two messages at most: nobody has room for more, and whoever is further behind asks on. */
    private void resend(Play of, Link link, int from) {
        for (int number = from; number < Math.min(from + 2, link.sent.size()); number++) {
            tell(link.peer, link.sent.get(number));
        }
        if (from >= link.sent.size()) {
            boolean gone = link.state == Link.State.HELD || link.state == Link.State.OUT;
            tell(link.peer, of.control(gone ? Message.Kind.GAVE_UP : Message.Kind.HERE, link, 0));
        }
    }

    private void hearNumbered(int peer, Message message) {
        Play now = play;
        if (now == null) {
            return;
        }
        boolean checksRound = guards.has(Guards.Guard.ROUND_CHECK);
        if (checksRound && message.round() < now.round) {
            hearLate(peer, message);
            return;
        }
        if (checksRound && message.round() > now.round) {
            keepEarly(now, peer, message);
            return;
        }
        Link link = now.links.get(peer);
        if (link == null && !guards.has(Guards.Guard.ALLOW_LIST) && !now.links.isEmpty()) {
            link = now.links.firstEntry().getValue();
        }
        if (link == null) {
            reject(peer, Rejection.NOT_A_NEIGHBOR);
            if (message.kind() == Message.Kind.OPENING) {
                tell(peer, refusal(message.round()));
            }
            return;
        }
        take(now, link, message);
    }

    private void take(Play now, Link link, Message message) {
        boolean listens = link.state == Link.State.AWAITED || link.state == Link.State.IN;
        if (link.quarantined) {
            reject(link.peer, Rejection.EDGE_OUT);
        } else if (message.number() < link.next || link.inbox.containsKey(message.number()) || link.stopped) {
            reject(link.peer, Rejection.DUPLICATE);
        } else if (listens && message.number() >= link.next + now.window()) {
            link.known = Math.max(link.known, message.number());
            reject(link.peer, Rejection.EARLY);
        } else {
            Rejection nonsense = hygiene(now, link, message);
            if (nonsense != null) {
                link.hostile++;
                reject(link.peer, nonsense);
            } else if (listens) {
                link.inbox.put(message.number(), message);
            } else if (message.kind() == Message.Kind.PLAYED) {
                link.takePlayed(message);
                now.certify();
            } else if (message.number() == link.next) {
                link.next++; // its opening, or an iteration of somebody who does not know yet that it was given up
                tellOut(now, link, message);
            } else {
                reject(link.peer, Rejection.EDGE_OUT);
            }
        }
    }

    /** Somebody who still shows iterations is not aware that it is held here. */
    private void tellOut(Play now, Link link, Message message) {
        if (message.kind() != Message.Kind.OPENING) {
            tell(link.peer, now.control(Message.Kind.GAVE_UP, link, 0));
        }
    }

    private void hearLate(int peer, Message message) {
        Play late = before;
        Link link = late == null ? null : late.links.get(peer);
        boolean missed = late != null
                && link != null
                && late.round == message.round()
                && message.kind() == Message.Kind.PLAYED
                && link.played == null;
        if (!missed || late == null || link == null) {
            reject(peer, Rejection.OLD_ROUND);
        } else {
            take(late, link, message);
            late.certify();
        }
    }

    /**
     * A neighbour of the next round may have opened it already; there is room for that, and it says no more until it is
     * answered.
     */
    private void keepEarly(Play now, int peer, Message message) {
        boolean next = message.round() == now.round + 1 && message.kind() == Message.Kind.OPENING;
        Message kept = early.get(peer);
        if (kept != null && kept.round() == message.round() && kept.epoch() == message.epoch() && next) {
            reject(peer, Rejection.DUPLICATE);
        } else if (next) {
            early.put(peer, message);
        } else {
            reject(peer, Rejection.EARLY);
        }
    }

    /** What is wrong with a message as such; null: nothing. */
    private @Nullable Rejection hygiene(Play now, Link link, Message message) {
        Numbers numbers = message.numbers();
        int boundary = link.columns.length * now.dimension();
        boolean opening = message.kind() == Message.Kind.OPENING;
        if (opening != (message.number() == 0) || (opening && message.fingerprint() == null)) {
            return Rejection.OUT_OF_ORDER;
        }
        Fingerprint theirs = message.fingerprint();
        boolean agreed = theirs == null || link.fingerprint.disagreement(theirs).isEmpty();
        boolean fits = switch (message.kind()) {
            case OPENING ->
                !agreed || numbers.size() == (rules.start() == io.acord.acord.From.PREVIOUS ? boundary : 0);
            case KAPPA -> numbers.size() == link.columns.length;
            case CRAWL, CRAWL_DONE, SHARES, SHARES_DONE -> numbers.size() % 3 == 0 && numbers.size() <= 3 * now.fleet();
            case SHOWN -> numbers.size() == (now.exchangesActionsToo() ? 2 * boundary : boundary);
            case PLAYED -> numbers.size() == boundary;
            case ASK, HERE, GAVE_UP, REFUSED -> true;
        };
        if (!fits && guards.has(Guards.Guard.SIZE_LIMIT)) {
            return Rejection.WRONG_LENGTH;
        }
        boolean actions = opening || message.kind() == Message.Kind.SHOWN || message.kind() == Message.Kind.PLAYED;
        boolean shares = message.kind() == Message.Kind.SHARES || message.kind() == Message.Kind.SHARES_DONE;
        double squared = 0;
        for (int i = 0; i < numbers.size(); i++) {
            double number = numbers.get(i);
            boolean unbounded = shares && number == Double.POSITIVE_INFINITY; // no certificate, which is an answer
            if (!Double.isFinite(number) && !unbounded) {
                return Rejection.NOT_FINITE;
            }
            squared = i % now.dimension() == 0 ? number * number : squared + number * number;
            if (actions && Math.sqrt(squared) > rules.largestNorm()) {
                return Rejection.TOO_LARGE;
            }
        }
        return null;
    }

    private void reject(int peer, Rejection why) {
        effects.add(new Effect.Rejected(peer, why));
    }

    private void checkQuarantine(Play now) {
        for (Link link : now.links.values()) {
            if (!link.quarantined && link.hostile >= rules.quarantineAfter()) {
                quarantine.put(link.peer, now.round + 1);
                now.lose(link, Effect.Loss.QUARANTINED);
                link.quarantined = true;
            }
        }
        now.proceed();
    }
}
