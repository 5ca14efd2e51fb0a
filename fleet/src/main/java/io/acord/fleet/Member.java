package io.acord.fleet;

import io.acord.fleet.identity.Credentials;
import io.acord.fleet.identity.Identity;
import io.acord.fleet.journal.JournalFiles;
import io.acord.fleet.journal.SnapshotStore;
import io.acord.fleet.transport.Greeting;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.LinkTimes;
import io.acord.fleet.transport.Transport;
import io.acord.input.BadInputException;
import io.acord.internal.system.DaemonThread;
import io.acord.model.Actions;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.clock.RoundClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
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
 * {@link io.acord.protocol.machine.BlockMachine} say what follows and the {@link io.acord.protocol.clock.RoundClock}
 * what is due, and does that in order. What peers send is bounded by the credit that their links have, so the queue is.
 * Time is that of {@link System#nanoTime}.
 */
public final class Member implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Member.class);

    /** Rounds in a row that may miss somebody before a member is said not to be ready. */
    private static final int DEGRADED_AT_MOST = 10;

    private final Identity identity;
    private final Company company;
    private final long healthyNanos; // a member that is well publishes at least this often
    private final SnapshotStore journal;
    private final Ledger ledger;
    private final MemberLoop loop;
    private final Transport transport;
    private final LinkTimes linkTimes;
    private final InetSocketAddress address;
    private final Thread thread;
    private final Metrics metrics;

    private Member(Builder builder, SnapshotStore journal, Snapshot last) throws IOException {
        this.identity = builder.identity;
        this.journal = journal;
        this.company = new Company(
                identity.member(),
                builder.book,
                builder.rules.mostNumbers(last.actions().dimension()),
                builder.wordy);
        this.healthyNanos =
                10 * Math.max(builder.deadline.toNanos(), Math.max(builder.pace.toNanos(), builder.every.toNanos()));
        this.ledger = new Ledger(company.names());
        int[] agents =
                company.here().agents().stream().mapToInt(Integer::intValue).toArray();
        this.loop = new MemberLoop(builder, agents, journal, last, ledger);
        this.transport = builder.transports.make(
                identity,
                builder.credentials,
                builder.tls,
                LifeGreeting.of(identity, builder.credentials, last.epoch() + 1, Instant.now()),
                loop);
        this.linkTimes = LinkTimes.of(builder.deadline);
        this.thread = DaemonThread.of(() -> loop.run(transport), "acord-member-" + identity.member());
        this.address = transport.open(company.here().host(), company.here().port(), company.longestFrame());
        this.metrics = builder.metrics;
        describe(builder.metrics, builder.credentials);
    }

    private void describe(Metrics metrics, Credentials credentials) {
        metrics.peers(transport::peersUp, company::peers);
        describePeers(0);
        metrics.x509Ends(
                () -> credentials.x509Certificate().getNotAfter().toInstant().getEpochSecond());
    }

    private void describePeers(int from) {
        company.others(from).forEach((id, name) -> metrics.peer(name, () -> transport.isUp(id)));
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
        join(company.book());
    }

    /** Goes to play, with the same members at addresses that are known by now. */
    public void join(AddressBook complete) {
        company.renew(complete);
        transport.connect(company.links(), linkTimes);
        loop.begin();
        thread.start();
    }

    /**
     * Takes over another address book while it plays. Who is new is let in, and takes part from the round on that it
     * names itself; who is not in it any more has no part in the rounds after this one; who is somewhere else is called
     * there.
     *
     * @throws io.acord.input.BadInputException if this member itself is another one in it, or if somebody new may say
     *     more than this member listens for; then nothing changes
     */
    public synchronized void renew(AddressBook newer) {
        company.check(newer);
        int known = company.names().size();
        company.renew(newer);
        ledger.know(company.names());
        describePeers(known);
        loop.renew(company.book());
        transport.know(company.links());
    }

    /**
     * Leaves for good: says goodbye, plays one more round at most, and ends. Others do not wait for it after that.
     * {@link #awaitEnd} tells when it is over; who closes it at once does not answer those who are behind.
     */
    public void leave() {
        loop.leave();
    }

    /** Stops playing, without a goodbye: {@link #awaitEnd} throws why. It may be started again, here or elsewhere. */
    public void stop(BadInputException why) {
        loop.stop(why);
    }

    /** The last round of a member that leaves; empty if it stays. */
    public OptionalInt leavesAfter() {
        return loop.leavesAfter();
    }

    /**
     * Waits until the source has no more rounds and the last one is over. The member goes on answering its peers until
     * it is closed.
     */
    public void awaitEnd() throws InterruptedException {
        loop.ended().await();
        throwIfFailed();
    }

    /** The same, for a time; returns whether it has ended. */
    public boolean awaitEnd(Duration atMost) throws InterruptedException {
        boolean over = loop.ended().await(atMost.toNanos(), TimeUnit.NANOSECONDS);
        throwIfFailed();
        return over;
    }

    private void throwIfFailed() {
        Throwable thrown = loop.failure();
        if (thrown instanceof BadInputException refused) {
            throw refused;
        }
        if (thrown != null) {
            throw new IllegalStateException(identity + " failed", thrown);
        }
    }

    /** Whether a link to every peer is there. */
    public boolean hasAllPeers() {
        return transport.peersUp() == company.peers();
    }

    /** What crossed the links so far. */
    public Ledger ledger() {
        return ledger;
    }

    /** The round that was published last. */
    public int round() {
        return loop.publishedRound();
    }

    public MemberHealth health() {
        boolean well = loop.isWell(healthyNanos);
        boolean hasCompany = transport.peersUp() > 0 || company.peers() == 0;
        return new MemberHealth(
                identity.member(),
                well,
                well && hasCompany && loop.degradedInARow() < DEGRADED_AT_MOST,
                loop.publishedRound(),
                loop.isOver(),
                transport.peersUp(),
                company.peers(),
                transport.x509Certificate().getNotAfter().toInstant().toString());
    }

    @Override
    public void close() throws IOException {
        loop.stop();
        try {
            if (thread.isAlive()) {
                thread.join(5000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.closeSource();
        transport.close();
        journal.close();
        LOG.info("event=closed member={} round={}", identity.member(), loop.publishedRound());
    }

    /** Options of a member. */
    public static final class Builder {
        final Identity identity;
        final Credentials credentials;
        final AddressBook book;
        Rules rules = Rules.builder().patience(Integer.MAX_VALUE).build();
        private @Nullable Actions start;
        RoundSource source = (t, round) -> Optional.empty();
        ActionListener listener = published -> {};
        private @Nullable Path journal;
        private Duration deadline = Duration.ofMillis(500);
        private Duration pace = Duration.ZERO;
        private Duration every = Duration.ZERO;
        private @Nullable Duration warmUp;
        private Duration patienceAtStart = Duration.ofSeconds(60);
        Metrics metrics = new Metrics();
        private Transport.Tls tls = Transport.Tls.JDK;

        @Nullable
        FrameAuditor auditor;

        BooleanSupplier gate = () -> true;
        RoundWatcher watcher = RoundWatcher.NOBODY;
        private TransportMaker transports = Transport::new;
        private StoreOpener stores = JournalFiles::open;
        private boolean wordy;
        boolean isNew;

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

        /** How long a round may take until its action has to be there, from when the round opens; 500 ms by default. */
        public Builder deadline(Duration time) {
            this.deadline = time;
            return this;
        }

        /**
         * For so long after its first round a new fleet has so long for every round: its programs have just been
         * started. Twenty times the deadline by default; a member that is started again has no such time.
         */
        public Builder warmUp(Duration time) {
            this.warmUp = time;
            return this;
        }

        /** Rounds begin at most this often; as soon as the one before is over by default. */
        public Builder pace(Duration time) {
            this.pace = time;
            return this;
        }

        /**
         * Rounds begin at the multiples of this since 1970 by the wall clock, instead of by a pace; the same for all
         * members.
         */
        public Builder every(Duration time) {
            this.every = time;
            return this;
        }

        /** How long a fleet waits for all to come before its first round; a minute by default. */
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

        /**
         * What carries messages; gRPC by default. All members of a fleet need the same.
         *
         * @throws io.acord.input.BadInputException when it is opened, where this machine cannot have it
         */
        public Builder transport(Transport.Kind kind) {
            this.transports = kind == Transport.Kind.GRPC
                    ? Transport::new
                    : (who, credentials, tls, greeting, links) ->
                            Transport.ofDatagrams(who, credentials, greeting, links);
            return this;
        }

        /** Budgets accuracy and crawl tell more than actions: frames may be longer then. */
        public Builder longFrames(boolean allowed) {
            this.wordy = allowed;
            return this;
        }

        /** Shows every frame to somebody. */
        public Builder auditor(FrameAuditor audit) {
            this.auditor = audit;
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

        /**
         * Whether this member comes to its fleet for the first time: then it may join one that is on, with books of its
         * own from its first round on. Of no effect if there is a journal.
         */
        public Builder joins(boolean comesAnew) {
            this.isNew = comesAnew;
            return this;
        }

        /** Makes the member's links. */
        Builder transports(TransportMaker maker) {
            this.transports = maker;
            return this;
        }

        /** Opens the member's journal. */
        Builder stores(StoreOpener opener) {
            this.stores = opener;
            return this;
        }

        RoundClock.Times times() {
            return new MemberTimes(deadline, pace, every).of(warmUp, patienceAtStart);
        }

        /** Wakes up from the journal, and listens. */
        public Member open() throws IOException {
            Path folder = journal;
            Actions x0 = start;
            int here = book.place(book.id(identity.member())).agents().size();
            new MemberTimes(deadline, pace, every).check(folder, x0, here).throwIfAny();
            if (folder == null || x0 == null) {
                throw new AssertionError("complained about");
            }
            SnapshotStore files = stores.open(folder);
            try {
                return new Member(this, files, files.last(folder, x0));
            } catch (IOException | RuntimeException e) {
                files.close();
                throw e;
            }
        }
    }

    /** How a member gets its links. */
    interface TransportMaker {
        Transport make(
                Identity identity,
                Credentials credentials,
                Transport.Tls tls,
                Greeting greeting,
                LinkListener listener);
    }

    /** How a member gets its journal. */
    interface StoreOpener {
        SnapshotStore open(Path folder) throws IOException;
    }
}
