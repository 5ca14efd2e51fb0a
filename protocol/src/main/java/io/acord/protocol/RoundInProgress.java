package io.acord.protocol;

import io.acord.cost.HittingCost;
import io.acord.internal.foresight.BlockForesight;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.model.Actions;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.Objects;
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
final class RoundInProgress {

    /** What a round needs of the machine that plays it. */
    interface Host {

        void tell(int peer, Message message);

        /**
         * The round's actions stand; where the fleet looks ahead, they are the expert's.
         *
         * @param plan of all rounds in sight; null: there is none
         * @param isBelieved whether the plan rests on forecasts, if there are any
         * @return what is played
         */
        Actions commit(
                int round,
                Actions actions,
                double @Nullable [] plan,
                boolean isBelieved,
                double[] lambdaMemory,
                Effect.Level level,
                int iteration);

        void effect(Effect effect);

        /** Which life of the block this is. */
        long epoch();
    }

    private enum Phase {
        OPENING,
        KAPPAS,
        CRAWLING,
        ITERATING,
        SHARING,
        PLAYED,
        DONE
    }

    final int round;
    final RoundLinks links;
    double largestNorm; // of an action that makes sense
    private final LocalRound local;
    private final Recipe recipe;
    private final Host around;
    private final Block charged;
    private final int d;
    private final double[] previous; // x_{t−1} of the rows
    private final double[] lambdaMemory; // this round included
    private final double[] regularization; // λ_i b_i of the rows
    private final RoundCertificate certificate;
    private Phase phase = Phase.OPENING;
    private final @Nullable RoundPlan plan; // null: nobody looks ahead
    private @Nullable BlockRound state; // null before all openings
    private Momentum momentum = Momentum.none();
    private int k;
    private int limit; // K, or the most that an accuracy may take
    private @Nullable AccuracyPhase accuracy; // if the budget asks for it, and there is somebody to ask
    private @Nullable CrawlPhase crawl; // if the budget asks for it
    private int steps;
    private int stepsSeen;
    private boolean degraded;
    private boolean published;
    private boolean hurried; // the deadline has come

    RoundInProgress(
            int round,
            LocalRound local,
            Rules rules,
            Host around,
            int[] agents,
            Actions previous,
            Numbers memoryBefore,
            @Nullable BlockForesight foresight) {
        this.round = round;
        this.local = local;
        this.recipe = local.recipe(rules.recipe());
        this.around = around;
        this.charged = local.block();
        this.d = charged.dimension();
        this.previous = previous.toArray();
        Rules.Lookahead ahead = rules.lookahead();
        RoundCheck.check(round, local, recipe, ahead, agents, previous);
        int rows = charged.rows();
        this.lambdaMemory = new double[rows];
        this.regularization = new double[rows];
        for (int row = 0; row < rows; row++) {
            double mu = local.cost(row).mu();
            double b = local.switchingWeight(row);
            lambdaMemory[row] = recipe.lambda().remember(mu, memoryBefore.get(row), b);
            regularization[row] = recipe.lambda().lambda(agents[row], mu, memoryBefore.get(row), b) * b;
        }
        this.links = new RoundLinks(round, local, rules, recipe, around);
        this.plan = ahead == null || foresight == null ? null : new RoundPlan(local, links, recipe, ahead, foresight);
        this.certificate = new RoundCertificate(round, local, links);
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    boolean isCertified() {
        return certificate.isComplete();
    }

    /** This round as the books keep it, now that it is played. */
    Page page(Actions actions, @Nullable Actions played) {
        return new Page(round, actions, played, local, links, state, largestNorm);
    }

    LocalRound local() {
        return local;
    }

    /** The number of the message that says what was played, which is the last one. */
    int numberOfPlayed(RoundLink link) {
        return published ? link.sent.size() - 1 : link.sent.size();
    }

    /** Whether a step was made since this was last asked. */
    boolean hasMoved() {
        boolean moved = steps != stepsSeen;
        stepsSeen = steps;
        return moved;
    }

    /**
     * How many messages of a link may lie here: one that waits for the others', and one of a peer that is an iteration
     * ahead. A flood ends at one end up to two messages before the other has said all.
     */
    int window() {
        return recipe.iterations().isFixed() ? 2 : 4;
    }

    int dimension() {
        return d;
    }

    /** How many numbers an agent shows after an iteration. */
    int shownNumbers() {
        return plan == null ? (exchangesActionsToo() ? 2 : 1) * d : d + plan.width();
    }

    /** How many an agent tells with the opening: where its iterations begin. */
    int openingNumbers() {
        return recipe.from() == From.PREVIOUS ? plan == null ? d : d + plan.width() : 0;
    }

    /** How many an agent tells of what it plays. */
    int playedNumbers() {
        return plan == null ? d : 2 * d;
    }

    int fleet() {
        return local.fleet();
    }

    boolean exchangesActionsToo() {
        return recipe.iterations().looksAtCertificate() && recipe.variant().hasMomentum();
    }

    // ---- what the machine brings

    /** Opens all links; those to absent peers only to say that they are left out. */
    void open(java.util.function.IntPredicate isAbsent) {
        for (RoundLink link : links.all()) {
            boolean absent = isAbsent.test(link.peer);
            Numbers told = recipe.from() == From.PREVIOUS ? links.boundary(link, this::previousOf) : Numbers.NONE;
            if (plan != null && recipe.from() == From.PREVIOUS) {
                told = plan.opening(link, told);
            }
            links.tell(link, Message.Kind.OPENING, 0, link.fingerprint, absent ? Message.LEFT_OUT : 0, told);
            if (absent) {
                link.state = RoundLink.State.OUT;
                degraded = true;
                around.effect(new Effect.EdgeLost(round, link.peer, Effect.Loss.ABSENT));
            }
        }
    }

    /** A peer is out for the rest of the round. Of no effect if it is already, or has said all it had to. */
    void lose(RoundLink link, Effect.Loss cause) {
        if (link.state == RoundLink.State.HELD || link.state == RoundLink.State.OUT || link.stopped || isDone()) {
            return;
        }
        drop(link);
        around.effect(new Effect.EdgeLost(round, link.peer, cause));
        if (cause != Effect.Loss.GAVE_US_UP) {
            around.tell(link.peer, links.control(Message.Kind.GAVE_UP, link, 0));
        }
        link.dropInbox();
    }

    void refuse(RoundLink link, Disagreement cause) {
        link.refused = true;
        link.unshared |= cause.isAboutEdges();
        if (link.state == RoundLink.State.HELD || link.state == RoundLink.State.OUT) {
            return;
        }
        drop(link);
        around.effect(new Effect.EdgeRefused(round, link.peer, cause));
        around.tell(link.peer, links.control(Message.Kind.REFUSED, link, cause.code()));
        link.dropInbox();
    }

    private void drop(RoundLink link) {
        link.state = state == null ? RoundLink.State.OUT : RoundLink.State.HELD;
        degraded = true;
    }

    /** Time is up: goes on without whoever is awaited, and publishes what comes next. */
    void hurry() {
        hurried = true;
        for (RoundLink link : links.all()) {
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
        links.askOn();
    }

    /** One step, if everybody it needs was heard. */
    private boolean step() {
        if (phase == Phase.DONE) {
            return false;
        }
        boolean all = true;
        for (RoundLink link : links.all()) {
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
    private boolean consider(RoundLink link, Message message) {
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
    private void stop(RoundLink link) {
        drop(link);
        around.effect(new Effect.EdgeLost(round, link.peer, Effect.Loss.STOPPED));
        Numbers last = link.played;
        if (state != null && last != null) {
            links.hearShown(link, last, state);
        }
    }

    private void hear(RoundLink link, Message message) {
        switch (message.kind()) {
            case OPENING -> hearOpening(link, message);
            case KAPPA -> crawl().hearKappas(link, message.numbers());
            case CRAWL -> crawl().hear(link, message.numbers(), false);
            case CRAWL_DONE -> crawl().hear(link, message.numbers(), true);
            case SHARES -> accuracy().hear(link, message.numbers(), false);
            case SHARES_DONE -> accuracy().hear(link, message.numbers(), true);
            case SHOWN -> {
                links.hearShown(link, message.numbers(), state());
                if (plan != null) {
                    plan.hear(link, message.numbers());
                }
                if (exchangesActionsToo()) {
                    links.hearActions(link, message.numbers(), link.columns.length * d, state());
                }
            }
            case PLAYED, ASK, HERE, GAVE_UP, REFUSED, JOINS, LEAVES ->
                throw new AssertionError("unhandled " + message.kind());
        }
    }

    private void hearOpening(RoundLink link, Message message) {
        var cause = link.fingerprint.disagreement(Objects.requireNonNull(message.fingerprint()));
        link.agreed = cause.isEmpty();
        if (message.detail() == Message.LEFT_OUT) {
            lose(link, Effect.Loss.GAVE_US_UP);
            return;
        }
        if (cause.isPresent()) {
            refuse(link, cause.get());
            return;
        }
        link.state = RoundLink.State.IN;
        link.previous = message.numbers();
    }

    // ---- the round itself

    /** All openings are here, or will not come: the edges that are used stand. */
    private void begin() {
        Block used = links.used();
        HittingCost[] costs = new HittingCost[used.rows()];
        Arrays.setAll(costs, local::cost);
        state = BlockRound.open(used, costs, local.beta(), regularization, previous, recipe.variant(), recipe.from());
        for (RoundLink link : links.all()) {
            if (link.state == RoundLink.State.IN && recipe.from() == From.PREVIOUS) {
                links.hearShown(link, Objects.requireNonNull(link.previous), state());
            }
        }
        if (plan != null) {
            plan.begin(used);
        }
        IterationRule rule = recipe.iterations();
        boolean alone = local.beta() == 0 || (!rule.isFixed() && used.arcs(0, used.rows()) == 0);
        if (hurried) {
            iterateOn();
        } else if (alone) {
            limit = 1; // theory 10: one local solve, no messages
            iterateOn();
        } else if (rule.isFixed()) {
            limit = rule.known().orElseThrow();
            momentum = recipe.variant().momentum(local.kappa());
            if (plan != null) {
                plan.gainMomentum();
            }
            iterateOn();
        } else if (rule instanceof IterationRule.Accuracy watched) {
            limit = watched.limit();
            accuracy = new AccuracyPhase(watched, local, links);
            momentum = recipe.variant().momentum(local.kappa());
            iterateOn();
        } else if (rule instanceof IterationRule.Crawl crawled) {
            crawl = new CrawlPhase(crawled, local, recipe, links, used, regularization);
            phase = Phase.KAPPAS;
            crawl.tellKappas();
        } else {
            throw new AssertionError(rule + " was not refused");
        }
    }

    private BlockRound state() {
        return Objects.requireNonNull(state);
    }

    private CrawlPhase crawl() {
        return Objects.requireNonNull(crawl);
    }

    private AccuracyPhase accuracy() {
        return Objects.requireNonNull(accuracy);
    }

    private void newStep(Phase next) {
        phase = next;
        links.awaitAll();
    }

    private void iterate() {
        newStep(Phase.ITERATING);
        state().iterate(momentum.next());
        k++;
        RoundCheck.finite(state(), k);
        if (plan != null) {
            plan.iterate(k, largestNorm);
            String why = plan.whyNotBelieved();
            if (why != null) {
                around.effect(new Effect.ForecastsFailed(round, why));
            }
        }
    }

    /** Iterates, and shows it; the last iterate is played instead. */
    private void iterateOn() {
        iterate();
        boolean last = k == limit && !agreesOnAccuracy();
        if (last || hurried) {
            publish(last ? Effect.Level.FINAL : Effect.Level.ITERATE);
            return;
        }
        links.tellUsed(Message.Kind.SHOWN, k, this::shownTo);
    }

    private boolean agreesOnAccuracy() {
        boolean alone = state().block().arcs(0, state().block().rows()) == 0 || local.beta() == 0;
        return !alone && recipe.iterations().looksAtCertificate();
    }

    private Numbers shownTo(RoundLink link) {
        if (!exchangesActionsToo()) {
            Numbers shown = links.boundary(link, state()::shown);
            return plan == null ? shown : plan.shown(link, shown);
        }
        double[] both = new double[2 * link.rows.length * d];
        links.boundary(link, state()::shown).copyTo(0, both, 0, both.length / 2);
        links.boundary(link, state()::action).copyTo(0, both, both.length / 2, both.length / 2);
        return Numbers.wrap(both);
    }

    /** Everybody has shown iteration k. */
    private void iterated() {
        if (agreesOnAccuracy()) {
            accuracy().start(k, state());
            phase = Phase.SHARING;
        } else {
            iterateOn();
        }
    }

    private void shareOn() {
        if (accuracy().goOn(k)) {
            return;
        }
        if (accuracy().asksForMore(k)) {
            iterateOn();
        } else {
            publish(Effect.Level.FINAL);
        }
    }

    private void startCrawl() {
        crawl().start(previous);
        phase = Phase.CRAWLING;
    }

    private void crawlOn() {
        if (!crawl().goOn()) {
            limit = crawl().iterations();
            momentum = crawl().momentum();
            iterateOn();
        }
    }

    // ---- the end of a round

    private void publish(Effect.Level level) {
        double[] actions = new double[charged.rows() * d];
        for (int i = 0; i < actions.length; i++) {
            actions[i] = state().action(i / d, i % d);
        }
        double[] planned = plan == null ? null : plan.actions();
        boolean isBelieved = plan != null && plan.isBelieved();
        Actions played = around.commit(round, Actions.flat(d, actions), planned, isBelieved, lambdaMemory, level, k);
        published = true; // not before: an account may ask a cost that fails
        tellPlayed(state()::action, played);
    }

    /** No action could be worked out: the previous one is played again. */
    private void hold(RuntimeException failed) {
        degraded = true;
        published = true;
        around.effect(new Effect.CouldNotSolve(round, String.valueOf(failed.getMessage())));
        state = null;
        Actions held = Actions.flat(d, previous);
        tellPlayed(this::previousOf, around.commit(round, held, null, false, lambdaMemory, Effect.Level.HELD, 0));
        proceed();
    }

    /** Tells the actions; where the fleet looks ahead, these are the expert's, and what is played comes after. */
    private void tellPlayed(RoundLinks.Coordinate coordinate, Actions played) {
        newStep(Phase.PLAYED);
        for (RoundLink link : links.all()) {
            Numbers told = links.boundary(link, coordinate);
            if (plan != null) {
                told = told.and(links.boundary(link, played::get));
            }
            links.tell(link, Message.Kind.PLAYED, k, null, 0, told);
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
        Effect.Certified news = isDone() ? certificate.news(state) : null;
        if (news != null) {
            around.effect(news);
        }
    }

    private double previousOf(int row, int coordinate) {
        return previous[row * d + coordinate];
    }
}
