package io.acord.lab.policy;

import io.acord.acord.Decision;
import io.acord.acord.IterationWatcher;
import io.acord.foresight.Foresight;
import io.acord.foresight.ForesightDecision;
import io.acord.foresight.Trust;
import io.acord.graph.Graph;
import io.acord.lab.instance.Instance;
import io.acord.lab.optimum.Hindsight;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.LambdaRule;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A policy at play, and the lab's side of it: shows it what it may see, counts what it sends. All policies are played
 * by this, ACORD too. One thread.
 */
public final class Contestant {

    private final Policy policy;
    private final Instance instance;
    private final Setting setting;
    private final Sight sight;
    private final Supplier<List<Actions>> hindsight;
    private final boolean isInterruptible;
    private final Player player;
    private final WeightsSoFar weights; // by the scenario's rule
    private final WeightsSoFar heldTo; // by the rule of the objective that the policy is held against
    private @Nullable Consumer<Actions> watcher;
    private int @Nullable [] reverse; // of every arc the one back, in reversed
    private @Nullable Graph reversed;
    private @Nullable List<Actions> optimum;
    private @Nullable Surroundings surroundings;
    private @Nullable EnginePlay engine;
    private @Nullable Foresight ahead;

    private Contestant(
            Policy policy,
            Instance instance,
            Setting setting,
            Supplier<List<Actions>> hindsight,
            boolean isInterruptible) {
        this.policy = policy;
        this.instance = instance;
        this.setting = setting;
        this.sight = policy.sight();
        this.hindsight = hindsight;
        this.isInterruptible = isInterruptible;
        this.weights = new WeightsSoFar(setting.lambdaRule());
        this.heldTo = new WeightsSoFar(policy.lambdaRule(setting.lambdaRule()));
        this.player = policy.start(setting);
    }

    /** Begins a run. */
    public static Contestant of(Policy policy, Instance instance, Setting setting) {
        return new Contestant(
                policy,
                instance,
                setting,
                () -> Hindsight.solve(instance, setting.threads()).actions(),
                false);
    }

    /**
     * Begins a run whose hindsight optimum is known already.
     *
     * @param isInterruptible whether rounds of ACORD, which may be long, end by a {@link CancellationException} when
     *     the thread that plays them is interrupted
     */
    public static Contestant of(
            Policy policy, Instance instance, Setting setting, Hindsight known, boolean isInterruptible) {
        return new Contestant(policy, instance, setting, known::actions, isInterruptible);
    }

    /**
     * Plays a round, for t = 1, 2, … in turn; t = 1 begins anew, with what is known of the graph kept.
     *
     * @param previous what it played before
     */
    public Move decide(int t, Actions previous) {
        if (t == 1) {
            ahead = null;
            weights.begin();
            heldTo.begin();
            if (engine != null) {
                engine.begin();
            }
        }
        Outlook outlook = new Outlook(this, t, previous);
        return outlook.move(player.decide(outlook));
    }

    /**
     * How a round that was played came about.
     *
     * @param recipe what was played in it
     */
    public record Replay(RoundObjective objective, Recipe recipe, Decision decision) {}

    /**
     * Plays one round of a run of ACORD again, before the eyes of somebody who wants to see its iterations.
     *
     * @param previous what was played in the round before
     */
    public static Replay replay(
            Recipe recipe, Setting setting, Instance instance, int t, Actions previous, IterationWatcher watcher) {
        return EnginePlay.replay(recipe, setting, instance, t, previous, watcher);
    }

    String name() {
        return policy.name();
    }

    Instance instance() {
        return instance;
    }

    Sight sight() {
        return sight;
    }

    /** Shows where agents are after each of their steps, {@link Outlook#each}; who watches may throw to end a round. */
    public void watch(Consumer<Actions> eyes) {
        watcher = eyes;
    }

    /** λ of round t by the scenario's rule. */
    double[] lambda(int t) {
        return weights.of(t);
    }

    /** λ of round t by the rule of the objective that the policy is held against. */
    double[] lambdaHeldTo(int t) {
        return heldTo.of(t);
    }

    /** λ of the rounds in turn, by one rule. */
    private final class WeightsSoFar {
        private final LambdaRule rule;
        private Lambdas lambdas;
        private int known; // rounds that λ has been asked for
        private double[] lambda = {};

        WeightsSoFar(LambdaRule rule) {
            this.rule = rule;
            this.lambdas = new Lambdas(rule, setting.agents());
        }

        void begin() {
            lambdas = new Lambdas(rule, setting.agents());
            known = 0;
        }

        double[] of(int t) {
            while (known < t) {
                known++;
                Round round = instance.round(known);
                lambda = lambdas.of(round);
                lambdas.remember(round, lambda);
            }
            return lambda;
        }
    }

    void stepped(Actions actions) {
        Consumer<Actions> eyes = watcher;
        if (eyes != null) {
            eyes.accept(actions);
        }
    }

    /** Of every arc the one that leads back. */
    int[] reverse(Graph graph) {
        int[] back = reverse;
        if (back == null || reversed != graph) {
            back = new int[graph.arcs()];
            int[] firstOf = new int[graph.edges()];
            Arrays.fill(firstOf, -1);
            for (int arc = 0; arc < back.length; arc++) {
                int e = graph.edge(arc);
                if (firstOf[e] < 0) {
                    firstOf[e] = arc;
                } else {
                    back[arc] = firstOf[e];
                    back[firstOf[e]] = arc;
                }
            }
            reverse = back;
            reversed = graph;
        }
        return back;
    }

    List<Actions> hindsight() {
        List<Actions> found = optimum;
        if (found == null) {
            found = hindsight.get();
            optimum = found;
        }
        return found;
    }

    Surroundings surroundings() {
        Surroundings around = surroundings;
        if (around == null) {
            if (!(sight instanceof Sight.Within within)) {
                throw new IllegalStateException(
                        name() + " asked for what only Within may know, and its sight is " + sight);
            }
            around = new Surroundings(within, instance, setting);
            surroundings = around;
        }
        return around;
    }

    ForesightDecision playAhead(Recipe recipe, Trust trust, int t, Round round) {
        if (!(sight instanceof Sight.Forecasting mine)) {
            throw new AssertionError(name() + " looks ahead without the sight");
        }
        Foresight fleet = ahead;
        if (fleet == null) {
            fleet = Foresight.builder(setting.agents())
                    .start(instance.start())
                    .recipe(recipe)
                    .window(mine.rounds())
                    .trust(trust)
                    .threads(setting.threads())
                    .build();
            ahead = fleet;
        }
        int[] everybody = IntStream.range(0, setting.agents()).toArray();
        return fleet.decide(round, instance.forecasts(t, mine.rounds(), everybody));
    }

    Decision play(Recipe recipe, Round round, Actions previous) {
        EnginePlay play = engine;
        if (play == null || !play.recipe().equals(recipe)) {
            play = new EnginePlay(recipe, setting);
            engine = play;
        }
        return play.decide(round, previous, isInterruptible);
    }
}
