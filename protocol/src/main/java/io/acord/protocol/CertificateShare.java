package io.acord.protocol;

/**
 * What an agent tells its component about the certificate after an iteration.
 *
 * @param share its part of the certificate (theory 5.6); +∞ if it has none
 * @param kappa a_i/(a_i + 2β s_i), which says how long it may take to get smaller; +∞ if rounding allows it no smaller
 *     one
 */
record CertificateShare(int agent, double share, double kappa) {}
