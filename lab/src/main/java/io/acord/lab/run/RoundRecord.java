package io.acord.lab.run;

/**
 * How a policy came to its actions of one round.
 *
 * @param iterations that it took; 0 for a policy that does not iterate, NaN where nobody counted
 * @param certificate a bound on F_t(x_t) − min F_t; NaN for a policy with a caveat
 */
public record RoundRecord(double iterations, double certificate) {}
