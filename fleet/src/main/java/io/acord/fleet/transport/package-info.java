/**
 * Frames between members that have proven who they are, over TLS 1.3 with certificates on both sides: by a stream of
 * gRPC for two peers, or by datagrams of QUIC.
 *
 * <p>Start at {@link io.acord.fleet.transport.Transport}, which has a {@code Link} to every peer. What differs between
 * the two is a {@code Network} and its {@code Conversation}s. A frame is bytes here. Nothing is read of a peer before
 * its certificate has been checked and found in the list of peers, nothing longer than the link allows is taken in, and
 * nothing is buffered without a bound.
 *
 * <p>Not here: what frames say, see {@code io.acord.fleet}; what makes up for lost ones, see {@code io.acord.protocol}.
 */
@NullMarked
package io.acord.fleet.transport;

import org.jspecify.annotations.NullMarked;
