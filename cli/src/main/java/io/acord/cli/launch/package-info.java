/**
 * Where the packaged command begins, before anything but Java itself is needed.
 *
 * <p>Start at {@link io.acord.cli.launch.Launch}. Not here: what the command does; see {@code io.acord.cli}.
 */
@NullMarked
package io.acord.cli.launch;

import org.jspecify.annotations.NullMarked;
