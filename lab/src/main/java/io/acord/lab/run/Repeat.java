package io.acord.lab.run;

import io.acord.acord.Decision;
import io.acord.acord.PlayedBooks;
import io.acord.acord.PlayedCertificate;
import io.acord.acord.Traffic;
import io.acord.graph.Coupling;
import io.acord.input.Complaints;
import io.acord.lab.application.Meter;
import io.acord.lab.draw.HeatMapSample;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.optimum.OptimumPlan;
import io.acord.lab.policy.Contestant;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.policy.Sight;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.theory.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One repeat of a scenario, a round at a time: all policies play the same rounds, side by side, each on its own
 * actions. Mutable; one thread may use it at a time.
 */
public final class Repeat {

    private final boolean isStepped; // somebody looks at every turn, and may interrupt
    private final Scenario scenario;
    private final int repeat;
    private final Watcher watcher;
    private final Runnable tick;
    private final Instance instance;
    private final LambdaRule rule;
    private final Setting setting;
    private final OptimumPlan plan;
    private final @Nullable Hindsight hindsight; // null: not solved
    private final @Nullable SweptBound swept; // null: nobody sweeps
    private final int sweptPolicy; // whose actions are improved
    private final List<Contestant> contestants = new ArrayList<>();
    private final List<Played> played = new ArrayList<>();
    private final List<Actions> at = new ArrayList<>();
    private @Nullable Coupling firstCoupling;
    private boolean graphChanges;
    private double shift;
    private int round;

    private Repeat(
            Scenario scenario,
            int repeat,
            int threads,
            OptimumPlan plan,
            boolean isStepped,
            Watcher watcher,
            Runnable tick) {
        this.plan = plan;
        this.isStepped = isStepped;
        this.scenario = scenario;
        this.repeat = repeat;
        this.watcher = watcher;
        this.tick = tick;
        long seed = scenario.seed() + repeat;
        this.instance = scenario.instance(seed);
        this.rule = scenario.lambdaRule(instance);
        this.setting = new Setting(instance.agents(), instance.dimension(), instance.horizon(), rule, seed, threads);
        long start = System.nanoTime();
        this.hindsight = plan.way() == OptimumPlan.Way.SOLVE ? Hindsight.solve(instance, threads) : null;
        long solving = System.nanoTime() - start;
        tick.run();
        for (Scenario.Algorithm entry : scenario.algorithms()) {
            contestants.add(
                    hindsight == null
                            ? Contestant.of(entry.policy(), instance, setting)
                            : Contestant.of(entry.policy(), instance, setting, hindsight, isStepped));
            Played fresh = new Played(
                    new Lambdas(entry.policy().lambdaRule(rule), instance.agents()),
                    plan.way() == OptimumPlan.Way.NONE
                            ? new PlayedBooks(instance.start())
                            : PlayedBooks.lending(instance.start()));
            fresh.nanos = entry.policy().sight() instanceof Sight.Hindsight ? solving : 0;
            fresh.meter = instance.meter(repeat == 0).orElse(null);
            played.add(fresh);
            at.add(instance.start());
        }
        this.sweptPolicy = sweptPolicy(scenario);
        this.swept =
                plan.way() == OptimumPlan.Way.SWEEP ? new SweptBound(instance.start(), plan.window(), threads) : null;
    }

    /** The first that is likely to be near the optimum: the nearer, the fewer sweeps are needed. */
    private static int sweptPolicy(Scenario scenario) {
        for (Policy.Role role : List.of(Policy.Role.EXACT, Policy.Role.ACORD)) {
            for (int a = 0; a < scenario.algorithms().size(); a++) {
                if (scenario.algorithms().get(a).policy().role() == role) {
                    return a;
                }
            }
        }
        return 0;
    }

    /** What playing a scenario does to know about its optimum. */
    static OptimumPlan plan(Scenario scenario) {
        boolean isNeeded =
                scenario.algorithms().stream().anyMatch(entry -> entry.policy().sight() instanceof Sight.Hindsight);
        return OptimumPlan.of(
                scenario.optimum(),
                isNeeded,
                scenario.instance(scenario.seed()),
                scenario.repeats(),
                Runtime.getRuntime().maxMemory());
    }

    /**
     * Solves the hindsight optimum and stands before round 1. Whoever interrupts the thread that is opening or playing
     * a repeat ends that by a {@link CancellationException}, and the repeat with it.
     *
     * @param repeat which of the scenario's, from 0
     * @param threads that may be used; never changes a result
     */
    public static Repeat open(Scenario scenario, int repeat, int threads) {
        return new Repeat(scenario, repeat, threads, OptimumPlan.solve(), true, Watcher.NOBODY, () -> {
            if (Thread.currentThread().isInterrupted()) {
                throw new CancellationException("interrupted");
            }
        });
    }

    /** The same with as much of the optimum as a plan wants. */
    static Repeat open(Scenario scenario, int repeat, int threads, OptimumPlan plan, Watcher watcher, Runnable tick) {
        return new Repeat(scenario, repeat, threads, plan, false, watcher, tick);
    }

    /**
     * What is promised of a policy that looks ahead, after its last round.
     *
     * @param epsilon by how much it may pay more than its expert
     * @param whyNotPromised if nothing is, any longer
     */
    record Trusted(double epsilon, Optional<String> whyNotPromised) {}

    /** What one policy did. */
    static final class Played {
        final Lambdas lambdas; // of the objective that it is held against
        final @Nullable PlayedBooks keeper; // null: its books were kept elsewhere
        final List<Cost> costs = new ArrayList<>();
        final List<List<Double>> heat = new ArrayList<>();

        @Nullable
        Meter meter; // null if the run is of no field

        final List<RoundRecord> rounds = new ArrayList<>();
        final List<Double> books = new ArrayList<>(); // Σ c of Theorem E after every round
        final List<Double> lent = new ArrayList<>(); // the better of that and books whose agents lend curvature
        boolean isDoubted; // a cost was found not to be what it says
        double gaps;
        double expertPaid; // by the expert of a policy that looks ahead

        @Nullable
        Trusted trusted; // null of a policy that does not look ahead

        long iterations;
        Traffic traffic = Traffic.NONE;
        long nanos;

        Played(Lambdas lambdas, @Nullable PlayedBooks keeper) {
            this.lambdas = lambdas;
            this.keeper = keeper;
        }

        /** What nobody can have paid less than up to a round, from 0. */
        double atLeast(int round) {
            return lent.isEmpty() ? books.get(round) : lent.get(round); // nobody lends in books kept elsewhere
        }

        /** What the agents themselves have in their books, after every round. */
        void keptByAgents(List<Double> sums) {
            books.clear();
            books.addAll(sums);
        }

        /** What agents elsewhere would have paid without forecasts, and why that may not be promised. */
        void heldAgainst(double ofExperts, Optional<String> whyNotPromised) {
            expertPaid = ofExperts;
            Trusted known = trusted;
            if (known != null && whyNotPromised.isPresent()) {
                trusted = new Trusted(known.epsilon(), whyNotPromised);
            }
        }

        double total() {
            return costs.stream().mapToDouble(Cost::total).sum();
        }
    }

    /**
     * What a repeat found out.
     *
     * @param shift Σ min(0, min f), by which Theorem A lifts the costs (E19)
     * @param promise what exact play is promised beforehand
     * @param firstCoupling of round 1
     * @param graphChanges whether later rounds have other graphs
     */
    record Outcome(
            Instance instance,
            List<Played> played,
            HindsightOptimum optimum,
            double shift,
            RatioPromise promise,
            Coupling firstCoupling,
            boolean graphChanges) {}

    /**
     * Who can have overpaid most in a round, seen a round later (theory 12).
     *
     * @param amount at most; 0 before the second round, NaN if the books prove nothing or nobody looks at turns
     */
    public record Overpaid(int agent, double amount) {
        private static final Overpaid NOT_ASKED = new Overpaid(0, Double.NaN);
    }

    /**
     * What one policy did in one round.
     *
     * @param previous its actions in the round before
     * @param certificate a bound on F_t(x_t) − min F_t; +∞ where an action left a cost's domain, NaN for a policy with
     *     a caveat
     * @param certifiedRatio what it paid so far over what its books prove; +∞ while that is not above 0
     * @param overpaid who can have overpaid most in the round before
     */
    public record Turn(
            Move move, Actions previous, Cost cost, double certificate, double certifiedRatio, Overpaid overpaid) {
        public Actions actions() {
            return move.actions();
        }
    }

    public Scenario scenario() {
        return scenario;
    }

    public Instance instance() {
        return instance;
    }

    /** λ₁ with the scenario's μ, for policies that play it. */
    public LambdaRule rule() {
        return rule;
    }

    /** What the policies know before the first round. */
    public Setting setting() {
        return setting;
    }

    /** What would have been best, of a repeat that was opened to be looked at. */
    public Hindsight hindsight() {
        return Objects.requireNonNull(hindsight);
    }

    /** Rounds played so far. */
    public int round() {
        return round;
    }

    public boolean isOver() {
        return round == instance.horizon();
    }

    /** Plays the next round; what the policies did, in the order of the scenario. */
    public List<Turn> next() {
        if (isOver()) {
            throw new IllegalStateException("all " + round + " rounds have been played");
        }
        int t = round + 1;
        Round now = instance.round(t);
        List<Turn> turns = new ArrayList<>();
        for (int a = 0; a < contestants.size(); a++) {
            turns.add(turn(a, t, now));
            tick.run();
        }
        if (swept != null) {
            swept.add(now, at.get(sweptPolicy));
        }
        firstCoupling = firstCoupling == null ? now.coupling() : firstCoupling;
        graphChanges |= now.coupling() != firstCoupling;
        shift += now.costs().negativeMinima();
        round = t;
        return turns;
    }

    private Turn turn(int a, int t, Round now) {
        Policy policy = scenario.algorithms().get(a).policy();
        Played account = played.get(a);
        Actions previous = at.get(a);
        long before = System.nanoTime();
        Move move = contestants.get(a).decide(t, previous);
        account.nanos += System.nanoTime() - before;
        Cost cost = move.decision().map(Decision::cost).orElseGet(() -> now.cost(move.actions(), previous));
        checkFinite(policy.name(), t, move.actions(), cost);
        account.costs.add(cost);
        double[] lambda = account.lambdas.of(now);
        account.lambdas.remember(now, lambda);
        Overpaid overpaid = isStepped ? overpaid(account, now, previous, move.actions()) : Overpaid.NOT_ASKED;
        double gap = keepBooks(account, now, move, new RoundObjective(now, previous, lambda));
        account.gaps += gap;
        move.foresight().ifPresent(decision -> {
            account.expertPaid += decision.expert().cost().total();
            account.trusted = new Trusted(decision.trust().epsilon(), decision.whyNotPromised());
        });
        account.iterations += move.iterations();
        account.traffic = account.traffic.plus(move.traffic());
        if (repeat == 0) {
            account.heat.add(HeatMapSample.row(move.actions()));
        }
        watcher.acted(a, repeat, t, instance, move.actions());
        move.foresight().ifPresent(decision -> watcher.foresaw(a, repeat, t, instance, decision));
        Meter meter = account.meter;
        if (meter != null) {
            meter.played(t, previous, move.actions());
        }
        at.set(a, move.actions());
        // Of a policy with an objective of its own the gap would be about another one.
        double certificate = policy.caveat().isPresent() ? Double.NaN : gap;
        account.rounds.add(new RoundRecord(move.iterations(), certificate));
        double certified = isStepped ? RunBooks.ratio(account.total(), account.books.get(t - 1)) : Double.NaN;
        return new Turn(move, previous, cost, certificate, certified, overpaid);
    }

    /** By the books of the round before, and where everybody has moved since. */
    private static Overpaid overpaid(Played account, Round now, Actions before, Actions played) {
        Books books = Objects.requireNonNull(account.keeper).books();
        int who = 0;
        double most = account.isDoubted ? Double.NaN : 0;
        double[] last = new double[now.dimension()];
        double[] next = new double[now.dimension()];
        for (int i = 0; i < now.agents() && !account.isDoubted; i++) {
            before.copyTo(i, last, 0);
            played.copyTo(i, next, 0);
            double amount = books.overpaid(i, now.switchingWeight(i), last, next);
            if (amount > most) {
                most = amount;
                who = i;
            }
        }
        return new Overpaid(who, most);
    }

    /** Closes the round in a policy's books; returns what it missed the round's optimum by, at most. */
    private static double keepBooks(Played account, Round now, Move move, RoundObjective objective) {
        PlayedBooks keeper = Objects.requireNonNull(account.keeper);
        Optional<Decision> engine = move.decision();
        if (engine.isPresent() && engine.get().whyNoCertificate().isPresent()) {
            account.isDoubted = true; // a cost that is not what it says proves nothing, in no later round either
        } else if (engine.isPresent()) {
            keeper.close(now, move.actions(), engine.get().entries());
        } else {
            keeper.close(now, move.actions());
        }
        account.books.add(
                account.isDoubted ? Double.NEGATIVE_INFINITY : keeper.books().atLeast());
        account.lent.add(account.isDoubted ? Double.NEGATIVE_INFINITY : keeper.atLeast());
        return engine.isPresent() ? engine.get().certificate() : PlayedCertificate.of(objective, move.actions());
    }

    /** What exact play is promised over the whole run. */
    public RatioPromise promise() {
        return RatioPromise.of(instance);
    }

    /** What the hindsight optimum pays, as far as it is known: bounds only of rounds that are all played. */
    public HindsightOptimum optimum() {
        return hindsight == null ? bounded() : withRounding(instance, hindsight);
    }

    private HindsightOptimum bounded() {
        double least = Double.NEGATIVE_INFINITY;
        double most = Double.POSITIVE_INFINITY;
        for (Played each : played) {
            least = Math.max(least, each.atLeast(round - 1));
            most = Math.min(most, each.total());
        }
        if (swept != null) {
            swept.finish();
            least = Math.max(least, swept.atLeast());
            most = Math.min(most, swept.paid());
        }
        return new HindsightOptimum.Bounded(least, most, plan.why());
    }

    /** Of a repeat that is over. */
    Outcome outcome() {
        Coupling first = firstCoupling;
        if (!isOver() || first == null) {
            throw new IllegalStateException("round " + round + " of " + instance.horizon() + " is the last played");
        }
        return new Outcome(instance, played, optimum(), shift, promise(), first, graphChanges);
    }

    /** Plays all rounds that are left. */
    Outcome finish() {
        while (!isOver()) {
            next();
        }
        return outcome();
    }

    /**
     * The optimum as far as actions can be written down: one last digit beside a steep cost's minimum costs μ/2 · ulp²,
     * and where that adds up, what OPT pays is only known within it.
     */
    private static HindsightOptimum withRounding(Instance instance, Hindsight hindsight) {
        double rounding = 0;
        for (int t = 1; t <= instance.horizon(); t++) {
            Round round = instance.round(t);
            Actions x = hindsight.actions().get(t - 1);
            for (int i = 0; i < round.agents(); i++) {
                for (int c = 0; c < round.dimension(); c++) {
                    double digit = 4 * Math.ulp(x.get(i, c));
                    rounding += round.mu(i) / 2 * digit * digit;
                }
            }
        }
        HindsightOptimum found = hindsight.optimum();
        return rounding <= 1e-9 * Math.abs(found.upperBound())
                ? found
                : new HindsightOptimum.Bracketed(
                        found.lowerBound() - rounding,
                        found.upperBound(),
                        "costs are so steep that the last digits of actions cost more than everything else");
    }

    /** Numbers beyond doubles are the scenario's: nothing can be compared with them. */
    private static void checkFinite(String name, int t, Actions x, Cost cost) {
        boolean finite = Double.isFinite(cost.total());
        for (int i = 0; finite && i < x.agents(); i++) {
            for (int c = 0; c < x.dimension(); c++) {
                finite &= Double.isFinite(x.get(i, c));
            }
        }
        if (!finite) {
            throw Complaints.refuse(
                    "round " + t + " of " + name,
                    "costs " + cost,
                    "actions and costs within the range of doubles",
                    "lower beta, the weights or the costs");
        }
    }
}
