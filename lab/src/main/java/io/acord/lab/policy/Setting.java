package io.acord.lab.policy;

import io.acord.recipe.LambdaRule;

/**
 * What a policy knows before the first round.
 *
 * @param lambdaRule where the regularising policies take their λ from
 * @param seed of this repeat, for policies with randomness of their own
 * @param threads it may use; never changes a result
 */
public record Setting(int agents, int dimension, int horizon, LambdaRule lambdaRule, long seed, int threads) {}
