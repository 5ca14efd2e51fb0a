package io.acord.protocol;

/**
 * What an agent tells its component about the certificate after an iteration.
 *
 * @param share its part of the certificate (theory 5.6); +∞ if it has none
 * @param finest whether rounding allows it no smaller one
 */
record CertificateShare(int agent, double share, boolean finest) {}
