package io.acord.lab.options;

import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code --set key=value}: puts values into a scenario that was read, under dotted paths such as
 * {@code algorithms.0.acord.iterations}.
 */
public final class Overrides {

    private static final int LONGEST = 10_000;

    private final Complaints complaints;
    private final String place;

    private Overrides(String place, Complaints complaints) {
        this.place = place;
        this.complaints = complaints;
    }

    /** The scenario with these values instead of its own; the last one wins. */
    public static Value.Mapping apply(Value.Mapping scenario, List<String> sets, Complaints complaints) {
        Value.Mapping changed = scenario;
        for (String set : sets) {
            String shown = set.length() > 60 ? set.substring(0, 60) + "…" : set;
            changed = new Overrides("--set " + shown.replaceAll("\\p{Cntrl}", "?"), complaints).applied(changed, set);
        }
        return changed;
    }

    private Value.Mapping applied(Value.Mapping scenario, String set) {
        int equals = set.indexOf('=');
        String path = equals < 0 ? "" : set.substring(0, equals).strip();
        List<String> keys = List.of(path.split("\\.", -1));
        if (path.isEmpty()
                || keys.size() > 20
                || set.length() > LONGEST
                || keys.stream().anyMatch(String::isBlank)) {
            complaints.add(
                    place,
                    equals < 0 ? "has no =" : "has no key that could be read",
                    "key=value, where the key may be a path such as costs.p or algorithms.0.acord.iterations",
                    "write for instance --set horizon=50");
            return scenario;
        }
        Optional<Value> value =
                YamlFile.parseAt(place, set.substring(equals + 1).strip(), complaints);
        if (value.isEmpty()) {
            return scenario;
        }
        return put(scenario, keys, 0, value.get()) instanceof Value.Mapping changed ? changed : scenario;
    }

    /** {@code within} with the value at the end of the path; itself if there is a complaint. */
    private Value put(@Nullable Value within, List<String> keys, int depth, Value value) {
        if (depth == keys.size()) {
            return value;
        }
        String key = keys.get(depth);
        if (within instanceof Value.Listing listing) {
            return putItem(listing, keys, depth, value);
        }
        if (within instanceof Value.Scalar scalar && !scalar.isNull()) {
            complaints.add(
                    place,
                    "goes through " + upTo(keys, depth) + ", which is " + scalar.shown(),
                    "a mapping or a list there, because " + key + " shall be put into it",
                    "set " + upTo(keys, depth) + " as a whole: --set '" + upTo(keys, depth) + "={…}'");
            return within;
        }
        Map<String, Value.Entry> entries = new LinkedHashMap<>();
        String mappingPlace = place;
        if (within instanceof Value.Mapping mapping) {
            entries.putAll(mapping.entries());
            mappingPlace = mapping.place();
        }
        Value.@Nullable Entry old = entries.get(key);
        Value inner = put(old == null ? null : old.value(), keys, depth + 1, value);
        String keyPlace = old == null || depth + 1 == keys.size() ? place : old.keyPlace();
        entries.put(key, new Value.Entry(keyPlace, inner));
        return new Value.Mapping(entries, mappingPlace);
    }

    private Value putItem(Value.Listing listing, List<String> keys, int depth, Value value) {
        String key = keys.get(depth);
        int size = listing.items().size();
        int index = key.matches("\\d{1,9}") ? Integer.parseInt(key) : -1;
        if (index < 0 || index >= size) {
            complaints.add(
                    place,
                    "asks for " + upTo(keys, depth + 1),
                    size == 0 ? "an entry of a list, but it is empty" : "an entry from 0 to " + (size - 1),
                    "count from 0");
            return listing;
        }
        List<Value> items = new ArrayList<>(listing.items());
        items.set(index, put(items.get(index), keys, depth + 1, value));
        return new Value.Listing(List.copyOf(items), listing.place());
    }

    private static String upTo(List<String> keys, int depth) {
        return String.join(".", keys.subList(0, depth));
    }
}
