package io.acord.protocol;

import java.util.EnumSet;
import java.util.Set;

/**
 * The checks without which the promises break. All are on; tests of this package switch one off at a time to see that
 * something notices.
 */
public final class Guards {

    /** One check. */
    enum Guard {
        CHECKSUM,
        ROUND_CHECK,
        SYNC_BEFORE_PUBLISH,
        ALLOW_LIST,
        SIZE_LIMIT
    }

    public static final Guards ALL = new Guards(EnumSet.allOf(Guard.class));

    private final Set<Guard> on;

    private Guards(Set<Guard> on) {
        this.on = on;
    }

    static Guards allBut(Guard off) {
        return new Guards(EnumSet.complementOf(EnumSet.of(off)));
    }

    boolean has(Guard guard) {
        return on.contains(guard);
    }
}
