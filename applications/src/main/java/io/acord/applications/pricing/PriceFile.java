package io.acord.applications.pricing;

import io.acord.input.Complaints;
import io.acord.lab.data.DataFile;
import io.acord.lab.data.Roster;
import io.acord.lab.options.Options;
import io.acord.lab.source.DeclaredSize;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;

/**
 * The prices before round 1, and between which prices and in which steps products may be sold: the file under
 * {@code prices}, {@code product,price_eur[,lowest_eur,highest_eur,step_eur]}, and the key {@code step} for all
 * products of which the file says nothing. Scratch; one thread.
 */
record PriceFile(Optional<DataFile> file, double commonStep, String currency, Complaints complaints) {

    private static final double MOST = 1e12;
    private static final String NEEDED = "at least one price that can be published";

    static double step(Options options) {
        return options.number("step", 0, 0, 1e9);
    }

    /** Looks for the file. */
    static PriceFile find(Options options, DeclaredSize declared, String currency) {
        Optional<DataFile> file =
                options.has("prices") ? DataFile.table(options, "prices", declared) : Optional.empty();
        return new PriceFile(file, step(options), currency, options.complaints());
    }

    /**
     * Reads the file, if there is one, where prices have no limits but those that it says.
     *
     * @param start where each product starts of which nothing is said; written over
     */
    PriceLimits read(Roster products, double[] start) {
        double[] low = new double[start.length];
        double[] high = new double[start.length];
        Arrays.fill(low, Double.NEGATIVE_INFINITY);
        Arrays.fill(high, Double.POSITIVE_INFINITY);
        return read(products, start, low, high, i -> "nothing");
    }

    /**
     * Reads the file, if there is one. What holds in the end is looked at, be it from the file or learned.
     *
     * @param start where each product starts of which nothing is said; written over
     * @param low the lowest price of each product of which nothing is said; written over
     * @param high the highest one
     * @param learned what the limits of a product were learned from
     */
    PriceLimits read(Roster products, double[] start, double[] low, double[] high, IntFunction<String> learned) {
        String price = "price_" + currency;
        String lowest = "lowest_" + currency;
        String highest = "highest_" + currency;
        String step = "step_" + currency;
        String paid = "nobody is paid for buying";
        double[] steps = new double[start.length];
        Arrays.fill(steps, commonStep);
        boolean[] said = new boolean[start.length];
        file.ifPresent(table -> products.readLines(
                table,
                List.of("product", price),
                List.of(lowest, highest, step),
                "the price of every product before round 1, or no key prices: then each starts where it would be best alone",
                (row, i) -> {
                    double before = row.number(price, 0, MOST, paid);
                    double least = row.has(lowest)
                            ? row.number(lowest, 0, MOST, paid)
                            : i >= 0 ? low[i] : Double.NEGATIVE_INFINITY;
                    double most = row.has(highest)
                            ? row.number(highest, 0, MOST, paid)
                            : i >= 0 ? high[i] : Double.POSITIVE_INFINITY;
                    double grid = row.has(step)
                            ? row.number(step, 0, MOST, "a step is a difference of two prices, or 0 for none")
                            : commonStep;
                    boolean isRead =
                            DoubleStream.of(least, most, grid).noneMatch(Double::isNaN); // others are complained about
                    if (least > most) {
                        boolean both = row.has(lowest) && row.has(highest);
                        String source = both ? "" : ", which was learned from " + learned.apply(Math.max(0, i));
                        row.complain(
                                row.has(lowest) ? lowest : highest,
                                "is " + (row.has(lowest) ? least : most),
                                (row.has(lowest) ? "at most the highest, " + most : "at least the lowest, " + least)
                                        + source,
                                both ? "exchange the two" : "say the other limit, too, or correct this one");
                    } else if (isRead && !PriceLimits.hasPrice(Math.max(0, least), most, grid)) {
                        row.complain(
                                row.has(step) ? step : "product",
                                (row.has(step) ? "is " : "has the step ") + noMultiple(least, most, grid),
                                NEEDED,
                                "make the step smaller, or the limits wider");
                    }
                    if (i >= 0) {
                        said[i] = true;
                        start[i] = before;
                        low[i] = least;
                        high[i] = most;
                        steps[i] = grid;
                    }
                }));
        for (int i = 0; i < start.length; i++) {
            if (!said[i] && !PriceLimits.hasPrice(Math.max(0, low[i]), high[i], commonStep)) {
                complaints.add(
                        learned.apply(i),
                        "has the step " + noMultiple(low[i], high[i], commonStep) + ", the limits learned from it",
                        NEEDED,
                        "make step smaller, beyond larger, or say limits in a file (prices)");
            }
        }
        return new PriceLimits(low, high, steps);
    }

    private static String noMultiple(double low, double high, double step) {
        return step + ", and no multiple of it lies from " + Math.max(0, low) + " to " + high;
    }
}
