package io.acord.web;

import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** What whoever asks has to know. Without encryption whoever hears a request knows it, too. Immutable. */
public final class AccessToken {

    private final String token;

    public AccessToken(String token) {
        whyNot(token).ifPresent(needed -> {
            throw new IllegalArgumentException("a token has " + needed);
        });
        this.token = token;
    }

    /** What a token has to consist of, so that it fits into a header, an address and a cookie; empty if it does. */
    public static Optional<String> whyNot(String token) {
        return token.matches("[A-Za-z0-9._~-]{16,200}")
                ? Optional.empty()
                : Optional.of("16 to 200 letters, digits, dots, dashes and underscores");
    }

    /** Whether this is it; in the same time for every wrong one. */
    public boolean is(String given) {
        return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), token.getBytes(StandardCharsets.UTF_8));
    }

    /** What a request shows as {@code Authorization: Bearer …}. */
    public static Optional<String> shown(Context ctx) {
        String header = ctx.header("Authorization");
        return header != null && header.startsWith("Bearer ") ? Optional.of(header.substring(7)) : Optional.empty();
    }

    /** The problem of a request that does not show it. */
    public static Problem missing(Context ctx, String detail) {
        ctx.header("WWW-Authenticate", "Bearer");
        return new Problem(Problem.TOKEN_NEEDED, detail);
    }

    @Override
    public String toString() {
        return "a token"; // and not which one: it would be in a log
    }
}
