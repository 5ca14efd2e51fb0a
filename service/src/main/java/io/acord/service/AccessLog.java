package io.acord.service;

import io.acord.input.Complaints;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A line for every request: when, from where, method, path, status, milliseconds. What clients can choose is escaped,
 * and nothing of a body is in it. A line that cannot be written is left out: a round counts for more. Safe for many
 * threads.
 */
public final class AccessLog {

    private static final int LONGEST_PATH = 200;

    private final @Nullable PrintWriter lines; // null: nobody wants to know
    private final Clock clock = Clock.systemUTC();

    private AccessLog(@Nullable PrintWriter lines) {
        this.lines = lines;
    }

    /**
     * A log that is added to a file.
     *
     * @param file null: there is none; -: standard error
     */
    public static AccessLog to(@Nullable Path file, PrintWriter stderr) {
        if (file == null) {
            return new AccessLog(null);
        }
        if (file.toString().equals("-")) {
            return new AccessLog(stderr);
        }
        try {
            return new AccessLog(new PrintWriter(Files.newBufferedWriter(
                    file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND)));
        } catch (IOException e) {
            throw Complaints.refuse(
                    "--access-log " + file,
                    "cannot be written (" + e + ")",
                    "a file in a folder that is there, or - for standard error",
                    "give another name");
        }
    }

    void tell(Context ctx, long nanos) {
        PrintWriter out = lines;
        if (out == null) {
            return;
        }
        String line = String.format(
                Locale.ROOT,
                "%s %s %s %s %d %.3f ms%n",
                clock.instant().truncatedTo(ChronoUnit.MILLIS),
                ctx.req().getRemoteAddr(),
                escaped(ctx.req().getMethod()),
                escaped(ctx.req().getRequestURI()),
                ctx.statusCode(),
                nanos / 1e6);
        synchronized (this) {
            out.write(line);
            out.flush();
        }
    }

    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder();
        for (int k = 0; k < Math.min(text.length(), LONGEST_PATH); k++) {
            char c = text.charAt(k);
            shown.append(c > ' ' && c < 127 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
        }
        return text.length() > LONGEST_PATH ? shown + "…" : shown.toString();
    }
}
