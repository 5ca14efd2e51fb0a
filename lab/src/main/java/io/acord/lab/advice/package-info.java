/**
 * Which setting of ACORD a scenario should use, by its own past: {@code ./acord advise}.
 *
 * <p>Start at {@link io.acord.lab.advice.Advisor}, which plays candidates and asks one question after the other;
 * {@link io.acord.lab.advice.Advice} is what it found, {@link io.acord.lab.advice.AdviceFiles} writes it down.
 */
@NullMarked
package io.acord.lab.advice;

import org.jspecify.annotations.NullMarked;
