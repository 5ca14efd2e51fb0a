/**
 * Where costs and graphs come from: the classes to extend for new kinds of them.
 *
 * <p>Start at {@link io.acord.lab.source.CostKind} or {@link io.acord.lab.source.GraphKind}. A new kind is one class
 * that reads its {@link io.acord.lab.options.Options} and answers with a {@link io.acord.lab.source.CostSource} or
 * {@link io.acord.lab.source.GraphSource}; name it in {@code META-INF/services/io.acord.lab.source.CostKind} or
 * {@code GraphKind}. What is random comes from {@link io.acord.lab.source.SeededRandom}: the same seed, the same
 * source.
 *
 * <p>Not here: kinds of policies; see {@link io.acord.lab.policy.PolicyKind}. The kinds that the lab comes with; see
 * {@code generate} and {@code data}.
 */
@NullMarked
package io.acord.lab.source;

import org.jspecify.annotations.NullMarked;
