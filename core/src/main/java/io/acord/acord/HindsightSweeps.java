package io.acord.acord;

import io.acord.cost.HittingCost;
import io.acord.cost.PlannedCost;
import io.acord.cost.Quadratic;
import io.acord.graph.Coupling;
import io.acord.graph.Graph;
import io.acord.input.Complaints;
import io.acord.internal.kernel.Block;
import io.acord.internal.kernel.SeparableWindow;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hindsight sweeps (theory 12.2): improves the actions of past rounds together, and lets the books of what comes out
 * say what nobody can have paid less than.
 *
 * <p>Theorem E holds for any actions and is exact at those of the hindsight optimum. Paying for the rounds t = 1 .. T
 * together is one round of a fleet of T times as many agents: agent i of round t is coupled to its neighbours of round
 * t as they were, and to itself in the rounds before and after with the weight b of moving. A sweep is an iteration of
 * ACORD in that fleet, begun from what was played, and costs what T iterations cost in the fleet itself. Where graph
 * and β stay and costs are quadratic, it is a round of the fleet itself whose actions are plans over all T rounds;
 * where the coordinates of quadratic costs do not know of each other, the fleet's plans are improved by conjugate
 * residuals. Immutable.
 */
public final class HindsightSweeps {

    private final int sweeps;
    private final int threads;

    private HindsightSweeps(int sweeps, int threads) {
        this.sweeps = sweeps;
        this.threads = threads;
    }

    /** So many sweeps; about a dozen are usual. */
    public static HindsightSweeps of(int sweeps) {
        return of(sweeps, 1);
    }

    /**
     * The same with several threads for large fleets.
     *
     * @param threads never change a result
     */
    public static HindsightSweeps of(int sweeps, int threads) {
        Complaints complaints = new Complaints();
        if (sweeps < 1) {
            complaints.add("sweeps", "is " + sweeps, "at least 1", "about a dozen are usual");
        }
        if (threads < 1) {
            complaints.add("threads", "is " + threads, "at least 1", "omit it for one thread");
        }
        complaints.throwIfAny();
        return new HindsightSweeps(sweeps, threads);
    }

    /**
     * What sweeps found out.
     *
     * @param atLeast nobody can have paid less in all rounds up to the last of these: the best that the books of the
     *     improved actions and of those that were played prove; −∞ where a cost was found not to be what it says
     * @param actions the improved actions of every round
     */
    public record Result(double atLeast, List<Actions> actions) {
        public Result {
            actions = List.copyOf(actions);
        }
    }

    /**
     * Improves a run from its beginning.
     *
     * @param start x_0
     * @param played what was played in each of the rounds
     */
    public Result improve(Actions start, List<Round> rounds, List<Actions> played) {
        return improve(new Books(start.dimension(), start.toArray()), rounds, played);
    }

    /**
     * Improves the last rounds of a run.
     *
     * @param before books that were closed up to the round before the first of these; they are not changed
     * @param played what was played in each of the rounds
     */
    public Result improve(Books before, List<Round> rounds, List<Actions> played) {
        check(rounds, played);
        int d = rounds.get(0).dimension();
        PlayedBooks asPlayed = PlayedBooks.lending(d, before);
        for (int t = 0; t < rounds.size(); t++) {
            asPlayed.close(rounds.get(t), played.get(t));
        }
        List<Actions> quadratic = sweepQuadratics(before, rounds, played);
        if (quadratic != null) {
            return closed(before, rounds, asPlayed, quadratic);
        }
        Decision decision = sweep(before, rounds, played);
        List<Actions> improved = split(decision.actions(), rounds.size());
        if (!decision.entries().areKnown()) {
            return new Result(asPlayed.atLeast(), improved); // a solve does not say how well it went
        }
        if (decision.whyNoCertificate().isPresent()) {
            return new Result(Double.NEGATIVE_INFINITY, improved);
        }
        PlayedBooks books = PlayedBooks.lending(d, before);
        for (int t = 0; t < rounds.size(); t++) {
            books.close(rounds.get(t), improved.get(t), entries(t, rounds, decision));
        }
        double atLeast = books.atLeast();
        return new Result(atLeast > asPlayed.atLeast() ? atLeast : asPlayed.atLeast(), improved);
    }

    /** Quadratic costs have gradients, so that books are closed from the improved actions alone. */
    private static Result closed(Books before, List<Round> rounds, PlayedBooks asPlayed, List<Actions> improved) {
        PlayedBooks books = PlayedBooks.lending(rounds.get(0).dimension(), before);
        for (int t = 0; t < rounds.size(); t++) {
            books.close(rounds.get(t), improved.get(t));
        }
        double atLeast = books.atLeast(); // not a number where actions are beyond what can be squared
        return new Result(atLeast > asPlayed.atLeast() ? atLeast : asPlayed.atLeast(), improved);
    }

    /**
     * The improved actions alone, for whoever keeps books of them: the same as {@link #improve}'s.
     *
     * @param before books that were closed up to the round before the first of these; they are not changed
     * @param played what was played in each of the rounds
     */
    public List<Actions> improved(Books before, List<Round> rounds, List<Actions> played) {
        check(rounds, played);
        List<Actions> quadratic = sweepQuadratics(before, rounds, played);
        return quadratic == null ? split(sweep(before, rounds, played).actions(), rounds.size()) : quadratic;
    }

    /**
     * The books of the improved actions, in which nobody lends; null where nothing follows from them, because a cost
     * does not say how well it was solved, or was found out.
     */
    @Nullable
    Books books(Books before, List<Round> rounds, List<Actions> played) {
        check(rounds, played);
        Books books = before.copy();
        List<Actions> quadratic = sweepQuadratics(before, rounds, played);
        if (quadratic != null) {
            for (int t = 0; t < rounds.size(); t++) {
                PlayedBooks.on(books).close(rounds.get(t), quadratic.get(t));
            }
            return books;
        }
        Decision decision = sweep(before, rounds, played);
        if (!decision.entries().areKnown() || decision.whyNoCertificate().isPresent()) {
            return null;
        }
        List<Actions> improved = split(decision.actions(), rounds.size());
        for (int t = 0; t < rounds.size(); t++) {
            entries(t, rounds, decision).close(rounds.get(t), improved.get(t), books);
        }
        return books;
    }

    /** Where all costs are quadratic, and coordinates are apart or the graph stays; null elsewhere. */
    private @Nullable List<Actions> sweepQuadratics(Books before, List<Round> rounds, List<Actions> played) {
        if (rounds.stream().allMatch(SeparableWindow.Stage::fits)) {
            return sweepSeparable(before, rounds, played);
        }
        return arePlans(rounds) ? sweepPlans(before, rounds, played) : null;
    }

    /**
     * Whether the rounds of each agent can be improved as one plan: the graph and what differing costs stay, and costs
     * are quadratic. Then a sweep solves all rounds of an agent together, and moving takes no iterations.
     */
    private static boolean arePlans(List<Round> rounds) {
        Round first = rounds.get(0);
        return rounds.size() > 1
                && rounds.stream()
                        .allMatch(round -> round.coupling() == first.coupling()
                                && round.beta() == first.beta()
                                && round.costs().areQuadratic());
    }

    private List<Actions> sweepPlans(Books before, List<Round> rounds, List<Actions> played) {
        Round first = rounds.get(0);
        int n = first.agents();
        int d = first.dimension();
        int stages = rounds.size();
        PlannedCost[] costs = new PlannedCost[n];
        for (int i = 0; i < n; i++) {
            HittingCost[] each = new HittingCost[stages];
            double[] moving = new double[stages];
            for (int t = 0; t < stages; t++) {
                each[t] = rounds.get(t).cost(i);
                moving[t] = rounds.get(t).switchingWeight(i);
            }
            moving[0] = before.hold(i, moving[0]);
            double[] from = new double[d];
            for (int c = 0; c < d; c++) {
                from[c] = before.centre(i, c);
            }
            costs[i] = PlannedCost.of(from, moving, each);
        }
        Actions start = Actions.written(n, stages * d, all -> {
            for (int k = 0; k < all.length; k++) {
                all[k] = played.get(k / d % stages).get(k / (stages * d), k % d);
            }
        });
        Round whole = Round.builder(n, stages * d)
                .costs(costs)
                .coupling(first.coupling().repeated(stages))
                .beta(first.beta())
                .switchingWeights(new double[n])
                .build();
        double[] lambda = new double[n];
        Arrays.fill(lambda, 1);
        Actions plans = Acord.of(recipe(), threads)
                .decide(new RoundObjective(whole, start, lambda))
                .actions();
        List<Actions> improved = new ArrayList<>();
        for (int t = 0; t < stages; t++) {
            int stage = t;
            improved.add(Actions.written(n, d, all -> {
                for (int k = 0; k < all.length; k++) {
                    all[k] = plans.get(k / d, stage * d + k % d);
                }
            }));
        }
        return improved;
    }

    private List<Actions> sweepSeparable(Books before, List<Round> rounds, List<Actions> played) {
        List<SeparableWindow.Stage> stages = new ArrayList<>();
        for (int t = 0; t < rounds.size(); t++) {
            Round round = rounds.get(t);
            boolean isKnown = t > 0 && rounds.get(t - 1).coupling() == round.coupling();
            Block layout = isKnown ? stages.get(t - 1).block() : Block.whole(round.coupling());
            stages.add(new SeparableWindow.Stage(round, layout, played.get(t)));
        }
        return SeparableWindow.sweep(before, stages, sweeps);
    }

    private static void check(List<Round> rounds, List<Actions> played) {
        if (rounds.isEmpty() || rounds.size() != played.size()) {
            throw Complaints.refuse(
                    "rounds",
                    "are " + rounds.size() + " with " + played.size() + " times actions",
                    "at least one, and actions for each",
                    "give what was played in every round");
        }
        int n = rounds.get(0).agents();
        int d = rounds.get(0).dimension();
        Complaints complaints = new Complaints();
        for (int t = 0; t < rounds.size(); t++) {
            Round round = rounds.get(t);
            Actions x = played.get(t);
            if (round.agents() != n || round.dimension() != d || x.agents() != n || x.dimension() != d) {
                complaints.add(
                        "rounds[" + t + "]",
                        "has " + round.agents() + " agents of " + round.dimension() + " coordinates, and actions of "
                                + x.agents() + " with " + x.dimension(),
                        n + " agents of " + d + " coordinates, as the first round has",
                        "give rounds of one fleet");
            }
        }
        complaints.throwIfAny();
    }

    /** One round of the fleet whose agents are those of all rounds. */
    private Decision sweep(Books before, List<Round> rounds, List<Actions> played) {
        Round first = rounds.get(0);
        int n = first.agents();
        int d = first.dimension();
        int all = Math.multiplyExact(n, rounds.size());
        double[] hold = new double[all];
        double[] centre = new double[Math.multiplyExact(all, d)];
        double[] start = new double[centre.length];
        for (int t = 0; t < rounds.size(); t++) {
            System.arraycopy(played.get(t).toArray(), 0, start, t * n * d, n * d);
        }
        System.arraycopy(start, 0, centre, 0, start.length);
        for (int i = 0; i < n; i++) {
            hold[i] = before.hold(i, first.switchingWeight(i));
            for (int c = 0; c < d; c++) {
                centre[i * d + c] = before.centre(i, c);
            }
        }
        Round.Builder whole =
                Round.builder(all, d).coupling(coupling(rounds)).beta(1).switchingWeights(hold);
        for (int t = 0; t < rounds.size(); t++) {
            for (int i = 0; i < n; i++) {
                whole.cost(t * n + i, rounds.get(t).cost(i));
            }
        }
        double[] lambda = new double[all];
        Arrays.fill(lambda, 1);
        RoundObjective objective = new RoundObjective(whole.build(), Actions.flat(d, centre), lambda);
        return Acord.of(recipe(), threads).decideFrom(Actions.flat(d, start), objective);
    }

    private Recipe recipe() {
        return Recipe.of(Variant.AUTO, From.PREVIOUS, IterationRule.fixed(sweeps));
    }

    /** The edges of every round, β included, and those of every agent to itself a round later. */
    private static Coupling coupling(List<Round> rounds) {
        int n = rounds.get(0).agents();
        int d = rounds.get(0).dimension();
        Coupling.Builder builder = Coupling.builder(n * rounds.size(), d);
        for (int t = 0; t < rounds.size(); t++) {
            Round round = rounds.get(t);
            Graph graph = round.graph();
            for (int e = 0; e < graph.edges(); e++) {
                addEdge(builder, round, e, t * n);
            }
            for (int i = 0; t > 0 && i < n; i++) {
                builder.edge((t - 1) * n + i, t * n + i, round.switchingWeight(i));
            }
        }
        return builder.build();
    }

    private static void addEdge(Coupling.Builder builder, Round round, int e, int from) {
        Coupling coupling = round.coupling();
        int i = from + round.graph().tail(e);
        int j = from + round.graph().head(e);
        double[] offset = new double[coupling.dimension()];
        Arrays.setAll(offset, c -> coupling.offset(e, c));
        if (!coupling.isIsotropic(e)) {
            double[] gram = coupling.gram(e);
            for (int k = 0; k < gram.length; k++) {
                gram[k] *= round.beta();
            }
            builder.gram(i, j, gram, offset);
        } else if (coupling.hasOffsets()) {
            builder.edge(i, j, round.beta() * coupling.weight(e), offset);
        } else {
            builder.edge(i, j, round.beta() * coupling.weight(e));
        }
    }

    private static List<Actions> split(Actions all, int rounds) {
        double[] x = all.toArray();
        int length = x.length / rounds;
        List<Actions> split = new ArrayList<>();
        for (int t = 0; t < rounds; t++) {
            split.add(Actions.flat(all.dimension(), Arrays.copyOfRange(x, t * length, (t + 1) * length)));
        }
        return split;
    }

    /**
     * What the books are told of a round. The engine's subgradient of a cost that is not quadratic balances moving here
     * and moving on; less these two it is one of the round itself.
     */
    private static BookEntries entries(int t, List<Round> rounds, Decision decision) {
        Round round = rounds.get(t);
        int n = round.agents();
        int d = round.dimension();
        double[] x = decision.actions().toArray();
        double[] own = Arrays.copyOfRange(x, t * n * d, (t + 1) * n * d);
        double[] h = new double[own.length];
        double[] tau = new double[n];
        double[] whole = new double[n];
        double[] pull = PlayedBooks.couplingGradient(round, own);
        for (int i = 0; i < n; i++) {
            int agent = t * n + i;
            if (round.cost(i) instanceof Quadratic quadratic) {
                PlayedBooks.gradient(quadratic, own, i * d, h);
                for (int k = i * d; k < (i + 1) * d; k++) {
                    h[k] += pull[k];
                }
                continue;
            }
            tau[i] = decision.entries().leftOpen(agent);
            whole[i] = decision.entries().curvature(agent);
            for (int c = 0; c < d; c++) {
                int k = agent * d + c;
                double moving = 0;
                if (t > 0) {
                    moving += round.switchingWeight(i) * (x[k] - x[k - n * d]);
                }
                if (t + 1 < rounds.size()) {
                    moving += rounds.get(t + 1).switchingWeight(i) * (x[k] - x[k + n * d]);
                }
                h[i * d + c] = decision.entries().subgradient(agent, c, d) - moving;
            }
        }
        return new BookEntries(h, PlayedBooks.paid(round, own), tau, whole);
    }
}
