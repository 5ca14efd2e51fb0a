package io.acord.web;

import io.javalin.http.Context;
import java.util.Set;

/**
 * Which pages may ask for changes: those of the server itself. A browser that reaches the server also shows pages of
 * strangers, and sends what their scripts ask for; but it says whose page it was. Programs say nothing of the kind.
 */
final class OwnPages {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private OwnPages() {}

    /** Throws a problem if a page of another site asks for a change. */
    static void check(Context ctx) {
        if (READING.contains(ctx.req().getMethod())) {
            return;
        }
        String host = ctx.header("Host");
        String origin = ctx.header("Origin");
        String site = ctx.header("Sec-Fetch-Site");
        boolean isOwn = origin == null
                || origin.equalsIgnoreCase("http://" + host)
                || origin.equalsIgnoreCase("https://" + host);
        boolean isNear = site == null || site.equals("same-origin") || site.equals("none");
        if (!isOwn || !isNear) {
            throw new Problem(
                    Problem.ANOTHER_PAGE, "Only a page of this server may ask for this; a page of another site did.");
        }
    }
}
