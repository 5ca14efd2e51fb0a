/**
 * Where files lie that several processes share: folders of this machine, or whatever somebody has a storage for.
 *
 * <p>Start at {@link io.acord.lab.store.Storage}. Not here: what is in the files; see {@code io.acord.lab.block}.
 */
@NullMarked
package io.acord.lab.store;

import org.jspecify.annotations.NullMarked;
