/**
 * What a long play keeps of itself, so that whatever interrupts it costs little: parts that are over, files that grow.
 *
 * <p>Start at {@link io.acord.lab.kept.Fingerprint}, which says when two plays are the same, and at
 * {@link io.acord.lab.kept.KeptParts}, which runs and sweeps keep their parts in. Whatever is kept by another play,
 * damaged or incomplete is played again.
 *
 * <p>Not here: what is in a part; see {@code io.acord.lab.run} and {@code io.acord.lab.sweep}. Audits keep their
 * studies themselves, because people read them.
 */
@NullMarked
package io.acord.lab.kept;

import org.jspecify.annotations.NullMarked;
