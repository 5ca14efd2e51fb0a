package io.acord.fleet;

import io.acord.fleet.identity.Identity;
import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who may ever talk to whom: the members, where they listen and which agents live with them. A member's book needs to
 * name those only that share an edge with it in some round; it denies all others. Immutable.
 */
public final class AddressBook {

    /**
     * One member.
     *
     * @param member its name in the fleet
     * @param host where it listens
     * @param port where it listens; 0 if that is not known yet
     * @param agents the global ids of its agents, ascending
     */
    public record Place(String member, String host, int port, List<Integer> agents) {
        public Place {
            agents = agents.stream().sorted().toList();
        }

        /** The same place, its port known. */
        public Place at(int otherPort) {
            return new Place(member, host, otherPort, agents);
        }
    }

    private final List<Place> places;
    private final Set<Integer> gone; // numbers of those who have left
    private final Map<Integer, Integer> hostOf = new HashMap<>(); // where agents live, or where they lived last

    private AddressBook(List<Place> places, Set<Integer> gone) {
        this.places = places;
        this.gone = gone;
        gone.forEach(this::house);
        for (int id = 0; id < places.size(); id++) {
            if (!gone.contains(id)) {
                house(id);
            }
        }
    }

    private void house(int id) {
        places.get(id).agents().forEach(agent -> hostOf.put(agent, id));
    }

    /** A book of these places. */
    public static AddressBook of(List<Place> places) {
        Complaints complaints = new Complaints();
        Map<String, Integer> names = new HashMap<>();
        Map<Integer, String> homes = new HashMap<>();
        for (int k = 0; k < places.size(); k++) {
            Place place = places.get(k);
            String where = "members[" + k + "]";
            Identity.checkName(where + ".name", place.member(), complaints);
            if (names.putIfAbsent(place.member(), k) != null) {
                complaints.add(
                        where + ".name",
                        "is " + place.member() + " like that of members[" + names.get(place.member()) + "]",
                        "every member once",
                        "drop one of them");
            }
            if (place.port() < 0 || place.port() > 65535) {
                complaints.add(where + ".address", "has port " + place.port(), "a port up to 65535", "correct it");
            }
            if (place.agents().isEmpty()) {
                complaints.add(where + ".agents", "is empty", "at least one agent", "drop the member");
            }
            for (int agent : place.agents()) {
                String other = homes.putIfAbsent(agent, place.member());
                if (other != null || agent < 0) {
                    complaints.add(
                            where + ".agents",
                            "has agent " + agent + (other == null ? "" : ", who lives with " + other),
                            "ids from 0 on, every agent with one member",
                            "give it to one of them");
                }
            }
        }
        complaints.throwIfAny();
        return new AddressBook(List.copyOf(places), Set.of());
    }

    public List<Place> places() {
        return places;
    }

    /** A member's number in this book. */
    public int id(String member) {
        for (int id = 0; id < places.size(); id++) {
            if (places.get(id).member().equals(member)) {
                return id;
            }
        }
        throw Complaints.refuse("members", "do not name " + member, "a place for " + member, "add it");
    }

    public Place place(int id) {
        return places.get(id);
    }

    /** Whether a member that had a number is not of the fleet any more. */
    boolean isGone(int id) {
        return gone.contains(id);
    }

    /** How many members there are. */
    int members() {
        return places.size() - gone.size();
    }

    /**
     * What another book says, with the numbers of this one: members keep theirs, also those that are gone, and new ones
     * have the next.
     */
    AddressBook renewed(AddressBook newer) {
        Map<String, Place> now = new LinkedHashMap<>();
        newer.places.forEach(place -> now.put(place.member(), place));
        List<Place> all = new ArrayList<>();
        Set<Integer> left = new TreeSet<>();
        for (Place old : places) {
            Place found = now.remove(old.member());
            if (found == null) {
                left.add(all.size());
            }
            all.add(found == null ? old : found);
        }
        all.addAll(now.values());
        return new AddressBook(List.copyOf(all), Set.copyOf(left));
    }

    /** The number of the member with which an agent lives, or lived until it left. */
    public Optional<Integer> hostOf(int agent) {
        return Optional.ofNullable(hostOf.get(agent));
    }

    /** The same members at other ports. */
    public AddressBook at(Map<String, Integer> ports) {
        List<Place> moved = places.stream()
                .map(place -> place.at(ports.getOrDefault(place.member(), place.port())))
                .toList();
        return of(moved);
    }

    /** One more than the largest id of an agent. */
    int agents() {
        return hostOf.keySet().stream().mapToInt(Integer::intValue).max().orElse(-1) + 1;
    }
}
