package io.acord.fleet;

import io.acord.internal.system.LogLimit;
import io.acord.protocol.Effect;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import java.util.function.IntFunction;
import org.slf4j.Logger;

/** Keeps account of what happened to a member's rounds: counters, log, and whoever watches. */
final class EffectReporter {

    private final Logger log;
    private final String member;
    private final int agents; // of the member
    private final IntFunction<String> names; // of peers
    private final Metrics metrics;
    private final RoundWatcher watcher;
    private final LogLimit rejections = new LogLimit();

    EffectReporter(
            Logger log, String member, int agents, IntFunction<String> names, Metrics metrics, RoundWatcher watcher) {
        this.log = log;
        this.member = member;
        this.agents = agents;
        this.names = names;
        this.metrics = metrics;
        this.watcher = watcher;
    }

    /** Takes note of an effect on which nothing has to be done. */
    void note(Effect effect) {
        if (effect instanceof Effect.Certified certified) {
            metrics.certified(certified.sum());
            watcher.certified(certified.round(), certified.sum());
            log.debug("event=certified member={} round={} share={}", member, certified.round(), certified.sum());
        } else if (effect instanceof Effect.Booked closed) {
            metrics.booked(closed.round(), atLeast(closed.numbers()));
            watcher.booked(closed.round(), closed.numbers());
        } else if (effect instanceof Effect.BooksEnded end) {
            log.warn("event=books-ended member={} round={} why=\"{}\"", member, end.round(), end.why());
        } else if (effect instanceof Effect.Accounted told) {
            watcher.accounted(told.round(), told.accounts());
        } else if (effect instanceof Effect.PromiseEnded end) {
            watcher.promiseEnded(end.round(), end.why());
            log.warn("event=promise-ended member={} round={} why=\"{}\"", member, end.round(), end.why());
        } else if (effect instanceof Effect.ForecastsFailed failed) {
            log.warn("event=forecasts-failed member={} round={} why=\"{}\"", member, failed.round(), failed.why());
        } else if (effect instanceof Effect.Rejected rejected) {
            metrics.rejected(rejected.why());
            boolean worthALine = rejected.why().isHostile() || rejected.why() == Rejection.FAR_AHEAD;
            long withheld = worthALine ? rejections.next() : -1;
            if (withheld >= 0) {
                log.warn(
                        "event=rejected member={} peer={} cause={} withheld={}",
                        member,
                        names.apply(rejected.peer()),
                        rejected.why(),
                        withheld);
            }
        } else if (effect instanceof Effect.EdgeLost lost) {
            metrics.lost(lost.cause());
            watcher.lost(lost.round(), names.apply(lost.peer()), lost.cause());
            log.warn(
                    "event=edge-lost member={} round={} peer={} cause={}",
                    member,
                    lost.round(),
                    names.apply(lost.peer()),
                    lost.cause());
        } else if (effect instanceof Effect.EdgeRefused refused) {
            metrics.edgeRefused();
            watcher.refused(refused.round(), names.apply(refused.peer()), refused.cause());
            log.warn(
                    "event=edge-refused member={} round={} peer={} cause={}",
                    member,
                    refused.round(),
                    names.apply(refused.peer()),
                    refused.cause());
        } else if (effect instanceof Effect.PeerJoins joins) {
            log.info("event=peer-joins member={} peer={} from={}", member, names.apply(joins.peer()), joins.first());
        } else if (effect instanceof Effect.PeerLeaves leaves) {
            log.info("event=peer-leaves member={} peer={} after={}", member, names.apply(leaves.peer()), leaves.last());
        } else if (effect instanceof Effect.CouldNotSolve failed) {
            metrics.sourceFailed();
            log.error("event=could-not-solve member={} round={} why=\"{}\"", member, failed.round(), failed.why());
        } else if (effect instanceof Effect.RoundDone over) {
            if (over.degraded()) {
                metrics.degraded();
            }
            watcher.over(over.round(), over.degraded());
        } else {
            throw new AssertionError("unhandled effect " + effect);
        }
    }

    /** Σ c of this member's agents. */
    private double atLeast(Numbers books) {
        double sum = 0;
        for (int row = 0; row < agents; row++) {
            sum += books.get(row * (books.size() / agents));
        }
        return sum;
    }

    /**
     * Takes note of an action that was given out; {@code nanos} after its round was opened, negative if that says
     * nothing.
     */
    void published(Effect.Publish publish, long nanos) {
        metrics.published(publish.round(), publish.level(), publish.iteration(), nanos);
        if (publish.level() != Effect.Level.FINAL || log.isDebugEnabled()) {
            log.info(
                    "event=published member={} round={} level={} iteration={} repeated={}",
                    member,
                    publish.round(),
                    publish.level(),
                    publish.iteration(),
                    publish.repeated());
        }
    }
}
