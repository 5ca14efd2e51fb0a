package io.acord.applications.pricing;

import io.acord.lab.data.CsvRows;
import io.acord.lab.data.DataFile;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/**
 * What was sold at which prices: a file with the lines {@code day,product,price_eur,quantity_units}, and
 * {@code sold_out} if somebody noted it. Days are dates, or count from 1; days and products without a line are not made
 * up. Immutable.
 *
 * @param first day, counted
 * @param price [day][product], NaN where there is no line
 * @param units NaN where nothing can be learned from: no line, or sold out
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record SalesHistory(
        String file,
        List<String> products,
        long first,
        boolean areDates,
        double[][] price,
        double[][] units,
        boolean[][] soldOut) {

    private static final double MOST = 1e12;

    /** From the first day with a line to the last one. */
    int days() {
        return price.length;
    }

    /** NaN where there is no line. */
    double price(int day, int i) {
        return price[day][i];
    }

    /** NaN where there is no line, and where a product was sold out: what would have been sold nobody knows. */
    double units(int day, int i) {
        return units[day][i];
    }

    boolean isSoldOut(int day, int i) {
        return soldOut[day][i];
    }

    /** The price of the last day that has one. */
    double lastPrice(int i) {
        for (int day = days() - 1; day >= 0; day--) {
            if (!Double.isNaN(price[day][i])) {
                return price[day][i];
            }
        }
        throw new AssertionError("a product without a line");
    }

    double lowestPrice(int i) {
        return prices(i).min().orElseThrow();
    }

    double highestPrice(int i) {
        return prices(i).max().orElseThrow();
    }

    private DoubleStream prices(int i) {
        return Arrays.stream(price).mapToDouble(day -> day[i]).filter(each -> !Double.isNaN(each));
    }

    /** The dates of the days after the last one; none if days are numbers. */
    List<String> datesAfter(int count) {
        List<String> dates = new ArrayList<>();
        for (int t = 0; areDates && t < count; t++) {
            dates.add(LocalDate.ofEpochDay(first + days() + t).toString());
        }
        return dates;
    }

    /** The first days of it. */
    SalesHistory until(int day) {
        return new SalesHistory(
                file,
                products,
                first,
                areDates,
                Arrays.copyOf(price, day),
                Arrays.copyOf(units, day),
                Arrays.copyOf(soldOut, day));
    }

    /** A line of the file. */
    private record Sale(int product, double price, double units, boolean soldOut) {}

    /** Reads a file; empty if something is wrong with it, which is complained about. */
    static Optional<SalesHistory> read(DataFile file, String currency) {
        int before = file.complaints().size();
        Reader reader = new Reader("price_" + currency);
        CsvRows.read(
                file, List.of("day", "product", reader.column, "quantity_units"), List.of("sold_out"), reader::row);
        if (file.complaints().size() > before) {
            return Optional.empty();
        }
        if (reader.ids.isEmpty()) {
            file.complain(file.name(), "has no sales", "a line a day and product", "add lines");
            return Optional.empty();
        }
        return Optional.of(reader.history(file.name()));
    }

    /** Scratch; one thread. */
    private static final class Reader {
        private static final int MOST_DAYS = 100_000;

        private final String column;
        private final Map<String, Integer> ids = new LinkedHashMap<>();
        private final TreeMap<Long, Map<Integer, Sale>> days = new TreeMap<>();
        private final Map<String, Integer> lines = new LinkedHashMap<>();
        private @Nullable Boolean dates; // null until the first line

        Reader(String column) {
            this.column = column;
        }

        void row(CsvRows.Row row) {
            String product = row.name("product");
            Long day = day(row);
            double price = row.number(column, 0, MOST, "nobody is paid for buying");
            double sold = row.number("quantity_units", 0, MOST, "returns belong to the day on which they were sold");
            double out = row.has("sold_out")
                    ? row.number("sold_out", 0, 1, "it is 1 if more could have been sold, and 0 if not")
                    : 0;
            if (product.isEmpty() || day == null || Double.isNaN(price + sold + out)) {
                return;
            }
            int id = ids.computeIfAbsent(product, name -> ids.size());
            Integer other = lines.putIfAbsent(day + " " + id, row.line());
            if (other != null) {
                row.complain(
                        "product",
                        "is \"" + product + "\", which has a line for this day already, line " + other,
                        "one line a day and product",
                        "add quantities up, at the mean price of what was sold");
                return;
            }
            days.computeIfAbsent(day, d -> new LinkedHashMap<>()).put(id, new Sale(id, price, sold, out > 0));
        }

        /** Days since 1970, or as they are counted; null if it is none, which is complained about. */
        private @Nullable Long day(CsvRows.Row row) {
            String written = row.name("day");
            if (written.isEmpty()) {
                return null;
            }
            boolean isDate = !written.matches("\\d+");
            long day;
            try {
                day = isDate ? LocalDate.parse(written).toEpochDay() : Long.parseLong(written);
            } catch (DateTimeException | NumberFormatException other) {
                row.complain(
                        "day",
                        "is \"" + written + "\"",
                        "a date like 2026-06-01, or the number of a day, from 1",
                        "write the day so; hours belong into one line a day");
                return null;
            }
            if (dates != null && dates != isDate) {
                row.complain(
                        "day",
                        "is \"" + written + "\", while the first line has a " + (dates ? "date" : "number"),
                        "dates in all lines, or numbers in all lines",
                        "write all days in one way");
                return null;
            }
            dates = isDate;
            if (!days.isEmpty() && Math.max(days.lastKey(), day) - Math.min(days.firstKey(), day) >= MOST_DAYS) {
                row.complain(
                        "day",
                        "is \"" + written + "\", more than " + MOST_DAYS + " days from another line",
                        "days of one history",
                        "correct the day");
                return null;
            }
            return day;
        }

        SalesHistory history(String file) {
            long first = days.firstKey();
            int count = (int) (days.lastKey() - first) + 1;
            int n = ids.size();
            double[][] price = new double[count][n];
            double[][] units = new double[count][n];
            boolean[][] soldOut = new boolean[count][n];
            for (int day = 0; day < count; day++) {
                Arrays.fill(price[day], Double.NaN);
                Arrays.fill(units[day], Double.NaN);
                for (Sale sale : days.getOrDefault(first + day, Map.of()).values()) {
                    price[day][sale.product()] = sale.price();
                    units[day][sale.product()] = sale.soldOut() ? Double.NaN : sale.units();
                    soldOut[day][sale.product()] = sale.soldOut();
                }
            }
            return new SalesHistory(
                    file, List.copyOf(ids.keySet()), first, Boolean.TRUE.equals(dates), price, units, soldOut);
        }
    }
}
