package io.acord.lab.scenario;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.options.FormulaName;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import io.acord.lab.source.CostSource;
import io.acord.lab.source.DeclaredSize;
import io.acord.lab.source.NumberedNames;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * How large a run is: agents, dimension and horizon, from what the scenario says and what its costs say. Scratch; one
 * thread.
 */
record SizeReader(Path folder, SizeLimit limit, Complaints complaints) {

    private static final int MOST_AGENTS = 100_000_000;
    private static final int MOST_DIMENSIONS = 10_000;
    private static final int LONGEST_HORIZON = 100_000_000;

    /** What the scenario says of its size. */
    DeclaredSize declared(Options top) {
        OptionalInt horizon = top.integer("horizon", 1, LONGEST_HORIZON);
        OptionalInt dimension = top.integer("dimension", 1, MOST_DIMENSIONS);
        Optional<List<String>> names = Optional.empty();
        OptionalInt agents = OptionalInt.empty();
        Value value = top.value("agents").orElse(null);
        if (value instanceof Value.Listing listing) {
            names = names(listing);
            agents = names.map(list -> OptionalInt.of(list.size())).orElse(OptionalInt.empty());
        } else if (value instanceof Value.Mapping) {
            top.complain("agents", "a number or a list of names", "write agents: 20 or agents: [north, south]");
        } else if (value != null) {
            agents = top.integer("agents", 1, MOST_AGENTS);
        }
        return new DeclaredSize(folder, names, agents, dimension, horizon);
    }

    private Optional<List<String>> names(Value.Listing listing) {
        int before = complaints.size();
        Map<String, String> places = new LinkedHashMap<>();
        for (int k = 0; k < listing.items().size(); k++) {
            Value item = listing.items().get(k);
            String where = item.place() + ": agents[" + k + "]";
            if (!(item instanceof Value.Scalar scalar)
                    || scalar.isNull()
                    || scalar.text().isBlank()
                    || scalar.text().matches(".*\\p{Cntrl}.*")) {
                complaints.add(where, "is " + item.shown(), "a name on one line", "write a word or a quoted text");
                continue;
            }
            if (FormulaName.is(scalar.text())) {
                complaints.add(where, "is " + item.shown(), FormulaName.NEEDED, "put a letter in front");
                continue;
            }
            String first = places.putIfAbsent(scalar.text(), item.place());
            if (first != null) {
                complaints.add(
                        where,
                        "is " + item.shown() + " again, as at " + first,
                        "every agent once",
                        "drop it, or rename one of the two");
            }
        }
        if (listing.items().isEmpty()) {
            complaints.add(listing.place() + ": agents", "is an empty list", "at least one agent", "name the agents");
        }
        return complaints.size() == before ? Optional.of(List.copyOf(places.keySet())) : Optional.empty();
    }

    /**
     * The size of a run, from what the scenario says and what the costs say; null if they do not say enough or
     * contradict.
     */
    CostSource.@Nullable Size size(Options top, DeclaredSize declared, CostSource costs, boolean sound) {
        int before = complaints.size();
        List<String> names = names(top, declared, costs, sound);
        OptionalInt horizon = declared.horizon();
        OptionalInt end = costs.horizon();
        if (horizon.isEmpty() && end.isEmpty() && sound && !top.has("horizon")) {
            top.missing("horizon", "the number of rounds, because the costs have no end of their own");
        }
        if (sound && horizon.isPresent() && end.isPresent() && horizon.getAsInt() > end.getAsInt()) {
            top.complain(
                    "horizon",
                    "at most " + end.getAsInt() + ", because the costs end there",
                    costs.decides().isEmpty()
                            ? "lower it, or write costs: {missing: hold, …} to go on with the last costs of a file"
                            : "lower it, or drop it");
        }
        OptionalInt dimension = declared.dimension();
        OptionalInt costDimension = costs.dimension();
        if (sound
                && dimension.isPresent()
                && costDimension.isPresent()
                && dimension.getAsInt() != costDimension.getAsInt()) {
            top.complain("dimension", costDimension.getAsInt() + ", because the costs have it", "drop the key");
        }
        int d = dimension.orElse(costDimension.orElse(1));
        if (names != null && (long) names.size() * d > Integer.MAX_VALUE - 8) {
            complaints.add(
                    top.place(),
                    "has " + names.size() + " agents of dimension " + d,
                    "agents times dimension below 2^31",
                    "play fewer agents");
        }
        if (names == null || complaints.size() > before || (horizon.isEmpty() && end.isEmpty())) {
            return null;
        }
        return new CostSource.Size(names, d, horizon.isPresent() ? horizon.getAsInt() : end.getAsInt());
    }

    /** The size if it is within the limit; null, with a complaint, if not. */
    CostSource.@Nullable Size fitting(CostSource.@Nullable Size size, Value.Mapping root) {
        if (size == null) {
            return null;
        }
        Value.@Nullable Entry algorithms = root.entries().get("algorithms");
        int policies = algorithms != null && algorithms.value() instanceof Value.Listing listing
                ? listing.items().size()
                : 0;
        Optional<Complaint> tooLarge = limit.complaint(size, policies);
        tooLarge.ifPresent(complaint -> {
            Value.@Nullable Entry key = root.entries().get(complaint.where());
            complaints.add(
                    (key == null ? root : key.value()).place() + ": " + complaint.where(),
                    complaint.found(),
                    complaint.needed(),
                    complaint.fix());
        });
        return tooLarge.isPresent() ? null : size;
    }

    private static @Nullable List<String> names(Options top, DeclaredSize declared, CostSource costs, boolean sound) {
        List<String> listed = declared.names().orElse(null);
        List<String> told = costs.names().orElse(null);
        if (listed != null) {
            if (sound && told != null && !listed.equals(told)) {
                top.complain("agents", "the " + told.size() + " agents of the costs", "drop the key");
            }
            return listed;
        }
        if (told != null) {
            if (sound && declared.agents().isPresent() && declared.agents().getAsInt() != told.size()) {
                top.complain("agents", told.size() + ", because the costs have them", "drop the key");
            }
            return told;
        }
        if (declared.agents().isPresent()) {
            return NumberedNames.of(declared.agents().getAsInt());
        }
        if (sound && !top.has("agents")) {
            top.missing("agents", "a number or a list of names, because the costs do not tell");
        }
        return null;
    }
}
