package io.acord.fleet;

import io.acord.fleet.transport.LinkListener.Refused;
import io.acord.protocol.Effect;
import io.acord.protocol.Rejection;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** What a member counts, as Prometheus reads it. Safe for many threads. */
public final class Metrics {

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Map<Effect.Level, Counter> rounds = new EnumMap<>(Effect.Level.class);
    private final Map<Rejection, Counter> rejected = new EnumMap<>(Rejection.class);
    private final Map<Refused, Counter> refused = new EnumMap<>(Refused.class);
    private final Map<Effect.Loss, Counter> lost = new EnumMap<>(Effect.Loss.class);
    private final Counter degraded = counter("acord.rounds.degraded", "Rounds in which an edge was lost");
    private final Counter refusedEdges =
            counter("acord.edges.refused", "Edges that the two ends did not mean the same by");
    private final Counter iterations = counter("acord.iterations", "Iterations of the actions given out");
    private final Counter sent = counter("acord.messages.sent", "Messages sent");
    private final Counter heard = counter("acord.messages.heard", "Messages heard");
    private final Counter bytesSent = counter("acord.bytes.sent", "Bytes of frames sent");
    private final Counter bytesHeard = counter("acord.bytes.heard", "Bytes of frames heard");
    private final Counter dropped = counter("acord.messages.dropped", "Messages that a peer was too slow to read");
    private final Counter sourceFailures =
            counter("acord.source.failures", "Rounds for which the source threw or was late");
    private final Timer roundTime = timer("acord.round.time", "From the opening of a round to its action");
    private final Timer iterationTime = timer("acord.iteration.time", "The same, per iteration");
    private final Timer syncTime = timer("acord.journal.sync.time", "Writing a snapshot and waiting for the disk");
    private final AtomicLong round = new AtomicLong();
    private final AtomicLong iteration = new AtomicLong();
    private final AtomicLong life = new AtomicLong();
    private volatile double certificate = Double.NaN;
    private volatile int booksRound;
    private volatile double atLeast;

    public Metrics() {
        for (Effect.Level level : Effect.Level.values()) {
            rounds.put(level, tagged("acord.rounds", "Rounds published", "level", level));
        }
        for (Rejection why : Rejection.values()) {
            rejected.put(why, tagged("acord.messages.rejected", "Messages not used", "cause", why));
        }
        for (Refused why : Refused.values()) {
            refused.put(why, tagged("acord.refused", "Connections and frames turned away", "cause", why));
        }
        for (Effect.Loss why : Effect.Loss.values()) {
            lost.put(why, tagged("acord.edges.lost", "Peers lost for a round", "cause", why));
        }
        gauge("acord.certificate", "This member's share of the last round's certificate", () -> certificate);
        gauge("acord.books.round", "The last round closed in the books of this member's agents", () -> booksRound);
        gauge(
                "acord.optimum.at.least",
                "This member's share of the least that anybody can have paid up to that round",
                () -> atLeast);
        gauge("acord.round", "The round published last", round::get);
        gauge("acord.messages.hostile", "Messages that no honest member sends", this::hostileMessages);
        gauge("acord.iteration", "The iteration whose values were shown to peers last", iteration::get);
        gauge("acord.life", "How often this member was started", life::get);
    }

    private Counter counter(String name, String what) {
        return Counter.builder(name).description(what).register(registry);
    }

    private void gauge(String name, String what, Supplier<Number> now) {
        Gauge.builder(name, now).description(what).register(registry);
    }

    private Timer timer(String name, String what) {
        return Timer.builder(name)
                .description(what)
                .publishPercentiles(0.5, 0.99)
                .register(registry);
    }

    private Counter tagged(String name, String what, String tag, Enum<?> value) {
        return Counter.builder(name)
                .description(what)
                .tag(tag, value.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    void peers(IntSupplier up, IntSupplier all) {
        gauge("acord.peers.up", "Peers with a link", up::getAsInt);
        gauge("acord.peers", "Peers in the address book", all::getAsInt);
    }

    void peer(String member, BooleanSupplier isUp) {
        Gauge.builder("acord.peer.up", () -> isUp.getAsBoolean() ? 1 : 0)
                .description("Whether there is a link to a peer")
                .tag("peer", member)
                .register(registry);
    }

    /** Counts what a file of actions could not take. */
    public void actions(ActionLog log) {
        FunctionCounter.builder("acord.actions.delayed", log, ActionLog::failures)
                .description("Rounds whose actions could not be written to their file when they were given out")
                .register(registry);
        FunctionCounter.builder("acord.actions.lost", log, ActionLog::lost)
                .description("Rounds that their file will never have")
                .register(registry);
    }

    void iterates(int k) {
        iteration.set(k);
    }

    void x509Ends(java.util.function.LongSupplier epochSeconds) {
        Gauge.builder("acord.tls.certificate.end", epochSeconds::getAsLong)
                .description("When this member's certificate ends, since 1970")
                .baseUnit("seconds")
                .register(registry);
    }

    void started(long lives) {
        life.set(lives);
    }

    void published(int t, Effect.Level level, int iteration, long nanos) {
        counterOf(rounds, level).increment();
        round.set(t);
        iterations.increment(iteration);
        if (nanos >= 0) {
            roundTime.record(nanos, TimeUnit.NANOSECONDS);
            if (iteration > 0) {
                iterationTime.record(nanos / iteration, TimeUnit.NANOSECONDS);
            }
        }
    }

    private static <E> Counter counterOf(Map<E, Counter> counters, E key) {
        Counter counter = counters.get(key);
        if (counter == null) {
            throw new AssertionError("no counter for " + key);
        }
        return counter;
    }

    void degraded() {
        degraded.increment();
    }

    void certified(double share) {
        certificate = share;
    }

    void booked(int round, double share) {
        booksRound = round;
        atLeast = share;
    }

    void sent(int bytes) {
        sent.increment();
        bytesSent.increment(bytes);
    }

    void heard(int bytes) {
        heard.increment();
        bytesHeard.increment(bytes);
    }

    void dropped() {
        dropped.increment();
    }

    void rejected(Rejection why) {
        counterOf(rejected, why).increment();
    }

    void refused(Refused why) {
        counterOf(refused, why).increment();
    }

    void lost(Effect.Loss why) {
        counterOf(lost, why).increment();
    }

    void edgeRefused() {
        refusedEdges.increment();
    }

    void sourceFailed() {
        sourceFailures.increment();
    }

    void synced(long nanos) {
        syncTime.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** How often connections or frames were turned away for a cause. */
    public long refusals(Refused why) {
        return (long) counterOf(refused, why).count();
    }

    /** How many messages were not used for a cause. */
    public long rejections(Rejection why) {
        return (long) counterOf(rejected, why).count();
    }

    /** How many messages were not used because no honest peer sends such. */
    public long hostileMessages() {
        long hostile = Arrays.stream(Rejection.values())
                .filter(Rejection::isHostile)
                .mapToLong(this::rejections)
                .sum();
        return hostile + refusals(Refused.MALFORMED) + refusals(Refused.OVERSIZE) + refusals(Refused.NO_GREETING);
    }

    /** The text that Prometheus asks for. */
    public String scrape() {
        return registry.scrape();
    }
}
