package io.acord.lab.run;

import io.acord.lab.scenario.Plugins;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command line that plays something again, whole, plugins included, and quoted for a shell. Mutable while it is put
 * together.
 */
public final class ReplayCommand {

    private final StringBuilder line = new StringBuilder("./acord");

    /**
     * Begins a command line.
     *
     * @param subcommand such as {@code run}
     */
    public ReplayCommand(String subcommand) {
        option("--plugins", Plugins.named().isEmpty() ? null : Plugins.named());
        line.append(' ').append(subcommand);
    }

    /** A positional argument; null: none was given. */
    public ReplayCommand argument(@Nullable Object value) {
        if (value != null) {
            line.append(' ').append(quoted(value.toString()));
        }
        return this;
    }

    /** An option with its value; null: it was not given. */
    public ReplayCommand option(String name, @Nullable Object value) {
        if (value != null) {
            line.append(' ').append(name);
            argument(value);
        }
        return this;
    }

    /** An option that was given so many times. */
    public ReplayCommand options(String name, List<String> values) {
        values.forEach(value -> option(name, value));
        return this;
    }

    /** An option without a value. */
    public ReplayCommand flag(String name, boolean isGiven) {
        line.append(isGiven ? " " + name : "");
        return this;
    }

    private static String quoted(String text) {
        return text.matches("[\\w./=,:+-]+") ? text : "'" + text.replace("'", "'\\''") + "'";
    }

    @Override
    public String toString() {
        return line.toString();
    }
}
