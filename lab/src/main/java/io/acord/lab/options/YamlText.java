package io.acord.lab.options;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values as YAML on one line, which reads as the same values. */
public final class YamlText {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./+][A-Za-z0-9_./+-]*|-[0-9.][A-Za-z0-9.+-]*");

    private YamlText() {}

    public static String of(Value value) {
        if (value instanceof Value.Scalar scalar) {
            return scalar.isNull() ? "null" : word(scalar.text());
        }
        if (value instanceof Value.Listing listing) {
            return list(listing.items().stream().map(YamlText::of).toList());
        }
        if (value instanceof Value.Mapping mapping) {
            return mapping.entries().entrySet().stream()
                    .map(YamlText::entry)
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        throw new AssertionError("unhandled value " + value);
    }

    private static String entry(Map.Entry<String, Value.Entry> entry) {
        return word(entry.getKey()) + ": " + of(entry.getValue().value());
    }

    /** A list of what is YAML already. */
    public static String list(List<String> items) {
        return items.stream().collect(Collectors.joining(", ", "[", "]"));
    }

    /** A word, quoted if YAML would take it for something else. */
    public static String word(String text) {
        boolean plain = PLAIN.matcher(text).matches() && !text.equalsIgnoreCase("null") && !text.startsWith("...");
        if (plain) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').appendCodePoint(c);
            } else if (c < ' ' || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || c == 0xfeff) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append('"').toString();
    }

    /** A number, as short as it can be: 50 rather than 50.0. */
    public static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }
}
