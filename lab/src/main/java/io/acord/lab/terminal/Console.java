package io.acord.lab.terminal;

import io.acord.lab.run.Watcher;
import java.io.PrintWriter;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Where a command prints.
 *
 * @param out for results
 * @param err for progress and what went wrong
 * @param isTerminal whether somebody watches standard error
 * @param columns how wide tables may be; empty: as wide as they are
 * @param isQuiet whether nothing is printed but what was asked for and what went wrong
 */
public record Console(PrintWriter out, PrintWriter err, boolean isTerminal, OptionalInt columns, boolean isQuiet) {

    private static final int NARROWEST = 20;

    /** The console of this process; the launcher knows the terminal. */
    public static Console of(PrintWriter out, PrintWriter err, boolean isQuiet) {
        return of(out, err, isQuiet, System.getenv());
    }

    static Console of(PrintWriter out, PrintWriter err, boolean isQuiet, Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        boolean known = columns.matches("\\d{1,5}") && Integer.parseInt(columns) >= NARROWEST;
        return new Console(
                out,
                err,
                "1".equals(environment.get("ACORD_TERMINAL")),
                known ? OptionalInt.of(Integer.parseInt(columns)) : OptionalInt.empty(),
                isQuiet);
    }

    /** Says how far something is, unless nobody wants to know. */
    public Watcher progress(String what) {
        return isQuiet ? Watcher.NOBODY : new Progress(err, isTerminal, what);
    }
}
