package io.acord.studio;

import io.acord.web.AccessToken;
import io.acord.web.JsonBodies;
import io.acord.web.Problem;
import io.javalin.http.Context;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. The studio plays for whoever sits at this machine, and a browser at this machine also shows pages of
 * strangers: their scripts can send requests here, and with a name of theirs that points to 127.0.0.1 they could even
 * read the answers. The server has looked at the name asked for; here the page that asks, the type of a body and the
 * token are looked at before anything else.
 */
final class RequestGuard {

    private static final String COOKIE = "acord-studio";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "DELETE");
    private final @Nullable AccessToken token;

    /** @param token that has to be shown; null if none */
    RequestGuard(@Nullable String token) {
        this.token = token == null ? null : new AccessToken(token);
    }

    /** Answers every request's first question; throws a problem if the answer is no. */
    void check(Context ctx) {
        ctx.header(
                "Content-Security-Policy",
                "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'");
        ctx.header("Referrer-Policy", "no-referrer");
        ctx.header("Cross-Origin-Resource-Policy", "same-origin");
        ctx.header("Cross-Origin-Opener-Policy", "same-origin");
        String method = ctx.req().getMethod();
        if (!METHODS.contains(method)) {
            ctx.header("Allow", "GET, HEAD, POST, DELETE");
            throw new Problem(Problem.WRONG_METHOD, "There are GET, POST and DELETE.");
        }
        checkOrigin(ctx);
        if (method.equals("POST")) {
            JsonBodies.checkType(ctx);
        }
        checkToken(ctx);
    }

    /** Only the studio's own page may ask; whoever follows a link to it from elsewhere may see its front page. */
    private static void checkOrigin(Context ctx) {
        String origin = ctx.header("Origin");
        boolean own = origin == null || origin.equalsIgnoreCase("http://" + ctx.header("Host"));
        String site = ctx.header("Sec-Fetch-Site");
        boolean follows = ctx.req().getMethod().equals("GET")
                && "navigate".equals(ctx.header("Sec-Fetch-Mode"))
                && ctx.path().equals("/");
        boolean near = site == null || site.equals("same-origin") || site.equals("none") || follows;
        if (!own || !near) {
            throw new Problem(Problem.ANOTHER_PAGE, "Only the studio's own page may ask; a page of another site did.");
        }
    }

    private void checkToken(Context ctx) {
        AccessToken needed = token;
        if (needed == null) {
            return;
        }
        String given = AccessToken.shown(ctx).orElse(ctx.cookie(COOKIE));
        String asked = ctx.path().equals("/") ? ctx.queryParam("token") : null;
        if (asked != null && needed.is(asked)) {
            ctx.header("Set-Cookie", COOKIE + "=" + asked + "; Path=/; HttpOnly; SameSite=Strict");
            return;
        }
        if (given == null || !needed.is(given)) {
            throw AccessToken.missing(
                    ctx,
                    "Open the address with ?token=… once, or send Authorization: Bearer …; the token is the one that the studio was started with.");
        }
    }
}
