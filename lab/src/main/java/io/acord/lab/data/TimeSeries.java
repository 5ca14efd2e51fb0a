package io.acord.lab.data;

import io.acord.lab.series.SeriesRepairs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Numbers of every agent at every time, from a file with the lines {@code time,AGENT,NUMBER_UNIT,…}. Times are ISO 8601
 * ({@code 2026-06-01T13:00}, {@code 2026-06-01}), or the column is called {@code round} and counts from 1. The times of
 * an agent ascend by one and the same step, and all agents have the same times, unless {@link SeriesRepairs} says what
 * to make of the others. Immutable once read.
 */
public final class TimeSeries {

    /**
     * A column of numbers. The file calls it {@code name_unit}: a number without a unit is a guess.
     *
     * @param units by which the numbers of a file may be counted, each with the factor that brings them into our unit;
     *     none if they are counted in nothing
     * @param low in our unit
     * @param high in our unit
     * @param why what follows if a number lies outside
     * @param fallback if the file has no such column; NaN if it must have it
     */
    public record Column(String name, Map<String, Double> units, double low, double high, String why, double fallback) {

        /** A column that must be there. */
        public static Column needed(String name, Map<String, Double> units, double low, double high, String why) {
            return new Column(name, units, low, high, why, Double.NaN);
        }

        List<String> headers() {
            return units.isEmpty()
                    ? List.of(name)
                    : units.keySet().stream().map(unit -> name + "_" + unit).toList();
        }
    }

    private final List<String> names;
    private final List<String> times;
    private final double stepSeconds;
    private final List<String> columns;
    private final double[][] values; // [column][(t − 1) · agents + agent]
    private final String file;
    private final int[] lines; // [(t − 1) · agents + agent]
    private final List<String> absent; // columns that the file does not have
    private final int madeUp;
    private final List<String> joined; // what is made up of files that were joined

    TimeSeries(
            List<String> names,
            List<String> times,
            double stepSeconds,
            List<String> columns,
            double[][] values,
            String file,
            int[] lines,
            List<String> absent,
            int madeUp,
            List<String> joined) {
        this.absent = absent;
        this.madeUp = madeUp;
        this.joined = joined;
        this.file = file;
        this.lines = lines;
        this.names = names;
        this.times = times;
        this.stepSeconds = stepSeconds;
        this.columns = columns;
        this.values = values;
    }

    /** The agents, in the order of their first lines. */
    public List<String> names() {
        return names;
    }

    public int horizon() {
        return times.size();
    }

    /** The time of round t as the file writes it. */
    public String time(int t) {
        return times.get(t - 1);
    }

    /** The times of all rounds; none if the file counts rounds. */
    public List<String> times() {
        return Double.isNaN(stepSeconds) ? List.of() : times;
    }

    /** Whether the file has a column that it may leave out. */
    public boolean has(String column) {
        return !absent.contains(column);
    }

    /** How many lines were missing and made up. */
    public int madeUp() {
        return madeUp;
    }

    /** What a reader of the results should know: how much of each file was missing and made up, if anything was. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>(joined);
        if (madeUp > 0) {
            remarks.add(
                    0,
                    madeUp + " of the " + lines.length + " lines of " + file
                            + " were missing and are made up, as gaps says.");
        }
        return List.copyOf(remarks);
    }

    /** Seconds from one round to the next; NaN if the file counts rounds, or has only one. */
    public double stepSeconds() {
        return stepSeconds;
    }

    /** A number in our unit, t = 1 .. T. */
    public double value(String column, int t, int agent) {
        return values[columns.indexOf(column)][(t - 1) * names.size() + agent];
    }

    /** {@code file:line} of an agent in round t. */
    public String place(int t, int agent) {
        return file + ":" + lines[(t - 1) * names.size() + agent];
    }

    /** Reads a file; empty if something is wrong with it, which is complained about. */
    public static Optional<TimeSeries> read(DataFile file, String agentColumn, List<Column> columns) {
        return read(file, agentColumn, columns, SeriesRepairs.NONE);
    }

    /**
     * The same.
     *
     * @param repairs what is made of lines that are missing or there twice
     */
    public static Optional<TimeSeries> read(
            DataFile file, String agentColumn, List<Column> columns, SeriesRepairs repairs) {
        int before = file.complaints().size();
        TimeSeriesReader reader = new TimeSeriesReader(file, agentColumn, columns, repairs);
        file.read(reader::read);
        if (file.complaints().size() > before) {
            return Optional.empty();
        }
        TimeSeries series = reader.series();
        return file.complaints().size() > before ? Optional.empty() : Optional.of(series);
    }
}
