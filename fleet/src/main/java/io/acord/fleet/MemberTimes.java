package io.acord.fleet;

import io.acord.input.Complaints;
import io.acord.model.Actions;
import io.acord.protocol.clock.RoundClock;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long things may take, as whoever starts a member says.
 *
 * @param deadline from the opening of a round to its action
 * @param pace from the opening of a round to that of the next, at least
 * @param every rounds begin at the multiples of this by the wall clock; 0: they do not look at it
 */
record MemberTimes(Duration deadline, Duration pace, Duration every) {

    /** For the member's clock. */
    RoundClock.Times of(@Nullable Duration warmUp, Duration patienceAtStart) {
        long nanos = deadline.toNanos();
        return new RoundClock.Times(
                nanos,
                pace.toNanos(),
                warmUp == null ? 20 * nanos : warmUp.toNanos(),
                patienceAtStart.toNanos(),
                every.toNanos());
    }

    /**
     * What is wrong with them, and with what else a member cannot be without.
     *
     * @param agents of the member, as the address book says
     */
    Complaints check(@Nullable Path journal, @Nullable Actions start, int agents) {
        Complaints complaints = new Complaints();
        if (journal == null) {
            complaints.add("journal", "is missing", "a folder of this member's own", "call journal(folder)");
        }
        if (start == null) {
            complaints.add("start", "is missing", "x_0 of this member's agents", "call start(x0)");
        }
        if (deadline.isNegative() || deadline.isZero()) {
            complaints.add("deadline", "is " + deadline, "more than nothing", "give the time that a round may take");
        }
        if (pace.isNegative()) {
            complaints.add("pace", "is " + pace, "0 or more", "omit it to play as fast as possible");
        }
        if (!every.isZero() && (!pace.isZero() || every.compareTo(deadline) < 0)) {
            complaints.add(
                    "every",
                    "is " + every + ", with a pace of " + pace + " and a deadline of " + deadline,
                    "no pace beside it, and no longer deadline: a round is over before the next one begins",
                    "drop the pace, and shorten the deadline");
        }
        if (start != null && start.agents() != agents) {
            complaints.add(
                    "start",
                    "has " + start.agents() + " agents",
                    agents + ", as the address book says",
                    "give one each");
        }
        return complaints;
    }
}
