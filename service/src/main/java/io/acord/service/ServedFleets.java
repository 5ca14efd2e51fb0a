package io.acord.service;

import io.acord.input.Complaints;
import io.acord.web.Problem;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fleets of one server, by name, each with rounds and a journal of its own. Immutable. */
public final class ServedFleets implements AutoCloseable {

    /** A name is part of addresses. */
    private static final String NAME = "[A-Za-z0-9._-]{1,63}";

    private final Map<String, Service> byName;

    private ServedFleets(Map<String, Service> byName) {
        this.byName = byName;
    }

    /** These, which differ in their names; closed with them. */
    public static ServedFleets of(List<Service> services) {
        Map<String, Service> byName = new LinkedHashMap<>();
        services.forEach(service -> byName.put(service.scenario().name(), service));
        return new ServedFleets(byName);
    }

    /** What is wrong with the names of several fleets; a single one may have any. */
    public static void checkNames(List<String> names, Complaints complaints) {
        for (int k = 0; k < names.size() && names.size() > 1; k++) {
            String name = names.get(k);
            if (!name.matches(NAME)) {
                complaints.add(
                        "fleet \"" + name + "\"",
                        "cannot be part of an address",
                        "1 to 63 letters, digits, dots, dashes and underscores, because it is asked for as /fleets/NAME",
                        "rename it: name in the scenario");
            }
            if (names.indexOf(name) < k) {
                complaints.add(
                        "fleet \"" + name + "\"",
                        "is there twice",
                        "names that differ",
                        "rename one: name in the scenario");
            }
        }
    }

    Collection<Service> all() {
        return byName.values();
    }

    Collection<String> names() {
        return byName.keySet();
    }

    /** The only one; empty if there are several. */
    Optional<Service> single() {
        return byName.size() == 1 ? Optional.of(byName.values().iterator().next()) : Optional.empty();
    }

    /** The one that a path without a fleet means; a problem if there are several. */
    Service onlyOne() {
        return single().orElseThrow(() -> new Problem(Problem.NO_SUCH_PLACE, directions()));
    }

    Service named(String name) {
        Service found = byName.get(name);
        if (found == null) {
            throw new Problem(Problem.NO_SUCH_PLACE, directions());
        }
        return found;
    }

    /** Where rounds are. */
    String directions() {
        return single().isPresent()
                ? "Rounds are /rounds/1, /rounds/2 and so on."
                : "Rounds are /fleets/NAME/rounds/1 and so on; the fleets are " + String.join(", ", names()) + ".";
    }

    @Override
    public void close() throws IOException {
        for (Service service : all()) {
            service.close();
        }
    }
}
