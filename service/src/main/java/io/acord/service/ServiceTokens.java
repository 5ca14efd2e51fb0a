package io.acord.service;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.internal.system.PrivateFile;
import io.acord.web.AccessToken;
import io.acord.web.Problem;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of a service, and what each allows. A file of them is read again when it changes; one that cannot be used
 * changes nothing, and what is wrong with it is said. Safe for many threads.
 */
public final class ServiceTokens {

    private static final long LOOK_AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A token and its scopes. */
    private record Entry(AccessToken token, Set<TokenScope> scopes) {}

    private final @Nullable Path file; // null: they stay what they are
    private final PrintWriter log;
    private volatile List<Entry> entries;
    private String seen = ""; // guarded by this
    private long lookedAt; // guarded by this

    private ServiceTokens(List<Entry> entries, @Nullable Path file, PrintWriter log) {
        this.entries = entries;
        this.file = file;
        this.log = log;
    }

    /** Whoever asks may do everything. */
    public static ServiceTokens none() {
        return new ServiceTokens(List.of(), null, new PrintWriter(PrintWriter.nullWriter()));
    }

    /** One token that allows everything. */
    public static ServiceTokens of(AccessToken token) {
        List<Entry> one = List.of(new Entry(token, EnumSet.allOf(TokenScope.class)));
        return new ServiceTokens(one, null, new PrintWriter(PrintWriter.nullWriter()));
    }

    /**
     * Those of a file, one a line: the token, and its scopes with commas between them. What follows a # is for people.
     *
     * @param log is told when the file is read again, or cannot be
     * @throws BadInputException with all that is wrong with it
     */
    public static ServiceTokens inFile(Path file, PrintWriter log) {
        ServiceTokens tokens = new ServiceTokens(read(file), file, log);
        tokens.seen = tokens.stamp(file);
        return tokens;
    }

    private static List<Entry> read(Path file) {
        Complaints complaints = new Complaints();
        List<Entry> entries = new ArrayList<>();
        try {
            PrivateFile.openToOthers(file)
                    .ifPresent(open -> complaints.add(
                            file.toString(),
                            "can be read by others (" + open + ")",
                            "a file that only you can read, because whoever has a token may ask",
                            "chmod 600 " + file));
            List<String> lines = Files.readAllLines(file);
            for (int k = 0; k < lines.size(); k++) {
                String line = lines.get(k).replaceFirst("#.*", "").strip();
                if (!line.isEmpty()) {
                    entry(file + ":" + (k + 1), line, entries, complaints);
                }
            }
            if (entries.isEmpty() && complaints.isEmpty()) {
                complaints.add(
                        file.toString(), "has no token", "a line for every token", "write TOKEN decide,read,metrics");
            }
        } catch (IOException e) {
            complaints.add(file.toString(), "cannot be read (" + e + ")", "a file of tokens", "correct the name");
        }
        complaints.throwIfAny();
        return List.copyOf(entries);
    }

    private static void entry(String where, String line, List<Entry> entries, Complaints complaints) {
        String[] words = line.split("\\s+", 2);
        AccessToken.whyNot(words[0])
                .ifPresent(needed ->
                        complaints.add(where, "begins with what is not a token", needed, "choose another token"));
        Set<TokenScope> scopes = EnumSet.noneOf(TokenScope.class);
        for (String word : (words.length == 1 ? "" : words[1]).split("[\\s,]+", -1)) {
            TokenScope.of(word)
                    .ifPresentOrElse(
                            scopes::add,
                            () -> complaints.add(
                                    where,
                                    word.isEmpty() ? "has no scope" : "has scope \"" + word + "\"",
                                    "some of decide, read and metrics",
                                    "write TOKEN decide,read"));
        }
        if (AccessToken.whyNot(words[0]).isEmpty()) {
            entries.add(new Entry(new AccessToken(words[0]), scopes));
        }
    }

    private String stamp(Path of) {
        try {
            return Files.getLastModifiedTime(of) + "/" + Files.size(of);
        } catch (IOException e) {
            return seen; // it is being replaced
        }
    }

    /** Whether nobody has to show one. */
    public boolean areNone() {
        return entries.isEmpty();
    }

    private synchronized void refresh(Path from) {
        long now = System.nanoTime();
        if (now - lookedAt < LOOK_AGAIN_NANOS) {
            return;
        }
        lookedAt = now;
        String stamp = stamp(from);
        if (stamp.equals(seen)) {
            return;
        }
        seen = stamp;
        try {
            entries = read(from);
            log.println("acord: " + from + " was read again");
        } catch (BadInputException e) {
            log.println("acord: " + from + " has changed and is not used; the tokens of before count:");
            e.complaints().forEach(log::println);
        }
        log.flush();
    }

    /**
     * Throws a problem unless a request shows a token that allows something.
     *
     * @param needed null: any token will do
     */
    void check(Context ctx, @Nullable TokenScope needed) {
        if (file != null) {
            refresh(file);
        }
        if (areNone()) {
            return;
        }
        Set<TokenScope> scopes = null;
        String shown = AccessToken.shown(ctx).orElse("");
        for (Entry entry : entries) { // all of them: the time must not tell which
            scopes = entry.token().is(shown) ? entry.scopes() : scopes;
        }
        if (scopes == null) {
            throw AccessToken.missing(
                    ctx,
                    "Send Authorization: Bearer …; the token is one that the service was started with. With curl: -H \"Authorization: Bearer $ACORD_TOKEN\".");
        }
        if (needed != null && !scopes.contains(needed)) {
            ctx.header("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + needed.word() + "\"");
            throw new Problem(
                    ProblemKinds.SCOPE_NEEDED,
                    "This needs a token with the scope " + needed.word() + "; the one that was shown has "
                            + scopes.stream().map(TokenScope::word).collect(Collectors.joining(", ")) + ".");
        }
    }
}
