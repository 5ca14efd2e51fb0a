package io.acord.lab.series;

import io.acord.lab.options.Options;
import io.acord.lab.text.IsoTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What is made of lines of a series that are missing or there twice, and of times without a zone. Immutable.
 *
 * @param zone whose clock times without an offset are of; UTC if there is none. Where a clock is put back, the second
 *     02:00 of an agent is the later one; a time that a clock which was put forward never showed is not a time
 */
public record SeriesRepairs(Gaps gaps, Duplicates duplicates, Optional<ZoneId> zone) {

    /** The most lines in a row that are made up: a week of hours. */
    public static final int LONGEST = 168;

    /** Nothing is repaired. */
    public static final SeriesRepairs NONE = new SeriesRepairs(Gaps.REFUSE, Duplicates.REFUSE, Optional.empty());

    /** What becomes of missing lines. */
    public enum Gaps {
        REFUSE,
        /** The numbers of the last line go on. */
        HOLD,
        /** A straight line from the last one to the next. */
        INTERPOLATE
    }

    /** Which of two lines of the same agent and time counts. */
    public enum Duplicates {
        REFUSE,
        FIRST,
        LAST
    }

    /** What the keys {@code gaps}, {@code duplicates} and {@code zone} say. */
    public static SeriesRepairs read(Options options) {
        Gaps gaps = switch (options.word("gaps", "refuse", "hold", "interpolate")) {
            case "hold" -> Gaps.HOLD;
            case "interpolate" -> Gaps.INTERPOLATE;
            default -> Gaps.REFUSE;
        };
        Duplicates duplicates = switch (options.word("duplicates", "refuse", "first", "last")) {
            case "first" -> Duplicates.FIRST;
            case "last" -> Duplicates.LAST;
            default -> Duplicates.REFUSE;
        };
        Optional<ZoneId> zone = options.text("zone").flatMap(name -> {
            try {
                return Optional.of(ZoneId.of(name));
            } catch (DateTimeException unknown) {
                options.complain("zone", "the name of a time zone", "write for instance Europe/Berlin");
                return Optional.empty();
            }
        });
        return new SeriesRepairs(gaps, duplicates, zone);
    }

    /**
     * Seconds since 1970.
     *
     * @param after those of the agent's line before; Long.MIN_VALUE if there is none
     * @throws DateTimeException if it is not a time
     */
    public long seconds(String written, long after) {
        long utc = IsoTime.seconds(written);
        if (zone.isEmpty() || IsoTime.hasZone(written)) {
            return utc;
        }
        if (IsoTime.isDate(written)) { // a day has one beginning, also where its midnight is skipped or comes twice
            return LocalDate.parse(written).atStartOfDay(zone.get()).toEpochSecond();
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(utc, 0, ZoneOffset.UTC);
        if (zone.get().getRules().getValidOffsets(local).isEmpty()) {
            throw new DateTimeException("no clock of " + zone.get() + " shows " + written);
        }
        ZonedDateTime earlier = local.atZone(zone.get());
        return earlier.toEpochSecond() > after
                ? earlier.toEpochSecond()
                : earlier.withLaterOffsetAtOverlap().toEpochSecond();
    }

    /**
     * Seconds in which every day has as many, for series of days: those of a zone have 23, 24 or 25 hours.
     *
     * @param seconds of a day's beginning, as {@link #seconds} has it
     */
    public long evenDays(long seconds) {
        return Instant.ofEpochSecond(seconds)
                .atZone(zone.orElse(ZoneOffset.UTC))
                .toLocalDate()
                .atStartOfDay()
                .toEpochSecond(ZoneOffset.UTC);
    }

    /**
     * How a time is written.
     *
     * @param given as the file has it; empty if it has no such line
     * @param like another time of the file
     */
    public String text(long seconds, Optional<String> given, String like) {
        if (zone.isPresent() && !IsoTime.hasZone(given.orElse(like))) {
            OffsetDateTime clock =
                    Instant.ofEpochSecond(seconds).atZone(zone.get()).toOffsetDateTime();
            return clock.toString();
        }
        return given.orElseGet(() -> DateTimeFormatter.ofPattern(
                        IsoTime.hasZone(like) ? "uuuu-MM-dd'T'HH:mm'Z'" : "uuuu-MM-dd'T'HH:mm")
                .format(Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC)));
    }

    /** Whether so many lines in a row may be made up between two that are there. */
    public boolean fills(long lines) {
        return gaps != Gaps.REFUSE && lines <= LONGEST;
    }

    /** Whether so many lines may be made up behind an agent's last one. */
    public boolean fillsEnd(long lines) {
        return gaps == Gaps.HOLD && lines <= LONGEST;
    }

    /**
     * Makes up what is missing of one agent.
     *
     * @param lines of the file by row, 0 where there is none; rows that are made up get the line before
     * @param values by column and row
     * @param first row of the agent's first time
     * @param step from one row of the agent to the next
     * @return how many rows were made up
     */
    public int fill(int[] lines, double[][] values, int first, int step) {
        int made = 0;
        int last = first;
        for (int row = first; row < lines.length; row += step) {
            if (lines[row] == 0) {
                continue;
            }
            for (int hole = last + step; hole < row; hole += step) {
                made++;
                double share = gaps == Gaps.INTERPOLATE ? (double) (hole - last) / (row - last) : 0;
                put(lines, values, hole, last, row, share);
            }
            last = row;
        }
        for (int hole = last + step; hole < lines.length; hole += step) {
            made++;
            put(lines, values, hole, last, last, 0);
        }
        return made;
    }

    private static void put(int[] lines, double[][] values, int hole, int before, int after, double share) {
        lines[hole] = lines[before];
        for (double[] column : values) {
            column[hole] = column[before] + share * (column[after] - column[before]);
        }
    }
}
