/**
 * What a member leaves on disk: the journal that it wakes up from.
 *
 * <p>Start at {@link io.acord.fleet.journal.JournalFiles}. A call that returns has reached the disk.
 *
 * <p>Not here: the list of actions given out, see {@code io.acord.fleet.ActionLog}; how a snapshot becomes bytes and
 * how damage is found, see {@code io.acord.protocol.Journal}.
 */
@NullMarked
package io.acord.fleet.journal;

import org.jspecify.annotations.NullMarked;
