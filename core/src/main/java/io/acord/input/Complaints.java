package io.acord.input;

import java.util.ArrayList;
import java.util.List;

/** Complaints collected while looking at an input. Scratch; one thread. */
public final class Complaints {

    /** A million bad lines are one mistake made a million times: the rest is counted, not kept. */
    private static final int KEPT = 100;

    private final List<Complaint> found = new ArrayList<>();
    private int dropped;

    public void add(String where, String found, String needed, String fix) {
        add(new Complaint(where, found, needed, fix));
    }

    public void add(Complaint complaint) {
        if (found.size() < KEPT) {
            found.add(complaint);
        } else {
            dropped++;
        }
    }

    /** Takes over what a part complained about, with the part's place in front. */
    public void addAll(String where, BadInputException refused) {
        for (Complaint complaint : refused.complaints()) {
            add(complaint.within(where));
        }
    }

    /** Complains unless the number is finite. */
    public void needFinite(String where, double value, String fix) {
        if (!Double.isFinite(value)) {
            add(where, "is " + value, "a finite number", fix);
        }
    }

    /** Complains unless the number is finite and positive. */
    public void needPositive(String where, double value, String why, String fix) {
        if (!(value > 0 && Double.isFinite(value))) {
            add(where, "is " + value, "a finite number above 0, because " + why, fix);
        }
    }

    /** Complains unless the number is finite and at least zero. */
    public void needNonNegative(String where, double value, String why, String fix) {
        if (!(value >= 0 && Double.isFinite(value))) {
            add(where, "is " + value, "a finite number, 0 or above, because " + why, fix);
        }
    }

    /** The same complaints, to be continued independently. */
    public Complaints copy() {
        Complaints copy = new Complaints();
        copy.found.addAll(found);
        copy.dropped = dropped;
        return copy;
    }

    /** Those that were kept. */
    public List<Complaint> all() {
        return List.copyOf(found);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** How many complaints there are, kept or not. */
    public int size() {
        return found.size() + dropped;
    }

    /** Throws everything collected so far, if anything was. */
    public void throwIfAny() {
        if (found.isEmpty()) {
            return;
        }
        if (dropped > 0) {
            found.add(new Complaint(
                    "and " + dropped + " more",
                    "were found",
                    "no complaint at all",
                    "repair the ones above, the rest is likely of the same kind"));
        }
        throw new BadInputException(found);
    }

    /** For a check that stands alone. */
    public static BadInputException refuse(String where, String found, String needed, String fix) {
        return new BadInputException(List.of(new Complaint(where, found, needed, fix)));
    }
}
