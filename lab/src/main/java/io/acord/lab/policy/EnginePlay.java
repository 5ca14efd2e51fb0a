package io.acord.lab.policy;

import io.acord.acord.Acord;
import io.acord.acord.Decision;
import io.acord.acord.IterationWatcher;
import io.acord.lab.instance.Instance;
import io.acord.model.Actions;
import io.acord.model.Round;
import io.acord.model.RoundObjective;
import io.acord.recipe.Lambdas;
import io.acord.recipe.Recipe;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** A recipe in the middle of a run on ACORD's engine in memory. Rounds come in turn; one thread. */
final class EnginePlay {

    private final Recipe recipe;
    private final Setting setting;
    private Lambdas lambdas;
    private Recipe played; // the recipe of the run so far
    private @Nullable Acord acord;

    EnginePlay(Recipe recipe, Setting setting) {
        this.recipe = recipe;
        this.setting = setting;
        this.played = recipe;
        this.lambdas = new Lambdas(recipe.lambda(), setting.agents());
    }

    /** Stands before round 1 again. */
    void begin() {
        lambdas = new Lambdas(recipe.lambda(), setting.agents());
    }

    Recipe recipe() {
        return recipe;
    }

    Decision decide(Round round, Actions previous, boolean isInterruptible) {
        RoundObjective objective = new RoundObjective(round, previous, weights(round));
        return engine().decide(objective, isInterruptible ? endingWhenInterrupted() : null);
    }

    private static IterationWatcher endingWhenInterrupted() {
        Thread playing = Thread.currentThread(); // others may help it
        return (k, iterate) -> {
            if (playing.isInterrupted()) {
                throw new CancellationException("interrupted");
            }
        };
    }

    /** λ of a round. */
    private double[] weights(Round round) {
        double[] weights = lambdas.of(round);
        lambdas.remember(round, weights);
        return weights;
    }

    /** The same as in the round before, unless it depends on a λ that has become smaller. */
    private Acord engine() {
        Recipe wanted = recipe.forRun(setting.horizon(), lambdas);
        Acord known = acord;
        if (known == null || !wanted.equals(played)) {
            known = Acord.of(wanted, setting.threads());
            acord = known;
            played = wanted;
        }
        return known;
    }

    /** See {@link Contestant#replay}. */
    static Contestant.Replay replay(
            Recipe recipe, Setting setting, Instance instance, int t, Actions previous, IterationWatcher watcher) {
        EnginePlay play = new EnginePlay(recipe, setting);
        for (int before = 1; before < t; before++) {
            play.weights(instance.round(before));
        }
        Round round = instance.round(t);
        RoundObjective objective = new RoundObjective(round, previous, play.weights(round));
        Decision decision = play.engine().decide(objective, watcher);
        return new Contestant.Replay(objective, play.played, decision);
    }
}
