package io.acord.lab.options;

import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The keys under one mapping of a scenario, as their reader asks for them. Every question is remembered:
 * {@link #refuseUnknownKeys} complains about the keys that nobody asked for, with the nearest one that somebody did. A
 * wrong value is complained about with its place and answered with the fallback, so that reading goes on and all
 * complaints come at once. Scratch; one thread.
 */
public final class Options {

    private final Value.Mapping mapping;
    private final String path; // of the mapping within the file, "" at the top
    private final Complaints complaints;
    private final Set<String> asked = new LinkedHashSet<>();

    public Options(Value.Mapping mapping, String path, Complaints complaints) {
        this.mapping = mapping;
        this.path = path;
        this.complaints = complaints;
    }

    /** Options from code, for tests and for who uses the lab without a file. */
    public static Options of(Map<String, ?> values, Complaints complaints) {
        return new Options(mapping(values), "", complaints);
    }

    private static Value.Mapping mapping(Map<String, ?> values) {
        Map<String, Value.Entry> entries = new LinkedHashMap<>();
        values.forEach((key, value) -> entries.put(key, new Value.Entry("in code", value(value))));
        return new Value.Mapping(entries, "in code");
    }

    private static Value value(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<String, Object> named = new LinkedHashMap<>();
            map.forEach((key, inner) -> named.put(String.valueOf(key), inner));
            return mapping(named);
        }
        if (value instanceof List<?> list) {
            List<Value> items = new ArrayList<>();
            list.forEach(item -> items.add(value(item)));
            return new Value.Listing(items, "in code");
        }
        return new Value.Scalar(String.valueOf(value), false, "in code");
    }

    /** Where the mapping stands. */
    public String place() {
        return mapping.place();
    }

    public Complaints complaints() {
        return complaints;
    }

    /** The value of a key as it stands in the file, if it is there. */
    public Optional<Value> value(String key) {
        asked.add(key);
        Value.Entry entry = mapping.entries().get(key);
        return entry == null ? Optional.empty() : Optional.of(entry.value());
    }

    public boolean has(String key) {
        return value(key).isPresent();
    }

    /** A finite number, if the key is there. */
    public OptionalDouble number(String key) {
        Value value = value(key).orElse(null);
        if (value == null) {
            return OptionalDouble.empty();
        }
        double number = parse(value);
        if (!Double.isFinite(number)) {
            complain(key, value, "a finite number", "write a number such as 0.5 or 1e-6");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(number);
    }

    /** NaN for what is not a number. */
    public static double parse(Value value) {
        if (!(value instanceof Value.Scalar scalar) || scalar.isNull()) {
            return Double.NaN;
        }
        try {
            String text = scalar.text().strip();
            // Java would take 1d, 0x1p3 and NaN; a scenario should not.
            return text.matches("[-+]?(\\d[\\d_]*\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?")
                    ? Double.parseDouble(text.replace("_", ""))
                    : Double.NaN;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /** A number within bounds; the fallback if the key is missing or wrong. */
    public double number(String key, double fallback, double low, double high) {
        return within(key, number(key), fallback, low, high);
    }

    /** A number within bounds that must be given. */
    public double required(String key, double low, double high, String why) {
        OptionalDouble number = number(key);
        if (number.isEmpty() && !has(key)) {
            missing(key, why);
        }
        return within(key, number, low, low, high);
    }

    private double within(String key, OptionalDouble number, double fallback, double low, double high) {
        if (number.isEmpty()) {
            return fallback;
        }
        double given = number.getAsDouble();
        if (given < low || given > high) {
            complain(key, value(key).orElseThrow(), "a number from " + low + " to " + high, "choose one in between");
            return fallback;
        }
        return given;
    }

    /** A whole number within bounds, if the key is there. */
    public OptionalInt integer(String key, int low, int high) {
        Value value = value(key).orElse(null);
        if (value == null) {
            return OptionalInt.empty();
        }
        double number = parse(value);
        if (!(number >= low && number <= high) || number != Math.rint(number)) {
            complain(key, value, "a whole number from " + low + " to " + high, "choose a whole number in this range");
            return OptionalInt.empty();
        }
        return OptionalInt.of((int) number);
    }

    public int integer(String key, int fallback, int low, int high) {
        return integer(key, low, high).orElse(fallback);
    }

    /** One of these words; the first is the fallback. */
    public String word(String key, String... allowed) {
        Value value = value(key).orElse(null);
        if (value == null) {
            return allowed[0];
        }
        if (value instanceof Value.Scalar scalar && List.of(allowed).contains(scalar.text())) {
            return scalar.text();
        }
        String given = value instanceof Value.Scalar scalar ? scalar.text() : "";
        complain(
                key,
                value,
                "one of " + String.join(", ", allowed),
                NearestWord.hint(given, List.of(allowed), "choose one of them"));
        return allowed[0];
    }

    /** Any text, if the key is there. */
    public Optional<String> text(String key) {
        Value value = value(key).orElse(null);
        if (value instanceof Value.Scalar scalar
                && !scalar.isNull()
                && !scalar.text().isBlank()) {
            return Optional.of(scalar.text());
        }
        if (value != null) {
            complain(key, value, "some text", "write a word or a quoted text");
        }
        return Optional.empty();
    }

    /** A list of finite numbers, or a single one as a list of one; empty if the key is missing or wrong. */
    public Optional<double[]> numbers(String key) {
        Value value = value(key).orElse(null);
        if (value == null) {
            return Optional.empty();
        }
        List<Value> items = value instanceof Value.Listing listing ? listing.items() : List.of(value);
        double[] numbers = new double[items.size()];
        boolean fine = !items.isEmpty();
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = parse(items.get(k));
            if (!Double.isFinite(numbers[k])) {
                complain(key, items.get(k), "finite numbers", "write numbers such as [0.5, 1]");
                fine = false;
            }
        }
        if (items.isEmpty()) {
            complain(key, value, "at least one number", "write numbers such as [0.5, 1]");
        }
        return fine ? Optional.of(numbers) : Optional.empty();
    }

    /** The options under a key; none if it is missing. */
    public Options section(String key) {
        Value value = value(key).orElse(null);
        if (value instanceof Value.Mapping inner) {
            return new Options(inner, at(key), complaints);
        }
        if (value != null) {
            complain(key, value, "a mapping", "write " + key + ": {key: value}");
        }
        return new Options(new Value.Mapping(Map.of(), place()), at(key), complaints);
    }

    /** Complains about a key that is there. */
    public void complain(String key, String needed, String fix) {
        Value value = value(key).orElse(null);
        if (value == null) {
            missing(key, needed);
        } else {
            complain(key, value, needed, fix);
        }
    }

    private void complain(String key, Value value, String needed, String fix) {
        complaints.add(value.place() + ": " + at(key), "is " + value.shown(), needed, fix);
    }

    /** Complains if a key is not there. */
    public void need(String key, String why) {
        if (!has(key)) {
            missing(key, why);
        }
    }

    /** Complains that a key is not there. */
    public void missing(String key, String why) {
        asked.add(key);
        complaints.add(place() + ": " + at(key), "is missing", why, "add " + key + ": …");
    }

    /** Complains about every key that nobody asked for. Call it when all has been read. */
    public void refuseUnknownKeys() {
        mapping.entries().forEach((key, entry) -> {
            if (!asked.contains(key)) {
                complaints.add(
                        entry.keyPlace() + ": " + at(key),
                        "is not known here",
                        asked.isEmpty() ? "no key at all" : "one of " + String.join(", ", asked),
                        NearestWord.hint(key, List.copyOf(asked), "drop it"));
            }
        });
    }

    private String at(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    @Override
    public String toString() {
        return path + " at " + place();
    }
}
