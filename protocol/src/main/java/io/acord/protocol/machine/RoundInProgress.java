package io.acord.protocol.machine;

import io.acord.internal.foresight.BlockForesight;
import io.acord.model.Actions;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import io.acord.protocol.Rules;
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

    /** Who remembers and gives out what a round has come to. */
    interface Committer {

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
                Numbers lambdaMemory,
                Effect.Level level,
                int iteration);
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
    final RoundIterations iterations;
    double largestNorm; // of an action that makes sense
    private final LocalRound local;
    private final Recipe recipe;
    private final Outbox outbox;
    private final Committer committer;
    private final int d;
    private final double[] previous; // x_{t−1} of the rows
    private final Numbers lambdaMemory; // this round included
    private final RoundCertificate certificate;
    private Phase phase = Phase.OPENING;
    private int steps;
    private int stepsSeen;
    private boolean degraded;
    private boolean published;
    private boolean hurried; // the deadline has come

    RoundInProgress(
            int round,
            LocalRound local,
            Rules rules,
            Outbox outbox,
            Committer committer,
            int[] agents,
            Actions previous,
            Numbers memoryBefore,
            @Nullable BlockForesight foresight) {
        this.round = round;
        this.local = local;
        this.recipe = local.recipe(rules.recipe());
        this.outbox = outbox;
        this.committer = committer;
        this.d = local.block().dimension();
        this.previous = previous.toArray();
        Rules.Lookahead ahead = rules.lookahead();
        RoundCheck.check(round, local, recipe, ahead, agents, previous);
        int rows = local.block().rows();
        double[] regularization = new double[rows]; // λ_i b_i of the rows
        for (int row = 0; row < rows; row++) {
            double mu = local.cost(row).mu();
            double b = local.switchingWeight(row);
            regularization[row] = recipe.lambda().lambda(agents[row], mu, memoryBefore.get(row), b) * b;
        }
        this.lambdaMemory = lambdaMemory(rules, local, memoryBefore);
        this.links = new RoundLinks(round, local, rules, recipe, outbox);
        this.iterations = new RoundIterations(
                round, local, recipe, links, outbox, this.previous, regularization, ahead, foresight);
        this.certificate = new RoundCertificate(round, local, links);
    }

    /** What the λ of the rows rests on after a round, played or not. */
    static Numbers lambdaMemory(Rules rules, LocalRound local, Numbers before) {
        Recipe recipe = local.recipe(rules.recipe());
        double[] memory = new double[local.block().rows()];
        for (int row = 0; row < memory.length; row++) {
            memory[row] = recipe.lambda().remember(local.cost(row).mu(), before.get(row), local.switchingWeight(row));
        }
        return Numbers.of(memory);
    }

    boolean isDone() {
        return phase == Phase.DONE;
    }

    boolean isCertified() {
        return certificate.isComplete();
    }

    /** This round as the books keep it, now that it is played. */
    Page page(Actions actions, @Nullable Actions played) {
        return new Page(round, actions, played, local, links, iterations.reached(), largestNorm);
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

    int fleet() {
        return local.fleet();
    }

    // ---- what the machine brings

    /** Opens all links; those to absent peers only to say that they are left out. */
    void open(java.util.function.IntPredicate isAbsent) {
        for (RoundLink link : links.all()) {
            boolean absent = isAbsent.test(link.peer);
            int detail = absent ? Message.LEFT_OUT : 0;
            links.tell(link, Message.Kind.OPENING, 0, link.fingerprint, detail, iterations.opening(link));
            if (absent) {
                link.state = RoundLink.State.OUT;
                degraded = true;
                outbox.add(new Effect.EdgeLost(round, link.peer, Effect.Loss.ABSENT));
            }
        }
    }

    /** A peer is out for the rest of the round. Of no effect if it is already, or has said all it had to. */
    void lose(RoundLink link, Effect.Loss cause) {
        if (link.state == RoundLink.State.HELD || link.state == RoundLink.State.OUT || link.stopped || isDone()) {
            return;
        }
        drop(link);
        outbox.add(new Effect.EdgeLost(round, link.peer, cause));
        if (cause != Effect.Loss.GAVE_US_UP) {
            outbox.tell(link.peer, links.control(Message.Kind.GAVE_UP, link, 0));
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
        outbox.add(new Effect.EdgeRefused(round, link.peer, cause));
        outbox.tell(link.peer, links.control(Message.Kind.REFUSED, link, cause.code()));
        link.dropInbox();
    }

    private void drop(RoundLink link) {
        link.state = iterations.hasBegun() ? RoundLink.State.HELD : RoundLink.State.OUT;
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
        if (hurried && !published && iterations.hasBegun()) {
            iterateOn();
            return true;
        }
        switch (phase) {
            case OPENING -> begin();
            case KAPPAS -> {
                iterations.startCrawl();
                phase = Phase.CRAWLING;
            }
            case CRAWLING -> {
                if (!iterations.crawlOn()) {
                    iterateOn();
                }
            }
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
            case ITERATING -> kind == Message.Kind.SHOWN && message.iteration() == iterations.made();
            case SHARING ->
                (kind == Message.Kind.SHARES || kind == Message.Kind.SHARES_DONE)
                        && message.iteration() == iterations.made();
            case PLAYED, DONE -> false;
        };
        if (wanted) {
            link.take();
            link.satisfied = true;
            if (kind == Message.Kind.OPENING) {
                hearOpening(link, message);
            } else {
                iterations.hear(link, message);
            }
            return true;
        }
        // What is left of a flood that was over here earlier, and iterations beyond the last one here, are passed over.
        boolean leftover = phase == Phase.PLAYED || (phase != Phase.OPENING && kind != Message.Kind.SHOWN);
        if (leftover) {
            link.take();
            return true;
        }
        outbox.reject(link.peer, Rejection.OUT_OF_ORDER);
        link.hostile++;
        link.inbox.remove(link.next);
        return false;
    }

    /** A peer that stopped early is held at what it plays. */
    private void stop(RoundLink link) {
        drop(link);
        outbox.add(new Effect.EdgeLost(round, link.peer, Effect.Loss.STOPPED));
        Numbers last = link.played;
        if (last != null) {
            iterations.hold(link, last);
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

    /** All openings are here, or will not come. */
    private void begin() {
        if (iterations.begin(hurried)) {
            iterateOn();
        } else {
            phase = Phase.KAPPAS;
        }
    }

    private void newStep(Phase next) {
        phase = next;
        links.awaitAll();
    }

    /** Iterates, and shows it; the last iterate is played instead. */
    private void iterateOn() {
        newStep(Phase.ITERATING);
        iterations.iterate(largestNorm);
        boolean last = iterations.isLast();
        if (last || hurried) {
            publish(last ? Effect.Level.FINAL : Effect.Level.ITERATE);
        } else {
            iterations.show();
        }
    }

    /** Everybody has shown the last iteration. */
    private void iterated() {
        if (iterations.agreesOnAccuracy()) {
            iterations.startSharing();
            phase = Phase.SHARING;
        } else {
            iterateOn();
        }
    }

    private void shareOn() {
        if (iterations.shareOn()) {
            return;
        }
        if (iterations.asksForMore()) {
            iterateOn();
        } else {
            publish(Effect.Level.FINAL);
        }
    }

    // ---- the end of a round

    private void publish(Effect.Level level) {
        double[] actions = new double[local.block().rows() * d];
        Arrays.setAll(actions, i -> iterations.action(i / d, i % d));
        Actions played = committer.commit(
                round,
                Actions.flat(d, actions),
                iterations.planned(),
                iterations.isBelieved(),
                lambdaMemory,
                level,
                iterations.made());
        published = true; // not before: an account may ask a cost that fails
        tellPlayed(iterations::action, played);
    }

    /** No action could be worked out: the previous one is played again. */
    private void hold(RuntimeException failed) {
        degraded = true;
        published = true;
        outbox.add(new Effect.CouldNotSolve(round, String.valueOf(failed.getMessage())));
        iterations.abandon();
        Actions held = Actions.flat(d, previous);
        tellPlayed(this::previousOf, committer.commit(round, held, null, false, lambdaMemory, Effect.Level.HELD, 0));
        proceed();
    }

    /** Tells the actions; where the fleet looks ahead, these are the expert's, and what is played comes after. */
    private void tellPlayed(RoundLinks.Coordinate coordinate, Actions played) {
        newStep(Phase.PLAYED);
        for (RoundLink link : links.all()) {
            Numbers told = links.boundary(link, coordinate);
            if (iterations.looksAhead()) {
                told = told.and(links.boundary(link, played::get));
            }
            links.tell(link, Message.Kind.PLAYED, iterations.made(), null, 0, told);
            link.satisfied = link.stopped;
        }
    }

    private void close() {
        phase = Phase.DONE;
        certify();
        outbox.add(new Effect.RoundDone(round, degraded));
    }

    /** Says what the round is worth, as far as it is known what the others played; again only when that is complete. */
    void certify() {
        Effect.Certified news = isDone() ? certificate.news(iterations.reached()) : null;
        if (news != null) {
            outbox.add(news);
        }
    }

    private double previousOf(int row, int coordinate) {
        return previous[row * d + coordinate];
    }
}
