package io.acord.acord;

import io.acord.cost.HittingCostCheck;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.BlockRound;
import io.acord.internal.kernel.Buffers;
import io.acord.internal.kernel.Crew;
import io.acord.internal.kernel.RoundEnd;
import io.acord.internal.kernel.Scratch;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Momentum;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import org.jspecify.annotations.Nullable;

/**
 * ACORD for a whole fleet in memory: minimises F_t approximately, as its agents would by talking to their neighbours.
 * Keeps nothing between rounds but the layout of the last graph and arrays to write into. One thread may use it at a
 * time.
 */
public final class Acord {

    /** Fewer rows are not worth a second thread: meeting at the barrier costs more than they do. */
    private static final int ROWS_PER_THREAD = 2048;

    /** The same for rows of one number that are solved in closed form, in arcs: they take far less. */
    private static final int ARCS_PER_THREAD = 130_000;

    /** Moving that costs more could cost more than doubles can say. */
    private static final double MOST_WEIGHT = 1e60;

    /** Rounds of at most so many iterations do not keep the actions of each, which would make them longer. */
    private static final int SHORT_ROUND = 13;

    /** Fewer rows are opened sooner than a second thread is started. */
    private static final int ROWS_TO_OPEN_TOGETHER = 65_536;

    private final Recipe recipe;
    private final int threads;
    private final KeptLayout layout;
    private final Buffers buffers = new Buffers();

    private Acord(Recipe recipe, int threads) {
        this.recipe = recipe;
        this.threads = threads;
        // Where a certificate is added up on the way, the order of rows would change its bits.
        this.layout = new KeptLayout(
                recipe.iterations().isFixed() && !recipe.variant().needsKappa());
    }

    /** An engine that plays this; the recipe's rule for λ is not asked, as objectives bring their λ. */
    public static Acord of(Recipe recipe) {
        return of(recipe, 1);
    }

    /**
     * The same with several threads for large fleets.
     *
     * @param threads never change a result
     */
    public static Acord of(Recipe recipe, int threads) {
        if (threads < 1) {
            throw Complaints.refuse("threads", "is " + threads, "at least 1", "omit it for one thread");
        }
        return new Acord(recipe, threads);
    }

    /** Plays one round. */
    public Decision decide(RoundObjective objective) {
        return decide(objective, Bell.never());
    }

    /** Plays one round before the eyes of somebody who wants to know how it came about. */
    public Decision decide(RoundObjective objective, @Nullable IterationWatcher watcher) {
        return new Play(objective, watcher, Bell.never(), null).decide();
    }

    /**
     * Plays one round, ends it earlier if the bell rings, and closes books on the way where that cannot fail.
     *
     * @return a decision whose {@link Decision#entries} hold until the next one, unless books have been closed
     */
    public Decision decide(RoundObjective objective, Bell bell, BookClosing closing) {
        return new Play(objective, null, bell, closing).decide();
    }

    /** Plays one round, and ends it earlier if the bell rings. */
    public Decision decide(RoundObjective objective, Bell bell) {
        return new Play(objective, null, bell, null).decide();
    }

    /** Plays one round whose iterations begin from actions other than the previous ones. */
    Decision decideFrom(Actions start, RoundObjective objective) {
        Play play = new Play(objective, null, Bell.never(), null);
        play.startFrom(start);
        return play.decide();
    }

    /** One round in the making. */
    private final class Play {
        private final RoundObjective objective;
        private final @Nullable IterationWatcher watcher;
        private final Bell bell;
        private final Round round;
        private final Block block;
        private final BlockRound state;
        private final RoundEnd end; // by agent
        private final double[] shares; // row by row, of the certificate on the way; empty if nobody looks
        private final double[] floors; // row by row, the least that rounding lets them be
        private @Nullable Contraction contraction;
        private int iterations;
        private Decision.Ending ending = Decision.Ending.DONE;
        private Traffic traffic = Traffic.NONE;
        private @Nullable String doubt; // why there is no certificate
        private @Nullable Actions start; // null: as the recipe says
        private final @Nullable BookClosing closing; // null: nobody's books
        private boolean areCertified = true; // all rows so far

        Play(RoundObjective objective, @Nullable IterationWatcher watcher, Bell bell, @Nullable BookClosing closing) {
            this.objective = objective;
            this.closing = closing;
            this.watcher = watcher;
            this.bell = bell;
            this.round = objective.round();
            this.block = layout.of(round.coupling());
            this.state = BlockRound.begin(block, objective, recipe.variant(), recipe.from(), buffers);
            this.end = state.end(closing == null ? new Buffers() : buffers);
            this.shares = new double[recipe.iterations().looksAtCertificate() ? block.rows() : 0];
            this.floors = new double[shares.length];
        }

        void startFrom(Actions other) {
            start = other;
        }

        private void startFromOther(Actions start) {
            int d = block.dimension();
            double[] byRow = new double[block.rows() * d];
            for (int row = 0; row < block.rows(); row++) {
                start.copyTo(block.agent(row), byRow, row * d);
            }
            state.startFrom(byRow);
        }

        Decision decide() {
            Actions x = Actions.written(round.agents(), round.dimension(), this::playAll);
            RoundEnd.Sums sums = end.sums;
            Cost first = new Cost(sums.hitting, sums.switching, sums.dissimilarity);
            Cost cost = round.cost(x, objective.previous(), first, sums.agents, end.hitting, end.halfEdges);
            FiniteCheck.check(round, cost, x);
            if (doubt != null && ending != Decision.Ending.DONE) {
                ending = Decision.Ending.NO_CERTIFICATE;
            }
            return Decision.of(x, cost, end, iterations, ending, traffic, doubt);
        }

        private void playAll(double[] actions) {
            end.actions = actions;
            state.actInto(actions);
            RowPass opening = new RowPass(block, 0, block.rows(), state::prepare);
            Crew.run(
                    block.rows() < ROWS_TO_OPEN_TOGETHER ? 1 : membersFor(0, block.rows()),
                    block.dimension(),
                    buffers,
                    opening);
            if (!opening.isGood()) {
                state.checkPrepared();
            }
            Actions other = start;
            if (other != null) {
                startFromOther(other);
            }
            for (int segment = 0; segment < block.segments(); segment++) {
                play(segment, actions);
            }
            if (!areCertified) {
                FiniteCheck.check(actions, block.dimension());
            }
        }

        /** Whether books can be closed on the last walk after so many iterations. */
        private boolean mayCloseBooks(BlockRound ended, int iterations) {
            return block.segments() == 1 && ended.mayCloseBooks(iterations) && round.movesWithin(MOST_WEIGHT);
        }

        /** The round for whoever looks at its end: in the order of agents where that is found sooner. */
        private BlockRound atEnd(double[] actions) {
            return state.isLookedAtByAgent() ? state.byAgent(layout.byAgent(round.coupling()), actions) : state;
        }

        /** Why the first agent of a segment that has no certificate has none; asked before other segments turn. */
        private @Nullable String doubtOf(int from, int to) {
            for (int row = from; row < to; row++) {
                int i = block.agent(row);
                if (Double.isFinite(end.certificates[i])) {
                    continue;
                }
                String agent = "agents[" + i + "]";
                HittingCostCheck.Violation violation = state.doubt(row);
                return violation == null
                        ? agent + " has a cost that does not say how well it was solved; needed: a finite tau"
                        : agent + " has a cost that cannot be trusted: " + violation;
            }
            return null;
        }

        private void play(int segment, double[] actions) {
            int from = block.firstRow(segment);
            int to = block.endRow(segment);
            int arcs = block.arcs(from, to);
            boolean coupled = round.beta() > 0 && arcs > 0;
            Iterations work = coupled ? iterationsOf(segment) : new Iterations(from, to, 1, 0, Momentum.none());
            work.run();
            iterations = Math.max(iterations, work.k);
            ending = ending.or(work.ending);
            state.copyActions(from, to, actions);
            BlockRound ended = atEnd(actions);
            RowPass look = new RowPass(
                    ended.block(), from, to, (first, next, scratch) -> ended.look(first, next, end, scratch));
            BookClosing books = closing;
            boolean closes = books != null && books.isOnTheWay() && mayCloseBooks(ended, work.k);
            if (books != null && closes) {
                books.begin();
                end.overpaid = books.overpaid();
                end.books = books.books;
            }
            Crew.run(membersFor(from, to), block.dimension(), buffers, look);
            if (books != null && closes) {
                books.end();
            }
            areCertified &= look.isGood();
            if (doubt == null && !look.isGood()) {
                doubt = doubtOf(from, to);
            }
            if (coupled) {
                traffic = traffic.plus(Traffic.ofActions(recipe.exchanges(work.k), arcs, block.dimension()));
            }
        }

        /** How long the agents of a segment iterate, and with which momentum. */
        private Iterations iterationsOf(int segment) {
            IterationRule.Plan plan = recipe.iterations().plan(new Component(segment));
            double kappa = recipe.variant().needsKappa() && Double.isNaN(plan.kappa())
                    ? contraction().edgeKappa(segment)
                    : plan.kappa();
            return new Iterations(
                    block.firstRow(segment),
                    block.endRow(segment),
                    plan.limit(),
                    plan.epsilon(),
                    recipe.variant().momentum(kappa));
        }

        /** A segment as its rule sees it. */
        private final class Component implements IterationRule.Component {
            private final int segment;

            Component(int segment) {
                this.segment = segment;
            }

            @Override
            public int agents() {
                return block.endRow(segment) - block.firstRow(segment);
            }

            @Override
            public Variant variant() {
                return recipe.variant();
            }

            @Override
            public RoundObjective objective() {
                return objective;
            }

            @Override
            public double kappa() {
                return contraction().edgeKappa();
            }

            @Override
            public IterationRule.Crawl.Found crawl() {
                NetworkCrawl.Result result = NetworkCrawl.run(objective, contraction(), block, segment, recipe.from());
                traffic = traffic.plus(result.traffic());
                return result.found();
            }
        }

        private double[] moduli() {
            double[] a = new double[round.agents()];
            for (int i = 0; i < a.length; i++) {
                a[i] = objective.modulus(i);
            }
            return a;
        }

        private Contraction contraction() {
            Contraction known = contraction;
            if (known == null) {
                known = Contraction.of(round.coupling(), round.beta(), moduli());
                contraction = known;
            }
            return known;
        }

        private int membersFor(int from, int to) {
            long busy = state.isExact() && block.dimension() == 1
                    ? block.effort(from, to) / ARCS_PER_THREAD
                    : (to - from) / ROWS_PER_THREAD;
            return (int) Math.max(1, Math.min(threads, busy));
        }

        /** The iterations of one segment: K of them, or until its certificate is at most epsilon. */
        private final class Iterations implements Crew.Work, IterationWatcher.Iterate {
            private final int from;
            private final int to;
            private int limit; // the bell may lower it
            private final double epsilon; // 0: no look at the certificate
            private final Strides strides;
            private final int members;
            private Decision.Ending ending = Decision.Ending.DONE;
            private final AccuracyRule rule;
            private final boolean isAsked; // whether anybody looks at actions on the way
            private final boolean areKept; // actions of the last whole iteration, for an interrupt to end with
            private volatile boolean isBrokenOff; // the iteration under way, to be played again as the last
            private int k;

            Iterations(int from, int to, int limit, double epsilon, Momentum momentum) {
                this.from = from;
                this.to = to;
                this.limit = limit;
                this.epsilon = epsilon;
                this.rule = new AccuracyRule(epsilon, limit);
                this.isAsked = watcher != null || epsilon > 0;
                this.areKept = !isAsked && limit > SHORT_ROUND && bell.mayBeInterrupted() && state.keepActions();
                this.members = membersFor(from, to);
                this.strides = new Strides(state, from, to, members, isAsked || areKept, bell, momentum);
            }

            void run() {
                bell.begin();
                listen();
                strides.begin(limit - k);
                Crew.run(members, block.dimension(), buffers, this);
                bell.end();
            }

            /** Whether the bell has ended the round; if it has rung and not done so, the next iteration is the last. */
            private boolean listen() {
                boolean isOver = areKept && k > 0 && bell.isInterrupted();
                if (isOver || (k + 1 < limit && bell.rings())) {
                    limit = isOver ? k : k + 1;
                    ending = Decision.Ending.BELL;
                }
                return isOver;
            }

            @Override
            public int phases() {
                return epsilon > 0 || strides.haveTwoPhases() ? 2 : 1;
            }

            @Override
            public int start(int member, int members) {
                return block.shareStart(from, to, member, members);
            }

            @Override
            public void part(int phase, int first, int next, Scratch scratch) {
                if (strides.length() > 1) {
                    boolean isLast = k + strides.length() == limit;
                    strides.part(phase, first, next, k, isLast, scratch);
                    return;
                }
                if (phase == 0) {
                    advance(first, next, scratch);
                    return;
                }
                if (epsilon == 0) {
                    return; // nothing is left to be filled in
                }
                for (int row = first; row < next; row++) {
                    shares[row] = state.share(row, scratch);
                    floors[row] = state.floor(row, scratch);
                }
            }

            /**
             * One iteration. An interrupt breaks it off where the one before can be played, or this one again from the
             * same numbers, as the last one; that takes exact solves, as others begin from the answer before.
             */
            private void advance(int first, int next, Scratch scratch) {
                boolean isLast = !isAsked && k + 1 == limit;
                boolean mayBreakOff = !isAsked && !isLast && state.isExact();
                int end;
                for (int row = first; row < next && !isBrokenOff; row = end) {
                    end = mayBreakOff ? Math.min(next, state.pauseAfter(row)) : next;
                    state.advance(row, end, strides.weight(), k, isAsked || areKept, isLast, scratch);
                    boolean isInterrupted = bell.partDone();
                    if (isInterrupted && mayBreakOff && end < next) {
                        isBrokenOff = true;
                    }
                }
            }

            @Override
            public int size() {
                return to - from;
            }

            @Override
            public int agent(int m) {
                return block.agent(from + m);
            }

            @Override
            public double action(int m, int coordinate) {
                return state.action(from + m, coordinate);
            }

            @Override
            public double shown(int m, int coordinate) {
                return state.shown(from + m, coordinate);
            }

            @Override
            public double certificate(int m) {
                return state.certificate(from + m);
            }

            @Override
            public int age(int m) {
                return state.age(from + m, k);
            }

            @Override
            public boolean end(int phase) {
                if (phase == 0 && strides.haveTwoPhases()) {
                    return false;
                }
                if (isBrokenOff) {
                    isBrokenOff = false;
                    if (listen()) {
                        return true;
                    }
                    limit = k + 1;
                    ending = Decision.Ending.BELL;
                    return false;
                }
                if (phase == 0 || strides.haveTwoPhases()) {
                    strides.end();
                    k += strides.length();
                    if (watcher != null) {
                        watcher.iterated(k, this);
                    }
                    return epsilon == 0 && isOver();
                }
                double certificate = 0;
                double kappa = Double.POSITIVE_INFINITY;
                for (int row = from; row < to; row++) {
                    certificate += shares[row];
                    if (!(shares[row] <= BlockRound.FINEST * floors[row])) {
                        kappa = Math.min(kappa, state.kappa(row));
                    }
                }
                Decision.Ending found = rule.look(k, certificate, kappa);
                if (found != Decision.Ending.DONE) {
                    ending = found;
                    return true;
                }
                return isOver();
            }

            private boolean isOver() {
                if (k == limit || listen()) {
                    return true;
                }
                strides.begin(limit - k);
                return false;
            }
        }
    }
}
