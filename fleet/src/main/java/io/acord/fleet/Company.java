package io.acord.fleet;

import io.acord.fleet.AddressBook.Place;
import io.acord.fleet.transport.Peer;
import io.acord.input.Complaints;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A member and those that it may talk to now, by numbers that stay what they are whoever comes and goes. Safe for many
 * threads.
 */
final class Company {

    private volatile AddressBook book;
    private final int self;
    private final int numbersEach; // that an agent tells at most in a message about actions
    private final boolean wordy;
    private final int longest; // frame that anybody may send here

    /** @param wordy whether more than actions has to cross */
    Company(String member, AddressBook book, int numbersEach, boolean wordy) {
        this.book = book;
        this.self = book.id(member);
        this.numbersEach = numbersEach;
        this.wordy = wordy;
        this.longest = book.places().stream().mapToInt(this::largestFrame).max().orElse(0);
    }

    AddressBook book() {
        return book;
    }

    /** The member itself. */
    Place here() {
        return book.place(self);
    }

    /** How many others there are. */
    int peers() {
        return book.members() - 1;
    }

    /** Of all that were ever there, by number. */
    List<String> names() {
        return book.places().stream().map(Place::member).toList();
    }

    /** The others, by number, from a number on. */
    Map<Integer, String> others(int from) {
        Map<Integer, String> others = new LinkedHashMap<>();
        List<String> names = names();
        for (int id = from; id < names.size(); id++) {
            if (id != self) {
                others.put(id, names.get(id));
            }
        }
        return others;
    }

    /** The longest frame that anybody may send here. */
    int longestFrame() {
        return longest;
    }

    private int largestFrame(Place place) {
        long numbers = (long) place.agents().size() * numbersEach;
        return Codec.largestFrame(wordy ? Math.max(2 * numbers, 3L * book.agents()) : numbers);
    }

    /** The others as a transport links them. */
    List<Peer> links() {
        AddressBook now = book;
        List<Peer> peers = new ArrayList<>();
        for (int id = 0; id < now.places().size(); id++) {
            Place place = now.place(id);
            if (id != self && !now.isGone(id)) {
                peers.add(new Peer(id, place.member(), place.host(), place.port(), largestFrame(place)));
            }
        }
        return peers;
    }

    /** Throws what is wrong with another address book. */
    void check(AddressBook newer) {
        Complaints complaints = new Complaints();
        Place here = newer.place(newer.id(here().member()));
        if (!here.agents().equals(here().agents())) {
            complaints.add(
                    "members",
                    "give this member agents " + here.agents(),
                    "agents " + here().agents() + ", which it was started with",
                    "start it again, with a journal of its own");
        }
        for (Place place : newer.places()) {
            if (largestFrame(place) > longest) {
                complaints.add(
                        "members",
                        "have " + place.member() + " with " + place.agents().size() + " agents",
                        "no more than the largest had when this member was started, because its frames are bounded",
                        "start this member again");
            }
        }
        complaints.throwIfAny();
    }

    /** Takes over another address book. */
    void renew(AddressBook newer) {
        book = book.renewed(newer);
    }
}
