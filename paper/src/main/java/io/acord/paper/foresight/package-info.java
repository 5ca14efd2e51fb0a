/**
 * Beyond the paper: fleets whose agents have forecasts of their own costs, and the systems that the paper names.
 *
 * <p>Start at {@link io.acord.paper.foresight.ForesightStudy}, which measures Theorems G and H (theory 14). All
 * policies of a contest meet the same costs and the same forecasts, seed by seed.
 *
 * <p>Not here: how a fleet looks ahead; see {@code io.acord.foresight}. The paper's own statements; see {@code study}.
 */
@NullMarked
package io.acord.paper.foresight;

import org.jspecify.annotations.NullMarked;
