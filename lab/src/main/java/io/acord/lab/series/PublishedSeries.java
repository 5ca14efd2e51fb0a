package io.acord.lab.series;

import io.acord.input.Complaints;
import io.acord.lab.text.FileTrouble;
import io.acord.lab.text.IsoTime;
import io.acord.lab.text.TextSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One number over time, from a file as the transparency platform of ENTSO-E or Electricity Maps publish it. Which of
 * the two it is, is seen in its header. A number holds for its interval; where a file has times alone, to the next one,
 * and no longer than the step before it, so that a line that is missing is a gap, and a file may be by the hour first
 * and by the quarter later. Immutable once read.
 *
 * <ul>
 *   <li>ENTSO-E: {@code MTU (CET/CEST)} or {@code Time (CET/CEST)} with intervals of a clock, {@code 01.06.2023 00:00 -
 *       01.06.2023 01:00}, {@code 01/06/2025 00:00:00 (CEST) - …}; numbers with units in brackets, {@code n/e} and
 *       {@code N/A} where there is none. Where a clock is put back, the second 02:00 is the later one.
 *   <li>Electricity Maps: {@code Datetime (UTC)}, {@code Carbon Intensity gCO₂eq/kWh (direct)} and others.
 * </ul>
 */
final class PublishedSeries {

    private static final Pattern CLOCK = Pattern.compile(
            "(\\d{1,2})[./](\\d{1,2})[./](\\d{4})\\s+(\\d{2}):(\\d{2})(?::\\d{2})?(?:\\s*\\((\\w+)\\))?");
    private static final Pattern INTERVAL = Pattern.compile("(.*?)(?:\\s+-\\s+(.*))?");
    private static final long ALONE = 3600; // for how long the number of a file with one time holds
    private static final Pattern UNIT = Pattern.compile("[\\[(]\\s*([^\\])]*)\\s*[\\])]");
    private static final List<String> MISSING = List.of("", "n/e", "n/a", "-", "nan", "null");
    private static final Map<String, Integer> OFFSETS =
            Map.of("UTC", 0, "GMT", 0, "WET", 0, "WEST", 1, "BST", 1, "CET", 1, "CEST", 2, "EET", 2, "EEST", 3);
    private static final Map<String, ZoneId> ZONES = Map.of(
            "UTC", ZoneOffset.UTC,
            "CET/CEST", ZoneId.of("Europe/Brussels"),
            "WET/WEST", ZoneId.of("Europe/Lisbon"),
            "EET/EEST", ZoneId.of("Europe/Helsinki"));

    private final String unit;
    private final long[] seconds; // ascending
    private final long[] ends; // of what each number holds for, at most the next beginning
    private final double[] values; // NaN where there is none
    private final int[] lines;

    private PublishedSeries(String unit, long[] seconds, long[] ends, double[] values, int[] lines) {
        this.unit = unit;
        this.seconds = seconds;
        this.ends = ends;
        this.values = values;
        this.lines = lines;
    }

    /** As the file has it, like {@code EUR/MWh}. */
    String unit() {
        return unit;
    }

    /** The line that tells of a moment, or of the last one before it; the header if there is none. */
    int line(long at) {
        int k = index(at);
        return k < 0 ? 1 : lines[k];
    }

    /** Of the last time that is not after a moment; below 0 if there is none. */
    private int index(long moment) {
        int found = Arrays.binarySearch(seconds, moment);
        return found >= 0 ? found : -found - 2;
    }

    /**
     * The mean over some seconds from a moment on, each number by how long it holds; NaN if some of it is not known.
     */
    double mean(long from, long length) {
        long to = from + length;
        int first = Math.max(0, index(from));
        if (seconds[first] <= from && ends[first] >= to) {
            return values[first]; // to the last bit
        }
        double sum = 0;
        long known = 0;
        for (int k = first; k < seconds.length && seconds[k] < to; k++) {
            long overlap = Math.min(to, ends[k]) - Math.max(from, seconds[k]);
            if (overlap > 0) {
                sum += overlap * values[k];
                known += overlap;
            }
        }
        return known < length ? Double.NaN : sum / length;
    }

    /**
     * What is wanted of a file.
     *
     * @param take part of the name of the column, in small letters; empty for the one that such files are about
     * @param where what other columns must say, by their names in small letters
     */
    record Wanted(String take, Map<String, String> where) {}

    /** Reads a file; empty if something is wrong with it, which is complained about. */
    static Optional<PublishedSeries> read(
            Path path, String name, Wanted wanted, SeriesRepairs repairs, Complaints complaints) {
        int before = complaints.size();
        Reader reader = new Reader(name, wanted, repairs, complaints);
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(TextSource.open(path), StandardCharsets.UTF_8))) {
            reader.read(lines);
        } catch (TextSource.NoText other) {
            complaints.add(name, other.found(), "text, or text packed by gzip or zstd", other.fix());
        } catch (IOException broken) {
            complaints.add(name, "cannot be read: " + FileTrouble.words(broken), "a readable file", "correct the name");
        }
        return complaints.size() > before ? Optional.empty() : Optional.of(reader.series());
    }

    /** When a number begins and ends to hold; {@link #OPEN} where the file does not say its end. */
    private record Interval(long begin, long end) {}

    private static final long OPEN = Long.MAX_VALUE;

    /** What a column must say. */
    private record Condition(int column, String says) {}

    /** Scratch; one thread. */
    private static final class Reader {
        private final String name;
        private final Wanted wanted;
        private final SeriesRepairs repairs;
        private final Complaints complaints;
        private final List<Long> seconds = new ArrayList<>();
        private final List<Long> ends = new ArrayList<>(); // as the file says them; OPEN where it does not
        private final List<Double> values = new ArrayList<>();
        private final List<Integer> lines = new ArrayList<>();
        private String unit = "";
        private char separator = ',';
        private List<String> header = List.of();
        private int timeColumn;
        private int valueColumn;
        private final List<Condition> conditions = new ArrayList<>();
        private boolean isClock;
        private @Nullable ZoneId zone;

        Reader(String name, Wanted wanted, SeriesRepairs repairs, Complaints complaints) {
            this.name = name;
            this.wanted = wanted;
            this.repairs = repairs;
            this.complaints = complaints;
        }

        void read(BufferedReader in) throws IOException {
            String first = in.readLine();
            int line = 1;
            while (first != null && first.startsWith("#")) {
                first = in.readLine();
                line++;
            }
            if (first == null) {
                complaints.add(name, "is empty", "a header and lines", "download it again");
                return;
            }
            if (!header(first.startsWith("\uFEFF") ? first.substring(1) : first, line)) {
                return;
            }
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                line++;
                if (!text.isBlank()) {
                    row(split(text), line);
                }
            }
            if (seconds.isEmpty()) {
                complaints.add(
                        name,
                        wanted.where().isEmpty() ? "has a header and no lines" : "has no line that fits where",
                        "at least one line of data",
                        "download it again, or correct where");
            }
        }

        private boolean header(String text, int line) {
            separator = text.indexOf(',') < 0 && text.indexOf(';') >= 0 ? ';' : text.indexOf('\t') >= 0 ? '\t' : ',';
            header = split(text);
            timeColumn = -1;
            for (int c = 0; c < header.size() && timeColumn < 0; c++) {
                String title = header.get(c).toLowerCase(Locale.ROOT);
                isClock = title.startsWith("mtu") || title.startsWith("time (");
                timeColumn = isClock || title.equals("datetime (utc)") ? c : -1;
            }
            if (timeColumn < 0) {
                complaints.add(
                        name + ":" + line,
                        "has neither a column MTU (…) nor one Datetime (UTC)",
                        "a file as ENTSO-E's transparency platform or Electricity Maps publish it",
                        "download it as CSV, or bring its numbers into the series itself");
                return false;
            }
            if (isClock) {
                Matcher inBrackets = UNIT.matcher(header.get(timeColumn));
                String clock = inBrackets.find() ? inBrackets.group(1).toUpperCase(Locale.ROOT) : "";
                zone = ZONES.getOrDefault(clock, repairs.zone().orElse(null));
                if (zone == null) {
                    complaints.add(
                            place(line, timeColumn),
                            "is \"" + header.get(timeColumn) + "\"",
                            "a clock that is known: UTC, CET/CEST, WET/WEST or EET/EEST",
                            "say zone: Europe/Berlin, or another one");
                }
            }
            List<String> titles =
                    header.stream().map(each -> each.toLowerCase(Locale.ROOT)).toList();
            wanted.where().forEach((title, says) -> {
                int column = titles.indexOf(title);
                if (column < 0) {
                    complaints.add(
                            name + ":" + line,
                            "has no column \"" + title + "\"",
                            "one of " + String.join(", ", header),
                            "correct where");
                } else {
                    conditions.add(new Condition(column, says));
                }
            });
            return choose(line) && conditions.size() == wanted.where().size();
        }

        /** Finds the column of numbers. */
        private boolean choose(int line) {
            List<String> asked = !wanted.take().isEmpty()
                    ? List.of(wanted.take())
                    : isClock ? List.of("day-ahead price", "actual total load", "actual") : List.of("(direct)");
            for (String part : asked) {
                List<Integer> found = new ArrayList<>();
                for (int c = 0; c < header.size(); c++) {
                    if (c != timeColumn
                            && header.get(c).toLowerCase(Locale.ROOT).contains(part)) {
                        found.add(c);
                    }
                }
                if (found.size() == 1) {
                    valueColumn = found.get(0);
                    String title = header.get(valueColumn);
                    Matcher inBrackets = UNIT.matcher(title);
                    unit = title.contains("CO₂") || title.contains("CO2")
                            ? "gCO2/kWh"
                            : inBrackets.find() ? inBrackets.group(1) : "";
                    return true;
                }
            }
            complaints.add(
                    name + ":" + line,
                    "has no column, or more than one, that is called " + String.join(" or ", asked),
                    "one column of numbers: " + String.join(", ", header),
                    "say take: with a part of its name");
            return false;
        }

        private String place(int line, int column) {
            return name + ":" + line + ": " + header.get(column);
        }

        private void row(List<String> fields, int line) {
            int last = conditions.stream().mapToInt(Condition::column).reduce(valueColumn, Math::max);
            if (fields.size() <= Math.max(timeColumn, last)) {
                complaints.add(
                        name + ":" + line,
                        "has " + fields.size() + " values",
                        header.size() + ", as the header",
                        "download the file again: it may have been cut off");
                return;
            }
            for (Condition each : conditions) {
                if (!fields.get(each.column()).equalsIgnoreCase(each.says())) {
                    return;
                }
            }
            String written = fields.get(valueColumn);
            boolean isMissing = MISSING.contains(written.toLowerCase(Locale.ROOT));
            double value = Double.NaN;
            if (!isMissing) {
                try {
                    value = Double.parseDouble(separator == ',' ? written : written.replace(',', '.'));
                } catch (NumberFormatException other) {
                    complaints.add(
                            place(line, valueColumn),
                            "is \"" + written + "\"",
                            "a number, or n/e or N/A where there is none",
                            "correct it, or download the file again");
                    return;
                }
            }
            Interval when = time(fields.get(timeColumn), line, isMissing);
            if (when != null) {
                add(when, value, line);
            }
        }

        private void add(Interval interval, double value, int line) {
            long when = interval.begin();
            int last = seconds.size() - 1;
            if (last >= 0 && when <= seconds.get(last)) {
                boolean same = when == seconds.get(last);
                if (same && repairs.duplicates() != SeriesRepairs.Duplicates.REFUSE) {
                    if (repairs.duplicates() == SeriesRepairs.Duplicates.LAST) {
                        values.set(last, value);
                        ends.set(last, interval.end());
                    }
                    return;
                }
                complaints.add(
                        place(line, timeColumn),
                        (same ? "is the time of line " : "is before that of line ") + lines.get(last),
                        "times that ascend, one line each",
                        same
                                ? "choose among lines of the same time by where, like where: {Sequence: \"Sequence 1\"}, or say duplicates: first"
                                : "sort the file by time");
                return;
            }
            seconds.add(when);
            ends.add(interval.end());
            values.add(value);
            lines.add(line);
        }

        /** Null if it is no time, which is complained about unless nothing is said of it. */
        private @Nullable Interval time(String written, int line, boolean isMissing) {
            try {
                if (!isClock) {
                    return new Interval(IsoTime.seconds(written), OPEN);
                }
                Matcher parts = INTERVAL.matcher(written);
                if (!parts.matches()) {
                    throw new DateTimeException("not an interval");
                }
                Clock first = Clock.read(parts.group(1));
                ZoneId clock = zone == null ? ZoneOffset.UTC : zone;
                if (first.isSkipped(clock)) {
                    if (isMissing) {
                        return null; // the hour that a clock skips, listed without a number
                    }
                    throw new DateTimeException("no clock of " + clock + " shows it");
                }
                long begin = first.seconds(clock, seconds.isEmpty() ? Long.MIN_VALUE : seconds.get(seconds.size() - 1));
                if (parts.group(2) == null) {
                    return new Interval(begin, OPEN);
                }
                Clock second = Clock.read(parts.group(2));
                long end = second.seconds(clock, begin);
                long shown = Duration.between(first.local(), second.local()).toSeconds();
                if (first.comesTwice(clock) && shown > 0) {
                    end = Math.min(end, begin + shown); // 02:00 - 03:00 is an hour, and the second 02:00 another one
                }
                if (end <= begin) {
                    throw new DateTimeException("ends before it begins");
                }
                return new Interval(begin, end);
            } catch (DateTimeException wrong) {
                complaints.add(
                        place(line, timeColumn),
                        "is \"" + written + "\"",
                        isClock
                                ? "an interval like 01.06.2023 00:00 - 01.06.2023 01:00, of a clock that shows it"
                                : "a time like 2023-06-01 00:00:00",
                        "download the file again, or correct the line");
                return null;
            }
        }

        /** The values of a line; those in quotation marks may have separators in them. */
        private List<String> split(String text) {
            List<String> fields = new ArrayList<>();
            StringBuilder field = new StringBuilder();
            boolean quoted = false;
            for (int k = 0; k < text.length(); k++) {
                char c = text.charAt(k);
                if (c == '"') {
                    quoted = !quoted;
                } else if (c == separator && !quoted) {
                    fields.add(field.toString().strip());
                    field.setLength(0);
                } else {
                    field.append(c);
                }
            }
            fields.add(field.toString().strip());
            return fields;
        }

        PublishedSeries series() {
            return new PublishedSeries(
                    unit,
                    seconds.stream().mapToLong(each -> each).toArray(),
                    ends(),
                    values.stream().mapToDouble(each -> each).toArray(),
                    lines.stream().mapToInt(each -> each).toArray());
        }

        /** Until when each number holds: nothing is known of the time between it and the next one. */
        private long[] ends() {
            int n = seconds.size();
            long[] until = new long[n];
            for (int k = 0; k < n; k++) {
                long end = ends.get(k);
                if (end == OPEN) {
                    long before = k > 0 ? gap(k - 1) : n > 2 ? gap(1) : OPEN;
                    long held = k == n - 1 && k > 0 ? until[k - 1] - seconds.get(k - 1) : ALONE;
                    end = seconds.get(k) + Math.min(before, k < n - 1 ? gap(k) : held);
                }
                until[k] = k < n - 1 ? Math.min(end, seconds.get(k + 1)) : end;
            }
            return until;
        }

        private long gap(int k) {
            return seconds.get(k + 1) - seconds.get(k);
        }
    }

    /**
     * What a clock shows.
     *
     * @param offset in hours, if it is said
     */
    private record Clock(LocalDateTime local, Optional<Integer> offset) {

        /** @throws DateTimeException if it is not what a clock shows */
        static Clock read(String written) {
            Matcher found = CLOCK.matcher(written);
            if (!found.matches()) {
                throw new DateTimeException("not a clock");
            }
            return new Clock(
                    LocalDateTime.of(
                            Integer.parseInt(found.group(3)),
                            Integer.parseInt(found.group(2)),
                            Integer.parseInt(found.group(1)),
                            Integer.parseInt(found.group(4)),
                            Integer.parseInt(found.group(5))),
                    Optional.ofNullable(found.group(6)).map(OFFSETS::get));
        }

        boolean isSkipped(ZoneId zone) {
            return offset.isEmpty() && zone.getRules().getValidOffsets(local).isEmpty();
        }

        boolean comesTwice(ZoneId zone) {
            return offset.isEmpty() && zone.getRules().getValidOffsets(local).size() > 1;
        }

        /** Since 1970; where a clock shows the same twice, the earlier one that is after a moment. */
        long seconds(ZoneId zone, long after) {
            if (offset.isPresent()) {
                return local.toEpochSecond(ZoneOffset.ofHours(offset.get()));
            }
            ZonedDateTime earlier = local.atZone(zone);
            return earlier.toEpochSecond() > after
                    ? earlier.toEpochSecond()
                    : earlier.withLaterOffsetAtOverlap().toEpochSecond();
        }
    }
}
