package io.acord.input;

import java.io.Serializable;

/**
 * One thing that is wrong with an input.
 *
 * @param where the place, as its author would write it: {@code agents[4].cost.alpha}
 * @param found what is there: {@code is 0.0}
 * @param needed what must hold, and why
 * @param fix what the author can do about it
 */
public record Complaint(String where, String found, String needed, String fix) implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The same complaint seen from further outside: {@code cost.alpha} becomes {@code agents[4].cost.alpha}. */
    public Complaint within(String outer) {
        return new Complaint(outer + "." + where, found, needed, fix);
    }

    @Override
    public String toString() {
        return where + " " + found + "\n  needed: " + needed + "\n  fix: " + fix;
    }
}
