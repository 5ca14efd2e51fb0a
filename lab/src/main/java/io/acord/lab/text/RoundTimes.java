package io.acord.lab.text;

import io.acord.input.Complaints;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rounds of a file that has times: the first time is round 1, and every later one comes a step after the one before.
 */
public final class RoundTimes {

    private final Complaints complaints;
    private final Map<Long, Integer> rounds = new HashMap<>();
    private final Map<String, Integer> known = new HashMap<>(); // as they are written
    private final List<String> written = new ArrayList<>();
    private long last;
    private long step;

    public RoundTimes(Complaints complaints) {
        this.complaints = complaints;
    }

    /** The round of a time; 0 if it is none, or out of turn, which is complained about. */
    public int round(String text, String place) {
        Integer before = known.get(text);
        if (before != null) {
            return before;
        }
        long seconds;
        try {
            seconds = IsoTime.seconds(text);
        } catch (DateTimeException wrong) {
            complaints.add(
                    place,
                    text.isEmpty()
                            ? "is empty"
                            : "is \"" + (text.length() > 60 ? text.substring(0, 60) + "…" : text) + "\"",
                    "a time like 2026-06-01T13:00, 2026-06-01 13:00:00 or 2026-06-01",
                    "write times by ISO 8601, or count rounds from 1 in a column called round");
            return 0;
        }
        Integer same = rounds.get(seconds);
        int round = same != null ? same : next(seconds, text, place);
        if (round > 0) {
            known.put(text, round);
        }
        return round;
    }

    private int next(long seconds, String text, String place) {
        int count = written.size();
        if (count > 0 && seconds < last) {
            complaints.add(
                    place,
                    "is " + text + ", before " + written.get(count - 1) + " of an earlier line",
                    "times that ascend",
                    "sort the file by time");
            return 0;
        }
        if (count > 1 && seconds - last != step) {
            complaints.add(
                    place,
                    "is " + text + ", " + (seconds - last) + " s after " + written.get(count - 1),
                    "every time " + step + " s after the one before, as the first two are",
                    "add the times that are missing, or count rounds from 1 in a column called round");
        }
        step = count == 1 ? seconds - last : step;
        last = seconds;
        written.add(text);
        rounds.put(seconds, count + 1);
        return count + 1;
    }

    /** The times, by round, as the file first writes them. */
    public List<String> written() {
        return List.copyOf(written);
    }
}
