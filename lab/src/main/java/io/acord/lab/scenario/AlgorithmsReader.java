package io.acord.lab.scenario;

import io.acord.input.BadInputException;
import io.acord.input.Complaints;
import io.acord.lab.options.FormulaName;
import io.acord.lab.options.NearestWord;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.policy.Policy;
import io.acord.lab.policy.PolicyKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the list of policies under {@code algorithms}. Scratch; one thread. */
record AlgorithmsReader(Complaints complaints) {

    List<Scenario.Algorithm> read(Options top) {
        Value value = top.value("algorithms").orElse(null);
        if (value == null) {
            top.missing("algorithms", "the policies to play");
            return List.of();
        }
        if (!(value instanceof Value.Listing listing) || listing.items().isEmpty()) {
            top.complain("algorithms", "a list of policies", "write algorithms: [acord, opt]");
            return List.of();
        }
        Map<String, PolicyKind> kinds = KnownKinds.get().policies();
        Map<String, String> taken = new LinkedHashMap<>();
        List<Scenario.Algorithm> algorithms = new ArrayList<>();
        for (int k = 0; k < listing.items().size(); k++) {
            Scenario.Algorithm made = algorithm(listing.items().get(k), "algorithms[" + k + "]", kinds, taken);
            if (made != null) {
                algorithms.add(made);
            }
        }
        return List.copyOf(algorithms);
    }

    private Scenario.@Nullable Algorithm algorithm(
            Value item, String path, Map<String, PolicyKind> kinds, Map<String, String> taken) {
        String key;
        String keyPlace = item.place();
        Value.Mapping inner = new Value.Mapping(Map.of(), item.place());
        if (item instanceof Value.Scalar scalar && !scalar.isNull()) {
            key = scalar.text();
        } else if (item instanceof Value.Mapping mapping && mapping.entries().size() == 1) {
            key = mapping.entries().keySet().iterator().next();
            Value.Entry entry = mapping.entries().values().iterator().next();
            keyPlace = entry.keyPlace();
            if (entry.value() instanceof Value.Mapping options) {
                inner = options;
            } else if (!(entry.value() instanceof Value.Scalar scalar && scalar.isNull())) {
                complaints.add(
                        entry.value().place() + ": " + path + "." + key,
                        "is " + entry.value().shown(),
                        "a mapping of options",
                        "write - " + key + ": {name: …}, or just - " + key);
                return null;
            }
        } else {
            complaints.add(
                    item.place() + ": " + path,
                    item instanceof Value.Mapping mapping
                            ? "is a mapping with the keys "
                                    + new LinkedHashSet<>(mapping.entries().keySet())
                            : "is " + item.shown(),
                    "a policy: one word, or one word with options",
                    "write - acord: {iterations: 12}, with the options in braces or indented under it");
            return null;
        }
        PolicyKind kind = kinds.get(key);
        if (kind == null) {
            complaints.add(
                    keyPlace + ": " + path,
                    "is \"" + key + "\"",
                    kinds.isEmpty() ? "a policy" : "one of " + String.join(", ", kinds.keySet()),
                    NearestWord.hint(key, kinds.keySet(), "choose one of them"));
            return null;
        }
        Options options = new Options(inner, path + "." + key, complaints);
        String name = options.text("name").orElse(key);
        String namePlace = options.value("name").map(Value::place).orElse(keyPlace);
        if (name.matches(".*\\p{Cntrl}.*") || name.contains("\n")) {
            complaints.add(
                    namePlace + ": " + path + ".name",
                    "has characters that are not printed",
                    "a name on one line, because tables and files show it",
                    "choose a name such as " + key + "-2");
        }
        if (FormulaName.is(name)) {
            complaints.add(
                    namePlace + ": " + path + ".name",
                    "is \"" + name + "\"",
                    FormulaName.NEEDED,
                    "choose a name such as " + key + "-2");
        }
        String first = taken.putIfAbsent(name, path);
        if (first != null) {
            complaints.add(
                    namePlace + ": " + path,
                    "is called " + name + ", as is " + first,
                    "a name of its own for every policy, because tables and files tell them apart by it",
                    "add name: to one of them, as in - " + key + ": {name: " + name + "-2}");
        }
        try {
            Policy policy = kind.create(name, options);
            options.refuseUnknownKeys();
            return new Scenario.Algorithm(key, policy);
        } catch (BadInputException refused) {
            complaints.addAll(keyPlace + ": " + path + "." + key, refused);
            return null;
        }
    }
}
