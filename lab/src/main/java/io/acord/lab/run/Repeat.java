package io.acord.lab.run;

import io.acord.acord.LambdaRule;
import io.acord.acord.Lambdas;
import io.acord.acord.PlayedCertificate;
import io.acord.acord.Traffic;
import io.acord.cost.Quadratic;
import io.acord.input.Complaints;
import io.acord.lab.application.Meter;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.lab.optimum.HindsightOptimum;
import io.acord.lab.policy.Move;
import io.acord.lab.policy.Opt;
import io.acord.lab.policy.Outlook;
import io.acord.lab.policy.Player;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.Setting;
import io.acord.lab.scenario.Scenario;
import io.acord.model.Actions;
import io.acord.model.Cost;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One repeat: all policies play the same rounds, side by side, each on its own actions. */
final class Repeat {

    private final Plan plan;
    private final int number;
    private final int threads;
    private final Watcher watcher;
    private final Runnable tick;

    Repeat(Plan plan, int number, int threads, Watcher watcher, Runnable tick) {
        this.plan = plan;
        this.number = number;
        this.threads = threads;
        this.watcher = watcher;
        this.tick = tick;
    }

    /** What one policy did. */
    static final class Played {
        final List<Cost> costs = new ArrayList<>();
        final List<List<Double>> heat = new ArrayList<>();

        @Nullable
        Meter meter; // null if the run is of no field

        double gaps;
        long iterations;
        Traffic traffic = Traffic.NONE;
        long nanos;

        double total() {
            return costs.stream().mapToDouble(Cost::total).sum();
        }
    }

    /**
     * What a repeat found out.
     *
     * @param shift Σ min(0, min f), by which Theorem A lifts the costs (E19)
     * @param leastLambda over agents and rounds
     */
    record Outcome(
            Instance instance,
            LambdaRule rule,
            List<Played> played,
            HindsightOptimum optimum,
            double shift,
            double leastLambda) {}

    Outcome play() {
        long seed = plan.seed() + number;
        Instance instance = plan.instances().apply(seed);
        LambdaRule rule = plan.lambdaRule().apply(instance);
        Setting setting = new Setting(instance.agents(), instance.dimension(), instance.horizon(), rule, seed, threads);
        long start = System.nanoTime();
        Hindsight hindsight = Hindsight.solve(instance, threads);
        long solving = System.nanoTime() - start;
        tick.run();
        List<Player> players = new ArrayList<>();
        List<Played> played = new ArrayList<>();
        List<Actions> at = new ArrayList<>();
        for (Scenario.Algorithm entry : plan.algorithms()) {
            boolean knows = entry.policy() instanceof Opt; // what it would find is known already
            players.add(knows ? Opt.replay(hindsight.actions()) : entry.policy().start(setting));
            Played fresh = new Played();
            fresh.nanos = knows ? solving : 0;
            fresh.meter = instance.meter(number == 0).orElse(null);
            played.add(fresh);
            at.add(instance.start());
        }
        Lambdas lambdas = new Lambdas(rule, instance.agents());
        double shift = 0;
        for (int t = 1; t <= instance.horizon(); t++) {
            Round round = instance.round(t);
            double[] lambda = lambdas.of(round);
            for (int a = 0; a < players.size(); a++) {
                Policy policy = plan.algorithms().get(a).policy();
                Outlook outlook = new Outlook(instance, t, policy.window(instance.horizon()));
                Played so = played.get(a);
                long before = System.nanoTime();
                Move move = players.get(a).decide(outlook, at.get(a));
                so.nanos += System.nanoTime() - before;
                Cost cost = round.cost(move.actions(), at.get(a));
                checkFinite(policy.name(), t, move.actions(), cost);
                so.costs.add(cost);
                so.gaps += PlayedCertificate.of(new RoundObjective(round, at.get(a), lambda), move.actions());
                so.iterations += move.iterations();
                so.traffic = so.traffic.plus(move.traffic());
                if (number == 0) {
                    so.heat.add(Heat.row(move.actions()));
                }
                watcher.acted(a, number, t, instance, move.actions());
                Meter meter = so.meter;
                if (meter != null) {
                    meter.played(t, at.get(a), move.actions());
                }
                at.set(a, move.actions());
                tick.run();
            }
            lambdas.remember(round, lambda);
            shift += negativeMinima(round);
        }
        return new Outcome(instance, rule, played, withRounding(instance, hindsight), shift, lambdas.least());
    }

    /**
     * The optimum as far as actions can be written down: one last digit beside a steep cost's minimum costs μ/2 · ulp², and where that adds up, what OPT pays is
     * only known within it.
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

    private static double negativeMinima(Round round) {
        double sum = 0;
        for (int i = 0; i < round.agents(); i++) {
            if (!(round.cost(i) instanceof Quadratic)) {
                sum += Math.min(0, round.cost(i).minimum());
            }
        }
        return sum;
    }
}
