package io.acord.acord;

import io.acord.graph.Block;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.theory.Contraction;
import io.acord.theory.IterationRule;
import io.acord.theory.PaperRule;
import io.acord.theory.Sigma;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * ACORD for a whole fleet in memory: minimises F_t approximately, as its agents would by talking to their neighbours.
 * Keeps nothing between rounds but the layout of the last graph. One thread may use it at a time.
 */
public final class Acord {

    /** Fewer rows are not worth a second thread: meeting at the barrier costs more than they do. */
    private static final int ROWS_PER_THREAD = 2048;

    private final Variant variant;
    private final Start start;
    private final Budget budget;
    private final int threads;
    private @Nullable Coupling lastCoupling;
    private @Nullable Block lastBlock;

    private Acord(Builder builder) {
        this.variant = builder.variant;
        this.start = builder.start;
        this.budget = builder.budget;
        this.threads = builder.threads;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Plays one round. */
    public Decision decide(RoundObjective objective) {
        return decide(objective, null);
    }

    /** Plays one round before the eyes of somebody who wants to know how it came about. */
    public Decision decide(RoundObjective objective, @Nullable IterationWatcher watcher) {
        return new Play(objective, watcher).decide();
    }

    /** The layout of a graph is kept while rounds share it. */
    private Block blockOf(Coupling coupling) {
        Block known = lastBlock;
        if (known != null && lastCoupling == coupling) {
            return known;
        }
        boolean together = budget instanceof Budget.Iterations && variant != Variant.ACCELERATED_CERTIFIED;
        // Where a certificate is added up on the way, the order of rows would change its bits.
        Block block = together ? Block.nearby(coupling) : Block.byComponent(coupling);
        lastCoupling = coupling;
        lastBlock = block;
        return block;
    }

    /** One round in the making. */
    private final class Play {
        private final RoundObjective objective;
        private final @Nullable IterationWatcher watcher;
        private final Round round;
        private final Block block;
        private final BlockRound state;
        private final double[] actions; // row by row
        private final double[] certificates; // row by row
        private final double[]
                floors; // row by row, the least that rounding lets a certificate be; empty if nobody looks
        private @Nullable Contraction contraction;
        private int paperK; // 0: not asked yet
        private int iterations;
        private Decision.Ending ending = Decision.Ending.DONE;
        private Traffic traffic = Traffic.NONE;

        Play(RoundObjective objective, @Nullable IterationWatcher watcher) {
            this.objective = objective;
            this.watcher = watcher;
            this.round = objective.round();
            this.block = blockOf(round.coupling());
            this.state = BlockRound.open(block, objective, variant, start);
            int n = block.rows();
            int d = block.dimension();
            this.actions = new double[n * d];
            this.certificates = new double[n];
            this.floors = new double[budget instanceof Budget.Accuracy ? n : 0];
        }

        Decision decide() {
            for (int segment = 0; segment < block.segments(); segment++) {
                play(segment);
            }
            int d = block.dimension();
            double[] byAgent = new double[actions.length];
            double[] certificateByAgent = new double[certificates.length];
            for (int row = 0; row < block.rows(); row++) {
                int agent = block.agent(row);
                System.arraycopy(actions, row * d, byAgent, agent * d, d);
                certificateByAgent[agent] = certificates[row];
            }
            checkFinite(byAgent);
            Actions x = Actions.flat(d, byAgent);
            Cost cost = round.cost(x, objective.previous());
            checkFinite(cost, x);
            return new Decision(x, cost, certificateByAgent, iterations, ending, traffic);
        }

        private void play(int segment) {
            int from = block.firstRow(segment);
            int to = block.endRow(segment);
            int arcs = block.arcs(from, to);
            boolean coupled = round.beta() > 0 && arcs > 0;
            Iterations work = coupled ? iterationsOf(segment) : new Iterations(from, to, 1, 0, Momentum.none());
            Crew.run(membersFor(to - from), block.dimension(), work);
            iterations = Math.max(iterations, work.k);
            ending = ending.or(work.ending);
            state.copyActions(from, to, actions);
            Crew.run(membersFor(to - from), block.dimension(), new LastLook(from, to));
            if (coupled) {
                // x^K is only shown for the certificate; a constant z^0 needs no exchange, previous actions do.
                // Weights of an agent's own hide its action from those whom it shows y: for the certificate it tells
                // both.
                boolean tellsBoth = variant.hasOwnMomentum() && budget instanceof Budget.Accuracy;
                long exchanges = (tellsBoth ? 2L : 1) * work.k + (start == Start.PREVIOUS ? 1 : 0);
                traffic = traffic.plus(Traffic.ofActions(exchanges, arcs, block.dimension()));
            }
        }

        /** How long the agents of a segment iterate, and with which momentum. */
        private Iterations iterationsOf(int segment) {
            int from = block.firstRow(segment);
            int to = block.endRow(segment);
            int agents = to - from;
            if (budget instanceof Budget.Iterations fixed) {
                return new Iterations(from, to, fixed.k(), 0, momentum(segment));
            }
            if (budget instanceof Budget.Accuracy accuracy) {
                double share = accuracy.epsilon() * agents / round.agents();
                return new Iterations(from, to, accuracy.limit(), share, momentum(segment));
            }
            if (budget instanceof Budget.Bounded bounded) {
                double e0 = round.agents() * startGapCap(bounded) + dissimilarityAtOrigin();
                int k = certifiedK(e0, bounded.epsilon(), contraction().edgeKappa());
                return new Iterations(from, to, k, 0, momentum(segment));
            }
            if (budget instanceof Budget.Crawl crawl) {
                NetworkCrawl.Result found = NetworkCrawl.run(objective, contraction(), block, segment, start);
                traffic = traffic.plus(found.traffic());
                double share = crawl.epsilon() * found.agents() / round.agents();
                int k = certifiedK(found.startGap(), share, found.kappa());
                return new Iterations(from, to, k, 0, Momentum.of(variant, found.kappa()));
            }
            if (budget instanceof Budget.PaperFormula paper) {
                paperK = paperK == 0 ? paperK(paper) : paperK;
                return new Iterations(from, to, paperK, 0, Momentum.none());
            }
            throw new AssertionError("unhandled budget " + budget);
        }

        private Momentum momentum(int segment) {
            return Momentum.of(
                    variant,
                    variant == Variant.ACCELERATED_CERTIFIED ? contraction().edgeKappa(segment) : Double.NaN);
        }

        private int certifiedK(double e0, double epsilon, double kappa) {
            return variant == Variant.PLAIN
                    ? IterationRule.plain(e0, epsilon, kappa)
                    : IterationRule.accelerated(e0, epsilon, kappa);
        }

        /** M_f + b M_s²/2, what an agent can gain by leaving the common start (E20). */
        private double startGapCap(Budget.Bounded bounded) {
            checkCaps(bounded);
            double b = 0;
            for (int i = 0; i < round.agents(); i++) {
                b = Math.max(b, round.switchingWeight(i));
            }
            return bounded.costCap() + b * bounded.diameterCap() * bounded.diameterCap() / 2;
        }

        /** The caps are promises about the common start; a broken one would break the promise about the gap. */
        private void checkCaps(Budget.Bounded bounded) {
            Complaints complaints = new Complaints();
            double[] origin = new double[block.dimension()];
            for (int i = 0; i < round.agents(); i++) {
                double atStart = round.cost(i).at(origin);
                if (!(atStart <= bounded.costCap())) {
                    complaints.add(
                            "agents[" + i + "].cost at 0",
                            "is " + atStart,
                            "at most costCap = " + bounded.costCap() + ", because iterations start there",
                            "raise costCap, or use Budget.Crawl");
                }
                double squared = 0;
                for (double c : objective.previous().of(i)) {
                    squared += c * c;
                }
                if (!(Math.sqrt(squared) <= bounded.diameterCap())) {
                    complaints.add(
                            "previous action of agent " + i,
                            "lies " + Math.sqrt(squared) + " from 0",
                            "at most diameterCap = " + bounded.diameterCap() + ", because iterations start there",
                            "raise diameterCap, or use Budget.Crawl");
                }
            }
            complaints.throwIfAny();
        }

        /** β/2 Σ ‖A_e o_e‖²: what a common start pays for offsets. */
        private double dissimilarityAtOrigin() {
            double[] origin = new double[round.agents() * block.dimension()];
            double sum = 0;
            for (int e = 0; e < round.graph().edges(); e++) {
                sum += round.coupling().squaredDifference(e, origin);
            }
            return round.beta() / 2 * sum;
        }

        private int paperK(Budget.PaperFormula paper) {
            Coupling coupling = round.coupling();
            double l = 0;
            for (int e = 0; e < round.graph().edges(); e++) {
                l = Math.max(l, coupling.largestEigenvalue(e));
            }
            double atOrigin = objective.at(Actions.zero(round.agents(), block.dimension()));
            double largestModulus = 0;
            double leastLambda = 1;
            for (int i = 0; i < round.agents(); i++) {
                largestModulus = Math.max(largestModulus, objective.modulus(i));
                leastLambda = Math.min(leastLambda, objective.lambda(i));
            }
            double sigma = Sigma.of(coupling, round.beta(), moduli()).exact();
            return new PaperRule(paper.horizon(), round.beta(), l, sigma, largestModulus, leastLambda)
                    .unbounded(atOrigin);
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

        /** A user's cost may answer nonsense; a fleet must not act on it. */
        private void checkFinite(double[] byAgent) {
            Complaints complaints = new Complaints();
            for (int k = 0; k < byAgent.length; k++) {
                if (Double.isFinite(byAgent[k])) {
                    continue;
                }
                complaints.needFinite(
                        "agents[" + k / block.dimension() + "].action",
                        byAgent[k],
                        "check the argmin of this agent's hitting cost, and the size of its numbers");
            }
            complaints.throwIfAny();
        }

        /** A cost may also answer nonsense of an action it chose itself. */
        private void checkFinite(Cost cost, Actions x) {
            if (Double.isFinite(cost.total())) {
                return;
            }
            Complaints complaints = new Complaints();
            for (int i = 0; i < round.agents(); i++) {
                complaints.needFinite(
                        "agents[" + i + "].cost at " + Arrays.toString(x.of(i)),
                        round.cost(i).at(x.of(i)),
                        "check the value of this agent's hitting cost, and that its argmin stays in its domain");
            }
            if (complaints.isEmpty()) {
                complaints.add(
                        "round",
                        "costs " + cost,
                        "costs within the range of doubles",
                        "scale the costs, beta or the actions down");
            }
            complaints.throwIfAny();
        }

        private int membersFor(int rows) {
            return Math.max(1, Math.min(threads, rows / ROWS_PER_THREAD));
        }

        /** The certificates of what a segment plays. */
        private final class LastLook implements Crew.Work {
            private final int from;
            private final int to;

            LastLook(int from, int to) {
                this.from = from;
                this.to = to;
            }

            @Override
            public int phases() {
                return 1;
            }

            @Override
            public int start(int member, int members) {
                return block.shareStart(from, to, member, members);
            }

            @Override
            public void part(int phase, int first, int end, Rows.Scratch scratch) {
                for (int row = first; row < end; row++) {
                    certificates[row] = state.certificate(row, scratch);
                }
            }

            @Override
            public boolean end(int phase) {
                return true;
            }
        }

        /** The iterations of one segment: K of them, or until its certificate is at most epsilon. */
        private final class Iterations implements Crew.Work {
            private final int from;
            private final int to;
            private final int limit;
            private final double epsilon; // 0: no look at the certificate
            private final Momentum momentum;
            private double weight;
            private Decision.Ending ending = Decision.Ending.DONE;
            private final AccuracyRule rule;
            private int k;

            Iterations(int from, int to, int limit, double epsilon, Momentum momentum) {
                this.from = from;
                this.to = to;
                this.limit = limit;
                this.epsilon = epsilon;
                this.rule = new AccuracyRule(epsilon, limit);
                this.momentum = momentum;
                this.weight = momentum.next();
            }

            @Override
            public int phases() {
                return epsilon > 0 ? 2 : 1;
            }

            @Override
            public int start(int member, int members) {
                return block.shareStart(from, to, member, members);
            }

            @Override
            public void part(int phase, int first, int end, Rows.Scratch scratch) {
                if (phase == 0) {
                    state.advance(first, end, weight, k == 0, scratch);
                    return;
                }
                for (int row = first; row < end; row++) {
                    certificates[row] = state.certificate(row, scratch);
                    floors[row] = state.floor(row, scratch);
                }
            }

            @Override
            public boolean end(int phase) {
                if (phase == 0) {
                    state.turn();
                    k++;
                    if (watcher != null) {
                        watcher.iterated(k, state, from, to);
                    }
                    weight = momentum.next();
                    return epsilon == 0 && k == limit;
                }
                double certificate = 0;
                boolean finest = true;
                for (int row = from; row < to; row++) {
                    certificate += certificates[row];
                    finest &= certificates[row] <= BlockRound.FINEST * floors[row];
                }
                ending = rule.look(k, certificate, finest);
                return ending != Decision.Ending.DONE;
            }
        }
    }

    /** Options, with the paper's algorithm and 12 iterations unless said otherwise. */
    public static final class Builder {
        private Variant variant = Variant.PLAIN;
        private Start start = Start.ZERO;
        private Budget budget = Budget.iterations(12);
        private int threads = 1;

        private Builder() {}

        public Builder variant(Variant variant) {
            this.variant = Objects.requireNonNull(variant);
            return this;
        }

        public Builder start(Start start) {
            this.start = Objects.requireNonNull(start);
            return this;
        }

        public Builder budget(Budget budget) {
            this.budget = Objects.requireNonNull(budget);
            return this;
        }

        /** How many threads share the work of large fleets; never changes a result. */
        public Builder threads(int threads) {
            this.threads = threads;
            return this;
        }

        public Acord build() {
            Complaints complaints = new Complaints();
            if (threads < 1) {
                complaints.add("threads", "is " + threads, "at least 1", "leave it out for one thread");
            }
            boolean certified = budget instanceof Budget.Bounded || budget instanceof Budget.Crawl;
            if (certified && variant != Variant.PLAIN && variant != Variant.ACCELERATED_CERTIFIED) {
                complaints.add(
                        "variant",
                        "is " + variant + " with the budget " + budget,
                        "PLAIN or ACCELERATED_CERTIFIED, because only for these a sufficient K is proved",
                        "use one of them, or Budget.accuracy");
            }
            if (budget instanceof Budget.PaperFormula && variant != Variant.PLAIN) {
                complaints.add(
                        "variant",
                        "is " + variant + " with the paper's formula",
                        "PLAIN, because the formula is about Algorithm 1",
                        "use PLAIN, or another budget");
            }
            if ((budget instanceof Budget.Bounded || budget instanceof Budget.PaperFormula) && start != Start.ZERO) {
                complaints.add(
                        "start",
                        "is " + start + " with the budget " + budget,
                        "ZERO, because the start gap is capped for a common start only (E20)",
                        "start at ZERO, or use Budget.Crawl");
            }
            complaints.throwIfAny();
            return new Acord(this);
        }
    }
}
