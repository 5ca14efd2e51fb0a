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

    /**
     * What a file or a request says goes into complaints, and complaints go to terminals: nothing in them steers one.
     */
    public Complaint {
        where = printable(where);
        found = printable(found);
        needed = printable(needed);
        fix = printable(fix);
    }

    private static String printable(String text) {
        if (text.codePoints().allMatch(Complaint::isPrinted)) {
            return text;
        }
        StringBuilder safe = new StringBuilder();
        text.codePoints().forEach(c -> {
            if (isPrinted(c)) {
                safe.appendCodePoint(c);
            } else {
                safe.append(String.format("\\u%04X", c));
            }
        });
        return safe.toString();
    }

    /** Neither a control character nor a mark that turns the direction of what follows. */
    private static boolean isPrinted(int c) {
        boolean turns = (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
        return !Character.isISOControl(c) && !turns;
    }

    /** The same complaint seen from further outside: {@code cost.alpha} becomes {@code agents[4].cost.alpha}. */
    public Complaint within(String outer) {
        return new Complaint(outer + "." + where, found, needed, fix);
    }

    @Override
    public String toString() {
        return where + " " + found + "\n  needed: " + needed + "\n  fix: " + fix;
    }
}
