/**
 * What the modules of Acord ask of the operating system: files that appear whole, folders that one process has at a
 * time, threads that keep nobody alive, the room that a process has.
 *
 * <p>Not API: it may change with any version. Nothing else in the core knows it, and the core itself touches no file.
 */
@NullMarked
package io.acord.internal.system;

import org.jspecify.annotations.NullMarked;
