package io.acord.protocol.simulator;

import io.acord.protocol.Rules;
import io.acord.recipe.From;
import io.acord.recipe.IterationRule;
import io.acord.recipe.Recipe;
import io.acord.recipe.Variant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * What is played, and at which pace. Times are microseconds of the simulation.
 *
 * @param agents of the fleet
 * @param blocks they live in; as many as agents makes everybody a block of one
 * @param dimension of the actions
 * @param rounds to be played
 * @param budget of every round
 * @param rules of every block
 * @param period from one round's opening to the next
 * @param deadline from a round's opening to the latest publishing
 * @param nudge after which somebody who waits asks again
 * @param matrices whether edges may have matrices besides weights
 * @param foresight how the fleet looks ahead; null: not at all
 */
public record Setting(
        int agents,
        int blocks,
        int dimension,
        int rounds,
        IterationRule budget,
        Rules rules,
        long period,
        long deadline,
        long nudge,
        boolean matrices,
        ForesightChecker.@Nullable Lookahead foresight) {

    /** 64 agents, each a block of its own, K = 20, graphs that change every round. */
    public static Setting of(int rounds) {
        Rules rules = Rules.builder()
                .recipe(Recipe.of(Variant.PLAIN, From.ZERO, IterationRule.fixed(12)))
                .patience(8)
                .build();
        return new Setting(64, 64, 1, rounds, IterationRule.fixed(20), rules, 400_000, 360_000, 4_000, false, null);
    }

    /** Rules with any variant that a block can play without a constant of the whole fleet, and any start. */
    static Rules anyRules(SplittableRandom random, int patience) {
        List<Variant> variants =
                Variant.all().stream().filter(variant -> !variant.needsKappa()).toList();
        return Rules.builder()
                .recipe(Recipe.of(
                        variants.get(random.nextInt(variants.size())),
                        random.nextBoolean() ? From.ZERO : From.PREVIOUS,
                        IterationRule.fixed(12)))
                .patience(patience)
                .build();
    }

    Setting withRounds(int other) {
        return new Setting(
                agents, blocks, dimension, other, budget, rules, period, deadline, nudge, matrices, foresight);
    }

    public Setting withRules(Rules other) {
        return new Setting(
                agents, blocks, dimension, rounds, budget, other, period, deadline, nudge, matrices, foresight);
    }

    public Setting withBudget(IterationRule other) {
        return new Setting(
                agents, blocks, dimension, rounds, other, rules, period, deadline, nudge, matrices, foresight);
    }

    /** Looks ahead, with the rules given before. */
    Setting withForesight(ForesightChecker.Lookahead other) {
        Rules ahead = Rules.builder()
                .recipe(rules.recipe())
                .patience(rules.patience())
                .foresight(other.window(), other.trust())
                .build();
        return new Setting(agents, blocks, dimension, rounds, budget, ahead, period, deadline, nudge, matrices, other);
    }

    public Setting withFleet(int agentsInAll, int inBlocks) {
        return new Setting(
                agentsInAll, inBlocks, dimension, rounds, budget, rules, period, deadline, nudge, matrices, foresight);
    }

    public Setting withPace(long newPeriod, long newDeadline, long newNudge) {
        return new Setting(
                agents,
                blocks,
                dimension,
                rounds,
                budget,
                rules,
                newPeriod,
                newDeadline,
                newNudge,
                matrices,
                foresight);
    }

    public Setting withEdges(int newDimension, boolean withMatrices) {
        return new Setting(
                agents, blocks, newDimension, rounds, budget, rules, period, deadline, nudge, withMatrices, foresight);
    }
}
