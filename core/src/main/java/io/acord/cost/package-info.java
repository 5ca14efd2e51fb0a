/**
 * Hitting costs: what an agent wants, before its past and its neighbours have a say.
 *
 * <p>Start at {@link io.acord.cost.HittingCost}. The paper's cost is {@link io.acord.cost.Quadratic#alpha};
 * {@link io.acord.cost.AbsoluteDeviation}, {@link io.acord.cost.Huber}, {@link io.acord.cost.Band} and
 * {@link io.acord.cost.MaxAffine} are the usual non-smooth ones; {@link io.acord.cost.Smooth} and
 * {@link io.acord.cost.ScalarConvex} take a function of yours; {@link io.acord.cost.Boxed} and
 * {@link io.acord.cost.Sum} combine them. {@link io.acord.cost.HittingCostCheck} tells whether values, μ and argmin
 * belong together, {@link io.acord.cost.StrongConvexityCheck} how far a μ is overstated.
 *
 * <p>Costs are immutable, refuse bad numbers when they are made, and are minimised exactly wherever their structure is
 * known: {@code Composite} keeps it, {@code FaceSearch} is the solver.
 *
 * <p>Not here: the weights of an agent's past and neighbours in the {@link io.acord.cost.QuadraticPull}; see
 * {@code acord}.
 */
@NullMarked
package io.acord.cost;

import org.jspecify.annotations.NullMarked;
