package io.acord.fleet;

import io.acord.fleet.ActionListener.Published;
import io.acord.fleet.journal.SnapshotStore;
import io.acord.fleet.transport.LinkListener;
import io.acord.fleet.transport.Transport;
import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.LogLimit;
import io.acord.protocol.Effect;
import io.acord.protocol.Event;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Rejection;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.protocol.clock.RoundClock;
import io.acord.protocol.machine.BlockMachine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the thread of a member does: takes what happened from a queue, lets the {@link BlockMachine} say what follows
 * and the {@link RoundClock} what is due, and does that in order.
 */
final class MemberLoop implements LinkListener {

    private static final Logger LOG = LoggerFactory.getLogger(MemberLoop.class);

    private final String member;
    private volatile AddressBook book;
    private final RoundClock.Times times;
    private final Rules rules;
    private final int horizon;
    private final ActionListener listener;
    private final @Nullable FrameAuditor auditor;
    private final Metrics metrics;
    private final Ledger ledger;
    private final SnapshotStore journal;
    private final BlockMachine machine;
    private final Snapshot last;
    private final long sinceLast; // nanoseconds since the last snapshot, or since there can be a fleet
    private final EffectReporter reporter;
    private final SourceThread source;
    private final BooleanSupplier gate;
    private final BlockingQueue<MemberSignal> queue = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    private volatile int publishedRound;
    private volatile long publishedAt;
    private volatile boolean playing;
    private volatile int degradedInARow; // rounds
    private volatile int leavesAfter; // the last round; 0: it stays
    private volatile @Nullable Throwable failure;

    MemberLoop(Member.Builder options, int[] agents, SnapshotStore journal, Snapshot last, Ledger ledger) {
        this.times = options.times();
        this.rules = options.rules;
        this.horizon = options.source.horizon().orElse(Integer.MAX_VALUE);
        this.listener = options.listener;
        this.auditor = options.auditor;
        this.member = options.identity.member();
        this.book = options.book;
        this.metrics = options.metrics;
        this.gate = options.gate;
        this.ledger = ledger;
        this.journal = journal;
        this.last = last;
        this.publishedRound = last.round();
        this.machine = journal.recovered().snapshot().isPresent()
                ? new BlockMachine(rules, agents, last, journal.recovered().inDoubt())
                : options.isNew
                        ? BlockMachine.joining(rules, agents, last.actions())
                        : BlockMachine.withoutPast(rules, agents, last.actions());
        this.sinceLast = nanosSince(journal.lastWritten().orElseGet(options.credentials::fleetBegan));
        this.reporter = new EffectReporter(LOG, member, agents.length, this::name, metrics, options.watcher);
        int dimension = last.actions().dimension();
        this.source = new SourceThread(member, options.source, () -> new NewRound(book, agents, dimension));
    }

    /** By the wall clock: no other goes on while the member does not live. */
    private static long nanosSince(Instant then) {
        Duration age = Duration.between(then, Instant.now());
        return age.isNegative() ? 0 : TimeUnit.MILLISECONDS.toNanos(age.toMillis());
    }

    // ---- what other threads see and say

    int publishedRound() {
        return publishedRound;
    }

    /** Whether it plays, and has published within a time. */
    boolean isWell(long nanos) {
        boolean timely = publishedRound == 0 || isOver() || System.nanoTime() - publishedAt < nanos;
        return playing && failure == null && timely;
    }

    /** How many rounds in a row have missed somebody, the last one included. */
    int degradedInARow() {
        return degradedInARow;
    }

    boolean isOver() {
        return ended.getCount() == 0;
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    CountDownLatch ended() {
        return ended;
    }

    /** The member joins its fleet: {@link #run} follows. */
    void begin() {
        playing = true;
    }

    void stop() {
        queue.add(new MemberSignal.Stop());
    }

    void renew(AddressBook newer) {
        queue.add(new MemberSignal.Renewed(newer));
    }

    void leave() {
        queue.add(new MemberSignal.Leave());
    }

    /** The last round of a member that leaves; empty if it stays. */
    OptionalInt leavesAfter() {
        return leavesAfter == 0 ? OptionalInt.empty() : OptionalInt.of(leavesAfter);
    }

    void stop(BadInputException why) {
        queue.add(new MemberSignal.Refused(why));
    }

    @Override
    public void fenced(long life) {
        stop(Complaints.refuse(
                "member " + member,
                "is played by another process, which is its life " + life,
                "one process a member, because two would give out two actions of a round",
                "leave it to that one: this one, life " + (last.epoch() + 1) + ", has stopped after round "
                        + publishedRound));
    }

    void closeSource() {
        source.close();
    }

    @Override
    public void up(int peer, long life) {
        queue.add(new MemberSignal.Up(peer, life));
    }

    @Override
    public void heard(int peer, byte[] frame) {
        queue.add(new MemberSignal.Heard(peer, frame)); // bounded by the credit of the links
    }

    @Override
    public void down(int peer, String why) {
        queue.add(new MemberSignal.Down(peer, why));
    }

    @Override
    public void refused(String who, Refused cause) {
        metrics.refused(cause);
    }

    @Override
    public void dropped(int peer) {
        metrics.dropped();
    }

    /** All that the member's thread does. */
    void run(Transport transport) {
        new Run(transport).run();
    }

    private String name(int peer) {
        return book.place(peer).member();
    }

    /** One run, of the member's thread. */
    private final class Run {

        private final Transport transport;
        private final MessageExchange exchange;
        private final RoundClock clock;
        private final LogLimit linkLines = new LogLimit();
        private final Map<Integer, Long> lives = new HashMap<>(); // of peers, as each has greeted on its link of now

        Run(Transport transport) {
            this.transport = transport;
            this.exchange = new MessageExchange(transport, MemberLoop.this::name, metrics, ledger, auditor);
            this.clock = RoundClock.start(
                    times,
                    rules,
                    book.places().size(),
                    book.id(member),
                    last.round(),
                    sinceLast,
                    horizon,
                    System.nanoTime());
        }

        void run() {
            try {
                LOG.info(
                        "event=started member={} life={} round={} agents={} peers={}",
                        member,
                        last.epoch() + 1,
                        last.round(),
                        last.actions().agents(),
                        book.places().size() - 1);
                metrics.started(last.epoch() + 1);
                clock.wallClock(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()), System.nanoTime());
                perform(machine.start());
                boolean going = true;
                while (going) {
                    MemberSignal signal = queue.poll(clock.lookAgainAfter(System.nanoTime()), TimeUnit.NANOSECONDS);
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
            } catch (BadInputException e) {
                failure = e;
                LOG.error(
                        "event=stopped member={} why=\"{}\"",
                        member,
                        e.complaints().get(0).found());
            } catch (RuntimeException | Error e) {
                failure = e;
                LOG.error("event=failed member={}", member, e);
            } finally {
                playing = false;
                ended.countDown();
            }
        }

        /** Lets the machine say what follows from a signal; returns whether to go on. */
        private boolean take(MemberSignal signal) {
            if (signal instanceof MemberSignal.Heard heard) {
                hear(heard.peer(), heard.frame());
                transport.taken(heard.peer());
            } else if (signal instanceof MemberSignal.Up now) {
                clock.connected(now.peer(), true);
                lives.put(now.peer(), now.life());
                long withheld = linkLines.next();
                if (withheld >= 0) {
                    LOG.info(
                            "event=peer-up member={} peer={} life={} withheld={}",
                            member,
                            name(now.peer()),
                            now.life(),
                            withheld);
                }
                tell(new Event.PeerBack(now.peer(), now.life()));
            } else if (signal instanceof MemberSignal.Down gone) {
                // The machine is not told: it asks, and gives the peer up if no answer comes. Most links that break are
                // back before.
                clock.connected(gone.peer(), false);
                long withheld = linkLines.next();
                if (withheld >= 0) {
                    LOG.info(
                            "event=peer-down member={} peer={} why=\"{}\" withheld={}",
                            member,
                            name(gone.peer()),
                            gone.why(),
                            withheld);
                }
            } else if (signal instanceof MemberSignal.Ready ready) {
                open(ready.answer());
            } else if (signal instanceof MemberSignal.Recalled recalled) {
                recall(recalled.answer());
            } else if (signal instanceof MemberSignal.Renewed renewed) {
                renew(renewed.book());
            } else if (signal instanceof MemberSignal.Leave) {
                tell(new Event.Leave());
            } else if (signal instanceof MemberSignal.Refused refused) {
                throw refused.why();
            } else {
                return false;
            }
            return true;
        }

        /** Somebody is new, gone or somewhere else; the transport knows first, so that nobody is let in unknown. */
        private void renew(AddressBook newer) {
            AddressBook before = book;
            book = newer;
            for (int id = 0; id < newer.places().size(); id++) {
                boolean wasThere = id < before.places().size() && !before.isGone(id);
                if (!newer.isGone(id) && !wasThere) {
                    LOG.info("event=peer-added member={} peer={}", member, name(id));
                    clock.added(id, System.nanoTime());
                    tell(new Event.PeerAdded(id));
                } else if (newer.isGone(id) && wasThere) {
                    LOG.info("event=peer-removed member={} peer={}", member, name(id));
                    clock.removed(id);
                    lives.remove(id);
                    tell(new Event.PeerRemoved(id));
                }
            }
        }

        private void hear(int peer, byte[] frame) {
            Optional<Message> message = exchange.read(peer, frame);
            if (message.isEmpty()) {
                return;
            }
            if (message.get().epoch()
                    != lives.getOrDefault(peer, 0L)) { // another life than has greeted: no member says so
                reporter.note(new Effect.Rejected(peer, Rejection.STALE_EPOCH));
                return;
            }
            if (!clock.heard(peer, message.get().round(), System.nanoTime())) {
                reporter.note(new Effect.Rejected(peer, Rejection.FAR_AHEAD)); // and yet it may have gone on
            }
            tell(new Event.Heard(peer, message.get()));
        }

        private void watchTheClock(long now) {
            clock.wallClock(TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()), now);
            if (clock.isAtTheGate(now) && gate.getAsBoolean()) {
                clock.passGate();
            }
            for (RoundClock.Task task = clock.next(now, machine::awaited, machine::hasOpenBooks);
                    task != null;
                    task = clock.next(now, machine::awaited, machine::hasOpenBooks)) {
                perform(task);
            }
        }

        private void perform(RoundClock.Task task) {
            if (task instanceof RoundClock.Task.AskSource ask) {
                for (int skipped = ask.skippedFrom(); skipped < ask.round(); skipped++) {
                    askPast(skipped);
                }
                source.ask(ask.round(), answer -> queue.add(new MemberSignal.Ready(answer)));
            } else if (task instanceof RoundClock.Task.Finish) {
                finish();
            } else if (task instanceof RoundClock.Task.Tell tell) {
                if (tell.event() instanceof Event.RoundMissed missed) {
                    metrics.sourceFailed();
                    LOG.warn("event=source-late member={} round={}", member, missed.round());
                }
                tell(tell.event());
            } else {
                throw new AssertionError("unhandled task " + task);
            }
        }

        /** What came of asking the source. */
        private void open(SourceThread.Answer answer) {
            Throwable thrown = answer.failure();
            if (thrown != null) {
                metrics.sourceFailed();
                if (thrown instanceof RoundSource.NoCostException none) {
                    LOG.warn("event=no-cost member={} round={} why=\"{}\"", member, answer.round(), none.getMessage());
                } else {
                    LOG.error("event=source-failed member={} round={}", member, answer.round(), thrown);
                }
                tell(new Event.RoundMissed(answer.round()));
            }
            if (thrown != null || clock.isSourceLate()) {
                clock.missed(answer.round(), System.nanoTime());
                answer.local().ifPresent(late -> tell(new Event.Recalled(answer.round(), late)));
            } else if (answer.local().isEmpty()) {
                clock.finished();
                finish();
            } else {
                LocalRound local = answer.local().get();
                int[] peers = machine.peersOf(answer.round(), local);
                clock.opened(answer.round(), peers, System.nanoTime());
                tell(new Event.RoundOpened(answer.round(), local));
            }
        }

        private void askPast(int round) {
            source.askPast(round, answer -> queue.add(new MemberSignal.Recalled(answer)));
        }

        private void recall(SourceThread.Answer answer) {
            Throwable thrown = answer.failure();
            if (thrown != null) {
                LOG.error("event=source-failed member={} round={}", member, answer.round(), thrown);
            }
            tell(new Event.Recalled(answer.round(), answer.local().orElse(null)));
        }

        private void finish() {
            LOG.info("event=finished member={} round={}", member, publishedRound);
            ended.countDown();
        }

        private void tell(Event event) {
            perform(machine.on(event));
        }

        private void perform(List<Effect> effects) {
            for (Effect effect : effects) {
                perform(effect);
            }
        }

        private void perform(Effect effect) {
            if (effect instanceof Effect.Tell tell) {
                exchange.send(tell.peer(), tell.message());
            } else if (effect instanceof Effect.Persist persist) {
                persist(persist.snapshot());
            } else if (effect instanceof Effect.Publish publish) {
                publish(publish);
            } else if (effect instanceof Effect.Recall recall) {
                askPast(recall.round());
            } else if (effect instanceof Effect.Leaves leaves) {
                leavesAfter = leaves.last();
                clock.endAfter(leaves.last());
                LOG.info("event=leaves member={} after={}", member, leaves.last());
            } else {
                reporter.note(effect);
                if (effect instanceof Effect.RoundDone over) {
                    degradedInARow = over.degraded() ? degradedInARow + 1 : 0;
                    clock.done(over.round(), over.degraded());
                }
            }
        }

        private void persist(Snapshot snapshot) {
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
            listener.act(new Published(
                    publish.round(),
                    publish.actions(),
                    publish.level(),
                    publish.iteration(),
                    publish.repeated(),
                    publish.followed()));
            publishedRound = publish.round();
            publishedAt = now;
            reporter.published(publish, clock.sinceOpening(publish.round(), now));
        }
    }
}
