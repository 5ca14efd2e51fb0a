package io.acord.protocol.machine;

import io.acord.cost.HittingCost;
import io.acord.internal.foresight.BlockForesight;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rules;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The iterations of one round of a block: how many there are, what is computed in each, and what the neighbours are
 * shown of it. Mutable; who was heard, and when it is time for the next, says {@link RoundInProgress}.
 */
final class RoundIterations {

    private final int round;
    private final LocalRound local;
    private final Recipe recipe;
    private final RoundLinks links;
    private final Outbox outbox;
    private final int d;
    private final double[] previous; // x_{t−1} of the rows
    private final double[] regularization; // λ_i b_i of the rows
    private final @Nullable RoundPlan plan; // null: nobody looks ahead
    private @Nullable BlockRound state; // null before all openings
    private Momentum momentum = Momentum.none();
    private int k;
    private int limit; // K, or the most that an accuracy may take
    private @Nullable AccuracyPhase accuracy; // if the budget asks for it, and there is somebody to ask
    private @Nullable CrawlPhase crawl; // if the budget asks for it

    RoundIterations(
            int round,
            LocalRound local,
            Recipe recipe,
            RoundLinks links,
            Outbox outbox,
            double[] previous,
            double[] regularization,
            Rules.@Nullable Lookahead ahead,
            @Nullable BlockForesight foresight) {
        this.round = round;
        this.local = local;
        this.recipe = recipe;
        this.links = links;
        this.outbox = outbox;
        this.d = local.block().dimension();
        this.previous = previous;
        this.regularization = regularization;
        this.plan = ahead == null || foresight == null ? null : new RoundPlan(local, links, recipe, ahead, foresight);
    }

    // ---- what is told

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

    /** Where the iterations begin, as far as a link has to know. */
    Numbers opening(RoundLink link) {
        if (recipe.from() != From.PREVIOUS) {
            return Numbers.NONE;
        }
        Numbers told = links.boundary(link, this::previousOf);
        return plan == null ? told : plan.opening(link, told);
    }

    private double previousOf(int row, int coordinate) {
        return previous[row * d + coordinate];
    }

    private boolean exchangesActionsToo() {
        return recipe.iterations().looksAtCertificate() && recipe.variant().hasMomentum();
    }

    /** Shows iteration k to everybody whose edges are used. */
    void show() {
        links.tellUsed(Message.Kind.SHOWN, k, this::shownTo);
    }

    private Numbers shownTo(RoundLink link) {
        if (!exchangesActionsToo()) {
            Numbers shown = links.boundary(link, state()::shown);
            return plan == null ? shown : plan.shown(link, shown);
        }
        return links.boundary(link, state()::shown).and(links.boundary(link, state()::action));
    }

    // ---- what is heard

    /** Takes what a peer says for the iterations, or to find out how many there are. */
    void hear(RoundLink link, Message message) {
        switch (message.kind()) {
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
            case OPENING, PLAYED, ASK, HERE, GAVE_UP, REFUSED, JOINS, LEAVES ->
                throw new AssertionError("unhandled " + message.kind());
        }
    }

    /** A peer that stopped early is held at what it plays. */
    void hold(RoundLink link, Numbers played) {
        if (state != null) {
            links.hearShown(link, played, state);
        }
    }

    // ---- iterations

    /**
     * All openings are here, or will not come: the edges that are used stand.
     *
     * @param hurried whether there is time for one iteration only
     * @return whether the block iterates now; false: it crawls the network first
     */
    boolean begin(boolean hurried) {
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
            return true;
        }
        if (alone) {
            limit = 1; // theory 10: one local solve, no messages
            return true;
        }
        if (rule.isFixed()) {
            limit = rule.known().orElseThrow();
            momentum = recipe.variant().momentum(local.kappa());
            if (plan != null) {
                plan.gainMomentum();
            }
            return true;
        }
        if (rule instanceof IterationRule.Accuracy watched) {
            limit = watched.limit();
            accuracy = new AccuracyPhase(watched, local, links);
            momentum = recipe.variant().momentum(local.kappa());
            return true;
        }
        if (rule instanceof IterationRule.Crawl crawled) {
            crawl = new CrawlPhase(crawled, local, recipe, links, used, regularization);
            crawl.tellKappas();
            return false;
        }
        throw new AssertionError(rule + " was not refused");
    }

    /** @param largestNorm of an action that makes sense */
    void iterate(double largestNorm) {
        state().iterate(momentum.next());
        k++;
        RoundCheck.finite(state(), k);
        if (plan != null) {
            plan.iterate(k, largestNorm);
            String why = plan.whyNotBelieved();
            if (why != null) {
                outbox.add(new Effect.ForecastsFailed(round, why));
            }
        }
    }

    /** How many were made. */
    int made() {
        return k;
    }

    /** Whether iteration k is known to be the last. */
    boolean isLast() {
        return k == limit && !agreesOnAccuracy();
    }

    /** Whether the component looks at its certificate after every iteration. */
    boolean agreesOnAccuracy() {
        boolean alone = state().block().arcs(0, state().block().rows()) == 0 || local.beta() == 0;
        return !alone && recipe.iterations().looksAtCertificate();
    }

    /** Everybody has shown iteration k: tells what it is worth. */
    void startSharing() {
        accuracy().start(k, state());
    }

    /** All have been heard in this step; returns false if the component's shares are known. */
    boolean shareOn() {
        return accuracy().goOn(k);
    }

    /** Whether the component's certificate asks for another iteration. */
    boolean asksForMore() {
        return accuracy().asksForMore(k);
    }

    void startCrawl() {
        crawl().start(previous);
    }

    /** All have been heard in this step; returns false if the component is known, and with it K. */
    boolean crawlOn() {
        if (crawl().goOn()) {
            return true;
        }
        limit = crawl().iterations();
        momentum = crawl().momentum();
        return false;
    }

    // ---- what came of it

    boolean hasBegun() {
        return state != null;
    }

    /** The block after iteration k; null before the first, or if none could be worked out. */
    @Nullable
    BlockRound reached() {
        return state;
    }

    double action(int row, int coordinate) {
        return state().action(row, coordinate);
    }

    /** What all rows plan; null: nobody looks ahead. */
    double @Nullable [] planned() {
        return plan == null ? null : plan.actions();
    }

    /** Whether the plan rests on forecasts, if there are any. */
    boolean isBelieved() {
        return plan != null && plan.isBelieved();
    }

    boolean looksAhead() {
        return plan != null;
    }

    /** No action could be worked out. */
    void abandon() {
        state = null;
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
}
