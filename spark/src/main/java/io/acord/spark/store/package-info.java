/**
 * Where files lie that driver and tasks share: folders of this machine, and whatever Hadoop has a file system for.
 *
 * <p>Start at {@link io.acord.spark.store.Storage}. Not here: what is in the files; see {@code io.acord.spark.block}.
 */
@NullMarked
package io.acord.spark.store;

import org.jspecify.annotations.NullMarked;
