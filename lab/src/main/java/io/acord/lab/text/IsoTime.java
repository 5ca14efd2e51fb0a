package io.acord.lab.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Times as files write them: ISO 8601, and with a blank for the T, as pandas and SQL write 2023-06-01 00:00:00. */
public final class IsoTime {

    private IsoTime() {}

    /**
     * Seconds since 1970; what has no zone counts as UTC.
     *
     * @throws DateTimeException if it is not a time
     */
    public static long seconds(String written) {
        String text = written.length() > 10 && written.charAt(10) == ' '
                ? written.substring(0, 10) + "T" + written.substring(11).replace(" ", "")
                : written;
        if (text.indexOf('T') < 0) {
            return LocalDate.parse(text).atStartOfDay().toEpochSecond(ZoneOffset.UTC);
        }
        return hasZone(text)
                ? OffsetDateTime.parse(text).toEpochSecond()
                : LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC);
    }

    /** Whether a time is a day, without an hour. */
    public static boolean isDate(String written) {
        return written.indexOf('T') < 0 && written.indexOf(' ') < 0;
    }

    /** Whether a time says its offset from UTC. */
    public static boolean hasZone(String written) {
        return written.length() > 10
                && (written.endsWith("Z") || written.indexOf('+') > 0 || written.indexOf('-', 10) > 0);
    }
}
