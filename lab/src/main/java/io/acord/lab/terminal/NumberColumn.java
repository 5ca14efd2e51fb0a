package io.acord.lab.terminal;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * The numbers of one column of a table: one way to write all of them, with as many digits as it takes to tell those
 * apart that are not the same.
 */
public final class NumberColumn {

    private static final int MOST_DIGITS = 10;

    /** What differs by less, beside the largest, is the same but for rounding. */
    private static final double TIE = 1e-9;

    /** What is smaller, beside the largest, is 0 but for rounding: it does not decide how the others are written. */
    private static final double ZERO = 1e-14;

    private final List<Double> values;
    private final int leastDigits;

    private NumberColumn(List<Double> values, int leastDigits) {
        this.values = List.copyOf(values);
        this.leastDigits = leastDigits;
    }

    /**
     * The numbers as text, in their order; infinity is ∞ and what is not a number is a dash.
     *
     * @param leastDigits of the largest
     */
    public static List<String> of(List<Double> values, int leastDigits) {
        return new NumberColumn(values, leastDigits).texts();
    }

    private List<String> texts() {
        double largest = 0;
        double smallest = Double.POSITIVE_INFINITY; // that is not 0
        boolean whole = true;
        Set<Double> sorted = new TreeSet<>();
        for (double value : values) {
            if (Double.isFinite(value)) {
                double size = Math.abs(value);
                largest = Math.max(largest, size);
                whole &= value == Math.rint(value);
                sorted.add(value);
            }
        }
        for (double value : sorted) {
            double size = Math.abs(value);
            smallest = size > ZERO * largest ? Math.min(smallest, size) : smallest;
        }
        Set<Double> distinct = withoutTies(sorted, largest);
        String format;
        if (whole && largest < 1e7) {
            format = "%.0f";
        } else {
            boolean scientific = largest >= 1e9 || largest < 1e-3 || smallest < largest * 1e-7;
            format = format(distinct, largest, scientific);
        }
        return values.stream().map(value -> text(value, format)).toList();
    }

    private static Set<Double> withoutTies(Set<Double> sorted, double largest) {
        Set<Double> distinct = new TreeSet<>();
        double last = Double.NEGATIVE_INFINITY;
        for (double value : sorted) {
            if (value - last > TIE * largest) {
                distinct.add(value);
                last = value;
            }
        }
        return distinct;
    }

    private String format(Set<Double> distinct, double largest, boolean scientific) {
        int before = scientific ? 1 : Math.max(1, (int) Math.floor(Math.log10(largest)) + 1);
        String format = "";
        for (int digits = Math.max(leastDigits, scientific ? 3 : before); digits <= MOST_DIGITS; digits++) {
            format = "%." + (digits - before) + (scientific ? "e" : "f");
            String chosen = format;
            if (distinct.stream().map(value -> text(value, chosen)).distinct().count() == distinct.size()) {
                break;
            }
        }
        return format;
    }

    private static String text(double value, String format) {
        if (!Double.isFinite(value)) {
            return value > 0 ? "∞" : "-";
        }
        return String.format(Locale.ROOT, format, value == 0 ? 0.0 : value);
    }
}
