package io.acord.lab.series;

import io.acord.input.Complaints;
import io.acord.lab.options.Options;
import io.acord.lab.options.Value;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A column of a series whose numbers come from a file that somebody else publishes, {@link PublishedSeries}:
 * {@code KEY-with: [{file: prices.csv, column: price_eur_per_mwh, agent: north}]}. Immutable.
 *
 * @param column of the series, with its unit
 * @param agents whose numbers they are; none for everybody
 * @param scale by which numbers are multiplied beside their unit
 */
public record PublishedColumn(
        Path path,
        String name,
        String column,
        List<String> agents,
        String take,
        Map<String, String> where,
        double scale,
        String place) {

    /** How many of the second unit the first is, by what files call it and what columns are named by. */
    private static final Map<String, Map<String, Double>> UNITS = Map.of(
            "mw", Map.of("mw", 1.0, "kw", 1e3, "w", 1e6, "gw", 1e-3),
            "mwh", Map.of("mwh", 1.0, "kwh", 1e3, "wh", 1e6),
            "eur/mwh", Map.of("eur_per_mwh", 1.0, "eur_per_kwh", 1e-3, "ct_per_kwh", 0.1),
            "gbp/mwh", Map.of("gbp_per_mwh", 1.0, "gbp_per_kwh", 1e-3),
            "gco2/kwh", Map.of("g_per_kwh", 1.0, "kg_per_mwh", 1.0, "kg_per_kwh", 1e-3, "lb_per_mwh", 1 / 0.45359237),
            "%", Map.of("percent", 1.0));

    /** What stands under a key; whatever is wrong is complained about. */
    public static List<PublishedColumn> read(Options options, String key, Path folder) {
        Optional<Value> given = options.value(key);
        if (given.isEmpty()) {
            return List.of();
        }
        List<Value> items = given.get() instanceof Value.Listing list ? list.items() : List.of(given.get());
        List<PublishedColumn> columns = new ArrayList<>();
        for (Value item : items) {
            if (item instanceof Value.Mapping mapping) {
                one(new Options(mapping, key, options.complaints()), folder).ifPresent(columns::add);
            } else {
                options.complain(
                        key,
                        "files that somebody publishes",
                        "write - {file: prices.csv, column: price_eur_per_mwh, agent: north}");
            }
        }
        return columns;
    }

    private static Optional<PublishedColumn> one(Options options, Path folder) {
        Optional<String> file = options.text("file");
        Optional<String> column = options.text("column");
        options.need("file", "the name of a file of ENTSO-E or Electricity Maps");
        options.need("column", "the column of the series that it brings, with its unit, like price_eur_per_mwh");
        List<String> agents = texts(options, "agent");
        String take = options.text("take").orElse("").toLowerCase(Locale.ROOT);
        double scale = options.number("scale", 1, -1e12, 1e12);
        Map<String, String> where = new LinkedHashMap<>();
        options.value("where").ifPresent(value -> {
            if (value instanceof Value.Mapping mapping) {
                mapping.entries().forEach((title, entry) -> {
                    if (entry.value() instanceof Value.Scalar scalar) {
                        where.put(title.toLowerCase(Locale.ROOT), scalar.text());
                    }
                });
            } else {
                options.complain("where", "columns and what they say", "write {Sequence: \"Sequence 1\"}");
            }
        });
        options.refuseUnknownKeys();
        if (file.isEmpty() || column.isEmpty()) {
            return Optional.empty();
        }
        try {
            Path path = folder.resolve(file.get());
            if (Files.isRegularFile(path)) {
                return Optional.of(new PublishedColumn(
                        path, path.toString(), column.get(), agents, take, Map.copyOf(where), scale, options.place()));
            }
        } catch (InvalidPathException impossible) {
            // said below
        }
        options.complain("file", "a file that can be read", "correct the name");
        return Optional.empty();
    }

    private static List<String> texts(Options options, String key) {
        return options
                .value(key)
                .map(value -> value instanceof Value.Listing list ? list.items() : List.of(value))
                .orElse(List.of())
                .stream()
                .filter(item -> item instanceof Value.Scalar)
                .map(item -> ((Value.Scalar) item).text())
                .toList();
    }

    /**
     * When the rounds of a series are.
     *
     * @param hasTimes whether they are times, and not counted as rounds or days
     */
    public record Calendar(long start, long step, int horizon, boolean hasTimes) {}

    /**
     * A column of a series.
     *
     * @param units by which it may be named, each with the factor that brings numbers into that of the values
     * @param why what follows if a number lies outside
     */
    public record Target(String name, Map<String, Double> units, double low, double high, String why) {

        /** The unit of a column that is called so; null if it is another column. */
        private @Nullable String unit(String column) {
            return units.keySet().stream()
                    .filter(unit -> column.equals(name + "_" + unit))
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * Puts the numbers of all files into the columns that they are said to be of.
     *
     * @param names of all agents
     * @param values [column][(t − 1) · agents + agent], written over for those that a file is about
     * @return what a reader of the results should know: how many numbers of each file are made up, if any are
     */
    public static List<String> join(
            List<PublishedColumn> files,
            List<Target> targets,
            List<String> names,
            Calendar calendar,
            double[][] values,
            SeriesRepairs repairs,
            Complaints complaints) {
        int before = complaints.size();
        List<String> remarks = new ArrayList<>();
        for (PublishedColumn file : files) {
            int made = file.lay(targets, names, calendar, values, repairs, complaints);
            if (made > 0) {
                remarks.add(made + " of the " + calendar.horizon() + " numbers of " + file.name + " for " + file.column
                        + (file.agents.isEmpty() ? "" : " of " + String.join(", ", file.agents))
                        + " were missing and are made up, as gaps says.");
            }
        }
        for (int c = 0; c < targets.size() && complaints.size() == before; c++) {
            for (int i = 0; i < names.size(); i++) {
                if (Double.isNaN(values[c][i])) {
                    complaints.add(
                            files.get(0).place,
                            "and the others bring no " + targets.get(c).name() + " of " + names.get(i),
                            "numbers for everybody, because the series itself has no such column",
                            "add a file for " + names.get(i) + ", or omit agent: then a file is about everybody");
                }
            }
        }
        return remarks;
    }

    /** How many numbers are made up. */
    private int lay(
            List<Target> targets,
            List<String> names,
            Calendar calendar,
            double[][] values,
            SeriesRepairs repairs,
            Complaints complaints) {
        int before = complaints.size();
        for (String agent : agents) {
            if (!names.contains(agent)) {
                complaints.add(place + ": agent", "is \"" + agent + "\"", "one of the series", "correct the name");
            }
        }
        if (!calendar.hasTimes()) {
            complaints.add(
                    place,
                    "has times, and the series counts rounds or days",
                    "a series with times, because numbers are joined by them",
                    "write times with hours into the series");
            return 0;
        }
        for (int c = 0; c < targets.size(); c++) {
            String unit = targets.get(c).unit(column);
            if (unit != null) {
                int made = lay(
                        unit,
                        targets.get(c).units().getOrDefault(unit, 1.0),
                        names,
                        calendar,
                        values[c],
                        repairs,
                        complaints);
                if (complaints.size() == before) {
                    check(targets.get(c), names, values[c], complaints);
                }
                return made;
            }
        }
        complaints.add(
                place + ": column",
                "is \"" + column + "\"",
                "a column of the series that has a unit, with it: "
                        + String.join(
                                ", ",
                                targets.stream()
                                        .flatMap(each ->
                                                each.units().keySet().stream().map(unit -> each.name() + "_" + unit))
                                        .toList()),
                "correct the name");
        return 0;
    }

    private void check(Target target, List<String> names, double[] values, Complaints complaints) {
        for (int k = 0; k < values.length; k++) {
            if (values[k] < target.low() || values[k] > target.high()) {
                complaints.add(
                        name + ": " + column + " of " + names.get(k % names.size()),
                        "comes to " + values[k] + " in round " + (k / names.size() + 1),
                        "from " + target.low() + " to " + target.high() + ", because " + target.why(),
                        "look at column, take, scale and agent");
                return;
            }
        }
    }

    private int lay(
            String unit,
            double factor,
            List<String> names,
            Calendar calendar,
            double[] values,
            SeriesRepairs repairs,
            Complaints complaints) {
        Optional<PublishedSeries> found =
                PublishedSeries.read(path, name, new PublishedSeries.Wanted(take, where), repairs, complaints);
        if (found.isEmpty()) {
            return 0;
        }
        PublishedSeries series = found.get();
        Map<String, Double> known = UNITS.getOrDefault(series.unit().toLowerCase(Locale.ROOT), Map.of());
        if (!known.containsKey(unit)) {
            complaints.add(
                    name + ": " + series.unit(),
                    "is the unit of its numbers, and " + column + " has another one",
                    known.isEmpty() ? "a unit that is known" : "a column in " + String.join(" or ", known.keySet()),
                    "name the column that the numbers belong to, or take another one of the file");
            return 0;
        }
        double[] told = new double[calendar.horizon()];
        Arrays.setAll(told, t -> series.mean(calendar.start() + t * calendar.step(), calendar.step()));
        int missing = (int) Arrays.stream(told).filter(Double::isNaN).count();
        if (!fill(told, series, calendar, repairs, complaints)) {
            return 0;
        }
        double ours = scale * known.getOrDefault(unit, 1.0) * factor;
        for (int i = 0; i < names.size(); i++) {
            if (agents.isEmpty() || agents.contains(names.get(i))) {
                for (int t = 0; t < told.length; t++) {
                    values[t * names.size() + i] = ours * told[t];
                }
            }
        }
        return missing;
    }

    /** Makes up what is missing, as {@code gaps} says; false if it does not, which is complained about. */
    private boolean fill(
            double[] told, PublishedSeries series, Calendar calendar, SeriesRepairs repairs, Complaints complaints) {
        for (int t = 0; t < told.length; t++) {
            if (!Double.isNaN(told[t])) {
                continue;
            }
            int next = t;
            while (next < told.length && Double.isNaN(told[next])) {
                next++;
            }
            boolean isEnd = next == told.length;
            int count = next - t;
            boolean mended = t > 0 && (isEnd ? repairs.fillsEnd(count) : repairs.fills(count));
            if (!mended) {
                long when = calendar.start() + t * calendar.step();
                complaints.add(
                        name + ":" + series.line(when),
                        "has no number for "
                                + repairs.text(when, Optional.empty(), "2026-06-01T00:00Z")
                                + (count > 1 ? " and " + (count - 1) + " times after it" : ""),
                        "a number for every time of the series that it is joined with",
                        t == 0
                                ? "let the series begin later: a beginning is never made up"
                                : "say gaps: hold or gaps: interpolate, which make up at most " + SeriesRepairs.LONGEST
                                        + " in a row");
                return false;
            }
            for (int k = t; k < next; k++) {
                double share = repairs.gaps() == SeriesRepairs.Gaps.INTERPOLATE && !isEnd
                        ? (double) (k - t + 1) / (count + 1)
                        : 0;
                told[k] = told[t - 1] + share * ((isEnd ? 0 : told[next]) - (isEnd ? 0 : told[t - 1]));
            }
            t = next - 1;
        }
        return true;
    }
}
