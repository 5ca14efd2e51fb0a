package io.acord.lab.generate;

import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/** Questions to options and frames that several kinds have. */
final class CommonOptions {

    /** More than anybody needs, and its products and squares still fit into a double. */
    static final double MOST = 1e100;

    private CommonOptions() {}

    /** A number above 0, up to {@link #MOST}; the fallback if the key is missing or wrong. */
    static double positive(Options options, String key, double fallback, String why) {
        OptionalDouble given = options.number(key);
        if (given.isPresent() && !(given.getAsDouble() > 0 && given.getAsDouble() <= MOST)) {
            options.complain(key, "a number above 0, because " + why + ", and at most " + MOST, "correct it");
            return fallback;
        }
        return given.orElse(fallback);
    }

    /** A number from 0 to {@link #MOST}; the fallback if the key is missing or wrong. */
    static double nonNegative(Options options, String key, double fallback, String why) {
        OptionalDouble given = options.number(key);
        if (given.isPresent() && !(given.getAsDouble() >= 0 && given.getAsDouble() <= MOST)) {
            options.complain(key, "0 or more, because " + why + ", and at most " + MOST, "correct it");
            return fallback;
        }
        return given.orElse(fallback);
    }

    /** A whole number of at least {@code low} that must be given. */
    static int needed(Options options, String key, int low, String why) {
        options.need(key, why);
        return options.integer(key, low, low, Integer.MAX_VALUE);
    }

    static boolean flag(Options options, String key) {
        return options.word(key, "false", "true").equals("true");
    }

    /** How many agents there will be, if the scenario says so. */
    static OptionalInt agents(DeclaredSize declared) {
        return declared.names().map(List::size).map(OptionalInt::of).orElse(declared.agents());
    }
}
