package io.acord.protocol.simulator;

import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.Journal;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.clock.RoundClock;
import io.acord.protocol.machine.BlockMachine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of a fleet whose members decide by their own {@link RoundClock} when to open rounds, ask again, give up and
 * catch up, on simulated time: what {@link Simulation} leaves out, where rounds open for all at the same time. Links
 * are seen to come and go, sources take their time, fail or get stuck.
 *
 * <p>Checked as it goes: a round has one action, whatever lives a member had, and it comes by the deadline; nobody
 * opens a round before the pace allows it, whatever is said; who has lost its journal takes part again soon; at the end
 * every member has played to the horizon.
 */
final class MemberSimulation {

    /** Makes the clock of a member. */
    interface ClockMaker {
        RoundClock make(
                RoundClock.Times times,
                Rules rules,
                int members,
                int self,
                int last,
                long sinceLast,
                int horizon,
                long now);
    }

    /**
     * What became of a run.
     *
     * @param calmRound the latest round that was open anywhere when the faults were over
     * @param lastDegraded the latest round in which some member missed another; 0 if there is none
     * @param degraded rounds of members that missed somebody
     * @param held actions that nobody worked out, of honest members
     * @param skipped rounds that honest members did not ask their source for, because the fleet had gone on
     * @param gaveUp peers that were given up because they were silent
     * @param actions by round, of all agents
     * @param trace a hash of all events and effects
     */
    record Result(
            int calmRound,
            int lastDegraded,
            int degraded,
            int held,
            int skipped,
            int gaveUp,
            List<Actions> actions,
            long trace) {}

    private static final long SECOND = 1_000_000;
    private static final long LINK_CHECK = 5_000;

    /** What a liar says to be its round. */
    private static final int FAR_AHEAD = 2_000_000_000;

    /** A member without a journal plays again this many rounds after the one in which it finds the fleet. */
    private static final int TO_TAKE_PART = 3;

    private record Task(long at, long order, Runnable action) {}

    private static final class Place {
        final int id;
        final int[] agents;
        final long pondering; // of its source, at most
        final Disk disk = new Disk();
        final TreeMap<Integer, Actions> given = new TreeMap<>(); // by round

        @Nullable
        BlockMachine machine; // null: dead

        @Nullable
        RoundClock clock;

        @Nullable
        SimulatedControllers controllers; // of its agents, if it is fed by some

        final MembershipRecord record; // what its agents were charged and have proved

        boolean isAway; // it has not come yet, or has left
        boolean isLeaving;
        int life;
        long writtenAt; // when the disk was written last
        int foundAt; // the fleet's round when it came without a journal; 0: it has taken part since, or had one
        long wake; // number of the alarm that counts
        int asked;
        long openedAt;
        boolean finished;

        Place(int id, int[] agents, long pondering) {
            this.id = id;
            this.agents = agents;
            this.pondering = pondering;
            this.record = new MembershipRecord(agents);
        }
    }

    private final long seed;
    private final Setting setting;
    private final Faults faults;
    private final ClockMaker clocks;
    private final BlockParts.MachineMaker withoutJournal;
    private final Changes changes;
    private final Scenario scenario;
    private final SplittableRandom random;
    private final Network network;
    private final Trace trace = new Trace();
    private final PriorityQueue<Task> queue =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private final Place[] places;
    private final int[] hostOf;
    private final boolean[][] up;
    private final boolean[][] knows; // who has whom in its address book
    private long now;
    private long order;
    private int calmRound;
    private int lastDegraded;
    private int degraded;
    private int held;
    private int skipped;
    private int gaveUp;

    private MemberSimulation(
            long seed,
            Setting setting,
            Faults faults,
            ClockMaker clocks,
            BlockParts.MachineMaker withoutJournal,
            Changes changes) {
        this.seed = seed;
        this.setting = setting;
        this.faults = faults;
        this.clocks = clocks;
        this.withoutJournal = withoutJournal;
        this.changes = changes;
        SplittableRandom seeds = new SplittableRandom(seed);
        this.scenario = new Scenario(setting, seeds.split());
        this.random = seeds.split();
        this.network = new Network(setting, faults, seeds.split(), this::deliverAt);
        this.places = new Place[setting.blocks()];
        this.hostOf = new int[setting.agents()];
        this.up = new boolean[places.length][places.length];
        this.knows = new boolean[places.length][places.length];
        for (int b = 0; b < places.length; b++) {
            int from = b * setting.agents() / places.length;
            int to = (b + 1) * setting.agents() / places.length;
            int[] agents = java.util.stream.IntStream.range(from, to).toArray();
            Arrays.fill(hostOf, from, to, b);
            long pondering = Math.min(setting.period() / 2, setting.deadline() / 10);
            places[b] = new Place(b, agents, 1 + random.nextLong(pondering));
        }
    }

    /** Plays a run whose rounds open at most once a {@link Setting#period}, and have {@link Setting#deadline}. */
    static Result run(long seed, Setting setting, Faults faults, ClockMaker clocks) {
        BlockParts.MachineMaker sound =
                (rules, agents, last, inDoubt) -> BlockMachine.withoutPast(rules, agents, last.actions());
        return run(seed, setting, faults, clocks, sound);
    }

    /** The same, with blocks of the test's own for members that have lost their journals. */
    static Result run(
            long seed, Setting setting, Faults faults, ClockMaker clocks, BlockParts.MachineMaker withoutJournal) {
        return new MemberSimulation(seed, setting, faults, clocks, withoutJournal, Changes.NONE).play();
    }

    /**
     * The same with members that come and go.
     *
     * @return what each member was charged for, and has proved
     */
    static List<MembershipRecord> run(long seed, Setting setting, Faults faults, Changes changes) {
        BlockParts.MachineMaker sound =
                (rules, agents, last, inDoubt) -> BlockMachine.withoutPast(rules, agents, last.actions());
        MemberSimulation simulation = new MemberSimulation(seed, setting, faults, RoundClock::start, sound, changes);
        simulation.playOn();
        return Arrays.stream(simulation.places).map(place -> place.record).toList();
    }

    /**
     * Who comes later, and who goes, by microseconds of the simulation.
     *
     * @param forgets for so long at most others have those in their address books who have left, or not yet those who
     *     are there
     */
    record Changes(java.util.Map<Integer, Long> comings, java.util.Map<Integer, Long> goings, long forgets) {
        static final Changes NONE = new Changes(java.util.Map.of(), java.util.Map.of(), 1);
    }

    private BrokenPromise broken(String what) {
        return new BrokenPromise(what + "\n  at " + now + " us of seed " + seed + "\n  " + setting + "\n  " + faults);
    }

    private void at(long time, Runnable action) {
        queue.add(new Task(Math.max(time, now), order++, action));
    }

    private Result play() {
        playOn();
        return new Result(calmRound, lastDegraded, degraded, held, skipped, gaveUp, actions(), trace.hash());
    }

    private void playOn() {
        for (Place place : places) {
            place.isAway = changes.comings().containsKey(place.id);
        }
        for (Place place : places) {
            if (!place.isAway) {
                restart(place);
            }
        }
        changes.comings().forEach((id, time) -> at(time, () -> come(places[id])));
        changes.goings()
                .forEach((id, time) -> at(time, () -> {
                    places[id].isLeaving = true;
                    tell(places[id], new Event.Leave());
                }));
        at(LINK_CHECK, this::checkLinks);
        at(
                faultsEnd(),
                () -> calmRound =
                        Arrays.stream(places).mapToInt(p -> p.asked).max().orElse(0));
        if (faults.crash > 0) {
            at(setting.period(), this::killSome);
        }
        if (faults.farAhead) {
            at(setting.period() / 2, this::lie);
        }
        if (faults.keyStolen) {
            at(10 * setting.period(), this::steal);
        }
        long end = faultsEnd() + 2L * setting.rounds() * setting.deadline() + 100 * SECOND;
        while (!queue.isEmpty() && !Arrays.stream(places).allMatch(place -> place.finished)) {
            Task task = queue.remove();
            now = task.at();
            if (now > end) {
                throw broken("not over by now: rounds "
                        + Arrays.toString(
                                Arrays.stream(places).mapToInt(p -> p.asked).toArray()));
            }
            task.action().run();
        }
    }

    /** Somebody new: the others have it in their address books before, or a little after. */
    private void come(Place place) {
        place.isAway = false;
        for (Place other : places) {
            if (other != place && other.machine != null) {
                int life = other.life;
                at(now + random.nextLong(changes.forgets()), () -> {
                    if (other.life == life && other.clock != null) {
                        other.clock.added(place.id, nanos(now));
                        knows[other.id][place.id] = true;
                    }
                });
            }
            knows[place.id][other.id] = !other.isAway;
        }
        restart(place);
    }

    /** Somebody has played its last round, and stayed a little for those who are behind. */
    private void go(Place place) {
        trace.event(now, place.id, "gone");
        place.isAway = true;
        place.machine = null;
        place.clock = null;
        for (Place other : places) {
            if (other != place) {
                set(place.id, other.id, false);
                at(now + random.nextLong(changes.forgets()), () -> {
                    if (other.machine != null && other.clock != null) {
                        other.clock.removed(place.id);
                        tell(other, new Event.PeerRemoved(place.id));
                        knows[other.id][place.id] = false;
                    }
                });
            }
        }
    }

    /** Faults are over when the clock says so, wherever the members are by then. */
    private long faultsEnd() {
        long cut = (long) (faults.cutFrom + faults.cutRounds) * setting.period();
        boolean bounded = faults.lastRound < Integer.MAX_VALUE;
        return bounded ? Math.max(cut, (faults.lastRound + 1) * setting.period()) : cut;
    }

    private List<Actions> actions() {
        List<Actions> all = new ArrayList<>();
        int d = setting.dimension();
        for (int t = 1; t <= setting.rounds(); t++) {
            double[] flat = new double[setting.agents() * d];
            for (Place place : places) {
                Actions played = place.given.get(t);
                if (played == null && faults.journalLost) {
                    played = Objects.requireNonNull(place.given.lowerEntry(t)).getValue(); // nobody knew of this round
                }
                if (played == null) {
                    throw broken("member " + place.id + " has no action of round " + t);
                }
                for (int row = 0; row < place.agents.length; row++) {
                    played.copyTo(row, flat, place.agents[row] * d);
                }
            }
            all.add(Actions.flat(d, flat));
        }
        return all;
    }

    // ---- links, lives and deaths

    /** What the two ends of a connection see of it, a little later. */
    private void checkLinks() {
        for (int a = 0; a < places.length; a++) {
            for (int b = 0; b < a; b++) {
                boolean alive = places[a].machine != null && places[b].machine != null;
                boolean cut = !faults.cutUnseen && (network.isCut(now, a, b) || network.isCut(now, b, a));
                set(a, b, alive && !cut && knows[a][b] && knows[b][a]);
            }
        }
        at(now + LINK_CHECK, this::checkLinks);
    }

    private void set(int a, int b, boolean is) {
        if (up[a][b] != is) {
            up[a][b] = is;
            up[b][a] = is;
            signal(places[a], b, is);
            signal(places[b], a, is);
        }
    }

    private void signal(Place place, int peer, boolean is) {
        int life = place.life;
        at(now + 1 + random.nextLong(LINK_CHECK), () -> {
            if (place.machine != null && place.clock != null && place.life == life && up[place.id][peer] == is) {
                place.clock.connected(peer, is);
                BlockMachine greeting = places[peer].machine;
                if (is && greeting != null) {
                    tell(place, new Event.PeerBack(peer, faults.livesUnknown ? 0 : greeting.epoch()));
                }
                look(place);
            }
        });
    }

    /** The first member says to all the others, every half period, that it is far ahead. */
    private void lie() {
        Place liar = places[0];
        BlockMachine machine = liar.machine;
        for (int peer = 1; machine != null && peer < places.length; peer++) {
            if (up[0][peer]) {
                Message here = new Message(
                        Message.Kind.HERE, FAR_AHEAD, 0, 0, machine.epoch(), null, 0, io.acord.protocol.Numbers.NONE);
                deliverAt(now + faults.delay, 0, peer, here, Network.Nature.HONEST);
            }
        }
        at(now + setting.period() / 2, this::lie);
    }

    /** Somebody with the second member's key takes its connections, says to be its last life, and is gone. */
    private void steal() {
        for (Place place : places) {
            if (place.id != 1 && up[place.id][1] && place.machine != null && now < faultsEnd()) {
                long last = Long.MAX_VALUE;
                tell(place, new Event.PeerBack(1, last));
                Message here = new Message(
                        Message.Kind.HERE, place.asked, 0, 0, last, null, 0, io.acord.protocol.Numbers.NONE);
                tell(place, new Event.Heard(1, here));
                set(place.id, 1, false); // until the member itself comes again
            }
        }
        at(now + 10 * setting.period(), this::steal);
    }

    private boolean isLiar(Place place) {
        return faults.farAhead && place.id == 0;
    }

    /** Where the fleet is, a member without a journal can learn from others only. */
    private boolean canTellTheFleet() {
        return Arrays.stream(places).allMatch(place -> place.machine != null && place.foundAt == 0);
    }

    private void killSome() {
        for (Place place : places) {
            boolean mortal = place.machine != null
                    && !isLiar(place)
                    && !(place.isLeaving && place.finished)
                    && (!faults.journalLost || canTellTheFleet());
            if (mortal && now < faultsEnd() && random.nextDouble() < faults.crash) {
                trace.event(now, place.id, "killed");
                place.machine = null;
                place.clock = null;
                place.life++;
                place.disk.crash(random, faults.torn);
                if (faults.journalLost) {
                    place.disk.lose();
                }
                for (Place other : places) {
                    if (other != place) {
                        set(place.id, other.id, false);
                    }
                }
                at(now + 1 + (long) (faults.downtime * setting.period() * random.nextDouble()), () -> restart(place));
            }
        }
        at(now + setting.period(), this::killSome);
    }

    private void restart(Place place) {
        trace.event(now, place.id, "started");
        Journal.Recovered recovered = Journal.recover(place.disk.bytes());
        Snapshot last = recovered
                .snapshot()
                .orElseGet(() -> Snapshot.initial(Actions.zero(place.agents.length, setting.dimension())));
        boolean lost = place.life > 0 && recovered.snapshot().isEmpty();
        boolean isNew =
                changes.comings().containsKey(place.id) && recovered.snapshot().isEmpty();
        BlockParts.MachineMaker maker = isNew
                ? (rules, agents, from, inDoubt) -> BlockMachine.joining(rules, agents, from.actions())
                : lost ? withoutJournal : BlockMachine::new;
        BlockMachine machine = maker.make(setting.rules(), place.agents, last, recovered.inDoubt());
        place.foundAt =
                lost ? Arrays.stream(places).mapToInt(p -> p.asked).max().orElse(0) : 0;
        long sinceLast = lost ? now : now - place.writtenAt;
        RoundClock.Times times =
                new RoundClock.Times(nanos(setting.deadline()), nanos(setting.period()), 0, nanos(SECOND));
        RoundClock clock = clocks.make(
                times,
                setting.rules(),
                places.length,
                place.id,
                last.round(),
                nanos(sinceLast),
                setting.rounds(),
                nanos(now));
        place.machine = machine;
        place.clock = clock;
        place.asked = Math.max(place.asked, last.round());
        place.finished = false;
        clock.passGate();
        if (place.controllers != null) {
            place.controllers.restart();
        }
        perform(place, machine.start());
        for (Place other : places) {
            knows[place.id][other.id] = !other.isAway;
            if (other.isAway) {
                clock.removed(other.id);
                tell(place, other.record.hasPlayed() ? new Event.PeerRemoved(other.id) : new Event.PeerAdded(other.id));
            }
        }
        if (place.isLeaving) {
            tell(place, new Event.Leave());
        }
        look(place);
    }

    // ---- what a member does

    private static long nanos(long micros) {
        return 1_000 * micros;
    }

    /** Does all that is due, and sets the alarm for the next look. */
    private void look(Place place) {
        BlockMachine machine = place.machine;
        RoundClock clock = place.clock;
        if (machine == null || clock == null) {
            return;
        }
        int tasks = 0;
        for (RoundClock.Task task = clock.next(nanos(now), machine::awaited, machine::hasOpenBooks);
                task != null;
                task = clock.next(nanos(now), machine::awaited, machine::hasOpenBooks)) {
            perform(place, task);
            if (++tasks > 1_000) {
                throw broken("member " + place.id + " is never through with " + task);
            }
        }
        long wake = ++place.wake;
        long after = clock.lookAgainAfter(nanos(now));
        if (after == 0) {
            throw broken("member " + place.id + " does not rest");
        }
        at(now + (after + 999) / 1_000, () -> {
            if (place.wake == wake && place.clock == clock) {
                look(place);
            }
        });
    }

    private void perform(Place place, RoundClock.Task task) {
        if (task instanceof RoundClock.Task.AskSource ask) {
            skipped += isLiar(place) ? 0 : Math.max(0, ask.round() - place.asked - 1);
            place.asked = ask.round();
            int life = place.life;
            boolean faulty = now < faultsEnd();
            if (faults.controllers) {
                askControllers(place, ask.round(), faulty);
                return;
            }
            boolean stuck = faulty && random.nextDouble() < faults.sourceLate;
            boolean fails = faulty && random.nextDouble() < faults.sourceFails;
            long takes = 1 + random.nextLong(place.pondering) + (stuck ? 2 * setting.deadline() : 0);
            at(now + takes, () -> {
                if (place.life == life) {
                    for (int past = ask.skippedFrom(); past < ask.round(); past++) {
                        tell(place, new Event.Recalled(past, local(place, past)));
                    }
                    answered(place, ask.round(), fails);
                    look(place);
                }
            });
        } else if (task instanceof RoundClock.Task.Tell tell) {
            gaveUp += tell.event() instanceof Event.PeerLost ? 1 : 0;
            tell(place, tell.event());
        } else {
            place.finished = true;
            if (place.isLeaving) {
                at(now + 2 * setting.deadline(), () -> {
                    if (place.finished) {
                        go(place);
                    }
                });
            }
        }
    }

    private void askControllers(Place place, int round, boolean faulty) {
        if (place.controllers == null) {
            place.controllers = new SimulatedControllers(
                    place.agents, setting.deadline() / 2, faults, random.split(), () -> now, this::at);
        }
        int life = place.life;
        place.controllers.ask(round, faulty, agent -> scenario.round(round).cost(agent), decision -> {
            if (place.life == life) {
                answered(place, round, decision.isMissed());
                look(place);
            }
        });
    }

    /** The source has a round, or has failed. */
    private void answered(Place place, int round, boolean fails) {
        RoundClock clock = place.clock;
        BlockMachine machine = place.machine;
        if (clock == null || machine == null) {
            return;
        }
        if (fails) {
            tell(place, new Event.RoundMissed(round));
        }
        if (round > 1 + now / setting.period()) {
            throw broken("member " + place.id + " opens round " + round + " before the pace allows it");
        }
        place.openedAt = now;
        LocalRound local = local(place, round);
        if (fails || clock.isSourceLate()) {
            clock.missed(round, nanos(now));
            if (!fails) {
                tell(place, new Event.Recalled(round, local));
            }
            return;
        }
        int[] peers = machine.peersOf(round, local);
        clock.opened(round, peers, nanos(now));
        tell(place, new Event.RoundOpened(round, local));
    }

    private void tell(Place place, Event event) {
        BlockMachine machine = place.machine;
        if (machine != null) {
            trace.event(now, place.id, event.getClass().getSimpleName());
            perform(place, machine.on(event));
        }
    }

    private void deliverAt(long time, int from, int to, Message message, Network.Nature nature) {
        int life = places[to].life;
        int sender = places[from].life;
        at(time, () -> {
            Place place = places[to];
            RoundClock clock = place.clock;
            boolean sameLink = place.life == life && places[from].life == sender && up[from][to];
            if (clock != null && sameLink) {
                trace.message(message);
                clock.heard(from, message.round(), nanos(now));
                tell(place, new Event.Heard(from, message));
                look(place);
            }
        });
    }

    private void perform(Place place, List<Effect> effects) {
        for (Effect effect : effects) {
            trace.effect(effect);
            if (effect instanceof Effect.Tell tell) {
                if (up[place.id][tell.peer()]) {
                    network.send(now, place.id, tell.peer(), tell.message());
                }
            } else if (effect instanceof Effect.Persist persist) {
                place.disk.write(persist.snapshot());
                place.disk.sync();
                place.writtenAt = now;
            } else if (effect instanceof Effect.Publish publish) {
                publish(place, publish);
            } else if (effect instanceof Effect.Recall recall) {
                int life = place.life;
                at(now + 1, () -> {
                    if (place.life == life) {
                        tell(place, new Event.Recalled(recall.round(), local(place, recall.round())));
                    }
                });
            } else if (effect instanceof Effect.Leaves leaves && place.clock != null) {
                place.clock.endAfter(leaves.last());
            } else if (effect instanceof Effect.Booked closed) {
                place.record.booked(closed);
            } else if (effect instanceof Effect.RoundDone over && place.clock != null) {
                place.clock.done(over.round(), over.degraded());
                if (over.degraded()) {
                    place.record.degraded();
                    degraded++;
                    lastDegraded = Math.max(lastDegraded, over.round());
                }
            }
        }
    }

    private void publish(Place place, Effect.Publish publish) {
        Actions before = place.given.putIfAbsent(publish.round(), publish.actions());
        if (before != null && !before.equals(publish.actions())) {
            throw broken("member " + place.id + " has two actions of round " + publish.round());
        }
        place.record.published(publish);
        held += publish.level() == Effect.Level.HELD && !isLiar(place) ? 1 : 0;
        if (place.foundAt > 0 && publish.round() > place.foundAt + TO_TAKE_PART) {
            throw broken("member " + place.id + " came without a journal in round " + place.foundAt
                    + " and plays again in round " + publish.round());
        }
        place.foundAt = 0;
        boolean open = publish.round() == place.asked && publish.level() != Effect.Level.HELD && !publish.repeated();
        boolean timed = publish.round() > 1; // a fleet's first round is timed from when all are there
        if (open && timed && now - place.openedAt > setting.deadline() + 1) {
            throw broken("member " + place.id + " has the action of round " + publish.round() + " "
                    + (now - place.openedAt) + " us after it was opened");
        }
    }

    private LocalRound local(Place place, int t) {
        return LocalRound.of(scenario.round(t), place.agents, agent -> hostOf[agent])
                .iterations(setting.budget())
                .build();
    }

    /** The rounds of a seed, to be played by the engine. */
    static List<Round> rounds(long seed, Setting setting) {
        Scenario scenario = new Scenario(setting, new SplittableRandom(seed).split());
        return java.util.stream.IntStream.rangeClosed(1, setting.rounds())
                .mapToObj(scenario::round)
                .toList();
    }
}
