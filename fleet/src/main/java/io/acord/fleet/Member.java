package io.acord.fleet;

import io.acord.fleet.ActionListener.Published;
import io.acord.fleet.certificate.Credentials;
import io.acord.fleet.certificate.Identity;
import io.acord.fleet.journal.JournalFiles;
import io.acord.fleet.transport.Listener;
import io.acord.fleet.transport.Peer;
import io.acord.fleet.transport.Transport;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.protocol.BlockMachine;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process of a fleet: a block of agents, the links to the members that host their neighbours, a journal, and a
 * clock.
 *
 * <pre>
 *   Member member = Member.builder(identity, credentials, book)
 *       .start(x0).rounds(source).actions(listener).journal(folder).deadline(Duration.ofMillis(500))
 *       .open();          // listens
 *   member.join();        // plays
 *   member.awaitEnd();    // if the source has an end
 *   member.close();
 * </pre>
 *
 * <p>One thread, the member's, does everything that matters: it takes what happened from a queue, lets the
 * {@link BlockMachine} say what follows, and does that in order. What peers send is bounded by the credit that their
 * links have, so the queue is. Time is that of {@link System#nanoTime}.
 */
public final class Member implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Member.class);

    /** After this share of a round's time those who have been silent for half of it are given up for the round. */
    private static final double GIVE_UP = 0.6;

    private static final long MOST_NUDGE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Checks that tests switch off one at a time, to see that something notices. */
    enum Guard {
        SYNC_BEFORE_PUBLISH,
        ALLOW_LIST,
        SIZE_LIMIT
    }

    /** What the member's thread is told. */
    private sealed interface Signal {
        record Up(int peer, long life) implements Signal {}

        record Down(int peer, String why) implements Signal {}

        /** A frame; not a record because of the array. */
        final class Heard implements Signal {
            private final int peer;
            private final byte[] frame;

            Heard(int peer, byte[] frame) {
                this.peer = peer;
                this.frame = frame;
            }
        }

        /** What the source said; {@code failure} if it threw. */
        record Ready(
                int round,
                Optional<LocalRound> local,
                @Nullable Throwable failure) implements Signal {}

        record Stop() implements Signal {}
    }

    private final Identity identity;
    private final AddressBook book;
    private final int self;
    private final int[] agents;
    private final int dimension;
    private final RoundSource source;
    private final ActionListener listener;
    private final JournalFiles journal;
    private final BlockMachine machine;
    private final Snapshot last;
    private final Transport transport;
    private final Metrics metrics;
    private final Ledger ledger;
    private final @Nullable Tap tap;
    private final Account account;
    private final BooleanSupplier gate;
    private final @Nullable Guard off;
    private final int largestFrames;
    private final boolean wordy;
    private final int patience;
    private final InetSocketAddress address;

    private final BlockingQueue<Signal> queue = new LinkedBlockingQueue<>();
    private final ExecutorService asking;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);

    private final long deadlineNanos;
    private final long paceNanos;
    private final long warmUpNanos;
    private final long patienceAtStartNanos;

    // Of the member's thread:
    private final Sightings seen;
    private int[] needed = {}; // the peers of the open round
    private int opened; // the round that is open, or was last
    private int wanted; // the round that the source is asked for; 0: none
    private long wantedAt;
    private boolean late; // the source has had its time
    private boolean done = true; // the open round is over
    private boolean degraded; // it missed somebody
    private boolean finished; // there are no more rounds
    private boolean timing; // whether the deadline of the open round runs
    private long openedAt;
    private long firstOpenedAt;
    private long timedFrom;
    private long nudgedAt;
    private long joinedAt;
    private boolean started; // the first round of this life was opened

    private volatile int publishedRound;
    private volatile long publishedAt;
    private volatile boolean playing;
    private volatile @Nullable Throwable failure;

    private Member(Builder builder, Woken woken) throws IOException {
        this.identity = builder.identity;
        this.book = builder.book;
        this.self = book.id(identity.member());
        this.agents =
                book.place(self).agents().stream().mapToInt(Integer::intValue).toArray();
        this.source = builder.source;
        this.listener = builder.listener;
        this.metrics = builder.metrics;
        this.tap = builder.tap;
        this.gate = builder.gate;
        this.off = builder.off;
        this.journal = woken.files();
        this.last = woken.last();
        this.dimension = last.actions().dimension();
        this.machine = new BlockMachine(builder.rules, agents, last, woken.inDoubt());
        this.ledger =
                new Ledger(book.places().stream().map(AddressBook.Place::member).toList());
        this.deadlineNanos = builder.deadline.toNanos();
        this.paceNanos = builder.pace.toNanos();
        this.warmUpNanos = builder.warmUp == null ? 20 * deadlineNanos : builder.warmUp.toNanos();
        this.patienceAtStartNanos = builder.patienceAtStart.toNanos();
        this.wordy = builder.wordy;
        this.seen = new Sightings(book.places().size(), self, System.nanoTime());
        this.account = new Account(LOG, identity.member(), this::name, metrics, builder.watcher);
        this.patience = builder.rules.patience();
        this.opened = last.round();
        this.publishedRound = last.round();
        int most = 0;
        for (AddressBook.Place place : book.places()) {
            most = Math.max(most, largestFrame(place));
        }
        this.largestFrames = most;
        this.asking = Executors.newSingleThreadExecutor(task -> daemon(task, "acord-source-" + identity.member()));
        this.thread = daemon(this::run, "acord-member-" + identity.member());
        this.transport = new Transport(
                identity,
                builder.credentials,
                builder.tls,
                Codec.greeting(last.epoch() + 1),
                new Ear(),
                off == Guard.ALLOW_LIST
                        ? Transport.Guard.ALLOW_LIST
                        : off == Guard.SIZE_LIMIT ? Transport.Guard.SIZE_LIMIT : null);
        AddressBook.Place here = book.place(self);
        this.address = transport.open(here.host(), here.port(), largestFrames);
        metrics.peers(transport::peersUp, book.places().size() - 1);
        for (int id = 0; id < book.places().size(); id++) {
            if (id != self) {
                int peer = id;
                metrics.peer(name(id), () -> transport.isUp(peer));
            }
        }
        metrics.certificateEnds(() ->
                builder.credentials.certificate().getNotAfter().toInstant().getEpochSecond());
    }

    private record Woken(JournalFiles files, Snapshot last, boolean inDoubt) {}

    private static Thread daemon(Runnable task, String name) {
        Thread daemon = new Thread(task, name);
        daemon.setDaemon(true);
        return daemon;
    }

    /** The longest frame that a member may send here. */
    private int largestFrame(AddressBook.Place place) {
        long numbers = (long) place.agents().size() * dimension;
        return Codec.largestFrame(wordy ? Math.max(2 * numbers, 3L * book.agents()) : numbers);
    }

    public static Builder builder(Identity identity, Credentials credentials, AddressBook book) {
        return new Builder(identity, credentials, book);
    }

    /** Where this member listens. */
    public InetSocketAddress address() {
        return address;
    }

    /** Goes to play, with everybody where the book says. */
    public void join() {
        join(book);
    }

    /** Goes to play, with the same members at addresses that are known by now. */
    public void join(AddressBook complete) {
        List<Peer> peers = new ArrayList<>();
        for (int id = 0; id < complete.places().size(); id++) {
            AddressBook.Place place = complete.place(id);
            if (id != self) {
                peers.add(new Peer(id, place.member(), place.host(), place.port(), largestFrame(place)));
            }
        }
        transport.connect(peers);
        playing = true;
        thread.start();
    }

    /**
     * Waits until the source has no more rounds and the last one is over. The member goes on answering its peers until
     * it is closed.
     */
    public void awaitEnd() throws InterruptedException {
        ended.await();
        throwIfFailed();
    }

    /** The same, for a time; returns whether it has ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        boolean over = ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        throwIfFailed();
        return over;
    }

    private void throwIfFailed() {
        Throwable thrown = failure;
        if (thrown != null) {
            throw new IllegalStateException(identity + " failed", thrown);
        }
    }

    /** Whether a link to every peer is there. */
    public boolean hasAllPeers() {
        return transport.peersUp() == book.places().size() - 1;
    }

    /** What crossed the links so far. */
    public Ledger ledger() {
        return ledger;
    }

    /** The round that was published last. */
    public int round() {
        return publishedRound;
    }

    /**
     * How a member is.
     *
     * @param isWell whether it plays, and has published within the time that a round may take, ten times over
     */
    public record Health(
            String member,
            boolean isWell,
            int round,
            boolean finished,
            int peersUp,
            int peers,
            String certificateEnds) {
        String json() {
            return "{\"member\":\"" + member + "\",\"well\":" + isWell + ",\"round\":" + round + ",\"finished\":"
                    + finished + ",\"peersUp\":" + peersUp + ",\"peers\":" + peers + ",\"certificateEnds\":\""
                    + certificateEnds + "\"}\n";
        }
    }

    public Health health() {
        boolean over = ended.getCount() == 0;
        long since = System.nanoTime() - publishedAt;
        boolean timely = publishedRound == 0 || over || since < 10 * Math.max(deadlineNanos, paceNanos);
        return new Health(
                identity.member(),
                playing && failure == null && timely,
                publishedRound,
                over,
                transport.peersUp(),
                book.places().size() - 1,
                transport.certificate().getNotAfter().toInstant().toString());
    }

    /** Hands what the network says to the member's thread. */
    private final class Ear implements Listener {
        @Override
        public void up(int peer, long life) {
            queue.add(new Signal.Up(peer, life));
        }

        @Override
        public void heard(int peer, byte[] frame) {
            queue.add(new Signal.Heard(peer, frame)); // bounded by the credit of the links
        }

        @Override
        public void down(int peer, String why) {
            queue.add(new Signal.Down(peer, why));
        }

        @Override
        public void refused(String who, Refused cause) {
            metrics.refused(cause);
        }

        @Override
        public void dropped(int peer) {
            metrics.dropped();
        }
    }

    private void run() {
        try {
            LOG.info(
                    "event=started member={} life={} round={} agents={} peers={}",
                    identity.member(),
                    last.epoch() + 1,
                    last.round(),
                    agents.length,
                    book.places().size() - 1);
            metrics.started(last.epoch() + 1);
            joinedAt = System.nanoTime();
            nudgedAt = joinedAt;
            perform(machine.start());
            boolean going = true;
            while (going) {
                Signal signal = queue.poll(timeToNext(System.nanoTime()), TimeUnit.NANOSECONDS);
                while (signal != null && going) {
                    going = take(signal);
                    signal = queue.poll();
                }
                if (going) {
                    watchTheClock(System.nanoTime());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            failure = e;
            LOG.error("event=failed member={}", identity.member(), e);
        } finally {
            playing = false;
            ended.countDown();
        }
    }

    /** Lets the machine say what follows from a signal; returns whether to go on. */
    private boolean take(Signal signal) {
        if (signal instanceof Signal.Heard heard) {
            hear(heard.peer, heard.frame);
            transport.taken(heard.peer);
        } else if (signal instanceof Signal.Up now) {
            seen.connected(now.peer(), true);
            LOG.info("event=peer-up member={} peer={} life={}", identity.member(), name(now.peer()), now.life());
            perform(machine.on(new Event.PeerBack(now.peer())));
        } else if (signal instanceof Signal.Down gone) {
            // The machine is not told: it asks, and gives the peer up if no answer comes. Most links that break are
            // back before.
            seen.connected(gone.peer(), false);
            LOG.info("event=peer-down member={} peer={} why=\"{}\"", identity.member(), name(gone.peer()), gone.why());
        } else if (signal instanceof Signal.Ready ready) {
            open(ready);
        } else {
            return false;
        }
        return true;
    }

    private String name(int peer) {
        return book.place(peer).member();
    }

    private void hear(int peer, byte[] frame) {
        metrics.heard(frame.length);
        ledger.heard(peer, frame.length);
        if (tap != null) {
            tap.frame(name(peer), false, frame);
        }
        Optional<Message> message = Codec.decode(frame);
        if (message.isEmpty()) {
            transport.nonsense(peer);
            return;
        }
        seen.heard(peer, message.get().round(), System.nanoTime());
        perform(machine.on(new Event.Heard(peer, message.get())));
    }

    private void perform(List<Effect> effects) {
        for (Effect effect : effects) {
            perform(effect);
        }
    }

    private void perform(Effect effect) {
        if (effect instanceof Effect.Tell tell) {
            if (tell.message().kind() == Message.Kind.SHOWN) {
                metrics.iterates(tell.message().iteration());
            }
            byte[] frame = Codec.encode(tell.message());
            if (transport.send(tell.peer(), frame)) {
                metrics.sent(frame.length);
                ledger.sent(tell.peer(), frame.length);
                if (tap != null) {
                    tap.frame(name(tell.peer()), true, frame);
                }
            }
        } else if (effect instanceof Effect.Persist persist) {
            persist(persist.snapshot());
        } else if (effect instanceof Effect.Publish publish) {
            publish(publish);
        } else {
            account.note(effect);
            if (effect instanceof Effect.RoundDone over && over.round() >= opened) {
                done = true;
                degraded = over.degraded();
            }
        }
    }

    private void persist(Snapshot snapshot) {
        if (off == Guard.SYNC_BEFORE_PUBLISH) {
            return;
        }
        long before = System.nanoTime();
        try {
            journal.write(snapshot);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an action that cannot be remembered must not be given out
        }
        metrics.synced(System.nanoTime() - before);
    }

    private void publish(Effect.Publish publish) {
        long now = System.nanoTime();
        boolean fresh = publish.round() == opened && timing;
        listener.act(new Published(
                publish.round(), publish.actions(), publish.level(), publish.iteration(), publish.repeated()));
        publishedRound = publish.round();
        publishedAt = now;
        account.published(publish, fresh ? now - openedAt : -1);
    }

    // ---- time

    private long timeToNext(long now) {
        long next = now + TimeUnit.MILLISECONDS.toNanos(20); // the gate, and whatever else is looked at now and then
        if (!done) {
            next = min(next, nudgedAt + nudgeAfter(), now);
            if (timing) {
                next = min(next, timedFrom + deadline(), now);
            }
        } else if (started && wanted == 0 && !finished) {
            next = min(next, openedAt + paceNanos, now);
            if (degraded) {
                next = min(next, openedAt + deadlineNanos, now);
            }
        }
        return Math.max(0, next - now);
    }

    /** A fleet's first rounds are played by programs that have just been started: they have as long as the warm-up. */
    private long deadline() {
        boolean warming = last.round() == 0 && openedAt - firstOpenedAt < warmUpNanos;
        return warming ? Math.max(deadlineNanos, warmUpNanos) : deadlineNanos;
    }

    /**
     * How often to ask again for what is missed; never so often that the rules' patience would end long before the
     * deadline.
     */
    private long nudgeAfter() {
        long often = Math.min(deadline() / 10, MOST_NUDGE_NANOS);
        return Math.max(often, (long) (GIVE_UP * deadline() / patience));
    }

    /**
     * Gives up, for this round, those who are awaited and have been silent: the rest of the round's time is for
     * iterations without them.
     */
    private void giveUpTheSilent(long now) {
        if (now - timedFrom < GIVE_UP * deadline()) {
            return;
        }
        for (int peer : machine.awaited()) {
            if (seen.silence(peer, now) >= GIVE_UP / 2 * deadline()) {
                perform(machine.on(new Event.PeerLost(peer)));
            }
        }
    }

    /** The earlier of two times of {@link System#nanoTime}, which may have overflowed. */
    private static long min(long a, long b, long now) {
        return a - now <= b - now ? a : b;
    }

    private void watchTheClock(long now) {
        if (wanted == 0 && done && !finished && mayOpen(now)) {
            ask(now);
        }
        if (wanted != 0 && started && !late && now - wantedAt >= deadlineNanos) {
            late = true; // the source is stuck: the round has to have an action all the same
            metrics.sourceFailed();
            LOG.warn("event=source-late member={} round={}", identity.member(), wanted);
            perform(machine.on(new Event.RoundMissed(wanted)));
        }
        if (done) {
            return;
        }
        if (!timing && (seen.haveAllReached(opened, needed) || now - joinedAt >= patienceAtStartNanos)) {
            timing = true;
            timedFrom = now;
            nudgedAt = now;
        }
        if (timing && now - timedFrom >= deadline()) {
            timedFrom = now; // once more if it has had no effect
            perform(machine.on(new Event.Deadline(opened)));
        }
        if (!done && timing && now - nudgedAt >= nudgeAfter()) {
            nudgedAt = now;
            perform(machine.on(new Event.Nudge()));
            giveUpTheSilent(now);
        }
    }

    /**
     * Whether the next round may begin. After one that missed somebody it waits for the slow who are there, at most
     * until the deadline: they play their rounds without waiting for those that have gone on, and so all meet again.
     */
    private boolean mayOpen(long now) {
        if (started) {
            return now - openedAt >= paceNanos
                    && (!degraded || now - openedAt >= deadlineNanos || seen.haveTheConnectedReached(opened, needed));
        }
        boolean newborn = last.round() == 0;
        boolean patient = now - joinedAt < (newborn ? patienceAtStartNanos : 2 * deadlineNanos);
        // Another life has to hear where the fleet is by now.
        if (patient && (!seen.areAllConnected() || (!newborn && !seen.isAnyRoundKnown()))) {
            return false;
        }
        return gate.getAsBoolean();
    }

    private void finish() {
        finished = true;
        LOG.info("event=finished member={} round={}", identity.member(), opened);
        ended.countDown();
    }

    private void ask(long now) {
        int horizon = source.horizon().orElse(Integer.MAX_VALUE);
        if (opened >= horizon) {
            finish();
            return;
        }
        int next = Math.min(horizon, Math.max(opened + 1, whereTheFleetIs()));
        wanted = next;
        wantedAt = now;
        late = false;
        asking.execute(() -> {
            Signal.Ready ready;
            try {
                ready = new Signal.Ready(next, source.round(next, new NewRound(book, agents, dimension)), null);
            } catch (Exception | Error e) {
                ready = new Signal.Ready(next, Optional.empty(), e);
            }
            queue.add(ready);
        });
    }

    /** The round of the fleet, if this member has fallen behind by more than it can catch up with. */
    private int whereTheFleetIs() {
        int usual = seen.usualRound();
        return usual > opened + 2 ? usual : 0;
    }

    private void open(Signal.Ready ready) {
        wanted = 0;
        Throwable thrown = ready.failure();
        if (thrown != null) {
            metrics.sourceFailed();
            LOG.error("event=source-failed member={} round={}", identity.member(), ready.round(), thrown);
            perform(machine.on(new Event.RoundMissed(ready.round())));
        }
        if (thrown != null || late) {
            opened = ready.round();
            openedAt = System.nanoTime();
            started = true;
            done = true;
            degraded = false;
            return;
        }
        if (ready.local().isEmpty()) {
            finish();
            return;
        }
        boolean first = !started;
        opened = ready.round();
        openedAt = System.nanoTime();
        if (first) {
            firstOpenedAt = openedAt;
        }
        timedFrom = openedAt;
        nudgedAt = openedAt;
        started = true;
        done = false;
        degraded = false;
        LocalRound local = ready.local().get();
        needed = IntStream.range(local.block().rows(), local.block().columns())
                .map(local::host)
                .distinct()
                .toArray();
        // A fleet's first round is not timed until all whom it needs have been heard to be in it.
        timing = !(first && last.round() == 0) || seen.haveAllReached(opened, needed);
        perform(machine.on(new Event.RoundOpened(opened, local)));
    }

    @Override
    public void close() throws IOException {
        queue.add(new Signal.Stop());
        try {
            if (thread.isAlive()) {
                thread.join(5000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        asking.shutdownNow();
        transport.close();
        journal.close();
        LOG.info("event=closed member={} round={}", identity.member(), publishedRound);
    }

    /** Options of a member. */
    public static final class Builder {
        private final Identity identity;
        private final Credentials credentials;
        private final AddressBook book;
        private Rules rules = Rules.builder().patience(Integer.MAX_VALUE).build();
        private @Nullable Actions start;
        private RoundSource source = (t, round) -> Optional.empty();
        private ActionListener listener = published -> {};
        private @Nullable Path journal;
        private Duration deadline = Duration.ofMillis(500);
        private Duration pace = Duration.ZERO;
        private @Nullable Duration warmUp;
        private Duration patienceAtStart = Duration.ofSeconds(60);
        private Metrics metrics = new Metrics();
        private Transport.Tls tls = Transport.Tls.JDK;
        private @Nullable Tap tap;
        private BooleanSupplier gate = () -> true;
        private RoundWatcher watcher = RoundWatcher.NOBODY;
        private @Nullable Guard off;
        private boolean wordy;

        private Builder(Identity identity, Credentials credentials, AddressBook book) {
            this.identity = identity;
            this.credentials = credentials;
            this.book = book;
        }

        /** x_0 of the member's agents, in the order of their ids. Of no effect if the journal knows better. */
        public Builder start(Actions x0) {
            this.start = x0;
            return this;
        }

        /** The same for a single agent. */
        public Builder start(double... x0) {
            return start(Actions.flat(x0.length, x0.clone()));
        }

        /**
         * Variant, start, λ and limits; those of the fleet must be the same everywhere. A member finds out by itself
         * who is silent, so their patience may be without limit; a finite one is spread over the larger part of the
         * deadline.
         */
        public Builder rules(Rules fleetRules) {
            this.rules = fleetRules;
            return this;
        }

        /** Where rounds come from. */
        public Builder rounds(RoundSource rounds) {
            this.source = rounds;
            return this;
        }

        /** Who gets the actions. */
        public Builder actions(ActionListener actions) {
            this.listener = actions;
            return this;
        }

        /** The folder of the journal; one member's only. */
        public Builder journal(Path folder) {
            this.journal = folder;
            return this;
        }

        /**
         * How long a round may take until its action has to be there, from when the round opens; 500 ms unless said.
         */
        public Builder deadline(Duration time) {
            this.deadline = time;
            return this;
        }

        /**
         * For so long after its first round a new fleet has so long for every round: its programs have just been
         * started. Twenty times the deadline unless said; a member that is started again has no such time.
         */
        public Builder warmUp(Duration time) {
            this.warmUp = time;
            return this;
        }

        /** Rounds begin at most this often; as soon as the one before is over unless said. */
        public Builder pace(Duration time) {
            this.pace = time;
            return this;
        }

        /** How long a fleet waits for all to come before its first round; a minute unless said. */
        public Builder patienceAtStart(Duration time) {
            this.patienceAtStart = time;
            return this;
        }

        /** Whoever wants to see the counters gives them. */
        public Builder metrics(Metrics counters) {
            this.metrics = counters;
            return this;
        }

        /** How TLS is computed. */
        public Builder tls(Transport.Tls how) {
            this.tls = how;
            return this;
        }

        /** Budgets accuracy and crawl tell more than actions: frames may be longer then. */
        public Builder longFrames(boolean allowed) {
            this.wordy = allowed;
            return this;
        }

        /** Shows every frame to somebody. */
        public Builder tap(Tap audit) {
            this.tap = audit;
            return this;
        }

        /** Tells somebody how rounds went. */
        public Builder watcher(RoundWatcher rounds) {
            this.watcher = rounds;
            return this;
        }

        /** The first round of this life waits until this holds. */
        public Builder gate(BooleanSupplier opens) {
            this.gate = opens;
            return this;
        }

        Builder without(Guard guard) {
            this.off = guard;
            return this;
        }

        /** Wakes up from the journal, and listens. */
        public Member open() throws IOException {
            Complaints complaints = new Complaints();
            Path folder = journal;
            Actions x0 = start;
            if (folder == null) {
                complaints.add("journal", "is missing", "a folder of this member's own", "call journal(folder)");
            }
            if (x0 == null) {
                complaints.add("start", "is missing", "x_0 of this member's agents", "call start(x0)");
            }
            if (deadline.isNegative() || deadline.isZero()) {
                complaints.add(
                        "deadline", "is " + deadline, "more than nothing", "give the time that a round may take");
            }
            if (pace.isNegative()) {
                complaints.add("pace", "is " + pace, "0 or more", "leave it out to play as fast as possible");
            }
            int here = book.place(book.id(identity.member())).agents().size();
            if (x0 != null && x0.agents() != here) {
                complaints.add(
                        "start",
                        "has " + x0.agents() + " agents",
                        here + ", as the address book says",
                        "give one each");
            }
            complaints.throwIfAny();
            if (folder == null || x0 == null) {
                throw new AssertionError("complained about");
            }
            JournalFiles files = JournalFiles.open(folder);
            try {
                Snapshot found = files.recovered().snapshot().orElseGet(() -> Snapshot.initial(x0));
                if (found.actions().agents() != here || found.actions().dimension() != x0.dimension()) {
                    throw Complaints.refuse(
                            "journal " + folder,
                            "is of " + found.actions().agents() + " agents in "
                                    + found.actions().dimension() + " dimensions",
                            here + " agents in " + x0.dimension() + " dimensions",
                            "give another folder, or remove this one if the member shall begin anew");
                }
                return new Member(
                        this, new Woken(files, found, files.recovered().inDoubt()));
            } catch (IOException | RuntimeException e) {
                files.close();
                throw e;
            }
        }
    }
}
