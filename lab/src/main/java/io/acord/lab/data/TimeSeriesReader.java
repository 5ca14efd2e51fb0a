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

/** A {@link TimeSeries} in the making. Scratch; one thread. */
final class TimeSeriesReader {
    private static final long DAY = 86_400; // seconds

    private final DataFile file;
    private final Complaints complaints;
    private final String agentColumn;
    private final List<TimeSeries.Column> columns;
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

    TimeSeriesReader(DataFile file, String agentColumn, List<TimeSeries.Column> columns, SeriesRepairs repairs) {
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
        TimeSeries.Column column = columns.get(c);
        at[c] = -1;
        factor[c] = 1;
        List<String> found = csv.columns().stream()
                .filter(header -> header.equals(column.name()) || header.startsWith(column.name() + "_"))
                .filter(header -> columns.stream()
                        .noneMatch(
                                other -> other.name().length() > column.name().length()
                                        && (header.equals(other.name()) || header.startsWith(other.name() + "_"))))
                .toList();
        String choice = String.join(" or ", column.headers());
        if (found.size() > 1) {
            complaints.add(csv.headerPlace(), "has " + String.join(" and ", found), "one of them", "drop the others");
        } else if (found.isEmpty()) {
            boolean joined =
                    file.joined().stream().anyMatch(other -> column.headers().contains(other.column()));
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
                    found.get(0).equals(column.name()) ? "does not say its unit" : "has a unit that is not known here",
                    choice + ", because a number without its unit is a guess",
                    "rename the column by the unit that its numbers are in, or convert them");
        }
    }

    private void row(CsvTable csv, int timeColumn, int nameColumn, int[] at, double[] factor) {
        CsvFields fields = csv.fields();
        String problem = NameTable.problem(fields.bytes(), fields.from(nameColumn), fields.to(nameColumn));
        if (!problem.isEmpty()) {
            complaints.add(csv.place(nameColumn) + ": " + agentColumn, problem, "a name on one line", "write the name");
            return;
        }
        int known = names.size();
        int who = names.add(fields.bytes(), fields.from(nameColumn), fields.to(nameColumn));
        grow(who);
        Long when = time(csv, timeColumn, who < known ? lastTime[who] : Long.MIN_VALUE);
        double[] row = new double[at.length];
        Arrays.setAll(row, c -> at[c] < 0 ? columns.get(c).fallback() : number(csv, at[c], columns.get(c), factor[c]));
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

    private double number(CsvTable csv, int field, TimeSeries.Column column, double factor) {
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
            complaints.add(file.name(), "has a header and no lines", "a line a time and " + agentColumn, "add them");
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
                columns.stream().map(TimeSeries.Column::name).toList(),
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
                List.of(), List.of(), Double.NaN, List.of(), new double[0][], "", new int[0], List.of(), 0, List.of());
    }
}
