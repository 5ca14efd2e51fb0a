package io.acord.lab.data;

import io.acord.input.Complaints;
import io.acord.lab.series.PublishedColumn;
import io.acord.lab.series.SeriesRepairs;
import io.acord.lab.text.IsoTime;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

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

        private List<String> headers() {
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

    private TimeSeries(
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
        Reader reader = new Reader(file, agentColumn, columns, repairs);
        file.read(reader::read);
        if (file.complaints().size() > before) {
            return Optional.empty();
        }
        TimeSeries series = reader.series();
        return file.complaints().size() > before ? Optional.empty() : Optional.of(series);
    }

    /** Scratch; one thread. */
    private static final class Reader {
        private static final long DAY = 86_400; // seconds

        private final DataFile file;
        private final Complaints complaints;
        private final String agentColumn;
        private final List<Column> columns;
        private final SeriesRepairs repairs;
        private final List<String> absent = new ArrayList<>();
        private final NameTable names = new NameTable();
        private final Map<Long, String> written = new LinkedHashMap<>(); // times as the file writes them
        private boolean rounds;
        private boolean areDays = true; // as long as no time has an hour
        private int count;
        private long[] time = new long[64];
        private int[] agent = new int[64];
        private int[] line = new int[64];
        private double[][] number;
        private long[] lastTime = new long[16]; // of an agent
        private int[] lastLine = new int[16];
        private int[] lastRow = new int[16];

        Reader(DataFile file, String agentColumn, List<Column> columns, SeriesRepairs repairs) {
            this.repairs = repairs;
            this.file = file;
            this.complaints = file.complaints();
            this.agentColumn = agentColumn;
            this.columns = columns;
            this.number = new double[columns.size()][64];
        }

        private String example() {
            List<String> header = new ArrayList<>(List.of("time", agentColumn));
            columns.forEach(column -> header.add(column.headers().get(0)));
            return String.join(",", header);
        }

        void read(LineReader lines) throws IOException {
            Predicate<String> known = header -> header.equals("time")
                    || header.equals("round")
                    || columns.stream().anyMatch(c -> header.equals(c.name()) || header.startsWith(c.name() + "_"));
            CsvTable csv = CsvTable.open(file, lines, List.of(agentColumn), known, example());
            if (csv == null) {
                return;
            }
            int before = complaints.size();
            int timeColumn = timeColumn(csv);
            int[] at = new int[columns.size()];
            double[] factor = new double[columns.size()];
            for (int c = 0; c < at.length; c++) {
                locate(csv, c, at, factor);
            }
            if (complaints.size() > before) {
                return;
            }
            int name = csv.column(agentColumn);
            while (csv.next(() -> {})) {
                row(csv, timeColumn, name, at, factor);
            }
        }

        private int timeColumn(CsvTable csv) {
            rounds = csv.column("round") >= 0;
            if (rounds == (csv.column("time") >= 0)) {
                complaints.add(
                        csv.headerPlace(),
                        rounds ? "has both time and round" : "has neither time nor round",
                        "one of the two, to tell which lines belong together",
                        rounds ? "drop one of them" : "begin the file with the line " + example());
            }
            return csv.column(rounds ? "round" : "time");
        }

        /** Finds a column and the unit that its name says. */
        private void locate(CsvTable csv, int c, int[] at, double[] factor) {
            Column column = columns.get(c);
            at[c] = -1;
            factor[c] = 1;
            List<String> found = csv.columns().stream()
                    .filter(header -> header.equals(column.name()) || header.startsWith(column.name() + "_"))
                    .filter(header -> columns.stream()
                            .noneMatch(other ->
                                    other.name().length() > column.name().length()
                                            && (header.equals(other.name()) || header.startsWith(other.name() + "_"))))
                    .toList();
            String choice = String.join(" or ", column.headers());
            if (found.size() > 1) {
                complaints.add(
                        csv.headerPlace(), "has " + String.join(" and ", found), "one of them", "drop the others");
            } else if (found.isEmpty()) {
                boolean joined = file.joined().stream()
                        .anyMatch(other -> column.headers().contains(other.column()));
                if (!joined) {
                    absent.add(column.name());
                }
                if (!joined && Double.isNaN(column.fallback())) {
                    complaints.add(
                            csv.headerPlace() + ": column \"" + column.headers().get(0) + "\"",
                            "is missing",
                            choice,
                            "add the column");
                }
            } else if (column.headers().contains(found.get(0))) {
                at[c] = csv.column(found.get(0));
                String unit = column.units().isEmpty()
                        ? ""
                        : found.get(0).substring(column.name().length() + 1);
                factor[c] = column.units().getOrDefault(unit, 1.0);
            } else {
                complaints.add(
                        csv.headerPlace() + ": column \"" + found.get(0) + "\"",
                        found.get(0).equals(column.name())
                                ? "does not say its unit"
                                : "has a unit that is not known here",
                        choice + ", because a number without its unit is a guess",
                        "rename the column by the unit that its numbers are in, or convert them");
            }
        }

        private void row(CsvTable csv, int timeColumn, int nameColumn, int[] at, double[] factor) {
            CsvFields fields = csv.fields();
            String problem = NameTable.problem(fields.bytes(), fields.from(nameColumn), fields.to(nameColumn));
            if (!problem.isEmpty()) {
                complaints.add(
                        csv.place(nameColumn) + ": " + agentColumn, problem, "a name on one line", "write the name");
                return;
            }
            int known = names.size();
            int who = names.add(fields.bytes(), fields.from(nameColumn), fields.to(nameColumn));
            grow(who);
            Long when = time(csv, timeColumn, who < known ? lastTime[who] : Long.MIN_VALUE);
            double[] row = new double[at.length];
            for (int c = 0; c < at.length; c++) {
                row[c] = at[c] < 0 ? columns.get(c).fallback() : number(csv, at[c], columns.get(c), factor[c]);
            }
            if (when == null) {
                return;
            }
            boolean first = who == known;
            if (!first && when == lastTime[who] && repairs.duplicates() != SeriesRepairs.Duplicates.REFUSE) {
                if (repairs.duplicates() == SeriesRepairs.Duplicates.LAST) {
                    line[lastRow[who]] = csv.line();
                    for (int c = 0; c < at.length; c++) {
                        number[c][lastRow[who]] = row[c];
                    }
                }
                return;
            }
            if (!first && when <= lastTime[who]) {
                complaints.add(
                        csv.place(timeColumn) + ": " + (rounds ? "round" : "time"),
                        "is " + fields.text(timeColumn) + " for " + names.name(who) + ", "
                                + (when == lastTime[who] ? "the same as" : "before that of") + " line "
                                + lastLine[who],
                        "times that ascend, one line a time and " + agentColumn,
                        when == lastTime[who] ? "drop one of the two lines" : "sort the file by time");
                return;
            }
            lastTime[who] = when;
            lastLine[who] = csv.line();
            lastRow[who] = count;
            time[count] = when;
            agent[count] = who;
            line[count] = csv.line();
            for (int c = 0; c < at.length; c++) {
                number[c][count] = row[c];
            }
            count++;
        }

        private void grow(int who) {
            if (who >= lastTime.length) {
                lastTime = Arrays.copyOf(lastTime, 2 * who);
                lastLine = Arrays.copyOf(lastLine, 2 * who);
                lastRow = Arrays.copyOf(lastRow, 2 * who);
            }
            if (count == time.length) {
                int more = count + (count >> 1);
                time = Arrays.copyOf(time, more);
                agent = Arrays.copyOf(agent, more);
                line = Arrays.copyOf(line, more);
                for (int c = 0; c < number.length; c++) {
                    number[c] = Arrays.copyOf(number[c], more);
                }
            }
        }

        private double number(CsvTable csv, int field, Column column, double factor) {
            String header = csv.columnOf(field);
            double number = csv.number(field, header);
            double ours = number * factor;
            if (ours < column.low() || ours > column.high()) {
                complaints.add(
                        csv.place(field) + ": " + header,
                        "is " + number,
                        (column.high() == Double.POSITIVE_INFINITY
                                        ? column.low() / factor + " or more"
                                        : "from " + column.low() / factor + " to " + column.high() / factor)
                                + ", because " + column.why(),
                        "correct the number, or the unit in the name of the column");
            }
            return ours;
        }

        /** Seconds, or rounds; null if there is none, which is complained about. */
        private @Nullable Long time(CsvTable csv, int field, long after) {
            if (rounds) {
                int round = csv.round(field);
                if (round == 0) {
                    return null;
                }
                written.putIfAbsent((long) round, Integer.toString(round));
                return (long) round;
            }
            String text = csv.fields().text(field);
            try {
                long seconds = repairs.seconds(text, after);
                written.putIfAbsent(seconds, text);
                areDays &= IsoTime.isDate(text);
                return seconds;
            } catch (DateTimeException wrong) {
                complaints.add(
                        csv.place(field) + ": time",
                        text.isEmpty() ? "is empty" : "is \"" + text + "\"",
                        "a time like 2026-06-01T13:00, 2026-06-01T13:00Z or 2026-06-01",
                        "write times by ISO 8601, or count rounds from 1 in a column called round");
                return null;
            }
        }

        /** Days are counted, however many hours they have. */
        private void evenDays() {
            for (int k = 0; k < count; k++) {
                time[k] = repairs.evenDays(time[k]);
            }
            Map<Long, String> days = new LinkedHashMap<>();
            written.forEach((when, text) -> days.put(repairs.evenDays(when), text));
            written.clear();
            written.putAll(days);
        }

        private String written(long when) {
            if (areDays && !rounds) {
                return LocalDate.ofEpochDay(Math.floorDiv(when, DAY)).toString();
            }
            return rounds
                    ? Optional.ofNullable(written.get(when)).orElse("round " + when)
                    : repairs.text(
                            when,
                            Optional.ofNullable(written.get(when)),
                            written.values().iterator().next());
        }

        /** Puts the lines in order; complains about times that are missing. */
        TimeSeries series() {
            int n = names.size();
            int before = complaints.size();
            if (count == 0) {
                complaints.add(
                        file.name(), "has a header and no lines", "a line a time and " + agentColumn, "add them");
                return empty();
            }
            if (areDays && !rounds) {
                evenDays();
            }
            long start = rounds ? 1 : Long.MAX_VALUE;
            long end = Long.MIN_VALUE;
            long[] last = new long[n];
            Arrays.fill(last, Long.MIN_VALUE);
            long step = rounds ? 1 : Long.MAX_VALUE;
            for (int k = 0; k < count; k++) {
                start = Math.min(start, time[k]);
                end = Math.max(end, time[k]);
                long earlier = last[agent[k]];
                step = earlier == Long.MIN_VALUE ? step : Math.min(step, time[k] - earlier);
                last[agent[k]] = time[k];
            }
            long gap = step == Long.MAX_VALUE ? 1 : step; // a single time has no step
            Arrays.fill(last, start - gap);
            int[] lineOf = new int[n];
            for (int k = 0; k < count; k++) {
                int who = agent[k];
                long passed = time[k] - last[who];
                boolean isMended = passed % gap == 0 && lineOf[who] > 0 && repairs.fills(passed / gap - 1);
                if (passed != gap && !isMended) {
                    missing(k, who, last[who] + gap, time[k], gap);
                }
                last[who] = time[k];
                lineOf[who] = line[k];
            }
            for (int who = 0; who < n; who++) {
                if (last[who] != end && !repairs.fillsEnd((end - last[who]) / gap)) {
                    complaints.add(
                            file.name() + ":" + lineOf[who] + ": " + names.name(who),
                            "ends at " + written(last[who]),
                            "lines up to " + written(end) + ", as others have",
                            "add the missing lines, or cut the others off there");
                }
            }
            long horizon = (end - start) / gap + 1;
            boolean isWhole = horizon * n == count || repairs.gaps() != SeriesRepairs.Gaps.REFUSE;
            if (!isWhole || complaints.size() > before || horizon > Integer.MAX_VALUE / Math.max(1, n)) {
                return empty(); // has been complained about
            }
            List<PublishedColumn.Target> targets = columns.stream()
                    .map(c -> new PublishedColumn.Target(c.name(), c.units(), c.low(), c.high(), c.why()))
                    .toList();
            double[][] ordered = new double[columns.size()][(int) horizon * n];
            int[] lines = new int[(int) horizon * n];
            List<String> all = new ArrayList<>();
            for (long t = start; t <= end; t += gap) {
                all.add(written(t));
            }
            for (int k = 0; k < count; k++) {
                int to = (int) ((time[k] - start) / gap) * n + agent[k];
                lines[to] = line[k];
                for (int c = 0; c < ordered.length; c++) {
                    ordered[c][to] = number[c][k];
                }
            }
            int madeUp = 0;
            for (int who = 0; who < n; who++) {
                madeUp += repairs.fill(lines, ordered, who, n);
            }
            PublishedColumn.Calendar calendar =
                    new PublishedColumn.Calendar(start, gap, (int) horizon, !rounds && !areDays);
            List<String> joined =
                    PublishedColumn.join(file.joined(), targets, names.names(), calendar, ordered, repairs, complaints);
            return new TimeSeries(
                    List.copyOf(names.names()),
                    List.copyOf(all),
                    rounds || all.size() < 2 ? Double.NaN : gap,
                    columns.stream().map(Column::name).toList(),
                    ordered,
                    file.name(),
                    lines,
                    List.copyOf(absent),
                    madeUp,
                    joined);
        }

        private void missing(int k, int who, long expected, long found, long gap) {
            long lines = (found - expected) / gap;
            boolean beside = (found - expected) % gap != 0;
            complaints.add(
                    file.name() + ":" + line[k] + ": " + names.name(who),
                    beside
                            ? "comes at " + written(found) + ", between two times"
                            : "has no line for " + written(expected)
                                    + (lines > 1 ? " and " + (lines - 1) + " more times after it" : ""),
                    rounds ? "every round from 1" : "a line every " + gap / 60.0 + " minutes, as elsewhere in the file",
                    beside
                            ? "put it on a time of the others"
                            : "add the missing lines; nothing is made up here, unless gaps: hold or gaps: interpolate says so and at most "
                                    + SeriesRepairs.LONGEST + " are missing");
        }

        private static TimeSeries empty() {
            return new TimeSeries(
                    List.of(),
                    List.of(),
                    Double.NaN,
                    List.of(),
                    new double[0][],
                    "",
                    new int[0],
                    List.of(),
                    0,
                    List.of());
        }
    }
}
