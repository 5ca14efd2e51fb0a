package io.acord.studio;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask. The studio plays for whoever sits at this machine, and a browser at this machine also shows pages of
 * strangers: their scripts can send requests here, and with a name of theirs that points to 127.0.0.1 they could even
 * read the answers. Hence the name asked for, the page that asks and the type of a body are looked at before anything
 * else.
 */
final class Gate {

    static final int LARGEST_BODY = 1 << 20;

    private static final String COOKIE = "acord-studio";
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "DELETE");
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.%]{2,60}]|[A-Za-z0-9._-]{1,253})(?::(\\d{1,5}))?");
    private static final Pattern ADDRESS = Pattern.compile("\\[[0-9a-fA-F:.%]+]|\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern JSON =
            Pattern.compile("application/json\\s*(;\\s*charset=\"?utf-8\"?\\s*)?", Pattern.CASE_INSENSITIVE);

    private final Set<String> names;
    private final boolean takesAddresses;
    private final IntSupplier port;
    private final @Nullable String token;

    /**
     * @param names by which the studio may be asked for, in small letters
     * @param takesAddresses whether any address will do as well: one that listens everywhere does not know which it has
     * @param token that has to be shown; null if none
     */
    Gate(Set<String> names, boolean takesAddresses, IntSupplier port, @Nullable String token) {
        this.names = Set.copyOf(names);
        this.takesAddresses = takesAddresses;
        this.port = port;
        this.token = token;
    }

    /** Answers every request's first question; throws a problem if the answer is no. */
    void check(Context ctx) {
        ctx.header(
                "Content-Security-Policy",
                "default-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'");
        ctx.header("X-Content-Type-Options", "nosniff");
        ctx.header("Cache-Control", "no-store");
        ctx.header("Referrer-Policy", "no-referrer");
        ctx.header("Cross-Origin-Resource-Policy", "same-origin");
        ctx.header("Cross-Origin-Opener-Policy", "same-origin");
        String method = ctx.req().getMethod();
        if (!METHODS.contains(method)) {
            ctx.header("Allow", "GET, HEAD, POST, DELETE");
            throw new Problem(405, "This cannot be done here", "There are GET, POST and DELETE.");
        }
        checkHost(ctx);
        checkOrigin(ctx);
        if (method.equals("POST")) {
            checkJson(ctx);
        }
        checkToken(ctx);
    }

    private void checkHost(Context ctx) {
        String host = ctx.header("Host");
        Matcher parts = HOST.matcher(host == null ? "" : host.strip());
        if (parts.matches()) {
            String name = parts.group(1).toLowerCase(Locale.ROOT);
            int asked = parts.group(2) == null ? 80 : Integer.parseInt(parts.group(2));
            boolean known = names.contains(name)
                    || (takesAddresses && ADDRESS.matcher(name).matches());
            if (known && asked == port.getAsInt()) {
                return;
            }
        }
        throw new Problem(
                421,
                "This is not the host that was asked for",
                "The studio was asked for under a name that is not its own. Open the address that it printed.");
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
            throw new Problem(
                    403, "Another page asks", "Only the studio's own page may ask; a page of another site did.");
        }
    }

    private static void checkJson(Context ctx) {
        String type = ctx.header("Content-Type");
        if (type == null || !JSON.matcher(type.strip()).matches()) {
            throw new Problem(
                    415,
                    "The body is not declared as JSON",
                    "Content-Type has to be application/json, in UTF-8. With curl: -H 'Content-Type: application/json'.");
        }
    }

    private void checkToken(Context ctx) {
        String needed = token;
        if (needed == null) {
            return;
        }
        String shown = ctx.header("Authorization");
        String given = shown != null && shown.startsWith("Bearer ") ? shown.substring(7) : ctx.cookie(COOKIE);
        String asked = ctx.path().equals("/") ? ctx.queryParam("token") : null;
        if (asked != null && isSame(asked, needed)) {
            ctx.header("Set-Cookie", COOKIE + "=" + needed + "; Path=/; HttpOnly; SameSite=Strict");
            return;
        }
        if (given == null || !isSame(given, needed)) {
            ctx.header("WWW-Authenticate", "Bearer");
            throw new Problem(
                    401,
                    "A token is needed",
                    "Open the address with ?token=… once, or send Authorization: Bearer …; the token is the one of --token.");
        }
    }

    /** In the same time for every wrong one. */
    private static boolean isSame(String given, String needed) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), needed.getBytes(StandardCharsets.UTF_8));
    }

    /** The body, if it is not too large. */
    static Asked asked(Context ctx) {
        try {
            byte[] body = ctx.req().getInputStream().readNBytes(LARGEST_BODY + 1);
            if (body.length > LARGEST_BODY) {
                throw new Problem(413, "The body is too large", "A body may have " + LARGEST_BODY + " bytes.");
            }
            return Asked.read(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a token may consist of, so that it fits into an address and a cookie. */
    static Optional<String> whyNoToken(String token) {
        return token.matches("[A-Za-z0-9._~-]{16,200}")
                ? Optional.empty()
                : Optional.of("16 to 200 letters, digits, dots, dashes and underscores");
    }
}
