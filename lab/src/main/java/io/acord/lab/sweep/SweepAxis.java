package io.acord.lab.sweep;

import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A key of the scenario and the values that it takes one after the other.
 *
 * @param key as after {@code --set}
 * @param values as they were written
 */
public record SweepAxis(String key, List<String> values) {

    /** More plays than that are a mistake in most cases. */
    private static final int MOST_COMBINATIONS = 10_000;

    public SweepAxis {
        values = List.copyOf(values);
    }

    /** What {@code key=v1,v2,...} says; commas within brackets, braces and quotes belong to a value. */
    public static List<SweepAxis> parse(List<String> words, Complaints complaints) {
        List<SweepAxis> axes = new ArrayList<>();
        Set<String> keys = new HashSet<>();
        long combinations = 1;
        for (String word : words) {
            int equals = word.indexOf('=');
            String key = equals < 0 ? "" : word.substring(0, equals).strip();
            if (key.isEmpty()) {
                complaints.add(
                        word, equals < 0 ? "has no =" : "has no key", "key=v1,v2,...", "write for instance beta=1,10");
                continue;
            }
            List<String> values = split(word.substring(equals + 1));
            if (values.stream().anyMatch(String::isBlank)) {
                complaints.add(word, "has an empty value", "values with commas between them", "remove a comma");
            }
            if (new HashSet<>(values).size() < values.size()) {
                complaints.add(word, "has a value twice", "every value once", "remove one of the two");
            }
            if (!keys.add(key)) {
                complaints.add(
                        word, "names a key again", "all values of a key together", "write " + key + "=v1,v2,...");
            }
            combinations = Math.min(Long.MAX_VALUE / 10_000_000, combinations * values.size());
            axes.add(new SweepAxis(key, values));
        }
        if (words.isEmpty()) {
            complaints.add(
                    "sweep",
                    "has nothing to vary",
                    "at least one key with values, as key=v1,v2,...",
                    "write for instance ./acord sweep my.yaml beta=1,10,100");
        }
        if (combinations > MOST_COMBINATIONS) {
            complaints.add(
                    "sweep",
                    "has more than " + MOST_COMBINATIONS + " combinations",
                    "at most so many",
                    "vary fewer keys at a time");
        }
        return axes;
    }

    private static List<String> split(String text) {
        List<String> values = new ArrayList<>();
        int depth = 0;
        char quote = 0;
        int begin = 0;
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '"' || c == '\'') {
                quote = c;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            } else if (c == ',' && depth == 0) {
                values.add(text.substring(begin, k).strip());
                begin = k + 1;
            }
        }
        values.add(text.substring(begin).strip());
        return values;
    }

    /** Every combination of a value of each, the last key changing fastest. */
    public static List<List<String>> combinations(List<SweepAxis> axes) {
        List<List<String>> all = List.of(List.of());
        for (SweepAxis axis : axes) {
            List<List<String>> longer = new ArrayList<>();
            for (List<String> one : all) {
                for (String value : axis.values()) {
                    List<String> next = new ArrayList<>(one);
                    next.add(value);
                    longer.add(List.copyOf(next));
                }
            }
            all = longer;
        }
        return all;
    }

    /** A combination as {@code key=value} for overrides. */
    public static List<String> sets(List<SweepAxis> axes, List<String> combination) {
        List<String> sets = IntStream.range(0, axes.size())
                .mapToObj(k -> axes.get(k).key() + "=" + combination.get(k))
                .toList();
        return sets;
    }
}
