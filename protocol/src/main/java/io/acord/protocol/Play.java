package io.acord.protocol;

import io.acord.acord.AccuracyRule;
import io.acord.acord.BlockRound;
import io.acord.acord.IterationRule;
import io.acord.acord.Crawler;
import io.acord.acord.Decision;
import io.acord.acord.Momentum;
import io.acord.acord.From;
import io.acord.acord.StartGap;
import io.acord.acord.Variant;
import io.acord.cost.HittingCost;
import io.acord.graph.Block;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.theory.Contraction;
import io.acord.theory.SufficientIterations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One round of a block: what was said, how far the iterations are, and what became of it. Mutable. Goes on by itself as
 * far as what has been heard allows; the machine brings it what is heard and who is lost.
 *
 * <pre>
 *   openings, so that both ends agree on the edges that are used
 *   [crawl: kappas, then entries step by step, until the component is known]
 *   K times: iterate, show, hear everybody   [accuracy: then shares step by step]
 *   after the last iteration: commit, publish, tell what is played, hear everybody, certify
 * </pre>
 */
final class Play {

    private enum Phase {
        OPENING,
        KAPPAS,
        CRAWLING,
        ITERATING,
        SHARING,
        PLAYED,
        DONE
    }

    /** What a round needs of the machine. */
    interface Surroundings {
        void tell(int peer, Message message);

        /** The round's actions stand. */
        void commit(Play play, Actions actions, double[] leastMu, Effect.Level level, int iteration);

        void effect(Effect effect);

        long epoch();
    }

    private static final int ENTRY = 3; // numbers

    final int round;
    final TreeMap<Integer, Link> links = new TreeMap<>(); // by peer
    private final LocalRound local;
    private final Rules rules;
    private final Surroundings around;
    private final Block charged;
    private final int d;
    private final double[] previous; // x_{t−1} of the rows
    private final double[] leastMu; // this round included
    private final double[] regularization; // λ_i b_i of the rows
    private final double[] scratch;
    private final int[] usedColumn; // per charged column its column in the block that is used, −1 if it is left out
    private Phase phase = Phase.OPENING;
    private @Nullable BlockRound state; // null before all openings
    private Momentum momentum = Momentum.none();
    private int k;
    private int limit; // K, or the most that an accuracy may take
    private @Nullable AccuracyRule accuracy;
    private @Nullable Crawler crawler;
    private int crawlStep;
    private int steps;
    private int stepsSeen;
    private double[] ownKappa = {}; // 1 − q_i of the rows
    private boolean degraded;
    private boolean published;
    private boolean hurried; // the deadline has come
    private boolean certified; // completely

    Play(
            int round,
            LocalRound local,
            Rules rules,
            Surroundings around,
            int[] agents,
            Actions previous,
            Numbers leastMuBefore) {
        this.round = round;
        this.local = local;
        this.rules = rules;
        this.around = around;
        this.charged = local.block();
        this.d = charged.dimension();
        this.previous = previous.toArray();
        this.scratch = new double[d];
        check(agents, previous);
        int rows = charged.rows();
        this.leastMu = new double[rows];
        this.regularization = new double[rows];
        for (int row = 0; row < rows; row++) {
            double mu = local.cost(row).mu();
            double b = local.switchingWeight(row);
            leastMu[row] = Math.min(leastMuBefore.get(row), mu);
            regularization[row] = rules.lambda().lambda(agents[row], mu, leastMu[row], b) * b;
        }
        this.usedColumn = new int[charged.columns()];
        if (local.beta() > 0) {
            buildLinks();
        }
    }

    private void check(int[] agents, Actions x) {
        Complaints complaints = new Complaints();
        if (charged.dimension() != x.dimension()) {
            complaints.add(
                    "round " + round,
                    "has " + charged.dimension() + " coordinates",
                    x.dimension() + ", as the block's actions have",
                    "keep the dimension in all rounds");
        }
        boolean same = charged.rows() == agents.length;
        for (int row = 0; same && row < agents.length; row++) {
            same = charged.agent(row) == agents[row];
            rules.lambda().check(agents[row], local.cost(row).mu(), local.switchingWeight(row), complaints);
        }
        if (!same) {
            complaints.add(
                    "round " + round + ".block",
                    "has other rows than the machine",
                    "rows for the agents " + Arrays.toString(agents) + " in this order",
                    "build the block with these agents");
        }
        boolean crawls = local.budget() instanceof IterationRule.Crawl;
        if (rules.variant() == Variant.CERTIFIED && !crawls && !(local.kappa() > 0 && local.kappa() <= 1)) {
            complaints.add(
                    "kappa",
                    "is " + local.kappa(),
                    "a number in (0, 1] common to the fleet, because momentum depends on it",
                    "say kappa, use IterationRule.Crawl, or the variant ACCELERATED");
        }
        if (crawls && rules.variant() != Variant.PLAIN && rules.variant() != Variant.CERTIFIED) {
            complaints.add(
                    "variant",
                    "is " + rules.variant() + " with the budget " + local.budget(),
                    "PLAIN or CERTIFIED, because only for these a sufficient K is proved",
                    "use one of them, or IterationRule.accuracy");
        }
        if (!(local.budget() instanceof IterationRule.Fixed) && !isConnectedHere()) {
            complaints.add(
                    "budget",
                    "is " + local.budget() + " for a block that falls apart into several components here",
                    "rows that are connected within the block, because all of them get one number of iterations",
                    "run these agents as blocks of their own, or use IterationRule.iterations");
        }
        complaints.throwIfAny();
    }

    /** Whether every row reaches every other without leaving the block. */
    private boolean isConnectedHere() {
        boolean[] seen = new boolean[charged.rows()];
        int[] queue = new int[charged.rows()];
        int end = 1;
        seen[0] = true;
        for (int at = 0; at < end; at++) {
            for (int arc = charged.firstArc()[queue[at]]; arc < charged.firstArc()[queue[at] + 1]; arc++) {
                int other = charged.column()[arc];
                if (other < charged.rows() && !seen[other]) {
                    seen[other] = true;
                    queue[end++] = other;
                }
            }
        }
        return end == charged.rows();
    }

    /** Sorts the arcs that leave the block by the peer they lead to. */
    private void buildLinks() {
        Map<Integer, List<Integer>> arcsTo = new TreeMap<>();
        int[] rowOf = new int[charged.column().length];
        for (int row = 0; row < charged.rows(); row++) {
            for (int arc = charged.firstArc()[row]; arc < charged.firstArc()[row + 1]; arc++) {
                rowOf[arc] = row;
                int column = charged.column()[arc];
                if (column >= charged.rows()) {
                    arcsTo.computeIfAbsent(local.host(column), peer -> new ArrayList<>())
                            .add(arc);
                }
            }
        }
        arcsTo.forEach((peer, list) -> {
            int[] arcs = list.stream().mapToInt(Integer::intValue).toArray();
            int[] rowOfArc = Arrays.stream(arcs).map(arc -> rowOf[arc]).toArray();
            int[] columns = Arrays.stream(arcs)
                    .map(arc -> charged.column()[arc])
                    .sorted()
                    .distinct()
                    .toArray();
            int[] rows = Arrays.stream(rowOfArc)
                    .distinct()
                    .boxed()
                    .sorted((one, two) -> Integer.compare(charged.agent(one), charged.agent(two)))
                    .mapToInt(Integer::intValue)
                    .toArray();
            links.put(peer, new Link(peer, rows, columns, Fingerprints.of(local, rules, arcs, rowOfArc)));
        });
    }

    boolean isPublished() {
        return published;
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    boolean isCertified() {
        return certified;
    }

    boolean isDegraded() {
        return degraded;
    }

    /** The number of the message that says what was played, which is the last one. */
    int numberOfPlayed(Link link) {
        return published ? link.sent.size() - 1 : link.sent.size();
    }

    /** Whether a step was made since this was last asked. */
    boolean hasMoved() {
        boolean moved = steps != stepsSeen;
        stepsSeen = steps;
        return moved;
    }

    int largestInbox() {
        int largest = 0;
        for (Link link : links.values()) {
            largest = Math.max(largest, link.inbox.size());
        }
        return largest;
    }

    /**
     * How many messages of a link may lie here: one that waits for the others', and one of a peer that is an iteration
     * ahead. A flood ends at one end up to two messages before the other has said all.
     */
    int window() {
        return local.budget() instanceof IterationRule.Fixed ? 2 : 4;
    }

    int dimension() {
        return d;
    }

    int fleet() {
        return local.fleet();
    }

    boolean exchangesActionsToo() {
        return local.budget() instanceof IterationRule.Accuracy && rules.variant().hasMomentum();
    }

    // ---- what the machine brings

    /** Opens all links; those to absent peers only to say that they are left out. */
    void open(java.util.function.IntPredicate isAbsent) {
        for (Link link : links.values()) {
            boolean absent = isAbsent.test(link.peer);
            Numbers told = rules.start() == From.PREVIOUS ? boundary(link, this::previousOf) : Numbers.NONE;
            tell(link, Message.Kind.OPENING, 0, link.fingerprint, absent ? Message.LEFT_OUT : 0, told);
            if (absent) {
                link.state = Link.State.OUT;
                degraded = true;
                around.effect(new Effect.EdgeLost(round, link.peer, Effect.Loss.ABSENT));
            }
        }
    }

    /** A peer is out for the rest of the round. Of no effect if it is already, or has said all it had to. */
    void lose(Link link, Effect.Loss cause) {
        if (link.state == Link.State.HELD || link.state == Link.State.OUT || link.stopped || isDone()) {
            return;
        }
        drop(link);
        around.effect(new Effect.EdgeLost(round, link.peer, cause));
        if (cause != Effect.Loss.GAVE_US_UP) {
            around.tell(link.peer, control(Message.Kind.GAVE_UP, link, 0));
        }
        dropInbox(link);
    }

    void refuse(Link link, Disagreement cause) {
        if (link.state == Link.State.HELD || link.state == Link.State.OUT) {
            return;
        }
        drop(link);
        around.effect(new Effect.EdgeRefused(round, link.peer, cause));
        around.tell(link.peer, control(Message.Kind.REFUSED, link, cause.code()));
        dropInbox(link);
    }

    private void drop(Link link) {
        link.state = state == null ? Link.State.OUT : Link.State.HELD;
        degraded = true;
    }

    /** What is not listened to needs no room; only what the peer plays is still of interest. */
    private void dropInbox(Link link) {
        Message last = link.inbox.isEmpty() ? null : link.inbox.lastEntry().getValue();
        link.inbox.clear();
        if (last != null && last.kind() == Message.Kind.PLAYED) {
            link.takePlayed(last);
        }
    }

    Message control(Message.Kind kind, Link link, int detail) {
        int number = kind == Message.Kind.ASK ? link.next : link.sent.size();
        return new Message(kind, round, number, 0, around.epoch(), null, detail, Numbers.NONE);
    }

    /** Time is up: goes on without whoever is awaited, and publishes what comes next. */
    void hurry() {
        hurried = true;
        for (Link link : links.values()) {
            if (link.isAwaited()) {
                lose(link, Effect.Loss.DEADLINE);
            }
        }
        proceed();
    }

    /** Goes on as far as what was heard allows. */
    void proceed() {
        try {
            while (step()) {
                steps++;
            }
        } catch (RuntimeException failed) {
            if (published) {
                throw failed;
            }
            hold(failed);
        }
        for (Link link : links.values()) {
            askOn(link);
        }
    }

    /** A peer that is known to be further need not be nudged to be asked. */
    private void askOn(Link link) {
        if (link.isAwaited() && link.known >= link.next && link.head() == null && link.asked != link.next) {
            link.asked = link.next;
            around.tell(link.peer, control(Message.Kind.ASK, link, 0));
        }
    }

    /** One step, if everybody it needs was heard. */
    private boolean step() {
        if (phase == Phase.DONE) {
            return false;
        }
        boolean all = true;
        for (Link link : links.values()) {
            while (link.isAwaited() && link.head() != null) {
                if (!consider(link, Objects.requireNonNull(link.head()))) {
                    break;
                }
            }
            all &= !link.isAwaited();
        }
        if (!all) {
            return false;
        }
        if (hurried && !published && state != null) {
            iterateOn();
            return true;
        }
        switch (phase) {
            case OPENING -> begin();
            case KAPPAS -> startCrawl();
            case CRAWLING -> crawlOn();
            case ITERATING -> iterated();
            case SHARING -> shareOn();
            case PLAYED -> close();
            case DONE -> throw new AssertionError();
        }
        return true;
    }

    /** Looks at a message whose turn it is; false if it stays. */
    private boolean consider(Link link, Message message) {
        Message.Kind kind = message.kind();
        if (kind == Message.Kind.PLAYED) {
            link.takePlayed(message);
            if (phase == Phase.PLAYED) {
                link.satisfied = true;
            } else {
                stop(link);
            }
            return true;
        }
        boolean wanted = switch (phase) {
            case OPENING -> kind == Message.Kind.OPENING;
            case KAPPAS -> kind == Message.Kind.KAPPA;
            case CRAWLING -> kind == Message.Kind.CRAWL || kind == Message.Kind.CRAWL_DONE;
            case ITERATING -> kind == Message.Kind.SHOWN && message.iteration() == k;
            case SHARING ->
                (kind == Message.Kind.SHARES || kind == Message.Kind.SHARES_DONE) && message.iteration() == k;
            case PLAYED, DONE -> false;
        };
        if (wanted) {
            link.take();
            link.satisfied = true;
            hear(link, message);
            return true;
        }
        // What is left of a flood that was over here earlier, and iterations beyond the last one here, are passed over.
        boolean leftover = phase == Phase.PLAYED || (phase != Phase.OPENING && kind != Message.Kind.SHOWN);
        if (leftover) {
            link.take();
            return true;
        }
        around.effect(new Effect.Rejected(link.peer, Rejection.OUT_OF_ORDER));
        link.hostile++;
        link.inbox.remove(link.next);
        return false;
    }

    /** A peer that stopped early is held at what it plays. */
    private void stop(Link link) {
        drop(link);
        around.effect(new Effect.EdgeLost(round, link.peer, Effect.Loss.STOPPED));
        Numbers last = link.played;
        if (state != null && last != null) {
            hearAll(link, last, 0);
        }
    }

    private void hear(Link link, Message message) {
        switch (message.kind()) {
            case OPENING -> hearOpening(link, message);
            case KAPPA -> hearKappas(link, message.numbers());
            case CRAWL, SHARES -> hearEntries(message.numbers(), false);
            case CRAWL_DONE, SHARES_DONE -> {
                link.floodDone = true;
                hearEntries(message.numbers(), true);
            }
            case SHOWN -> {
                hearAll(link, message.numbers(), 0);
                if (exchangesActionsToo()) {
                    hearActions(link, message.numbers(), link.columns.length * d);
                }
            }
            case PLAYED, ASK, HERE, GAVE_UP, REFUSED -> throw new AssertionError("unhandled " + message.kind());
        }
    }

    private void hearOpening(Link link, Message message) {
        Fingerprint theirs = Objects.requireNonNull(message.fingerprint());
        if (message.detail() == Message.LEFT_OUT) {
            lose(link, Effect.Loss.GAVE_US_UP);
            return;
        }
        var cause = link.fingerprint.disagreement(theirs);
        if (cause.isPresent()) {
            refuse(link, cause.get());
            return;
        }
        link.state = Link.State.IN;
        link.previous = message.numbers();
    }

    // ---- the round itself

    /** All openings are here, or will not come: the edges that are used stand. */
    private void begin() {
        boolean[] lost = new boolean[charged.columns()];
        Arrays.fill(lost, charged.rows(), lost.length, true);
        for (Link link : links.values()) {
            for (int column : link.columns) {
                lost[column] = link.state != Link.State.IN;
            }
        }
        boolean whole = true;
        int columns = 0;
        for (int column = 0; column < lost.length; column++) {
            whole &= !lost[column];
            usedColumn[column] = lost[column] ? -1 : columns++;
        }
        Block used = whole ? charged : charged.without(lost);
        HittingCost[] costs = new HittingCost[used.rows()];
        Arrays.setAll(costs, local::cost);
        state = BlockRound.open(used, costs, local.beta(), regularization, previous, rules.variant(), rules.start());
        for (Link link : links.values()) {
            if (link.state == Link.State.IN && rules.start() == From.PREVIOUS) {
                hearAll(link, Objects.requireNonNull(link.previous), 0);
            }
        }
        IterationRule budget = local.budget();
        boolean alone = local.beta() == 0 || (!(budget instanceof IterationRule.Fixed) && used.arcs(0, used.rows()) == 0);
        if (hurried) {
            iterateOn();
        } else if (alone) {
            limit = 1; // theory 10: one local solve, no messages
            iterateOn();
        } else if (budget instanceof IterationRule.Fixed fixed) {
            limit = fixed.k();
            momentum = Momentum.of(rules.variant(), local.kappa());
            iterateOn();
        } else if (budget instanceof IterationRule.Accuracy watched) {
            limit = watched.limit();
            momentum = Momentum.of(rules.variant(), local.kappa());
            iterateOn();
        } else {
            tellKappas();
        }
    }

    private BlockRound state() {
        return Objects.requireNonNull(state);
    }

    private void newStep(Phase next) {
        phase = next;
        for (Link link : links.values()) {
            link.satisfied = false;
        }
    }

    private void iterate() {
        newStep(Phase.ITERATING);
        state().iterate(momentum.next());
        k++;
        for (int row = 0; row < charged.rows(); row++) {
            for (int c = 0; c < d; c++) {
                if (!Double.isFinite(state().action(row, c))) {
                    throw Complaints.refuse(
                            "agents[" + charged.agent(row) + "].action",
                            "is " + state().action(row, c) + " after iteration " + k,
                            "a finite number",
                            "check the argmin of this agent's hitting cost, and the size of its numbers");
                }
            }
        }
    }

    /** Iterates, and shows it; the last iterate is played instead. */
    private void iterateOn() {
        iterate();
        boolean last = k == limit && accuracyBudget() == null;
        if (last || hurried) {
            publish(last ? Effect.Level.FINAL : Effect.Level.ITERATE);
            return;
        }
        for (Link link : links.values()) {
            if (link.state == Link.State.IN) {
                tell(link, Message.Kind.SHOWN, k, null, 0, shownTo(link));
            }
        }
    }

    private IterationRule.@Nullable Accuracy accuracyBudget() {
        boolean watched = !usesNobody() && local.budget() instanceof IterationRule.Accuracy;
        return watched ? (IterationRule.Accuracy) local.budget() : null;
    }

    private boolean usesNobody() {
        return state().block().arcs(0, state().block().rows()) == 0 || local.beta() == 0;
    }

    private Numbers shownTo(Link link) {
        if (!exchangesActionsToo()) {
            return boundary(link, state()::shown);
        }
        double[] both = new double[2 * link.rows.length * d];
        boundary(link, state()::shown).copyTo(0, both, 0, both.length / 2);
        boundary(link, state()::action).copyTo(0, both, both.length / 2, both.length / 2);
        return Numbers.wrap(both);
    }

    /** Everybody has shown iteration k. */
    private void iterated() {
        if (accuracyBudget() == null) {
            iterateOn();
            return;
        }
        Crawler.Entry[] selves = new Crawler.Entry[charged.rows()];
        for (int row = 0; row < selves.length; row++) {
            double share = state().certificate(row);
            selves[row] = new Crawler.Entry(charged.agent(row), share, state().isFinest(row) ? 1 : 0);
        }
        flood(Phase.SHARING, selves);
    }

    // ---- floods: a crawl, or the shares of a certificate

    private void flood(Phase flooding, Crawler.Entry... selves) {
        crawler = new Crawler(selves);
        crawlStep = 0;
        for (Link link : links.values()) {
            link.floodDone = false;
        }
        speak(flooding);
    }

    /** Says what is new; then waits for those who are not done, unless everything has been said. */
    private void speak(Phase flooding) {
        Crawler known = Objects.requireNonNull(crawler);
        Crawler.Message message = Objects.requireNonNull(known.speak());
        boolean shares = flooding == Phase.SHARING;
        crawlStep++;
        double[] flat = new double[ENTRY * message.entries().size()];
        for (int i = 0; i < message.entries().size(); i++) {
            Crawler.Entry entry = message.entries().get(i);
            flat[ENTRY * i] = entry.agent();
            flat[ENTRY * i + 1] = entry.startGap();
            flat[ENTRY * i + 2] = entry.kappa();
        }
        Message.Kind kind = shares
                ? (message.done() ? Message.Kind.SHARES_DONE : Message.Kind.SHARES)
                : (message.done() ? Message.Kind.CRAWL_DONE : Message.Kind.CRAWL);
        for (Link link : links.values()) {
            if (link.state == Link.State.IN) {
                tell(link, kind, shares ? k : crawlStep, null, 0, Numbers.wrap(flat));
            }
        }
        newStep(flooding);
        for (Link link : links.values()) {
            link.satisfied = message.done() || link.floodDone;
        }
    }

    private void hearEntries(Numbers numbers, boolean done) {
        List<Crawler.Entry> entries = new ArrayList<>();
        for (int at = 0; at < numbers.size(); at += ENTRY) {
            entries.add(new Crawler.Entry((int) numbers.get(at), numbers.get(at + 1), numbers.get(at + 2)));
        }
        Objects.requireNonNull(crawler).hear(new Crawler.Message(entries, done));
    }

    private void tellKappas() {
        Block used = state().block();
        ownKappa = new double[used.rows()];
        for (int row = 0; row < ownKappa.length; row++) {
            double a = local.cost(row).mu() + regularization[row];
            ownKappa[row] = Contraction.kappa(local.beta(), a, Contraction.strength(used, row));
        }
        edgeKappa = new double[used.columns()];
        System.arraycopy(ownKappa, 0, edgeKappa, 0, ownKappa.length);
        Arrays.fill(edgeKappa, ownKappa.length, edgeKappa.length, 1); // of whoever is lost on the way
        newStep(Phase.KAPPAS);
        for (Link link : links.values()) {
            if (link.state == Link.State.IN) {
                double[] told = new double[link.rows.length];
                Arrays.setAll(told, i -> ownKappa[link.rows[i]]);
                tell(link, Message.Kind.KAPPA, 0, null, 0, Numbers.wrap(told));
            }
        }
    }

    private double[] edgeKappa = {}; // 1 − q of every used column

    private void hearKappas(Link link, Numbers kappas) {
        for (int i = 0; i < link.columns.length; i++) {
            edgeKappa[usedColumn[link.columns[i]]] = kappas.get(i);
        }
    }

    private void startCrawl() {
        Block used = state().block();
        double[] known = new double[used.columns() * d];
        System.arraycopy(previous, 0, known, 0, previous.length);
        for (Link link : links.values()) {
            Numbers theirs = link.previous;
            for (int i = 0; theirs != null && theirs.size() > 0 && i < link.columns.length; i++) {
                int column = usedColumn[link.columns[i]];
                if (column >= 0) {
                    theirs.copyTo(i * d, known, column * d, d);
                }
            }
        }
        Crawler.Entry[] selves = new Crawler.Entry[used.rows()];
        for (int row = 0; row < selves.length; row++) {
            double gap =
                    StartGap.of(used, row, local.cost(row), local.beta(), regularization[row], known, rules.start());
            double least = 1;
            for (int arc = used.firstArc()[row]; arc < used.firstArc()[row + 1]; arc++) {
                least = Math.min(least, (edgeKappa[row] + edgeKappa[used.column()[arc]]) / 2);
            }
            selves[row] = new Crawler.Entry(used.agent(row), gap, least);
        }
        flood(Phase.CRAWLING, selves);
    }

    private void crawlOn() {
        Crawler known = Objects.requireNonNull(crawler);
        if (!known.isSilent()) {
            known.endStep();
            speak(Phase.CRAWLING);
            return;
        }
        Crawler.Sum found = known.sum();
        double epsilon = ((IterationRule.Crawl) local.budget()).epsilon() * found.agents() / local.fleet();
        limit = rules.variant() == Variant.PLAIN
                ? SufficientIterations.plain(found.startGap(), epsilon, found.kappa())
                : SufficientIterations.accelerated(found.startGap(), epsilon, found.kappa());
        momentum = Momentum.of(rules.variant(), found.kappa());
        crawler = null;
        iterateOn();
    }

    private void shareOn() {
        Crawler known = Objects.requireNonNull(crawler);
        if (!known.isSilent()) {
            known.endStep();
            speak(Phase.SHARING);
            return;
        }
        double certificate = 0;
        boolean finest = true;
        List<Crawler.Entry> entries = known.everything();
        for (Crawler.Entry entry : entries) {
            certificate += entry.startGap();
            finest &= entry.kappa() == 1;
        }
        AccuracyRule rule = accuracy;
        if (rule == null) {
            double epsilon = ((IterationRule.Accuracy) local.budget()).epsilon() * entries.size() / local.fleet();
            rule = new AccuracyRule(epsilon, limit);
            accuracy = rule;
        }
        crawler = null;
        if (rule.look(k, certificate, finest) == Decision.Ending.DONE) {
            iterateOn();
        } else {
            publish(Effect.Level.FINAL);
        }
    }

    // ---- the end of a round

    private void publish(Effect.Level level) {
        double[] actions = new double[charged.rows() * d];
        for (int i = 0; i < actions.length; i++) {
            actions[i] = state().action(i / d, i % d);
        }
        published = true;
        around.commit(this, Actions.flat(d, actions), leastMu, level, k);
        tellPlayed(state()::action);
    }

    /** No action could be worked out: the previous one is played again. */
    private void hold(RuntimeException failed) {
        degraded = true;
        published = true;
        around.effect(new Effect.CouldNotSolve(round, String.valueOf(failed.getMessage())));
        around.commit(this, Actions.flat(d, previous), leastMu, Effect.Level.HELD, 0);
        state = null;
        tellPlayed(this::previousOf);
        proceed();
    }

    private void tellPlayed(Coordinate coordinate) {
        newStep(Phase.PLAYED);
        for (Link link : links.values()) {
            tell(link, Message.Kind.PLAYED, k, null, 0, boundary(link, coordinate));
            link.satisfied = link.stopped;
        }
    }

    private void close() {
        phase = Phase.DONE;
        certify();
        around.effect(new Effect.RoundDone(round, degraded));
    }

    /** Says what the round is worth, as far as it is known what the others played; again only when that is complete. */
    void certify() {
        if (certified || !isDone()) {
            return;
        }
        double[] shares = new double[charged.rows()];
        boolean complete = true;
        BlockRound solved = state;
        for (Link link : links.values()) {
            Numbers theirs = link.played;
            if (solved != null && theirs != null) {
                hearActions(link, theirs, 0);
            }
        }
        for (int row = 0; row < shares.length; row++) {
            shares[row] = solved == null ? Double.POSITIVE_INFINITY : share(solved, row);
            complete &= Double.isFinite(shares[row]);
        }
        if (complete || !saidIncomplete) {
            around.effect(new Effect.Certified(round, Numbers.wrap(shares), complete));
        }
        certified = complete;
        saidIncomplete = true;
    }

    private boolean saidIncomplete;

    /** Theory 5.6: an edge that is charged but was not used adds β W_e(x_i − x_j − o_e) to the residual. */
    private double share(BlockRound solved, int row) {
        double[] residual = null;
        for (int arc = charged.firstArc()[row]; arc < charged.firstArc()[row + 1]; arc++) {
            int column = charged.column()[arc];
            if (usedColumn[column] >= 0 || local.beta() == 0) {
                continue;
            }
            Link link = Objects.requireNonNull(links.get(local.host(column)));
            Numbers theirs = link.played;
            if (theirs == null) {
                return Double.POSITIVE_INFINITY;
            }
            if (residual == null) {
                residual = new double[d];
                solved.residual(row, residual);
            }
            int at = Arrays.binarySearch(link.columns, column) * d;
            for (int r = 0; r < d; r++) {
                for (int c = 0; c < d; c++) {
                    double apart = solved.action(row, c) - theirs.get(at + c) - charged.offset(arc, c);
                    residual[r] += local.beta() * charged.gram(arc, r, c) * apart;
                }
            }
        }
        return residual == null ? solved.certificate(row) : solved.certificate(row, residual);
    }

    // ---- messages

    private interface Coordinate {
        double of(int row, int coordinate);
    }

    private double previousOf(int row, int coordinate) {
        return previous[row * d + coordinate];
    }

    private Numbers boundary(Link link, Coordinate coordinate) {
        double[] flat = new double[link.rows.length * d];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = coordinate.of(link.rows[i / d], i % d);
        }
        return Numbers.wrap(flat);
    }

    private void tell(
            Link link,
            Message.Kind kind,
            int iteration,
            @Nullable Fingerprint fingerprint,
            int detail,
            Numbers numbers) {
        Message message =
                new Message(kind, round, link.sent.size(), iteration, around.epoch(), fingerprint, detail, numbers);
        link.sent.add(message);
        around.tell(link.peer, message);
    }

    /** Takes what the peer's agents show, clipped if the rules say so. */
    private void hearAll(Link link, Numbers shown, int from) {
        for (int i = 0; i < link.columns.length; i++) {
            shown.copyTo(from + i * d, scratch, 0, d);
            clip(scratch);
            state().hear(usedColumn[link.columns[i]], scratch);
        }
    }

    private void hearActions(Link link, Numbers played, int from) {
        for (int i = 0; i < link.columns.length; i++) {
            int column = usedColumn[link.columns[i]];
            if (column >= 0) {
                played.copyTo(from + i * d, scratch, 0, d);
                state().hearAction(column, scratch);
            }
        }
    }

    private void clip(double[] x) {
        Numbers centre = rules.centre();
        if (centre == null) {
            return;
        }
        double squared = 0;
        for (int c = 0; c < d; c++) {
            squared += (x[c] - centre.get(c)) * (x[c] - centre.get(c));
        }
        double distance = Math.sqrt(squared);
        for (int c = 0; distance > rules.radius() && c < d; c++) {
            x[c] = centre.get(c) + rules.radius() / distance * (x[c] - centre.get(c));
        }
    }
}
