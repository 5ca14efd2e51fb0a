package io.acord.lab.run;

import java.util.List;

/**
 * How one variant of ACORD approaches the minimum of the first round's F_t.
 *
 * @param variant as in scenarios
 * @param gaps F_1(x^k) − min F_1 for k = 1, 2, …
 * @param proven the proven bound on it, for the same k; empty if none is proved
 * @param certified what the certificate said
 */
public record Convergence(String variant, List<Double> gaps, List<Double> proven, List<Double> certified) {}
