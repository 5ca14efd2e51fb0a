package io.acord.recipe;

import java.util.Locale;

/** Where the iterations of a round begin: z⁰ of every edge. */
public enum From {
    /** The origin, as in the paper: needs no exchange before the first iteration. */
    ZERO,

    /** The midpoints of the previous actions: neighbours tell each other theirs before the first iteration. */
    PREVIOUS;

    /** As scenario files write it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
