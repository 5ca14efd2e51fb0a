package io.acord.protocol.machine;

import io.acord.cost.HittingCost;
import io.acord.input.Complaints;
import io.acord.internal.foresight.BlockForesight;
import io.acord.model.Actions;
import io.acord.protocol.Disagreement;
import io.acord.protocol.Effect;
import io.acord.protocol.Fingerprint;
import io.acord.protocol.LocalRound;
import io.acord.protocol.Message;
import io.acord.protocol.Numbers;
import io.acord.protocol.Rejection;
import io.acord.protocol.Rules;
import io.acord.protocol.Snapshot;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The books of a block's agents (theory 12), and a page for each of the last rounds. Rounds are closed in order, each
 * when it is known what all neighbours played in it and that they mean the same edges: of an edge that one end counts
 * alone nothing follows. What is missing is asked of the neighbours, who find it on their pages; after a death, what
 * the rounds were is asked of the driver. Mutable.
 *
 * <p>A block that looks ahead keeps its accounts here, too (theory 14). They need the page of the last round only: what
 * is not known of it when the next is decided is charged the most that it can cost.
 *
 * <p>Pages are bounded. Where a round is still not closed when its page has to go, the books end with the round before:
 * what they prove stays true and becomes no more.
 */
final class BlockBooks {

    /** So many rounds are kept, of small blocks. */
    private static final int MOST_ROUNDS = 128;

    /** And of large ones as many as have so many numbers: they are written to the journal in every round. */
    private static final int MOST_NUMBERS = 8_192;

    private static final int LEAST_ROUNDS = 2;

    private final Rules rules;
    private final Outbox outbox;
    private final MessageInspection inspection;
    private final int[] agents;
    private final int capacity;
    private final Books books;
    private final TreeMap<Integer, Page> pages = new TreeMap<>(); // by round, the last ones, without gaps
    private final Set<Integer> removed = new HashSet<>(); // peers that are of the fleet no more
    private int closed;
    private boolean ended;
    private final @Nullable BlockForesight foresight; // null: the block does not look ahead
    private int lastRound; // that was played
    private int accounted; // the last round whose accounts were told
    private boolean isPromised;
    private final int doubtful; // a round that an earlier life may have told otherwise; 0: none

    /**
     * Goes on where a snapshot was.
     *
     * @param inDoubt whether peers may know of other actions than the snapshot does: then nobody can say that both ends
     *     of an edge count the same
     */
    BlockBooks(Rules rules, Outbox outbox, MessageInspection inspection, int[] agents, Snapshot last, boolean inDoubt) {
        this.rules = rules;
        this.outbox = outbox;
        this.inspection = inspection;
        this.agents = agents;
        int numbers = last.actions().agents() * last.actions().dimension();
        this.capacity = Math.max(LEAST_ROUNDS, Math.min(MOST_ROUNDS, MOST_NUMBERS / numbers));
        Snapshot.KeptBooks kept = last.books();
        this.books = Books.of(last.actions().dimension(), kept.numbers().toArray());
        this.closed = kept.closed();
        this.ended = kept.ended() || inDoubt;
        for (int k = 0; k < kept.earlier().size() && !inDoubt; k++) {
            int round = last.round() - kept.earlier().size() + k;
            pages.put(round, new Page(round, kept.earlier().get(k), null));
        }
        this.foresight = foresight(last, inDoubt);
        if (last.round() > 0 && !inDoubt) {
            pages.put(last.round(), new Page(last.round(), last.actions(), foresight == null ? null : last.played()));
        }
        this.lastRound = last.round();
        this.accounted = inDoubt ? last.round() + 1 : Math.max(0, last.round() - 1);
        this.isPromised = foresight == null || foresight.whyNotPromised().isEmpty();
        this.doubtful = inDoubt ? last.round() + 1 : 0;
    }

    private @Nullable BlockForesight foresight(Snapshot last, boolean inDoubt) {
        Rules.Lookahead ahead = rules.lookahead();
        if (ahead == null) {
            if (last.foresight().size() > 0) {
                throw Complaints.refuse(
                        "journal",
                        "has the accounts of a block that looks ahead",
                        "one of a block that does not",
                        "play foresight as before, or give every fleet a journal of its own");
            }
            return null;
        }
        double[] expert = last.actions().toArray();
        int d = last.actions().dimension();
        boolean settles = inspection.settlesEdges();
        BlockForesight found = last.foresight().size() == 0
                ? new BlockForesight(ahead.epsilon(), settles, d, expert)
                : BlockForesight.resume(
                        ahead.epsilon(), settles, d, expert, last.foresight().toArray());
        if (inDoubt) {
            found.doubt();
        }
        return found;
    }

    // ---- accounts

    /** What the block remembers that looks ahead; null if it does not. */
    @Nullable
    BlockForesight foresight() {
        return foresight;
    }

    /** What is written down of it. */
    Numbers keptForesight() {
        return foresight == null ? Numbers.NONE : Numbers.of(foresight.toArray());
    }

    /**
     * Decides how far the experts' actions are left for the plan.
     *
     * @param plan of all rounds in sight
     * @param isBelieved whether it rests on forecasts, if there are any
     */
    void follow(int round, LocalRound local, Actions experts, double[] plan, boolean isBelieved) {
        BlockForesight ahead = Objects.requireNonNull(foresight);
        settle();
        tellAccounts(ahead);
        boolean follows = isBelieved
                && (local.forecasts().rounds() > 0 || local.forecasts().isEnd());
        ahead.decide(round, lastRound(local), experts.toArray(), plan, follows);
        lastRound = round;
        if (isPromised && ahead.whyNotPromised().isPresent()) {
            isPromised = false;
            outbox.add(new Effect.PromiseEnded(round, ahead.whyNotPromised().get()));
        }
    }

    /** How the actions of the last round came about; null if the block does not look ahead. */
    Effect.@Nullable Followed followed(Actions experts) {
        BlockForesight ahead = foresight;
        if (ahead == null) {
            return null;
        }
        BlockForesight.Choice choice = ahead.choice();
        return new Effect.Followed(
                experts,
                Actions.flat(experts.dimension(), choice.planned()),
                Numbers.of(choice.gammas()),
                Numbers.of(ahead.balances()));
    }

    /** A round that nobody decided: its agents go to where their experts stay. */
    void hold(int round) {
        if (foresight != null) {
            settle();
            tellAccounts(foresight);
            foresight.hold();
            lastRound = round;
        }
    }

    private static BlockForesight.LastRound lastRound(LocalRound local) {
        HittingCost[] costs = new HittingCost[local.block().rows()];
        double[] b = new double[costs.length];
        Arrays.setAll(costs, local::cost);
        Arrays.setAll(b, local::switchingWeight);
        return new BlockForesight.LastRound(local.block(), costs, local.beta(), b);
    }

    /** Takes what is known by now of the last round; says what accounts hold once nothing is in doubt. */
    private void settle() {
        BlockForesight ahead = foresight;
        Page page = pages.get(lastRound);
        if (ahead == null || page == null || accounted >= lastRound) {
            return;
        }
        int d = page.dimension();
        for (RoundLink link : page.all()) {
            Numbers both = link.played;
            if (link.accounted) {
                continue;
            }
            if (link.isSettled() && both != null && both.size() == 2 * link.columns.length * d) {
                link.accounted = true;
                tell(ahead, link, both);
            } else if (link.unshared || !inspection.chargesDoubt()) {
                Arrays.stream(link.columns).forEach(ahead::absent);
            }
        }
        if (ahead.isSettled()) {
            tellAccounts(ahead);
        }
    }

    /** Tells the accounts what the experts of a link's columns play, and what they play themselves. */
    private static void tell(BlockForesight ahead, RoundLink link, Numbers both) {
        int d = both.size() / (2 * link.columns.length);
        double[] e = new double[link.columns.length * d];
        double[] x = new double[e.length];
        both.copyTo(0, e, 0, e.length);
        both.copyTo(e.length, x, 0, x.length);
        for (int i = 0; i < link.columns.length; i++) {
            ahead.told(link.columns[i], e, x, i * d);
        }
    }

    private void tellAccounts(BlockForesight ahead) {
        if (accounted < lastRound) {
            accounted = lastRound;
            outbox.add(new Effect.Accounted(lastRound, Numbers.of(ahead.balances())));
        }
    }

    // ---- books

    /** What is written down with the snapshot of a round that has its page already. */
    Snapshot.KeptBooks snapshot(int round) {
        List<Actions> earlier = new ArrayList<>();
        pages.headMap(round).values().forEach(page -> earlier.add(page.played));
        return new Snapshot.KeptBooks(closed, ended, Numbers.of(books.toArray()), earlier);
    }

    /** A round has been played. */
    void add(Page page) {
        pages.put(page.round, page);
        while (pages.size() > capacity) {
            Page oldest = pages.pollFirstEntry().getValue();
            if (oldest.round > closed) {
                end("too many rounds wait for what neighbours played");
            }
        }
    }

    /** No later round will be closed: what follows from the rounds so far stays. */
    void end(String why) {
        if (!ended) {
            ended = true;
            outbox.add(new Effect.BooksEnded(closed, why));
        }
    }

    /** Another life's actions are not known, so nothing can be said about them to peers either. */
    void forget(String why) {
        pages.clear();
        if (foresight != null) {
            foresight.forget();
        }
        end(why);
    }

    /** Somebody new has nothing to close up to a round. */
    void beginAfter(int round) {
        if (!ended) {
            closed = round;
        }
    }

    /** Whether a round waits for something that peers can tell. */
    boolean isWaiting() {
        Page first = pages.get(closed + 1);
        return !ended && first != null && !first.missing().isEmpty();
    }

    /** Closes all rounds whose turn it is; returns whether there was one. */
    boolean closeOn() {
        settle();
        int before = closed;
        while (!ended) {
            Page page = pages.get(closed + 1);
            if (page == null) {
                break;
            }
            if (!page.isKnown()) {
                askWhatItWas(page);
                break;
            }
            if (page.isRefused()) {
                end("a neighbour means another round " + page.round);
                break;
            }
            if (page.missing().stream().anyMatch(link -> removed.contains(link.peer))) {
                end("a member was removed before it told what it played in round " + page.round);
                break;
            }
            if (inspection.booksWaitFor(page.missing())) {
                break;
            }
            if (!close(page)) {
                end("a cost of round " + page.round + " cannot be trusted");
                break;
            }
            closed++;
            outbox.add(new Effect.Booked(closed, Numbers.of(books.toArray())));
        }
        return closed > before;
    }

    private boolean close(Page page) {
        try {
            return page.close(books);
        } catch (RuntimeException failed) { // of a cost that fails a fleet goes on, without its books
            return false;
        }
    }

    private void askWhatItWas(Page page) {
        if (!page.isAskedFor) {
            page.isAskedFor = true;
            outbox.add(new Effect.Recall(page.round));
        }
    }

    /** The driver says what a past round was; null: nobody knows. Returns whether that is of use. */
    boolean recalled(int round, @Nullable LocalRound local, double largestNorm) {
        Page page = pages.get(round);
        if (page == null || page.isKnown() || !page.isAskedFor) {
            return false;
        }
        if (local != null && isOfThisBlock(local, page)) {
            RoundLinks links = new RoundLinks(round, local, rules, local.recipe(rules.recipe()), outbox);
            page.know(local, links, largestNorm);
            if (foresight != null && round == lastRound) {
                foresight.recall(lastRound(local));
            }
            return true;
        }
        if (round > closed) {
            end("nobody knows what round " + round + " was");
        }
        return false;
    }

    private boolean isOfThisBlock(LocalRound local, Page page) {
        boolean same = local.block().rows() == agents.length && local.block().dimension() == page.dimension();
        for (int row = 0; same && row < agents.length; row++) {
            same = local.block().agent(row) == agents[row];
        }
        return same;
    }

    // ---- peers

    /** Tells a peer what was played in a round that it shared; false if there is nothing to tell. */
    boolean tell(int peer, int round) {
        Page page = pages.get(round);
        if (page == null || (round == doubtful && foresight != null)) {
            return false; // what an earlier life told is what counts, and accounts must not rest on another word
        }
        if (!page.isKnown()) {
            askWhatItWas(page);
        }
        RoundLink link = page.to(peer);
        if (link == null) {
            if (page.isKnown()) {
                outbox.tell(peer, Message.Kind.REFUSED, round, Disagreement.NO_EDGE.code());
            }
            return page.isKnown();
        }
        outbox.tell(
                peer,
                new Message(Message.Kind.PLAYED, round, 1, 0, outbox.epoch(), link.fingerprint, 0, page.toldTo(link)));
        return true;
    }

    /** Takes what a peer says it played in a round that is over; returns what is wrong with it, null: nothing. */
    @Nullable
    Rejection hear(int peer, Message message, Fingerprint theirs, MessageInspection inspection) {
        Page page = pages.get(message.round());
        RoundLink link = page == null ? null : page.to(peer);
        if (page == null || link == null || link.isSettled() || link.refused) {
            return Rejection.OLD_ROUND;
        }
        if (link.fingerprint.edges() != theirs.edges() || link.fingerprint.beta() != theirs.beta()) {
            link.refused = true;
            link.unshared = true;
            return null;
        }
        int numbers = link.columns.length * page.dimension();
        boolean withPlayed = foresight != null && message.numbers().size() == 2 * numbers;
        if (message.numbers().size() != numbers && !withPlayed) {
            return Rejection.WRONG_LENGTH;
        }
        Rejection nonsense = inspection.nonsenseInActions(message.numbers(), page.dimension(), page.largestNorm());
        if (nonsense == null) {
            link.agreed = true;
            if (link.played == null) {
                link.takePlayed(message);
            }
        }
        return nonsense;
    }

    /** Takes that a peer means other edges in a round that is over; returns whether that was of use. */
    boolean hearRefusal(int peer, int round, Disagreement cause) {
        Page page = pages.get(round);
        RoundLink link = page == null ? null : page.to(peer);
        if (link == null || link.isSettled() || link.refused || !cause.isAboutEdges()) {
            return false;
        }
        link.refused = true;
        link.unshared = true;
        return true;
    }

    /** A peer had no part in these rounds: its edges of them are charged to neither end. */
    void leaveOut(int peer, IntPredicate hadNoPart) {
        for (Page page : pages.values()) {
            if (page.round > closed && hadNoPart.test(page.round)) {
                hearRefusal(peer, page.round, Disagreement.NO_EDGE);
            }
        }
    }

    /** A peer will never be heard again, or may be: rounds that wait for one that will not are not closed. */
    void expect(int peer, boolean isExpected) {
        if (isExpected) {
            removed.remove(peer);
        } else {
            removed.add(peer);
        }
    }

    /**
     * Asks for what is missing of the first round that is not closed.
     *
     * @param from of rounds from here on it is asked elsewhere what was played
     * @param isAbsent who would not answer
     */
    void ask(int from, IntPredicate isAbsent) {
        Page first = pages.get(closed + 1);
        if (ended || first == null) {
            return;
        }
        for (RoundLink link : first.missing()) {
            boolean asked = first.round >= from && link.played == null;
            if (!asked && !isAbsent.test(link.peer)) {
                outbox.tell(
                        link.peer,
                        new Message(
                                Message.Kind.ASK,
                                first.round,
                                link.next,
                                0,
                                outbox.epoch(),
                                null,
                                Message.ONLY_PLAYED,
                                Numbers.NONE));
            }
        }
    }
}
