package io.acord.swarm;

import io.acord.input.Complaints;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as people write them: {@code 200ms}, {@code 1.5s}, {@code 2min} or {@code 2m}, {@code 1h}. */
final class Durations {

    private static final Pattern TIME = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|min|m|h)");

    private Durations() {}

    /** A time; empty, with a complaint, if the text is none. */
    static Optional<Duration> parse(String where, String text, Complaints complaints) {
        Matcher matcher = TIME.matcher(text.strip());
        if (!matcher.matches()) {
            complaints.add(
                    where, "is \"" + text + "\"", "a time with its unit: ms, s, min or h", "write for instance 500ms");
            return Optional.empty();
        }
        double unit = switch (matcher.group(2)) {
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "h" -> 3600e9;
            default -> 60e9;
        };
        double nanos = Double.parseDouble(matcher.group(1)) * unit;
        if (nanos > 3600e9 * 24) {
            complaints.add(where, "is \"" + text + "\"", "at most a day", "write a shorter time");
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos((long) nanos));
    }

    static String text(Duration time) {
        return time.toMillis() + "ms";
    }
}
