/**
 * What Hadoop has a file system for, as a place for the files that driver and tasks share.
 *
 * <p>Start at {@link io.acord.spark.store.HadoopStorage}. Not here: folders of this machine,
 * {@code io.acord.lab.store}; what is in the files, {@code io.acord.spark.block}.
 */
@NullMarked
package io.acord.spark.store;

import org.jspecify.annotations.NullMarked;
