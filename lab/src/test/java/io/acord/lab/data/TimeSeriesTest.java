package io.acord.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.acord.input.Complaint;
import io.acord.input.Complaints;
import io.acord.lab.Refused;
import io.acord.lab.options.Options;
import io.acord.lab.series.SeriesRepairs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeSeriesTest {

    private static final Map<String, Double> POWER = power();

    private static final List<TimeSeries.Column> COLUMNS = List.of(
            TimeSeries.Column.needed("load", POWER, 0, 1000, "nobody consumes less than nothing"),
            new TimeSeries.Column("sun", POWER, 0, 1000, "panels only give", 0));

    @TempDir
    private Path folder;

    private static Map<String, Double> power() {
        Map<String, Double> power = new LinkedHashMap<>();
        power.put("kw", 1.0);
        power.put("w", 0.001);
        return power;
    }

    private TimeSeries read(String text) throws IOException {
        Complaints complaints = new Complaints();
        var series = TimeSeries.read(file(text, complaints), "unit", COLUMNS);
        complaints.throwIfAny();
        return series.orElseThrow();
    }

    private DataFile file(String text, Complaints complaints) throws IOException {
        return new DataFile("f.csv", Files.writeString(folder.resolve("f.csv"), text), complaints);
    }

    private List<Complaint> refused(String text) throws IOException {
        Complaints complaints = new Complaints();
        assertThat(TimeSeries.read(file(text, complaints), "unit", COLUMNS)).isEmpty();
        return Refused.complaints(complaints::throwIfAny);
    }

    @Test
    void linesMayBeOrderedByTimeOrByAgentAndUnitsAreConverted() throws IOException {
        TimeSeries byTime = read("""
                time,unit,load_w,sun_kw
                2026-06-01T12:00,b,1500,3
                2026-06-01T12:00,a,500,1
                2026-06-01T12:30,b,2500,4
                2026-06-01T12:30,a,0,2
                """);
        TimeSeries byAgent = read("""
                unit,time,sun_kw,load_kw
                b,2026-06-01T12:00Z,3,1.5
                b,2026-06-01T14:30+02:00,4,2.5
                a,2026-06-01T12:00Z,1,0.5
                a,2026-06-01T12:30Z,2,0
                """);
        for (TimeSeries series : List.of(byTime, byAgent)) {
            assertThat(series.names()).containsExactly("b", "a");
            assertThat(series.horizon()).isEqualTo(2);
            assertThat(series.stepSeconds()).isEqualTo(1800);
            assertThat(series.value("load", 2, 0)).isEqualTo(2.5);
            assertThat(series.value("sun", 1, 1)).isEqualTo(1);
        }
        assertThat(byTime.time(2)).isEqualTo("2026-06-01T12:30");
    }

    @Test
    void roundsWillDoForTimesAndColumnsMayHaveAFallback() throws IOException {
        TimeSeries series = read("round,unit,load_kw\n1,a,5\n2,a,6\n3,a,7\n");
        assertThat(series.horizon()).isEqualTo(3);
        assertThat(series.stepSeconds()).isNaN();
        assertThat(series.value("sun", 3, 0)).isZero();
        assertThat(series.value("load", 3, 0)).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "time,unit,load_kw;2026-06-01T01:00,a,1;2026-06-01T00:00,a,1 | f.csv:3:1: time | before that of line 2 | sort the file",
                "time,unit,load_kw;2026-06-01T01:00,a,1;2026-06-01T01:00,a,1 | f.csv:3:1: time | the same as line 2 | drop one of the two lines",
                "time,unit,load_kw;2026-06-01T00:00,a,1;2026-06-01T01:00,a,1;2026-06-01T04:00,a,1 | f.csv:4: a | has no line for 2026-06-01T02:00 and 1 more times | nothing is made up",
                "time,unit,load_kw;2026-06-01T00:00,a,1;2026-06-01T01:00,a,1;2026-06-01T02:30,a,1 | f.csv:4: a | between two times | on a time of the others",
                "time,unit,load_kw;2026-06-01T00:00,a,1;2026-06-01T00:00,b,1;2026-06-01T01:00,a,1 | f.csv:3: b | ends at 2026-06-01T00:00 | add the missing lines",
                "time,unit,load_kw;2026-06-01T00:00,a,1;2026-06-01T01:00,a,1;2026-06-01T01:00,b,1 | f.csv:4: b | has no line for 2026-06-01T00:00 | add the missing lines",
                "round,unit,load_kw;2,a,1;3,a,1 | f.csv:2: a | has no line for round 1 | add the missing lines",
                "time,unit,load;2026-06-01,a,1 | f.csv:1: column \"load\" | does not say its unit | rename the column",
                "time,unit,load_kwh;2026-06-01,a,1 | f.csv:1: column \"load_kwh\" | unit that is not known here | rename the column",
                "time,unit,load_kw,load_w;2026-06-01,a,1,1 | f.csv:1 | has load_kw and load_w | drop the others",
                "time,unit;2026-06-01,a | f.csv:1: column \"load_kw\" | is missing | add the column",
                "unit,load_kw;a,1 | f.csv:1 | has neither time nor round | begin the file with",
                "time,round,unit,load_kw;2026-06-01,1,a,1 | f.csv:1 | has both time and round | drop one",
                "time,unit,load_kw;2026-06-01,a,-1 | f.csv:2:14: load_kw | is -1.0 | correct the number",
                "time,unit,load_kw;2026-06-01,a,nan | f.csv:2:14: load_kw | is \"nan\" | write a number",
                "time,unit,load_kw;2026-06-01,,1 | f.csv:2:12: unit | is empty | write the name",
                "time,unit,load_kw;06/01/2026,a,1 | f.csv:2:1: time | is \"06/01/2026\" | ISO 8601",
                "time,unit,load_kw;2026-06-31,a,1 | f.csv:2:1: time | is \"2026-06-31\" | ISO 8601",
                "time,unit,load_kw | f.csv | has a header and no lines | add them",
            })
    void whatIsWrongIsSaidWithItsPlace(String lines, String where, String found, String fix) throws IOException {
        List<Complaint> complaints = refused(lines.replace(';', '\n') + "\n");
        assertThat(complaints).hasSize(1);
        assertThat(complaints.get(0).where()).isEqualTo(where);
        assertThat(complaints.get(0).found()).contains(found);
        assertThat(complaints.get(0).fix()).contains(fix);
    }

    @Test
    void everythingIsSaidAtOnce() throws IOException {
        assertThat(refused("time,unit,load_kw\n2026-06-01,a,-1\nnever,b,2\n2026-06-02,,3\n2026-06-01,a,x\n"))
                .extracting(Complaint::where)
                .containsExactly(
                        "f.csv:2:14: load_kw",
                        "f.csv:3:1: time",
                        "f.csv:4:12: unit",
                        "f.csv:5:14: load_kw",
                        "f.csv:5:1: time");
    }

    private static SeriesRepairs repairs(String gaps, String duplicates, String zone) {
        Complaints complaints = new Complaints();
        SeriesRepairs repairs = SeriesRepairs.read(
                Options.of(Map.of("gaps", gaps, "duplicates", duplicates, "zone", zone), complaints));
        complaints.throwIfAny();
        return repairs;
    }

    private TimeSeries repaired(String text, SeriesRepairs repairs) throws IOException {
        Complaints complaints = new Complaints();
        var series = TimeSeries.read(file(text, complaints), "unit", COLUMNS, repairs);
        complaints.throwIfAny();
        return series.orElseThrow();
    }

    private List<Complaint> refused(String text, SeriesRepairs repairs) throws IOException {
        Complaints complaints = new Complaints();
        assertThat(TimeSeries.read(file(text, complaints), "unit", COLUMNS, repairs))
                .isEmpty();
        return Refused.complaints(complaints::throwIfAny);
    }

    @Test
    void missingLinesAreHeldOrInterpolatedAsTheOperatorChooses() throws IOException {
        String text = """
                time,unit,load_kw
                2026-06-01T00:00,a,1
                2026-06-01T00:00,b,7
                2026-06-01T01:00,b,7
                2026-06-01T02:00,b,7
                2026-06-01T03:00,a,4
                2026-06-01T03:00,b,7
                """;
        TimeSeries held = repaired(text, repairs("hold", "refuse", "UTC"));
        assertThat(List.of(held.value("load", 2, 0), held.value("load", 3, 0), held.value("load", 4, 0)))
                .containsExactly(1.0, 1.0, 4.0);
        assertThat(held.madeUp()).isEqualTo(2);
        assertThat(held.place(3, 0)).isEqualTo("f.csv:2");
        TimeSeries straight = repaired(text, repairs("interpolate", "refuse", "UTC"));
        assertThat(List.of(straight.value("load", 2, 0), straight.value("load", 3, 0)))
                .containsExactly(2.0, 3.0);
        assertThat(straight.value("load", 2, 1)).isEqualTo(7);
        assertThat(straight.horizon()).isEqualTo(4);
    }

    @Test
    void anEndIsHeldButNotInterpolatedAndABeginningIsNeverMadeUp() throws IOException {
        String ends = "time,unit,load_kw\n2026-06-01T00:00,a,1\n2026-06-01T01:00,a,1\n2026-06-01T00:00,b,5\n";
        assertThat(repaired(ends, repairs("hold", "refuse", "UTC")).value("load", 2, 1))
                .isEqualTo(5);
        assertThat(refused(ends, repairs("interpolate", "refuse", "UTC")))
                .singleElement()
                .extracting(Complaint::found)
                .asString()
                .startsWith("ends at");
        String begins = "time,unit,load_kw\n2026-06-01T00:00,a,1\n2026-06-01T01:00,a,1\n2026-06-01T01:00,b,5\n";
        assertThat(refused(begins, repairs("hold", "refuse", "UTC"))).hasSize(1);
    }

    @Test
    void noMoreThanAWeekOfHoursIsMadeUp() throws IOException {
        String text = "time,unit,load_kw\n2026-06-01T00:00,a,1\n2026-06-01T01:00,a,1\n%s,a,1\n";
        assertThat(repaired(text.formatted("2026-06-08T02:00"), repairs("hold", "refuse", "UTC"))
                        .madeUp())
                .isEqualTo(168);
        assertThat(refused(text.formatted("2026-06-08T03:00"), repairs("hold", "refuse", "UTC")))
                .singleElement()
                .extracting(Complaint::fix)
                .asString()
                .contains("at most 168");
    }

    @Test
    void ofTwoLinesOfATimeTheChosenOneCounts() throws IOException {
        String text = "time,unit,load_kw\n2026-06-01T00:00,a,1\n2026-06-01T00:00,a,2\n2026-06-01T01:00,a,3\n";
        assertThat(repaired(text, repairs("refuse", "first", "UTC")).value("load", 1, 0))
                .isEqualTo(1);
        TimeSeries last = repaired(text, repairs("refuse", "last", "UTC"));
        assertThat(last.value("load", 1, 0)).isEqualTo(2);
        assertThat(last.value("load", 2, 0)).isEqualTo(3);
        assertThat(last.place(1, 0)).isEqualTo("f.csv:3");
    }

    /** Clocks of Berlin: in 2026 there is no 02:00 on 29 March, and there are two on 25 October. */
    @Test
    void daysOfTwentyThreeAndTwentyFiveHoursSurviveWithAZone() throws IOException {
        StringBuilder spring = new StringBuilder("time,unit,load_kw\n");
        StringBuilder autumn = new StringBuilder("time,unit,load_kw\n");
        for (int hour = 0; hour < 24; hour++) {
            for (String unit : List.of("a", "b")) {
                if (hour != 2) {
                    spring.append("2026-03-29T%02d:00,%s,%d%n".formatted(hour, unit, hour));
                }
            }
            for (int again = 0; again < (hour == 2 ? 2 : 1); again++) {
                autumn.append("2026-10-25T%02d:00,a,%d%n2026-10-25T%02d:00,b,1%n".formatted(hour, hour + again, hour));
            }
        }
        TimeSeries short23 = repaired(spring.toString(), repairs("refuse", "refuse", "Europe/Berlin"));
        assertThat(short23.horizon()).isEqualTo(23);
        assertThat(short23.stepSeconds()).isEqualTo(3600);
        assertThat(short23.times().subList(1, 3)).containsExactly("2026-03-29T01:00+01:00", "2026-03-29T03:00+02:00");
        TimeSeries long25 = repaired(autumn.toString(), repairs("refuse", "refuse", "Europe/Berlin"));
        assertThat(long25.horizon()).isEqualTo(25);
        assertThat(long25.times().subList(2, 4)).containsExactly("2026-10-25T02:00+02:00", "2026-10-25T02:00+01:00");
        assertThat(List.of(long25.value("load", 3, 0), long25.value("load", 4, 0)))
                .containsExactly(2.0, 3.0);
        // with offsets nothing has to be known
        assertThat(
                        read("time,unit,load_kw\n2026-10-25T02:00+02:00,a,1\n2026-10-25T02:00+01:00,a,2\n2026-10-25T03:00+01:00,a,2\n")
                                .horizon())
                .isEqualTo(3);
        assertThat(refused("time,unit,load_kw\n2026-03-29T02:30,a,1\n", repairs("refuse", "refuse", "Europe/Berlin")))
                .singleElement()
                .extracting(Complaint::found)
                .isEqualTo("is \"2026-03-29T02:30\"");
    }

    /** Clocks are put forward in Berlin at 02:00, and in Beirut at midnight, so that 29 March has none. */
    @Test
    void daysFollowEachOtherHoweverManyHoursTheyHave() throws IOException {
        for (String zone : List.of("Europe/Berlin", "Asia/Beirut", "America/Havana")) {
            for (LocalDate first : List.of(LocalDate.of(2026, 3, 6), LocalDate.of(2026, 10, 22))) {
                StringBuilder text = new StringBuilder("time,unit,load_kw\n");
                for (int day = 0; day < 28; day++) {
                    text.append("%s,a,%d%n".formatted(first.plusDays(day), day));
                    if (day != 5) {
                        text.append("%s,b,%d%n".formatted(first.plusDays(day), day));
                    }
                }
                TimeSeries days = repaired(text.toString(), repairs("hold", "refuse", zone));
                assertThat(days.horizon()).isEqualTo(28);
                assertThat(days.stepSeconds()).isEqualTo(24 * 3600);
                assertThat(days.madeUp()).isEqualTo(1);
                for (int day = 0; day < 28; day++) {
                    assertThat(days.time(day + 1)).isEqualTo(first.plusDays(day).toString());
                    assertThat(days.value("load", day + 1, 0)).isEqualTo(day);
                }
                assertThat(days.value("load", 6, 1)).isEqualTo(4);
            }
        }
        // where others have hours, a date is the midnight of the zone
        TimeSeries hours = repaired(
                "time,unit,load_kw\n2026-03-28T23:00,a,1\n2026-03-29,a,2\n2026-03-29T01:00,a,3\n",
                repairs("refuse", "refuse", "Europe/Berlin"));
        assertThat(hours.stepSeconds()).isEqualTo(3600);
        assertThat(hours.time(2)).isEqualTo("2026-03-29T00:00+01:00");
    }

    @Test
    void aZoneThatNobodyKnowsIsRefused() {
        assertThat(Refused.complaints(() -> repairs("refuse", "refuse", "Europe/Berln")))
                .singleElement()
                .extracting(Complaint::fix)
                .asString()
                .contains("Europe/Berlin");
    }
}
