package io.acord.lab.run;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.acord.IterationWatcher;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.lab.instance.Instance;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Setting;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Contraction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How ACORD came to the actions of one round: every iterate, what agents showed each other, and how far they were from
 * the minimum against what is proved. Immutable.
 *
 * <p>It is a replay of the round before the eyes of a watcher; that it comes to the same actions, bit for bit, is
 * checked.
 */
public final class IterationRecord {

    /** Of longer rounds only this many iterations are kept, and the last one. */
    public static final int KEPT = 400;

    private final RoundObjective objective;
    private final Recipe recipe;
    private final int last;
    private final int[] ended; // of each agent, its last iteration
    private final List<double[]> x; // [k] agent by agent
    private final List<double[]> shown; // [k]
    private final double[] certificates; // [k], NaN for k = 0
    private final double[] gaps; // [k]
    private final double[] proven; // [k], NaN where nothing is proved
    private final double minimum;
    private final LastIterate ending;

    /** The last iterate, what it was computed from, and what it costs: kept however long the round was. */
    private record LastIterate(Actions x, Actions used, double gap, double certificate) {}

    private IterationRecord(RoundObjective objective, Recipe recipe, Decision decision, Recorder recorder) {
        this.objective = objective;
        this.recipe = recipe;
        this.last = decision.iterations();
        this.ended = recorder.ended;
        this.x = recorder.x;
        this.shown = recorder.shown;
        this.certificates = recorder.certificates();
        Actions best = exact(objective);
        double least = objective.at(best);
        int d = decision.actions().dimension();
        double[] values = new double[x.size()];
        Arrays.setAll(values, k -> objective.at(Actions.flat(d, x.get(k))));
        // A long round may end nearer to the minimum than the search for it did.
        this.minimum = Math.min(
                Math.min(least, objective.at(decision.actions())),
                Arrays.stream(values).min().orElse(least));
        this.gaps = Arrays.stream(values).map(value -> value - minimum).toArray();
        this.proven = new double[x.size()];
        Arrays.fill(proven, Double.NaN);
        if (recorder.isTogether(objective.round().graph()) && objective.round().isCoupled()) {
            prove(new Facts(best), recorder.firstFreshStart);
        }
        this.ending = new LastIterate(
                decision.actions(),
                Actions.flat(d, recorder.used),
                objective.at(decision.actions()) - minimum,
                decision.certificate());
    }

    /**
     * Replays a round.
     *
     * @param recipe of the run
     * @param turn what was played
     */
    public static IterationRecord of(Recipe recipe, Setting setting, Instance instance, int t, Repeat.Turn turn) {
        Recorder recorder = new Recorder(recipe.from(), turn.previous());
        Contestant.Replay replay = Contestant.replay(recipe, setting, instance, t, turn.previous(), recorder);
        if (!replay.decision().actions().equals(turn.actions())) {
            throw new AssertionError("round " + t + " came to other actions when it was replayed");
        }
        recorder.complete();
        return new IterationRecord(replay.objective(), replay.recipe(), replay.decision(), recorder);
    }

    /** Plays a round. */
    static IterationRecord of(RoundObjective objective, Recipe recipe) {
        Recorder recorder = new Recorder(recipe.from(), objective.previous());
        Decision decision = Acord.of(recipe).decide(objective, recorder);
        recorder.complete();
        return new IterationRecord(objective, recipe, decision, recorder);
    }

    /** argmin F_t, as exactly as doubles allow. */
    private static Actions exact(RoundObjective objective) {
        return Acord.of(Recipe.of(Variant.ACCELERATED, From.ZERO, new IterationRule.Accuracy(1e-300, 20_000)))
                .decide(objective)
                .actions();
    }

    /** Writes down what it sees. */
    private static final class Recorder implements IterationWatcher {
        private final int d;
        private final List<double[]> x = new ArrayList<>();
        private final List<double[]> shown = new ArrayList<>();
        private final List<double[]> shares = new ArrayList<>(); // of the certificate
        private final double[] used; // y^{K−1}
        private final double[] latest; // y^K
        private final int[] ended;

        private int firstFreshStart = Integer.MAX_VALUE; // from then on Theorems C and D prove nothing

        Recorder(From from, Actions previous) {
            this.d = previous.dimension();
            double[] first = from == From.PREVIOUS ? previous.toArray() : new double[previous.agents() * d];
            x.add(first);
            shown.add(first);
            shares.add(new double[first.length / d]);
            this.used = first.clone();
            this.latest = first.clone();
            this.ended = new int[first.length / d];
        }

        @Override
        public void iterated(int k, Iterate iterate) {
            boolean kept = k <= KEPT;
            if (kept && x.size() == k) {
                x.add(new double[used.length]);
                shown.add(new double[used.length]);
                shares.add(new double[ended.length]);
            }
            for (int m = 0; m < iterate.size(); m++) {
                int agent = iterate.agent(m);
                ended[agent] = k;
                if (iterate.age(m) < k) {
                    firstFreshStart = Math.min(firstFreshStart, k);
                }
                for (int c = 0; c < d; c++) {
                    used[agent * d + c] = latest[agent * d + c];
                    latest[agent * d + c] = iterate.shown(m, c);
                    if (kept) {
                        x.get(k)[agent * d + c] = iterate.action(m, c);
                        shown.get(k)[agent * d + c] = iterate.shown(m, c);
                    }
                }
                if (kept) {
                    shares.get(k)[agent] = iterate.certificate(m);
                }
            }
        }

        /** Components that needed fewer iterations stay where they were. */
        void complete() {
            for (int k = 1; k < x.size(); k++) {
                for (int agent = 0; agent < ended.length; agent++) {
                    if (ended[agent] < k) {
                        System.arraycopy(x.get(k - 1), agent * d, x.get(k), agent * d, d);
                        System.arraycopy(shown.get(k - 1), agent * d, shown.get(k), agent * d, d);
                        shares.get(k)[agent] = shares.get(k - 1)[agent];
                    }
                }
            }
        }

        /** Whether all who have neighbours needed equally many. */
        boolean isTogether(Graph graph) {
            int all = Arrays.stream(ended).max().orElse(0);
            return IntStream.range(0, ended.length).allMatch(i -> ended[i] >= all || graph.degree(i) == 0);
        }

        double[] certificates() {
            double[] sums = new double[x.size()];
            Arrays.setAll(
                    sums,
                    k -> k == 0 ? Double.NaN : Arrays.stream(shares.get(k)).sum());
            return sums;
        }
    }

    /** Fills in what theory 5.2 and Theorems B, C and D promise. */
    private void prove(Facts facts, int firstFreshStart) {
        for (int k = 1; k < proven.length && k <= firstFreshStart; k++) {
            proven[k] = recipe.variant().gapAtMost(k, facts).orElse(Double.NaN);
        }
    }

    /** What the proofs ask, found out when they do. */
    private final class Facts implements Variant.RoundFacts {
        private final Actions best;
        private double kappa = Double.NaN;
        private double squaredDistance = Double.NaN;

        Facts(Actions best) {
            this.best = best;
        }

        @Override
        public double startGap() {
            return Math.max(0, startValue() - minimum);
        }

        @Override
        public double squaredDistance() {
            if (Double.isNaN(squaredDistance)) {
                squaredDistance = IterationRecord.this.squaredDistance(best);
            }
            return squaredDistance;
        }

        @Override
        public double kappa() {
            if (Double.isNaN(kappa)) {
                double[] a = new double[objective.round().agents()];
                Arrays.setAll(a, objective::modulus);
                kappa = Contraction.of(
                                objective.round().coupling(), objective.round().beta(), a)
                        .edgeKappa();
            }
            return kappa;
        }

        @Override
        public boolean isQuadratic() {
            return IterationRecord.isQuadratic(objective.round());
        }
    }

    private static boolean isQuadratic(Round round) {
        return IntStream.range(0, round.agents()).allMatch(i -> round.cost(i) instanceof Quadratic);
    }

    /** g(z⁰): the local problems' values at the first iterate, which minimises them. */
    private double startValue() {
        Round round = objective.round();
        Graph graph = round.graph();
        int d = round.dimension();
        double[] off = new double[d];
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            sum += objective.ownPart(i, Arrays.copyOfRange(x.get(1), i * d, (i + 1) * d));
            for (int arc = graph.firstArc(i); arc < graph.endArc(i); arc++) {
                double[] z = midpoint(shown.get(0), i, arc);
                for (int c = 0; c < d; c++) {
                    off[c] = x.get(1)[i * d + c] - z[c];
                }
                sum += round.beta() * squared(round.coupling(), graph.edge(arc), off);
            }
        }
        return sum;
    }

    /** z_e as agent i sees it over one of its arcs: (y_i + y_j ± o_e)/2. */
    private double[] midpoint(double[] y, int i, int arc) {
        Coupling coupling = objective.round().coupling();
        int j = coupling.graph().neighbor(arc);
        int e = coupling.graph().edge(arc);
        int d = coupling.dimension();
        double sign = i == coupling.graph().tail(e) ? 0.5 : -0.5;
        double[] z = new double[d];
        Arrays.setAll(z, c -> 0.5 * (y[i * d + c] + y[j * d + c]) + sign * coupling.offset(e, c));
        return z;
    }

    private static double squared(Coupling coupling, int e, double[] off) {
        double sum = 0;
        for (int r = 0; r < off.length; r++) {
            for (int c = 0; c < off.length; c++) {
                sum += off[r] * coupling.gram(e, r, c) * off[c];
            }
        }
        return sum;
    }

    /** ‖z⁰ − z*‖²_H = Σ_e 4β ‖z_e⁰ − z_e*‖²_{W_e}; the offsets cancel. */
    private double squaredDistance(Actions best) {
        Round round = objective.round();
        Graph graph = round.graph();
        int d = round.dimension();
        double[] from = shown.get(0);
        double[] off = new double[d];
        double sum = 0;
        for (int e = 0; e < graph.edges(); e++) {
            int i = graph.tail(e);
            int j = graph.head(e);
            for (int c = 0; c < d; c++) {
                off[c] = 0.5 * (from[i * d + c] + from[j * d + c]) - 0.5 * (best.get(i, c) + best.get(j, c));
            }
            sum += 4 * round.beta() * squared(round.coupling(), e, off);
        }
        return sum;
    }

    /** F_t as the policy saw it. */
    public RoundObjective objective() {
        return objective;
    }

    /** What was played. */
    public Recipe recipe() {
        return recipe;
    }

    /** K, of the component that needed most. */
    public int iterations() {
        return last;
    }

    /** The iterations that an agent took part in. */
    public int iterations(int agent) {
        return ended[agent];
    }

    /** The iterations that are kept: 0, which is the start, to this one, and the last. */
    public int kept() {
        return x.size() - 1;
    }

    private void check(int k) {
        if (k != last && (k < 0 || k >= x.size())) {
            throw new IndexOutOfBoundsException(
                    "iteration " + k + " of " + last + ", of which " + kept() + " are kept");
        }
    }

    /** x^k; for k = 0 where everybody starts. */
    public Actions actions(int k) {
        check(k);
        return k == last ? ending.x : Actions.flat(objective.round().dimension(), x.get(k));
    }

    /** y^{k−1}, from which x^k was computed. */
    public Actions usedFor(int k) {
        check(k);
        return k < x.size() && k >= 1 ? Actions.flat(objective.round().dimension(), usedOf(k)) : ending.used;
    }

    /** An agent whose component ended earlier solved its last problem earlier. */
    private double[] usedOf(int k) {
        int d = objective.round().dimension();
        double[] used = new double[ended.length * d];
        for (int i = 0; i < ended.length; i++) {
            System.arraycopy(shown.get(Math.min(k, ended[i]) - 1), i * d, used, i * d, d);
        }
        return used;
    }

    /** y^k, what everybody shows after iteration k, k up to {@link #kept}. */
    public Actions shown(int k) {
        return Actions.flat(objective.round().dimension(), shown.get(k));
    }

    /** F_t(x^k) − min F_t. */
    public double gap(int k) {
        check(k);
        return k < gaps.length ? gaps[k] : ending.gap;
    }

    /** What agents could tell of the gap; NaN before the first iteration. */
    public double certificate(int k) {
        check(k);
        return k < certificates.length ? certificates[k] : ending.certificate;
    }

    /** The proven bound on the gap; NaN where none is. */
    public double proven(int k) {
        check(k);
        return k < proven.length ? proven[k] : Double.NaN;
    }

    /** min F_t. */
    public double minimum() {
        return minimum;
    }

    /**
     * Where over an arc an agent is pulled to in iteration k: the midpoint of the edge, or with Jacobi's what the
     * neighbour showed.
     */
    public double[] pulledTo(int k, int agent, int arc) {
        double[] y = usedFor(k).toArray();
        double[] z = midpoint(y, agent, arc);
        if (!recipe.variant().pullsToNeighbors()) {
            return z;
        }
        int d = z.length;
        for (int c = 0; c < d; c++) {
            z[c] = 2 * z[c] - y[agent * d + c]; // y_j ± o_e
        }
        return z;
    }

    /** How strongly: the weight of W_e in the local problem. */
    public double pull() {
        return (recipe.variant().pullsToNeighbors() ? 1 : 2) * objective.round().beta();
    }

    /** What an agent tells each of its neighbours in the round: messages that carry an action each. */
    public int messagesPerArc(int agent) {
        return Math.toIntExact(recipe.exchanges(ended[agent]));
    }

    /** Bytes of one message. */
    public int bytesPerMessage() {
        return 8 * objective.round().dimension();
    }

    /** How it approached the minimum, k by k. */
    Convergence convergence() {
        List<Double> bounds = new ArrayList<>();
        for (int k = 1; k < proven.length && !Double.isNaN(proven[k]); k++) {
            bounds.add(proven[k]);
        }
        return new Convergence(
                recipe.variant().word(),
                Arrays.stream(gaps).skip(1).map(gap -> Math.max(0, gap)).boxed().toList(),
                bounds,
                Arrays.stream(certificates).skip(1).boxed().toList());
    }
}
