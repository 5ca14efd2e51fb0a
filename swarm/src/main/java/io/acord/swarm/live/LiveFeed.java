package io.acord.swarm.live;

import io.acord.fleet.ActionListener;
import io.acord.fleet.NewRound;
import io.acord.fleet.RoundSource;
import io.acord.fleet.RoundWatcher;
import io.acord.input.BadInputException;
import io.acord.internal.system.DaemonThread;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.live.Decision;
import io.acord.protocol.live.LiveRounds;
import io.acord.protocol.live.Offer;
import io.acord.protocol.live.Reply;
import io.acord.swarm.live.FeedJournal.Kind;
import io.acord.swarm.live.FeedJournal.Line;
import io.acord.swarm.live.LiveConfig.LiveAgent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A member's rounds as its agents' controllers tell them, and what they are answered. Safe for many threads.
 *
 * <p>An answer goes out when the round is certified, which takes one exchange more than the action itself, or after a
 * tenth of the deadline, if a neighbour is slow; one that is not the last iterate goes out at once. What was answered
 * stays: whoever asks again gets the same bytes.
 */
public final class LiveFeed implements RoundSource, ActionListener, RoundWatcher, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LiveFeed.class);

    /** Is told what rounds came to. Must not wait for anybody. */
    @FunctionalInterface
    interface AnswerListener {
        void answered(int round, LiveAgent agent, String answer);
    }

    /** What came of a controller's word. */
    record Posted(int round, LiveAgent agent, Reply reply) {}

    private final LiveConfig config;
    private final Duration grace; // that a certificate has
    private final LiveRounds rounds; // guarded by this
    private final FeedJournal journal; // guarded by this
    private final ToldRounds told;
    private final List<AnswerListener> listeners = new ArrayList<>(); // guarded by this
    private final TreeMap<Integer, List<String>> remarks = new TreeMap<>(); // by round; guarded by this
    private final ScheduledExecutorService clock =
            Executors.newSingleThreadScheduledExecutor(DaemonThread.named("acord-feed"));
    private @Nullable Published uncertified; // waits for its certificate; guarded by this
    private @Nullable ScheduledFuture<?> timer; // when it has waited long enough; guarded by this
    private boolean hasEnded; // no controller will speak any more; guarded by this
    private final Map<String, FeedStatus.OfAgent> statuses = new LinkedHashMap<>(); // by agent; guarded by this

    private LiveFeed(LiveConfig config, Set<Integer> known, Duration deadline, FeedJournal journal) {
        this.config = config;
        this.grace = deadline.dividedBy(10);
        this.journal = journal;
        Scenario application = config.application();
        this.told = application == null
                ? new ToldCosts(config, known)
                : new ToldReadings(application, config.agents(), config.names());
        this.rounds = new LiveRounds(
                config.agents().stream().mapToInt(LiveAgent::id).toArray(),
                config.agents().stream().map(LiveAgent::name).toList(),
                config.agents().stream().map(LiveAgent::round).toList(),
                config.beta(),
                config.late(),
                config.patience().toNanos());
    }

    /**
     * Goes on where an earlier life was.
     *
     * @param known the ids of agents that there are
     * @param folder of the member's journal
     */
    public static LiveFeed open(LiveConfig config, Set<Integer> known, Duration deadline, Path folder)
            throws IOException {
        FeedJournal journal = FeedJournal.open(folder);
        LiveFeed feed = new LiveFeed(config, known, deadline, journal);
        Map<Integer, Integer> elsewhere = new TreeMap<>(); // lines by agent
        synchronized (feed) {
            Set<Integer> here = feed.ids();
            for (Line line : journal.found()) {
                if (!line.kind().isOfAnAgent() || here.contains(line.agent())) {
                    feed.recall(line);
                } else {
                    elsewhere.merge(line.agent(), 1, Integer::sum);
                }
            }
        }
        elsewhere.forEach((agent, lines) ->
                LOG.warn("event=feed-journal-of-another-agent agent={} lines={} fate=skipped", agent, lines));
        return feed;
    }

    /**
     * The file says something else of who there is, and of the edges that are meant if no controller says otherwise.
     */
    public synchronized void know(LiveConfig newer, Set<Integer> hosted) {
        told.know(newer.names(), hosted);
        Set<Integer> here = ids();
        for (LiveAgent agent : newer.agents()) {
            if (here.contains(agent.id())) {
                rounds.suppose(agent.id(), agent.round().edges());
            }
        }
    }

    private void recall(Line line) {
        try {
            switch (line.kind()) {
                case BEGIN -> {}
                case BEFORE ->
                    rounds.apply(told.read(line.text().getBytes(StandardCharsets.UTF_8), Set.of(line.agent())));
                case TOLD -> {
                    Offer offer = told.read(line.text().getBytes(StandardCharsets.UTF_8), Set.of(line.agent()));
                    rounds.tell(offer);
                    hasTold(offer);
                }
                case DECIDED ->
                    told.decided(rounds.decide(line.round(), line.text().equals("missed")));
                case ANSWERED -> {
                    rounds.answer(line.round(), line.agent(), line.text());
                    rounds.decided(line.round()).ifPresent(told::decided);
                }
                case FIELD -> told.resume(line.round(), line.text());
            }
        } catch (BadInputException e) {
            LOG.warn("event=feed-journal-not-understood round={} agent={}", line.round(), line.agent());
        }
    }

    LiveConfig config() {
        return config;
    }

    /** What controllers tell of an agent, by name, where that is not a cost. */
    List<String> readings() {
        return told.readings();
    }

    /** What controllers tell. */
    String word() {
        return readings().isEmpty() ? "costs" : "readings";
    }

    synchronized void listen(AnswerListener listener) {
        listeners.add(listener);
    }

    /** An agent of this member by its name. */
    Optional<LiveAgent> agent(String name) {
        return config.agents().stream()
                .filter(agent -> agent.name().equals(name))
                .findFirst();
    }

    private LiveAgent agent(int id) {
        return config.agents().stream()
                .filter(agent -> agent.id() == id)
                .findFirst()
                .orElseThrow();
    }

    Set<Integer> ids() {
        return config.agents().stream().map(LiveAgent::id).collect(Collectors.toSet());
    }

    /** The round whose costs are wanted. */
    synchronized int nextRound() {
        return rounds.nextRound();
    }

    synchronized Optional<String> answerOf(int round, LiveAgent agent) {
        return rounds.answerOf(round, agent.id());
    }

    /** Whether every agent has a cost to begin with. */
    public synchronized boolean hasBegun() {
        return rounds.hasBegun();
    }

    // ---- controllers

    /**
     * A controller speaks.
     *
     * @param spokenFor the agents that it may speak for
     * @throws BadInputException with all that is wrong with it
     */
    Posted post(byte[] body, Set<Integer> spokenFor) {
        Offer offer = told.read(body, spokenFor);
        synchronized (this) {
            Reply reply = rounds.offer(offer);
            if (reply instanceof Reply.Taken taken && taken.isNew()) {
                journal.write(new Line(Kind.TOLD, offer.round(), offer.agent(), offer.body()));
                hasTold(offer);
                notifyAll();
            }
            return new Posted(offer.round(), agent(offer.agent()), reply);
        }
    }

    /** The same for one who can be kept waiting: a round that comes right after those that are kept waits for room. */
    Posted postInTurn(byte[] body, Set<Integer> spokenFor) throws InterruptedException {
        while (true) {
            Posted posted = post(body, spokenFor);
            synchronized (this) {
                boolean hasNoRoom = posted.reply() instanceof Reply.Refused refused
                        && refused.cause() == Reply.Cause.FAR_AHEAD
                        && posted.round() <= rounds.nextRound() + LiveRounds.AHEAD + 1;
                if (!hasNoRoom) {
                    return posted;
                }
                wait(100);
            }
        }
    }

    /** No controller will speak any more: the member plays what it was told, and ends. */
    synchronized void end() {
        hasEnded = true;
        notifyAll();
    }

    // ---- the member

    @Override
    public Optional<LocalRound> round(int t, NewRound draft) throws NoCostException, InterruptedException {
        Decision decision;
        synchronized (this) {
            boolean isNew = rounds.decided(t).isEmpty();
            rounds.ask(t, System.nanoTime());
            notifyAll(); // there is room for another round
            decision = rounds.poll(System.nanoTime());
            while (decision == null) {
                if (hasEnded) {
                    return Optional.empty();
                }
                TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, rounds.wakeAfter(System.nanoTime())));
                decision = rounds.poll(System.nanoTime());
            }
            if (isNew) {
                writeDown(decision);
            }
            told.decided(decision);
        }
        if (decision.isMissed()) {
            throw new NoCostException(decision.whys().stream()
                    .filter(why -> !why.isEmpty())
                    .findFirst()
                    .orElse("no cost came"));
        }
        Optional<LocalRound> described = told.described(decision, draft);
        if (described.isEmpty()) { // which would be the end of all rounds
            throw new NoCostException("nothing can be made of what was told");
        }
        return described;
    }

    private void hasTold(Offer offer) {
        if (rounds.decided(offer.round()).isPresent()) {
            told.late(offer);
        }
        FeedStatus.OfAgent before = status(agent(offer.agent()));
        int newest = Math.max(before.told(), offer.round());
        statuses.put(before.agent(), new FeedStatus.OfAgent(before.agent(), newest, before.lateRounds(), before.why()));
    }

    private FeedStatus.OfAgent status(LiveAgent agent) {
        return statuses.getOrDefault(agent.name(), new FeedStatus.OfAgent(agent.name(), 0, 0, ""));
    }

    /** How the controllers fare. */
    public synchronized FeedStatus status() {
        LiveConfig.Feed feed = config.feed();
        return new FeedStatus(
                feed instanceof LiveConfig.Feed.Http http
                        ? "http://" + http.address().getHostString() + ":"
                                + http.address().getPort()
                        : feed instanceof LiveConfig.Feed.Mqtt mqtt ? mqtt.toString() : "a pipe",
                config.late().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                config.agents().stream().map(this::status).toList());
    }

    /** Before a round is played with what was told, that is on record. */
    private void writeDown(Decision decision) {
        for (int row = 0; row < config.agents().size(); row++) {
            String why = decision.whys().get(row);
            LiveAgent agent = config.agents().get(row);
            FeedStatus.OfAgent before = status(agent);
            if (!rounds.isTold(decision.round(), agent.id())) { // it may have told later ones
                statuses.put(
                        before.agent(),
                        new FeedStatus.OfAgent(before.agent(), before.told(), before.lateRounds() + 1, why));
            }
        }
        journal.write(new Line(Kind.DECIDED, decision.round(), 0, decision.isMissed() ? "missed" : "played"));
        if (journal.isLong()) {
            List<Line> first = new ArrayList<>();
            rounds.origins()
                    .forEach(offer -> first.add(new Line(Kind.BEFORE, offer.round(), offer.agent(), offer.body())));
            told.line().ifPresent(first::add);
            rounds.pending()
                    .forEach(offer -> first.add(new Line(Kind.TOLD, offer.round(), offer.agent(), offer.body())));
            journal.turn(first);
        }
    }

    @Override
    public Optional<LocalRound> past(int t, NewRound draft) {
        Optional<Decision> was;
        synchronized (this) {
            was = rounds.past(t);
        }
        return was.flatMap(decision -> told.described(decision, draft));
    }

    @Override
    public synchronized void act(Published published) {
        giveUncertified(Double.NaN);
        if (published.level() == Effect.Level.FINAL && !published.repeated()) {
            uncertified = published;
            int round = published.round();
            timer = clock.schedule(() -> giveUncertified(round, Double.NaN), grace.toNanos(), TimeUnit.NANOSECONDS);
        } else {
            give(published, Double.NaN);
        }
    }

    @Override
    public void certified(int round, double share) {
        giveUncertified(round, share);
    }

    @Override
    public void over(int round, boolean degraded) {
        giveUncertified(round, Double.NaN);
    }

    @Override
    public synchronized void lost(int round, String peer, Effect.Loss cause) {
        remark(round, "without member " + peer + " (" + word(cause.name()) + ")");
    }

    @Override
    public synchronized void refused(int round, String peer, Disagreement cause) {
        remark(
                round,
                "edges with member " + peer + " are not used: "
                        + (cause == Disagreement.NO_EDGE
                                ? "it knows of none"
                                : "the two ends do not agree on " + word(cause.name())));
    }

    private static String word(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private void remark(int round, String text) {
        remarks.computeIfAbsent(round, t -> new ArrayList<>()).add(text);
        while (remarks.size() > 4) {
            remarks.pollFirstEntry();
        }
    }

    private synchronized void giveUncertified(int round, double share) {
        Published waiting = uncertified;
        if (waiting != null && waiting.round() == round) {
            giveUncertified(share);
        }
    }

    private synchronized void giveUncertified(double share) {
        Published waiting = uncertified;
        uncertified = null;
        if (timer != null) {
            timer.cancel(false);
        }
        if (waiting != null) {
            give(waiting, share);
        }
    }

    private synchronized void give(Published published, double share) {
        List<FeedDocuments.Setpoints> setpoints = setpoints(published);
        for (int row = 0; row < config.agents().size(); row++) {
            LiveAgent agent = config.agents().get(row);
            Optional<String> before = rounds.answerOf(published.round(), agent.id());
            String answer = before.orElse("");
            if (before.isEmpty()) {
                FeedDocuments.Setpoints taken = setpoints.isEmpty() ? FeedDocuments.Setpoints.NONE : setpoints.get(row);
                answer = FeedDocuments.answer(published, row, agent.name(), taken, share, why(published.round(), row));
                rounds.answer(published.round(), agent.id(), answer);
                journal.write(new Line(Kind.ANSWERED, published.round(), agent.id(), answer));
            }
            for (AnswerListener listener : listeners) {
                listener.answered(published.round(), agent, answer);
            }
        }
        if (!setpoints.isEmpty()) {
            told.line().ifPresent(journal::write); // after the answers: without it, the same ones are found again
        }
    }

    /** What controllers take of a round, by row; nothing where actions are that. */
    private List<FeedDocuments.Setpoints> setpoints(Published published) {
        if (rounds.decided(published.round()).isEmpty()) {
            journal.write(new Line(Kind.DECIDED, published.round(), 0, "missed"));
            told.decided(rounds.decide(published.round(), true));
        }
        return told.played(published.round(), published.actions());
    }

    /** What is to be said about a round's action. */
    private String why(int round, int row) {
        List<String> all = new ArrayList<>();
        rounds.decided(round).map(decision -> decision.whys().get(row)).ifPresent(all::add);
        all.addAll(remarks.getOrDefault(round, List.of()));
        return all.stream().filter(text -> !text.isEmpty()).distinct().collect(Collectors.joining("; "));
    }

    /** x_0 of all agents. */
    public Actions start() {
        double[] x0 = new double[config.agents().size() * config.dimension()];
        int at = 0;
        for (LiveAgent agent : config.agents()) {
            for (double x : agent.start()) {
                x0[at++] = x;
            }
        }
        return Actions.flat(config.dimension(), x0);
    }

    @Override
    public synchronized void close() throws IOException {
        clock.shutdownNow();
        journal.close();
    }
}
